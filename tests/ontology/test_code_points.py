"""The code points of trigrams and hexagrams: each names the character that Unicode has for the figure."""

from __future__ import annotations

import unicodedata

import pyoxigraph as ox
import pytest

from haidiyan.iris import PREFIXES

HEAD = "".join(f"PREFIX {name}: <{space}>\n" for name, space in PREFIXES.items())
TRIGRAMS = {
    "乾": "HEAVEN",
    "兌": "LAKE",
    "離": "FIRE",
    "震": "THUNDER",
    "巽": "WIND",
    "坎": "WATER",
    "艮": "MOUNTAIN",
    "坤": "EARTH",
}


def figures(store: ox.Store, kind: str) -> list[tuple[str, str, str]]:
    found = store.query(
        f"{HEAD} SELECT ?name ?symbol ?point {{ ?figure a {kind} ; skos:prefLabel ?name ; hdy:symbol ?symbol ;"
        ' hdy:codePoint ?point FILTER (LANG(?name) = "zh-hant") }'
    )
    assert isinstance(found, ox.QuerySolutions)
    return [(row["name"].value, row["symbol"].value, row["point"].value) for row in found]


@pytest.mark.parametrize(("kind", "count"), [("hdy:Trigram", 8), ("hdy:Hexagram", 64)])
def test_every_figure_has_the_code_point_of_its_symbol(store: ox.Store, kind: str, count: int) -> None:
    found = figures(store, kind)
    assert len(found) == len({point for _, _, point in found}) == count
    assert all(point == f"U+{ord(symbol):04X}" for _, symbol, point in found)


def test_a_trigram_has_the_name_that_unicode_gives_it(store: ox.Store) -> None:
    found = {name: unicodedata.name(chr(int(point[2:], 16))) for name, _, point in figures(store, "hdy:Trigram")}
    assert found == {name: f"TRIGRAM FOR {words}" for name, words in TRIGRAMS.items()}


def test_the_hexagrams_run_in_the_order_of_king_wen(store: ox.Store) -> None:
    found = store.query(
        f"{HEAD} SELECT ?number ?point {{ ?h a hdy:Hexagram ; hdy:number ?number ; hdy:codePoint ?point }}"
    )
    assert isinstance(found, ox.QuerySolutions)
    rows = {int(row["number"].value): int(row["point"].value[2:], 16) for row in found}
    assert rows == {number: 0x4DC0 + number - 1 for number in range(1, 65)}
    assert all(unicodedata.name(chr(point)).startswith("HEXAGRAM FOR ") for point in rows.values())
