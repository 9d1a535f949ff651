"""Know the names and the tables of the cosmology as the dataset gives them, so that code need not."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from haidiyan import iris
from haidiyan.dataset.memory import Memory, memory
from haidiyan.errors import InputError

Bits = tuple[bool, ...]


@dataclass(frozen=True)
class Hexagram:
    """A hexagram as the dataset has it; ``bits``: its lines from the bottom, yang or not; ``palace``: a trigram."""

    iri: str
    number: int
    bits: Bits
    symbol: str
    palace: str
    generation: str
    body: str
    is_pure: bool


@dataclass(frozen=True)
class LineValue:
    """What one of the numbers 6 to 9 says of a line: yang or not, moving or not, and the state of its own (重 交)."""

    iri: str
    yang: bool
    moving: bool
    mark: str | None


@dataclass(frozen=True)
class Pillar:
    """One of the sixty pillars: IRIs of its stem, its branch and the two branches void in its decade."""

    iri: str
    stem: str
    branch: str
    void: tuple[str, ...]


@dataclass(frozen=True)
class StateWord:
    """The word of a state, and where a chart lists it: ``role``, ``field`` (a field of its own) or ``state``."""

    word: str
    listing: str


@dataclass(frozen=True)
class Choices:
    """The axes with their choices by name, the default of each, and the choices of each doctrine.

    ``recorded``: the axis on which emendations are chosen from those recorded; ``readings``: the emendations of
    each doctrine that has some, by name; ``emended``: what a choice becomes under an emendation, IRIs.
    """

    axes: dict[str, dict[str, str]]
    defaults: dict[str, str]
    doctrines: dict[str, dict[str, str]]
    recorded: str
    readings: dict[str, list[str]]
    emended: dict[tuple[str, str], str]

    @cached_property
    def names(self) -> dict[str, str]:
        """Each choice, by IRI, as ``axis=choice``."""
        return {iri: f"{axis}={name}" for axis, choices in self.axes.items() for name, iri in choices.items()}

    @cached_property
    def turned(self) -> dict[str, tuple[str, str]]:
        """What an emendation makes of a choice, by IRI: the choice and the emendation."""
        return {emended: given for given, emended in self.emended.items()}


@dataclass(frozen=True)
class Emendation:
    """Another reading of words of the book; ``offsets``: where its words begin in each quotation that they touch."""

    iri: str
    volume: str
    start: int
    end: int
    base: str
    reading: str
    offsets: dict[str, int]

    @property
    def name(self) -> str:
        """The name that people type, ``j2-p57-v1``."""
        return iris.local_name(self.iri)

    def touches_words_of(self, other: Emendation) -> bool:
        """Whether both emend the same character."""
        return self.volume == other.volume and self.start < other.end and other.start < self.end


class Catalog:
    """Names to IRIs, IRIs to Chinese labels, and the small tables that casting looks into.

    Each table is read from the dataset when it is first asked for.
    """

    def __init__(self, source: Memory) -> None:
        self._source = source
        self._lines: dict[tuple[int, ...], tuple[Hexagram, Hexagram, tuple[int, ...]]] = {}

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for row in self._source.rows("chart/names"):
            names = found[iris.local_name(row["class"]).lower()]
            names[row["name"].casefold()] = row["thing"]
            names.setdefault(iris.local_name(row["thing"]).casefold(), row["thing"])
        return found

    @cached_property
    def _labels(self) -> dict[str, str]:
        return {row["thing"]: row["label"] for row in self._source.rows("chart/labels")}

    @cached_property
    def hexagrams(self) -> dict[str, Hexagram]:
        """The sixty-four hexagrams by IRI."""
        lines = {
            row["trigram"]: tuple(row[place] == "true" for place in ("bottom", "middle", "top"))
            for row in self._source.rows("chart/trigrams")
        }
        return {
            row["hexagram"]: Hexagram(
                iri=row["hexagram"],
                number=int(row["number"]),
                bits=lines[row["lower"]] + lines[row["upper"]],
                symbol=row["symbol"],
                palace=row["palaceTrigram"],
                generation=row["generation"],
                body=row["body"],
                is_pure=row["pure"] == row["hexagram"],
            )
            for row in self._source.rows("chart/hexagrams")
        }

    @cached_property
    def line_values(self) -> dict[int, LineValue]:
        """The line values by number."""
        return {
            int(row["number"]): LineValue(row["value"], row["yang"] == "true", row["moving"] == "true", row.get("mark"))
            for row in self._source.rows("chart/line-values")
        }

    @cached_property
    def _by_bits(self) -> dict[Bits, Hexagram]:
        return {hexagram.bits: hexagram for hexagram in self.hexagrams.values()}

    def hexagram_of(self, bits: Iterable[bool]) -> Hexagram:
        """The hexagram of six lines from the bottom, yang or not."""
        return self._by_bits[tuple(bits)]

    def lines(self, values: tuple[int, ...]) -> tuple[Hexagram, Hexagram, tuple[int, ...]]:
        """The hexagram that six line values make, the one it changes into, and the positions that move, kept."""
        found = self._lines.get(values)
        if found is None:
            kinds = [self.line_values[value] for value in values]
            found = self._lines[values] = (
                self.hexagram_of(kind.yang for kind in kinds),
                self.hexagram_of(kind.yang != kind.moving for kind in kinds),
                tuple(place for place, kind in enumerate(kinds, 1) if kind.moving),
            )
        return found

    @cached_property
    def pillars(self) -> dict[str, Pillar]:
        """The sixty pillars by IRI, in their order."""
        rows: dict[str, tuple[str, str, set[str]]] = {}
        for row in self._source.rows("chart/pillars"):
            rows.setdefault(row["pillar"], (row["stem"], row["branch"], set()))[2].add(row["void"])
        order = list(self.seasons)
        return {
            iri: Pillar(iri, stem, branch, tuple(sorted(void, key=order.index)))
            for iri, (stem, branch, void) in rows.items()
        }

    @cached_property
    def seasons(self) -> dict[str, str]:
        """The season of each branch, in the order of the branches."""
        return {row["branch"]: row["season"] for row in self._source.rows("chart/seasons")}

    @cached_property
    def omen_lines(self) -> dict[str, int]:
        """The position of the line that moves in an omen, by the branch of its hour."""
        return {row["branch"]: int(row["number"]) for row in self._source.rows("chart/omen-lines")}

    @cached_property
    def solar_terms(self) -> dict[str, tuple[str, str]]:
        """By each of its names, a solar term and the branch of the month that it opens."""
        return {row["name"]: (row["term"], row["branch"]) for row in self._source.rows("chart/solar-terms")}

    @cached_property
    def uses(self) -> dict[str, str]:
        """The use relation of each topic and person that has one."""
        return {row["thing"]: row["relation"] for row in self._source.rows("chart/uses")}

    @cached_property
    def states(self) -> dict[str, StateWord]:
        """The states that a chart shows, by IRI, in the order of the model."""
        return {
            row["state"]: StateWord(row["word"], row.get("listing", "state"))
            for row in self._source.rows("chart/states")
        }

    @cached_property
    def listed(self) -> dict[str, frozenset[str]]:
        """The states, by IRI, that a chart shows in each place: ``role``, ``field``, ``state``."""
        found: dict[str, set[str]] = defaultdict(set)
        for iri, state in self.states.items():
            found[state.listing].add(iri)
        return {listing: frozenset(states) for listing, states in found.items()}

    @cached_property
    def state_places(self) -> dict[str, int]:
        """The place of each state, by IRI, in the order of the model."""
        return {iri: place for place, iri in enumerate(self.states)}

    @cached_property
    def broader_topics(self) -> dict[str, set[str]]:
        """The topics that each topic stands under, where the book treats them so."""
        found: dict[str, set[str]] = defaultdict(set)
        for row in self._source.rows("chart/broader-topics"):
            found[row["topic"]].add(row["wider"])
        return dict(found)

    @cached_property
    def families(self) -> dict[str, str]:
        """The family of each state that has one: of a family, a node has one state."""
        return {row["state"]: row["family"] for row in self._source.rows("chart/state-families")}

    @cached_property
    def choices(self) -> Choices:
        """The axes, their choices and the doctrines."""
        axes: dict[str, dict[str, str]] = defaultdict(dict)
        defaults: dict[str, str] = {}
        recorded = ""
        doctrines: dict[str, dict[str, str]] = defaultdict(dict)
        readings: dict[str, list[str]] = defaultdict(list)
        for row in self._source.rows("chart/choices"):
            axis = row["axisName"]
            recorded = axis if "records" in row else recorded
            axes[axis][row["choiceName"]] = row["choice"]
            if row["choice"] == row["default"]:
                defaults[axis] = row["choiceName"]
            if "doctrine" in row:
                doctrines[row["doctrine"]][axis] = row["choiceName"]
        for row in self._source.rows("chart/doctrine-readings"):
            readings[row["doctrine"]].append(iris.local_name(row["variant"]))
        emended = {
            (row["choice"], row["variant"]): row["emended"] for row in self._source.rows("chart/emended-choices")
        }
        return Choices(dict(axes), defaults, dict(doctrines), recorded, dict(readings), emended)

    @cached_property
    def emendations(self) -> dict[str, Emendation]:
        """The emendations that a question can adopt, by name."""
        found: dict[str, Emendation] = {}
        for row in self._source.rows("chart/emendations"):
            start = int(row["start"])
            volume = iris.local_name(row["segment"]).split("-")[0]
            new = Emendation(row["variant"], volume, start, int(row["end"]), row["base"], row["reading"], {})
            known = found.setdefault(new.name, new)
            if "claim" in row:
                known.offsets[row["claim"]] = start - int(row["claimStart"])
        return found

    def label(self, iri: str) -> str:
        """The Chinese label of a thing, or its local name where it has none."""
        return self._labels.get(iri, iris.local_name(iri))

    def find(self, kind: str, name: str, what: str, remedy: str = "") -> str:
        """The IRI of the thing of a kind (``hexagram``, ``topic`` …) that a user calls ``name``.

        Raises ``InputError`` that says what was looked for and names the nearest known names.
        """
        if not isinstance(name, str):
            raise InputError(f"{name!r} is no {what}; it is given as text.")
        names = self._names[kind]
        iri = names.get(name.strip().casefold())
        if iri is not None:
            return iri
        raise InputError(f"{name!r} is no {what}{self._nearest(kind, name)}.{' ' + remedy if remedy else ''}")

    def _nearest(self, kind: str, name: str) -> str:
        near = nearest(name, self._names[kind])
        labels = list(dict.fromkeys(self.label(self._names[kind][each]) for each in near))
        return f"; the nearest {'is' if len(labels) == 1 else 'are'} {'、'.join(labels)}" if labels else ""


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """The known names closest to one that is not known: by spelling, then by shared characters.

    >>> nearest("疾患", ["疾病", "求財"])
    ['疾病']
    """
    known = list(known)
    close = difflib.get_close_matches(name.casefold(), known, n=count, cutoff=0.5)
    shared = sorted((each for each in known if set(each) & set(name)), key=lambda each: -len(set(each) & set(name)))
    return list(dict.fromkeys([*close, *(shared if not name.isascii() else [])]))[:count]


def catalog() -> Catalog:
    """The catalog of the dataset in use."""
    return memory().keep(Catalog)
