"""Against rdflib-endpoint, which has no Graph Store protocol: its dataset is loaded beforehand."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.remote import servers
from tests.remote.conftest import Command

from haidiyan.dataset import store

pytestmark = pytest.mark.xdist_group("rdflib-endpoint")

READING = ("--hexagram", "比", "--moving", "5", "--month", "申", "--day", "甲申", "--about", "妻", "--topic", "疾病")
PATIENCE = ("--timeout", "300")


@pytest.fixture(scope="module")
def endpoint(home: Path) -> Iterator[str]:
    with servers.rdflib_endpoint(store.current(home) / "dataset.nq") as url:
        yield url


def test_a_query_gives_the_same_rows(haidiyan: Command, endpoint: str) -> None:
    here = haidiyan("query", "all-claims", "--format", "csv")
    there = haidiyan("query", "all-claims", "--format", "csv", "--endpoint", endpoint, *PATIENCE)
    assert (there.status, there.complaints) == (0, [])
    answers = [Counter(map(tuple, csv.reader(io.StringIO(said.out)))) for said in (here, there)]
    assert answers[0] == answers[1]


def test_a_query_with_a_value_gives_the_same_rows(haidiyan: Command, endpoint: str) -> None:
    asked = ("query", "claims-by-topic", "--bind", "topic=婚姻", "--format", "csv")
    there = haidiyan(*asked, "--endpoint", endpoint, *PATIENCE)
    assert sorted(there.out.splitlines()) == sorted(haidiyan(*asked).out.splitlines())


def test_a_reading_is_the_same_claim_for_claim(haidiyan: Command, endpoint: str) -> None:
    there = haidiyan("read", *READING, "--json", "--endpoint", endpoint, *PATIENCE)
    assert there.complaints == []
    assert there.out == haidiyan("read", *READING, "--json").out


def test_a_wrong_query_is_told(haidiyan: Command, endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("SELECT * { ?s ?p"))
    said = haidiyan("query", "-", "--endpoint", endpoint, *PATIENCE)
    assert (said.status, len(said.complaints)) == (2, 1)
    assert "refuses the query" in said.complaints[0]
