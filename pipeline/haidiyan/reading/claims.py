"""Know the claims of the book as the dataset has them: words, place, layer, notes, rendering, topics, overrides."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from haidiyan import iris
from haidiyan.dataset.memory import Memory, memory


@dataclass(frozen=True)
class Words:
    """Words of the book in one layer (``verse``, ``interlinear`` …)."""

    layer: str
    text: str


@dataclass
class Claim:
    """A claim; IRIs where nothing else is said; kind, layer, prognosis and certainty are local names.

    ``base_rate`` is the share of all charts in which it is in force (docs/atlas.md), where that has been counted;
    ``under`` is the emendation that the claim stands under; ``replaced`` has what stands in its place, by emendation.
    """

    iri: str
    kind: str
    volume: int
    paragraph: int
    layer: str
    quote: str
    segment: str
    family: str | None = None
    antecedent: str | None = None
    edge: str | None = None
    prognosis: str | None = None
    certainty: str | None = None
    glosses: str | None = None
    topics: list[str] = field(default_factory=list)
    overrides: list[str] = field(default_factory=list)
    under: str | None = None
    replaced: dict[str, list[str]] = field(default_factory=dict)
    outcome: str | None = None
    outcome_zh: str | None = None
    doubt: str | None = None
    doubt_zh: str | None = None
    notes: list[Words] = field(default_factory=list)
    renderings: list[Words] = field(default_factory=list)
    added_by: str | None = None
    base_rate: float | None = None

    @property
    def id(self) -> str:
        """The local name, ``j2-p01-c02``."""
        return iris.local_name(self.iri)

    @property
    def passage(self) -> str:
        """The local name of the passage, ``j2-p01``."""
        return iris.local_name(self.segment).rpartition("-")[0]


def load(source: Memory) -> dict[str, Claim]:
    """Every claim by IRI, in the order of the text."""
    claims = {
        row["claim"]: Claim(
            iri=row["claim"],
            kind=iris.local_name(row["kind"]).lower(),
            volume=int(row["volume"]),
            paragraph=int(row["paragraph"]),
            layer=iris.local_name(row["layer"]),
            quote=row["quote"],
            segment=row["segment"],
            family=row.get("family"),
            antecedent=row.get("antecedent"),
            edge=row.get("edge"),
            prognosis=_name(row.get("prognosis")),
            certainty=_name(row.get("certainty")),
            glosses=row.get("glosses"),
        )
        for row in source.rows("reading/claims")
    }
    for row in source.rows("reading/claim-links"):
        claim = claims[row["claim"]]
        if "topic" in row:
            claim.topics.append(row["topic"])
        if "overrides" in row:
            claim.overrides.append(row["overrides"])
    for row in source.rows("reading/emended"):
        claims[row["claim"]].under = row["variant"]
        claims[row["replaced"]].replaced.setdefault(row["variant"], []).append(row["claim"])
    for row in source.rows("reading/claim-words"):
        claim = claims[row["claim"]]
        claim.outcome, claim.outcome_zh = row.get("outcome"), row.get("outcomeZh")
        claim.doubt, claim.doubt_zh = row.get("doubt"), row.get("doubtZh")
    for row in source.rows("reading/base-rates"):
        if row["claim"] in claims:
            claims[row["claim"]].base_rate = float(row["rate"])
    for row in source.rows("reading/added"):
        if row["thing"] in claims:
            claims[row["thing"]].added_by = row["author"]
    company: dict[tuple[str, str], list[Words]] = defaultdict(list)
    for row in source.rows("reading/segment-company"):
        company[row["segment"], row["role"]].append(Words(iris.local_name(row["layer"]), row["words"]))
    for claim in claims.values():
        claim.notes = company[claim.segment, "note"]
        claim.renderings = company[claim.segment, "rendering"]
    return claims


def _name(iri: str | None) -> str | None:
    return iris.local_name(iri) if iri else None


def claims() -> dict[str, Claim]:
    """The claims of the dataset in use."""
    return memory().keep(load)
