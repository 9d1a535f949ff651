"""Derive what the dataset says of its terms: their module, version, source and, where it is composed, definition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pyoxigraph as ox
from rdflib import RDFS, SKOS, Graph

from haidiyan import __version__, queries, resources
from haidiyan.dataset.convert import graph_of, quads_of
from haidiyan.dataset.graphs import is_volume
from haidiyan.errors import BuildError
from haidiyan.iris import ONTOLOGY, graph, module
from haidiyan.ontology import pinyin
from haidiyan.queries import Query

READ = (
    "cosmology",
    "cosmology-closure",
    "ontology",
    "situations",
    "clauses",
    "text",
    "claims",
    "variants",
    "doctrines",
)
"""The graphs that speak of terms, or that use them; the volumes besides."""


def describe(graphs: Mapping[str, Graph], described_in: Mapping[str, str]) -> dict[str, Graph]:
    """``graph:terms`` and ``graph:pinyin``: all that the build adds to what the files say of a term.

    ``described_in`` says which file gives a term its type (``Sources``). Raises ``BuildError``.
    """
    store = ox.Store()
    names = [*map(graph, READ), *sorted(filter(is_volume, graphs))]
    there = {name: graphs[name] for name in names if name in graphs}
    store.bulk_extend(ox.Quad(each.subject, each.predicate, each.object) for each in quads_of(there))
    terms = graph_of(_added(store, _modules(described_in)))
    version = {"version": ox.Literal(__version__)}
    terms += graph_of(_added(store, _definitions(store)))
    for name, values in (("term-sources", {}), ("module-versions", version)):
        terms += graph_of(_constructed(store, name, values))
    spelt = graph_of(_constructed(store, "pinyin-of-lines"))
    return {graph("terms"): terms, graph("pinyin"): spelt + pinyin.label([*there.values(), spelt])}


def module_of(path: str) -> str | None:
    """The module that a file of the ontology belongs to.

    >>> module_of("ontology/states/void.ttl"), module_of("data/text/layers.ttl")
    ('https://w3id.org/haidiyan/ontology/states', None)

    The situations of a further text (docs/second-text.md) belong to the module of situations.

    >>> module_of("texts/volume-4/situations/omen.ttl")
    'https://w3id.org/haidiyan/ontology/situations'
    """
    parts = path.removesuffix(".ttl").split("/")
    if parts[0] == "texts" and parts[2:3] == ["situations"]:
        return module("situations")
    return module(parts[1]) if parts[0] == "ontology" else None


def _modules(described_in: Mapping[str, str]) -> Iterator[ox.Triple]:
    modules = {module_of(path) for path in described_in.values()}
    for term, path in sorted(described_in.items()):
        found = module_of(path)
        if found is not None and term not in modules and term != ONTOLOGY[:-1]:
            yield ox.Triple(ox.NamedNode(term), ox.NamedNode(str(RDFS.isDefinedBy)), ox.NamedNode(found))


def _definitions(store: ox.Store) -> Iterator[ox.Triple]:
    """What each query of ``queries/build/definitions/`` says of its things: its header's words, with a row's labels."""
    definition = ox.NamedNode(str(SKOS.definition))
    written = {each.subject for each in store.quads_for_pattern(None, definition, None)}
    labels: dict[tuple[object, str], str] = {}
    for each in store.quads_for_pattern(None, ox.NamedNode(str(SKOS.prefLabel)), None):
        if isinstance(each.object, ox.Literal) and each.object.language:
            labels[each.subject, each.object.language] = each.object.value
    for path in resources.files("queries/build/definitions", "*.rq"):
        query = Query.from_file(path)
        rows = queries.run(query.text, store)
        if not isinstance(rows, ox.QuerySolutions):
            raise BuildError([f"{path.name} is no SELECT."])
        names = [each.value for each in rows.variables]
        for row in rows:
            thing = row["thing"]
            if not isinstance(thing, ox.NamedNode) or thing in written:
                continue
            for language in ("zh-hant", "en"):
                words = query.header(f"definition ({language})")
                for name in names:
                    value = row[name]
                    said = labels.get((value, language)) or str(getattr(value, "value", ""))
                    words = words.replace("{" + name + "}", said)
                yield ox.Triple(thing, definition, ox.Literal(words[:1].upper() + words[1:], language=language))


def _constructed(store: ox.Store, name: str, values: Mapping[str, ox.Literal] | None = None) -> list[ox.Triple]:
    """What a CONSTRUCT of ``queries/build/`` makes; the store has it from then on."""
    query = Query(resources.query(f"build/{name}"), f"queries/build/{name}.rq").bind(values or {})
    found = queries.run(query.text, store)
    if not isinstance(found, ox.QueryTriples):
        raise BuildError([f"queries/build/{name}.rq is no CONSTRUCT."])
    return _added(store, found)


def _added(store: ox.Store, triples: Iterable[ox.Triple]) -> list[ox.Triple]:
    kept = list(triples)
    store.extend(ox.Quad(each.subject, each.predicate, each.object) for each in kept)
    return kept
