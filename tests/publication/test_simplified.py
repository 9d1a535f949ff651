"""Simplified characters: what OpenCC does, and the words of this book in which it is wrong."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from rdflib import SKOS, URIRef

from haidiyan.dataset.load import load
from haidiyan.iris import graph, term
from haidiyan.publication.simplified import simplified_literal, simplify


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("父母爻發動", "父母爻发动"),
        ("乾", "乾"),
        ("乾為天", "乾为天"),
        ("陰宮、乾宮", "阴宫、乾宫"),
        ("天干地支", "天干地支"),
        ("天山遯", "天山遁"),
        ("射覆", "射覆"),
        ("世應相剋", "世应相克"),
        ("表裡之爻", "表里之爻"),
        ("Unicode：䷇", "Unicode：䷇"),
        ("", ""),
    ],
)
def test_a_text_is_simplified(traditional: str, simplified: str) -> None:
    assert simplify(traditional) == simplified


def test_what_is_simple_stays() -> None:
    assert simplify(simplify("長生、無妄、乾宮")) == simplify("長生、無妄、乾宮")


def test_the_simplified_names_of_the_hexagrams_are_those_that_people_type() -> None:
    cosmology = load().graphs[graph("cosmology")]
    for hexagram, words in cosmology.subject_objects(URIRef(term("fullName"))):
        others = {str(each) for each in cosmology.objects(hexagram, SKOS.altLabel)}
        if simplify(str(words)) != str(words):
            assert simplify(str(words)) in others, words


def test_only_traditional_labels_have_a_simplified_form() -> None:
    assert simplified_literal(ox.Literal("長生", language="zh-hant")) == ox.Literal("长生", language="zh-hans")
    assert simplified_literal(ox.Literal("birth", language="en")) is None
