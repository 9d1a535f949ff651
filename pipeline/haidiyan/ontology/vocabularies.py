"""Hold every term of another vocabulary to a list of that vocabulary's terms, without a network."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pyoxigraph as ox
from rdflib import DCTERMS, OWL, PROV, RDF, RDFS, SH, SKOS, VANN, VOID, XSD, URIRef
from rdflib.namespace import DefinedNamespace

from haidiyan import queries
from haidiyan.dataset.load import parse
from haidiyan.errors import BuildError
from haidiyan.iris import BASE, compact
from haidiyan.resources import query, root

LIST = "ontology/external-terms.ttl"
CLOSED: dict[str, type[DefinedNamespace]] = {
    str(space): space for space in (DCTERMS, OWL, PROV, RDF, RDFS, SH, SKOS, VANN, VOID, XSD)
}
"""The vocabularies whose terms rdflib lists; those of all others stand in ``LIST``."""


@cache
def listed(path: Path | None = None) -> frozenset[str]:
    """The terms that the list names, each ``rdfs:isDefinedBy`` its vocabulary."""
    by = ox.NamedNode(str(RDFS.isDefinedBy))
    quads = parse(path or root() / LIST)
    return frozenset(
        each.subject.value for each in quads if each.predicate == by and isinstance(each.subject, ox.NamedNode)
    )


def is_known(term: str) -> bool:
    """Whether a term stands in the list of its vocabulary.

    >>> is_known(str(SKOS.prefLabel)), is_known(str(SKOS) + "preferredLabel")
    (True, False)
    """
    space = next((each for each in CLOSED if term.startswith(each)), None)
    return URIRef(term) in CLOSED[space] if space else term in listed()


def strangers(terms: Iterable[str]) -> list[str]:
    """What is wrong with terms that are not ours, one sentence each."""
    return [
        f"{compact(term)} is no term of its vocabulary, or {LIST} does not list it."
        for term in sorted(set(terms))
        if not term.startswith(BASE) and not is_known(term)
    ]


def check(store: ox.Store) -> list[str]:
    """The terms of other vocabularies that a dataset uses and that no list has, one sentence each."""
    found = queries.run(query("build/used-terms"), store)
    if not isinstance(found, ox.QuerySolutions):
        raise BuildError(["queries/build/used-terms.rq is no SELECT."])
    return strangers(str(row["term"].value) for row in found if isinstance(row["term"], ox.NamedNode))
