"""Turn what a user gives (lines, a hexagram, coins or an omen; month and day, or a civil moment) into a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, SupportsIndex

from haidiyan import arguments, iris
from haidiyan.chart import calendar
from haidiyan.chart.calendar import CivilMoment
from haidiyan.chart.catalog import Catalog, Hexagram, Pillar, catalog
from haidiyan.chart.coins import throw
from haidiyan.chart.omen import read_omen
from haidiyan.errors import InputError

if TYPE_CHECKING:
    import pandas
    from rdflib import Graph

    from haidiyan.reading.evaluation import Evaluation


@dataclass(frozen=True)
class Moment:
    """When a hexagram was cast; what was not given is ``None``. All are IRIs.

    ``day`` is a pillar; where only the day's branch is known, as in the text's examples, it is ``None`` and
    ``day_branch`` is given. ``civil`` is the civil moment that all of it was found from, if it was.
    """

    month: str | None = None
    day: Pillar | None = None
    day_branch: str | None = None
    hour: str | None = None
    year: Pillar | None = None
    civil: CivilMoment | None = None


@dataclass(frozen=True)
class Chart:
    """A cast hexagram: six line values from the bottom, the hexagrams they make, and the moment."""

    values: tuple[int, ...]
    hexagram: Hexagram
    changed: Hexagram
    moving: tuple[int, ...]
    """The positions that move, counted from 1 at the bottom."""
    moment: Moment

    @property
    def name(self) -> str:
        """The local name of the chart's IRI: lines, month, day, then hour and year where given."""
        moment = self.moment
        day = moment.day.iri if moment.day else moment.day_branch
        parts = ["".join(map(str, self.values)), _part(moment.month), _part(day)]
        if moment.hour:
            parts += ["hour", _part(moment.hour)]
        if moment.year:
            parts += ["year", _part(moment.year.iri)]
        return "-".join(parts)

    @property
    def iri(self) -> str:
        """The IRI of the chart, ``chart/888898-shen-jiashen``; ``open`` stands for what was not given."""
        return iris.individual("chart", self.name)

    def evaluate(self) -> Evaluation:
        """The chart under the default doctrine, with nothing asked."""
        from haidiyan.reading.question import ask

        return ask(self).evaluate()

    def to_dict(self) -> dict[str, Any]:
        """The chart as the JSON contract has it, its states under the default doctrine with nothing asked."""
        from haidiyan.reading.contract import chart_part

        return chart_part(self.evaluate())

    def to_frame(self) -> pandas.DataFrame:
        """One row a node: the chart first, then line by line from the bottom; states as ``to_dict`` has them.

        Columns: ``node`` (chart, line, hidden, opposite, changed) and ``line`` (1 at the bottom; missing for the
        chart), by which it joins a reading's; ``value`` (6 to 9), ``moving`` (重 or 交), ``spirit``, ``roles`` of
        visible lines; ``stem``, ``branch``, ``element``, ``relation``; ``states``. Several words of a cell stand with
        a space between.

        >>> import haidiyan
        >>> chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
        >>> table = chart.to_frame()
        >>> table.loc[table["moving"] == "重", ["line", "branch", "relation"]].values.tolist()
        [[5, '戌', '兄弟']]

        Raises:
            ExtraError: pandas is not installed; the extra ``frame`` brings it.
        """
        from haidiyan.publication.frames import CHART_COLUMNS, chart_rows, frame

        return frame(list(chart_rows(self.to_dict())), CHART_COLUMNS)

    @property
    def graph(self) -> Graph:
        """The chart as RDF: itself, and a question that asks nothing, with its nodes, their states and edges.

        >>> import haidiyan
        >>> from rdflib import URIRef
        >>> chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
        >>> (URIRef(chart.iri), None, None) in chart.graph
        True
        """
        from haidiyan.publication.linked import chart_graph

        return chart_graph(self.evaluate())

    def __repr__(self) -> str:
        return f"<Chart {self.hexagram.symbol} → {self.changed.symbol} {self.name}>"

    def _repr_svg_(self) -> str:
        from haidiyan.publication.svg import svg

        return svg(self.to_dict())

    def __str__(self) -> str:
        from haidiyan.publication.drawing import draw

        return draw(self.to_dict())


def _part(iri: str | None) -> str:
    return iris.local_name(iri) if iri else "open"


def cast(
    *,
    lines: Sequence[int] | None = None,
    hexagram: str | int | None = None,
    moving: Sequence[int] | SupportsIndex | None = None,
    coins: bool = False,
    seed: int | None = None,
    omen: str | None = None,
    month: str | None = None,
    day: str | None = None,
    hour: str | None = None,
    year: str | None = None,
    at: str | datetime | None = None,
    now: bool = False,
    late_zi: str | None = None,
) -> Chart:
    """Cast a hexagram.

    >>> import haidiyan
    >>> chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    >>> chart
    <Chart ䷇ → ䷁ 888898-shen-jiashen>
    >>> chart.iri == haidiyan.cast(lines=[8, 8, 8, 8, 9, 8], month="申", day="甲申").iri
    True
    >>> chart.to_dict()["void"]
    ['午', '未']

    Args:
        lines: six line values from the bottom up, each 6 (old yin), 7 (young yang), 8 (young yin)
            or 9 (old yang).
        hexagram: instead of ``lines``, the hexagram by name (比, 水地比), King Wen number or symbol (䷇).
        moving: with ``hexagram``, the positions that move, 1 at the bottom.
        coins: instead of ``lines``, let three coins fall for each line.
        seed: with ``coins``, an integer that makes them fall the same way again.
        omen: instead of ``lines``, the direction that an omen came from, 西南 or southwest, or its trigram, 坤: the
            trigram doubled, with the line of the hour moving.
        month: the branch of the month by solar term, 申; may be missing.
        day: the day's pillar, 甲申, or its branch alone, 申; may be missing.
        hour: the branch of the hour; may be missing, but an omen needs it.
        year: the pillar of the year; may be missing.
        at: instead of ``month``, ``day``, ``hour`` and ``year``, the civil moment: ISO 8601 with an hour or a
            ``datetime``, UTC+8 unless it carries an offset.
        now: instead of ``at``, the system clock's moment.
        late_zi: with ``at`` or ``now``, the practice for 23:00 to midnight: ``next`` (the default),
            ``split`` or ``same``.

    Raises:
        InputError: a value cannot be taken; the message names it and the remedy.
    """
    arguments.flag("coins", coins)
    arguments.flag("now", now)
    arguments.text("late_zi", late_zi, "next, split or same")
    known = catalog()
    moment = _moment(known, {"month": month, "day": day, "hour": hour, "year": year}, at, now, late_zi)
    values = _values(known, lines, hexagram, moving, coins, seed, omen, moment.hour)
    return Chart(values, *known.lines(values), moment)


def _values(
    known: Catalog,
    lines: Sequence[int] | None,
    hexagram: str | int | None,
    moving: Sequence[int] | SupportsIndex | None,
    coins: bool,
    seed: int | None,
    omen: str | None,
    hour: str | None,
) -> tuple[int, ...]:
    seed = arguments.whole("seed", seed)
    places = _places(moving)
    if (lines is not None) + (hexagram is not None) + coins + (omen is not None) != 1:
        raise InputError("Give six line values, a hexagram, coins or an omen: one of the four.")
    if seed is not None and not coins:
        raise InputError(f"The seed {seed} is for coins, and none are thrown; ask for coins or leave the seed out.")
    if coins:
        if places:
            raise InputError("Moving positions go with a hexagram; coins say themselves what moves.")
        return throw(seed)
    if lines is not None:
        if places:
            raise InputError("Moving positions go with a hexagram; line values say themselves what moves (6 and 9).")
        return _line_values(known, arguments.listed("lines", lines, "[8, 8, 8, 8, 9, 8]"))
    if omen is not None:
        if places:
            raise InputError("Moving positions go with a hexagram; the hour of an omen says itself what moves.")
        pure, place = read_omen(known, omen, hour)
        return _values_of(known, pure, {place})
    found = known.hexagrams[_hexagram(known, str(hexagram).strip())]
    wrong = [place for place in places if type(place) is not int or place not in range(1, 7)]
    if wrong:
        raise InputError(f"A hexagram has lines 1 to 6; line {wrong[0]!r} cannot move.")
    return _values_of(known, found, set(places))


def _places(moving: Sequence[int] | SupportsIndex | None) -> list[int]:
    if moving is None:
        return []
    alone = arguments.number(moving)
    return [alone] if isinstance(alone, int) else arguments.listed("moving", moving, "[5]")


def _values_of(known: Catalog, hexagram: Hexagram, moving: set[int]) -> tuple[int, ...]:
    of_kind = {(kind.yang, kind.moving): value for value, kind in known.line_values.items()}
    return tuple(of_kind[yang, place in moving] for place, yang in enumerate(hexagram.bits, 1))


def _hexagram(known: Catalog, name: str) -> str:
    # The last part of a hexagram's IRI is its number in two digits.
    called = f"{int(name):02d}" if name.isdecimal() and len(name) < 4 else name
    return known.find("hexagram", called, "hexagram", "Give a name, a number 1–64 or a symbol.")


def _line_values(known: Catalog, lines: Sequence[int]) -> tuple[int, ...]:
    if len(lines) != 6:
        raise InputError(f"A hexagram has six lines, not {len(lines)}; name them from the bottom up.")
    for value in lines:
        if type(value) is not int or value not in known.line_values:
            meanings = "，".join(f"{each} {known.label(kind.iri)}" for each, kind in known.line_values.items())
            raise InputError(f"{value!r} is no line value: {meanings}.")
    return tuple(lines)


def _moment(
    known: Catalog, given: Mapping[str, str | None], at: str | datetime | None, now: bool, late_zi: str | None
) -> Moment:
    if at is None and not now:
        if late_zi:
            raise InputError(
                f"The practice for 23:00 to midnight ({late_zi}) goes with a civil moment: give one, or leave it out."
            )
        return _given_moment(known, **given)
    doubled = [f"{name} {value}" for name, value in given.items() if value]
    if doubled:
        raise InputError(
            f"A civil moment says year, month, day and hour itself: leave out {', '.join(doubled)}, or the moment."
        )
    if at is not None and now:
        raise InputError(f"Give either a civil moment ({at}) or now, and not both.")
    civil = calendar.civil_moment(calendar.now() if at is None else at, late_zi)
    return Moment(
        month=civil.month.branch,
        day=civil.day,
        day_branch=civil.day.branch,
        hour=civil.hour.branch,
        year=civil.year,
        civil=civil,
    )


def _given_moment(known: Catalog, month: str | None, day: str | None, hour: str | None, year: str | None) -> Moment:
    pillar, branch = _day(known, day)
    return Moment(
        month=_branch(known, month, "month"),
        day=pillar,
        day_branch=branch,
        hour=_branch(known, hour, "hour"),
        year=_pillar(known, year) if year is not None else None,
    )


def _branch(known: Catalog, name: str | None, what: str) -> str | None:
    if name is None:
        return None
    return known.find("branch", name, f"branch, as which the {what} is given", "The twelve branches are 子 to 亥.")


def _pillar(known: Catalog, name: str) -> Pillar:
    rule = "A yang stem goes with a yang branch, a yin stem with a yin one."
    return known.pillars[known.find("pillar", name, "pillar of the sixty", rule)]


def _day(known: Catalog, name: str | None) -> tuple[Pillar | None, str | None]:
    if name is None:
        return None, None
    arguments.text("day", name, "甲申 or 申")
    if len(name.strip()) == 1:
        return None, _branch(known, name, "day")
    pillar = _pillar(known, name)
    return pillar, pillar.branch
