"""The tables: one row a thing, every column documented, fit for a spreadsheet where that is asked for."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pyoxigraph as ox
import pytest

from haidiyan.dataset import store
from haidiyan.errors import InputError
from haidiyan.iris import term
from haidiyan.publication import tables
from haidiyan.publication.tables import Table
from haidiyan.queries import Query, run
from haidiyan.resources import root

OF_CLASS = {"passages": "Passage", "segments": "Segment", "hexagrams": "Hexagram", "lines": "HexagramLine"}
OF_CLASS |= {"choices": "Choice", "situations": "Situation", "states": "State"}
LINKS = {
    "claims": {"passage": "passages", "segment": "segments", "glosses": "claims", "situation": "situations"}
    | {
        "overrides": "claims",
        "choice": "choices",
        "variant": "variants",
        "topics": "topics",
        "alternatives": "situations",
    },
    "variants": {"passage": "passages", "segment": "segments", "claims": "claims", "base_choice": "choices"},
    "segments": {"passage": "passages"},
    "passages": {"renders": "passages"},
    "lines": {"hexagram": "hexagrams", "najia_from": "lines", "home_line": "lines"},
    "situations": {"claims": "claims"},
    "choices": {"attested_in": "passages"},
}
"""The columns that lead from table to table."""


@pytest.fixture(scope="module")
def built(home: Path) -> ox.Store:
    return store.open_store(home)


@pytest.fixture(scope="module")
def found(built: ox.Store) -> dict[str, Table]:
    return {each.name: each for each in tables.tables(None, built)}


def read(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline="")))


def test_each_table_has_a_row_for_each_thing_of_its_kind(found: dict[str, Table], built: ox.Store) -> None:
    for name, kind in OF_CLASS.items():
        typed = built.quads_for_pattern(None, ox.NamedNode(f"{RDF}type"), ox.NamedNode(term(kind)), ox.DefaultGraph())
        assert {row["iri"] for row in found[name].rows} == {str(getattr(each.subject, "value", "")) for each in typed}
    for name, query, variable in (("claims", "all-claims", "claim"), ("variants", "all-variants", "variant")):
        listed = run(Query.bundled(query).text, built)
        assert isinstance(listed, ox.QuerySolutions)
        assert {row["iri"] for row in found[name].rows} == {str(getattr(row[variable], "value", "")) for row in listed}


def test_no_thing_has_two_rows(found: dict[str, Table]) -> None:
    for each in found.values():
        names = [row["iri"] for row in each.rows]
        assert names
        assert len(names) == len(set(names)), each.name


def test_a_cell_holds_one_value_unless_its_column_says_so(built: ox.Store) -> None:
    """Of the rows that the query gives for one thing, a column that is not named under ``several`` has one value."""
    for name in tables.names():
        query = Query.bundled(tables.PREFIX + name)
        several = query.header("several").split()
        solutions = run(query.text, built)
        assert isinstance(solutions, ox.QuerySolutions)
        columns = [each.value for each in solutions.variables]
        seen: dict[tuple[str, str], str] = {}
        for row in solutions:
            iri = str(getattr(row["iri"], "value", ""))
            for column in columns:
                value = str(getattr(row[column], "value", ""))
                if column not in several:
                    assert seen.setdefault((iri, column), value) == value, (name, column)
                else:
                    assert " " not in value, (name, column, value)


def test_every_column_is_documented_and_every_documented_column_is_there(found: dict[str, Table]) -> None:
    page = (root() / "docs" / "exports.md").read_text(encoding="utf-8")
    for each in found.values():
        headers = Query.bundled(tables.PREFIX + each.name).headers
        documented = [key.removeprefix("column ") for key in headers if key.startswith("column ")]
        assert documented == list(each.columns), each.name
        assert set(each.several) <= set(each.columns)
        assert headers["table (zh-hant)"]
        assert each.title
        assert f"`{each.name}`" in page


def test_links_lead_from_table_to_table(found: dict[str, Table]) -> None:
    for name, columns in LINKS.items():
        for column, target in columns.items():
            there = {row["id"] for row in found[target].rows}
            linked = {value for row in found[name].rows for value in str(row[column]).split()}
            assert linked
            assert linked <= there, (name, column)


def test_the_text_is_exact(found: dict[str, Table]) -> None:
    files = {str(number): (root() / "data" / "source" / f"juan{number}.txt").read_text("utf-8") for number in (2, 3)}
    for name, column in (("claims", "quote"), ("segments", "words"), ("passages", "text"), ("variants", "base")):
        for row in read(tables.to_csv(found[name])):
            assert files[row["volume"]][int(row["start"]) : int(row["end"])] == row[column]


def test_a_claim_reads_as_the_book_says(found: dict[str, Table]) -> None:
    """婚姻子息應難得, 2:1: of marriage and of children; two topics, the Chinese in the order of the names."""
    (row,) = [row for row in read(tables.to_csv(found["claims"])) if row["quote"] == "婚姻子息應難得"]
    assert (row["volume"], row["paragraph"], row["layer"], row["author"]) == ("2", "1", "verse", "lu-wei")
    assert (row["topics"], row["topics_zh"]) == ("children marriage", "子嗣 婚姻")
    assert (row["situation"], row["prognosis"], row["witness"]) == ("parents-moving", "adverse", "line")


def test_only_the_rows_of_what_was_chosen_are_there(built: ox.Store) -> None:
    iri = "https://w3id.org/haidiyan/hexagram/08"
    (alone,) = tables.tables({iri}, built)
    assert (alone.name, [row["name"] for row in alone.rows]) == ("hexagrams", ["比"])
    assert tables.tables(set(), built) == []


def test_plain_csv_has_no_mark_and_excel_has_one(found: dict[str, Table]) -> None:
    plain, excel = tables.to_csv(found["claims"]), tables.to_csv(found["claims"], excel=True)
    assert not plain.startswith(b"\xef\xbb\xbf")
    assert excel == b"\xef\xbb\xbf" + plain


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_cell_is_a_formula_for_excel(cell: str) -> None:
    table = Table("t", ["a", "b"], [{"a": cell, "b": "比 = 坤"}])
    (row,) = read(tables.to_csv(table))
    assert row == {"a": cell, "b": "比 = 坤"}
    (guarded,) = read(tables.to_csv(table, excel=True)[3:])
    assert guarded == {"a": f"'{cell}", "b": "比 = 坤"}


def test_a_cell_keeps_commas_quotes_and_line_ends_and_a_missing_one_is_empty() -> None:
    table = Table("t", ["a", "b"], [{"a": '病,"人"\n無藥'}])
    assert read(tables.to_csv(table)) == [{"a": '病,"人"\n無藥', "b": ""}]


def test_a_description_lies_beside_the_tables(found: dict[str, Table]) -> None:
    described = json.loads(tables.description(found.values()))
    assert [each["url"] for each in described["tables"]] == [f"{name}.csv" for name in sorted(found)]
    for each in described["tables"]:
        columns = each["tableSchema"]["columns"]
        name = each["url"].removesuffix(".csv")
        assert [column["name"] for column in columns] == list(found[name].columns)
        assert all(column["dc:description"] for column in columns)
        assert {column["name"] for column in columns if "separator" in column} == set(found[name].several)


def test_a_table_that_there_is_not_is_refused_with_those_there_are(built: ox.Store) -> None:
    with pytest.raises(InputError, match="There is no table 'claim'; there are choices, claims"):
        tables.table("claim", None, built)


RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
