"""Choose few charts that tell every mutant from its original, and say which mutants no chart tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from haidiyan import iris
from haidiyan.atlas.derive import Progress
from haidiyan.chart.catalog import catalog
from haidiyan.corpus.bits import Charts, bits, charts_of, support
from haidiyan.corpus.cases import Case, pool
from haidiyan.corpus.mutants import Judge, Mutant, Theory, mutants
from haidiyan.corpus.rules import evaluate
from haidiyan.corpus.space import Axes, Space
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE
from haidiyan.reading.doctrine import choose as choices_of

POOL, SEED = 5000, 1
RARE = 8
"""A mutant is hard that at most so many charts of the pool tell."""


@dataclass
class Choice:
    """The corpus, and the mutants by what became of them: told, shown equivalent, or not told and not shown."""

    corpus: list[Case]
    told: int = 0
    equivalent: list[Mutant] = field(default_factory=list)
    undistinguished: list[Mutant] = field(default_factory=list)


def charts(cases: Sequence[Case], theory: Theory) -> Charts:
    """The charts of cases by the chart rules, side by side."""
    return charts_of(evaluate(case.question() for case in cases), theory.edges)


def default_theory() -> Theory:
    """The theory of the default doctrine."""
    return Theory(choices_of(catalog(), DEFAULT_DOCTRINE, {}))


def choose(progress: Progress = lambda stage: None, size: int = POOL, seed: int = SEED) -> Choice:
    """The corpus and what it does not tell.

    The candidates are a seeded pool and, for each mutant that the pool does not tell, a chart of all that does.
    """
    theory = default_theory()
    progress(f"{size} charts at random")
    cases = pool(size, seed)
    drawn = charts(cases, theory)
    judge = Judge(theory, drawn)
    made = list(mutants(theory, drawn))
    left = [mutant for mutant in made if not judge.tells(mutant)]
    progress(f"{len(made)} mutants, {len(left)} of them not told")
    space = Space(theory, progress)
    unexplained = space.unexplained(cases, drawn)
    if unexplained:
        progress(f"not explained by tables: {', '.join(sorted(map(iris.compact, unexplained)))}")
    witnesses, equivalent, undecided = search(left, theory, space, unexplained, progress)
    candidates = [*cases, *sorted(set(witnesses) - set(cases))]
    judge = Judge(theory, charts(candidates, theory))
    undistinguished = [mutant for mutant in undecided if not judge.tells(mutant)]
    never = {mutant.name for mutant in (*equivalent, *undistinguished)}
    told = [judge.tells(mutant) for mutant in made if mutant.name not in never]
    progress(f"{len(told)} mutants to tell by {len(candidates)} charts")
    corpus = [candidates[number] for number in cover(told, len(candidates))]
    return Choice(corpus, len(told), equivalent, undistinguished)


def search(
    left: Iterable[Mutant], theory: Theory, space: Space, unexplained: set[str], progress: Progress
) -> tuple[list[Case], list[Mutant], list[Mutant]]:
    """Look through all charts for one that tells each mutant: those charts, the mutants that none tells, and those that
    rest on something ``unexplained`` and so cannot be decided.
    """
    groups: dict[Axes, dict[str, list[Mutant]]] = defaultdict(lambda: defaultdict(list))
    undecided = []
    for mutant in left:
        atoms = mutant.edited.atoms if mutant.edited else ()
        below = support([mutant.head, *atoms], theory.plan)
        edges = theory.followed(mutant.head) | ({mutant.edited.edge} if mutant.edited else set())
        if unexplained & (below | edges):
            undecided.append(mutant)
        else:
            groups[space.axes(below, edges)][mutant.head].append(mutant)
    witnesses: list[Case] = []
    equal: list[Mutant] = []
    for axes, by_head in sorted(groups.items()):
        waiting = [mutant for each in by_head.values() for mutant in each]
        for number in space.hexagrams:
            progress(f"{len(waiting)} mutants over all charts of hexagram {number}, {axes}")
            atoms_of = [atom for mutant in waiting if mutant.edited for atom in mutant.edited.atoms]
            wanted = support([*(mutant.head for mutant in waiting), *atoms_of], theory.plan)
            judge = Judge(theory, space.block(number, axes, sorted(wanted - theory.plan.keys())), wanted)
            told = [(mutant, judge.tells(mutant)) for mutant in waiting]
            witnesses += [space.case(number, axes, (by & -by).bit_length() - 1) for _, by in told if by]
            waiting = [mutant for mutant, by in told if not by]
        equal += waiting
    return witnesses, equal, undecided


def cover(told: Sequence[int], count: int) -> list[int]:
    """Few of ``count`` charts that tell every mutant; ``told`` holds for each mutant the bits of the charts that do.

    Hard mutants first, greedily; then what they leave; last, charts that the others make needless are taken out.

    >>> cover([0b011, 0b110, 0b010, 0b100], 3)
    [1, 2]
    """
    chosen: list[int] = []
    for hard in (True, False):
        have = bits(chosen) if chosen else 0
        waiting = [by for by in told if not by & have and (not hard or by.bit_count() <= RARE)]
        rows = _by_chart(waiting, count)
        left = (1 << len(waiting)) - 1
        while left:
            best = max(range(count), key=lambda number: ((rows[number] & left).bit_count(), -number))
            chosen.append(best)
            left &= ~rows[best]
    for number in list(chosen):
        others = bits([each for each in chosen if each != number]) if len(chosen) > 1 else 0
        if all(by & others for by in told):
            chosen.remove(number)
    return sorted(chosen)


def _by_chart(told: Sequence[int], count: int) -> list[int]:
    """For each chart the bits of the mutants that it tells."""
    found: list[list[int]] = [[] for _ in range(count)]
    for mutant, by in enumerate(told):
        while by:
            lowest = by & -by
            found[lowest.bit_length() - 1].append(mutant)
            by ^= lowest
    return [bits(each) for each in found]
