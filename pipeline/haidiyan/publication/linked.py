"""Write a chart and a reading as RDF: question, nodes, states, edges, firings, and the dataset that they came from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.chart.catalog import catalog
from haidiyan.dataset.store import manifest
from haidiyan.reading.evaluation import Evaluation

if TYPE_CHECKING:
    from rdflib import Graph

    from haidiyan.reading.reading import Entry, Reading

_DCTERMS, _PROV, _RDF, _SKOS = (iris.PREFIXES[name] for name in ("dcterms", "prov", "rdf", "skos"))
_VERSION_INFO = iris.PREFIXES["owl"] + "versionInfo"
IN_FORCE, OVERRIDDEN, OPEN = "in-force", "overridden", "open"


def chart_graph(evaluation: Evaluation) -> Graph:
    """The RDF of a chart: itself, and the question under which it was evaluated with its nodes.

    No blank nodes; every name of ours is described there or in the dataset. Raises ``DatasetError``.
    """
    return _graph([*_chart(evaluation), *_nodes(evaluation), *_origin(evaluation)])


def reading_graph(reading: Reading) -> Graph:
    """The RDF of a reading: that of its chart and question, with the firings (``ontology/readings.ttl``).

    What an overlay added is named as its author's; the overlay itself is not repeated.
    """
    evaluation = reading.evaluation
    return _graph(
        [*_chart(evaluation), *_nodes(evaluation), *_origin(evaluation), *_firings(reading), *_added(reading)]
    )


def _graph(triples: Iterable[ox.Triple]) -> Graph:
    from rdflib import Graph

    from haidiyan.dataset.convert import graph_of

    graph = Graph(bind_namespaces="none")
    for prefix, space in iris.PREFIXES.items():
        graph.bind(prefix, space)
    graph += graph_of(triples)
    return graph


def _chart(evaluation: Evaluation) -> Iterator[ox.Triple]:
    known, chart = catalog(), evaluation.question.chart
    moment = chart.moment
    day = moment.day.iri if moment.day else moment.day_branch
    when = [known.label(each) + word for each, word in ((moment.month, "月"), (day, "日")) if each]
    hexagrams = [chart.hexagram, *([chart.changed] if chart.moving else [])]
    yield _link(chart.iri, _RDF + "type", iris.term("Chart"))
    yield _say(chart.iri, iris.term("lineValues"), "".join(map(str, chart.values)))
    yield _say(chart.iri, _SKOS + "notation", chart.name)
    words = "之".join(known.label(each.iri) for each in hexagrams)
    yield _say(chart.iri, _SKOS + "prefLabel", "，".join([words, *filter(None, [" ".join(when)])]), "zh-hant")
    numbers = " to ".join(str(each.number) for each in hexagrams)
    given = [f"{name} {iris.local_name(each)}" for name, each in (("month", moment.month), ("day", day)) if each]
    yield _say(chart.iri, _SKOS + "prefLabel", ", ".join([f"hexagram {numbers}", *given]), "en")


def _nodes(evaluation: Evaluation) -> Iterator[ox.Triple]:
    """What was given, and each node with all that was derived of it."""
    yield from evaluation.question.triples()
    for node in evaluation.nodes.values():
        for kind in node.types:
            yield _link(node.iri, _RDF + "type", kind)
        for predicate, targets in node.links.items():
            for target in targets:
                yield _link(node.iri, predicate, target)


def _origin(evaluation: Evaluation) -> Iterator[ox.Triple]:
    """The version of the dataset that chart and question were derived from."""
    dataset = manifest()
    version = iris.dataset_version(dataset.version)
    yield _link(evaluation.question.iri, _PROV + "wasDerivedFrom", version)
    yield _link(evaluation.question.chart.iri, _PROV + "wasDerivedFrom", version)
    yield _link(version, _RDF + "type", iris.PREFIXES["dcat"] + "Dataset")
    yield _link(version, _DCTERMS + "isVersionOf", iris.BASE + "dataset")
    yield _say(version, _VERSION_INFO, dataset.version)
    yield _say(version, _DCTERMS + "identifier", dataset.hash)


def _firings(reading: Reading) -> Iterator[ox.Triple]:
    question = reading.evaluation.question.iri
    spoken = {entry.claim.iri: list(_spoken(reading, entry)) for entry in reading.entries}
    for entry in reading.entries:
        claim = entry.claim.iri
        for node, status, overriders, choices in spoken[claim]:
            firing = iris.firing(question, claim, node)
            yield _link(question, iris.term("firing"), firing)
            yield _link(firing, _RDF + "type", iris.term("Firing"))
            yield _link(firing, iris.term("claim"), claim)
            yield _link(firing, iris.term("witness"), node)
            yield _link(firing, iris.term("status"), iris.individual("status", status))
            for choice in choices:
                yield _link(firing, iris.term("restsOn"), choice)
            for other in overriders:
                yield _link(firing, iris.term("overriddenBy"), iris.firing(question, other, node))
            if status == IN_FORCE:
                for other, where in _against(reading, entry, node, spoken):
                    yield _link(firing, iris.term("conflictsWith"), iris.firing(question, other, where))


_Spoken = tuple[str, str, tuple[str, ...], list[str]]
"""Node, status, the claims that override there, and the choices that it rests on."""


def _spoken(reading: Reading, entry: Entry) -> Iterator[_Spoken]:
    for witness in entry.witnesses:
        status = OVERRIDDEN if witness.overridden_by else entry.status
        choices = sorted({ground.choice for ground in witness.ground.walk() if ground.choice})
        yield witness.ground.node.iri, status, witness.overridden_by, choices
    if entry.status == OPEN:
        for node in _open_nodes(reading, entry):
            yield node, OPEN, (), []


def _open_nodes(reading: Reading, entry: Entry) -> list[str]:
    """Where an open claim may yet speak; a note that only goes with its claim, where that claim may."""
    nodes: dict[str, list[str]] = defaultdict(list)
    for firing in reading.evaluation.open_firings:
        nodes[firing.claim].append(firing.node)
    claims = {each.claim.iri: each.claim for each in reading.entries}
    claim = entry.claim
    while claim.iri not in nodes and claim.glosses in claims:
        claim = claims[claim.glosses or ""]
    return nodes[claim.iri]


def _against(reading: Reading, entry: Entry, node: str, spoken: dict[str, list[_Spoken]]) -> Iterator[tuple[str, str]]:
    """The firings in force that one stands against: of a common topic anywhere; where none names one, on its node."""
    topics = {each.claim.iri: each.claim.topics for each in reading.entries}
    for other in entry.conflicts_with:
        for where, status, _, _ in spoken[other]:
            if status == IN_FORCE and (where == node or topics[entry.claim.iri] or topics[other]):
                yield other, where


def _added(reading: Reading) -> Iterator[ox.Triple]:
    if reading.overlay:
        author = reading.overlay.author_iri
        yield _link(author, _RDF + "type", _PROV + "Agent")
        yield _say(author, _SKOS + "prefLabel", reading.overlay.author)
        for thing in reading.overlay.adds:
            yield _link(thing, iris.term("addedBy"), author)


def _link(subject: str, predicate: str, target: str) -> ox.Triple:
    return ox.Triple(ox.NamedNode(subject), ox.NamedNode(predicate), ox.NamedNode(target))


def _say(subject: str, predicate: str, words: str, language: str | None = None) -> ox.Triple:
    literal = ox.Literal(words, language=language) if language else ox.Literal(words)
    return ox.Triple(ox.NamedNode(subject), ox.NamedNode(predicate), literal)
