"""Read the book on a question: which claims are in force, which are overridden, which stand against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from haidiyan import arguments
from haidiyan.chart.cast import Chart
from haidiyan.dataset.memory import Memory, memory, using
from haidiyan.errors import InputError
from haidiyan.iris import local_name
from haidiyan.reading.claims import Claim, claims, load
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE, Adoption
from haidiyan.reading.evaluation import Evaluation, Firing, Node
from haidiyan.reading.grounds import Ground, Grounds, grounds
from haidiyan.reading.question import ask

if TYPE_CHECKING:
    import pandas
    from rdflib import Graph

    from haidiyan.dataset.overlay import Overlay
    from haidiyan.remote.store import RemoteDataset

IN_FORCE, OVERRIDDEN, OPEN, NOT_ADOPTED = "in-force", "overridden", "open", "not-adopted"
BY_RATE, BY_TEXT = "rate", "text"
ORDERS = (BY_RATE, BY_TEXT)
"""How claims are ordered: what speaks of the fewest charts first, or as they stand in the text."""

OPPOSED = {"favourable": "adverse", "adverse": "favourable"}


@dataclass(frozen=True)
class Witness:
    """A node on which a claim's situation holds, why it does, and the claims in force that override it there."""

    evaluation: Evaluation = field(repr=False)
    known: Grounds = field(repr=False)
    node: Node
    situation: str
    overridden_by: tuple[str, ...] = ()

    @cached_property
    def ground(self) -> Ground:
        """Why the situation holds."""
        return self.known.of(self.evaluation, self.node, self.situation)


@dataclass
class Entry:
    """A claim in a reading. ``status`` is one of the four above; claims are named by IRI."""

    claim: Claim
    status: str
    witnesses: list[Witness]
    overridden_by: list[str] = field(default_factory=list)
    conflicts_with: list[str] = field(default_factory=list)


class Reading:
    """What the book says of a chart, for one question."""

    def __init__(
        self,
        evaluation: Evaluation,
        all_doctrines: bool = False,
        overlay: Overlay | None = None,
        order: str = BY_RATE,
    ) -> None:
        self.evaluation = evaluation
        self.overlay = overlay
        self.entries = _entries(evaluation, all_doctrines, order)
        self.memory = memory()

    @property
    def chart(self) -> Chart:
        """The chart that was read."""
        return self.evaluation.question.chart

    def to_dict(self) -> dict[str, Any]:
        """The reading as the JSON contract has it."""
        from haidiyan.reading.contract import reading_part

        with using(self.memory):
            return reading_part(self)

    def to_frame(self) -> pandas.DataFrame:
        """One row a claim × witness, in the order of the reading.

        Columns: ``claim``; ``node`` (chart, line, hidden, opposite, changed) and ``line`` (1 at the bottom), where the
        claim's situation holds: the witness, by which it joins the chart's; ``status`` of the claim there (in-force,
        overridden, open, not-adopted); ``prognosis``, ``topics``, ``quote``, ``outcome``; ``volume``, ``paragraph``,
        ``layer``, ``family``, ``kind``, ``certainty``, ``base_rate`` (0 to 1, missing where it has not been counted);
        ``situation``, its label; ``states`` of the witness that it rests on; ``overridden_by``, the claims that
        override it there; ``conflicts_with``, the claims that it stands against; ``choices`` that it depends on;
        ``iri``. Several values of a cell stand with a space between; a claim that is open has one row without a
        witness.

        >>> import haidiyan
        >>> chart = haidiyan.cast(hexagram="比", moving=[5], day="申")
        >>> table = haidiyan.read(chart, topic="疾病", about="妻").to_frame()
        >>> table.loc[table["claim"] == "j2-p77-c11", ["node", "line", "status", "overridden_by"]].values.tolist()
        [['hidden', 5, 'overridden', 'j2-p77-c12']]

        Raises:
            ExtraError: pandas is not installed; the extra ``frame`` brings it.
        """
        from haidiyan.publication.frames import READING_COLUMNS, frame, reading_rows

        return frame(list(reading_rows(self.to_dict())), READING_COLUMNS)

    def chart_frame(self) -> pandas.DataFrame:
        """The nodes of the chart with the columns of ``Chart.to_frame``, their states those of this question.

        ``chart.to_frame()`` has the states under the default doctrine, with nothing asked: there is no 用 in it.

        >>> import haidiyan
        >>> chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
        >>> nodes = haidiyan.read(chart, topic="疾病", about="妻").chart_frame()
        >>> nodes.loc[nodes["states"].str.contains("伏用"), ["node", "line"]].values.tolist()
        [['hidden', 5]]

        Raises:
            ExtraError: pandas is not installed; the extra ``frame`` brings it.
        """
        from haidiyan.publication.frames import CHART_COLUMNS, chart_rows, frame
        from haidiyan.reading.contract import chart_part

        with using(self.memory):
            return frame(list(chart_rows(chart_part(self.evaluation))), CHART_COLUMNS)

    @property
    def graph(self) -> Graph:
        """The reading as RDF: chart, question, nodes with states and edges, and the firings (ontology/readings.ttl).

        >>> import haidiyan
        >>> from rdflib import RDF, URIRef
        >>> from haidiyan.iris import term
        >>> chart = haidiyan.cast(hexagram="比", moving=[5], day="申")
        >>> graph = haidiyan.read(chart, topic="疾病", about="妻").graph
        >>> (None, RDF.type, URIRef(term("Firing"))) in graph
        True
        """
        from haidiyan.publication.linked import reading_graph

        with using(self.memory):
            return reading_graph(self)

    def __repr__(self) -> str:
        question = self.evaluation.question
        topic = f", {local_name(question.topic)}" if question.topic else ""
        standing = sum(entry.status == IN_FORCE for entry in self.entries)
        return f"<Reading of {question.chart.name}{topic}: {standing} claims in force>"

    def _repr_html_(self) -> str:
        from haidiyan.publication.html import html

        return html(self.to_dict())

    def __str__(self) -> str:
        from haidiyan.publication.text import tell

        return tell(self.to_dict())


def read(
    chart: Chart,
    topic: str | None = None,
    *,
    about: str | None = None,
    use: str | None = None,
    doctrine: str = DEFAULT_DOCTRINE,
    adopt: Adoption | None = None,
    baleful: Sequence[int] = (),
    all_topics: bool = False,
    all_doctrines: bool = False,
    order: str = BY_RATE,
    overlay: Overlay | Path | str | None = None,
    endpoint: RemoteDataset | str | None = None,
) -> Reading:
    """Read the book on a chart; the arguments are those of ``ask``.

    >>> import haidiyan
    >>> chart = haidiyan.cast(hexagram="比", moving=[5], day="申")
    >>> reading = haidiyan.read(chart, topic="疾病", about="妻")
    >>> next(claim["quote"] for claim in reading.to_dict()["claims"] if claim["id"] == "j2-p77-c12")
    '卻得日辰能生扶出，死中得也'

    With ``all_doctrines`` the claims that hold only under a choice that is not adopted are shown as ``not-adopted``.
    With the ``order`` "rate" the claim that is in force in the fewest charts comes first, a note's directly after the
    one that it glosses, and what has no base rate last; with "text" all stand as in the text (docs/atlas.md).
    ``overlay`` is a Turtle file with claims, emendations, choices or doctrines of one's own (docs/overlays.md).
    ``endpoint`` is where a store answers queries, to read the dataset there (docs/endpoints.md).

    Raises:
        InputError: a name is not known, or the order.
        BuildError: the overlay breaks the rules of the dataset.
        DatasetError: there is no built dataset, or the store does not answer with the dataset of this version.
    """
    arguments.flag("all_doctrines", all_doctrines)
    if order not in ORDERS:
        raise InputError(f"order is one of {', '.join(ORDERS)}, not {order!r}.")
    with used(overlay, endpoint) as added:
        question = ask(
            chart,
            topic=topic,
            about=about,
            use=use,
            baleful=baleful,
            doctrine=doctrine,
            adopt=adopt,
            all_topics=all_topics,
        )
        return Reading(question.evaluate(), all_doctrines, added, order)


def used(
    overlay: Overlay | Path | str | None, endpoint: RemoteDataset | str | None = None
) -> AbstractContextManager[Overlay | None]:
    """The overlay, or the dataset behind an endpoint, in use for a while; a module is loaded where it is wanted.

    Raises ``InputError`` where both are given.
    """
    refuse_both(overlay, endpoint)
    if endpoint is not None:
        return _there(endpoint)
    if overlay is None:
        return nullcontext()
    from haidiyan.dataset.overlay import Overlay, used

    if not isinstance(overlay, Overlay | Path | str):
        raise InputError(f"overlay is the path of a Turtle file, not {overlay!r}.")
    return used(overlay)


@contextmanager
def _there(endpoint: RemoteDataset | str) -> Iterator[None]:
    from haidiyan.remote.store import used as used_there

    with used_there(endpoint):
        yield


def refuse_both(overlay: object, endpoint: object) -> None:
    """Raise ``InputError`` where an overlay and an endpoint are given at once."""
    if overlay is not None and endpoint is not None:
        raise InputError(
            "An overlay is checked against the dataset that is built here, and cannot be laid over an endpoint:"
            " leave out either --with or --endpoint."
        )


def _entries(evaluation: Evaluation, all_doctrines: bool, order: str) -> list[Entry]:
    known = claims()
    standing = _standing(evaluation.firings, known)
    entries: dict[str, Entry] = {}
    for firing, overriders in standing.items():
        entry = entries.setdefault(firing.claim, Entry(known[firing.claim], OVERRIDDEN, []))
        entry.witnesses.append(_witness(evaluation, firing, overriders))
        entry.overridden_by = sorted({*entry.overridden_by, *overriders})
        if not overriders:
            entry.status = IN_FORCE
    for entry in entries.values():
        if entry.status == IN_FORCE:
            entry.overridden_by = []
    for firing in evaluation.rival_firings if all_doctrines else ():
        rival = entries.setdefault(firing.claim, Entry(known[firing.claim], NOT_ADOPTED, []))
        rival.witnesses.append(_witness(evaluation, firing, ()))
    for firing in evaluation.open_firings:
        entries.setdefault(firing.claim, Entry(known[firing.claim], OPEN, []))
    _add_notes(entries, known, {each.iri for each in evaluation.question.doctrine.readings})
    _join_conflicts(entries)
    place = {iri: place for place, iri in enumerate(known)}
    in_text = sorted(entries.values(), key=lambda entry: place[entry.claim.iri])
    return in_text if order == BY_TEXT else list(_rarest_first(in_text))


def _rarest_first(in_text: Sequence[Entry]) -> Iterator[Entry]:
    """By base rate, what has none last, ties as they stand; each note after the claim that it glosses, if that is here.

    A note that is in force wherever its verse is says of that verse what the reader wants beside it.
    """
    here = {entry.claim.iri for entry in in_text}
    notes: dict[str | None, list[Entry]] = {}
    for entry in sorted(in_text, key=lambda each: _rate(each.claim.base_rate)):
        glossed = entry.claim.glosses
        notes.setdefault(glossed if glossed in here else None, []).append(entry)

    def told(entry: Entry) -> Iterator[Entry]:
        yield entry
        for note in notes.get(entry.claim.iri, ()):
            yield from told(note)

    for entry in notes.get(None, ()):
        yield from told(entry)


def _rate(rate: float | None) -> float:
    return float("inf") if rate is None else rate


def _standing(firings: Sequence[Firing], known: Mapping[str, Claim]) -> dict[Firing, tuple[str, ...]]:
    """Each firing with the claims in force that override it on its node. What is overridden overrides nothing."""
    exceptions: dict[Firing, list[Firing]] = {firing: [] for firing in firings}
    for firing in firings:
        for target in known[firing.claim].overrides:
            overridden = Firing(target, firing.node)
            if overridden in exceptions:
                exceptions[overridden].append(firing)
    settled: dict[Firing, tuple[str, ...]] = {}

    def settle(firing: Firing) -> tuple[str, ...]:
        if firing not in settled:
            settled[firing] = tuple(sorted(each.claim for each in exceptions[firing] if not settle(each)))
        return settled[firing]

    for firing in firings:
        settle(firing)
    return {firing: settled[firing] for firing in firings}


def _witness(evaluation: Evaluation, firing: Firing, overriders: tuple[str, ...]) -> Witness:
    antecedent = claims()[firing.claim].antecedent
    assert antecedent is not None
    return Witness(evaluation, grounds(), evaluation.nodes[firing.node], antecedent, overriders)


def _add_notes(entries: dict[str, Entry], known: Mapping[str, Claim], followed: Set[str]) -> None:
    """A note that states a definition or an attribution goes with the claim that it glosses, as the words are read."""
    for claim in memory().keep(_notes):
        glossed = entries.get(claim.glosses or "")
        if glossed is None and followed:
            glossed = _in_its_place(entries, known.get(claim.glosses or ""), followed)
        as_read = (claim.under is None or claim.under in followed) and not followed & claim.replaced.keys()
        if glossed and as_read and claim.iri not in entries:
            entries[claim.iri] = Entry(claim, glossed.status, glossed.witnesses, glossed.overridden_by)


def _notes(source: Memory) -> list[Claim]:
    """The claims that state no condition, and gloss another, in the order of the text."""
    return [claim for claim in source.keep(load).values() if claim.glosses and claim.antecedent is None]


def _in_its_place(entries: Mapping[str, Entry], glossed: Claim | None, followed: Set[str]) -> Entry | None:
    """What an emendation that is followed puts in the place of the claim."""
    replaced = glossed.replaced if glossed else {}
    instead = (each for variant in sorted(followed & replaced.keys()) for each in replaced[variant])
    return next((entries[each] for each in instead if each in entries), None)


def _join_conflicts(entries: Mapping[str, Entry]) -> None:
    """Join the claims in force that say good and ill of one topic, or of one node where neither names a topic."""
    speaking = [entry for entry in entries.values() if entry.status == IN_FORCE and entry.claim.antecedent]
    saying: dict[str | None, list[Entry]] = {}
    for entry in speaking:
        saying.setdefault(entry.claim.prognosis, []).append(entry)
    for one in speaking:
        against = OPPOSED.get(one.claim.prognosis or "")
        for other in saying.get(against, ()) if against else ():
            if _meet(one, other) and not _override(one.claim, other.claim):
                one.conflicts_with.append(other.claim.iri)
        one.conflicts_with.sort()


def _meet(one: Entry, other: Entry) -> bool:
    if one.claim.topics or other.claim.topics:
        return not set(one.claim.topics).isdisjoint(other.claim.topics)
    nodes = [{w.node.iri for w in entry.witnesses if not w.overridden_by} for entry in (one, other)]
    return bool(nodes[0] & nodes[1])


def _override(one: Claim, other: Claim) -> bool:
    return other.iri in one.overrides or one.iri in other.overrides
