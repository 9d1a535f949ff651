"""Compare two readings of one chart: the claims that differ, and the states behind each difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from haidiyan import iris
from haidiyan.chart.catalog import Catalog, catalog
from haidiyan.dataset.memory import using
from haidiyan.errors import InputError
from haidiyan.reading.claims import load
from haidiyan.reading.contract import NODE_NAMES
from haidiyan.reading.evaluation import Evaluation, Node
from haidiyan.reading.reading import Entry, Reading

if TYPE_CHECKING:
    from haidiyan.reading.claims import Claim

SCHEMA = iris.BASE + "schema/compare-1.json"
SIDES = ("left", "right")
SHOWN = ("id", "iri", "source", "quote", "addedBy", "topics", "prognosis", "outcome")
STATES = iris.PREFIXES["state"]

Place = tuple[str, int | None]
"""The kind of a node and its position, by which the nodes of two questions answer each other."""


def compare(left: Reading, right: Reading) -> dict[str, Any]:
    """What changes from one reading of a chart to another, JSON-ready (schema ``compare-1.json``, form ``doctrines``).

    ``claims`` has every claim that is ``gained``, ``lost``, of another ``status``, in force elsewhere (``witnesses``),
    in other company (``conflicts``) or of other ``wording``; each with its status on either side and, under
    ``because``, the states that its witnesses have on one side only, with the choices that make them; the emendation
    (``underReading``) and the choices (``underChoices``) under which alone it is held; and, where it is missing, what
    an emendation that is followed there puts in its place (``replacedBy``). ``states`` has every node whose states
    differ, and ``choices`` the axes on which the sides part.

    Raises ``InputError`` where the readings are not of one chart and one question.
    """
    one, other = (side.evaluation.question for side in (left, right))
    same = ("topic", "about", "use", "baleful", "all_topics")
    if one.chart.iri != other.chart.iri or any(getattr(one, each) != getattr(other, each) for each in same):
        raise InputError("Two readings are compared where chart and question are the same.")
    told = [side.to_dict() for side in (left, right)]
    dataset = left.memory.manifest()
    with using(right.memory):
        return {
            "schema": SCHEMA,
            "dataset": {"version": dataset.version, "hash": dataset.hash},
            "compares": "doctrines",
            "chart": told[0]["chart"],
            "question": {key: told[0]["question"][key] for key in ("topic", "about", "useRelation", "baleful")},
            "sides": {
                name: {
                    "question": each["question"]["iri"],
                    "doctrine": each["question"]["doctrine"],
                    "overlay": each["overlay"],
                }
                for name, each in zip(SIDES, told, strict=True)
            },
            "choices": list(_choices(told)),
            "states": list(_states(catalog(), left.evaluation, right.evaluation)),
            "claims": list(_claims(left, right, told)),
            "unchanged": _unchanged(told),
        }


def _choices(told: list[dict[str, Any]]) -> Iterator[dict[str, str]]:
    one, other = (each["question"]["doctrine"]["choices"] for each in told)
    for axis in sorted({*one, *other}):
        if one.get(axis) != other.get(axis):
            yield {"axis": axis, "left": one.get(axis, ""), "right": other.get(axis, "")}


def _nodes(evaluation: Evaluation) -> dict[Place, Node]:
    return {(node.kind, node.position): node for node in evaluation.nodes.values()}


def _place(node: Node) -> dict[str, Any]:
    opposite = {"opposite": True} if node.kind == "opposite" else {}
    return {"node": NODE_NAMES[node.kind], "line": node.position, **opposite}


def _states(known: Catalog, left: Evaluation, right: Evaluation) -> Iterator[dict[str, Any]]:
    """The nodes on which a state with a word of its own stands on one side only."""
    other = _nodes(right)
    for place, node in _nodes(left).items():
        gone, come = node.types - other[place].types, other[place].types - node.types
        words = {
            name: [state.word for iri, state in known.states.items() if iri in kinds]
            for name, kinds in (("left", gone), ("right", come))
        }
        if any(words.values()):
            yield {**_place(node), **words}


def _claims(left: Reading, right: Reading, told: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    said = [{claim["iri"]: claim for claim in each["claims"]} for each in told]
    entries = [{entry.claim.iri: entry for entry in each.entries} for each in (left, right)]
    known = {**left.memory.keep(load), **right.memory.keep(load)}
    under = [_under_choices(each) for each in (left, right)]
    followed = [{each.iri for each in side.evaluation.question.doctrine.readings} for side in (left, right)]
    order = {claim: None for each in (*told[0]["claims"], *told[1]["claims"]) for claim in [each["iri"]]}
    for iri in sorted(order, key=_in_text(said)):
        one, other = (each.get(iri) for each in said)
        changes = list(_changes(one, other))
        if not changes:
            continue
        shown = one or other or {}
        yield {
            **{
                key: shown[key] for key in ("id", "iri", "source", "quote", "addedBy", "topics", "prognosis", "outcome")
            },
            "changes": changes,
            **{name: _side(each) for name, each in zip(SIDES, (one, other), strict=True)},
            "underReading": _local(known[iri].under),
            "underChoices": sorted({*under[0].get(iri, ()), *under[1].get(iri, ())}),
            "replacedBy": _instead(
                known[iri], [there for there, here in zip(followed, (one, other), strict=True) if not here]
            ),
            "because": [
                *_because("left", entries[0].get(iri), right.evaluation),
                *_because("right", entries[1].get(iri), left.evaluation),
            ],
        }


def _local(iri: str | None) -> str | None:
    return iris.local_name(iri) if iri else None


def _instead(claim: Claim, followed: list[set[str]]) -> list[str]:
    """What stands in the place of a claim under the emendations that are followed where it is missing."""
    return sorted({iris.local_name(each) for there in followed for by in there for each in claim.replaced.get(by, ())})


def _under_choices(reading: Reading) -> dict[str, list[str]]:
    """The choices under which alone each claim is held, as ``axis=choice``."""
    with using(reading.memory):
        axes = catalog().choices.axes
    names = {iri: f"{axis}={name}" for axis, choices in axes.items() for name, iri in choices.items()}
    found: dict[str, list[str]] = {}
    for row in reading.memory.rows("reading/claim-choices"):
        found.setdefault(row["claim"], []).append(names.get(row["choice"], iris.local_name(row["choice"])))
    return found


def _in_text(said: list[dict[str, Any]]) -> Any:
    def place(iri: str) -> tuple[int, int, str]:
        claim = said[0].get(iri) or said[1][iri]
        return claim["source"]["volume"], claim["source"]["paragraph"], claim["id"]

    return place


def _changes(one: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> Iterator[str]:
    if one is None or other is None:
        yield "gained" if one is None else "lost"
        return
    if one["status"] != other["status"]:
        yield "status"
    if _where(one) != _where(other):
        yield "witnesses"
    if (one["overriddenBy"], one["conflictsWith"]) != (other["overriddenBy"], other["conflictsWith"]):
        yield "conflicts"
    if one["readsAs"] != other["readsAs"]:
        yield "wording"


def _where(claim: Mapping[str, Any]) -> list[Any]:
    return [[each["node"], each["line"], each.get("opposite", False)] for each in claim["witnesses"]]


def _side(claim: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if claim is None:
        return None
    kept = ("status", "overriddenBy", "conflictsWith", "readsAs", "emendations", "choices")
    places = [{key: each[key] for key in ("node", "line", "opposite") if key in each} for each in claim["witnesses"]]
    return {**{key: claim[key] for key in kept}, "witnesses": places}


def _because(side: str, entry: Entry | None, beyond: Evaluation) -> Iterator[dict[str, Any]]:
    """The bare and derived states that a claim rests on here and that its nodes do not have on the other side."""
    known, other = catalog(), _nodes(beyond)
    for witness in entry.witnesses if entry else ():
        for ground in witness.ground.walk():
            node = ground.node
            if ground.kind in other[node.kind, node.position].types or not ground.kind.startswith(STATES):
                continue
            yield {
                "side": side,
                **_place(node),
                "state": known.label(ground.kind),
                "iri": ground.kind,
                "choice": _choice(known, ground.choice),
            }


def _choice(known: Catalog, iri: str | None) -> str | None:
    return f"{known.label(iri)}" if iri else None


def _unchanged(told: list[dict[str, Any]]) -> int:
    """How many claims are the same on both sides."""
    said = [{claim["iri"]: claim for claim in each["claims"]} for each in told]
    return sum(1 for iri, claim in said[0].items() if iri in said[1] and not list(_changes(claim, said[1][iri])))
