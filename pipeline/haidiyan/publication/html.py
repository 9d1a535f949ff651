"""Show a reading in a notebook: the chart drawn, what was asked, and a table of what the book says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from haidiyan.publication.svg import svg
from haidiyan.publication.text import CONFLICTING, MARKS, OVERRIDDEN, PROGNOSES, asked, node_words, rate_words

HEADINGS = ("", "吉凶", "原文", "今譯 · outcome", "應在", "出處")

Claim = Mapping[str, Any]


def html(told: dict[str, Any]) -> str:
    """A reading, given as the JSON contract has it, as a piece of HTML without links or scripts; all words escaped.

    Claims that are open for want of an input are counted, not listed.
    """
    shown = [claim for claim in told["claims"] if claim["situation"] and claim["status"] != "open"]
    waiting = sum(1 for claim in told["claims"] if claim["status"] == "open")
    rows = "".join(_row(claim) for claim in sorted(shown, key=lambda each: not each["topics"]))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in HEADINGS)
    return "\n".join(
        [
            '<div class="haidiyan-reading" lang="zh-Hant">',
            svg(told["chart"]).rstrip(),
            *(f"<p>{escape(line)}</p>" for line in asked(told) if line),
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>",
            *([f"<p>{MARKS['open']} 未定，待補所給 · open until more is given: {waiting}</p>"] if waiting else []),
            "</div>",
            "",
        ]
    )


def _row(claim: Claim) -> str:
    cells = (
        [f'<span title="{escape(claim["status"])}">{escape(MARKS.get(claim["status"], "－"))}</span>'],
        [escape(PROGNOSES.get(claim["prognosis"], ""))],
        list(_words(claim)),
        [escape(each) for each in (claim["rendering"], claim["outcome"]) if each],
        [escape(f"{node_words(each)} {' '.join(each['states'])}".strip()) for each in claim["witnesses"]],
        list(_source(claim)),
    )
    return "<tr>" + "".join(f"<td>{'<br>'.join(cell)}</td>" for cell in cells) + "</tr>"


def _words(claim: Claim) -> Iterator[str]:
    yield f"<b>{escape(claim['quote'])}</b>"
    if claim["readsAs"]:
        yield f"作「{escape(claim['readsAs'])}」"
    if claim["overriddenBy"]:
        yield f"{OVERRIDDEN} {escape('、'.join(claim['overriddenBy']))}"
    if claim["conflictsWith"]:
        yield f"{CONFLICTING} {escape('、'.join(claim['conflictsWith']))}"


def _source(claim: Claim) -> Iterator[str]:
    source = claim["source"]
    yield escape(f"卷{source['volume']}·{source['paragraph']} {source['layer']}")
    yield escape(claim["id"])
    if claim["baseRate"] is not None:
        yield escape(rate_words(claim["baseRate"]))
    if claim["addedBy"]:
        yield f"此條為{escape(claim['addedBy'])}所增"
