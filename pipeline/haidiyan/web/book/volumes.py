"""Hold the book as its pages show it: volumes, passages with their rendering, apparatus and claims, layers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby

import pyoxigraph as ox

from haidiyan import iris, queries
from haidiyan.comparison.records import Json, Records, variant_order
from haidiyan.errors import InputError
from haidiyan.web.book.marks import marks
from haidiyan.web.book.setting import Box, Words, lines

PORTION = 8
"""How many passages continuous reading shows at once."""


@dataclass(frozen=True)
class Layer:
    """A layer of the text: its names, and whether it is of the rendering."""

    name: str
    thing: Json
    in_rendering: bool


@dataclass(frozen=True)
class Column:
    """A paragraph as set: its name, its exact text, its lines, the layers that occur in it."""

    name: str
    text: str
    lines: tuple[Box, ...]
    layers: frozenset[str]

    def shows(self, layers: Set[str]) -> bool:
        """Whether anything is left of it where only some layers are shown."""
        return bool(self.layers & layers)

    @property
    def has_margin(self) -> bool:
        """Whether it has headnotes, which stand in the margin."""
        return any(part.layer == "headnote" for line in self.lines for part in line.parts if isinstance(part, Box))


@dataclass(frozen=True)
class Behind:
    """A segment with the claims that it states, or with the reason why it states none, by language."""

    segment: Json
    claims: tuple[Json, ...]
    reason: Mapping[str, str]


@dataclass(frozen=True)
class Passage:
    """A passage of the original with its rendering, and all that stands on their words."""

    name: str
    iri: str
    volume: int
    paragraph: int
    family: Json | None
    original: Column
    rendering: Column | None
    behind: tuple[Behind, ...]
    apparatus: tuple[Json, ...]
    """The variants of its words."""
    borne: tuple[Json, ...]
    """The variants of other words whose reading stands here."""

    @property
    def claims(self) -> int:
        return sum(len(each.claims) for each in self.behind)

    @property
    def columns(self) -> tuple[Column, ...]:
        return (self.original, self.rendering) if self.rendering else (self.original,)

    @property
    def opening(self) -> str:
        """The first words that are no note."""
        return next((part.segment["words"] for line in self.original.lines for part in _words(line)), "")


@dataclass(frozen=True)
class Volume:
    """A volume with its passages in order, the title first, and the work that it is of."""

    number: int
    thing: Json
    work: Json | None
    passages: tuple[Passage, ...]

    @property
    def title(self) -> str:
        return self.passages[0].original.text

    @property
    def families(self) -> list[tuple[Json | None, list[Passage]]]:
        """The passages after the title, those of one family that follow each other together."""
        runs = groupby(self.passages[1:], key=lambda each: each.family["iri"] if each.family else "")
        return [(together[0].family, together) for together in (list(run) for _, run in runs)]

    @property
    def claims(self) -> int:
        return sum(each.claims for each in self.passages)

    @property
    def variants(self) -> int:
        return sum(len(each.apparatus) for each in self.passages)

    def portion(self, first: int = 0) -> list[Passage]:
        """The passages of the portion that holds a paragraph; the title stands above the first and counts for none."""
        there = self._portions
        return next((each for each in there if each[-1].paragraph >= first), there[-1] if there else [])

    def beside(self, portion: Sequence[Passage]) -> tuple[list[Passage] | None, list[Passage] | None]:
        """The portions before and after one."""
        there = self._portions
        at = there.index(list(portion)) if portion else 0
        return there[at - 1] if at else None, there[at + 1] if at + 1 < len(there) else None

    @property
    def _portions(self) -> list[list[Passage]]:
        body = list(self.passages[1:])
        return [body[at : at + PORTION] for at in range(0, len(body), PORTION)]


class Book:
    """All volumes of a built dataset; whoever reads many pages makes it once (``haidiyan.web.store.made``)."""

    def __init__(self, store: ox.Store) -> None:
        store = self.store = _in_memory(store)
        self.records = Records(store)
        self._segments = self.records.segments(list(self.records.passages))
        self.layers = _layers(store, self._segments)
        self.claims = {
            each["name"]: each for each in self.records.claims(row["claim"] for row in self._rows("claims-of-passages"))
        }
        self.variants = {
            each["name"]: each
            for each in self.records.variants(row["variant"] for row in self._rows("variants-of-passages"))
        }
        broad = {
            iris.local_name(row["variant"]): self.records.kind(row["broad"])
            for row in queries.rows("publication/variant-kinds", store)
        }
        self.broad = {name: str(kind["name"]) for name, kind in broad.items() if kind}
        kinds = [*broad.values(), *(each["kind"] for each in self.variants.values())]
        self.kinds = {kind["name"]: kind for kind in kinds if kind}
        self.related: dict[str, list[tuple[str, Json]]] = defaultdict(list)
        """How each claim stands to others: the relation, with ``-back`` where it is the other's, and the other."""
        for citing, relation, cited in self._relations():
            self.related[citing["name"]].append((relation, cited))
            self.related[cited["name"]].append((f"{relation}-back", citing))
        self.volumes = self._volumes(store)
        passages = [each for volume in self.volumes for each in volume.passages]
        self.page_of = {column.name: each for each in passages for column in each.columns}
        """The passage on whose page a paragraph stands, the rendering on that of its original."""
        self.by_paragraph = {
            (each.volume, int(self.records.passages[iris.individual("passage", name)]["paragraph"])): each
            for name, each in self.page_of.items()
        }

    def volume(self, number: int) -> Volume | None:
        """A volume by its number."""
        return next((each for each in self.volumes if each.number == number), None)

    def passage_of(self, name: str) -> Passage:
        """The passage on whose page something stands: a passage, a segment, a claim or a variant, by its name.

        Raises ``KeyError``.
        """
        for held in (self.claims, self.variants):
            if name in held:
                return self.page_of[held[name]["passage"]["name"]]
        return self.page_of[name if name in self.page_of else name.rpartition("-")[0]]

    def neighbours(self, passage: Passage) -> tuple[Passage | None, Passage | None]:
        """The passages before and after one, in its volume."""
        there = next(each.passages for each in self.volumes if each.number == passage.volume)
        at = there.index(passage)
        return there[at - 1] if at else None, there[at + 1] if at + 1 < len(there) else None

    def english(self, iri: str) -> str:
        """What a thing is called in English."""
        return self.records.label(iri, "en")

    def chosen(self, given: Iterable[str]) -> tuple[str, ...]:
        """The layers that an address asks for, names with commas between; all where it names none.

        A layer is named as verse, 歌訣 or interlinear note. Raises ``InputError`` for one that there is not.
        """
        names = {
            called: layer.name
            for layer in self.layers
            for called in (layer.name, layer.thing["label"], self.english(layer.thing["iri"]))
        }
        asked = [part.strip() for each in given for part in each.replace("、", ",").split(",") if part.strip()]
        for each in asked:
            if each not in names:
                raise InputError(
                    f"{each!r} is no layer of the text; there are {', '.join(layer.name for layer in self.layers)}."
                )
        wanted = {names[each] for each in asked}
        return tuple(each.name for each in self.layers if not wanted or each.name in wanted)

    def _rows(self, name: str) -> Iterable[dict[str, str]]:
        return self.records.rows(name, passage=self.records.passages)

    def _relations(self) -> Iterator[tuple[Json, str, Json]]:
        """Claims with others that they agree with, qualify or contradict, in the order of the text."""
        place = {each["iri"]: at for at, each in enumerate(self.claims.values())}
        told = {(row["citing"], row["relation"], row["cited"]) for row in self.records.rows("relations", claim=place)}
        known = [each for each in told if each[0] in place and each[2] in place]
        for citing, relation, cited in sorted(known, key=lambda each: (place[each[0]], place[each[2]], each[1])):
            yield self.claims[iris.local_name(citing)], iris.local_name(relation), self.claims[iris.local_name(cited)]

    def _volumes(self, store: ox.Store) -> tuple[Volume, ...]:
        segments = self._by_passage()
        reasons: dict[str, dict[str, str]] = defaultdict(dict)
        for row in queries.rows("web/no-claims", store):
            reasons[iris.local_name(row["segment"])][row["language"]] = row["reason"]
        notes = {iris.local_name(row["segment"]): row["note"] for row in queries.rows("web/notes", store)}
        renderings = {row["renders"]: iri for iri, row in self.records.passages.items() if row["renders"]}
        passages: dict[int, list[Passage]] = defaultdict(list)
        for iri, row in self.records.passages.items():
            if not row["renders"]:
                there = [each for each in (iri, renderings.get(iri)) if each]
                passages[int(row["volume"])].append(self._passage(there, segments, notes, reasons))
        return tuple(
            Volume(
                number=int(row["number"]),
                thing=self.records.thing(row["volume"]),
                work=self.records.maybe(row["work"]),
                passages=tuple(passages[int(row["number"])]),
            )
            for row in queries.rows("web/volumes", store)
            if passages[int(row["number"])]
        )

    def _by_passage(self) -> dict[str, list[Json]]:
        """The segments by the name of their passage, each with its claims and its variants."""
        by_name = {each["name"]: each for each in self._segments}
        for claim in self.claims.values():
            by_name[claim["segment"]]["claims"].append(claim)
        for variant in self.variants.values():
            if variant["segment"] in by_name:
                by_name[variant["segment"]]["variants"].append(variant["name"])
            if variant["readingSegment"] in by_name:
                by_name[variant["readingSegment"]]["readings"].append(variant["name"])
        found: dict[str, list[Json]] = defaultdict(list)
        for each in self._segments:
            found[each["passage"]].append(each)
        return found

    def _passage(
        self,
        there: Sequence[str],
        segments: Mapping[str, list[Json]],
        notes: Mapping[str, str],
        reasons: Mapping[str, Mapping[str, str]],
    ) -> Passage:
        columns = [self._column(iri, segments.get(iris.local_name(iri), []), notes) for iri in there]
        held = [each for iri in there for each in segments.get(iris.local_name(iri), [])]
        names = {iris.local_name(iri) for iri in there}
        place, row = self.records.place(there[0]), self.records.passages[there[0]]
        apparatus = [each for each in self.variants.values() if each["passage"]["name"] in names]
        borne = [
            each
            for each in self.variants.values()
            if each["passage"]["name"] not in names and (each["readingPassage"] or {}).get("name") in names
        ]
        return Passage(
            name=place["name"],
            iri=there[0],
            volume=place["volume"],
            paragraph=place["paragraph"],
            family=self.records.maybe(row["family"]),
            original=columns[0],
            rendering=columns[1] if len(columns) > 1 else None,
            behind=tuple(
                Behind(each, tuple(each["claims"]), reasons.get(each["name"], {}))
                for each in held
                if each["claims"] or each["name"] in reasons
            ),
            apparatus=tuple(apparatus),
            borne=tuple(sorted(borne, key=lambda each: variant_order(each["name"]))),
        )

    def _column(self, iri: str, segments: Sequence[Json], notes: Mapping[str, str]) -> Column:
        row = self.records.passages[iri]
        words = [
            Words(each, marks(each, [self.variants[name] for name in each["variants"]]))
            for each in sorted(segments, key=lambda each: int(each["start"]))
        ]
        return Column(
            name=iris.local_name(iri),
            text=row["text"],
            lines=lines(row["text"], int(row["start"]), words, notes),
            layers=frozenset(each["layer"]["name"] for each in segments),
        )


def _words(box: Box) -> list[Words]:
    return [part for part in box.parts if isinstance(part, Words)]


def _in_memory(store: ox.Store) -> ox.Store:
    """A copy of the default graph: the many rows that a book asks for take half as long with it."""
    copied = ox.Store()
    copied.bulk_extend(store.quads_for_pattern(None, None, None, ox.DefaultGraph()))
    return copied


def _layers(store: ox.Store, segments: Iterable[Json]) -> tuple[Layer, ...]:
    """The layers that occur, those of the original first, each group in the order in which they first occur."""
    rendering = {row["layer"]: row["rendering"] == "true" for row in queries.rows("web/layers", store)}
    seen = {each["layer"]["iri"]: each["layer"] for each in segments}
    ordered = sorted(seen.values(), key=lambda each: rendering.get(each["iri"], False))
    return tuple(Layer(each["name"], each, rendering.get(each["iri"], False)) for each in ordered)
