"""Hold an overlay to what it may add, and how it must name that: what needs no reading of the text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import pyoxigraph as ox
from rdflib import PROV, RDF, RDFS, SKOS, BNode, Graph, Literal, URIRef
from rdflib.term import Node

from haidiyan.chart.catalog import nearest
from haidiyan.dataset import resolve
from haidiyan.dataset.overlay.written import Written
from haidiyan.iris import BASE, PREFIXES, compact, local_name, term

ADDED_BY, CHOICE, CLAIM, CONJECTURE, DOCTRINE, OF_AXIS, PROPOSER, VARIANT = (
    URIRef(term(name))
    for name in ("addedBy", "Choice", "Claim", "Conjecture", "Doctrine", "ofAxis", "proposer", "Variant")
)
AXIS_LINK, NOTATION, RDF_TYPE = (ox.NamedNode(str(each)) for each in (OF_AXIS, SKOS.notation, RDF.type))
ADDED = {CLAIM: "claim", VARIANT: "variant", CHOICE: "choice", DOCTRINE: "doctrine"}
"""What a file may add that a reading shows; situations and patterns serve these."""

SHARED = tuple(space for space in PREFIXES.values() if not space.startswith(BASE))
TYPED = re.compile(r"[\w.~-]+")
"""The last part of a name that people can type, and compare-1.json can hold."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Rules:
    """What a file says, beside the dataset that it is laid over; ``classes``: the dataset's with the file's own."""

    def __init__(self, written: Written, dataset: ox.Store, classes: Graph) -> None:
        self._written = written
        self._graph = written.graph
        self._dataset = dataset
        self._classes = classes

    def instances(self, kind: URIRef) -> list[URIRef]:
        """What the file has of a class."""
        return sorted(resolve.instances(self._graph, self._classes, kind))

    def authors(self) -> list[URIRef]:
        """The agents with a name that the file describes."""
        return sorted(each for each in self._graph.subjects(RDF.type, PROV.Agent) if isinstance(each, URIRef))

    def broken(self) -> Iterator[str]:
        """Every complaint about what the file adds and how it names that."""
        nameless = list(self._nameless())
        yield from self._foreign()
        yield from nameless
        if not nameless:
            yield from self._of_author()
            yield from self._adds_something()
        yield from self._controls()
        yield from self._untypable()
        yield from self._named_twice()

    def proposed_by_others(self) -> Iterator[str]:
        """What the author conjectures is the author's, and nobody's else."""
        author = self.authors()[0]
        for each in self.instances(CONJECTURE):
            others = sorted({str(other) for other in self._graph.objects(each, PROPOSER)} - {str(author)})
            if others:
                named = "、".join(map(self._written.spelled, others))
                mine = self._written.spelled(str(author))
                yield f"{self._name(each)}: A conjecture here is its author’s (hdy:proposer {mine}), not {named}’s."

    def unknown(self) -> dict[str, list[str]]:
        """The dataset's names that the file mentions and the dataset has not: complaints by such name."""
        found: dict[str, list[str]] = defaultdict(list)
        known: dict[Node, bool] = {}
        for subject, predicate, value in sorted(self._graph, key=str):
            for each in (predicate, value):
                if not isinstance(each, URIRef) or not str(each).startswith(BASE):
                    continue
                if not known.setdefault(each, self._says(ox.NamedNode(str(each)))):
                    found[compact(str(each))].append(self._no_such(subject, predicate, each))
        return found

    def _no_such(self, subject: Node, predicate: Node, missing: URIRef) -> str:
        owner = self._written.owner(subject)
        where = self._name(owner) if owner else self._written.file
        name = compact(str(missing))
        said = name if missing == predicate else f"{self._written.spelled(str(predicate))} {name}"
        prefix = str(missing).removesuffix(local_name(str(missing)))
        near = nearest(local_name(str(missing)), self._beginning(prefix), 1)
        hint = f"; the nearest is {compact(prefix + near[0])}" if near else ""
        return f"{where}: It says {said}, but the dataset has no such name{hint}."

    def _beginning(self, prefix: str) -> list[str]:
        """The last parts of the dataset's names that begin so."""
        names = {
            each.value
            for quad in self._dataset.quads_for_pattern(None, RDF_TYPE, None, ox.DefaultGraph())
            for each in (quad.subject,)
            if isinstance(each, ox.NamedNode) and each.value.startswith(prefix)
        }
        return sorted(local_name(each) for each in names if prefix + local_name(each) == each)

    def _name(self, iri: URIRef) -> str:
        return self._written.name(str(iri))

    def _foreign(self) -> Iterator[str]:
        """An overlay adds; it does not say anything of what the dataset describes, nor who added what."""
        for subject in sorted(self._written.own):
            name = self._name(subject)
            if any(str(subject).startswith(space) for space in SHARED):
                yield f"{name}: An overlay names things in a namespace of its own, and not in one that everyone uses."
            elif str(subject).startswith(BASE):
                yield f"{name}: This is the dataset's; an overlay names things in a namespace of its own."
            if (subject, ADDED_BY, None) in self._graph:
                yield f"{name}: hdy:addedBy is not for the file to say: all that it adds is its author’s."
        for lower, upper in self._graph.subject_objects(RDFS.subClassOf):
            if str(upper).startswith(BASE):
                at = f"{self._written.file}{self._written.lines.at(str(upper))}"
                where = self._name(lower) if isinstance(lower, URIRef) else at
                name = compact(str(upper))
                yield f"{where}: {name} is the dataset's and takes no further condition; define a class of your own."

    def _nameless(self) -> Iterator[str]:
        """Whatever people name when they ask must have a name; so must the author."""
        for kind, word in {**ADDED, PROV.Agent: "author"}.items():
            kinds = {kind, *self._classes.transitive_subjects(RDFS.subClassOf, kind)}
            if any(isinstance(each, BNode) for one in kinds for each in self._graph.subjects(RDF.type, one)):
                article = "An" if word == "author" else "A"
                lines = self._written.lines.nameless({str(each) for each in kinds})
                for place in [f", line {each}" for each in lines] or [""]:
                    yield f"{self._written.file}{place}: {article} {word} is without a name; give it one, my:{word}."

    def _of_author(self) -> Iterator[str]:
        authors = self.authors()
        if len(authors) != 1:
            found = "、".join(self._name(each) for each in authors) or "none"
            yield f"{self._written.file}: An overlay describes its author, exactly one prov:Agent; there is {found}."
        for author in authors:
            if not list(self._graph.objects(author, SKOS.prefLabel)):
                yield f"{self._name(author)}: The author has no name (skos:prefLabel)."

    def _adds_something(self) -> Iterator[str]:
        if not any(self.instances(kind) for kind in ADDED):
            yield f"{self._written.file}: It adds no claim, no variant, no choice and no doctrine."

    def _controls(self) -> Iterator[str]:
        """What a text is printed with must not steer the terminal, nor break its line."""
        for subject, predicate, value in sorted(self._graph, key=str):
            if isinstance(value, Literal) and CONTROL.search(str(value)):
                owner = self._written.owner(subject)
                where = self._name(owner) if owner else self._written.file
                said = self._written.spelled(str(predicate))
                yield f"{where}: Its {said} has a line break or another control character; write it without."

    def _untypable(self) -> Iterator[str]:
        for kind in ADDED:
            for each in self.instances(kind):
                if not TYPED.fullmatch(local_name(str(each))):
                    yield (
                        f"{self._name(each)}: The last part of its name, “{local_name(str(each))}”, cannot be typed;"
                        " it is of letters, digits, hyphens, dots and underscores."
                    )

    def _named_twice(self) -> Iterator[str]:
        """What people type must mean one thing: the last part of a claim's or a variant's name, or a notation."""
        for kind, word in ADDED.items():
            bearers: dict[tuple[str, str], list[URIRef]] = defaultdict(list)
            for each in self.instances(kind):
                for name, axis, taken in self._called(kind, each):
                    bearers[name, axis].append(each)
                    if taken:
                        yield f"{self._name(each)}: The dataset has a {word} of this name, {name}; give it another."
            for (name, _), those in bearers.items():
                if len(those) > 1:
                    both = " and ".join(self._name(each) for each in those)
                    yield f"{both}: More than one {word} has the name {name}; give each its own."

    def _called(self, kind: URIRef, thing: URIRef) -> Iterator[tuple[str, str, bool]]:
        """The names that people type for a thing, on which axis, and whether they mean one of the dataset's."""
        if kind in (CLAIM, VARIANT):
            name = local_name(str(thing))
            yield name, "", self._says(ox.NamedNode(f"{BASE}{ADDED[kind]}/{name}"))
            return
        for notation in self._graph.objects(thing, SKOS.notation):
            pattern = self._dataset.quads_for_pattern(None, NOTATION, ox.Literal(str(notation)))
            bearers = [quad.subject for quad in pattern]
            axis = self._graph.value(thing, OF_AXIS)
            links = (RDF_TYPE, ox.NamedNode(str(DOCTRINE))) if axis is None else (AXIS_LINK, ox.NamedNode(str(axis)))
            yield str(notation), str(axis or ""), any(self._says(each, *links) for each in bearers)

    def _says(self, subject: ox.NamedNode | ox.BlankNode | ox.Triple, *rest: ox.NamedNode) -> bool:
        predicate, value = rest or (None, None)
        return any(True for _ in self._dataset.quads_for_pattern(subject, predicate, value))
