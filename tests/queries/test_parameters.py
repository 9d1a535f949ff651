"""A parameter is one marked VALUES line, and what goes into it is a term and never text."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from haidiyan.errors import InputError
from haidiyan.queries import Query, parse_binding, parse_term, run

TEXT = """# question (en): Which things have a topic?
# parameter topic: the topic, topic:illness unless
#   another is given
PREFIX topic: <https://w3id.org/haidiyan/topic/>
SELECT ?thing WHERE {
  VALUES ?topic { topic:illness } # parameter
  VALUES ?other { 1 2 }
  ?thing ?p ?topic .
}
"""
TRADE = ox.NamedNode("https://w3id.org/haidiyan/topic/trade")
XSD = "http://www.w3.org/2001/XMLSchema#"


def test_only_the_marked_line_is_a_parameter() -> None:
    assert Query(TEXT).parameters == {"topic": "topic:illness"}


def test_a_header_goes_on_in_indented_lines() -> None:
    assert Query(TEXT).header("parameter topic") == "the topic, topic:illness unless another is given"
    assert Query(TEXT).header("answer") == ""


def test_a_bound_query_differs_in_that_line_alone() -> None:
    before, after = TEXT.splitlines(), Query(TEXT).bind({"topic": TRADE}).text.splitlines()
    assert [(one, two) for one, two in zip(before, after, strict=True) if one != two] == [
        (
            "  VALUES ?topic { topic:illness } # parameter",
            "  VALUES ?topic { <https://w3id.org/haidiyan/topic/trade> } # parameter",
        )
    ]


def test_a_bound_query_can_be_bound_again() -> None:
    once = Query(TEXT).bind({"topic": TRADE})
    assert once.bind({"topic": TRADE}).text == once.text


def test_several_values_are_alternatives() -> None:
    bound = Query(TEXT).bind({"topic": [TRADE, ox.Literal("疾病")]})
    assert '{ <https://w3id.org/haidiyan/topic/trade> "疾病" } # parameter' in bound.text


def test_an_unknown_name_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(InputError, match=r"has no parameter 'topik'; its parameters are: topic\."):
        Query(TEXT).bind({"topik": TRADE})
    with pytest.raises(InputError, match=r"its parameters are: none\."):
        Query("SELECT * { ?s ?p ?o }").bind({"topic": TRADE})


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("topic:trade", TRADE),
        ("<https://w3id.org/haidiyan/topic/trade>", TRADE),
        ("https://w3id.org/haidiyan/topic/trade", TRADE),
        ("hdy:Rule", ox.NamedNode("https://w3id.org/haidiyan/ontology#Rule")),
        ('"疾病"@zh-Hant', ox.Literal("疾病", language="zh-hant")),
        ('"1"^^xsd:integer', ox.Literal("1", datatype=ox.NamedNode(XSD + "integer"))),
        ('"3"', ox.Literal("3")),
        ('"a \\"b\\" \\\\ \\n"', ox.Literal('a "b" \\ \n')),
        ("3", ox.Literal("3", datatype=ox.NamedNode(XSD + "integer"))),
        ("-3.5", ox.Literal("-3.5", datatype=ox.NamedNode(XSD + "decimal"))),
        ("true", ox.Literal("true", datatype=ox.NamedNode(XSD + "boolean"))),
        ("疾病", ox.Literal("疾病")),
        ("父動：", ox.Literal("父動：")),
        ("two words", ox.Literal("two words")),
        ("", ox.Literal("")),
    ],
)
def test_terms_are_written_as_people_write_them(text: str, term: object) -> None:
    assert parse_term(text) == term


@pytest.mark.parametrize("text", ["nowhere:trade", "topic:a{b", "<a b>", "<relative>", '"1"^^3', "http://a b"])
def test_what_is_no_term_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_term(text)


@pytest.mark.parametrize("value", ['x" } ?s ?p ?o . { "', "x\n} DROP ALL #", "\\", "topic:trade } #", "# parameter"])
def test_no_value_gets_out_of_its_braces(value: str) -> None:
    store = ox.Store()
    thing, topic = ox.NamedNode("https://example.org/thing"), ox.NamedNode("https://example.org/topic")
    store.add(ox.Quad(thing, topic, ox.Literal(value)))
    store.add(ox.Quad(thing, topic, ox.Literal("another")))
    bound = Query(TEXT.replace("SELECT ?thing", "SELECT DISTINCT ?thing ?topic")).bind({"topic": ox.Literal(value)})
    found = run(bound.text, store)
    assert isinstance(found, ox.QuerySolutions)
    assert [row["topic"] for row in found] == [ox.Literal(value)]


@pytest.mark.parametrize("text", ["topic", "=topic:trade", " = x"])
def test_a_binding_has_a_name_and_a_value(text: str) -> None:
    with pytest.raises(InputError, match="--bind takes name=value"):
        parse_binding(text)


def test_a_value_may_hold_an_equals_sign_and_a_name_its_question_mark() -> None:
    assert parse_binding("?words=a=b") == ("words", ox.Literal("a=b"))


def test_an_update_is_no_query() -> None:
    with pytest.raises(InputError, match="This is no SPARQL query"):
        run("DROP ALL", ox.Store())
