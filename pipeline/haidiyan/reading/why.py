"""Say why a claim applies, down to its sources, or why it does not, and what would have to be different."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyoxigraph as ox

from haidiyan import iris, resources
from haidiyan.chart.catalog import catalog, nearest
from haidiyan.dataset.memory import memory
from haidiyan.errors import InputError
from haidiyan.reading.claims import Claim, claims
from haidiyan.reading.doctrine import RDF_TYPE
from haidiyan.reading.engine import engine
from haidiyan.reading.evaluation import Node
from haidiyan.reading.facts import Fact, Facts
from haidiyan.reading.grounds import Clause, Ground, grounds
from haidiyan.reading.reading import OPEN, Entry, Reading
from haidiyan.reading.sources import Source, Sources, Term

Step = dict[str, Any]
"""A step of a chain: ``says`` (what holds), ``by`` (what makes it so), and the ``steps`` under it."""


@dataclass(frozen=True)
class Lack:
    """A condition that fails: on which node, which class, and what the node is instead."""

    node: Node | None
    kind: str
    instead: tuple[str, ...] = ()


def find_claim(name: str) -> Claim:
    """The claim of a local name (j2-p01-c03), an IRI, or its exact words where only one claim has them.

    Raises:
        InputError: there is none; the nearest are named.
    """
    known = claims()
    by_name = {claim.id: claim for claim in known.values()}
    found = known.get(name.strip("<>")) or _by_name(name, by_name)
    if found:
        return found
    quoted = [claim for claim in known.values() if claim.quote == name]
    if len(quoted) == 1:
        return quoted[0]
    if quoted:
        raise InputError(f"{name!r} is said by several claims: {'、'.join(claim.id for claim in quoted)}; name one.")
    near = nearest(name, [*by_name, *(claim.quote for claim in known.values())])
    raise InputError(f"{name!r} is no claim{'; the nearest are ' + '、'.join(near) if near else ''}.")


def _by_name(name: str, by_name: dict[str, Claim]) -> Claim | None:
    """The claim of a local name, in either case, with a prefix of its own or none."""
    prefix, _, local = name.rpartition(":")
    found = by_name.get(local) or by_name.get(local.casefold())
    ours = found is not None and found.iri.startswith(iris.BASE)
    return found if found and prefix in (("", "claim") if ours else ("", prefix)) else None


def why(reading: Reading, claim: Claim) -> list[Step]:
    """The chain under a claim that applies, one step for each witness.

    Raises:
        InputError: the claim is not in the reading.
    """
    entry = _entry(reading, claim)
    if entry is None:
        raise InputError(f"{claim.id} {claim.quote} does not apply here; ask --why-not {claim.id}.")
    if entry.status == OPEN:
        return [*whose(claim), {"says": f"{claim.quote}: 未定 open", "by": _open_words(reading), "steps": []}]
    sources = Sources(memory().dataset())
    with engine().laid(reading.evaluation.question) as origins:
        facts = Facts(engine().memory, origins)
        chain = _Chain(facts, sources)
        return [*whose(claim), *(chain.ground(witness.ground) for witness in entry.witnesses)]


def whose(claim: Claim) -> list[Step]:
    """Whose a claim is, where it is none of the book's."""
    by = f"增補 added by {claim.added_by}"
    return [{"says": f"{claim.id} {claim.quote}", "by": by, "steps": []}] if claim.added_by else []


class _Chain:
    """Turns grounds, facts and sources into steps."""

    def __init__(self, facts: Facts, sources: Sources) -> None:
        self._authors = {row["thing"]: row["author"] for row in memory().rows("reading/added")}
        self._facts = facts
        self._sources = sources

    def ground(self, ground: Ground) -> Step:
        says = f"{place(ground.node)} {catalog().label(ground.kind)}"
        if ground.choice:
            added = self._authors.get(ground.choice)
            by = f"choice {iris.local_name(ground.choice)} ({catalog().label(ground.choice)})"
            by += f", 增補 added by {added}" if added else ""
        elif ground.because:
            by = f"OWL {iris.compact(ground.kind)} ← {' ⊓ '.join(iris.compact(each.kind) for each in ground.because)}"
        else:
            triple = ox.Triple(ox.NamedNode(ground.node.iri), RDF_TYPE, ox.NamedNode(ground.kind))
            return self._fact(self._facts.of(triple), says)
        return {"says": says, "by": by, "steps": [self.ground(each) for each in ground.because]}

    def _fact(self, fact: Fact, says: str | None = None) -> Step:
        told = says or self._tell(fact.triple)
        if fact.rule:
            question = resources.query(fact.rule).splitlines()[0].removeprefix("# ")
            return {
                "says": told,
                "by": f"rule {fact.rule}.rq: {question}",
                "steps": [self._fact(each) for each in fact.under],
            }
        return self._source(self._sources.of(fact.triple), told)

    def _source(self, source: Source, told: str | None = None) -> Step:
        if source.attested:
            by = f"attested {'、'.join(iris.local_name(each) for each in source.attested)}"
            if source.supplied:
                by += f"; completed from {'; '.join(source.supplied)}"
        elif source.supplied:
            by = f"supplied: {'; '.join(source.supplied)}"
        elif source.axiom:
            by = source.axiom
        else:
            by = "given with the question" if _is_given(source.triple) else "the dataset"
        return {
            "says": told or self._tell(source.triple),
            "by": by,
            "steps": [self._source(each) for each in source.under],
        }

    def _tell(self, triple: ox.Triple) -> str:
        return " ".join(self._word(term) for term in triple)

    def _word(self, term: Term) -> str:
        value = str(getattr(term, "value", term))
        if "/question/" in value:
            return _node_words(value)
        if value == RDF_TYPE.value:
            return "屬"
        if value.startswith(iris.ONTOLOGY):
            return iris.compact(value)
        return catalog().label(value)


def why_not(reading: Reading, claim: Claim) -> Step:
    """The first condition of a claim that fails, what stands there instead, and what would have to be different.

    Raises:
        InputError: the claim is in force, or has no condition.
    """
    entry = _entry(reading, claim)
    known = catalog()
    if entry and entry.status == OPEN:
        return {"says": f"{claim.quote} 未定", "by": _open_words(reading), "steps": []}
    if entry and entry.overridden_by:
        overriders = "、".join(f"{claims()[iri].quote}（{claims()[iri].id}）" for iri in entry.overridden_by)
        return {"says": f"{claim.quote} 應而被解", "by": f"overridden by {overriders}", "steps": []}
    if entry:
        raise InputError(f"{claim.id} {claim.quote} applies here; ask --why {claim.id}.")
    if claim.antecedent is None or claim.edge is None:
        raise InputError(f"{claim.id} {claim.quote} states no condition: it is a {claim.kind}.")
    lacks = _nearest_lack(reading, claim)
    topic = reading.evaluation.question.topic
    if not lacks:
        named = "、".join(known.label(each) for each in claim.topics)
        asked = known.label(topic) if topic else "nothing named"
        return {
            "says": f"the situation holds: {known.label(claim.antecedent)}",
            "by": f"the claim speaks of {named}, the question is about {asked}",
            "steps": [],
        }
    return {
        "says": f"{known.label(claim.antecedent)} does not hold",
        "by": f"first condition that fails: {_lack_words(lacks[0])}",
        "steps": [{"says": _lack_words(each), "by": _remedy(each), "steps": []} for each in lacks],
    }


def _nearest_lack(reading: Reading, claim: Claim) -> list[Lack]:
    """What is missing on the node that comes nearest to the claim's situation; nothing where it holds."""
    evaluation = reading.evaluation
    ends = sorted(evaluation.chart_node.links.get(claim.edge or "", ()))
    if claim.edge == iris.term("hiddenLine"):
        ends = [iri for iri in ends if _is_use(reading, iri)] or ends
    found = [_missing(reading, evaluation.nodes[iri], claim.antecedent or "") for iri in ends]
    if not found:
        return [Lack(None, claim.edge or "")]
    return min(found, key=len)


def _is_use(reading: Reading, iri: str) -> bool:
    """Whether a node stands for what is asked: of the hidden lines it is the one to speak of."""
    return bool(
        reading.evaluation.nodes[iri].types & {iris.individual("state", name) for name in ("use", "hidden-use")}
    )


def _missing(reading: Reading, node: Node, kind: str, seen: tuple[str, ...] = ()) -> list[Lack]:
    """The bare conditions that a node lacks for a class, by the clause that lacks the fewest."""
    if kind in node.types:
        return []
    ways = [_missing_for(reading, node, clause, (*seen, kind)) for clause in grounds().clauses.get(kind, ())]
    adopted = reading.evaluation.chart_node.links.get(iris.term("adopts"), set())
    ways += [
        _missing(reading, node, narrow, (*seen, kind))
        for choice, narrow in sorted(grounds().bridges.get(kind, ()))
        if choice in adopted and narrow not in seen
    ]
    return min(filter(None, ways), key=len, default=[Lack(node, kind, _instead(node, kind))])


def _missing_for(reading: Reading, node: Node, clause: Clause, seen: tuple[str, ...]) -> list[Lack]:
    if clause.edge is None:
        return [lack for part in clause.parts if part not in seen for lack in _missing(reading, node, part, seen)]
    ends = [iri for iri in sorted(node.links.get(clause.edge, ())) if iri in reading.evaluation.nodes]
    found = [_missing(reading, reading.evaluation.nodes[iri], clause.filler or "", seen) for iri in ends]
    return min(filter(None, found), key=len, default=[Lack(node, clause.edge)])


def _instead(node: Node, kind: str) -> tuple[str, ...]:
    """The states of the same family that the node has: 兄弟 where 父母 was needed."""
    families = catalog().families
    return tuple(
        sorted(each for each in node.types if each != kind and families.get(each, "") == families.get(kind, "-"))
    )


def _entry(reading: Reading, claim: Claim) -> Entry | None:
    return next((entry for entry in reading.entries if entry.claim.iri == claim.iri), None)


def _open_words(reading: Reading) -> str:
    names = "、".join(
        catalog().label(iris.individual("input", name)) for name in reading.evaluation.question.open_inputs
    )
    return f"open until given: {names}"


def _lack_words(lack: Lack) -> str:
    where = place(lack.node) if lack.node else "全卦"
    if lack.kind.startswith(iris.ONTOLOGY):
        return f"{where} has no {iris.compact(lack.kind)}"
    has = "、".join(catalog().label(each) for each in lack.instead)
    return f"{where} is not {catalog().label(lack.kind)}" + (f" but {has}" if has else "")


def _remedy(lack: Lack) -> str:
    if lack.kind.startswith(iris.ONTOLOGY):
        return "there would have to be one"
    return f"it would have to be: {_definition(lack.kind)}"


def _definition(kind: str) -> str:
    meanings = (
        memory()
        .dataset()
        .quads_for_pattern(
            ox.NamedNode(kind), ox.NamedNode(iris.PREFIXES["skos"] + "definition"), None, ox.DefaultGraph()
        )
    )
    words = sorted(
        (quad.object.language or "", quad.object.value) for quad in meanings if isinstance(quad.object, ox.Literal)
    )
    return " ".join(text for _, text in words) or catalog().label(kind)


PLACES = {"line": "{}爻", "hidden": "{}爻之伏", "opposite": "{}爻對宮之伏", "changed": "{}爻所變"}
NUMBERS = "初二三四五上"


def place(node: Node) -> str:
    """Where a node stands, in words."""
    return PLACES[node.kind].format(NUMBERS[node.position - 1]) if node.position else "全卦"


def _node_words(iri: str) -> str:
    kind, _, position = iri.rpartition("#")[2].rpartition("-")
    return PLACES[kind].format(NUMBERS[int(position) - 1]) if kind in PLACES else "所占"


def _is_given(triple: ox.Triple) -> bool:
    return "/question/" in str(getattr(triple.subject, "value", ""))


def lines_of(steps: list[Step], depth: int = 0) -> Iterator[str]:
    """A chain as indented lines; what was said once is not unfolded again."""
    yield from _lines(steps, depth, set())


def _lines(steps: list[Step], depth: int, told: set[str]) -> Iterator[str]:
    for step in steps:
        again = bool(step["steps"]) and step["says"] in told
        told.add(step["says"])
        yield f"{'  ' * depth}{step['says']}  ⟵ {'see above' if again else step['by']}"
        if not again:
            yield from _lines(step["steps"], depth + 1, told)
