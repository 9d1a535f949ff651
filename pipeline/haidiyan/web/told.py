"""Arrange a reading for a page: claims in sections, notes under the claims that they gloss, the chart in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape, unescape
from typing import Any

from markupsafe import Markup

from haidiyan.chart.catalog import catalog
from haidiyan.publication.svg import svg
from haidiyan.reading.claims import claims
from haidiyan.reading.reading import IN_FORCE, NOT_ADOPTED, OPEN, OVERRIDDEN
from haidiyan.reading.why import Step
from haidiyan.web.language import ENGLISH, TRADITIONAL, Words
from haidiyan.web.names import Names, names
from haidiyan.web.render import TAGS

Json = Mapping[str, Any]

ASKED, GENERAL = "asked", "general"
SECTIONS = (ASKED, GENERAL, NOT_ADOPTED, OPEN)
"""What speaks of the matter asked, what speaks whatever is asked, what another choice would bring, what is open."""

_WORDS_OF_SVG = re.compile(r">([^<>\s][^<>]*)<")


@dataclass
class Told:
    """A claim of a reading with the notes under it, which are claims too."""

    claim: Json
    under: list[Told] = field(default_factory=list)

    @property
    def notes(self) -> list[Json]:
        """Its notes, without those that are told under it as claims."""
        spoken = {each.claim["quote"] for each in self.under}
        return [note for note in self.claim["notes"] if note["text"] not in spoken]

    @property
    def keys(self) -> tuple[tuple[object, ...], tuple[object, ...]]:
        """What tells the words of this claim from those in other readings, and what tells where it holds."""
        claim = self.claim
        words = claim["iri"], claim["status"], claim["readsAs"], tuple(claim["emendations"]), len(self.under)
        here: list[object] = [claim["iri"], claim["status"], claim["broaderTopic"]]
        for several in (claim["overriddenBy"], claim["conflictsWith"], claim["choices"]):
            here += [len(several), *several]
        for each in claim["witnesses"]:
            here += [each["node"], each["line"], "opposite" in each, *each["states"], None, *each["overriddenBy"]]
        return words, tuple(here)


@dataclass
class Section:
    """Claims that stand together; ``counts``: how many have each status."""

    name: str
    claims: list[Told] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many claims there are, with those under others."""
        return sum(self.counts.values())


def sections(told: Json) -> list[Section]:
    """The claims of a reading in the order in which it has them; sections without any are left out."""
    every = {claim["id"]: Told(claim) for claim in told["claims"]}
    found = {name: Section(name) for name in SECTIONS}
    for each in every.values():
        claim = each.claim
        above = every.get(claim["glosses"] or "")
        within = above is not None and _section(above.claim) == _section(claim)
        section = found[_section(claim)]
        (above.under if above and within else section.claims).append(each)
        section.counts[claim["status"]] = section.counts.get(claim["status"], 0) + 1
    return [section for section in found.values() if section.claims]


def _section(claim: Json) -> str:
    if claim["status"] in (NOT_ADOPTED, OPEN):
        return str(claim["status"])
    return ASKED if claim["topics"] else GENERAL


class Teller:
    """The words of a reading in the language of the interface."""

    def __init__(self, t: Words) -> None:
        self._t = t
        self._names: Names = names()
        self.state = partial(self._names.state, t)
        self.named = partial(self._names.of, t)
        self.thing = partial(self._names.thing, t)

    def line(self, position: int | None) -> str:
        """A line by its position."""
        return self.thing("position", str(position))

    def node(self, place: Json) -> str:
        """Where something holds: a line, what lies under it, what it becomes, or the whole chart."""
        kind = "opposite" if place.get("opposite") else place["node"]
        return self._t(f"reading.at_{kind}", line=self.line(place["line"]) if place["line"] else "")

    def nodes(self, places: Iterable[Json]) -> str:
        """Several such places."""
        return self._t("reading.comma").join(map(self.node, places))

    def states(self, words: Iterable[str]) -> str:
        """The states of a node."""
        return self._t("reading.space").join(map(self.state, words))

    def najia(self, line: Json | None) -> str:
        """Stem, branch, element and relation of a line."""
        if not line:
            return ""
        parts = [self.named("stem", line["stem"]), self.named("branch", line["branch"])]
        rest = [self.named("element", line["element"]), self.named("relation", line["relation"])]
        return " ".join([*parts, *rest] if self._t.language == ENGLISH else ["".join([*parts, rest[0]]), rest[1]])

    def row(self, line: Json) -> list[tuple[str, str]]:
        """A line of the chart as the cells of a table, each with what stands under it."""
        below, then = line["oppositeHidden"] or line["hidden"], line["changed"]
        kind = self._t("reading.yang" if line["value"] in (7, 9) else "reading.yin")
        return [
            (self.named("spirit", line["spirit"]), ""),
            (self.najia(below), self.states(below["states"]) if below else ""),
            (f"{kind}{self._t('reading.comma')}{self.najia(line)}", ""),
            (self.states(line["roles"]), ""),
            (self.state(line["moving"]) if line["moving"] else "", ""),
            (self.najia(then), self.states(then["states"]) if then else ""),
            (self.states(line["states"]), ""),
        ]

    def witness(self, witness: Json) -> Markup:
        """Where a claim holds, with the states that it rests on."""
        states = self.states(witness["states"])
        return Markup("<b>{}</b>{}").format(self.node(witness), f" {states}" if states else "")

    def rate(self, rate: float | None) -> str:
        """In how many charts a claim is in force; nothing where that has not been counted."""
        if rate is None:
            return ""
        if not rate:
            return self._t("reading.rate_none")
        each = 1 / rate
        return self._t("reading.rate", each=f"{each:.0f}" if each >= 10 else f"{each:.1f}".removesuffix(".0"))

    def outcome(self, claim: Json) -> str:
        """What follows by a claim."""
        return self._t.of(claim["outcomeZh"] or "", claim["outcome"] or "")

    def doubt(self, claim: Json) -> str:
        """Why a claim is not certain; nothing where it is."""
        known = claims().get(claim["iri"])
        return self._t.of((known and known.doubt_zh) or "", claim["doubt"] or "")

    def choice(self, name: str) -> tuple[str, str]:
        """A choice, ``axis=choice``: its name, and the IRI of what is chosen."""
        axis, _, choice = name.partition("=")
        iri = catalog().choices.axes[axis].get(choice)
        chosen = self._t.of(catalog().label(iri), self._names.english.get(iri, "")) if iri else choice
        return f"{self.thing('axis', axis)}{self._t('reading.colon')}{chosen}", iri or ""

    def situation(self, claim: Json) -> str:
        """The situation that a claim needs."""
        label = claim["situation"]["label"]
        return self._t.of(label, self._names.english.get(claim["situation"]["iri"], ""))

    def doctrine(self, name: str) -> str:
        """A doctrine by its name."""
        return self.thing("doctrine", name)

    def drawing(self, chart: Json) -> Markup:
        """The chart drawn, in the characters of the interface's Chinese."""
        drawn = svg(chart)
        if self._t.language not in (TRADITIONAL, ENGLISH):
            put = lambda found: f">{escape(self._t.plain(unescape(found[1])), quote=False)}<"  # noqa: E731
            drawn = _WORDS_OF_SVG.sub(put, drawn).replace(
                f'lang="{TAGS[TRADITIONAL]}"', f'lang="{TAGS[self._t.language]}"'
            )
        return Markup(drawn)


def overriding(told: Json) -> dict[str, list[str]]:
    """By the claims that override others in a reading, those others."""
    found: dict[str, list[str]] = {}
    for claim in told["claims"]:
        for each in dict.fromkeys(by for witness in claim["witnesses"] for by in witness["overriddenBy"]):
            found.setdefault(each, []).append(claim["id"])
    return found


def once(steps: Sequence[Step], again: str, seen: set[str] | None = None) -> list[Step]:
    """A chain of reasons in which what was said once is not unfolded again."""
    told = set() if seen is None else seen
    found = []
    for step in steps:
        if step["steps"] and step["says"] in told:
            found.append({**step, "by": again, "steps": []})
            continue
        told.add(step["says"])
        found.append({**step, "steps": once(step["steps"], again, told)})
    return found


def counts(those: Iterable[Section]) -> dict[str, int]:
    """How many claims have each status, those in force first."""
    found = dict.fromkeys((IN_FORCE, OVERRIDDEN, NOT_ADOPTED, OPEN), 0)
    for section in those:
        for status, count in section.counts.items():
            found[status] += count
    return {status: count for status, count in found.items() if count}
