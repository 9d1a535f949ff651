"""Lay a scholar's own Turtle file over the dataset: claims, emendations, choices, doctrines, for one reading.

The dataset is not touched. The file describes its author, one ``prov:Agent``, and names everything in a
namespace of its own; it is held to the same shapes and checks as the dataset, and each complaint names the
line. What a build derives for the dataset (places in the text, clauses, bridges) is derived for the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pyoxigraph as ox
from rdflib import PROV, RDF, RDFS, SKOS, BNode, Graph, URIRef
from rdflib.term import Node

from haidiyan import edition
from haidiyan.dataset import resolve, shapes, variants
from haidiyan.dataset.clauses import FROM, TO, compile_clauses
from haidiyan.dataset.convert import graph_of, quads_of
from haidiyan.dataset.load import parse, reason
from haidiyan.dataset.memory import Memory, using
from haidiyan.dataset.store import current, fill, reading_triples
from haidiyan.dataset.turtle_lines import TurtleLines
from haidiyan.edition import Place
from haidiyan.errors import BuildError, InputError
from haidiyan.iris import BASE, compact, graph, local_name, term

ADDED_BY, BRIDGE_GRAPH, BRIDGES, CHOICE, CLAIM, DOCTRINE, VARIANT = (
    URIRef(term(name)) for name in ("addedBy", "bridgeGraph", "bridges", "Choice", "Claim", "Doctrine", "Variant")
)
OF_AXIS = URIRef(term("ofAxis"))
AXIS_LINK, NOTATION, RDF_TYPE = (ox.NamedNode(str(each)) for each in (OF_AXIS, SKOS.notation, RDF.type))
ADDED = {CLAIM: "claim", VARIANT: "variant", CHOICE: "choice", DOCTRINE: "doctrine"}
"""What a file may add that a reading shows; situations and patterns serve these."""


@dataclass(frozen=True)
class Overlay:
    """What a file adds. ``adds``: the IRI of each thing and which of the words of ``ADDED`` it is.

    ``memory`` is what a reading sees, ``store`` the whole dataset with the file in its default graph.
    """

    file: str
    author: str
    author_iri: str
    adds: dict[str, str]
    memory: Memory
    store: ox.Store


def load(path: Path | str) -> Overlay:
    """The overlay of a file over the dataset in use.

    Raises:
        InputError: the file cannot be read.
        BuildError: it is not Turtle, or breaks the rules of the dataset; every complaint names its line.
        DatasetError: there is no dataset.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} cannot be read: its bytes are not UTF-8.") from error
    try:
        triples = parse(path)
    except SyntaxError as error:
        raise BuildError([f"{path}, line {error.lineno}, column {error.offset}: {reason(error)}"]) from error
    return _Reader(path.name, graph_of(triples), TurtleLines(text)).read()


@contextmanager
def used(given: Overlay | Path | str | None) -> Iterator[Overlay | None]:
    """Have everything that is cast and read meanwhile see an overlay, where one is given."""
    overlay = load(given) if isinstance(given, Path | str) else given
    if overlay is None:
        yield None
        return
    with using(overlay.memory):
        yield overlay


class _Reader:
    """Reads one file's graph beside the dataset; complaints gather until each stage is done."""

    def __init__(self, file: str, written: Graph, lines: TurtleLines) -> None:
        self._file = file
        self._written = written
        self._lines = lines
        self._dataset = ox.Store()
        nquads = (current() / "dataset.nq").read_bytes()
        fill(self._dataset, ox.parse(input=nquads, format=ox.RdfFormat.N_QUADS))

    def read(self) -> Overlay:
        """The overlay. Raises ``BuildError``."""
        self._refuse([*self._foreign(), *self._of_author(), *self._named_twice()])
        derived = self._derive()
        whole = self._written + derived
        self._refuse([*self._against_shapes(whole), *self._against_checks(whole)])
        author = self._authors()[0]
        adds = {str(each): ADDED[kind] for kind in ADDED for each in self._instances(kind)}
        for each in (*adds, *(str(name) for name in self._instances(URIRef(term("Situation"))))):
            whole.add((URIRef(each), ADDED_BY, author))
        said = ox.serialize(
            (each.triple for each in quads_of({"urn:x": whole}) if not isinstance(each.subject, ox.BlankNode)),
            format=ox.RdfFormat.N_TRIPLES,
        )
        memory = Memory(reading_triples() + b"\n" + (said or b""))
        return Overlay(self._file, self._label(author), str(author), dict(sorted(adds.items())), memory, self._dataset)

    def _refuse(self, complaints: list[str]) -> None:
        if complaints:
            raise BuildError(sorted(set(complaints)))

    def _name(self, iri: str) -> str:
        """What a complaint calls a thing: as the file writes it, with the line."""
        return self._lines.name(self._file, iri) or compact(iri)

    def _foreign(self) -> Iterator[str]:
        """An overlay adds; it does not say anything of what the dataset describes."""
        for subject in sorted({each for each in self._written.subjects() if isinstance(each, URIRef)}):
            if str(subject).startswith(BASE):
                name = self._name(str(subject))
                yield f"{name}: This is the dataset's; an overlay names things in a namespace of its own."
        for lower, upper in self._written.subject_objects(RDFS.subClassOf):
            if str(upper).startswith(BASE):
                at = f"{self._file}{self._lines.at(str(upper))}"
                where = self._name(str(lower)) if isinstance(lower, URIRef) else at
                name = compact(str(upper))
                yield f"{where}: {name} is the dataset's and takes no further condition; define a class of your own."

    def _authors(self) -> list[URIRef]:
        return sorted(each for each in self._written.subjects(RDF.type, PROV.Agent) if isinstance(each, URIRef))

    def _of_author(self) -> Iterator[str]:
        authors = self._authors()
        if len(authors) != 1:
            found = "、".join(self._name(str(each)) for each in authors) or "none"
            yield f"{self._file}: An overlay describes its author, exactly one prov:Agent; there is {found}."
        for author in authors:
            if not list(self._written.objects(author, SKOS.prefLabel)):
                yield f"{self._name(str(author))}: The author has no name (skos:prefLabel)."

    def _label(self, author: URIRef) -> str:
        labels = sorted(
            self._written.objects(author, SKOS.prefLabel), key=lambda each: (getattr(each, "language", ""), each)
        )
        return str(labels[-1])

    def _instances(self, kind: URIRef) -> list[URIRef]:
        return sorted(resolve.instances(self._written, self._classes, kind))

    def _named_twice(self) -> Iterator[str]:
        """What people type must mean one thing: the last part of a claim's or a variant's name, or a notation."""
        if not any(self._instances(kind) for kind in ADDED):
            yield f"{self._file}: It adds no claim, no variant, no choice and no doctrine."
        for kind, word in ADDED.items():
            for each in self._instances(kind):
                for name, taken in self._called(kind, each):
                    if taken:
                        mine = self._name(str(each))
                        yield f"{mine}: The dataset has a {word} of this name, {name}; give it another."

    def _called(self, kind: URIRef, thing: URIRef) -> Iterator[tuple[str, bool]]:
        """The names that people type for a thing, and whether they mean one of the dataset's."""
        if kind in (CLAIM, VARIANT):
            name = local_name(str(thing))
            yield name, self._says(ox.NamedNode(f"{BASE}{ADDED[kind]}/{name}"))
            return
        for notation in self._written.objects(thing, SKOS.notation):
            bearers = [
                quad.subject for quad in self._dataset.quads_for_pattern(None, NOTATION, ox.Literal(str(notation)))
            ]
            axis = self._written.value(thing, OF_AXIS)
            links = (RDF_TYPE, ox.NamedNode(str(DOCTRINE))) if axis is None else (AXIS_LINK, ox.NamedNode(str(axis)))
            yield str(notation), any(self._says(each, *links) for each in bearers)

    def _says(self, subject: ox.NamedNode | ox.BlankNode | ox.Triple, *rest: ox.NamedNode) -> bool:
        predicate, value = rest or (None, None)
        return any(True for _ in self._dataset.quads_for_pattern(subject, predicate, value))

    @cached_property
    def _classes(self) -> Graph:
        """The dataset's classes and properties with the file's own."""
        return self._written + graph_of(
            quad
            for name in ("ontology", "situations")
            for quad in self._dataset.quads_for_pattern(None, None, None, ox.NamedNode(graph(name)))
        )

    def _derive(self) -> Graph:
        """Places in the text, graphs of choices, clauses and bridges, as the build derives them."""
        volumes = edition.read()
        places = resolve.places(self._written, self._classes, volumes, self._name)
        derived = resolve.sources(places)
        known = {
            segment.name: segment for volume in volumes for passage in volume.passages for segment in passage.segments
        }
        for row in Memory.rows_of(self._dataset, "reading/claim-places"):
            places[URIRef(row["claim"])] = Place(known[local_name(row["segment"])], int(row["start"]), int(row["end"]))
        derived += variants.resolve(self._written, self._classes, volumes, places, self._name)
        bridges: dict[str, Graph] = {}
        for choice in self._choices():
            derived.add((choice, BRIDGE_GRAPH, URIRef(f"{choice}-bridges")))
            derived.add((URIRef(f"{choice}-bridges"), RDF.type, URIRef(term("NamedGraph"))))
            bridges[str(choice)] = Graph()
            for bridge in self._written.objects(choice, BRIDGES):
                for narrow in self._written.objects(bridge, FROM):
                    for wide in self._written.objects(bridge, TO):
                        bridges[str(choice)].add((narrow, RDFS.subClassOf, wide))
        try:
            derived += compile_clauses(self._classes, bridges)
        except BuildError as error:
            raise BuildError([f"{self._file}: {each}" for each in error.complaints]) from error
        return derived

    def _choices(self) -> list[URIRef]:
        return sorted({*self._instances(CHOICE), *self._instances(URIRef(term("EmendedChoice")))})

    def _against_shapes(self, whole: Graph) -> list[str]:
        """The shapes, over the file with what the dataset says of whatever it mentions."""
        mentioned = {each for each in whole.objects() if isinstance(each, URIRef) and str(each).startswith(BASE)}
        data = whole + Graph()
        for each in mentioned:
            data += graph_of(self._dataset.quads_for_pattern(ox.NamedNode(str(each)), None, None, ox.DefaultGraph()))
        for lower, upper in self._classes.subject_objects(RDFS.subClassOf):
            data.add((lower, RDFS.subClassOf, upper))
        own: set[Node] = {each for each in self._written.subjects() if isinstance(each, URIRef | BNode)}
        return shapes.validate(data, shapes.load_shapes(), self._name, about=own)

    def _against_checks(self, whole: Graph) -> list[str]:
        """The graph-wide checks: the dataset passes them alone, so that every complaint is the file's."""
        self._dataset.extend(ox.Quad(each.subject, each.predicate, each.object) for each in quads_of({"urn:x": whole}))
        return shapes.check(self._dataset, name=self._name)
