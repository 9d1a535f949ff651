"""Name the dataset's graphs, and list those that a query sees without asking.

Plain strings, so that a command that only reads need not import an RDF library.
"""

from __future__ import annotations

from haidiyan.iris import graph

DEFAULT_GRAPHS: tuple[str, ...] = tuple(
    graph(name)
    for name in (
        "cosmology",
        "cosmology-closure",
        "ontology",
        "situations",
        "clauses",
        "text",
        "volume-2",
        "volume-3",
        "claims",
        "claim-sources",
        "doctrines",
        "metadata",
    )
)
"""The default graph of every query is the union of these; the built store has it ready-made (``store.fill``).

Left out are the choices' graphs, since rival choices contradict each other: ask for one with ``GRAPH``.
What the book's definitions say stands in ``graph:claims`` as ``rdf:subject``, ``rdf:predicate``,
``rdf:object``: quoted, and no fact.
"""
