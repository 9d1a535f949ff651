"""Name the dataset's graphs, and list those that a query sees without asking.

Plain strings, so that a command that only reads need not import an RDF library.
"""

from __future__ import annotations

from haidiyan.iris import graph

EDITION: tuple[str, ...] = (
    "volume-2",
    "volume-2-title",
    "volume-2-label",
    "volume-2-verse",
    "volume-2-interlinear",
    "volume-2-headnote",
    "volume-2-prose",
    "volume-2-rendering",
    "volume-2-rendering-note",
    "volume-2-textual-note",
    "volume-3",
    "volume-3-title",
    "volume-3-colophon",
    "volume-3-label",
    "volume-3-verse",
    "volume-3-interlinear",
    "volume-3-headnote",
    "volume-3-prose",
    "volume-3-rendering",
    "volume-3-rendering-note",
    "volume-3-textual-note",
)
"""The graphs of the text: a volume's passages, and the segments of each of its layers."""

METADATA = graph("metadata")
"""The graph in which the dataset speaks of itself, its hash included, which is therefore that of all others."""

DEFAULT_GRAPHS: tuple[str, ...] = tuple(
    graph(name)
    for name in (
        "cosmology",
        "cosmology-closure",
        "ontology",
        "situations",
        "clauses",
        "text",
        *EDITION,
        "claims",
        "claim-sources",
        "variants",
        "variant-places",
        "doctrines",
        "provenance",
        "terms",
        "pinyin",
        "folded",
        "metadata",
    )
)
"""The default graph of every query is the union of these; the built store has it ready-made (``store.fill``).

Left out are the choices' graphs, since rival choices contradict each other: ask for one with ``GRAPH``.
What the book's definitions say stands in ``graph:claims`` as ``rdf:subject``, ``rdf:predicate``,
``rdf:object``: quoted, and no fact.
"""
