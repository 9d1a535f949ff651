"""Each variant finds its words in the text and the claims that they touch, or says why it cannot."""

from __future__ import annotations

import pytest
from rdflib import Graph

from haidiyan.dataset import resolve as of_claims
from haidiyan.dataset.variants import resolve
from haidiyan.edition import Volume, read
from haidiyan.errors import BuildError
from haidiyan.iris import PREFIXES, compact, local_name

HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
KINDS = "hdy:Rule rdfs:subClassOf hdy:Claim . hdy:SilentEmendation rdfs:subClassOf hdy:Variant ."


@pytest.fixture(scope="module")
def volumes() -> list[Volume]:
    return read()


def graph(text: str) -> Graph:
    return Graph().parse(data=HEAD + text, format="turtle")


def variant(name: str, base: str, reading: str, more: str = "") -> str:
    return (
        f'variant:{name} a hdy:SilentEmendation ; hdy:passage passage:j2-p09 ; hdy:base "{base}"@lzh-hant ;'
        f' hdy:reading "{reading}"@lzh-hant {more} .\n'
    )


def claim(name: str, quote: str, passage: str = "j2-p09") -> str:
    return f'claim:{name} a hdy:Rule ; hdy:passage passage:{passage} ; hdy:quote "{quote}"@lzh-hant .\n'


def resolved(volumes: list[Volume], variants: str, claims: str = "") -> dict[str, set[str]]:
    """What is found of each variant, by property."""
    ontology = graph(KINDS)
    found = resolve(graph(variants), ontology, volumes, of_claims.places(graph(claims), ontology, volumes))
    told: dict[str, set[str]] = {}
    for subject, predicate, value in found:
        told.setdefault(f"{local_name(str(subject))} {local_name(str(predicate))}", set()).add(compact(str(value)))
    return told


def complaints(volumes: list[Volume], variants: str) -> list[str]:
    with pytest.raises(BuildError) as caught:
        resolved(volumes, variants)
    return caught.value.complaints


def test_a_variant_finds_the_segment_and_the_span_of_its_base(volumes: list[Volume]) -> None:
    told = resolved(volumes, variant("a", "禍崇", "禍祟"))
    text = next(each.text for each in volumes if each.number == 2)
    (start,), (end,) = told["a start"], told["a end"]
    assert text[int(start) : int(end)] == "禍崇"
    (segment,) = told["a baseSegment"]
    assert segment.startswith("segment:j2-p09-s")


def test_a_variant_touches_the_claims_that_quote_a_character_of_it(volumes: list[Volume]) -> None:
    claims = (
        claim("whole", "病困門庭禍崇來")
        + claim("part", "崇來")
        + claim("beside", "病困門庭")
        + claim("note", "病占忌鬼")
    )
    assert resolved(volumes, variant("a", "禍崇", "禍祟"), claims)["a touches"] == {"claim:whole", "claim:part"}


def test_the_same_place_of_another_volume_is_not_touched(volumes: list[Volume]) -> None:
    """Offsets count within a volume’s file: what stands as far into the other one is another place."""
    told = resolved(volumes, variant("a", "官鬼從來克兄弟", "x"))
    start = int(next(iter(told["a start"])))
    other = next(each for each in volumes if each.number == 3)
    there = next(each for passage in other.passages for each in passage.segments if each.start <= start < each.end)
    claims = claim("far", there.words, there.passage)
    assert "a touches" not in resolved(volumes, variant("a", "官鬼從來克兄弟", "x"), claims)


def test_the_reading_finds_its_own_segment(volumes: list[Volume]) -> None:
    quoted = '; hdy:readingPassage passage:j2-p10 ; hdy:readingQuote "禍祟臨門"@zh-hant'
    (segment,) = resolved(volumes, variant("a", "禍崇", "禍祟", quoted))["a readingSegment"]
    assert segment.startswith("segment:j2-p10-s")


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (variant("a", "禍祟", "禍崇"), "does not hold the words “禍祟”"),
        (variant("a", "鬼", "兄"), "say which occurrence is meant"),
        (variant("a", "禍崇", "禍崇"), "Its reading is its base"),
        (variant("a", "禍崇", "禍祟") + variant("b", "禍崇", "禍祟"), "It says the same as variant:a"),
        (
            variant("a", "禍崇", "禍祟", '; hdy:readingPassage passage:j2-p10 ; hdy:readingQuote "禍崇"'),
            "does not hold",
        ),
    ],
)
def test_a_variant_that_cannot_be_placed_is_named(volumes: list[Volume], written: str, says: str) -> None:
    assert any(complaint.startswith("variant:") and says in complaint for complaint in complaints(volumes, written))


def test_every_fault_is_named_at_once(volumes: list[Volume]) -> None:
    assert len(complaints(volumes, variant("a", "無此", "x") + variant("b", "無彼", "y"))) == 2
