"""Run the chart rules over each state's own factors, and keep what they give as rows of bits.

What reads no month, no day and no use relation depends on hexagram and motion: the rules run over those 4,096 charts.
What reads month or day depends besides on the nature of a node (its kind, its branch, yang or yin, the branch of the
line that it lies under, and which it has of the states that another state denies) or, where it reads the day's stem
only, on its place: the rules run over months and days on a few charts that have nodes of every nature, and over hours
and years besides for what reads one of them. What reads the use relation depends on the hexagram. Whether these
factors explain whole charts, ``haidiyan.atlas.factors`` tries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import NamedTuple, TypeVar

from haidiyan import iris
from haidiyan.chart.cast import Chart, cast
from haidiyan.chart.catalog import catalog
from haidiyan.corpus.bits import Slot, slot_of
from haidiyan.corpus.cases import inputs
from haidiyan.corpus.rules import Nodes, evaluate
from haidiyan.dataset.memory import Memory
from haidiyan.reading.evaluation import Node
from haidiyan.reading.question import ask

MOTIONS = [tuple(place for place in range(1, 7) if number >> (place - 1) & 1) for number in range(64)]
"""The positions that move, by the number of the motion."""

MONTH, DAY, STEM = "month", "day", "day-stem"
MOMENT = frozenset({MONTH, DAY, STEM})
HOUR, YEAR = "hour", "year"
WIDE = frozenset({HOUR, YEAR})
ANY = -1
"""In the place of an hour or a year: whichever it is."""

Key = TypeVar("Key")
Progress = Callable[[str], None]


class Nature(NamedTuple):
    """What of a node the states that read month or day look at; branches by IRI."""

    kind: str
    branch: str
    yang: bool
    above: str
    denied: tuple[str, ...]


@dataclass
class Derived:
    """What the rules gave; ``hexagrams`` stand by their place in the received order, natures by their number.

    ``structure`` and ``edges``: 64 integers, one a hexagram, bit *n* for motion *n*; ``at``: natures by slot, hexagram
    and motion; ``by_nature``: a day word for each month; ``by_hour``: the same for what reads hour or year, by nature
    and their branches, numbered as the months, or ``ANY``; ``by_place``: a day word; ``of_use`` and ``edges_of_use``:
    for each use relation an integer with a bit for each hexagram.
    """

    months: list[str]
    days: list[str]
    uses: list[str]
    states: list[str]
    natures: list[Nature] = field(default_factory=list)
    at: dict[Slot, dict[tuple[int, int], int]] = field(default_factory=lambda: defaultdict(dict))
    structure: dict[tuple[str, Slot], list[int]] = field(default_factory=lambda: defaultdict(lambda: [0] * 64))
    edges: dict[tuple[str, Slot, Slot], list[int]] = field(default_factory=lambda: defaultdict(lambda: [0] * 64))
    by_nature: dict[tuple[str, int], list[int]] = field(default_factory=lambda: defaultdict(lambda: [0] * 12))
    by_hour: dict[tuple[str, int, int, int], list[int]] = field(default_factory=lambda: defaultdict(lambda: [0] * 12))
    by_place: dict[tuple[str, Slot], int] = field(default_factory=lambda: defaultdict(int))
    of_use: dict[tuple[str, Slot], list[int]] = field(default_factory=dict)
    edges_of_use: dict[tuple[str, Slot, Slot], list[int]] = field(default_factory=dict)


def derive(source: Memory, progress: Progress = lambda stage: None) -> Derived:
    """The tables of a dataset, which is the one in use; a minute and more, since the rules run over 10,000 charts."""
    return _Deriving(source, progress).derived


class _Deriving:
    def __init__(self, source: Memory, progress: Progress) -> None:
        known = catalog()
        self._source = source
        reads: dict[str, set[str]] = {}
        for row in source.rows("corpus/states"):
            reads.setdefault(row["state"], set()).update([iris.local_name(row["reads"])] if "reads" in row else [])
        self.derived = Derived(
            months=list(known.seasons),
            days=[row["pillar"] for row in source.rows("atlas/days")],
            uses=[known.find("relation", name, "relation") for name in inputs(known).uses],
            states=list(reads),
        )
        every = MOMENT | WIDE
        self._of_moment = {state: every & read for state, read in reads.items() if every & read}
        """Of a moment, what each state reads that reads any of it."""
        denied = {row["state"] for row in source.rows("atlas/denied") if row["without"] in self._of_moment}
        self._denied = denied - self._of_moment.keys()
        self._hexagrams = sorted(each.number for each in known.hexagrams.values())
        for place, number in enumerate(self._hexagrams):
            progress(f"hexagram {number} of {len(self._hexagrams)}")
            self._of_structure(place, number)
        covering = self._covering()
        self._of_moments(covering, progress)
        self._of_hours(covering, progress)
        progress("use relations")
        self._of_uses()

    def _evaluate(self, charts: Iterable[Chart]) -> Iterator[Nodes]:
        return evaluate(map(ask, charts), self._source)

    def _of_structure(self, place: int, number: int) -> None:
        numbers = {nature: each for each, nature in enumerate(self.derived.natures)}
        charts = [cast(hexagram=str(number), moving=motion) for motion in MOTIONS]
        for motion, nodes in enumerate(self._evaluate(charts)):
            for state, slot in _states(nodes):
                self.derived.structure[state, slot][place] |= 1 << motion
            for link in _links(nodes):
                self.derived.edges[link][place] |= 1 << motion
            for slot, nature in self._natures(nodes):
                self.derived.at[slot][place, motion] = numbers.setdefault(nature, len(numbers))
        self.derived.natures = list(numbers)

    def _of_moments(self, covering: list[tuple[int, int]], progress: Progress) -> None:
        known, derived = catalog(), self.derived
        months, every_month = [known.label(month) for month in derived.months], range(len(derived.months))
        every_day, days_of = (1 << len(derived.days)) - 1, self._days_of()
        # Each month with one day of each branch, the days so chosen that all sixty come up.
        moments = [(month, days[month % len(days)], days) for month in every_month for days in days_of.values()]
        numbers = {nature: each for each, nature in enumerate(derived.natures)}
        for number, (place, motion) in enumerate(covering, 1):
            progress(f"months and days, {number} of {len(covering)}")
            values = cast(hexagram=str(self._hexagrams[place]), moving=MOTIONS[motion]).values
            charts = [
                cast(lines=values, month=months[month], day=known.label(derived.days[day])) for month, day, _ in moments
            ]
            for (month, day, days), nodes in zip(moments, self._evaluate(charts), strict=True):
                of_branch = sum(1 << each for each in days)
                alike: dict[frozenset[str], tuple[Iterable[int], int]] = {
                    frozenset({MONTH}): ([month], every_day),
                    frozenset({DAY}): (every_month, of_branch),
                    frozenset({MONTH, DAY}): ([month], of_branch),
                    frozenset({STEM}): (every_month, 1 << day),
                    frozenset({DAY, STEM}): (every_month, 1 << day),
                }
                natures = {slot: numbers[nature] for slot, nature in self._natures(nodes)}
                for state, slot in _states(nodes):
                    reads = self._of_moment.get(state)
                    if reads in alike:
                        self._enter(state, slot, natures[slot], reads, *alike[reads])

    def _of_hours(self, covering: list[tuple[int, int]], progress: Progress) -> None:
        """Run the rules for what reads hour or year, over the values of what it reads and of nothing else."""
        known, derived, days_of = catalog(), self.derived, self._days_of()
        numbers = {nature: each for each, nature in enumerate(derived.natures)}
        months = [known.label(branch) for branch in derived.months]
        wide = {reads for reads in self._of_moment.values() if WIDE & reads}
        for reads in sorted(wide, key=sorted):
            days = (
                {day: 1 << day for day in range(len(derived.days))}
                if STEM in reads
                else {several[0]: sum(1 << day for day in several) for several in days_of.values()}
            )
            moments = list(
                product(
                    range(len(months)) if MONTH in reads else [0],
                    days if {DAY, STEM} & reads else [0],
                    range(len(months)) if HOUR in reads else [ANY],
                    range(len(months)) if YEAR in reads else [ANY],
                )
            )
            years = [known.label(derived.days[several[0]]) for several in days_of.values()]
            for number, (place, motion) in enumerate(covering, 1):
                progress(f"what reads {' and '.join(sorted(reads))}, {number} of {len(covering)}")
                values = cast(hexagram=str(self._hexagrams[place]), moving=MOTIONS[motion]).values
                charts = (
                    cast(
                        lines=values,
                        month=months[month],
                        day=known.label(derived.days[day]),
                        hour=None if hour == ANY else months[hour],
                        year=None if year == ANY else years[year],
                    )
                    for month, day, hour, year in moments
                )
                for (month, day, hour, year), nodes in zip(moments, self._evaluate(charts), strict=True):
                    natures = {slot: numbers[nature] for slot, nature in self._natures(nodes)}
                    for state, slot in _states(nodes):
                        if self._of_moment.get(state) == reads:
                            row = derived.by_hour[state, natures[slot], hour, year]
                            for each in [month] if MONTH in reads else range(len(months)):
                                row[each] |= days[day] if {DAY, STEM} & reads else (1 << len(derived.days)) - 1

    def _days_of(self) -> dict[str, list[int]]:
        """The days of each branch, in the order of the months."""
        pillars = catalog().pillars
        return {
            branch: [day for day, pillar in enumerate(self.derived.days) if pillars[pillar].branch == branch]
            for branch in self.derived.months
        }

    def _enter(
        self, state: str, slot: Slot, nature: int, reads: frozenset[str], months: Iterable[int], days: int
    ) -> None:
        """Enter a state that the rules gave, for all the months and days that are alike to what it reads."""
        if reads == {STEM}:
            self.derived.by_place[state, slot] |= days
        else:
            for month in months:
                self.derived.by_nature[state, nature][month] |= days

    def _covering(self) -> list[tuple[int, int]]:
        """Hexagrams and motions that have nodes of every nature between them."""
        there: dict[tuple[int, int], set[int]] = defaultdict(set)
        for table in self.derived.at.values():
            for chart, nature in table.items():
                there[chart].add(nature)
        wanted, chosen = set(range(len(self.derived.natures))), []
        while wanted:
            chosen.append(max(sorted(there), key=lambda each: len(there[each] & wanted)))
            wanted -= there[chosen[-1]]
        return chosen

    def _of_uses(self) -> None:
        names = list(map(catalog().label, self.derived.uses))
        asked = [(place, use) for place in range(len(self._hexagrams)) for use in range(len(names))]
        charts = [cast(hexagram=str(number)) for number in self._hexagrams]
        questions = (ask(charts[place], use=names[use]) for place, use in asked)
        for (place, use), nodes in zip(asked, evaluate(questions, self._source), strict=True):
            for state, slot in _states(nodes):
                if not self._holds_still(self.derived.structure, (state, slot), place):
                    self.derived.of_use.setdefault((state, slot), [0] * len(names))[use] |= 1 << place
            for link in _links(nodes):
                if not self._holds_still(self.derived.edges, link, place):
                    self.derived.edges_of_use.setdefault(link, [0] * len(names))[use] |= 1 << place

    def _natures(self, nodes: Nodes) -> Iterator[tuple[Slot, Nature]]:
        for node in nodes.values():
            above = nodes.get(node.one(iris.term("under")) or "")
            own = node.one(iris.term("hexagramLine"))
            denied = tuple(sorted(self._denied & node.types))
            yield slot_of(node), Nature(node.kind, _branch(node), own in _yang_lines(), _branch(above), denied)

    @staticmethod
    def _holds_still(table: Mapping[Key, list[int]], key: Key, place: int) -> bool:
        return key in table and bool(table[key][place] & 1)


def _states(nodes: Nodes) -> Iterator[tuple[str, Slot]]:
    return ((state, slot_of(node)) for node in nodes.values() for state in node.types)


def _links(nodes: Nodes) -> Iterator[tuple[str, Slot, Slot]]:
    for node in nodes.values():
        for edge, targets in node.links.items():
            for target in targets:
                if target in nodes:
                    yield edge, slot_of(node), slot_of(nodes[target])


def _branch(node: Node | None) -> str:
    return (node.one(iris.term("branch")) if node else None) or ""


@cache
def _yang_lines() -> frozenset[str | None]:
    """The hexagram lines that are yang."""
    return frozenset(
        iris.hexagram_line(hexagram.number, position)
        for hexagram in catalog().hexagrams.values()
        for position, yang in enumerate(hexagram.bits, 1)
        if yang
    )
