"""Write a reading as Markdown: the chart as a table, what was asked, and each claim with its quotation and source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from haidiyan.publication.drawing import COLUMNS, cells, heading
from haidiyan.publication.text import (
    CONFLICTING,
    LAYERS,
    MARKS,
    OVERRIDDEN,
    PROGNOSES,
    asked,
    node_words,
    rate_words,
)

YANG, YIN = "▅▅▅▅▅", "▅▅ ▅▅"
UNNAMED = "未歸門類"
MATTER, GENERAL = "所占之事 · On the matter asked", "不論所占 · Whatever is asked"
RIVAL, WAITING = "未取之說所應 · Under choices not taken", "未定，待補所給 · Open until more is given"

Json = Mapping[str, Any]

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def markdown(told: dict[str, Any]) -> str:
    """A reading, given as the JSON contract has it, as Markdown that ends in a line break.

    A claim is told once, under its family; what is open is named by its words alone. Every claim links to its IRI.
    """
    return "\n".join([*_chart(told["chart"]), *_asked(told), *_claims(told), *_source(told)]) + "\n"


def _chart(chart: Json) -> Iterator[str]:
    name, *facts = heading(chart)
    yield f"# {_safe(name)}"
    for fact in facts:
        yield f"\n{_safe(fact)}"
    yield "\n" + _row(name or "納甲" for name, _ in COLUMNS)
    yield _row("---" for _ in COLUMNS)
    for line in reversed(chart["lines"]):
        yield _row(cells(line, YANG, YIN))


def _asked(told: dict[str, Any]) -> Iterator[str]:
    yield "\n## 所問 · What was asked"
    for line in asked(told):
        if line:
            yield f"\n{_safe(line)}"
    choices = told["question"]["doctrine"]["choices"]
    yield "\n" + ", ".join(f"`{axis}={choice}`" for axis, choice in choices.items())


def _claims(told: Json) -> Iterator[str]:
    claims = [claim for claim in told["claims"] if claim["situation"]]
    if not claims:
        yield "\n書中無條可應。 No claim of the book applies."
        return
    quotes = {claim["id"]: claim["quote"] for claim in told["claims"]}
    speaking = [claim for claim in claims if claim["status"] in ("in-force", "overridden")]
    for title, members in (
        (MATTER, [claim for claim in speaking if claim["topics"]]),
        (GENERAL, [claim for claim in speaking if not claim["topics"]]),
        (RIVAL, [claim for claim in claims if claim["status"] == "not-adopted"]),
    ):
        if members:
            yield f"\n## {title}"
        for family, those in _by_family(members).items():
            yield f"\n### {_safe(family)}"
            for claim in those:
                yield from _claim(claim, quotes)
    undecided = [claim for claim in claims if claim["status"] == "open"]
    if undecided:
        yield f"\n## {WAITING}（{len(undecided)}）\n"
        for family, those in _by_family(undecided).items():
            yield f"- {_safe(family)}：{'、'.join(_safe(each) for each in dict.fromkeys(c['quote'] for c in those))}"


def _by_family(claims: Iterable[Json]) -> dict[str, list[Json]]:
    found: dict[str, list[Json]] = {}
    for claim in claims:
        found.setdefault(claim["source"]["family"] or UNNAMED, []).append(claim)
    return found


def _claim(claim: Json, quotes: Mapping[str, str]) -> Iterator[str]:
    source = claim["source"]
    rate = rate_words(claim["baseRate"])
    head = [MARKS.get(claim["status"], "－"), f"**{_safe(claim['quote'])}**", PROGNOSES.get(claim["prognosis"], "")]
    yield f"\n{' '.join(filter(None, head))}\n"
    if claim["readsAs"]:
        yield f"- 校改作「{_safe(claim['readsAs'])}」"
    for note in claim["notes"]:
        yield f"- {LAYERS.get(note['layer'], '註')}：{_safe(note['text'])}"
    if claim["rendering"]:
        yield f"- 今譯：{_safe(claim['rendering'])}"
    for words in filter(None, (claim["outcomeZh"], claim["outcome"])):
        yield f"- {_safe(words)}"
    places = "；".join(f"{node_words(each)} {' '.join(each['states'])}".strip() for each in claim["witnesses"])
    yield f"- 應在 {_safe(places)} — {_safe(claim['situation']['label'])}"
    if claim["broaderTopic"]:
        yield f"- 此條論{_safe(claim['broaderTopic'])}，所占屬之 said of the broader topic"
    if claim["doubt"]:
        yield f"- 存疑（{claim['certainty']}）：{_safe(claim['doubt'])}"
    for words, others in ((OVERRIDDEN, claim["overriddenBy"]), (CONFLICTING, claim["conflictsWith"])):
        if others:
            yield f"- {words}：{'、'.join(f'{_safe(quotes.get(each, each))}（{each}）' for each in others)}"
    if claim["choices"]:
        yield f"- 依 {', '.join(f'`{each}`' for each in claim['choices'])}"
    if claim["addedBy"]:
        yield f"- 此條為{_safe(claim['addedBy'])}所增 added by {_safe(claim['addedBy'])}"
    place = f"卷{source['volume']}·{source['paragraph']} {source['layer']} [{claim['id']}](<{claim['iri']}>)"
    yield f"- {place}{f' · {rate}' if rate else ''}"


def _source(told: Json) -> Iterator[str]:
    if told["coveredObject"]:
        yield "\n## 所覆之物 · The covered object\n"
    for attribute in told["coveredObject"]:
        values = "；".join(f"{_safe(each['value'])}（{'、'.join(each['claims'])}）" for each in attribute["values"])
        against = "（相違 contradictory）" if attribute["contradictory"] else ""
        yield f"- {_safe(attribute['attribute'])}：{values}{against}"
    yield f"\n---\n\n海底眼 {told['dataset']['version']} · {told['dataset']['hash']} · <{told['question']['iri']}>"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(_safe(each) for each in cells)} |"


def _safe(words: object) -> str:
    """Words without meaning to Markdown, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(str(words).split()))
