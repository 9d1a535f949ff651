"""Tell what each variant changes: for every choice and every emendation, in how many charts a reading differs.

Two readings of a chart differ where a claim that has a condition speaks in one only, or is in force in one and
overridden in the other. A claim on emended words is another than the one that it replaces. Where the two have the same
condition, edge and topics, the book says it in other words of the same charts: that is told apart from what differs in
its condition. Nodes and conflicts are not looked at; without a use relation, a claim that needs one is silent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from haidiyan.atlas.firings import Atlas, Firing
from haidiyan.atlas.words import CHARTS, NOWHERE, Words, count, some, without
from haidiyan.chart.catalog import Catalog
from haidiyan.iris import local_name
from haidiyan.reading import claims
from haidiyan.reading.doctrine import choose

SILENT = Firing(NOWHERE, NOWHERE)


class Variant(NamedTuple):
    """What is followed instead: a choice on an axis; an emendation is a choice on the axis of emendations."""

    axis: str
    choice: str


class Difference(NamedTuple):
    """In which charts a claim differs, and in how many it speaks anew, no longer, is overridden now, in force now."""

    anywhere: Words
    gained: int
    lost: int
    overridden: int
    restored: int


class Totals(NamedTuple):
    """A row of ``what-variants-change``: in how many charts a reading differs, and in how many by a condition."""

    axis: str
    choice: str
    use: str | None
    topic: str | None
    charts: int
    share: float
    claims: int
    condition_charts: int
    condition_share: float


OfClaim = tuple[str, str, str | None, str | None, str, int, int, int, int, str | None]


def variants(known: Catalog, atlas: Atlas) -> Iterator[Variant]:
    """Every choice that the doctrine of the atlas does not make, then every emendation."""
    table = known.choices
    for axis, choices in table.axes.items():
        for choice in choices if axis != table.recorded else ():
            if choice != atlas.doctrine.choices[axis]:
                yield Variant(axis, choice)
    for name in known.emendations:
        yield Variant(table.recorded, name)


def means(totals: Iterable[Totals]) -> dict[Variant, tuple[float, float]]:
    """Of each variant the share of charts whose reading of every topic differs, and that by a condition.

    The mean over the use relations.
    """
    shares: dict[Variant, list[tuple[float, float]]] = {}
    for each in totals:
        if each.topic is None and each.use is not None:
            of_variant = shares.setdefault(Variant(each.axis, each.choice), [])
            of_variant.append((each.share, each.condition_share))
    return {
        variant: (sum(one for one, _ in several) / len(several), sum(other for _, other in several) / len(several))
        for variant, several in shares.items()
    }


def difference(before: Firing, after: Firing) -> Difference | None:
    """What a claim does otherwise in ``after``, ``None`` for nothing."""
    first, second = before.in_force | before.overridden, after.in_force | after.overridden
    kinds = (
        without(second, first),
        without(first, second),
        before.in_force & after.overridden,
        before.overridden & after.in_force,
    )
    anywhere = some(words for words in kinds if words.any())
    return None if anywhere is None else Difference(anywhere, *map(count, kinds))


class Changes:
    """What one variant changes against the doctrine of ``atlas``."""

    def __init__(self, atlas: Atlas, known: Catalog, variant: Variant) -> None:
        self.variant = variant
        self._before = atlas
        self._after = Atlas(choose(known, atlas.doctrine.name, {variant.axis: variant.choice}), beside=atlas)
        self._known = atlas.source.keep(claims.load)
        self._overriders = _all_overriders(self._known)
        emended = known.emendations[variant.choice].iri if variant.axis == known.choices.recorded else None
        self._reworded = _reworded(self._known, emended, self._after.shown(None))
        self.same_condition = {**self._reworded, **{printed: claim for claim, printed in self._reworded.items()}}
        """What an emendation says in other words under the same condition, and what is printed: each with the other."""

    def of(self, use: str | None, topics: Sequence[str]) -> dict[str | None, dict[str, Difference]]:
        """For a reading of every topic, ``None``, and of each: the claims that differ, by IRI in the order of text."""
        whole = self._before.claims(use), self._after.claims(use)
        # What follows from the same has not been evaluated twice; of what has, not all differs.
        turned = [each for each in self._known if whole[0].get(each) is not whole[1].get(each)]
        found: dict[str | None, dict[str, Difference]] = {None: _differences(whole, turned, {})}
        for topic in topics:
            shown = self._before.shown(topic) | self._after.shown(topic)
            mine = [claim for claim in turned if claim in shown]
            # What overrides a claim for fewer topics is not shown with all of them.
            other = [claim for claim in mine if not self._overriders.get(claim, frozenset()) <= shown]
            sides = (self._before.claims(use, topic), self._after.claims(use, topic)) if other else whole
            differing = {**found[None], **dict.fromkeys(other), **_differences(sides, other, found[None])}
            found[topic] = {claim: each for claim in mine if (each := differing.get(claim))}
        return found

    def counted(self, use: str | None, topic: str | None) -> tuple[int, int, dict[str, Difference]]:
        """Of a reading of one topic, or all: charts that differ, those that do by a condition, claims that differ."""
        differing = self.of(use, [topic] if topic else [])[topic]
        (many,), (fewer,) = _charts([differing]), _charts([self._in_condition(use, topic, differing)])
        return many, fewer, differing

    def rows(self, topics: Sequence[str]) -> Iterator[tuple[Totals, list[OfClaim]]]:
        """The rows of ``what-variants-change`` with those of ``claims-that-variants-change``.

        Of a single topic the latter has the claims that differ otherwise than in a reading of every topic.
        """
        for use in (None, *self._before.uses):
            found = self.of(use, topics)
            charts = _charts(list(found.values()))
            in_condition = [self._in_condition(use, topic, each) for topic, each in found.items()]
            turned = _charts(in_condition) if self._reworded else charts
            same = self.same_condition
            for (topic, differing), many, fewer in zip(found.items(), charts, turned, strict=True):
                where = (*self.variant, use and local_name(use), topic and local_name(topic))
                rows: list[OfClaim] = [
                    (
                        *(*where, local_name(claim), each.gained, each.lost, each.overridden, each.restored),
                        local_name(same[claim]) if claim in same else None,
                    )
                    for claim, each in differing.items()
                    if topic is None or each is not found[None].get(claim)
                ]
                yield Totals(*where, many, many / CHARTS, len(differing), fewer, fewer / CHARTS), rows

    def _in_condition(
        self, use: str | None, topic: str | None, differing: Mapping[str, Difference]
    ) -> Mapping[str, Difference]:
        """Of claims that differ those whose condition does: what is said in other words of the same is taken as one."""
        pairs = [pair for pair in self._reworded.items() if not differing.keys().isdisjoint(pair)]
        if not pairs:
            return differing
        both = {claim for pair in pairs for claim in pair}
        if topic is not None:
            shown = self._before.shown(topic) | self._after.shown(topic)
            topic = None if all(self._overriders.get(each, frozenset()) <= shown for each in both) else topic
        before, after = self._before.claims(use, topic), self._after.claims(use, topic)
        found = {claim: each for claim, each in differing.items() if claim not in both}
        for emended, printed in pairs:
            each = difference(before.get(printed, SILENT), after.get(emended, SILENT))
            if each is not None:
                found[emended] = each
        return found


def _reworded(known: Mapping[str, claims.Claim], emendation: str | None, speaking: frozenset[str]) -> dict[str, str]:
    """The claims on words of an emendation that speak under the same condition as what is printed, with that."""
    printed = (claim for claim in known.values() if emendation in claim.replaced)
    return {
        emended: claim.iri
        for claim in printed
        for emended in claim.replaced[emendation or ""]
        if emended in speaking and _condition(known[emended]) == _condition(claim)
    }


def _condition(claim: claims.Claim) -> tuple[object, ...]:
    return claim.antecedent, claim.edge, frozenset(claim.topics)


def _charts(several: Sequence[Mapping[str, Difference]]) -> list[int]:
    """In how many charts one or more of some claims differ, for each of several sets; what all have is joined once."""
    sets = [{id(each): each.anywhere for each in found.values()} for found in several]
    shared = set(sets[0]).intersection(*sets[1:])
    common = some(words for key, words in sets[0].items() if key in shared)
    found: dict[frozenset[int], int] = {}
    for words in sets:
        key = frozenset(words)
        if key not in found:
            own = [each for number, each in words.items() if number not in shared]
            anywhere = some(own if common is None else [*own, common])
            found[key] = 0 if anywhere is None else count(anywhere)
    return [found[frozenset(words)] for words in sets]


def _differences(
    sides: tuple[Mapping[str, Firing], Mapping[str, Firing]], among: Sequence[str], known: Mapping[str, Difference]
) -> dict[str, Difference]:
    """What differs; of a claim that differs as it is ``known`` to, that very difference."""
    found: dict[str, Difference] = {}
    for claim in among:
        each = difference(*(side.get(claim, SILENT) for side in sides))
        if each is not None:
            before = known.get(claim)
            found[claim] = (
                before if before and np.array_equal(before.anywhere, each.anywhere) and before[1:] == each[1:] else each
            )
    return found


def _all_overriders(known: Mapping[str, claims.Claim]) -> dict[str, frozenset[str]]:
    """The claims that override each, those that override these, and so on."""
    above: dict[str, set[str]] = {}
    for claim in known.values():
        for target in claim.overrides:
            above.setdefault(target, set()).add(claim.iri)
    found: dict[str, frozenset[str]] = {}
    for target in above:
        reached, waiting = set[str](), [target]
        while waiting:
            more = above.get(waiting.pop(), set()) - reached
            reached |= more
            waiting += more
        found[target] = frozenset(reached)
    return found
