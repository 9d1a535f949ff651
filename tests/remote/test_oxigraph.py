"""Against the real ``oxigraph`` server: publish, then query, read and compare as from the dataset built here."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.remote import servers
from tests.remote.conftest import Command

import haidiyan as package
from haidiyan import remote
from haidiyan.dataset import store
from haidiyan.queries import Query, questions
from haidiyan.remote import Client, RemoteDataset
from haidiyan.remote.publish import publish

pytestmark = pytest.mark.xdist_group("oxigraph")

READINGS = [
    ("--hexagram", "比", "--moving", "5", "--month", "申", "--day", "甲申", "--about", "妻", "--topic", "疾病"),
    ("--hexagram", "巽", "--moving", "2", "--month", "子", "--day", "甲寅", "--topic", "公事", "--doctrine", "prose"),
    ("--lines", "6,7,8,9,8,7", "--day", "午", "--all-topics", "--all-doctrines"),
]


@pytest.fixture(scope="module")
def filled(home: Path, bare: str) -> str:
    """A server whose default graph is filled as well."""
    publish(Client(f"{bare}/store"), default_graph=True, home=home)
    return f"{bare}/query"


@pytest.fixture(scope="module")
def union(home: Path) -> Iterator[str]:
    """A server with the union default graph, and nothing in its own."""
    with servers.oxigraph("--union-default-graph") as root:
        publish(Client(f"{root}/store"), home=home)
        yield f"{root}/query"


def rows(text: str) -> Counter[tuple[str, ...]]:
    return Counter(map(tuple, csv.reader(io.StringIO(text))))


@pytest.mark.parametrize("name", ["all-claims", "all-variants"])
@pytest.mark.parametrize("kind", ["filled", "union"])
def test_what_was_published_gives_the_same_rows(
    haidiyan: Command, request: pytest.FixtureRequest, kind: str, name: str
) -> None:
    there = haidiyan("query", name, "--format", "csv", "--endpoint", request.getfixturevalue(kind))
    here = haidiyan("query", name, "--format", "csv")
    assert (there.status, there.complaints) == (0, [])
    assert rows(there.out) == rows(here.out)


def test_every_question_has_the_rows_that_it_has_here(filled: str, home: Path) -> None:
    import pyoxigraph as ox

    built, there = store.open_store(home), RemoteDataset(filled)
    for name in questions():
        answers = []
        for found in (built.query(Query.bundled(name).text), there.ask(Query.bundled(name))):
            assert isinstance(found, ox.QuerySolutions)
            names = [variable.value for variable in found.variables]
            answers.append(Counter(tuple(str(row[each]) for each in names) for row in found))
        assert answers[0] == answers[1], name


@pytest.mark.parametrize("options", READINGS)
def test_a_reading_is_the_same_claim_for_claim(haidiyan: Command, filled: str, options: tuple[str, ...]) -> None:
    here = haidiyan("read", *options, "--json")
    first = haidiyan("read", *options, "--json", "--endpoint", filled)
    again = haidiyan("read", *options, "--json", "--endpoint", filled)
    assert json.loads(here.out)["claims"]
    assert first.out == again.out == here.out
    assert first.complaints == []


def test_a_reading_needs_no_default_graph_and_no_dataset_here(
    haidiyan: Command, bare: str, filled: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here = haidiyan("read", *READINGS[0], "--json")
    monkeypatch.setenv("HAIDIYAN_HOME", str(tmp_path / "nothing"))
    Client(f"{bare}/store").delete(None)
    try:
        assert haidiyan("read", *READINGS[0], "--json", "--endpoint", filled).out == here.out
        assert haidiyan("query", "all-claims", "--endpoint", filled).status == 2
    finally:
        monkeypatch.undo()
        publish(Client(f"{bare}/store"), default_graph=True)
    assert not (tmp_path / "nothing").exists()


@pytest.mark.parametrize("asked", ["--why", "--why-not"])
def test_why_a_claim_applies_is_told_the_same(haidiyan: Command, filled: str, asked: str) -> None:
    apply = [each["id"] for each in json.loads(haidiyan("read", *READINGS[0], "--json").out)["claims"]]
    claim = apply[0] if asked == "--why" else "j2-p01-c03"
    assert (claim in apply) is (asked == "--why")
    here = haidiyan("read", *READINGS[0], asked, claim)
    there = haidiyan("read", *READINGS[0], asked, claim, "--endpoint", filled)
    assert (there.status, there.out) == (here.status, here.out)
    assert here.out


@pytest.mark.parametrize("what", [("2:57",), ("j2-p57-c03",), ("seasonal-void",), (*READINGS[0], "--against", "prose")])
def test_a_comparison_is_the_same(haidiyan: Command, filled: str, what: tuple[str, ...]) -> None:
    here = haidiyan("compare", *what, "--json")
    there = haidiyan("compare", *what, "--json", "--endpoint", filled)
    assert (there.status, there.complaints) == (0, [])
    assert there.out == here.out


def test_python_reads_over_an_endpoint(home: Path, filled: str) -> None:
    chart = package.cast(hexagram="比", moving=[5], month="申", day="甲申")
    here = package.read(chart, topic="疾病").to_dict()
    assert package.read(chart, topic="疾病", endpoint=filled).to_dict() == here
    with remote.used(filled):
        there = package.read(package.cast(hexagram="比", moving=[5], month="申", day="甲申"), topic="疾病")
    assert there.to_dict() == here


def test_a_query_that_the_store_refuses_is_told(
    haidiyan: Command, filled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("SELECT * { ?s ?p"))
    said = haidiyan("query", "-", "--endpoint", filled)
    assert (said.status, said.out) == (2, "")
    assert "refuses the query" in said.complaints[0]


@pytest.mark.parametrize("path", ["/", "/nowhere"])
def test_the_address_of_something_else_is_told(haidiyan: Command, bare: str, path: str) -> None:
    said = haidiyan("query", "all-claims", "--endpoint", bare + path)
    assert said.status == 2
    assert "docs/endpoints.md" in said.complaints[0]
