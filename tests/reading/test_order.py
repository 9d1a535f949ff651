"""A reading begins with what is said of the fewest charts; a note's claim follows the claim that it glosses."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from tests.classical import BRANCHES, STEMS

import haidiyan
from haidiyan.cli import run
from haidiyan.errors import InputError
from haidiyan.publication.text import rate_words
from haidiyan.reading.claims import claims
from haidiyan.reading.reading import Entry

PILLARS = [STEMS[n % 10] + BRANCHES[n % 12] for n in range(60)]

pytestmark = pytest.mark.usefixtures("home")


@cache
def readings() -> list[tuple[list[Entry], list[Entry]]]:
    """Charts at random, read in either order."""
    dice = random.Random(7)
    found = []
    for topic in ("疾病", "求財", "婚姻", None) * 3:
        chart = haidiyan.cast(
            lines=[dice.choice((6, 7, 8, 9)) for _ in range(6)],
            month=dice.choice([*BRANCHES, None]),
            day=dice.choice([*PILLARS, None]),
        )
        asked: dict[str, Any] = {"all_doctrines": dice.random() < 0.5, "baleful": [dice.randint(1, 6)]}
        found.append(tuple(haidiyan.read(chart, topic, order=each, **asked).entries for each in ("rate", "text")))
    return found  # type: ignore[return-value]


def test_the_order_changes_nothing_else() -> None:
    for by_rate, in_text in readings():
        assert [each.claim.iri for each in in_text] == [
            iri for iri in claims() if iri in {each.claim.iri for each in by_rate}
        ]
        assert {each.claim.iri: each.status for each in by_rate} == {each.claim.iri: each.status for each in in_text}


def test_what_is_rarer_comes_before_what_is_commoner_and_ties_are_as_in_the_text() -> None:
    place = {iri: number for number, iri in enumerate(claims())}
    for by_rate, _ in readings():
        here = {each.claim.iri for each in by_rate}
        keys = [
            (claim.base_rate is None, claim.base_rate or 0.0, place[claim.iri])
            for claim in (each.claim for each in by_rate)
            if claim.glosses not in here
        ]
        assert keys == sorted(keys)
        assert len({rate for _, rate, _ in keys}) > 5


def test_a_note_stands_directly_after_the_claim_that_it_glosses_or_after_another_note_of_it() -> None:
    notes = 0
    for by_rate, _ in readings():
        here = {each.claim.iri for each in by_rate}
        for before, entry in zip([None, *by_rate], by_rate, strict=False):
            glossed = entry.claim.glosses
            if glossed in here:
                notes += 1
                assert before is not None
                above = before.claim.iri
                while above is not None and above != glossed:
                    above = claims()[above].glosses or ""
                    above = above if above in here else None  # type: ignore[assignment]
                assert above == glossed
    assert notes > 20


def test_the_contract_tells_the_rate_of_each_claim() -> None:
    chart = haidiyan.cast(hexagram="比", moving=[5], day="申")
    told = haidiyan.read(chart, "疾病", all_doctrines=True).to_dict()["claims"]
    known = {claim.id: claim.base_rate for claim in claims().values()}
    assert {each["id"]: each["baseRate"] for each in told} == {each["id"]: known[each["id"]] for each in told}
    assert {type(each["baseRate"]) for each in told} == {float, type(None)}


def test_the_text_tells_it_of_each_claim_that_speaks() -> None:
    chart = haidiyan.cast(hexagram="比", moving=[5], day="申")
    reading = haidiyan.read(chart, "疾病", about="妻")
    told = {each["id"]: each for each in reading.to_dict()["claims"]}
    assert f"j2-p77-c12 {rate_words(told['j2-p77-c12']['baseRate'])}〕" in str(reading)
    assert rate_words(told["j2-p77-c12"]["baseRate"]) in reading._repr_html_()
    rates = reading.to_frame().set_index("claim")["base_rate"]
    assert rates["j2-p77-c12"] == told["j2-p77-c12"]["baseRate"]


def test_an_order_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match="order is one of rate, text, not 'random'"):
        haidiyan.read(haidiyan.cast(hexagram="比"), order="random")
    assert run(["read", "--hexagram", "比", "--order", "random"]) == 2
    capsys.readouterr()
    assert run(["read", "--hexagram", "比", "--order", "text"]) == 0
