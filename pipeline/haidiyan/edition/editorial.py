"""Read what the editors decided: the layers and their marks, the volumes, the layout of single passages."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse

from haidiyan import iris, resources
from haidiyan.errors import BuildError

_Values = dict[str, list[str]]


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
    """A volume's file and what must be counted in it."""

    number: int
    file: str
    pairs: int
    headnotes: int
    interlinear: int


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


def load(folder: Path | None = None) -> Editorial:
    """Read ``data/text``; raises BuildError for a file that is not Turtle or a record that lacks a value."""
    records: dict[str, _Values] = defaultdict(lambda: defaultdict(list))
    for path in sorted((folder or resources.root() / "data" / "text").glob("*.ttl")):
        try:
            for quad in parse(path=str(path), format=RdfFormat.TURTLE):
                records[_value(quad.subject)][iris.compact(quad.predicate.value)].append(_value(quad.object))
        except SyntaxError as error:
            raise BuildError([f"{path.name} is not Turtle: {error}"]) from error
    try:
        return _editorial(records)
    except (IndexError, ValueError) as error:
        raise BuildError(
            [f"data/text: a layer, volume or passage lacks a value or has a wrong one ({error})"]
        ) from error


def _value(term: NamedNode | BlankNode | Literal | Triple) -> str:
    return str(term) if isinstance(term, Triple) else term.value


def _editorial(records: dict[str, _Values]) -> Editorial:
    found = Editorial({}, [], {})
    for iri, values in records.items():
        kinds = {iris.compact(each) for each in values["rdf:type"]}
        name = iris.local_name(iri)
        if "hdy:Layer" in kinds:
            found.layers[name] = _layer(name, values)
        elif "hdy:Volume" in kinds:
            counts = (int(values[f"hdy:{each}"][0]) for each in ("pairCount", "headnoteCount", "interlinearCount"))
            found.volumes.append(VolumeRecord(int(values["hdy:volumeNumber"][0]), values["hdy:fileName"][0], *counts))
        elif "hdy:GlossDecision" in kinds and values["hdy:explains"]:
            note = (iris.local_name(values["hdy:passage"][0]), int(values["hdy:note"][0]))
            found.explains[note] = tuple(sorted(values["hdy:explains"]))
        elif "hdy:Passage" in kinds:
            layer = _first(values, "hdy:textLayer")
            found.layouts[name] = Layout(
                layer=iris.local_name(layer) if layer else None,
                prose_from=_first(values, "hdy:proseFrom"),
                irregular_lines=tuple(values["hdy:irregularLine"]),
            )
    found.volumes.sort(key=lambda each: each.number)
    for name, layout in found.layouts.items():
        if layout.layer and layout.layer not in found.layers:
            raise ValueError(f"{name} is laid out as {layout.layer}, which is no layer")
    return found


def _layer(name: str, values: _Values) -> Layer:
    creator = _first(values, "dcterms:creator")
    metre = _first(values, "hdy:metre")
    return Layer(
        name=name,
        creator=iris.local_name(creator) if creator else None,
        language=values["dcterms:language"][0],
        in_rendering=values["hdy:inRendering"][0] == "true",
        marker=_first(values, "hdy:marker") or "",
        rendering_marker=_first(values, "hdy:renderingMarker") or "",
        opening=_first(values, "hdy:opening") or "",
        metre=int(metre) if metre else None,
    )


def _first(values: _Values, key: str) -> str | None:
    return values[key][0] if values[key] else None
