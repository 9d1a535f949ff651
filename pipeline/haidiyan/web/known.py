"""Know of a dataset which names it describes, in which document each stands, and what everything is called."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple
from urllib.parse import quote

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.dataset.store import named
from haidiyan.publication.pages.facts import CHINESE, ENGLISH, LABEL, PINYIN, TITLE

ONTOLOGY = iris.ONTOLOGY.rstrip("#")
"""The document in which all terms of the ontology stand."""
WORDS = (iris.term("quote"), iris.term("words"))
"""What a record of the text is called by, which has no label."""
_SAFE = "/:@!$&'()*+,;=~%"


class Name(NamedTuple):
    """What a thing is called in each language; words of the source where it has no label. Any may be empty."""

    chinese: str = ""
    english: str = ""
    pinyin: str = ""
    words: str = ""


class Known:
    """The names of a dataset."""

    def __init__(self, store: ox.Store) -> None:
        self.documents: dict[str, list[str]] = {}
        """The documents by IRI, each with the IRIs that it describes, itself first."""
        self.names: dict[str, Name] = {}
        self.kinds: dict[str, list[str]] = {}
        """The documents under each path, by its first part, sorted."""
        ours: set[str] = set()
        said: dict[str, dict[str, str]] = defaultdict(dict)
        for quad in named(store):
            for term in (quad.subject, quad.predicate, quad.object, quad.graph_name):
                if isinstance(term, ox.NamedNode) and term.value.startswith(iris.BASE):
                    ours.add(term.value)
            if not isinstance(quad.subject, ox.NamedNode):
                continue
            predicate = quad.predicate.value
            if isinstance(quad.object, ox.Literal):
                if predicate in (LABEL, TITLE):
                    said[quad.subject.value].setdefault(quad.object.language or "", quad.object.value)
                elif predicate in WORDS:
                    said[quad.subject.value]["words"] = quad.object.value
        for iri in sorted(ours):
            self.documents.setdefault(document_of(iri), []).append(iri)
        self.names = {
            iri: Name(
                each.get(CHINESE, "") or each.get("", ""),
                each.get(ENGLISH, ""),
                each.get(PINYIN, ""),
                each.get("words", ""),
            )
            for iri, each in said.items()
        }
        for iri in self.documents:
            kind, slash, _ = iri.removeprefix(iris.BASE).partition("/")
            if slash:
                self.kinds.setdefault(kind, []).append(iri)

    def name(self, iri: str) -> Name:
        """What a thing is called."""
        return self.names.get(iri, Name())

    def kind_name(self, kind: str) -> Name:
        """What the things of a kind are called: as the class is that is named like their path."""
        return self.name(iris.term("".join(map(str.capitalize, kind.split("-")))))

    def find(self, path: str) -> str | None:
        """The document at a path, written as it is or percent-encoded; none where the dataset has none."""
        spelled = (iris.BASE + path, iris.BASE + quote(path, safe=_SAFE.rstrip("%")))
        return next((iri for iri in spelled if iri in self.documents), None)


def document_of(iri: str) -> str:
    """The document that describes an IRI: itself without a fragment.

    >>> document_of("https://w3id.org/haidiyan/ontology#Claim")
    'https://w3id.org/haidiyan/ontology'
    """
    return iri.partition("#")[0]


def path_of(iri: str) -> str:
    """Where an IRI of ours stands below the base, as an address writes it, without a fragment.

    >>> path_of("https://w3id.org/haidiyan/branch/子"), path_of("https://w3id.org/haidiyan/ontology#Claim")
    ('branch/%E5%AD%90', 'ontology')
    """
    return quote(document_of(iri).removeprefix(iris.BASE), safe=_SAFE)
