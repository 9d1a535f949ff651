"""Publish a claim as a nanopublication: what it says, whose words they are, who gives it out and on what terms."""

from __future__ import annotations

from collections.abc import Iterable

import pyoxigraph as ox
from rdflib import Graph

from haidiyan import iris, resources
from haidiyan.chart.catalog import nearest
from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.store import open_store
from haidiyan.errors import InputError
from haidiyan.publication.serialise import trig
from haidiyan.queries import Query, run

PARTS = ("head", "assertion", "provenance", "pubinfo")
"""The graphs of a nanopublication in their order; each has a query, ``queries/publication/nanopub-head.rq`` …"""

_STATED_IN = ox.NamedNode(iris.term("statedIn"))


def nanopub(claim: str, dataset: ox.Store | None = None) -> bytes:
    """A claim's nanopublication in TriG, the same bytes on every run; the dataset is the one in use.

    ``claim`` is a local name (j2-p01-c02) or an IRI. Raises ``InputError`` where it is no claim, with the
    nearest, and ``DatasetError`` where the dataset cannot be read.
    """
    store = open_store() if dataset is None else dataset
    return trig(_parts(_known(claim, store), store)).encode()


def nanopubs(claims: Iterable[str], dataset: ox.Store | None = None) -> bytes:
    """The nanopublications of several claims, given by local names that the dataset has, in one TriG document."""
    store = open_store() if dataset is None else dataset
    return trig({name: graph for claim in claims for name, graph in _parts(claim, store).items()}).encode()


def claims(dataset: ox.Store | None = None) -> list[str]:
    """The local names of the claims of the dataset in use, or of the one given."""
    store = open_store() if dataset is None else dataset
    stated = store.quads_for_pattern(None, _STATED_IN, None, ox.DefaultGraph())
    return sorted(iris.local_name(str(getattr(each.subject, "value", ""))) for each in stated)


def _known(claim: str, store: ox.Store) -> str:
    """The local name of a claim that the dataset has."""
    name = iris.local_name(claim.strip("<>").removeprefix("claim:"))
    known = claims(store)
    if name in known:
        return name
    beside = [each for each in known if each.rpartition("-")[0] == name.rpartition("-")[0]]
    near = nearest(name, beside or known)
    remedy = f"the nearest are {'、'.join(near)}" if near else "`haidiyan query all-claims` lists them"
    raise InputError(f"{claim!r} is no claim; {remedy}.")


def _parts(name: str, store: ox.Store) -> dict[str, Graph]:
    base = iris.individual("nanopub", name)
    return {f"{base}#{part}": _part(part, name, store) for part in PARTS}


def _part(part: str, name: str, store: ox.Store) -> Graph:
    query = Query(resources.query(f"publication/nanopub-{part}"), f"the query publication/nanopub-{part}")
    query = query.bind({"claim": ox.NamedNode(iris.individual("claim", name))})
    found = run(query.text, store)
    if not isinstance(found, ox.QueryTriples):
        raise InputError(f"{query.name} is no CONSTRUCT.")
    return graph_of(found)
