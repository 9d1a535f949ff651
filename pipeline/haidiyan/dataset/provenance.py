"""Derive who says each claim and each variant, from which words, and by whose work it stands in the dataset."""

from __future__ import annotations

from collections.abc import Mapping

import pyoxigraph as ox
from rdflib import Graph

from haidiyan import queries, resources
from haidiyan.dataset.convert import graph_of, quads_of
from haidiyan.dataset.graphs import default_graphs
from haidiyan.errors import BuildError

QUERY = "build/provenance"


def derive(graphs: Mapping[str, Graph]) -> Graph:
    """What ``queries/build/provenance.rq`` makes of the default graphs that there are. Raises ``BuildError``."""
    store = ox.Store()
    seen = {name: graphs[name] for name in default_graphs(graphs)}
    store.bulk_extend(ox.Quad(each.subject, each.predicate, each.object) for each in quads_of(seen))
    found = queries.run(resources.query(QUERY), store)
    if not isinstance(found, ox.QueryTriples):
        raise BuildError([f"queries/{QUERY}.rq is no CONSTRUCT."])
    return graph_of(found)
