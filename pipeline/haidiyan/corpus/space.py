"""Know the bare states of all charts there are, from tables over the few inputs that each state depends on.

A state that reads no input, and an edge, depend on hexagram and motion: 4,096 charts. What reads month or day depends
besides on the nature of a node (its kind, its branch, yang or yin) or, where it reads the day's stem only, on the
place; what reads the use relation depends on the hexagram; a mark depends on itself. The chart rules give the tables;
here they are joined to whole charts. Whether they explain what the rules give for a whole chart, ``unexplained`` says:
nothing is proved of a class that rests on a state which they do not explain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from haidiyan import iris
from haidiyan.chart.cast import Chart, cast
from haidiyan.chart.catalog import catalog
from haidiyan.corpus.bits import Charts, Extension, Slot, bits, charts_of, slot_of
from haidiyan.corpus.cases import Case, inputs
from haidiyan.corpus.mutants import Theory
from haidiyan.corpus.rules import Nodes, evaluate
from haidiyan.reading.evaluation import Node
from haidiyan.reading.question import ask

MARKS: tuple[tuple[int, ...], ...] = ((), *((place,) for place in range(1, 7)), tuple(range(1, 7)))
"""The lines marked 殺 that are tried: none, one, all; enough where no condition joins the marks of two lines."""

MOTIONS = [tuple(place for place in range(1, 7) if number >> (place - 1) & 1) for number in range(64)]

MOMENT_INPUTS = {"month", "day", "day-stem"}

Nature = tuple[str, str, bool]
"""A node's kind, the IRI of its branch, and whether it is yang."""

Progress = Callable[[str], None]


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
        self._structure: dict[int, Charts] = {}
        self._natures: dict[int, dict[Slot, dict[Nature, int]]] = {}
        for number in self.hexagrams:
            progress(f"hexagram {number} of {len(self.hexagrams)}")
            found = list(evaluate(ask(_chart(number, motion)) for motion in MOTIONS))
            self._structure[number] = charts_of(found, theory.edges)
            self._natures[number] = _natures(found)
        progress("months and days")
        self._by_nature: dict[str, dict[Nature, int]] = defaultdict(dict)
        self._by_place: dict[str, Extension] = defaultdict(dict)
        for number, at in self._covering():
            self._read_moments(number, at)
        progress("use relations")
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

    def _covering(self) -> list[tuple[int, int]]:
        """Hexagrams, with no line or all lines moving, that have nodes of every nature between them."""
        ends = (0, len(MOTIONS) - 1)
        there = {(number, at): set(self._at(number, at).values()) for number in self.hexagrams for at in ends}
        wanted, chosen = set().union(*there.values()), []
        while wanted:
            chosen.append(max(sorted(there), key=lambda each: len(there[each] & wanted)))
            wanted -= there[chosen[-1]]
        return chosen

    def _at(self, number: int, motion: int) -> dict[Slot, Nature]:
        tables = self._natures[number].items()
        return {slot: nature for slot, table in tables for nature, where in table.items() if where >> motion & 1}

    def _read_moments(self, number: int, motion: int) -> None:
        values = _chart(number, MOTIONS[motion]).values
        charts = evaluate(ask(cast(lines=values, month=month, day=day)) for month, day in self._moments)
        natures = self._at(number, motion)
        for state, places in charts_of(charts, []).states.items():
            reads = self._theory.reads.get(state, set())
            for slot, when in places.items() if reads & MOMENT_INPUTS else ():
                if reads == {"day-stem"}:
                    self._by_place[state][slot] = when
                else:
                    self._by_nature[state][natures[slot]] = when

    def _of_uses(self, number: int) -> Charts:
        found = charts_of(evaluate(ask(_chart(number, ()), use=use) for use in self._inputs.uses), self._theory.edges)
        return _beyond(found, self._structure[number])

    def _of_marks(self) -> dict[str, list[Slot]]:
        number = self.hexagrams[0]
        found = charts_of(evaluate([ask(_chart(number, ()), baleful=MARKS[-1])]), [])
        return {state: sorted(places) for state, places in _beyond(found, self._structure[number]).states.items()}


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


def _natures(charts: Sequence[Nodes]) -> dict[Slot, dict[Nature, int]]:
    found: dict[Slot, dict[Nature, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, nodes in enumerate(charts):
        for node in nodes.values():
            found[slot_of(node)][_nature(node)].append(number)
    return {slot: {nature: bits(on) for nature, on in table.items()} for slot, table in found.items()}


def _nature(node: Node) -> Nature:
    own = node.one(iris.term("hexagramLine"))
    return node.kind, node.one(iris.term("branch")) or "", own is not None and own in _yang_lines()


@cache
def _yang_lines() -> frozenset[str]:
    """The hexagram lines that are yang."""
    return frozenset(
        iris.hexagram_line(hexagram.number, position)
        for hexagram in catalog().hexagrams.values()
        for position, yang in enumerate(hexagram.bits, 1)
        if yang
    )


def _beyond(found: Charts, still: Charts) -> Charts:
    """What charts of still lines have that the first of the charts ``still`` has not."""
    states = {
        state: {slot: on for slot, on in places.items() if not still.states.get(state, {}).get(slot, 0) & 1}
        for state, places in found.states.items()
    }
    edges = {
        edge: {pair: on for pair, on in pairs.items() if not still.edges.get(edge, {}).get(pair, 0) & 1}
        for edge, pairs in found.edges.items()
    }
    return Charts(
        found.count,
        {state: places for state, places in states.items() if places},
        {edge: pairs for edge, pairs in edges.items() if pairs},
    )
