"""Read an overlay: check the file, derive for it what a build derives, and lay it over the dataset."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import pyoxigraph as ox
from rdflib import RDF, RDFS, SKOS, BNode, Graph, URIRef
from rdflib.term import Node

from haidiyan.dataset import resolve, shapes, texts, variants
from haidiyan.dataset.clauses import compile_clauses
from haidiyan.dataset.convert import graph_of, quads_of
from haidiyan.dataset.memory import Memory, using
from haidiyan.dataset.overlay import bridges
from haidiyan.dataset.overlay.rules import ADDED, ADDED_BY, CHOICE, Rules
from haidiyan.dataset.overlay.written import Written, open_file
from haidiyan.dataset.store import current, fill, open_store, reading_triples, sorted_lines
from haidiyan.edition import Place
from haidiyan.errors import BuildError
from haidiyan.iris import BASE, graph, local_name, term

T = TypeVar("T")

BRIDGE_GRAPH, NAMED_GRAPH, EMENDED_CHOICE = (
    URIRef(term(name)) for name in ("bridgeGraph", "NamedGraph", "EmendedChoice")
)
SERVING = tuple(URIRef(term(name)) for name in ("Situation", "Pattern", "State", "EmendedChoice"))
"""What a file may add besides, for its claims and choices to rest on."""


@dataclass(frozen=True)
class Overlay:
    """What a file adds. ``adds``: the IRI of each thing and which of the words of ``ADDED`` it is.

    ``memory`` is what a reading sees, ``store`` the whole dataset with the file in its default graph.
    ``spelled`` has the name of each thing as the file writes it, my:claim.
    """

    file: str
    author: str
    author_iri: str
    adds: dict[str, str]
    memory: Memory
    store: ox.Store
    spelled: dict[str, str]

    def to_dict(self) -> dict[str, object]:
        """The overlay as the JSON contracts name it."""
        return {"file": self.file, "author": self.author, "authorIri": self.author_iri, "adds": self.adds}


def load(path: Path | str) -> Overlay:
    """The overlay of a file over the dataset in use.

    Raises:
        InputError: the file cannot be read.
        BuildError: it is not Turtle, or breaks the rules of the dataset; every complaint names its line.
        DatasetError: there is no dataset.
    """
    return _Reader(open_file(Path(path))).read()


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
    """Reads one file beside the dataset; complaints gather until each stage is done."""

    def __init__(self, written: Written) -> None:
        self._written = written
        self._name = written.named
        self._dataset = open_store()
        self._classes = self._all_classes()
        self._rules = Rules(written, self._dataset, self._classes)

    def read(self) -> Overlay:
        """The overlay. Raises ``BuildError``."""
        _refuse([*self._rules.broken()])
        unknown = self._rules.unknown()
        try:
            derived = self._derive()
            author = self._rules.authors()[0]
            adds = {str(each): ADDED[kind] for kind in ADDED for each in self._rules.instances(kind)}
            serving = (each for kind in SERVING for each in self._rules.instances(kind))
            whole = self._written.graph + derived
            for thing in (*map(URIRef, adds), *serving):
                whole.add((thing, ADDED_BY, author))
            laid = _laid(whole)
            faults = [*self._rules.proposed_by_others(), *self._against_shapes(whole), *self._against_checks(laid)]
            _refuse(faults)
        except BuildError as error:
            raise BuildError(_once(unknown, error.complaints)) from error
        _refuse([each for those in unknown.values() for each in those])
        said = _lines(whole)
        return Overlay(
            file=self._written.file,
            author=self._label(author),
            author_iri=str(author),
            adds=dict(sorted(adds.items())),
            memory=Memory(reading_triples() + said, overlay=sha256(said).hexdigest()),
            store=laid,
            spelled={each: self._written.spelled(each) for each in sorted(adds)},
        )

    def _label(self, author: URIRef) -> str:
        labels = self._written.graph.objects(author, SKOS.prefLabel)
        return str(max(labels, key=lambda each: (getattr(each, "language", None) or "", str(each))))

    def _all_classes(self) -> Graph:
        """The dataset's classes and properties with the file's own; what is said in words plays no part."""
        found = graph_of(
            quad
            for name in ("ontology", "situations")
            for quad in self._dataset.quads_for_pattern(None, None, None, ox.NamedNode(graph(name)))
            if not isinstance(quad.object, ox.Literal)
        )
        for triple in self._written.graph:
            found.add(triple)
        return found

    def _derive(self) -> Graph:
        """Places in the text, graphs of choices, clauses and bridges, as the build derives them."""
        written, volumes = self._written.graph, texts.volumes()
        complaints: list[str] = []

        def told(make: Callable[[], T], otherwise: T) -> T:
            try:
                return make()
            except BuildError as error:
                complaints.extend(error.complaints)
                return otherwise

        none: dict[URIRef, Place] = {}
        places = told(lambda: resolve.places(written, self._classes, volumes, self._name), none)
        derived = resolve.sources(places)
        known = {
            segment.name: segment for volume in volumes for passage in volume.passages for segment in passage.segments
        }
        for row in Memory.rows_of(self._dataset, "reading/claim-places"):
            places[URIRef(row["claim"])] = Place(known[local_name(row["segment"])], int(row["start"]), int(row["end"]))
        derived += told(lambda: variants.resolve(written, self._classes, volumes, places, self._name), Graph())
        choices = sorted({*self._rules.instances(CHOICE), *self._rules.instances(EMENDED_CHOICE)})
        for choice in choices:
            derived.add((choice, BRIDGE_GRAPH, URIRef(f"{choice}-bridges")))
            derived.add((URIRef(f"{choice}-bridges"), RDF.type, NAMED_GRAPH))
        astray = list(bridges.complaints(self._written, choices, self._dataset))
        complaints += astray
        if not astray:
            bridged = bridges.graphs(written, choices)
            derived += self._unsaid(told(lambda: compile_clauses(self._classes, bridged, self._name), Graph()))
        _refuse(complaints)
        return derived

    def _unsaid(self, compiled: Graph) -> Graph:
        """The clauses that the dataset has not: those of the file's classes, and the levels that its bridges raise."""
        there = {
            (quad.subject.value, quad.predicate.value, getattr(quad.object, "value", ""))
            for quad in self._dataset.quads_for_pattern(None, None, None, ox.NamedNode(graph("clauses")))
            if isinstance(quad.subject, ox.NamedNode)
        }
        fresh = Graph()
        for triple in compiled:
            if tuple(map(str, triple)) not in there:
                fresh.add(triple)
        return fresh

    def _against_shapes(self, whole: Graph) -> list[str]:
        """The shapes, over the file with what the dataset says of whatever it mentions."""
        mentioned = {each for each in whole.objects() if isinstance(each, URIRef) and str(each).startswith(BASE)}
        data = graph_of(
            quad
            for each in sorted(mentioned)
            for quad in self._dataset.quads_for_pattern(ox.NamedNode(str(each)), None, None, ox.DefaultGraph())
        )
        for triple in whole:
            data.add(triple)
        for lower, upper in self._classes.subject_objects(RDFS.subClassOf):
            data.add((lower, RDFS.subClassOf, upper))
        nameless = {each for each in self._written.graph.subjects() if isinstance(each, BNode)}
        about: set[Node] = {*self._written.own, *nameless}
        return shapes.validate(data, shapes.load_shapes(), self._name, about=about)

    def _against_checks(self, laid: ox.Store) -> list[str]:
        """What the graph-wide checks, over the dataset with the file, say of the file's own things."""
        names = [self._name(str(each)) for each in self._written.own]
        return [each for each in shapes.check(laid, name=self._name) if any(name in each for name in names)]


def _laid(whole: Graph) -> ox.Store:
    """The dataset in memory, with a file in its default graph."""
    nquads = (current() / "dataset.nq").read_bytes()
    store = fill(ox.Store(), ox.parse(input=nquads, format=ox.RdfFormat.N_QUADS))
    store.extend(ox.Quad(each.subject, each.predicate, each.object) for each in quads_of({"urn:x": whole}))
    return store


def _lines(whole: Graph) -> bytes:
    """The N-Triples of what a reading needs of a file: nothing without a name, the same on every run."""
    named = (
        each.triple
        for each in quads_of({"urn:x": whole})
        if not isinstance(each.subject, ox.BlankNode) and not isinstance(each.object, ox.BlankNode)
    )
    return sorted_lines(ox.serialize(named, format=ox.RdfFormat.N_TRIPLES))


def _once(unknown: dict[str, list[str]], others: list[str]) -> list[str]:
    """Complaints, those about a name that does not exist told once, by the one that says so."""
    left = [each for each in others if not any(_mentions(each, name) for name in unknown)]
    return sorted({*left, *(each for those in unknown.values() for each in those)})


def _mentions(complaint: str, name: str) -> bool:
    return any(word.strip("(),.;:“”") == name for word in complaint.split())


def _refuse(complaints: list[str]) -> None:
    if complaints:
        raise BuildError(sorted(set(complaints)))
