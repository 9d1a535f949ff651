"""動 靜 重 交, on lines and on what lies under them."""

from __future__ import annotations

from tests.rules.harness import Checker, states_found
from tests.states_oracle import Case

from haidiyan.chart.cast import cast
from haidiyan.reading.question import ask

MOTION = {"動", "靜", "重", "交"}


def test_each_line_value_has_its_motion(checker: Checker) -> None:
    (evaluation,) = checker.engine.evaluate([ask(cast(lines=[6, 7, 8, 9, 6, 9]))])
    found = states_found(evaluation)
    motion = [found["line", position] & MOTION for position in range(1, 7)]
    assert motion == [{"動", "交"}, {"靜"}, {"靜"}, {"動", "重"}, {"動", "交"}, {"動", "重"}]


def test_a_hidden_line_moves_when_the_line_above_it_moves(checker: Checker) -> None:
    found = checker.states(Case(1, (2, 5)))
    for kind in ("hidden", "opposite"):
        motion = ["動" if "動" in found[kind, position] else "靜" for position in range(1, 7)]
        assert motion == ["靜", "動", "靜", "靜", "動", "靜"]


def test_a_hidden_line_is_neither_old_yang_nor_old_yin(checker: Checker) -> None:
    found = checker.states(Case(1, (1, 2, 3, 4, 5, 6)))
    assert not any(words & {"重", "交"} for (kind, _), words in found.items() if kind in ("hidden", "opposite"))


def test_a_changed_line_neither_moves_nor_rests(checker: Checker) -> None:
    found = checker.states(Case(8, (5,)))
    assert not found["changed", 5] & MOTION


def test_only_what_moves_has_a_changed_line(checker: Checker) -> None:
    found = checker.states(Case(8, (2, 5)))
    assert {position for kind, position in found if kind == "changed"} == {2, 5}
