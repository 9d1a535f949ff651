"""Write charts and readings as the versioned JSON contract has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from haidiyan import iris
from haidiyan.chart.calendar import CivilMoment
from haidiyan.chart.cast import Chart
from haidiyan.chart.catalog import Catalog, Emendation, Hexagram, catalog
from haidiyan.reading.evaluation import Evaluation, Node

if TYPE_CHECKING:
    from haidiyan.reading.claims import Claim
    from haidiyan.reading.question import Question
    from haidiyan.reading.reading import Entry, Reading, Witness

SCHEMA = iris.BASE + "schema/reading-1.json"
CHART_INPUTS = ("month", "day", "day-stem")
NODE_NAMES = {
    "chart": "chart",
    "line": "line",
    "hidden": "hidden",
    "opposite": "hidden",
    "changed": "changed",
}


def chart_part(evaluation: Evaluation) -> dict[str, Any]:
    """The ``chart`` part: hexagrams, moment, and six lines from the bottom up with their states."""
    known, chart = catalog(), evaluation.question.chart
    moment = chart.moment
    return {
        "iri": chart.iri,
        "hexagram": {
            **_hexagram(known, chart.hexagram),
            "palace": known.label(chart.hexagram.palace),
            "generation": known.label(chart.hexagram.generation),
        },
        "changed": _hexagram(known, chart.changed),
        "year": _label(known, moment.year.iri if moment.year else None),
        "month": _label(known, moment.month),
        "day": _label(known, moment.day.iri if moment.day else moment.day_branch),
        "hour": _label(known, moment.hour),
        "moment": _civil(known, moment.civil) if moment.civil else None,
        "season": _label(known, moment.month and known.seasons[moment.month]),
        "void": [known.label(branch) for branch in moment.day.void] if moment.day else [],
        "body": known.label(chart.hexagram.body),
        "open": [name for name in evaluation.question.open_inputs if name in CHART_INPUTS],
        "states": _words(known, evaluation.chart_node, "state"),
        "lines": [_line(known, evaluation, position, chart) for position in range(1, 7)],
    }


def reading_part(reading: Reading) -> dict[str, Any]:
    """The whole contract: dataset, chart, question, claims in the order of the reading, the covered object."""
    from haidiyan.reading.covered import covered_object

    dataset, added = reading.memory.keep(type(reading.memory).manifest), reading.overlay
    return {
        "schema": SCHEMA,
        "dataset": {"version": dataset.version, "hash": dataset.hash},
        "chart": chart_part(reading.evaluation),
        "question": _question(reading.evaluation),
        "claims": [_claim(entry, reading.evaluation.question) for entry in reading.entries],
        "coveredObject": [attribute.to_dict() for attribute in covered_object(reading.entries)],
        "overlay": added
        and {"file": added.file, "author": added.author, "authorIri": added.author_iri, "adds": added.adds},
    }


def _hexagram(known: Catalog, hexagram: Hexagram) -> dict[str, Any]:
    return {
        "iri": hexagram.iri,
        "number": hexagram.number,
        "name": known.label(hexagram.iri),
        "symbol": hexagram.symbol,
    }


def _civil(known: Catalog, civil: CivilMoment) -> dict[str, Any]:
    return {
        "at": civil.at.isoformat(),
        "lateZi": civil.late_zi,
        "pillars": {
            "year": known.label(civil.year.iri),
            "month": known.label(civil.month.iri),
            "day": known.label(civil.day.iri),
            "hour": known.label(civil.hour.iri),
        },
        "term": {
            "iri": civil.term.iri,
            "name": known.label(civil.term.iri),
            "at": civil.term.at.isoformat(),
            "minutes": civil.minutes,
            "opens": known.label(civil.term.opens),
        },
    }


def _label(known: Catalog, iri: str | None) -> str | None:
    return known.label(iri) if iri else None


def _words(known: Catalog, node: Node, *listings: str) -> list[str]:
    shown = {iri for listing in listings for iri in known.listed.get(listing, frozenset()) & node.types}
    return _ordered(known, shown)


def _ordered(known: Catalog, states: set[str]) -> list[str]:
    """The words of states in the order of the model."""
    return [known.states[iri].word for iri in sorted(states, key=known.state_places.__getitem__)]


def _line(known: Catalog, evaluation: Evaluation, position: int, chart: Chart) -> dict[str, Any]:
    node = evaluation.at("line", position)
    assert node is not None
    mark = known.line_values[chart.values[position - 1]].mark
    return {
        "position": position,
        "value": chart.values[position - 1],
        **_najia(known, node),
        "spirit": _label(known, node.one(iris.term("spirit"))),
        "roles": _words(known, node, "role"),
        "moving": known.states[mark].word if mark else None,
        "states": _words(known, node, "state"),
        "changed": _beneath(known, evaluation.at("changed", position)),
        "hidden": _beneath(known, evaluation.at("hidden", position)),
        "oppositeHidden": _beneath(known, evaluation.at("opposite", position)),
    }


def _beneath(known: Catalog, node: Node | None) -> dict[str, Any] | None:
    """A hidden or changed line: everything among its states, since such a line has no roles of its own."""
    return {**_najia(known, node), "states": _words(known, node, "role", "state")} if node else None


def _najia(known: Catalog, node: Node) -> dict[str, str | None]:
    return {name: _label(known, node.one(iris.term(name))) for name in ("stem", "branch", "element", "relation")}


def _question(evaluation: Evaluation) -> dict[str, Any]:
    known, question = catalog(), evaluation.question
    visible = sorted(evaluation.chart_node.ends(iris.term("useLine")))
    hidden_use = iris.individual("state", "hidden-use")
    hidden = [node.iri for node in evaluation.nodes.values() if node.is_in(hidden_use)]
    return {
        "iri": question.iri,
        "topic": _label(known, question.topic),
        "about": _label(known, question.about),
        "useRelation": _label(known, question.use),
        "useLines": [_place(evaluation.nodes[iri]) for iri in visible or hidden],
        "hiddenUseLines": [_place(evaluation.nodes[iri]) for iri in hidden],
        "baleful": list(question.baleful),
        "doctrine": {"name": question.doctrine.name, "choices": dict(question.doctrine.choices)},
    }


def _place(node: Node) -> dict[str, Any]:
    return {"line": node.position, "node": NODE_NAMES[node.kind], **_opposite(node)}


def _opposite(node: Node) -> dict[str, bool]:
    """Mark a hidden line of the opposite pure hexagram: the ``oppositeHidden`` of its line, not the ``hidden``."""
    return {"opposite": True} if node.kind == "opposite" else {}


def reads_as(claim: Claim, readings: Sequence[Emendation]) -> str | None:
    """The quotation as the emendations that are followed make it; ``None`` where they leave it as it is."""
    emended = claim.quote
    for reading in sorted(readings, key=lambda each: -each.start):
        offset = reading.offsets.get(claim.iri)
        if offset is not None and 0 <= offset <= len(claim.quote) - len(reading.base):
            emended = emended[:offset] + reading.reading + emended[offset + len(reading.base) :]
    return emended if emended != claim.quote else None


def _claim(entry: Entry, question: Question) -> dict[str, Any]:
    known, claim, readings = catalog(), entry.claim, question.doctrine.readings
    return {
        "id": claim.id,
        "iri": claim.iri,
        "source": {
            "volume": claim.volume,
            "paragraph": claim.paragraph,
            "layer": claim.layer,
            "family": _label(known, claim.family),
        },
        "quote": claim.quote,
        "readsAs": reads_as(claim, readings),
        "emendations": [each.name for each in readings if claim.iri in each.offsets],
        "addedBy": claim.added_by,
        "notes": [{"layer": note.layer, "text": note.text} for note in claim.notes],
        "rendering": "".join(each.text for each in claim.renderings) or None,
        "kind": claim.kind,
        "glosses": iris.local_name(claim.glosses) if claim.glosses else None,
        "topics": [known.label(topic) for topic in claim.topics],
        "broaderTopic": _broader(known, claim, question.topic),
        "prognosis": claim.prognosis,
        "outcome": claim.outcome,
        "outcomeZh": claim.outcome_zh,
        "status": entry.status,
        "overriddenBy": [iris.local_name(iri) for iri in entry.overridden_by],
        "conflictsWith": [iris.local_name(iri) for iri in entry.conflicts_with],
        "certainty": claim.certainty,
        "baseRate": claim.base_rate,
        "doubt": claim.doubt,
        "situation": _situation(known, claim),
        "witnesses": [_witness(known, witness) for witness in entry.witnesses],
        "choices": sorted({choice for witness in entry.witnesses for choice in _choices(known, witness)}),
    }


def _broader(known: Catalog, claim: Claim, asked: str | None) -> str | None:
    """The broader topic through which a claim answers a question on a narrower one."""
    if asked is None or asked in claim.topics:
        return None
    wider = known.broader_topics.get(asked, set())
    return next((known.label(topic) for topic in claim.topics if topic in wider), None)


def _situation(known: Catalog, claim: Claim) -> dict[str, str] | None:
    return {"iri": claim.antecedent, "label": known.label(claim.antecedent)} if claim.antecedent else None


def _witness(known: Catalog, witness: Witness) -> dict[str, Any]:
    """Where a situation holds, with the state words of that node that it rests on."""
    node = witness.node
    kinds = {ground.kind for ground in witness.ground.walk() if ground.node is node}
    return {
        "node": NODE_NAMES[node.kind],
        "line": node.position,
        **_opposite(node),
        "states": _ordered(known, kinds & known.states.keys()),
        "overriddenBy": [iris.local_name(iri) for iri in witness.overridden_by],
    }


def _choices(known: Catalog, witness: Witness) -> Iterator[str]:
    """The choices that a witness rests on, each as ``axis=choice``, with the emendation that made it what it is."""
    table = known.choices
    names, turned = table.names, table.turned
    for ground in witness.ground.walk():
        if ground.choice in turned:
            choice, variant = turned[ground.choice]
            yield from (names[choice], f"{table.recorded}={iris.local_name(variant)}")
        elif ground.choice:
            yield names[ground.choice]
