"""陽爻 陰爻, the trigram of a line, 外卦 內卦, 伏藏, and the palace of the hexagram: what 射覆 looks at (3:71–82)."""

from __future__ import annotations

from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import Case, relation_of

from haidiyan import iris
from haidiyan.reading.evaluation import Evaluation, Node

TRIGRAMS = {
    "乾": "qian",
    "兌": "dui",
    "離": "li",
    "震": "zhen",
    "巽": "xun",
    "坎": "kan",
    "艮": "gen",
    "坤": "kun",
}
POLARITIES = {"yang-line", "yin-line"}
PLACES = {"outer-trigram", "inner-trigram"}
IN_TRIGRAMS = {f"in-{each}" for each in TRIGRAMS.values()}
PALACES = {f"{each}-palace" for each in TRIGRAMS.values()}
LYING_HIDDEN = {"lying-hidden"}
ALL = POLARITIES | PLACES | IN_TRIGRAMS | PALACES | LYING_HIDDEN
MOTIONS = ((), (2,), (1, 2, 3, 4, 5, 6))
"""Nothing here depends on motion: all still, one moving, all moving."""


def cases() -> list[Case]:
    return [Case(number, moving) for number in classical.hexagrams() for moving in MOTIONS]


def found(node: Node) -> set[str]:
    """Which of the states of this family a node has."""
    return {iris.local_name(each) for each in node.types if each.startswith(iris.PREFIXES["state"])} & ALL


def lines(evaluation: Evaluation) -> dict[int, set[str]]:
    return {node.position: found(node) for node in evaluation.nodes.values() if node.kind == "line" and node.position}


def test_every_line_is_yang_or_yin_as_it_was_cast(checker: Checker) -> None:
    """A moving line keeps the polarity that it had before it changes."""
    for case, evaluation in checker.evaluations(cases()):
        for line in case.original.najia:
            expected = {"yang-line"} if line.yang else {"yin-line"}
            assert lines(evaluation)[line.position] & POLARITIES == expected, (case, line.position)


def test_every_line_stands_in_one_trigram_of_the_cast_hexagram(checker: Checker) -> None:
    for case, evaluation in checker.evaluations(cases()):
        for line in case.original.najia:
            expected = {f"in-{TRIGRAMS[line.trigram]}"}
            assert lines(evaluation)[line.position] & IN_TRIGRAMS == expected, (case, line.position)


def test_the_upper_three_lines_are_outer_and_the_lower_three_inner(checker: Checker) -> None:
    for case, evaluation in checker.evaluations(cases()):
        for position, states in lines(evaluation).items():
            expected = {"outer-trigram"} if position > 3 else {"inner-trigram"}
            assert states & PLACES == expected, (case, position)


def test_a_hidden_line_lies_hidden_where_its_relation_does_not_appear(checker: Checker) -> None:
    """伏藏 against 現 (3:75): a pure hexagram shows all five relations, so that nothing lies hidden under it."""
    count = 0
    for case, evaluation in checker.evaluations(cases()):
        visible = {line.relation for line in case.original.najia}
        for node in evaluation.nodes.values():
            if node.kind in ("hidden", "opposite") and node.position:
                expected = relation_of(case, (node.kind, node.position)) not in visible
                assert (found(node) == LYING_HIDDEN) is expected, (case, node.kind, node.position)
                count += expected
    pure = [each for each in classical.hexagrams().values() if each.opposite_hidden]
    assert count
    assert all({line.relation for line in each.najia} == set(classical.RELATIONS) for each in pure)


def test_the_hexagram_belongs_to_one_palace(checker: Checker) -> None:
    for case, evaluation in checker.evaluations(cases()):
        assert found(evaluation.chart_node) == {f"{TRIGRAMS[case.original.palace]}-palace"}, case


def test_states_of_lines_are_on_no_other_node(checker: Checker) -> None:
    """A hidden or changed line is no line of the chart: it has none of the states of one."""
    for case, evaluation in checker.evaluations(cases()):
        for node in evaluation.nodes.values():
            if node.kind not in ("line", "chart"):
                assert found(node) <= LYING_HIDDEN, (case, node.kind, node.position)
            if node.kind == "changed":
                assert not found(node), (case, node.position)
