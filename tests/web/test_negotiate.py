"""Rules of content negotiation, as RFC 9110 has them."""

from __future__ import annotations

import pytest

from haidiyan.web.negotiate import best

HTML, TURTLE, JSONLD, RDFXML = "text/html", "text/turtle", "application/ld+json", "application/rdf+xml"
OFFERED = [HTML, TURTLE, JSONLD, RDFXML]


@pytest.mark.parametrize("header", [None, "", "*/*", " , ", "nonsense", "*/html", "text/html;q=2"])
def test_who_asks_for_nothing_in_particular_gets_what_is_offered_first(header: str | None) -> None:
    assert best(header, OFFERED) == HTML


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("text/turtle", TURTLE),
        ("TEXT/Turtle", TURTLE),
        ("application/ld+json, text/html;q=0.5", JSONLD),
        ("text/turtle;q=0.3, application/rdf+xml;q=0.7", RDFXML),
        ("text/turtle;q=0.001, image/png", TURTLE),
        ("image/png, text/turtle ; q=0.2", TURTLE),
    ],
)
def test_the_higher_quality_wins(header: str, wanted: str) -> None:
    assert best(header, OFFERED) == wanted


def test_of_types_liked_alike_the_one_offered_first_is_taken() -> None:
    assert best("application/rdf+xml, text/turtle", OFFERED) == TURTLE
    assert best("application/*", OFFERED) == JSONLD


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("*/*;q=0.1, text/turtle", TURTLE),
        ("text/html;q=0.2, text/*;q=0.9", TURTLE),
        ("text/*;q=0.1, application/*;q=0.5, */*;q=0.9", JSONLD),
        ("text/html;q=0, */*", TURTLE),
    ],
)
def test_the_most_specific_range_says_how_well_a_type_is_liked(header: str, wanted: str) -> None:
    assert best(header, OFFERED) == wanted


@pytest.mark.parametrize("header", ["image/png", "text/turtle;q=0", "*/*;q=0", "text/html;q=0.0, text/turtle;q=0.000"])
def test_where_nothing_is_acceptable_nothing_is_picked(header: str) -> None:
    assert best(header, [HTML, TURTLE]) is None


def test_a_parameter_of_the_type_must_be_that_of_the_offer() -> None:
    profile = 'application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"'
    assert best(profile, [HTML, JSONLD]) is None
    assert best(f"{profile}, text/turtle;q=0.2", [HTML, TURTLE, JSONLD]) == TURTLE
    assert best("text/html;charset=utf-8", ["text/html;charset=UTF-8"]) == "text/html;charset=UTF-8"


def test_what_follows_the_quality_is_no_parameter_of_the_type() -> None:
    assert best("text/turtle;q=0.4;level=1, text/html;q=0.3", OFFERED) == TURTLE


def test_a_comma_in_quotes_parts_nothing() -> None:
    assert best('text/turtle;note="a, text/html"', ["text/html", "text/turtle"]) is None


def test_what_browsers_send_is_answered_with_a_page() -> None:
    sent = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
    assert best(sent, [TURTLE, HTML]) == HTML


def test_what_rdflib_sends_is_answered_with_rdf() -> None:
    sent = "text/turtle, application/rdf+xml, application/trig;q=0.9, text/plain;q=0.5, text/html;q=0.1, */*;q=0.05"
    assert best(sent, OFFERED) == TURTLE
