"""The rules as a whole: their words, and that none needs what comes after it."""

from __future__ import annotations

from collections.abc import Mapping

import pyoxigraph as ox
from tests import classical
from tests.rules.harness import WORDS, Checker, question
from tests.states_oracle import STATE_NAMES, Case

from haidiyan.chart.catalog import catalog
from haidiyan.dataset.memory import Memory
from haidiyan.iris import individual
from haidiyan.reading.rules import chart_rules

PROMISED = """
動 靜 重 交 獨發 亂動 · 世 應 間 身 用 伏用 · 旺 相 休 囚 死 有氣 無氣 · 旬空 四時空 胎絕空 空 ·
日生 日扶 日克 日沖 日合 日刑 日破 · 月生 月扶 月克 月合 月破 · 入墓 · 本宮 旁宮 · 飛生伏 飛克伏 伏生飛 伏克飛 比和 ·
化父母 化兄弟 化子孫 化妻財 化官鬼 回頭生 回頭克 · 殺
"""
"""The words of the published contract; more may be added, none is renamed."""


def test_every_promised_state_word_exists(home: object) -> None:
    words = {state.word: iri for iri, state in catalog().states.items()}
    promised = [word for word in PROMISED.split() if word != "·"]
    assert {word: words.get(word) for word in promised} == {
        word: individual("state", STATE_NAMES[word]) for word in promised
    }


def test_every_state_that_a_chart_shows_is_reckoned_by_the_tests(home: object) -> None:
    """A word that is added needs its independent computation."""
    shown = {iri: state.word for iri, state in catalog().states.items()}
    assert {iri: word for iri, word in shown.items() if iri not in WORDS} == {}


def varied() -> list[Case]:
    """Charts of every palace, with all that can be given, under the choices that are not the default too."""
    strict = (("hidden", "absent"), ("changes", "sole-home"), ("body", "self"), ("pure-hidden", "itself"))
    motions = ((), (2,), (1, 4), (1, 2, 3, 4, 5, 6))
    days = ("甲申", "甲辰", "乙未", "丙戌", "丁丑")
    hexagrams = (1, 2, 8, 23, 29, 30, 44, 51, 52, 57, 58, 64)
    return [
        Case(number, motions[place % 4], month, days[place % 5], "妻財", (3,), strict if place % 2 else ())
        for place, (number, month) in enumerate(zip(hexagrams, classical.BRANCHES, strict=True))
    ]


def derived(memory: Memory) -> dict[ox.Triple, str]:
    """All that the chart rules derive from what is in the store, each triple with the first rule that gives it."""
    found: dict[ox.Triple, str] = {}
    for rule in chart_rules():
        for triple in memory.derive(rule):
            found.setdefault(triple, rule)
    return found


def differing(one: Mapping[ox.Triple, str], other: Mapping[ox.Triple, str]) -> set[str]:
    """The rules by which two runs differ: one that lacks something read too early, one that says more too."""
    return {rule for run, rival in ((one, other), (other, one)) for triple, rule in run.items() if triple not in rival}


def test_rules_read_only_what_earlier_rules_derive(checker: Checker) -> None:
    """Run in the order of their file names, each finds all that it asks for, and nothing that it denies comes later:
    over what the first run left, a second one derives the same, no more and no less.
    """
    tried: set[str] = set()
    for case in varied():
        with checker.engine.laid(question(case)) as first:
            tried |= set(first.values())
            assert differing(first, derived(checker.engine.memory)) == set(), case
    assert tried == set(chart_rules()), "these charts leave a rule untried"


def test_rules_read_nothing_that_a_doctrine_decides(checker: Checker) -> None:
    """The generic rules come after them and bridge to what the doctrine holds: then too they derive the same."""
    for case in varied():
        with checker.engine.laid(question(case)) as first:
            checker.engine.classify()
            assert differing(first, derived(checker.engine.memory)) == set(), case
