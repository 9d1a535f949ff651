"""Read the hand-written Turtle of the ontology and the data into named graphs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox
from rdflib import RDF, Graph, URIRef

from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.turtle_lines import TurtleLines
from haidiyan.errors import BuildError
from haidiyan.iris import BASE, compact, graph
from haidiyan.resources import root


@dataclass(frozen=True)
class Place:
    """Where the files of a pattern go; ``{folder}`` and ``{stem}`` are those of the file.

    ``alone``: each of our names has its type in one file only, so that two records cannot merge unnoticed.
    """

    pattern: str
    graph: str
    alone: bool = False


PLACES: tuple[Place, ...] = (
    Place("ontology/cosmology.ttl", "cosmology", alone=True),
    Place("ontology/situations/**/*.ttl", "situations", alone=True),
    Place("ontology/*.ttl", "ontology", alone=True),
    Place("ontology/states/**/*.ttl", "ontology", alone=True),
    Place("data/cosmology/**/*.ttl", "cosmology"),
    Place("data/text/**/*.ttl", "text"),
    Place("data/topics/**/*.ttl", "claims", alone=True),
    Place("data/claims/**/*.ttl", "claims", alone=True),
    Place("data/base-rates.ttl", "base-rates"),
    Place("data/variants/**/*.ttl", "variants", alone=True),
    Place("data/doctrines/axes.ttl", "doctrines"),
    Place("data/doctrines/*/*.ttl", "choice-{folder}-{stem}"),
)
"""Which file goes into which named graph (docs/model.md); the first pattern that fits a file counts."""

TEXT_PLACES: tuple[Place, ...] = (
    Place("situations/**/*.ttl", "situations", alone=True),
    Place("text/**/*.ttl", "text"),
    Place("topics/**/*.ttl", "claims", alone=True),
    Place("claims/**/*.ttl", "claims", alone=True),
    Place("variants/**/*.ttl", "variants", alone=True),
    Place("base-rates.ttl", "base-rates"),
)
"""Where the files of a further text go, from its own folder (docs/second-text.md)."""

APART = (
    "ontology/shapes/**/*.ttl",
    "ontology/alignments/**/*.ttl",
    "ontology/external-terms.ttl",
    "data/text/folding.ttl",
    "data/text/pinyin.ttl",
    "data/text/simplified.ttl",
)
"""Turtle that is no part of the dataset."""


@dataclass
class Sources:
    """What was read: graphs by IRI, files by path, and which file gives each of our names its type.

    ``of_texts`` has the triples of each file of a further text, by its name, ``paths`` where it is.
    """

    graphs: dict[str, Graph] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    described_in: dict[str, str] = field(default_factory=dict)
    of_texts: dict[str, Graph] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)

    def place_of(self, iri: str) -> str:
        """The name of a thing with the file that describes it, in a further text with the line, for a complaint."""
        where = self.described_in.get(iri)
        return f"{compact(iri)} ({self.line_of(where, iri)})" if where else compact(iri)

    def line_of(self, file: str, iri: str) -> str:
        """A file, with the line on which it describes a thing where it is of a further text."""
        if file not in self.paths:
            return file
        if file not in self._lines:
            self._lines[file] = TurtleLines(self.paths[file].read_text(encoding="utf-8"))
        line = self._lines[file].line_of(iri)
        return f"{file}, line {line}" if line else file

    _lines: dict[str, TurtleLines] = field(default_factory=dict, repr=False)


def load(folder: Path | None = None, texts: Mapping[str, Path] | None = None) -> Sources:
    """The graphs of all hand-written Turtle files under a folder that holds ``ontology/`` and ``data/``.

    ``texts`` are the files of further texts by their names (``haidiyan.dataset.texts``), source files among them.
    Raises ``BuildError`` with every syntax error, every file without a place and every doubly described name.
    """
    base = folder or root()
    sources = Sources()
    complaints: list[str] = []
    placed = dict(_placed(base))
    further = {name: path for name, path in (texts or {}).items() if name.endswith(".ttl")}
    sources.paths.update(further)
    for name in (*sorted(_turtle(base)), *sorted(further)):
        place = _of_text(name) if name in further else placed.get(name)
        if place is None:
            complaints.append(f"{name}: docs/model.md gives this file no graph; move it or add a row to the table.")
            continue
        try:
            triples = parse(further.get(name, base / name))
        except SyntaxError as error:
            complaints.append(f"{name}, line {error.lineno}, column {error.offset}: {reason(error)}")
            continue
        sources.files.append(name)
        part = graph_of(triples)
        complaints += _note_descriptions(part, name, place.alone, sources)
        if name in further:
            sources.of_texts[name] = part
        path = Path(name)
        iri = graph(place.graph.format(folder=path.parent.name, stem=path.stem))
        whole = sources.graphs.setdefault(iri, Graph("SimpleMemory"))
        for triple in part:
            whole.add(triple)
    if complaints:
        raise BuildError(complaints)
    return sources


def parse(path: Path) -> list[ox.Quad]:
    """The triples of one Turtle file, blank nodes renamed so that files do not share them.

    Raises ``SyntaxError`` with ``lineno`` and ``offset`` (column), both from 1.
    """
    text = path.read_bytes()
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        column = error.start - text.rfind(b"\n", 0, error.start)
        raise SyntaxError("the bytes are not UTF-8", (str(path), line, column, None)) from error
    return list(ox.parse(input=text, format=ox.RdfFormat.TURTLE, rename_blank_nodes=True))


def _turtle(base: Path) -> Iterator[str]:
    apart = {path for pattern in APART for path in base.glob(pattern)}
    for top in ("ontology", "data"):
        for path in (base / top).rglob("*.ttl"):
            if path not in apart:
                yield path.relative_to(base).as_posix()


def _placed(base: Path) -> Iterator[tuple[str, Place]]:
    for place in reversed(PLACES):
        for path in base.glob(place.pattern):
            yield path.relative_to(base).as_posix(), place


def _of_text(name: str) -> Place | None:
    """The place of a file of a further text, ``texts/<folder>/claims/omen.ttl``."""
    _, _, folder, *_ = name.split("/")
    return next((place for place in TEXT_PLACES if place.pattern.split("/")[0] == folder), None)


def reason(error: SyntaxError) -> str:
    """Why a file is not Turtle, as a sentence."""
    reason = str(error.msg).split(": ", 1)[-1] if str(error.msg).startswith("Parser error") else str(error.msg)
    return f"this is not Turtle: {reason}."


def _note_descriptions(part: Graph, name: str, alone: bool, sources: Sources) -> Iterator[str]:
    typed = {str(each) for each in part.subjects(RDF.type) if isinstance(each, URIRef)}
    for iri in sorted(each for each in typed if each.startswith(BASE)):
        other = sources.described_in.setdefault(iri, name)
        if alone and other != name:
            place = sources.line_of(name, iri)
            yield f"{place}: {compact(iri)} is described in {other} already; give one of the two another name."
