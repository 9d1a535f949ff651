"""Load the built dataset into a store over the SPARQL 1.1 Graph Store HTTP Protocol, a graph at a time.

The metadata graph goes first and comes back last: while it is missing, the dataset is known not to be whole.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.dataset import store
from haidiyan.dataset.graphs import METADATA, default_graphs
from haidiyan.errors import DatasetError
from haidiyan.remote.client import Client

Progress = Callable[[str, int, int, int], None]
"""Told before each request: the graph's name, its triples, which one it is, how many there are."""

DEFAULT = "default"
"""What the default graph is called where a graph's name is wanted."""


@dataclass(frozen=True)
class Published:
    """What was loaded: into which store, of which version and hash, the triples by graph, in how many seconds.

    ``default_graph`` counts the triples of the default graph where it was filled; ``removed`` names graphs of an
    earlier version that went; ``dry_run`` says that nothing was sent.
    """

    url: str
    version: str
    hash: str
    graphs: dict[str, int]
    triples: int
    seconds: float
    default_graph: int | None = None
    removed: list[str] = field(default_factory=list)
    dry_run: bool = False

    def to_json(self) -> str:
        """The report as JSON, its keys in the manner of the other contracts."""
        named = {"default_graph": "defaultGraph", "dry_run": "dryRun"}
        report = {named.get(key, key): value for key, value in asdict(self).items()}
        return json.dumps(report, ensure_ascii=False, indent=1)


def publish(
    client: Client,
    *,
    default_graph: bool = False,
    dry_run: bool = False,
    home: Path | str | None = None,
    progress: Progress | None = None,
) -> Published:
    """Put each named graph of the dataset in use into the store whose Graph Store address the client has.

    With ``default_graph`` its default graph is replaced as well, by what a query sees here without naming a graph;
    with ``dry_run`` nothing is sent. It can be repeated.

    Raises:
        DatasetError: there is no dataset, or the store does not take it; what it then has is known to be a part.
    """
    start = time.perf_counter()
    made = store.manifest(home)
    loads = _loads(home, default_graph)
    removed: list[str] = []
    if not dry_run:
        removed = _clear(client, loads)
    for number, (name, triples) in enumerate(loads.items(), 1):
        if progress:
            progress(iris.compact(name), len(triples), number, len(loads))
        if not dry_run:
            client.put(None if name == DEFAULT else name, _lines(triples))
    if not dry_run:
        _verify(client, loads[METADATA])
    graphs = {name: len(triples) for name, triples in loads.items()}
    filled = graphs.pop(DEFAULT, None)
    return Published(
        url=client.name,
        version=made.version,
        hash=made.hash,
        graphs=dict(sorted(graphs.items())),
        triples=sum(graphs.values()),
        seconds=round(time.perf_counter() - start, 3),
        default_graph=filled,
        removed=removed,
        dry_run=dry_run,
    )


def _loads(home: Path | str | None, default_graph: bool) -> dict[str, list[ox.Triple]]:
    """The triples of each graph in the order in which they are sent; the default graph last but one."""
    found: dict[str, list[ox.Triple]] = defaultdict(list)
    for quad in store.named(store.open_store(home)):
        found[str(getattr(quad.graph_name, "value", ""))].append(quad.triple)
    if METADATA not in found:
        raise DatasetError(f"The dataset in use has no {iris.compact(METADATA)}: {store.REMEDY}.")
    ordered = {name: found[name] for name in sorted(found) if name != METADATA}
    if default_graph:
        ordered[DEFAULT] = [triple for name in default_graphs(found) for triple in found[name]]
    return {**ordered, METADATA: found[METADATA]}


def _clear(client: Client, loads: Mapping[str, list[ox.Triple]]) -> list[str]:
    """Take out the metadata, and each graph that they list and that is not sent; the graphs that are no more."""
    before = _listed(each.triple for each in _parsed(client, client.graph(METADATA) or b""))
    client.delete(METADATA)
    for name in sorted(before - set(loads)):
        client.delete(name)
    return sorted(before - _listed(loads[METADATA]))


def _listed(metadata: Iterable[ox.Triple]) -> set[str]:
    """The graphs that metadata list; a graph may be empty, as that of a choice that does nothing."""
    listed = ox.NamedNode(iris.term("graph"))
    found = {str(getattr(each.object, "value", "")) for each in metadata if each.predicate == listed}
    return {name for name in found if name.startswith(iris.PREFIXES["graph"])}


def _verify(client: Client, metadata: list[ox.Triple]) -> None:
    """See that the store gives the metadata back: a web page that says yes to everything is no store."""
    there = _parsed(client, client.graph(METADATA) or b"")
    if _known(there) != _known([ox.Quad(*triple) for triple in metadata]):
        raise DatasetError(
            f"{client.name} took every graph, but does not give {iris.compact(METADATA)} back as it was sent: is this"
            " the address of its Graph Store (docs/endpoints.md)?"
        )


def _known(quads: list[ox.Quad]) -> set[str]:
    return set(store.canonical(quads)[1].decode().splitlines())


def _parsed(client: Client, body: bytes) -> list[ox.Quad]:
    try:
        # Turtle has N-Triples in it.
        return list(ox.parse(body, format=ox.RdfFormat.TURTLE, base_iri=METADATA))
    except (SyntaxError, ValueError) as error:
        raise DatasetError(
            f"{client.name} answers with what cannot be read as a graph: is this the address of its Graph Store"
            " (docs/endpoints.md)?"
        ) from error


def _lines(triples: list[ox.Triple]) -> bytes:
    return store.sorted_lines(ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES))
