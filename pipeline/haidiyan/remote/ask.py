"""Send a query to an endpoint as it stands, once it is sure that the answer is the dataset's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyoxigraph as ox

from haidiyan.bindings import mentioned, settle
from haidiyan.errors import DatasetError
from haidiyan.queries import Query, Term
from haidiyan.remote.store import RemoteDataset, Solutions

DOCS = "docs/endpoints.md"


def ask(dataset: RemoteDataset, query: Query, values: Mapping[str, Sequence[Term]]) -> Solutions:
    """The answer of an endpoint to a query, its parameters bound as ``haidiyan query --bind`` binds them.

    Raises:
        InputError: a parameter or a value is not known, or the store refuses the query.
        DatasetError: the store does not answer, has not the dataset of this version whole, or has none of it in its
            default graph, which the query asks.
    """
    query.bind(values)
    _ = dataset.manifest
    dataset.check_whole()
    bound = query.bind(settle(query, values, _names(dataset, query, values))) if values else query
    holds = dataset.default_graph()
    if not holds and asks_default_graph(query.text):
        what = "another dataset than its named graphs" if holds is None else "nothing of the dataset"
        raise DatasetError(
            f"{dataset.name} answers from a default graph that has {what}: load it with"
            " `haidiyan publish --default-graph`, turn on the store’s union default graph, or name graphs with GRAPH"
            f" or FROM ({DOCS})."
        )
    return dataset.ask(bound)


def asks_default_graph(text: str) -> bool:
    """Whether a query asks the default graph of the store for anything.

    >>> asks_default_graph("SELECT * { ?s ?p ?o }")
    True
    >>> asks_default_graph("SELECT * { GRAPH ?g { ?s ?p ?o } }")
    False
    """
    from rdflib.plugins.sparql import prepareQuery

    try:
        algebra = prepareQuery(text).algebra
    except Exception:  # rdflib's parser raises what its grammar's actions raise
        return True
    if any("default" in clause for clause in algebra.get("datasetClause") or ()):
        return False
    return algebra.name == "DescribeQuery" or any(_bare(algebra.get("p")))


def _bare(part: Any) -> Iterator[bool]:
    """``True`` for each set of triples that stands in no ``GRAPH``; what another service is asked is its own."""
    name = getattr(part, "name", None)
    # rdflib leaves what stands in an EXISTS as its parser has it, under names of the parser.
    if name in ("Graph", "GraphGraphPattern", "ServiceGraphPattern"):
        return
    if name in ("BGP", "TriplesBlock") and part.get("triples"):
        yield True
    if isinstance(part, Mapping):
        for each in part.values():
            yield from _bare(each)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _bare(each)


def _names(dataset: RemoteDataset, query: Query, values: Mapping[str, Sequence[Term]]) -> ox.Store:
    """What is needed of the dataset to know the things that are meant."""
    meant = mentioned(query, values)
    found = ox.Store()
    if meant:
        found.extend(dataset.triples("remote/names"))
        found.extend(dataset.triples("remote/described", {"thing": meant}))
    return found
