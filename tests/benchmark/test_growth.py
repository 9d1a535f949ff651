"""The text that makes the dataset grow holds the book again, and a build that would take too long is foreseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from haidiyan import edition
from haidiyan.benchmark import growth
from haidiyan.benchmark.copies import copies
from haidiyan.benchmark.timing import Findings
from haidiyan.dataset import texts
from haidiyan.dataset.load import load
from haidiyan.iris import PREFIXES, graph, local_name, term


def test_three_times_the_claims_is_the_book_and_two_copies(tmp_path: Path) -> None:
    folders = texts.given([copies(tmp_path, 3)])
    volumes = {each.number: each for each in edition.read(texts=folders)}
    assert sorted(volumes) == [2, 3, 1001, 1002, 1003, 1004]
    for book, copy in ((2, 1001), (3, 1002), (2, 1003), (3, 1004)):
        assert [each.text for each in volumes[copy].passages] == [each.text for each in volumes[book].passages]
    claims = load(texts=texts.files(folders)).graphs[graph("claims")]
    names: dict[str, set[str]] = {}
    for claim, predicate, _ in claims:
        if str(claim).startswith(PREFIXES["claim"]) and str(predicate) == term("antecedent"):
            prefix, rest = local_name(str(claim)).split("-", 1)
            names.setdefault(prefix, set()).add(rest)
    assert names["j1001"] == names["j1003"]
    assert names["j1002"] == names["j1004"]
    assert names["j1001"] <= names["j2"]
    assert names["j1001"]


@pytest.mark.parametrize(
    ("took", "times", "seconds"),
    [({}, 1, 0), ({1: 20.0}, 2, 40), ({1: 20.0, 2: 28.0}, 10, 92), ({2: 28.0}, 10, 0)],
)
def test_a_build_is_foreseen_from_what_the_second_copy_took(took: dict[int, float], times: int, seconds: float) -> None:
    assert growth._foreseen(times, took) == seconds


def test_builds_that_would_take_too_long_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "_build", lambda times, *given: None)
    monkeypatch.setattr(growth, "_foreseen", lambda times, took: growth.ENOUGH + 1 if times == 10 else 0)
    found = Findings()
    growth._builds(None, found)
    assert list(found.skipped) == ["build, 10 times"]
