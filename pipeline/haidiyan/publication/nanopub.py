"""Publish a claim as a nanopublication: what it says, whose words they are, who gives it out and on what terms."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import indent

import pyoxigraph as ox
from rdflib import Graph

from haidiyan import iris, turtle
from haidiyan.chart.catalog import nearest
from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.store import open_store
from haidiyan.errors import InputError
from haidiyan.queries import Query, run

PARTS = ("head", "assertion", "provenance", "pubinfo")
"""The graphs of a nanopublication in their order; each has a query, ``queries/publication/nanopub-head.rq`` …"""

INDENT = "    "
_STATED_IN = ox.NamedNode(iris.term("statedIn"))


def nanopub(claim: str, dataset: ox.Store | None = None) -> bytes:
    """A claim's nanopublication in TriG, the same bytes on every run; the dataset is the one in use.

    ``claim`` is a local name (j2-p01-c02) or an IRI. Raises ``InputError`` where it is no claim, with the
    nearest, and ``DatasetError`` where the dataset cannot be read.
    """
    store = open_store() if dataset is None else dataset
    name = _known(claim, store)
    base = iris.individual("nanopub", name)
    return trig({f"{base}#{part}": _part(part, name, store) for part in PARTS}).encode()


def trig(graphs: Mapping[str, Graph]) -> str:
    """Named graphs in TriG, in the order given, each in the style of ``haidiyan.turtle``."""
    prefixes: set[str] = set()
    blocks = []
    for name, graph in graphs.items():
        lines = turtle.serialize(graph).splitlines()
        prefixes.update(line for line in lines if line.startswith("@prefix "))
        body = "\n".join(line for line in lines if not line.startswith("@prefix ")).strip()
        blocks.append(f"<{name}> {{\n{indent(body, INDENT)}\n}}\n")
    return "\n".join(["".join(f"{line}\n" for line in sorted(prefixes)), *blocks])


def _known(claim: str, store: ox.Store) -> str:
    """The local name of a claim that the dataset has."""
    name = iris.local_name(claim.strip("<>").removeprefix("claim:"))
    stated = store.quads_for_pattern(None, _STATED_IN, None, ox.DefaultGraph())
    known = sorted(iris.local_name(str(getattr(each.subject, "value", ""))) for each in stated)
    if name in known:
        return name
    beside = [each for each in known if each.rpartition("-")[0] == name.rpartition("-")[0]]
    near = nearest(name, beside or known)
    remedy = f"the nearest are {'、'.join(near)}" if near else "`haidiyan query all-claims` lists them"
    raise InputError(f"{claim!r} is no claim; {remedy}.")


def _part(part: str, name: str, store: ox.Store) -> Graph:
    query = Query.bundled(f"publication/nanopub-{part}").bind({"claim": ox.NamedNode(iris.individual("claim", name))})
    found = run(query.text, store)
    if not isinstance(found, ox.QueryTriples):
        raise InputError(f"{query.name} is no CONSTRUCT.")
    return graph_of(found)
