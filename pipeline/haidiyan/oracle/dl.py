"""Ask HermiT, a full OWL 2 DL reasoner, in which classes the nodes of charts are.

It comes with owlready2 (the extra ``consistency``) and needs Java: ``haidiyan.ontology.consistency.missing`` tells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rdflib import OWL, RDF, RDFS, Graph, URIRef

from haidiyan.ontology.consistency import CONTRADICTION, classified
from haidiyan.oracle.theory import ContradictionError, Membership, Nodes, Theory, facts, looks, where_looked


def derived(charts: Sequence[Nodes], of: Theory) -> set[Membership]:
    """What HermiT finds the nodes of charts to be, where claims look; as ``haidiyan.oracle.derived`` has it of owlrl.

    Raises ``ContradictionError`` where charts and classes are contradictory.
    """
    looked = looks(charts, of)
    said = facts(charts, of, looked) + of.axioms
    _declare(said, charts, of)
    world = classified(said)
    if world is None:
        raise ContradictionError(CONTRADICTION)
    found = world.as_rdflib_graph()
    above = _above(found)
    kinds: dict[str, set[str]] = {iri: set() for nodes in charts for iri in nodes}
    for node, kind in found.subject_objects(RDF.type):
        if str(node) in kinds and isinstance(kind, URIRef):
            kinds[str(node)].update(_upwards(str(kind), above))
    return where_looked(charts, of, looked, kinds)


def _above(found: Graph) -> dict[str, set[str]]:
    """The named classes that each named class is said or inferred to be part of."""
    above: dict[str, set[str]] = defaultdict(set)
    for link in (RDFS.subClassOf, OWL.equivalentClass):
        for lower, upper in found.subject_objects(link):
            if isinstance(lower, URIRef) and isinstance(upper, URIRef):
                above[str(lower)].add(str(upper))
                if link == OWL.equivalentClass:
                    above[str(upper)].add(str(lower))
    return above


def _upwards(kind: str, above: Mapping[str, set[str]]) -> set[str]:
    found, waiting = {kind}, [kind]
    while waiting:
        fresh = above.get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return found


def _declare(said: Graph, charts: Sequence[Nodes], of: Theory) -> None:
    """Say of each term what it is, as OWL 2 DL wants it."""
    below = {kind for named in of.below.values() for _, kind in named}
    for kind in {*of.below, *below, *(kind for nodes in charts for node in nodes.values() for kind in node.types)}:
        said.add((URIRef(kind), RDF.type, OWL.Class))
    edges = {edge for named in of.below.values() for edge, _ in named if edge}
    edges |= {edge for nodes in charts for node in nodes.values() for edge in node.links}
    for edge in edges:
        said.add((URIRef(edge), RDF.type, OWL.ObjectProperty))
    for restriction in set(said.subjects(OWL.onProperty)):
        said.add((restriction, RDF.type, OWL.Restriction))
    for whole in set(said.subjects(OWL.intersectionOf)):
        said.add((whole, RDF.type, OWL.Class))
    for nodes in charts:
        for iri in nodes:
            said.add((URIRef(iri), RDF.type, OWL.NamedIndividual))
