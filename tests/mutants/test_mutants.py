"""The corpus of charts tells every situation from its single-edit mutants, but for those that are shown equivalent.

``python -m haidiyan.corpus tests/cases`` computes both anew; with ``--check`` it repeats the proof over all charts.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from haidiyan import iris
from haidiyan.corpus import cases, ledger
from haidiyan.corpus.bits import slot_of
from haidiyan.corpus.cases import Case
from haidiyan.corpus.choose import charts, default_theory
from haidiyan.corpus.ledger import Ledger
from haidiyan.corpus.mutants import Judge, Mutant, Theory, mutants
from haidiyan.reading.engine import engine

CASES = Path(__file__).parent.parent / "cases"
ANEW = "python -m haidiyan.corpus tests/cases"

pytestmark = pytest.mark.xdist_group("mutants")


@pytest.fixture(scope="module")
def theory(home: Path) -> Theory:
    return default_theory()


@pytest.fixture(scope="module")
def corpus(home: Path) -> list[Case]:
    return cases.read(CASES / "corpus.json")


@pytest.fixture(scope="module")
def judge(theory: Theory, corpus: list[Case]) -> Judge:
    return Judge(theory, charts(corpus, theory))


@pytest.fixture(scope="module")
def made(theory: Theory, judge: Judge) -> list[Mutant]:
    return list(mutants(theory, judge.charts))


@pytest.fixture(scope="module")
def told(judge: Judge, made: list[Mutant]) -> set[str]:
    return {mutant.name for mutant in made if judge.tells(mutant)}


@pytest.fixture(scope="module")
def kept() -> Ledger:
    return ledger.read(CASES / "mutants.json")


def test_every_mutant_is_told_or_shown_equivalent(made: list[Mutant], told: set[str], kept: Ledger) -> None:
    names = {mutant.name for mutant in made}
    untold = sorted(names - told - kept.equivalent - kept.undistinguished)
    print(
        f"{len(names)} mutants: {len(told)} told, {len(names & kept.equivalent)} equivalent, "
        f"{len(names & kept.undistinguished)} undistinguished"
    )
    assert not untold, f"{len(untold)} mutants are not told; run {ANEW}:\n" + "\n".join(untold[:20])


def test_no_mutant_that_a_chart_tells_is_called_equivalent(told: set[str], kept: Ledger) -> None:
    assert not told & (kept.equivalent | kept.undistinguished)


def test_the_ledger_names_mutants_that_there_are(made: list[Mutant], kept: Ledger) -> None:
    stale = (kept.equivalent | kept.undistinguished) - {mutant.name for mutant in made}
    assert not stale, f"run {ANEW}:\n" + "\n".join(sorted(stale)[:20])


def test_other_charts_do_not_tell_what_is_called_equivalent(theory: Theory, made: list[Mutant], kept: Ledger) -> None:
    fresh = Judge(theory, charts(cases.pool(200, seed=2), theory))
    assert not [mutant.name for mutant in made if mutant.name in kept.equivalent and fresh.tells(mutant)]


def test_every_situation_holds_in_some_chart_of_the_corpus(theory: Theory, judge: Judge) -> None:
    never = [
        iris.compact(head)
        for head in theory.classes
        if not any(judge.known[head].get(slot, 0) & looked for slot, looked in judge.looks[head].items())
    ]
    assert not never, "no chart is in these, so that their claims never fire: " + ", ".join(never)


def test_no_chart_of_the_corpus_is_needless(judge: Judge, made: list[Mutant], corpus: list[Case]) -> None:
    alone = {by.bit_length() - 1 for by in map(judge.tells, made) if by.bit_count() == 1}
    assert alone == set(range(len(corpus)))


def test_mutants_are_judged_by_the_situations_that_a_reading_finds(
    theory: Theory, judge: Judge, corpus: list[Case]
) -> None:
    evaluations = [
        each for batch in cases.batches(corpus, 8) for each in engine().evaluate([case.question() for case in batch])
    ]
    for head in theory.classes:
        found = {
            (number, slot_of(node))
            for number, evaluation in enumerate(evaluations)
            for node in evaluation.nodes.values()
            if head in node.types
        }
        counted = {
            (number, slot)
            for slot, where in judge.known[head].items()
            for number in range(len(corpus))
            if where >> number & 1
        }
        assert counted == found, iris.compact(head)


def test_a_condition_is_edited_in_every_way(made: list[Mutant]) -> None:
    edits = {mutant.edit for mutant in made if mutant.head == iris.individual("situation", "parents-moving")}
    assert edits >= {"left out", "− state:moving", "+ state:self", "state:moving → state:still"}
    assert "+ state:moving" not in edits
    assert not [edit for edit in edits if "sole-mover" in edit], "no line is a sole mover; the chart is"
