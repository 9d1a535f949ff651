"""What a user gives for a parameter is a thing that the dataset knows, or is refused."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from haidiyan.bindings import settle
from haidiyan.dataset.store import open_store
from haidiyan.errors import InputError
from haidiyan.iris import individual
from haidiyan.queries import Query, parse_binding


def settled(query: str, binding: str, home: Path) -> list[object]:
    name, term = parse_binding(binding)
    return list(settle(Query.bundled(query), {name: [term]}, open_store(home))[name])


@pytest.mark.parametrize("given", ["topic=疾病", "topic=illness", "topic=topic:illness", "topic=疾"])
def test_a_topic_is_found_by_name_by_local_name_and_by_iri(given: str, home: Path) -> None:
    assert settled("claims-by-topic", given, home) == [ox.NamedNode(individual("topic", "illness"))]


def test_a_passage_is_found_by_its_local_name(home: Path) -> None:
    assert settled("notes-of-a-passage", "passage=j2-p01", home) == [ox.NamedNode(individual("passage", "j2-p01"))]


@pytest.mark.parametrize("given", ["relation=relation:nope", "relation=妻妾", "relation=<https://example.org/x>"])
def test_what_the_dataset_does_not_know_is_refused_rather_than_answered(given: str, home: Path) -> None:
    with pytest.raises(InputError):
        settled("hexagrams-lacking-relation", given, home)
