"""Where a choice is replaced, only what rests on it is evaluated anew, and nothing else comes out otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from tests.atlas.conftest import Read

from haidiyan.atlas import firings as module
from haidiyan.atlas.evaluation import evaluate
from haidiyan.atlas.factors import Factors
from haidiyan.atlas.firings import Atlas
from haidiyan.atlas.words import Extension
from haidiyan.chart.catalog import catalog
from haidiyan.corpus.bits import Plan, plan, support
from haidiyan.dataset.memory import memory
from haidiyan.reading.claims import claims
from haidiyan.reading.doctrine import Doctrine, choose

pytestmark = pytest.mark.xdist_group("atlas")

CHOICES = [
    ("seasonal-void", "headnote"),
    ("hidden", "absent"),
    ("gender", "palace"),
    ("changes", "sole-home"),
    ("emendation", "j2-p57-v1"),
    ("emendation", "j2-p03-v3"),
]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The classes that are evaluated for claims."""
    found: list[str] = []

    def watched(
        conditions: Plan, tables: Factors, use: str | None, wanted: Iterable[str]
    ) -> Iterator[tuple[str, Extension]]:
        wanted = list(wanted)
        found.extend(wanted)
        return evaluate(conditions, tables, use, wanted)

    monkeypatch.setattr(module, "evaluate", watched)
    return found


def conditions(doctrine: Doctrine) -> Plan:
    return plan(memory(), doctrine.adopted(catalog().choices))


def resting_on_the_difference(one: Doctrine, other: Doctrine) -> set[str]:
    """The classes that do not rest on the same conditions under two doctrines."""
    before, after = conditions(one), conditions(other)
    turned = {each for each in before.keys() | after.keys() if before.get(each) != after.get(each)}
    return {
        each for each in before.keys() | after.keys() if turned & (support([each], before) | support([each], after))
    }


def overriders(claim: str) -> set[str]:
    """The claims that override a claim, those that override these, and so on."""
    found: set[str] = set()
    waiting = [claim]
    while waiting:
        target = waiting.pop()
        above = {each.iri for each in claims().values() if target in each.overrides} - found
        found |= above
        waiting += above
    return found


@pytest.mark.parametrize(("axis", "choice"), CHOICES)
def test_only_what_rests_on_a_choice_is_evaluated(atlas: Read, asked: list[str], axis: str, choice: str) -> None:
    use = atlas().uses[0]
    before = atlas().claims(use)
    asked.clear()
    doctrine = choose(catalog(), "verse", {axis: choice})
    after = Atlas(doctrine, beside=atlas()).claims(use)
    differing = resting_on_the_difference(atlas().doctrine, doctrine)
    known = claims()
    touched = {
        claim
        for claim in known
        if any(
            known[each].antecedent in differing or (each in before) != (each in after)
            for each in {claim, *overriders(claim)}
        )
    }
    assert touched, "the choice matters to some claim"
    needed = touched | {each for claim in touched for each in overriders(claim)}
    assert set(asked) <= {known[claim].antecedent for claim in needed}
    assert all(before[claim] is after[claim] for claim in (before.keys() & after.keys()) - touched)


@pytest.mark.parametrize(("axis", "choice"), CHOICES)
def test_an_atlas_beside_another_says_what_it_says_alone(atlas: Read, tables: Factors, axis: str, choice: str) -> None:
    doctrine = choose(catalog(), "verse", {axis: choice})
    beside, alone = Atlas(doctrine, beside=atlas()), Atlas(doctrine, tables=tables)
    for use in (None, beside.uses[1]):
        one, other = beside.claims(use), alone.claims(use)
        assert one.keys() == other.keys()
        for claim in one:
            for mine, theirs in zip(one[claim], other[claim], strict=True):
                assert np.array_equal(np.broadcast_to(mine, (64, 64, 12)), np.broadcast_to(theirs, (64, 64, 12))), claim


def test_a_choice_gains_and_loses_charts(atlas: Read) -> None:
    """秋無水 for 秋木: under the headnote other claims on the void are in force than under the verse."""
    use = atlas().uses[0]
    one, other = atlas("verse").claims(use), atlas("headnote").claims(use)
    assert [claim for claim in one if claim in other and not np.array_equal(one[claim][0], other[claim][0])]
