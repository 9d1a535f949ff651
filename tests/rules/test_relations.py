"""父母 兄弟 子孫 妻財 官鬼 on every kind of node, absent relations and still ones: the reference cases.

All nodes of all hexagrams, with every changed line that there can be, are in ``test_every_motion``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.rules.harness import Checker, najia_found, states_found
from tests.states_oracle import CHART, Case, Node

from haidiyan.reading.evaluation import Evaluation

CASES = Path(__file__).parents[1] / "cases"


def rows(name: str) -> Iterator[dict[str, Any]]:
    yield from json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def said_of(evaluation: Evaluation, node: Node) -> tuple[str, ...]:
    """Stem with branch, element and relation of a node."""
    (stem,), (branch,), (element,), (relation,) = najia_found(evaluation, node)
    return stem + branch, element, relation


def test_the_reference_charts_change_as_they_should(checker: Checker) -> None:
    """changed.json: whole changed hexagrams, their relations taken from the original palace."""
    known = list(rows("changed"))
    assert len(known) == 40
    cases = [Case(row["original"], tuple(row["moving"])) for row in known]
    for row, (case, evaluation) in zip(known, checker.evaluations(cases), strict=True):
        assert evaluation.question.chart.values == tuple(row["values"])
        assert evaluation.question.chart.changed.number == row["changed"]
        for place in case.moving:
            pillar, _, relation = said_of(evaluation, ("changed", place))
            assert (pillar, relation) == (row["changed_ganzhi"][place - 1], row["changed_relations"][place - 1])
        for detail in row["moving_detail"]:
            for kind, side in (("line", "from"), ("changed", "to")):
                pillar, _, relation = said_of(evaluation, (kind, detail["line"]))
                assert {"ganzhi": pillar, "relation": relation} == detail[side]


def test_the_reference_charts_hide_what_they_should(checker: Checker) -> None:
    """hexagrams.json: najia, roles, body, absent relations, hidden lines with 飛伏, opposite lines."""
    known = list(rows("hexagrams"))
    assert len(known) == 16
    for row, (_, evaluation) in zip(known, checker.evaluations(Case(row["king_wen"]) for row in known), strict=True):
        found = states_found(evaluation)
        for line in row["najia"]:
            said = said_of(evaluation, ("line", line["line"]))
            assert said == (line["ganzhi"], line["element"], line["relation"])
            assert found["line", line["line"]] & {"世", "應"} == ({line["role"]} if line["role"] else set())
        for line in row["hidden_full"]:
            said = said_of(evaluation, ("hidden", line["line"]))
            assert said == (line["ganzhi"], line["element"], line["relation"])
            flying = {"飛生伏", "飛克伏", "伏生飛", "伏克飛", "比和"}
            assert found["hidden", line["line"]] & flying == {line["feifu"]}
        absent = {word[1:] for word in found[CHART] if word.startswith("無")}
        assert absent == set(row["missing_relations"])
        bodies = {position for (kind, position), words in found.items() if kind == "line" and "身" in words}
        assert bodies == set(row["month_hexagram"]["body_lines"])
        opposite = row["pure_opposite_hidden"] or []
        assert {line["line"] for line in opposite} == {place for kind, place in found if kind == "opposite"}
        for line in opposite:
            said = said_of(evaluation, ("opposite", line["line"]))
            assert said == (line["ganzhi"], line["element"], line["relation"])


def test_a_relation_with_one_moving_line_is_not_still(checker: Checker) -> None:
    """比 has its siblings in the first and the fifth line, 乙未 and 戊戌: when the fifth moves they are not still."""
    words = checker.states(Case(8, (5,)))[CHART]
    assert "妻財靜" in words
    assert "兄弟靜" not in words
