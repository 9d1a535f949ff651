"""Draw a chart in characters, the bottom line lowest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.cells import set_cell_size

OPEN_WORDS = {"month": "月", "day": "日", "day-stem": "日干"}
YANG, YIN = "━━━━━", "━━ ━━"
PILLARS = (("year", "年"), ("month", "月"), ("day", "日"), ("hour", "時"))
NEAR_TERM = 60
"""Within how many minutes of a solar term, where the month changes, the drawing says so."""
COLUMNS = (("六神", 6), ("伏神", 13), ("本卦", 7), ("", 13), ("位", 6), ("動", 4), ("變卦", 11), ("狀態", 0))


def draw(chart: dict[str, Any]) -> str:
    """A chart, given as the JSON contract has it, drawn over eight lines of text and its heading."""
    return "\n".join([*heading(chart), "", _row(name for name, _ in COLUMNS), *_lines(chart)])


def heading(chart: Mapping[str, Any]) -> Iterator[str]:
    """What stands over a chart, a line each: hexagrams; moment, void and states of the whole; the civil moment."""
    now, then = chart["hexagram"], chart["changed"]
    change = "" if now["number"] == then["number"] else f"之 {then['symbol']} {then['name']}"
    yield f"{now['symbol']} {now['name']}（{now['palace']}宮{now['generation']}）{change}".rstrip()
    moment = [f"{chart[key]}{word}" for key, word in PILLARS if chart[key]]
    facts = [" ".join(moment), f"{chart['season']}季" if chart["season"] else "", f"身{chart['body']}"]
    if chart["void"]:
        facts.append(f"旬空{''.join(chart['void'])}")
    if chart["open"]:
        facts.append(f"未給：{'、'.join(OPEN_WORDS[name] for name in chart['open'])}")
    facts += chart["states"]
    yield " · ".join(filter(None, facts))
    if chart["moment"]:
        yield from _civil(chart["moment"])


def _civil(moment: dict[str, Any]) -> Iterable[str]:
    date, time = moment["at"][:10], moment["at"][11:16]
    pillars = " ".join(f"{moment['pillars'][key]}{word}" for key, word in PILLARS)
    practice = f" · 夜子時 {moment['lateZi']}" if time.startswith("23") else ""
    yield f"公曆 {date} {time}（UTC+8）：{pillars}{practice}"
    term = moment["term"]
    if abs(term["minutes"]) <= NEAR_TERM:
        instant = f"{term['at'][:10]} {term['at'][11:19]}"
        yield (
            f"將交{term['name']}（{instant}），不出 {-term['minutes']} 分鐘即入{term['opens']}月"
            if term["minutes"] < 0
            else f"方交{term['name']}（{instant}），入{term['opens']}月才 {term['minutes']} 分鐘"
        )


def _lines(chart: dict[str, Any]) -> Iterable[str]:
    for line in reversed(chart["lines"]):
        yield _row(cells(line, YANG, YIN))


def cells(line: Mapping[str, Any], yang: str, yin: str) -> tuple[str, ...]:
    """What stands in each of ``COLUMNS`` for a line of the JSON contract, with drawings of a yang and a yin line."""
    changed = line["changed"]
    return (
        line["spirit"] or "",
        _najia(line["oppositeHidden"] or line["hidden"]),
        yang if line["value"] in (7, 9) else yin,
        _najia(line),
        "".join(line["roles"]),
        line["moving"] or "",
        _najia(changed) if changed else "",
        " ".join(state for state in line["states"] if state not in ("動", "靜", line["moving"])),
    )


def _najia(line: Mapping[str, Any]) -> str:
    return f"{line['stem']}{line['branch']}{line['element']} {line['relation']}"


def _row(cells: Iterable[str]) -> str:
    return "  ".join(
        set_cell_size(text, width) if width else text for text, (_, width) in zip(cells, COLUMNS, strict=True)
    ).rstrip()
