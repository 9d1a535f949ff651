"""Close charts with the classes by owlrl, the reasoner of record, in OWL 2 RL."""

from __future__ import annotations

from collections.abc import Sequence

from owlrl import DeductiveClosure
from rdflib import OWL, RDF, URIRef

from haidiyan.dataset.closure import Semantics
from haidiyan.oracle.theory import ContradictionError, Membership, Nodes, Theory, facts, looks, where_looked

ERROR = URIRef("http://www.daml.org/2002/03/agents/agent-ont#error")


def derived(charts: Sequence[Nodes], of: Theory) -> set[Membership]:
    """What owlrl finds the nodes of charts to be, where claims look, all charts in one closure.

    The charts have the states and edges of the chart rules, and follow the doctrine of the theory. Raises
    ``ContradictionError`` where owlrl reports an error, or makes one thing of two.
    """
    looked = looks(charts, of)
    working = facts(charts, of, looked) + of.axioms
    DeductiveClosure(Semantics, axiomatic_triples=False, datatype_axioms=False).expand(working)
    errors = [str(message) for message in working.objects(None, ERROR)]
    errors += [f"{one} is {other}" for one, other in working.subject_objects(OWL.sameAs) if one != other]
    if errors:
        raise ContradictionError("\n".join(sorted(errors)))
    kinds = {iri: {str(each) for each in working.objects(URIRef(iri), RDF.type)} for nodes in charts for iri in nodes}
    return where_looked(charts, of, looked, kinds)
