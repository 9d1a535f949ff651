"""The shapes: the cosmology fits them, and each kind of damage is named in words."""

from __future__ import annotations

import pytest
from rdflib import Graph, URIRef

from haidiyan.dataset.shapes import load_shapes, validate
from haidiyan.iris import BASE, term
from haidiyan.resources import root

from .conftest import World

ADDED = [
    ("hexagram-line/08-5", "branch", "branch/zi", "A line of a hexagram must have exactly one branch."),
    ("hexagram-line/09-1", "element", "element/fire", "must have exactly one element, that of its branch"),
    ("hexagram/33", "palace", "palace/kun", "A hexagram must have exactly one palace."),
    ("hexagram/01", "body", "element/wood", "A hexagram must have exactly one body."),
    ("pillar/jiazi", "void", "branch/zi", "A pillar must have exactly two branches void in its decade."),
    ("season/spring", "resting", "element/fire", "A season must have exactly one element that is resting."),
    ("element/wood", "tombAt", "branch/zi", "An element must have at most one branch of its tomb"),
    ("branch/zi", "combines", "branch/wu", "A branch must have exactly one branch that it combines with."),
]
REMOVED = [
    ("hexagram-line/10-2", "relation", "A line of a hexagram must have exactly one relation to its palace."),
    ("hexagram/34", "body", "A hexagram must have exactly one body."),
    ("stem/jia", "firstSpirit", "A stem must have exactly one spirit on line 1 of its days."),
]


@pytest.fixture(scope="module")
def shapes() -> Graph:
    return load_shapes([root() / "ontology" / "shapes" / "cosmology.ttl"])


@pytest.fixture(scope="module")
def complaints(world: World, shapes: Graph) -> list[str]:
    """What is said of a cosmology with every damage at once."""
    bad = world.all + Graph()
    for subject, predicate, value, _ in ADDED:
        bad.add((URIRef(BASE + subject), URIRef(term(predicate)), URIRef(BASE + value)))
    for subject, predicate, _ in REMOVED:
        statement = (URIRef(BASE + subject), URIRef(term(predicate)), None)
        assert statement in bad
        bad.remove(statement)
    return validate(bad, shapes, name=lambda iri: iri.removeprefix(BASE))


def test_the_cosmology_fits_its_shapes(world: World, shapes: Graph) -> None:
    assert validate(world.all, shapes) == []


@pytest.mark.parametrize(("subject", "words"), [(row[0], row[-1]) for row in [*ADDED, *REMOVED]])
def test_damage_is_named(complaints: list[str], subject: str, words: str) -> None:
    assert any(subject in each and words in each for each in complaints), complaints


def test_a_palace_of_nine_is_named(complaints: list[str]) -> None:
    assert any("palace/kun" in each and "exactly eight hexagrams" in each for each in complaints)


def test_only_the_damaged_are_named(complaints: list[str]) -> None:
    damaged = {row[0] for row in [*ADDED, *REMOVED]} | {"palace/kun"}
    assert [each for each in complaints if not any(f"{name}:" in each for name in damaged)] == []
