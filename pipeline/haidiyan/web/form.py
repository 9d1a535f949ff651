"""Offer what can be chosen when a chart is cast, and make of what was filled in the address of a reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from starlette.datastructures import QueryParams

from haidiyan import api, iris
from haidiyan.chart import calendar
from haidiyan.chart.cast import Chart, cast
from haidiyan.chart.catalog import Catalog, catalog
from haidiyan.dataset.memory import Memory, memory
from haidiyan.errors import InputError
from haidiyan.given import choices, numbers
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE
from haidiyan.reading.question import ask
from haidiyan.reading.reading import BY_RATE
from haidiyan.web.asked import YES, Asked
from haidiyan.web.language import Words
from haidiyan.web.names import Names

LINES, HEXAGRAM, COINS, OMEN = "lines", "hexagram", "coins", "omen"
WAYS = (LINES, HEXAGRAM, COINS, OMEN)
"""How a hexagram comes about."""
PILLARS, CIVIL, NOW = "pillars", "civil", "now"
WHENS = (PILLARS, CIVIL, NOW)
"""How the moment is given."""
POSITIONS = range(1, 7)


class FieldError(InputError):
    """What was filled in cannot be taken; ``field`` says where."""

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(detail)
        self.field = field


class Option(NamedTuple):
    """Something to choose: the value, its name, and what it means."""

    value: str
    name: str
    means: str = ""


class Axis(NamedTuple):
    """An axis, its name, what it is about, and its choices."""

    value: str
    name: str
    means: str
    options: tuple[Option, ...]


class Group(NamedTuple):
    """Options that stand under one name."""

    name: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Offered:
    """What can be chosen, in one language."""

    line_values: tuple[Option, ...]
    hexagrams: tuple[Option, ...]
    directions: tuple[Option, ...]
    branches: tuple[Option, ...]
    pillars: tuple[Option, ...]
    topics: tuple[Group, ...]
    persons: tuple[Group, ...]
    relations: tuple[Option, ...]
    doctrines: tuple[Option, ...]
    axes: tuple[Axis, ...]
    recorded: str
    """The axis of the emendations, which are chosen one by one."""
    emendations: tuple[Option, ...]


def offered(t: Words) -> Offered:
    """What can be chosen, as the dataset in use has it; made once a language."""
    made = memory().keep(_made)
    if t.language not in made:
        made[t.language] = _offer(t, memory())
    return made[t.language]


def _made(_: Memory) -> dict[str, Offered]:
    return {}


def _offer(t: Words, source: Memory) -> Offered:
    known, named = source.keep(Catalog), source.keep(Names)

    def option(iri: str, value: str | None = None) -> Option:
        return Option(value or known.label(iri), t.of(known.label(iri), named.english.get(iri, "")))

    hexagrams = sorted(known.hexagrams.values(), key=lambda each: each.number)
    relations = dict.fromkeys(use for use in known.uses.values())
    return Offered(
        line_values=tuple(option(value.iri, str(number)) for number, value in sorted(known.line_values.items())),
        hexagrams=tuple(
            Option(known.label(each.iri), f"{each.number} {each.symbol} {option(each.iri).name}") for each in hexagrams
        ),
        directions=tuple(
            Option(
                iris.local_name(row["trigram"]),
                f"{t.of(row['chinese'], row['english'])} {t.plain(known.label(row['trigram']))}",
            )
            for row in source.rows("web/directions")
        ),
        branches=tuple(option(branch) for branch in known.seasons),
        pillars=tuple(option(pillar) for pillar in known.pillars),
        topics=tuple(_by_use(t, named, api.topics())),
        persons=tuple(_by_use(t, named, api.persons())),
        relations=tuple(option(each) for each in sorted(relations, key=known.label)),
        doctrines=tuple(option(iris.individual("doctrine", name), name) for name in known.choices.doctrines),
        axes=tuple(_axes(t, known, named, source)),
        recorded=known.choices.recorded,
        emendations=tuple(
            Option(name, f"{each.base} → {each.reading}", f"{name}") for name, each in known.emendations.items()
        ),
    )


def _by_use(t: Words, named: Names, rows: Iterable[Mapping[str, str]]) -> Iterator[Group]:
    """What can be asked, under the use relation that it has; what has none last."""
    groups: dict[str, list[Option]] = {}
    for row in rows:
        groups.setdefault(row["use"], []).append(Option(row["name"], t.of(row["name"], row["english"])))
    for use in sorted(groups, key=lambda each: (not each, each)):
        name = t("cast.by_use", use=named.of(t, "relation", use)) if use else t("cast.by_no_use")
        yield Group(name, tuple(sorted(groups[use], key=lambda each: each.name)))


def _axes(t: Words, known: Catalog, named: Names, source: Memory) -> Iterator[Axis]:
    means: dict[str, str] = {}
    for row in source.rows_of(source.dataset(), "web/choices"):
        means[row["axis"]] = t.of(row["axisMeans"], row["axisMeansEnglish"])
        means[row["choice"]] = t.of(row["choiceMeans"], row["choiceMeansEnglish"])

    def option(iri: str, value: str) -> Option:
        return Option(value, t.of(known.label(iri), named.english.get(iri, "")), means.get(iri, ""))

    for axis, those in known.choices.axes.items():
        if axis != known.choices.recorded:
            itself = option(iris.individual("axis", axis), axis)
            yield Axis(*itself, tuple(option(iri, f"{axis}={name}") for name, iri in those.items()))


@dataclass(frozen=True)
class Typed:
    """What stands in the form: every value of each field that has some."""

    values: Mapping[str, list[str]]

    @classmethod
    def of(cls, query: QueryParams) -> Typed:
        """What was sent with the form; spaces around it are not kept, and nothing is no value."""
        found: dict[str, list[str]] = {}
        for name, value in query.multi_items():
            if value.strip():
                found.setdefault(name, []).append(value.strip())
        return cls(found)

    @classmethod
    def as_asked(cls, asked: Asked) -> Typed:
        """The form filled in as an address has it; what cannot be read there is left out."""
        found: dict[str, list[str]] = {}
        for name, value in asked.given:
            found.setdefault(name, []).append(value)
        for name in ("moving", "baleful"):
            if name in found:
                found[name] = found[name][0].replace(",", " ").split()
        lines = found.pop("lines", [""])[0].replace(",", "")
        if len(lines) == len(POSITIONS):
            found |= {f"line{position}": [value] for position, value in zip(POSITIONS, lines, strict=True)}
        way = HEXAGRAM if HEXAGRAM in found else OMEN if OMEN in found else LINES
        return cls({**found, "way": [way], "when": [CIVIL if "at" in found else PILLARS]})

    def one(self, name: str, otherwise: str = "") -> str:
        """The value of a field."""
        return next(iter(self.values.get(name, ())), otherwise)

    def all(self, name: str) -> list[str]:
        """Every value of a field."""
        return list(self.values.get(name, ()))

    def has(self, name: str, value: object) -> bool:
        """Whether a field has this among its values."""
        return str(value) in self.values.get(name, ())

    @property
    def way(self) -> str:
        """How the hexagram comes about."""
        return self.one("way", LINES)

    @property
    def when(self) -> str:
        """How the moment is given."""
        return self.one("when", PILLARS)


def settle(typed: Typed) -> Asked:
    """The address of the reading that was asked for: coins fall here, and now becomes a moment.

    Raises ``FieldError`` for the first field that cannot be taken.
    """
    if typed.way not in WAYS:
        raise FieldError("way", f"A hexagram comes about by one of {', '.join(WAYS)}, not {typed.way!r}.")
    if typed.when not in WHENS:
        raise FieldError("when", f"The moment is given by one of {', '.join(WHENS)}, not {typed.when!r}.")
    moment = _moment(typed)
    casting = {**_WAYS[typed.way](typed, moment), **moment}
    asked = Asked(()).but(**casting)
    asking = _asking(typed, _try(typed.way, asked.cast))
    return asked.but(**asking)


def _lines(typed: Typed, _: Mapping[str, str]) -> dict[str, str]:
    values = [typed.one(f"line{position}") for position in POSITIONS]
    if missing := [str(position) for position, value in zip(POSITIONS, values, strict=True) if not value]:
        raise FieldError(LINES, f"A hexagram has six lines; say what falls for line {', '.join(missing)}.")
    lines = ",".join(values)
    _try(LINES, lambda: cast(lines=numbers(lines, LINES)))
    return {"lines": lines}


def _hexagram(typed: Typed, _: Mapping[str, str]) -> dict[str, str]:
    name, moving = typed.one(HEXAGRAM), ",".join(typed.all("moving"))
    if not name:
        raise FieldError(HEXAGRAM, "Give the hexagram by name, number 1–64 or symbol.")
    _try(HEXAGRAM, lambda: cast(hexagram=name))
    _try("moving", lambda: cast(hexagram=name, moving=numbers(moving, "moving") if moving else None))
    return {"hexagram": name, **({"moving": moving} if moving else {})}


def _coins(typed: Typed, _: Mapping[str, str]) -> dict[str, str]:
    given = typed.one("seed")
    try:
        seed = int(given) if given else None
    except ValueError:
        raise FieldError("seed", f"The seed of the coins is a whole number, not {given!r}; or leave it out.") from None
    return {"lines": ",".join(map(str, cast(coins=True, seed=seed).values))}


def _omen(typed: Typed, moment: Mapping[str, str]) -> dict[str, str]:
    direction = typed.one(OMEN)
    if not direction:
        raise FieldError(OMEN, "Say from which direction the omen came.")
    given = moment if {"hour", "at"} & moment.keys() else {"hour": catalog().label(next(iter(catalog().omen_lines)))}
    _try(OMEN, lambda: cast(omen=direction, **given))  # type: ignore[arg-type]
    if given is not moment:
        raise FieldError("hour", "The hour of an omen says what line moves: give the hour, or date and time.")
    return {"omen": direction}


_WAYS: Mapping[str, Callable[[Typed, Mapping[str, str]], dict[str, str]]] = {
    LINES: _lines,
    HEXAGRAM: _hexagram,
    COINS: _coins,
    OMEN: _omen,
}


def _moment(typed: Typed) -> dict[str, str]:
    if typed.when == NOW:
        at = calendar.now().replace(tzinfo=None, microsecond=0).isoformat()
        return {"at": at, **_late_zi(typed, at)}
    if typed.when == CIVIL:
        at = typed.one("at")
        if not at:
            raise FieldError("at", "Give date and time, 2026-11-30T10:00; or the month and the day instead.")
        _try("at", lambda: cast(hexagram=1, at=at))
        return {"at": at, **_late_zi(typed, at)}
    given = {name: value for name in ("year", "month", "day", "hour") if (value := typed.one(name))}
    for name, value in given.items():
        _try(name, lambda name=name, value=value: cast(hexagram=1, **{name: value}))  # type: ignore[misc]
    return given


def _late_zi(typed: Typed, at: str) -> dict[str, str]:
    practice = typed.one("late_zi")
    if practice:
        _try("late_zi", lambda: cast(hexagram=1, at=at, late_zi=practice))
    return {"late_zi": practice} if practice else {}


def _asking(typed: Typed, chart: Chart) -> dict[str, str | list[str]]:
    found: dict[str, str | list[str]] = {}
    for name in ("topic", "about", "use"):
        if value := typed.one(name):
            _try(name, lambda name=name, value=value: ask(chart, **{name: value}))  # type: ignore[misc]
            found[name] = value
    if baleful := ",".join(typed.all("baleful")):
        _try("baleful", lambda: ask(chart, baleful=numbers(baleful, "baleful")))
        found["baleful"] = baleful
    doctrine, adopt = typed.one("doctrine", DEFAULT_DOCTRINE), typed.all("adopt")
    _try("doctrine", lambda: ask(chart, doctrine=doctrine))
    _try("adopt", lambda: ask(chart, doctrine=doctrine, adopt=choices(adopt, "adopt")))
    found |= {"doctrine": doctrine, "adopt": adopt}
    found |= {name: "1" for name in ("all_topics", "all_doctrines") if typed.one(name) in YES}
    return found | ({"order": order} if (order := typed.one("order", BY_RATE)) != BY_RATE else {})


def _try(field: str, work: Callable[[], Any]) -> Any:
    """What a piece of work gives; an ``InputError`` of it as one that names the field."""
    try:
        return work()
    except FieldError:
        raise
    except InputError as error:
        raise FieldError(field, str(error)) from error
