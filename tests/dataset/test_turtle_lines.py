"""Where a Turtle text describes things, and how it writes their names."""

from __future__ import annotations

import pytest

from haidiyan.dataset.turtle_lines import TurtleLines

TEXT = """@prefix my: <http://example.org/> .
PREFIX o: <http://example.org/o#>
@base <http://example.org/base/> .
my:a a o:X ; my:p "my:no a o:X ." , 3.5 ; my:q [ a o:Bridge ; my:from my:z ] . my:b a o:X . # my:comment a o:X .
<relative> a o:X .
[] a o:Rule , o:Claim ; my:p ( my:k [ a o:Bridge ] ) .
_:x my:p 1 ; a o:Choice .
my:long my:p '''
my:no a o:X .
''' . my:after a o:X . my:d.e a o:X.
my:g\\,h a o:X .
"""


@pytest.mark.parametrize(
    ("local", "spelling", "line"),
    [
        ("a", "my:a", 4),
        ("b", "my:b", 4),
        ("base/relative", "<relative>", 5),
        ("long", "my:long", 8),
        ("after", "my:after", 10),
        ("d.e", "my:d.e", 10),
        ("g,h", "my:g\\,h", 11),
    ],
)
def test_a_thing_is_found_where_its_statement_begins(local: str, spelling: str, line: int) -> None:
    assert TurtleLines(TEXT).name("x.ttl", f"http://example.org/{local}") == f"{spelling} (x.ttl, line {line})"


@pytest.mark.parametrize("local", ["no", "comment", "z", "k", "o#X"])
def test_strings_comments_and_objects_describe_nothing(local: str) -> None:
    assert TurtleLines(TEXT).name("x.ttl", f"http://example.org/{local}") is None


def test_what_is_only_mentioned_has_a_spelling_and_a_line() -> None:
    lines = TurtleLines(TEXT)
    assert (lines.spelled("http://example.org/z"), lines.at("http://example.org/z")) == ("my:z", ", line 4")
    assert (lines.spelled("http://example.org/no"), lines.at("http://example.org/no")) == (None, "")


@pytest.mark.parametrize(("kind", "lines"), [("Bridge", [4, 6]), ("Claim", [6]), ("Choice", [7]), ("X", [])])
def test_what_has_no_name_is_found_by_its_type(kind: str, lines: list[int]) -> None:
    assert TurtleLines(TEXT).nameless({f"http://example.org/o#{kind}"}) == lines


def test_a_triple_within_a_triple_is_found() -> None:
    assert TurtleLines(TEXT).star is None
    assert TurtleLines(TEXT + "<< my:a my:p 1 >> my:p 2 .").star == 12
