"""Hold the choices of an overlay to the states that their axis is about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import pyoxigraph as ox
from rdflib import RDFS, Graph, URIRef
from rdflib.term import Node

from haidiyan.dataset.clauses import BRIDGES, FROM, TO
from haidiyan.dataset.memory import Memory
from haidiyan.dataset.overlay.rules import OF_AXIS
from haidiyan.dataset.overlay.written import Written
from haidiyan.iris import BASE, compact, term

EMENDS = URIRef(term("emends"))
FORM = "hdy:bridges [ a hdy:Bridge ; hdy:from … ; hdy:to … ]"


def graphs(written: Graph, choices: Iterable[URIRef]) -> dict[str, Graph]:
    """What each choice bridges, as the graph of a choice of the dataset says it."""
    found: dict[str, Graph] = {}
    for choice in choices:
        bridged = found[str(choice)] = Graph()
        for bridge in written.objects(choice, BRIDGES):
            for narrow in written.objects(bridge, FROM):
                for wide in written.objects(bridge, TO):
                    bridged.add((narrow, RDFS.subClassOf, wide))
    return found


def complaints(written: Written, choices: Iterable[URIRef], dataset: ox.Store) -> Iterator[str]:
    """What is wrong with the bridges of choices: none, not from one state to one, not to the states of the axis.

    Where a choice leads has to be where the recorded choices of its axis lead; where all of them do, it must.
    """
    recorded: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for row in Memory.rows_of(dataset, "overlay/ends-of-axes"):
        recorded[row["axis"]][row["choice"]].add(row["to"])
    for choice in choices:
        name, bridges = written.name(str(choice)), sorted(written.graph.objects(choice, BRIDGES), key=str)
        if not bridges:
            yield f"{name}: It bridges nothing; a choice has one bridge at least: {FORM}."
            continue
        bad = [each for each in bridges if not _whole(written.graph, each)]
        for _ in bad:
            yield f"{name}: A bridge has exactly one hdy:from and one hdy:to, each a state: {FORM}."
        axis = _axis(written.graph, choice, dataset)
        if axis in recorded and not bad:
            leads = {str(to) for bridge in bridges for to in written.graph.objects(bridge, TO)}
            yield from (f"{name}: {each}" for each in _astray(axis, leads, recorded[axis], written))
        elif axis and not bad:
            which = "on which no choice is one’s own" if axis.startswith(BASE) else "which is none of the dataset’s"
            yield f"{name}: It is on {written.spelled(axis)}, {which}: no recorded choice of it leads anywhere."


def _whole(graph: Graph, bridge: Node) -> bool:
    ends = [list(graph.objects(bridge, each)) for each in (FROM, TO)]
    return all(len(each) == 1 and isinstance(each[0], URIRef) for each in ends)


def _axis(graph: Graph, choice: URIRef, dataset: ox.Store) -> str | None:
    """The axis of a choice, or of the one that an emendation turns into it; ``None`` where there is not one."""
    axes = {str(each) for each in graph.objects(choice, OF_AXIS)}
    for emended in graph.objects(choice, EMENDS):
        axes |= {str(each) for each in graph.objects(emended, OF_AXIS)}
        link = ox.NamedNode(str(OF_AXIS))
        axes |= {
            str(getattr(quad.object, "value", ""))
            for quad in dataset.quads_for_pattern(ox.NamedNode(str(emended)), link, None)
        }
    return axes.pop() if len(axes) == 1 else None


def _astray(axis: str, leads: set[str], recorded: Mapping[str, set[str]], written: Written) -> Iterator[str]:
    known, needed = set.union(*recorded.values()), set.intersection(*recorded.values())

    def names(iris: Iterable[str]) -> str:
        return "、".join(sorted(map(written.spelled, iris)))

    if leads - known:
        yield (
            f"It bridges to {names(leads - known)}, to which no recorded choice of {compact(axis)} leads;"
            f" they lead to {names(known)}."
        )
    elif needed - leads:
        yield (
            f"It bridges to {names(leads)} and not to {names(needed - leads)}, to which every recorded choice of"
            f" {compact(axis)} leads; say of what lines that holds under this choice, or no line will be in it."
        )
