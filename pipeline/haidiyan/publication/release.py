"""Hold two releases against each other, and name what lies between them: a patch, a minor or a major change.

As a command, ``python -m haidiyan.publication.release OLD NEW`` takes two N-Quads files or the homes of two built
datasets. It exits with 1 where the new version number says less than what has changed, with 2 for bad input.

The rule (docs/citing.md): **major**, what was there can no longer be relied on; **minor**, there is more; **patch**,
only words about things are other words. What is retired in order, by ``dcterms:isReplacedBy`` or ``owl:deprecated``,
is minor. What is counted and compiled anew (``graph:metadata``, ``graph:clauses``, base rates, version numbers) is no
change.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.errors import HaidiyanError, InputError
from haidiyan.iris import PREFIXES, compact

MAJOR, MINOR, PATCH, NONE = "major", "minor", "patch", "none"
LEVELS = (MAJOR, MINOR, PATCH)

WORDS = frozenset(
    {
        *("skos:prefLabel", "skos:altLabel", "skos:hiddenLabel", "skos:definition", "skos:note", "skos:scopeNote"),
        *("skos:editorialNote", "skos:historyNote", "skos:changeNote", "skos:example", "rdfs:label", "rdfs:comment"),
        *("rdfs:seeAlso", "rdfs:isDefinedBy", "dcterms:title", "dcterms:description", "dcterms:rights", "dcat:keyword"),
        *("hdy:doubt", "hdy:explanation", "hdy:outcome", "hdy:statesNoClaim", "hdy:suppliedFrom"),
    }
)
"""The properties whose values are words about a thing; a state's own word, ``skos:notation``, is none of them."""

MEANING = frozenset(
    {
        *(
            "rdf:type",
            "rdf:subject",
            "rdf:predicate",
            "rdf:object",
            "hdy:antecedent",
            "hdy:witnessEdge",
            "hdy:prognosis",
        ),
        *(
            "hdy:topic",
            "hdy:quote",
            "hdy:of",
            "hdy:standsFor",
            "hdy:attributeValue",
            "hdy:overrides",
            "hdy:underChoice",
        ),
        *("hdy:underReading", "hdy:replaces"),
    }
)
"""The properties that make a claim say what it says: one more of them changes it."""

CONDITIONS = frozenset({"hdy:Situation", "hdy:Pattern", "hdy:State"})
"""The kinds of class whose conditions decide what a reading finds."""

UNVERSIONED = frozenset(
    {
        *("owl:versionInfo", "owl:versionIRI", "owl:priorVersion", "dcterms:modified", "dcterms:issued"),
        *("dcterms:bibliographicCitation", "dcterms:hasVersion", "dcat:version"),
    }
)
"""What every version says anew."""

LEFT_OUT = frozenset(map(iris.graph, ("metadata", "clauses", "base-rates")))
_CHOICE = iris.graph("choice-")
_FIRST, _REST = (PREFIXES["rdf"] + name for name in ("first", "rest"))
_SUBCLASS = PREFIXES["rdfs"] + "subClassOf"
_NIL = PREFIXES["rdf"] + "nil"
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")


class Statement(NamedTuple):
    """A statement with its anonymous nodes written out; the graph is named where a choice holds it."""

    graph: str
    subject: str
    predicate: str
    value: str


@dataclass
class Side:
    """A release: its version, what it states, what it describes and as what, and what it has retired for what."""

    version: str = ""
    statements: set[Statement] = field(default_factory=set)
    kinds: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    retired: dict[str, str] = field(default_factory=dict)


class Change(NamedTuple):
    """One thing that differs, with its level."""

    level: str
    words: str


@dataclass(frozen=True)
class Difference:
    """What lies between two releases."""

    old: str
    new: str
    changes: list[Change]

    @property
    def level(self) -> str:
        """``major``, ``minor``, ``patch`` or ``none``: the weightiest of the changes."""
        found = {each.level for each in self.changes}
        return next((level for level in LEVELS if level in found), NONE)

    @property
    def least(self) -> str:
        """The lowest version number that says so. Before 1.0.0, the second number counts what breaks."""
        return _next(self.old, self.level)

    @property
    def is_told(self) -> bool:
        """Whether the new version number says enough."""
        return _numbers(self.new) >= _numbers(self.least)

    def to_text(self) -> str:
        lines = [f"{self.level}: {self.old or '?'} → {self.new or '?'}"]
        for level in LEVELS:
            found = [each.words for each in self.changes if each.level == level]
            if found:
                lines += ["", f"{level} ({len(found)})", *(f"  {words}" for words in found)]
        if not self.is_told:
            lines += ["", f"The version has to be {self.least} or above."]
        return "\n".join(lines) + "\n"

    def to_json(self) -> str:
        told = {level: [each.words for each in self.changes if each.level == level] for level in LEVELS}
        whole = {"old": self.old, "new": self.new, "change": self.level, "least": self.least, "changes": told}
        return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def compare(old: Path | str, new: Path | str) -> Difference:
    """What lies between two releases, N-Quads files or homes. Raises ``InputError`` where one cannot be read."""
    return difference(read(old), read(new))


def read(path: Path | str) -> Side:
    """A release from its N-Quads file, from the home of a built dataset, or from the folder of an export."""
    place = Path(path)
    if place.is_dir():
        names = ("current/dataset.nq", "dataset.nq", "haidiyan.nq")
        found = next((place / name for name in names if (place / name).is_file()), None)
        if found is None:
            raise InputError(f"{path} holds no dataset: none of {', '.join(names)} is there.")
        place = found
    try:
        return side(ox.parse(path=str(place), format=ox.RdfFormat.N_QUADS))
    except (OSError, SyntaxError, ValueError) as error:
        reason = " ".join(str(getattr(error, "strerror", None) or getattr(error, "msg", None) or error).split())
        raise InputError(f"{place} cannot be read as N-Quads: {reason.rstrip('.')}.") from error


def side(quads: Iterable[ox.Quad]) -> Side:
    """A release from its quads."""
    kept = list(quads)
    found = Side(version=_version(kept))
    about: dict[str, list[ox.Quad]] = defaultdict(list)
    for quad in kept:
        if isinstance(quad.subject, ox.BlankNode):
            about[quad.subject.value].append(quad)
    written = _Written(about)
    inner = {quad.object.value for quad in kept if isinstance(quad.object, ox.BlankNode)}
    for quad in kept:
        graph = str(getattr(quad.graph_name, "value", ""))
        if graph in LEFT_OUT or _is_unversioned(quad, found.version):
            continue
        if isinstance(quad.subject, ox.BlankNode) and (quad.subject.value in inner or written.is_inside(quad)):
            continue
        place = compact(graph) if graph.startswith(_CHOICE) else ""
        subject = written.term(quad.subject)
        predicate = compact(quad.predicate.value)
        value = written.term(quad.object)
        found.statements.add(Statement(place, subject, predicate, value))
        if isinstance(quad.subject, ox.NamedNode) and quad.subject.value.startswith(iris.BASE) and not place:
            kinds = found.kinds[subject]
            if predicate == "rdf:type":
                kinds.add(value)
            if predicate == "dcterms:isReplacedBy" or (predicate == "owl:deprecated" and "true" in value):
                found.retired[subject] = (
                    value if predicate == "dcterms:isReplacedBy" else found.retired.get(subject, "")
                )
    return found


def difference(old: Side, new: Side) -> Difference:
    """What lies between two releases, by the rule of this module."""
    retired = {thing: heir for thing, heir in new.retired.items() if thing in old.kinds and thing not in old.retired}
    before = {each._replace(value=retired.get(each.value) or each.value) for each in old.statements}
    changes = [*_gone(old, new), *_retired(before, new, retired)]
    told = {thing for thing in old.kinds if thing not in new.kinds or thing in retired}
    pairs: dict[tuple[str, str, str], tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for number, statements in enumerate((before - new.statements, new.statements - before)):
        for each in statements:
            if each.subject not in told:
                pairs[each.graph, each.subject, each.predicate][number].add(each.value)
    news: set[str] = set()
    for about, (lost, won) in sorted(pairs.items()):
        place, subject, predicate = about
        if not place and subject in new.kinds and subject not in old.kinds and not _widens_any(old, predicate, won):
            news.add(subject)
        else:
            changes.append(Change(_level(old, about, lost, won), _told(about, lost, won)))
    changes += [Change(MINOR, f"{each} is new") for each in news]
    return Difference(
        old.version, new.version, sorted(changes, key=lambda each: (LEVELS.index(each.level), each.words))
    )


def _gone(old: Side, new: Side) -> Iterator[Change]:
    for thing in old.kinds:
        if thing not in new.kinds:
            yield Change(MAJOR, f"{thing} is gone, and nothing says what replaces it")


def _retired(before: set[Statement], new: Side, retired: Mapping[str, str]) -> Iterator[Change]:
    for thing, heir in retired.items():
        yield Change(MINOR, f"{thing} is retired{f', for {heir}' if heir else ''}")
        # What pointed to the thing points to its heir: the same condition under another name, or another condition.
        was = {each for each in _condition(before, thing) | _condition(before, heir) if heir}
        if was and was != _condition(new.statements, heir):
            yield Change(MAJOR, f"{heir} takes the place of {thing}, and holds under another condition")


def _condition(statements: Iterable[Statement], thing: str) -> set[tuple[str, str]]:
    """The axioms by which a class holds: its own, and the sub-classes that it has."""
    own = {(each.predicate, each.value) for each in statements if each.subject == thing and _is_axiom(each.predicate)}
    return own | {
        (each.predicate, each.subject) for each in statements if each.value == thing and _is_below(each.predicate)
    }


def _is_axiom(predicate: str) -> bool:
    return predicate.startswith("owl:") and predicate not in ("owl:deprecated", *UNVERSIONED)


def _is_below(predicate: str) -> bool:
    return predicate == "rdfs:subClassOf"


def _level(old: Side, about: tuple[str, str, str], lost: set[str], won: set[str]) -> str:
    """The level of what was lost and won under one property of one subject, in a choice's graph or in none."""
    place, subject, predicate = about
    if predicate in WORDS:
        return PATCH
    if place:
        # A choice's own graph is what the choice says; a new choice brings a graph of its own.
        return MAJOR if any(each.graph == place for each in old.statements) else MINOR
    if lost or (predicate in MEANING and _is_claim(old, subject)) or _is_condition(old, subject, predicate):
        return MAJOR
    return MAJOR if _widens_any(old, predicate, won) else MINOR


def _is_claim(side: Side, subject: str) -> bool:
    return subject.startswith("claim:") and subject in side.kinds


def _is_condition(side: Side, subject: str, predicate: str) -> bool:
    """Whether a statement is part of the condition of a class that is there."""
    return bool(CONDITIONS & side.kinds.get(subject, set())) and _is_axiom(predicate)


def _widens_any(side: Side, predicate: str, values: Iterable[str]) -> bool:
    """Whether a sub-class makes a situation, a pattern or a state hold that was there and did not hold for it."""
    return _is_below(predicate) and any(CONDITIONS & side.kinds.get(each, set()) for each in values)


def _told(about: tuple[str, str, str], lost: set[str], won: set[str]) -> str:
    place, subject, predicate = about
    where = f" ({place})" if place else ""
    if lost and won:
        return f"{subject} {predicate}: {_list(lost)} → {_list(won)}{where}"
    return f"{subject} {predicate}: {'no longer' if lost else 'now also'} {_list(lost or won)}{where}"


def _list(values: set[str]) -> str:
    return " , ".join(sorted(values))


def _version(quads: Iterable[ox.Quad]) -> str:
    info = PREFIXES["owl"] + "versionInfo"
    dataset = iris.BASE + "dataset"
    about = (q for q in quads if q.predicate.value == info and getattr(q.subject, "value", "") == dataset)
    return min((str(getattr(each.object, "value", "")) for each in about), default="")


def _is_unversioned(quad: ox.Quad, version: str) -> bool:
    subject = str(getattr(quad.subject, "value", ""))
    return compact(quad.predicate.value) in UNVERSIONED or bool(version and subject.endswith(f"/{version}"))


class _Written:
    """Terms as text, anonymous nodes by what is said of them, so that their labels do not matter."""

    def __init__(self, about: Mapping[str, list[ox.Quad]]) -> None:
        self._about = about
        self._made: dict[str, str] = {}

    def term(self, term: object, above: frozenset[str] = frozenset()) -> str:
        if isinstance(term, ox.NamedNode):
            return compact(term.value)
        if not isinstance(term, ox.BlankNode):
            return str(term)
        if term.value in above:
            return "[…]"
        if term.value not in self._made:
            self._made[term.value] = self._anonymous(term, above | {term.value})
        return self._made[term.value]

    def is_inside(self, quad: ox.Quad) -> bool:
        """Whether a statement of an expression is told by the expression's text: all but what it is a sub-class of."""
        if quad.predicate.value == _SUBCLASS or not isinstance(quad.subject, ox.BlankNode):
            return False
        return any(each.predicate.value == _SUBCLASS for each in self._about[quad.subject.value])

    def _anonymous(self, node: ox.BlankNode, above: frozenset[str]) -> str:
        members = self._members(node)
        if members is not None:
            return f"( {' '.join(self.term(each, above) for each in members)} )"
        said = {
            f"{compact(each.predicate.value)} {self.term(each.object, above)}"
            for each in self._about.get(node.value, ())
            if each.predicate.value != _SUBCLASS
        }
        return f"[ {' ; '.join(sorted(said))} ]"

    def _members(self, node: object) -> list[object] | None:
        found: list[object] = []
        seen: set[str] = set()
        while getattr(node, "value", None) != _NIL:
            if not isinstance(node, ox.BlankNode) or node.value in seen:
                return None
            seen.add(node.value)
            said = {each.predicate.value: each.object for each in self._about.get(node.value, ())}
            if set(said) != {_FIRST, _REST}:
                return None
            found.append(said[_FIRST])
            node = said[_REST]
        return found


def _numbers(version: str) -> tuple[int, ...]:
    found = _VERSION.match(version)
    return tuple(map(int, found.groups())) if found else (0, 0, 0)


def _next(version: str, level: str) -> str:
    """The lowest version above one that announces a change of this level.

    >>> _next("1.2.3", "major"), _next("1.2.3", "minor"), _next("0.2.3", "major"), _next("0.2.3", "none")
    ('2.0.0', '1.3.0', '0.3.0', '0.2.3')
    """
    first, second, third = _numbers(version)
    steps = {MAJOR: (first + 1, 0, 0), MINOR: (first, second + 1, 0), PATCH: (first, second, third + 1)}
    if first == 0:
        steps = {MAJOR: steps[MINOR], MINOR: steps[PATCH], PATCH: steps[PATCH]}
    return ".".join(map(str, steps.get(level, (first, second, third))))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m haidiyan.publication.release", description="Name the change between two releases."
    )
    parser.add_argument("old", metavar="OLD", help="an N-Quads file, or the home of a built dataset")
    parser.add_argument("new", metavar="NEW", help="the later one")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    options = parser.parse_args(arguments)
    try:
        found = compare(options.old, options.new)
    except HaidiyanError as error:
        print(f"haidiyan: {error}", file=sys.stderr)
        return 2
    print(found.to_json() if options.json else found.to_text(), end="")
    return 0 if found.is_told else 1


if __name__ == "__main__":
    sys.exit(main())
