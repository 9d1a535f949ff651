"""Read what the editors decided: the layers and their marks, the volumes, the layout of single passages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse

from haidiyan import iris, resources
from haidiyan.errors import BuildError

_Values = dict[str, list[str]]
_PREFIX = re.compile("[a-z]+[0-9]+")


@dataclass(frozen=True)
class Layer:
    """A layer as ``data/text/layers.ttl`` describes it; unmarked layers have an empty ``marker``."""

    name: str
    creator: str | None
    language: str
    in_rendering: bool
    marker: str
    rendering_marker: str
    opening: str
    metre: int | None


@dataclass(frozen=True)
class VolumeRecord:
    """A volume's file and what must be counted in it; ``prefix`` begins the names of its passages (j2).

    ``authors`` are those of its layers by name, where it is of another book; else they are the layers' own.
    """

    number: int
    file: str
    pairs: int
    headnotes: int
    interlinear: int
    prefix: str = ""
    authors: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Layout:
    """What the characters of one passage do not say by themselves."""

    layer: str | None = None
    prose_from: str | None = None
    irregular_lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Editorial:
    """All decisions; ``explains`` holds the words that a note (passage name, number) explains."""

    layers: dict[str, Layer]
    volumes: list[VolumeRecord]
    layouts: dict[str, Layout]
    explains: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)


def load(folder: Path | None = None, layers: Mapping[str, Layer] | None = None, name: str = "data/text") -> Editorial:
    """Read ``data/text``, or such a folder of a further text, which has the given layers and those that it adds.

    ``name`` is what a complaint calls the folder. Raises BuildError for a file that is not Turtle or a record that
    lacks a value.
    """
    records: dict[str, _Values] = defaultdict(lambda: defaultdict(list))
    for path in sorted((folder or resources.root() / "data" / "text").glob("*.ttl")):
        try:
            for quad in parse(path=str(path), format=RdfFormat.TURTLE):
                records[_value(quad.subject)][iris.compact(quad.predicate.value)].append(_value(quad.object))
        except SyntaxError as error:
            raise BuildError([f"{name}/{path.name} is not Turtle, line {error.lineno}: {error.msg}"]) from error
    try:
        return _editorial(records, layers or {})
    except _RecordError as error:
        raise BuildError([f"{name}: {error}"]) from error


class _RecordError(ValueError):
    pass


def _value(term: NamedNode | BlankNode | Literal | Triple) -> str:
    return str(term) if isinstance(term, Triple) else term.value


def _editorial(records: dict[str, _Values], layers: Mapping[str, Layer]) -> Editorial:
    found = Editorial(dict(layers), [], {})
    for iri, values in records.items():
        try:
            _enter(found, iri, values, records)
        except ValueError as error:
            raise _RecordError(f"{iris.compact(iri)} lacks a value or has a wrong one ({error})") from error
    found.volumes.sort(key=lambda each: each.number)
    unknown = {layer for each in found.volumes for layer in each.authors or ()} - set(found.layers)
    if unknown:
        raise _RecordError(f"a volume names the author of {', '.join(sorted(unknown))}, which is no layer")
    for name, layout in found.layouts.items():
        if layout.layer and layout.layer not in found.layers:
            raise _RecordError(f"{name} is laid out as {layout.layer}, which is no layer")
    return found


def _enter(found: Editorial, iri: str, values: _Values, records: Mapping[str, _Values]) -> None:
    kinds = {iris.compact(each) for each in values["rdf:type"]}
    name = iris.local_name(iri)
    if "hdy:Layer" in kinds:
        found.layers[name] = _layer(name, values)
    elif "hdy:Volume" in kinds:
        pairs, headnotes, interlinear = (
            _number(values, f"hdy:{each}") for each in ("pairCount", "headnoteCount", "interlinearCount")
        )
        number = _number(values, "hdy:volumeNumber")
        if name != str(number):
            raise ValueError(f"the volume of number {number} is called volume:{number}")
        own = _first(values, "dcterms:identifier")
        prefix = own or iris.volume_prefix(number)
        if not _PREFIX.fullmatch(prefix):
            raise ValueError(f"dcterms:identifier {prefix!r} is not of the form of j2: a-z, then figures")
        authors = _authors(values, records) if own else None
        file = _one(values, "hdy:fileName")
        found.volumes.append(VolumeRecord(number, file, pairs, headnotes, interlinear, prefix, authors))
    elif "hdy:GlossDecision" in kinds and values["hdy:explains"]:
        note = (iris.local_name(_one(values, "hdy:passage")), _number(values, "hdy:note"))
        found.explains[note] = tuple(sorted(values["hdy:explains"]))
    elif "hdy:Passage" in kinds:
        layer = _first(values, "hdy:textLayer")
        found.layouts[name] = Layout(
            layer=iris.local_name(layer) if layer else None,
            prose_from=_first(values, "hdy:proseFrom"),
            irregular_lines=tuple(values["hdy:irregularLine"]),
        )


def _authors(values: _Values, records: Mapping[str, _Values]) -> dict[str, str]:
    """Who wrote which layer of a volume: its ``prov:qualifiedAttribution``, agent and layer."""
    said = [records[each] for each in values["prov:qualifiedAttribution"] if each in records]
    return {iris.local_name(_one(each, "prov:hadRole")): iris.local_name(_one(each, "prov:agent")) for each in said}


def _layer(name: str, values: _Values) -> Layer:
    creator = _first(values, "dcterms:creator")
    return Layer(
        name=name,
        creator=iris.local_name(creator) if creator else None,
        language=_one(values, "dcterms:language"),
        in_rendering=_one(values, "hdy:inRendering") == "true",
        marker=_first(values, "hdy:marker") or "",
        rendering_marker=_first(values, "hdy:renderingMarker") or "",
        opening=_first(values, "hdy:opening") or "",
        metre=_number(values, "hdy:metre") if values["hdy:metre"] else None,
    )


def _one(values: _Values, key: str) -> str:
    if not values[key]:
        raise ValueError(f"it has no {key}")
    return values[key][0]


def _number(values: _Values, key: str) -> int:
    value = _one(values, key)
    if not re.fullmatch("[0-9]{1,9}", value):
        raise ValueError(f"{key} is a whole number, not {value!r}")
    return int(value)


def _first(values: _Values, key: str) -> str | None:
    return values[key][0] if values[key] else None
