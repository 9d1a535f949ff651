"""Ask HermiT, a full OWL 2 DL reasoner, whether the cosmology and all classes are consistent.

OWL 2 RL, in which the build reasons, does not see every contradiction. HermiT comes with owlready2 (the extra
``consistency``) and needs Java; without them the check is skipped, with a word on what is missing.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox
from rdflib import OWL, RDF, RDFS, Graph, URIRef

from haidiyan.dataset.closure import active
from haidiyan.dataset.convert import quads_of
from haidiyan.iris import BASE, compact, graph

if TYPE_CHECKING:
    from owlready2 import World

CONTRADICTION = "HermiT finds a contradiction in the ontology."

READ = ("cosmology", "ontology", "situations")
"""The graphs that are held to be consistent: what is asserted, before any closure."""

_ANNOTATIONS = (RDFS.comment, RDFS.label, RDFS.isDefinedBy, RDFS.seeAlso, OWL.imports, OWL.versionIRI)


def missing() -> str | None:
    """What the check needs and this machine lacks, as a sentence."""
    if find_spec("owlready2") is None:
        return "owlready2 is not installed (the extra `consistency`)."
    if shutil.which("java") is None:
        return "there is no Java, which HermiT needs."
    return None


def check(graphs: Mapping[str, Graph], choice: str | None = None) -> list[str]:
    """What HermiT finds, one sentence each: a contradiction, or classes that can have no members.

    ``choice`` names a choice's graph (``graph:choice-…``) that is taken with the rest.
    """
    names = [graph(each) for each in READ] + ([choice] if choice else [])
    whole = Graph()
    for name in names:
        whole += graphs.get(name, Graph())
    world = classified(logical(whole))
    if world is None:
        return [CONTRADICTION]
    return [
        f"{compact(each.iri)} can have no members."
        for each in sorted(world.inconsistent_classes(), key=lambda each: str(each.iri))
        if each.iri != str(OWL.Nothing)
    ]


def classified(whole: Graph) -> World | None:
    """A graph of OWL with what HermiT infers of its classes and individuals; ``None`` where it is contradictory."""
    from owlready2 import OwlReadyInconsistentOntologyError, World, sync_reasoner_hermit

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "haidiyan.nt"
        _write(whole, path)
        world = World()
        ontology = world.get_ontology(path.as_uri()).load()
        with ontology:
            try:
                sync_reasoner_hermit(world, infer_property_values=False, debug=0)
            except OwlReadyInconsistentOntologyError:
                return None
    return world


def logical(whole: Graph) -> Graph:
    """The part of the ontology that a reasoner reads: axioms, and what object properties say of individuals.

    Left out is what is said *of* classes and properties (a state *is on* lines, an edge *is* a witness edge): a
    reasoner would take each for an individual of the same name, from which nothing follows.
    """
    kinds = (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty)
    terms = {each for kind in kinds for each in whole.subjects(RDF.type, kind) if isinstance(each, URIRef)}
    kept = Graph()
    for subject, predicate, value in active(whole):
        if predicate in _ANNOTATIONS:
            continue
        says = predicate in terms or (predicate == RDF.type and value in terms)
        if not says or not (subject in terms or (predicate in terms and value in terms)):
            kept.add((subject, predicate, value))
    return kept


def _write(whole: Graph, path: Path) -> None:
    triples = [ox.Triple(each.subject, each.predicate, each.object) for each in quads_of({BASE: whole})]
    path.write_bytes(ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b"")
