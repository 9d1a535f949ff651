"""Say what the dataset states of a thing: out of it and into it, by property, with the graphs that say it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.publication.pages.facts import LABEL, TYPE
from haidiyan.web.known import Known, document_of, path_of
from haidiyan.web.language import Words

CUT = 20
"""How many values of a property a page shows before it points to the rest."""
PAGE = 200
"""How many the page of one property shows."""

_RDF, _DCTERMS = iris.PREFIXES["rdf"], iris.PREFIXES["dcterms"]
FIRST, REST, NIL = _RDF + "first", _RDF + "rest", _RDF + "nil"
DEFINITION = iris.PREFIXES["skos"] + "definition"
REPLACED = _DCTERMS + "isReplacedBy"
ORDER = (TYPE, LABEL, DEFINITION)
"""The properties that come first."""

Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple


@dataclass(frozen=True)
class Shown:
    """A term as a page shows it. A literal has words and a language or datatype; what is ours leads to its page; a
    nameless node has ``inside`` it what it says, a list its ``members``.
    """

    text: str
    code: str = ""
    href: str = ""
    language: str = ""
    datatype: str = ""
    inside: tuple[Group, ...] = ()
    members: tuple[Shown, ...] = ()


class Group(NamedTuple):
    """The values of one property that the same graphs state: the first of them, how many there are of the property
    in all, and whether others are left out.
    """

    predicate: Shown
    key: str
    values: list[Shown]
    graphs: list[Shown]
    total: int
    is_cut: bool


class Describer:
    """Describes things of a store for one visitor.

    ``named`` tells whether the store keeps statements in named graphs, as the dataset does, or in the default one, as
    a chart that was computed; names are those of the dataset.
    """

    def __init__(
        self,
        store: ox.Store,
        known: Known,
        words: Words,
        url: Callable[[str], str],
        here: Iterable[str] = (),
        named: bool = True,
    ) -> None:
        self._store, self._known, self._words, self._url = store, known, words, url
        self._here = frozenset(here)
        self._named = named

    def out_of(self, iri: str, only: str | None = None, start: int = 0, most: int = CUT) -> list[Group]:
        """What is said of a thing; with ``only``, by that property alone, from the value with number ``start`` on."""
        return self._of(ox.NamedNode(iri), only, start, most)

    def into(self, iri: str, only: str | None = None, start: int = 0, most: int = CUT) -> list[Group]:
        """What refers to a thing, likewise; a nameless node in between stands for the thing that has it."""
        found: dict[str, dict[Term, set[str]]] = defaultdict(lambda: defaultdict(set))
        for quad in self._quads(None, ox.NamedNode(iri)):
            for owner, predicate in self._owners(quad):
                if only in (None, predicate):
                    found[predicate][owner].add(str(getattr(quad.graph_name, "value", "")))
        return self._grouped(found, start, most)

    def used(self, iri: str, most: int = CUT) -> tuple[int, list[Shown]]:
        """How many statements a property makes, and the first things of which it says something."""
        quads = self._store.quads_for_pattern(None, ox.NamedNode(iri), None, ox.DefaultGraph())
        subjects = [quad.subject for quad in quads]
        named = dict.fromkeys(each for each in subjects if isinstance(each, ox.NamedNode))
        return len(subjects), [self.show(each) for each in sorted(named, key=lambda each: each.value)[:most]]

    def links(self, iri: str, predicate: str) -> list[Shown]:
        """The things that a property of a thing leads to."""
        return [self.show(ox.NamedNode(each)) for each in objects(self._store, iri, predicate)]

    def texts(self, iri: str, predicate: str) -> list[Shown]:
        """The literals of a property."""
        quads = self._store.quads_for_pattern(
            ox.NamedNode(iri), ox.NamedNode(predicate), None, None if not self._named else ox.DefaultGraph()
        )
        return sorted((self.show(quad.object) for quad in quads), key=lambda each: each.language)

    def show(self, term: Term, seen: tuple[Term, ...] = ()) -> Shown:
        """A term as the visitor reads it."""
        if isinstance(term, ox.NamedNode):
            return self._thing(term.value)
        if isinstance(term, ox.Literal):
            datatype = "" if term.language else term.datatype.value
            plain = datatype == iris.PREFIXES["xsd"] + "string"
            tag = {"zh-hant": "zh-Hant", "lzh-hant": "lzh-Hant", "zh-latn-pinyin": "zh-Latn-pinyin"}
            language = tag.get(term.language or "", term.language or "")
            return Shown(term.value, language=language, datatype="" if plain else iris.compact(datatype))
        if term in seen or not isinstance(term, ox.BlankNode):
            return Shown("…")
        members = self._members(term, (*seen, term))
        if members is not None:
            return Shown("", members=tuple(members))
        return Shown("", inside=tuple(self._of(term, None, 0, PAGE, (*seen, term))))

    def _thing(self, iri: str) -> Shown:
        name, code = self._known.name(iri), iris.compact(iri)
        label = self._words.of(name.chinese, name.english) or shortened(name.words) or code
        if iri in self._here:
            return Shown(label, code, "#" + anchor(iri))
        if document_of(iri) in self._known.documents:
            _, mark, fragment = iri.partition("#")
            return Shown(label, code, self._url(f"/page/{path_of(iri)}") + mark + fragment)
        outside = iri.startswith(("http://", "https://")) and not iri.startswith(iris.BASE)
        return Shown(label, code, iri if outside else "")

    def _of(
        self, node: ox.NamedNode | ox.BlankNode, only: str | None, start: int, most: int, seen: tuple[Term, ...] = ()
    ) -> list[Group]:
        found: dict[str, dict[Term, set[str]]] = defaultdict(lambda: defaultdict(set))
        for quad in self._quads(node, None):
            if only in (None, quad.predicate.value):
                found[quad.predicate.value][quad.object].add(str(getattr(quad.graph_name, "value", "")))
        return self._grouped(found, start, most, seen)

    def _grouped(
        self, found: dict[str, dict[Term, set[str]]], start: int, most: int, seen: tuple[Term, ...] = ()
    ) -> list[Group]:
        groups = []
        places = {predicate: number for number, predicate in enumerate(ORDER)}
        for predicate in sorted(found, key=lambda each: (places.get(each, len(places)), iris.compact(each))):
            values = sorted(found[predicate], key=_order)
            by_graphs: dict[tuple[str, ...], list[Term]] = defaultdict(list)
            for value in values[start : start + most]:
                by_graphs[tuple(sorted(found[predicate][value]))].append(value)
            for graphs, those in by_graphs.items():
                groups.append(
                    Group(
                        self.show(ox.NamedNode(predicate)),
                        iris.compact(predicate),
                        [self.show(each, seen) for each in those],
                        [self._thing(each) for each in graphs if each],
                        len(values),
                        len(values) > start + most,
                    )
                )
        return groups

    def _quads(self, subject: ox.NamedNode | ox.BlankNode | None, value: Term | None) -> Iterator[ox.Quad]:
        for quad in self._store.quads_for_pattern(subject, None, value):
            if isinstance(quad.graph_name, ox.NamedNode) == self._named:
                yield quad

    def _owners(self, quad: ox.Quad, seen: tuple[Term, ...] = ()) -> Iterator[tuple[ox.NamedNode, str]]:
        """The things with a name that a statement is part of, and their property that leads to it."""
        if isinstance(quad.subject, ox.NamedNode):
            yield quad.subject, quad.predicate.value
        elif quad.subject not in seen:
            for above in self._quads(None, quad.subject):
                yield from self._owners(above, (*seen, quad.subject))

    def _members(self, head: ox.BlankNode, seen: tuple[Term, ...]) -> list[Shown] | None:
        """The members of a list; none where the node is no list."""
        found: list[Shown] = []
        node: Term = head
        passed: set[Term] = set()
        while isinstance(node, ox.BlankNode) and node not in passed:
            passed.add(node)
            said = {quad.predicate.value: quad.object for quad in self._quads(node, None)}
            if FIRST not in said or REST not in said:
                return None
            found.append(self.show(said[FIRST], seen))
            node = said[REST]
        return found


def triples(store: ox.Store, described: Iterable[str], referring: bool = True) -> list[ox.Triple]:
    """The triples of the default graph that describe some things: all that is said of them, nameless nodes with what
    they say; and where ``referring``, what things with a name say of them. Each once.
    """
    found: dict[ox.Triple, None] = {}
    waiting: list[ox.NamedNode | ox.BlankNode] = [ox.NamedNode(each) for each in described]
    things = list(waiting)
    seen = set(waiting)
    while waiting:
        for quad in store.quads_for_pattern(waiting.pop(), None, None, ox.DefaultGraph()):
            found[quad.triple] = None
            if isinstance(quad.object, ox.BlankNode) and quad.object not in seen:
                seen.add(quad.object)
                waiting.append(quad.object)
    for thing in things if referring else ():
        for quad in store.quads_for_pattern(None, None, thing, ox.DefaultGraph()):
            if isinstance(quad.subject, ox.NamedNode):
                found[quad.triple] = None
    return list(found)


def objects(store: ox.Store, iri: str, predicate: str) -> list[str]:
    """The IRIs that a property of a thing leads to, sorted, each once."""
    quads = store.quads_for_pattern(ox.NamedNode(iri), ox.NamedNode(predicate), None)
    return sorted({quad.object.value for quad in quads if isinstance(quad.object, ox.NamedNode)})


def value(store: ox.Store, iri: str, predicate: str) -> str:
    """The first value of a property as text, or nothing."""
    quads = store.quads_for_pattern(ox.NamedNode(iri), ox.NamedNode(predicate), None)
    return min((str(getattr(quad.object, "value", "")) for quad in quads), default="")


def place_in_book(store: ox.Store, iri: str) -> tuple[str, str, str] | None:
    """Where the book shows a claim, segment, variant or passage: volume, paragraph, anchor; none for anything else."""
    stands = next(iter(objects(store, iri, iris.term("passage"))), iri)
    original = next(iter(objects(store, stands, iris.term("renders"))), stands)
    volume = next(iter(objects(store, original, iris.term("volume"))), "")
    number = value(store, volume, iris.term("volumeNumber")) if volume else ""
    paragraph = value(store, original, iris.term("paragraph"))
    return (number, paragraph, anchor(iri)) if number and paragraph else None


def anchor(iri: str) -> str:
    """The anchor of a thing on a page.

    >>> anchor("https://w3id.org/haidiyan/segment/j2-p01-s03#selector")
    'selector'
    """
    return iri.partition("#")[2] or iris.local_name(iri)


def shortened(words: str, most: int = 24) -> str:
    """The beginning of some words.

    >>> shortened("病人無藥主沉昏"), shortened("病人無藥主沉昏", 4)
    ('病人無藥主沉昏', '病人無藥……')
    """
    return words if len(words) <= most else words[:most] + "……"


def _order(term: Term) -> tuple[int, int, str]:
    """Names first, then literals, numbers by size."""
    if isinstance(term, ox.Literal):
        text = term.value
        return (1, int(text), "") if text.isdecimal() else (2, 0, text)
    return (0 if isinstance(term, ox.NamedNode) else 3, 0, str(term))
