"""Give charts as plain inputs: read and write them, draw them at random from a seed, and ask them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

from haidiyan.chart.cast import cast
from haidiyan.chart.catalog import Catalog, catalog
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE
from haidiyan.reading.question import Question, ask

Item = TypeVar("Item")


@dataclass(frozen=True, order=True)
class Case:
    """What is given of a chart and asked of it: line values bottom up, names as a user gives them."""

    lines: tuple[int, ...]
    month: str
    day: str
    use: str
    baleful: tuple[int, ...] = ()

    def question(self, doctrine: str = DEFAULT_DOCTRINE, adopt: Mapping[str, str] | None = None) -> Question:
        """The case as a question under a doctrine."""
        chart = cast(lines=self.lines, month=self.month, day=self.day)
        return ask(chart, use=self.use, baleful=self.baleful, doctrine=doctrine, adopt=adopt)


@dataclass(frozen=True)
class Inputs:
    """Every value that an input can take, by name, in the order of the dataset."""

    values: tuple[int, ...]
    months: tuple[str, ...]
    days: tuple[str, ...]
    uses: tuple[str, ...]


def inputs(known: Catalog | None = None) -> Inputs:
    """The values that the dataset knows."""
    known = known or catalog()
    pillars = sorted(known.pillars.values(), key=lambda each: each.iri)
    return Inputs(
        values=tuple(sorted(known.line_values)),
        months=tuple(known.label(branch) for branch in sorted({pillar.branch for pillar in pillars})),
        days=tuple(known.label(pillar.iri) for pillar in pillars),
        uses=tuple(known.label(relation) for relation in sorted(set(known.uses.values()))),
    )


def pool(size: int, seed: int) -> list[Case]:
    """Different cases, drawn at random from a seed; every second one is an edit or two away from the one before it."""
    drawn = random.Random(seed)
    table = inputs()
    found: dict[Case, None] = {}
    while len(found) < size:
        case = _draw(drawn, table)
        found.setdefault(case)
        found.setdefault(_edit(drawn, table, case))
    return list(found)[:size]


def _draw(drawn: random.Random, table: Inputs) -> Case:
    return Case(
        lines=tuple(drawn.choice(table.values) for _ in range(6)),
        month=drawn.choice(table.months),
        day=drawn.choice(table.days),
        use=drawn.choice(table.uses),
        baleful=tuple(place for place in range(1, 7) if drawn.random() < 0.25),
    )


def _edit(drawn: random.Random, table: Inputs, case: Case) -> Case:
    other = _draw(drawn, table)
    for name in drawn.sample(["lines", "month", "day", "use", "baleful"], drawn.choice([1, 2])):
        if name == "lines":
            place = drawn.randrange(6)
            values = tuple(other.lines[k] if k == place else value for k, value in enumerate(case.lines))
            case = replace(case, lines=values)
        else:
            case = replace(case, **{name: getattr(other, name)})
    return case


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """The items in lists of a size, the last one maybe shorter.

    >>> list(batches("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    waiting = iter(items)
    while batch := list(islice(waiting, size)):
        yield batch


def read(path: Path) -> list[Case]:
    """The cases of a JSON file that ``write`` wrote."""
    return [
        Case(tuple(each["lines"]), each["month"], each["day"], each["use"], tuple(each["baleful"]))
        for each in json.loads(path.read_text(encoding="utf-8"))
    ]


def write(path: Path, cases: Sequence[Case]) -> None:
    """Write cases as JSON, one a line; inputs only."""
    rows = [json.dumps(asdict(case), ensure_ascii=False) for case in cases]
    path.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
