"""Know the bare states of all charts there are, from the tables of the atlas, as bits of charts side by side.

The tables (``haidiyan.atlas.factors``) come of the chart rules; here they are joined to whole charts, over the axes
that vary. A mark 殺 depends on itself. Whether the tables explain what the rules give for a whole chart,
``unexplained`` says: nothing is proved of a class that rests on a state which they do not explain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from haidiyan.atlas.derive import MOTIONS, Progress
from haidiyan.atlas.factors import SLOTS, factors
from haidiyan.chart.cast import Chart, cast
from haidiyan.chart.catalog import catalog
from haidiyan.corpus.bits import Charts, Extension, Slot, bits, charts_of
from haidiyan.corpus.cases import Case, inputs
from haidiyan.corpus.mutants import Theory
from haidiyan.corpus.rules import evaluate
from haidiyan.reading.question import ask

MARKS: tuple[tuple[int, ...], ...] = ((), *((place,) for place in range(1, 7)), tuple(range(1, 7)))
"""The lines marked 殺 that are tried: none, one, all; enough where no condition joins the marks of two lines."""


@dataclass(frozen=True, order=True)
class Axes:
    """Which inputs vary besides the motion; those that do not are not given."""

    moment: bool = False
    use: bool = False
    marks: bool = False


class Space:
    """The tables, and whole charts from them: those of given cases, or all of one hexagram's at once."""

    def __init__(self, theory: Theory, progress: Progress = lambda stage: None) -> None:
        self._theory = theory
        self._inputs = inputs()
        self._moments = list(product(self._inputs.months, self._inputs.days))
        self.hexagrams = sorted(each.number for each in catalog().hexagrams.values())
        self._tables = factors(progress=progress)
        self._structure = {number: self._of_motions(number) for number in self.hexagrams}
        self._natures = {number: self._natures_of(number) for number in self.hexagrams}
        self._by_nature: dict[str, dict[int, int]] = defaultdict(dict)
        for state, (nature,), months in self._rows("by_nature"):
            self._by_nature[state][nature] = self._moments_of(months)
        self._by_place: dict[str, Extension] = defaultdict(dict)
        for state, (slot,), days in self._rows("by_place"):
            self._by_place[state][SLOTS[slot]] = self._moments_of(days * len(self._tables.months))
        self._uses = {number: self._of_uses(number) for number in self.hexagrams}
        self._marked = self._of_marks()

    def axes(self, below: set[str], edges: set[str]) -> Axes:
        """The inputs that a class may depend on which rests on the classes ``below`` and is reached by ``edges``."""
        of_use = {each for uses in self._uses.values() for each in (*uses.states, *uses.edges)}
        return Axes(
            moment=bool(below & (self._by_nature.keys() | self._by_place.keys())),
            use=bool((below | edges) & of_use),
            marks=bool(below & self._marked.keys()),
        )

    def of(self, cases: Sequence[Case]) -> Charts:
        """The charts of cases, side by side."""
        moments = {moment: place for place, moment in enumerate(self._moments)}
        states: dict[str, dict[Slot, list[int]]] = defaultdict(lambda: defaultdict(list))
        edges: dict[str, dict[tuple[Slot, Slot], list[int]]] = defaultdict(lambda: defaultdict(list))
        for number, case in enumerate(cases):
            chart = cast(lines=case.lines)
            hexagram, motion = chart.hexagram.number, MOTIONS.index(chart.moving)
            moment, use = moments[case.month, case.day], self._inputs.uses.index(case.use)
            for table, at in ((self._structure[hexagram], motion), (self._uses[hexagram], use)):
                for state, places in table.states.items():
                    for slot, where in places.items():
                        if where >> at & 1:
                            states[state][slot].append(number)
                for edge, pairs in table.edges.items():
                    for pair, where in pairs.items():
                        if where >> at & 1:
                            edges[edge][pair].append(number)
            for slot, nature in self._at(hexagram, motion).items():
                for state, by_nature in self._by_nature.items():
                    if by_nature.get(nature, 0) >> moment & 1:
                        states[state][slot].append(number)
            for state, by_place in self._by_place.items():
                for slot, when in by_place.items():
                    if when >> moment & 1:
                        states[state][slot].append(number)
            for state, slots in self._marked.items():
                for slot in slots:
                    if slot[1] in case.baleful:
                        states[state][slot].append(number)
        return Charts(
            len(cases),
            {state: {slot: bits(where) for slot, where in places.items()} for state, places in states.items()},
            {edge: {pair: bits(where) for pair, where in pairs.items()} for edge, pairs in edges.items()},
        )

    def block(self, hexagram: int, axes: Axes, wanted: Iterable[str]) -> Charts:
        """All charts of a hexagram over some axes, with the wanted states only; a bit's chart is what ``case`` says."""
        along = _Along(axes, len(self._moments), len(self._inputs.uses))
        structure, uses = self._structure[hexagram], self._uses[hexagram]
        states: dict[str, Extension] = {}
        for state in wanted:
            found: Extension = {}
            _add(found, {slot: along.motion(on) for slot, on in structure.states.get(state, {}).items()})
            if axes.use:
                _add(found, {slot: along.use(on) for slot, on in uses.states.get(state, {}).items()})
            if axes.marks:
                marks = {
                    slot: bits(n for n, marked in enumerate(MARKS) if slot[1] in marked)
                    for slot in self._marked.get(state, ())
                }
                _add(found, {slot: along.mark(on) for slot, on in marks.items()})
            if axes.moment:
                _add(found, {slot: along.moment(on) for slot, on in self._by_place.get(state, {}).items()})
                when = self._by_nature.get(state, {})
                for slot, natures in self._natures[hexagram].items() if when else ():
                    for nature, on in natures.items():
                        if nature in when:
                            _add(found, {slot: along.motion(on) & along.moment(when[nature])})
            states[state] = found
        edges = {
            edge: {pair: along.motion(on) for pair, on in pairs.items()} for edge, pairs in structure.edges.items()
        }
        if axes.use:
            for edge, pairs in uses.edges.items():
                edges.setdefault(edge, {}).update({pair: along.use(on) for pair, on in pairs.items()})
        return Charts(along.count, states, edges)

    def case(self, hexagram: int, axes: Axes, index: int) -> Case:
        """The chart that a bit of a ``block`` stands for; an input that did not vary gets its first value."""
        along = _Along(axes, len(self._moments), len(self._inputs.uses))
        motion, mark, use, moment = along.places(index)
        month, day = self._moments[moment]
        values = _chart(hexagram, MOTIONS[motion]).values
        return Case(values, month, day, self._inputs.uses[use], MARKS[mark])

    def unexplained(self, cases: Sequence[Case], charts: Charts) -> set[str]:
        """The states and edges that the tables give these cases otherwise than the rules did, in ``charts``."""
        joined = self.of(cases)
        kinds = charts.states.keys() | joined.states.keys()
        found = {kind for kind in kinds if charts.states.get(kind, {}) != joined.states.get(kind, {})}
        edges = charts.edges.keys() | joined.edges.keys()
        return found | {edge for edge in edges if charts.edges.get(edge, {}) != joined.edges.get(edge, {})}

    def _at(self, number: int, motion: int) -> dict[Slot, int]:
        tables = self._natures[number].items()
        return {slot: nature for slot, table in tables for nature, where in table.items() if where >> motion & 1}

    def _rows(self, table: str) -> Iterator[tuple[str, tuple[int, ...], list[int]]]:
        """The rows of a table of the atlas: name, slots or nature, words."""
        arrays = self._tables.arrays
        for (name, *where), words in zip(arrays[f"{table}_key"].tolist(), arrays[table].tolist(), strict=True):
            yield self._tables.names[name], tuple(where), words

    def _of_motions(self, number: int) -> Charts:
        return self._charts("structure", "edges", len(MOTIONS), lambda by_hexagram: by_hexagram[number - 1])

    def _of_uses(self, number: int) -> Charts:
        def of_use(words: list[int]) -> int:
            return bits(use for use, hexagrams in enumerate(words) if hexagrams >> (number - 1) & 1)

        return self._charts("of_use", "edges_of_use", len(self._inputs.uses), of_use)

    def _charts(self, states: str, edges: str, count: int, bits_of: Callable[[list[int]], int]) -> Charts:
        found = Charts(count, defaultdict(dict), {edge: {} for edge in self._theory.edges})
        for state, (slot,), words in self._rows(states):
            if on := bits_of(words):
                found.states[state][SLOTS[slot]] = on
        for edge, (here, there), words in self._rows(edges):
            if edge in found.edges and (on := bits_of(words)):
                found.edges[edge][SLOTS[here], SLOTS[there]] = on
        found.states = dict(found.states)
        return found

    def _natures_of(self, number: int) -> dict[Slot, dict[int, int]]:
        """For each slot the natures of its node, with bits of the motions."""
        found: dict[Slot, dict[int, int]] = {}
        for slot, natures in zip(SLOTS, self._tables.arrays["at"][:, number - 1].tolist(), strict=True):
            there = {nature for nature in natures if nature >= 0}
            if there:
                found[slot] = {
                    nature: bits(motion for motion, each in enumerate(natures) if each == nature) for nature in there
                }
        return found

    def _moments_of(self, months: list[int]) -> int:
        """A word of days for each month, in the order of the atlas, as bits of moments."""
        known = catalog()
        names = [known.label(month) for month in self._tables.months], [known.label(day) for day in self._tables.days]
        place = {name: number for each in names for number, name in enumerate(each)}
        return bits(n for n, (month, day) in enumerate(self._moments) if months[place[month]] >> place[day] & 1)

    def _of_marks(self) -> dict[str, list[Slot]]:
        number = self.hexagrams[0]
        found = charts_of(evaluate([ask(_chart(number, ()), baleful=MARKS[-1])]), [])
        still = self._structure[number].states
        marked = {
            state: sorted(slot for slot in places if not still.get(state, {}).get(slot, 0) & 1)
            for state, places in found.states.items()
        }
        return {state: slots for state, slots in marked.items() if slots}


class _Along:
    """Lays the bits of one axis along all charts: motion outermost, then marks, use relation, month and day."""

    def __init__(self, axes: Axes, moments: int, uses: int) -> None:
        self._moments = moments if axes.moment else 1
        self._uses = uses if axes.use else 1
        self._marks = len(MARKS) if axes.marks else 1
        self.count = len(MOTIONS) * self._marks * self._uses * self._moments

    def motion(self, on: int) -> int:
        return _lay(on, len(MOTIONS), self._marks * self._uses * self._moments, 1)

    def mark(self, on: int) -> int:
        return _lay(on, self._marks, self._uses * self._moments, len(MOTIONS))

    def use(self, on: int) -> int:
        return _lay(on, self._uses, self._moments, len(MOTIONS) * self._marks)

    def moment(self, on: int) -> int:
        return _lay(on, self._moments, 1, len(MOTIONS) * self._marks * self._uses)

    def places(self, index: int) -> tuple[int, int, int, int]:
        index, moment = divmod(index, self._moments)
        index, use = divmod(index, self._uses)
        motion, mark = divmod(index, self._marks)
        return motion, mark, use, moment


def _lay(on: int, length: int, each: int, times: int) -> int:
    """Widen every bit of ``length`` bits to ``each``, and repeat the whole."""
    if each > 1:
        one = (1 << each) - 1
        on = sum(one << place * each for place in range(length) if on >> place & 1)
    period = length * each
    return on * (((1 << period * times) - 1) // ((1 << period) - 1)) if times > 1 else on


def _add(found: Extension, more: Extension) -> None:
    for slot, on in more.items():
        found[slot] = found.get(slot, 0) | on


def _chart(number: int, motion: tuple[int, ...]) -> Chart:
    return cast(hexagram=str(number), moving=motion)
