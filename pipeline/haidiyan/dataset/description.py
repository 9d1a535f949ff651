"""Describe the dataset as others look for it: its numbers (VoID), its version (DCAT), what it was built from (PROV).

What is written by hand, title, description and forms, stands in ``data/text/dataset.ttl``. There is no clock time, so
that the same sources give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import pyoxigraph as ox
from rdflib import DCTERMS, PROV, RDF, VOID, XSD, Graph, Literal, URIRef

from haidiyan import __version__, iris, queries, resources
from haidiyan.dataset.convert import graph_of, quads_of
from haidiyan.errors import BuildError
from haidiyan.queries import Query

Found = TypeVar("Found", ox.QuerySolutions, ox.QueryTriples)

DATASET = URIRef(iris.BASE + "dataset")
BUILD = URIRef(iris.individual("activity", "build"))

PARTITIONS = (
    ("class", "dataset-classes", VOID.classPartition, VOID["class"], VOID.entities),
    ("property", "dataset-properties", VOID.propertyPartition, VOID.property, VOID.triples),
)
"""How the dataset is cut up by the terms that it uses: the kind of part, the query that counts, the VoID words."""


def describe(quads: list[ox.Quad], sources: Mapping[str, str], volumes: Iterable[int] = ()) -> Graph:
    """What belongs into ``graph:metadata`` once all graphs are there, and ``hdy:contentHash`` with them.

    ``quads`` are all that there are, ``sources`` are the sha256 of the files by path; ``volumes`` are those of further
    texts, which the dataset has as parts beside the book. The numbers are of all graphs but the metadata.
    """
    store = ox.Store()
    store.bulk_extend(quads)
    store.bulk_extend(ox.Quad(each.subject, each.predicate, each.object) for each in quads)
    about = Graph()
    for triple in _used(sources):
        about.add(triple)
    for number in volumes:
        about.add((DATASET, DCTERMS.hasPart, URIRef(iris.individual("volume", str(number)))))
    for name, values in (("dataset-version", {"version": ox.Literal(__version__)}), ("dataset-numbers", {})):
        about += _constructed(store, name, values)
    for triple in _parts(store):
        about.add(triple)
    store.extend(quads_of({iris.graph("metadata"): about}))
    return about + _constructed(store, "dataset-vocabularies", {})


def _used(sources: Mapping[str, str]) -> Iterator[tuple[URIRef, URIRef, URIRef | Literal]]:
    """The files that the build used, each with its path and its sha256."""
    for path, digest in sorted(sources.items()):
        file = URIRef(iris.source_file(path))
        yield BUILD, PROV.used, file
        yield file, RDF.type, PROV.Entity
        yield file, DCTERMS.identifier, Literal(path, datatype=XSD.string)
        yield file, URIRef(iris.term("sha256")), Literal(digest, datatype=XSD.string)


def _parts(store: ox.Store) -> Iterator[tuple[URIRef, URIRef, URIRef | Literal]]:
    for kind, name, has, of, counted in PARTITIONS:
        for row in _run(store, Query(resources.query(f"build/{name}"), name), ox.QuerySolutions):
            term, number = str(row["term"].value), int(row["number"].value)
            part = URIRef(iris.dataset_part(kind, term))
            yield DATASET, has, part
            yield part, of, URIRef(term)
            yield part, counted, Literal(number)


def _constructed(store: ox.Store, name: str, values: Mapping[str, ox.Literal]) -> Graph:
    query = Query(resources.query(f"build/{name}"), f"queries/build/{name}.rq").bind(values)
    return graph_of(_run(store, query, ox.QueryTriples))


def _run(store: ox.Store, query: Query, kind: type[Found]) -> Found:
    found = queries.run(query.text, store)
    if not isinstance(found, kind):
        raise BuildError([f"{query.name} is no query of this kind."])
    return found
