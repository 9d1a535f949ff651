"""What an overlay adds to a passage, a claim or an axis is found by its name, and marked as its author's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import haidiyan
from haidiyan.comparison.find import of_book
from haidiyan.dataset.overlay import Overlay, load, used
from haidiyan.errors import InputError
from haidiyan.publication.comparison import tell
from haidiyan.reading.why import find_claim, why
from haidiyan.resources import root

pytestmark = pytest.mark.usefixtures("home")

Json = dict[str, Any]

SCHEMA = json.loads((Path(haidiyan.__file__).parent / "publication" / "schema" / "compare-1.json").read_text("utf-8"))
CHEN = "https://example.org/chen/"
ADDED = {"my:note-on-water": "2:37", "my:water-for-too": "2:37", "my:stage-void-always": "stage-void"}
"""Each thing of the worked example, and where in the book it belongs."""


@pytest.fixture(scope="module")
def chen(home: Path) -> Iterator[Overlay]:
    with used(load(root() / "docs" / "examples" / "overlay.ttl")) as overlay:
        assert overlay is not None
        yield overlay


def things(told: Any) -> Iterator[Json]:
    """Everything in a comparison that says who added it."""
    if isinstance(told, dict):
        if "addedBy" in told:
            yield told
        for each in told.values():
            yield from things(each)
    if isinstance(told, list):
        for each in told:
            yield from things(each)


@pytest.mark.parametrize("name", ["2:37", "my:note-on-water", "stage-void"])
def test_what_is_added_is_marked_and_nothing_else(chen: Overlay, name: str) -> None:
    told = of_book(name, chen)
    marked = {each["iri"]: each["addedBy"] for each in things(told) if "iri" in each}
    assert {iri for iri, author in marked.items() if author == "陳某"} == {iri for iri in marked if iri in chen.adds}
    assert "陳某" in marked.values()
    assert told["overlay"] == chen.to_dict()
    assert not list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(json.loads(json.dumps(told))))
    assert "陳某所增" in tell(told, 160)
    assert tell(told, 160).endswith("增補 added by 陳某（overlay.ttl）")


def test_without_an_overlay_nothing_is_marked() -> None:
    for name in ("2:37", "j2-p37-c08", "stage-void"):
        told = of_book(name)
        assert told["overlay"] is None
        assert {each["addedBy"] for each in things(told)} == {None}


def test_the_book_does_not_speak_for_a_choice_of_the_author(chen: Overlay) -> None:
    told = of_book("stage-void", chen)
    choice = next(each for each in told["choices"] if each["name"] == "always")
    assert (choice["addedBy"], choice["supported"]) == ("陳某", False)
    speakers = [each["author"]["label"] for each in told["positions"] if each["choice"]["name"] == "always"]
    assert set(speakers) <= {"陳某"}


@pytest.mark.parametrize("name", ADDED)
def test_what_is_added_is_found_as_the_file_writes_it_by_its_last_part_and_by_iri(chen: Overlay, name: str) -> None:
    local = name.removeprefix("my:")
    told = of_book(name, chen)
    assert [of_book(each, chen) for each in (local, CHEN + local, f"<{CHEN}{local}>")] == [told] * 3
    if told["compares"] == "claim":
        assert told["claim"]["iri"] == CHEN + local
    else:
        assert told == of_book(ADDED[name], chen)


def test_a_doctrine_is_compared_over_a_chart(chen: Overlay) -> None:
    with pytest.raises(InputError, match="is a doctrine"):
        of_book("my:chen-reads", chen)


def test_why_names_the_author_of_a_claim_and_of_a_choice(chen: Overlay) -> None:
    chart = haidiyan.cast(hexagram="巽", moving=[2], month="子", day="甲寅")
    reading = haidiyan.read(chart, "公事", doctrine="chen", overlay=chen)
    for name in ("note-on-water", "my:note-on-water", f"{CHEN}note-on-water"):
        assert why(reading, find_claim(name))[0]["by"] == "增補 added by 陳某"
    assert not any("added by" in step["by"] for step in why(reading, find_claim("j2-p37-c07"))[:1])
