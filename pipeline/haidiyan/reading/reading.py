"""Read the book on a question: which claims are in force, which are overridden, which stand against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from haidiyan.chart.cast import Chart
from haidiyan.reading.claims import Claim, claims
from haidiyan.reading.evaluation import Evaluation, Firing
from haidiyan.reading.grounds import Ground, grounds
from haidiyan.reading.question import DEFAULT_DOCTRINE, ask

IN_FORCE, OVERRIDDEN, OPEN, NOT_ADOPTED = "in-force", "overridden", "open", "not-adopted"
OPPOSED = {"favourable": "adverse", "adverse": "favourable"}


@dataclass(frozen=True)
class Witness:
    """A node on which a claim's situation holds, why it does, and the claims in force that override it there."""

    ground: Ground
    overridden_by: tuple[str, ...] = ()


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

    def __init__(self, evaluation: Evaluation, all_doctrines: bool = False) -> None:
        self.evaluation = evaluation
        self.entries = _entries(evaluation, all_doctrines)

    @property
    def chart(self) -> Chart:
        """The chart that was read."""
        return self.evaluation.question.chart

    def to_dict(self) -> dict[str, Any]:
        """The reading as the JSON contract has it."""
        from haidiyan.reading.contract import reading_part

        return reading_part(self)

    def __str__(self) -> str:
        from haidiyan.publication.text import tell

        return tell(self)


def read(
    chart: Chart,
    topic: str | None = None,
    *,
    about: str | None = None,
    use: str | None = None,
    doctrine: str = DEFAULT_DOCTRINE,
    adopt: Mapping[str, str] | None = None,
    baleful: Sequence[int] = (),
    all_topics: bool = False,
    all_doctrines: bool = False,
) -> Reading:
    """Read the book on a chart; the arguments are those of ``ask``.

    With ``all_doctrines`` the claims that hold only under a choice that is not adopted are shown as ``not-adopted``.

    Raises:
        InputError: a name is not known.
        DatasetError: there is no built dataset.
    """
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
    return Reading(question.evaluate(), all_doctrines)


def _entries(evaluation: Evaluation, all_doctrines: bool) -> list[Entry]:
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
    _add_notes(entries, known)
    _join_conflicts(entries)
    order = {iri: place for place, iri in enumerate(known)}
    return sorted(entries.values(), key=lambda entry: order[entry.claim.iri])


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
    return Witness(grounds().of(evaluation, evaluation.nodes[firing.node], antecedent), overriders)


def _add_notes(entries: dict[str, Entry], known: Mapping[str, Claim]) -> None:
    """A note that states a definition or an attribution goes with the claim that it glosses."""
    for claim in known.values():
        glossed = entries.get(claim.glosses or "")
        if glossed and claim.antecedent is None and claim.iri not in entries:
            entries[claim.iri] = Entry(claim, glossed.status, glossed.witnesses, glossed.overridden_by)


def _join_conflicts(entries: Mapping[str, Entry]) -> None:
    """Join the claims in force that say good and ill of one topic, or of one node where neither names a topic."""
    speaking = [entry for entry in entries.values() if entry.status == IN_FORCE and entry.claim.antecedent]
    for one in speaking:
        against = OPPOSED.get(one.claim.prognosis or "")
        for other in speaking if against else ():
            opposed = other.claim.prognosis == against and _meet(one, other)
            if opposed and not _override(one.claim, other.claim):
                one.conflicts_with.append(other.claim.iri)


def _meet(one: Entry, other: Entry) -> bool:
    if one.claim.topics or other.claim.topics:
        return bool(set(one.claim.topics) & set(other.claim.topics))
    nodes = [{w.ground.node.iri for w in entry.witnesses if not w.overridden_by} for entry in (one, other)]
    return bool(nodes[0] & nodes[1])


def _override(one: Claim, other: Claim) -> bool:
    return other.iri in one.overrides or one.iri in other.overrides
