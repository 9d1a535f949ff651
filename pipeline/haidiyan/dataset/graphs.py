"""Name the dataset's graphs, and tell which of them a query sees without asking.

Plain strings, so that a command that only reads need not import an RDF library.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from haidiyan.iris import graph

METADATA = graph("metadata")
"""The graph in which the dataset speaks of itself, its hash included, which is therefore that of all others."""

_VOLUME = graph("volume-")

_BEFORE = tuple(map(graph, ("cosmology", "cosmology-closure", "ontology", "situations", "clauses", "text")))
_AFTER = tuple(
    map(
        graph,
        (
            "claims",
            "claim-sources",
            "base-rates",
            "variants",
            "variant-places",
            "doctrines",
            "provenance",
            "terms",
            "pinyin",
            "folded",
            "metadata",
        ),
    )
)
_ALWAYS = frozenset({*_BEFORE, *_AFTER})


def default_graphs(names: Iterable[str]) -> list[str]:
    """Of some graphs, by IRI, those whose union is the default graph of every query; the text's stand in the midst.

    The built store has the union ready-made (``store.fill``). Left out are the choices' graphs, since rival choices
    contradict each other: ask for one with ``GRAPH``. What the book's definitions say stands in ``graph:claims`` as
    ``rdf:subject``, ``rdf:predicate``, ``rdf:object``: quoted, and no fact.
    """
    there = set(names)
    listed = (*_BEFORE, *text_graphs(there), *_AFTER)
    return [name for name in listed if name in there]


@cache
def is_default(name: str) -> bool:
    """Whether a query sees a graph without naming it.

    >>> is_default(graph("volume-2-verse")), is_default(graph("choice-hidden-every"))
    (True, False)
    """
    return name in _ALWAYS or name.startswith(_VOLUME)


def text_graphs(names: Iterable[str]) -> list[str]:
    """Of some graphs those of the text: a volume's passages, and the segments of each of its layers."""
    return sorted(name for name in names if name.startswith(_VOLUME))


def is_volume(name: str) -> bool:
    """Whether a graph holds a volume's passages, and not the segments of a layer.

    >>> is_volume(graph("volume-2")), is_volume(graph("volume-2-verse"))
    (True, False)
    """
    return name.startswith(_VOLUME) and name.removeprefix(_VOLUME).isdigit()
