"""Every query runs unchanged in both engines, with the same rows; every question has an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from rdflib import Dataset
from rdflib.plugins.sparql import prepareQuery
from rdflib.query import ResultRow

from haidiyan.dataset import store
from haidiyan.dataset.convert import to_rdflib
from haidiyan.iris import compact
from haidiyan.queries import Query, bundled_names, questions, run

# rdflib warns of a deprecation within itself, once a triple.
pytestmark = pytest.mark.filterwarnings("ignore:Dataset.default_context is deprecated")


@pytest.fixture(scope="module")
def oxigraph(home: Path) -> ox.Store:
    return store.open_store(home)


@pytest.fixture(scope="module")
def rdflib(home: Path) -> Dataset:
    return store.dataset(home)


def rows_of(query: Query, oxigraph: ox.Store) -> Counter[tuple[object, ...]]:
    solutions = run(query.text, oxigraph)
    assert isinstance(solutions, ox.QuerySolutions)
    names = [variable.value for variable in solutions.variables]
    return Counter(tuple(None if row[name] is None else to_rdflib(row[name]) for name in names) for row in solutions)


def rdflib_rows(query: Query, rdflib: Dataset) -> Iterator[tuple[object, ...]]:
    for row in rdflib.query(query.text):
        assert isinstance(row, ResultRow)
        yield tuple(row)


@pytest.mark.xdist_group("queries")
@pytest.mark.parametrize("name", questions())
def test_both_engines_give_the_same_rows(name: str, oxigraph: ox.Store, rdflib: Dataset) -> None:
    query = Query.bundled(name)
    assert rows_of(query, oxigraph) == Counter(rdflib_rows(query, rdflib))


@pytest.mark.xdist_group("queries")
@pytest.mark.parametrize("name", questions())
def test_every_question_has_an_answer(name: str, oxigraph: ox.Store) -> None:
    assert rows_of(Query.bundled(name), oxigraph)


@pytest.mark.xdist_group("queries")
@pytest.mark.parametrize("name", questions())
def test_the_sample_answer_is_a_row_of_the_answer(name: str, oxigraph: ox.Store) -> None:
    query = Query.bundled(name)
    rows = {", ".join(compact(str(cell)) for cell in row if cell is not None) for row in rows_of(query, oxigraph)}
    assert query.header("answer") in rows


@pytest.mark.parametrize("name", bundled_names())
def test_every_query_is_sparql_for_both_engines(name: str) -> None:
    query = Query.bundled(name)
    prepareQuery(query.text)
    run(query.text, ox.Store())


@pytest.mark.parametrize("name", questions())
def test_every_question_says_what_it_asks_in_both_languages(name: str) -> None:
    query = Query.bundled(name)
    assert query.header("question (zh-hant)").endswith("？")
    assert query.header("question (en)").endswith("?")
    assert query.header("answer")
    described = {key.removeprefix("parameter ") for key in query.headers if key.startswith("parameter ")}
    assert described == set(query.parameters)


@pytest.mark.xdist_group("queries")
def test_the_list_of_claims_has_the_columns_that_others_build_on(oxigraph: ox.Store) -> None:
    solutions = run(Query.bundled("all-claims").text, oxigraph)
    assert isinstance(solutions, ox.QuerySolutions)
    assert [each.value for each in solutions.variables] == ["claim", "volume", "paragraph", "layer", "quote", "kind"]
    rows = {row["claim"].value.rsplit("/", 1)[-1]: row for row in solutions}
    counted = oxigraph.query(
        "SELECT (COUNT(DISTINCT ?claim) AS ?n) { ?claim <https://w3id.org/haidiyan/ontology#quote> ?quote }"
    )
    assert isinstance(counted, ox.QuerySolutions)
    assert len(rows) == int(next(iter(counted))["n"].value)
    for name, row in rows.items():
        volume, paragraph = int(row["volume"].value), int(row["paragraph"].value)
        assert name.startswith(f"j{volume}-p{paragraph:02d}-c")
        assert row["volume"].datatype.value.endswith("#integer")
        assert row["paragraph"].datatype.value.endswith("#integer")
        layers = {"label", "verse", "interlinear", "headnote", "prose", "colophon", "textual-note"}
        assert row["layer"].value in layers
        kinds = {"rule", "definition", "method", "example", "attribution", "textualstatement"}
        assert row["kind"].value in kinds


@pytest.mark.xdist_group("queries")
def test_a_parameter_changes_the_answer(oxigraph: ox.Store) -> None:
    query = Query.bundled("hexagrams-lacking-relation")
    relation = "https://w3id.org/haidiyan/relation/"
    by_default = rows_of(query, oxigraph)
    assert rows_of(query.bind({"relation": ox.NamedNode(relation + "wealth")}), oxigraph) == by_default
    assert rows_of(query.bind({"relation": ox.NamedNode(relation + "officials")}), oxigraph) != by_default
