"""Each claim finds the segment that holds its words, or says why it cannot."""

from __future__ import annotations

import pytest
from rdflib import Graph, URIRef

from haidiyan.dataset.resolve import places, sources
from haidiyan.edition import Volume, read
from haidiyan.errors import BuildError
from haidiyan.iris import PREFIXES, compact, term

HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
KINDS = "hdy:Rule rdfs:subClassOf hdy:Claim . hdy:Definition rdfs:subClassOf hdy:Claim ."


def claim(name: str, quote: str, more: str = "", passage: str = "j2-p01", kind: str = "Rule") -> str:
    return f'claim:{name} a hdy:{kind} ; hdy:passage passage:{passage} ; hdy:quote "{quote}"@lzh-hant {more} .\n'


@pytest.fixture(scope="module")
def volumes() -> list[Volume]:
    return read()


def resolved(volumes: list[Volume], *claims: str) -> dict[str, str]:
    found = sources(places(graph("".join(claims)), graph(KINDS), volumes, lambda iri: f"{compact(iri)} (file.ttl)"))
    return {compact(str(one)): compact(str(other)) for one, other in found.subject_objects(URIRef(term("statedIn")))}


def graph(text: str) -> Graph:
    return Graph().parse(data=HEAD + text, format="turtle")


def complaints(volumes: list[Volume], *claims: str) -> list[str]:
    with pytest.raises(BuildError) as caught:
        resolved(volumes, *claims)
    return caught.value.complaints


def words(volumes: list[Volume], segment: str) -> str:
    return next(
        each.words
        for volume in volumes
        for passage in volume.passages
        for each in passage.segments
        if each.name == segment.partition(":")[2]
    )


def test_a_claim_finds_the_segment_that_holds_its_words(volumes: list[Volume]) -> None:
    found = resolved(volumes, claim("a", "病人無藥主沉昏"), claim("b", "子能醫藥", kind="Definition"))
    assert {name: words(volumes, segment) for name, segment in found.items()} == {
        "claim:a": "病人無藥主沉昏",
        "claim:b": "子能醫藥",
    }


def test_part_of_a_segment_is_enough(volumes: list[Volume]) -> None:
    assert words(volumes, resolved(volumes, claim("a", "無藥"))["claim:a"]) == "病人無藥主沉昏"


def test_words_that_occur_again_need_their_number(volumes: list[Volume]) -> None:
    found = complaints(volumes, claim("a", "父"))
    assert len(found) == 1
    assert found[0].startswith("claim:a (file.ttl): Passage j2-p01 holds “父” ")
    first = resolved(volumes, claim("a", "父", "; hdy:occurrence 1"))["claim:a"]
    second = resolved(volumes, claim("a", "父", "; hdy:occurrence 2"))["claim:a"]
    assert (words(volumes, first), words(volumes, second)) == ("父動", "父母當頭克子孫")


def test_words_across_two_segments_are_refused(volumes: list[Volume]) -> None:
    assert "within one segment" in complaints(volumes, claim("a", "子孫，病人"))[0]


def test_words_of_another_passage_are_refused_with_claim_and_file(volumes: list[Volume]) -> None:
    found = complaints(volumes, claim("a", "子孫發動傷官鬼"), claim("b", "占病求醫身便痊"))
    assert [each.split(":")[1] for each in found] == ["a (file.ttl)", "b (file.ttl)"]


def test_a_note_may_gloss_only_what_its_note_glosses(volumes: list[Volume]) -> None:
    verse, other = claim("a", "病人無藥主沉昏"), claim("b", "婚姻子息應難得")
    right = claim("c", "子能醫藥", "; hdy:glosses claim:a")
    assert len(resolved(volumes, verse, other, right)) == 3
    wrong = claim("c", "子能醫藥", "; hdy:glosses claim:b")
    found = complaints(volumes, verse, other, wrong)
    assert len(found) == 1
    assert found[0].startswith("claim:c (file.ttl): It glosses claim:b, but its note glosses")


def test_a_verse_is_no_note(volumes: list[Volume]) -> None:
    found = complaints(volumes, claim("a", "病人無藥主沉昏"), claim("b", "婚姻子息應難得", "; hdy:glosses claim:a"))
    assert found == ["claim:b (file.ttl): It glosses claim:a, but its words are no note."]


def test_a_claim_without_words_is_refused(volumes: list[Volume]) -> None:
    assert "one hdy:quote and one hdy:passage" in complaints(volumes, "claim:a a hdy:Rule .")[0]


def test_a_claim_knows_the_span_of_its_words_in_the_file(volumes: list[Volume]) -> None:
    found = sources(places(graph(claim("a", "父母當頭", "")), graph(KINDS), volumes))
    start, end = (next(found.objects(None, URIRef(term(name)))) for name in ("start", "end"))
    volume = next(each for each in volumes if each.number == 2)
    assert volume.text[int(str(start)) : int(str(end))] == "父母當頭"
