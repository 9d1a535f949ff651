"""Tell what changes between two doctrines: two columns, differences marked, the states behind each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.cells import cell_len, set_cell_size

from haidiyan.publication.comparison import fold
from haidiyan.publication.text import node_words

STATUSES = {"in-force": "● 應", "overridden": "○ 為所解", "open": "？ 未定", "not-adopted": "— 不從"}
CHANGES = {
    "gained": "＋",
    "lost": "－",
    "status": "≠ 應否",
    "witnesses": "≠ 應爻",
    "conflicts": "≠ 相左相解",
    "wording": "≠ 文字",
}
NOTHING = "·"
WIDEST = 34
HANGING = "   "
LEGEND = (
    "≠ 兩側不同 differs　＋ 唯右有 only on the right　－ 唯左有 only on the left　· 無 nothing",
    "因 所據之狀態（取法） the states that it rests on (choice)　唯從、唯取 held only under　代以 replaced by",
)
"""What the marks of the table mean."""

Row = tuple[str, str, str]


def tell(compared: dict[str, Any]) -> str:
    """A comparison of two doctrines, as ``comparison.doctrines.compare`` gives it, as text."""
    chart, question = compared["chart"], compared["question"]
    asked = f"占{question['topic']}" if question["topic"] else "未題所占"
    head = f"{chart['hexagram']['symbol']} {chart['hexagram']['name']}之{chart['changed']['name']} · {asked}"
    moment = " ".join(f"{chart[key]}{word}" for key, word in (("month", "月"), ("day", "日")) if chart[key])
    rows = [*_sides(compared), *_choices(compared), *_states(compared)]
    claims = list(_claims(compared))
    counts = f"異 {len(compared['claims'])} 條，同 {compared['unchanged']} 條"
    return "\n".join([f"{head} · {moment}".rstrip(" ·"), "", *_table([*rows, *claims]), "", *LEGEND, counts])


def _sides(compared: dict[str, Any]) -> Iterator[Row]:
    left, right = (compared["sides"][name] for name in ("left", "right"))
    same = left["doctrine"]["name"] == right["doctrine"]["name"]
    yield "", _side_name(compared, "left", same), _side_name(compared, "right", same)


def _side_name(compared: dict[str, Any], name: str, same: bool) -> str:
    """What a side follows; where both follow one doctrine, the choices that set the side apart."""
    side = compared["sides"][name]
    apart = "".join(f"，{each['axis']}={each[name]}" for each in compared["choices"]) if same else ""
    return f"從 {side['doctrine']['name']} 之說{apart}{_laid(side)}"


def _laid(side: dict[str, Any]) -> str:
    return f"，增補 {side['overlay']['author']}（{side['overlay']['file']}）" if side["overlay"] else ""


def _choices(compared: dict[str, Any]) -> Iterator[Row]:
    for each in compared["choices"]:
        yield f"≠ {each['axis']}", each["left"], each["right"]


def _states(compared: dict[str, Any]) -> Iterator[Row]:
    for each in compared["states"]:
        yield f"≠ {node_words(each)}", " ".join(each["left"]) or NOTHING, " ".join(each["right"]) or NOTHING


def _claims(compared: dict[str, Any]) -> Iterator[Row]:
    for claim in compared["claims"]:
        marks = " ".join(CHANGES[each] for each in claim["changes"])
        yield "", "", ""
        yield f"{marks} {claim['quote']}〔{claim['id']}〕", _side(claim["left"]), _side(claim["right"])
        if "conflicts" in claim["changes"]:
            yield from _company(claim)
        if claim["addedBy"]:
            yield f"   {claim['addedBy']}所增", "", ""
        yield from _held(claim)
        for side in ("left", "right"):
            grounds = list(dict.fromkeys(_ground(each) for each in claim["because"] if each["side"] == side))
            for ground in grounds:
                yield ("   因", ground, "") if side == "left" else ("   因", "", ground)


def _held(claim: dict[str, Any]) -> Iterator[Row]:
    """Under what alone a claim is held, on the side that has it; what replaces it, on the side that has it not."""

    def sided(words: str, there: bool) -> Row:
        cells = [words if bool(claim[side]) is there else "" for side in ("left", "right")]
        return HANGING, cells[0], cells[1]

    if claim["underReading"]:
        yield sided(f"唯從 {claim['underReading']}", True)
    if claim["underChoices"]:
        yield sided(f"唯取 {' '.join(claim['underChoices'])}", True)
    if claim["replacedBy"]:
        yield sided(f"代以 {' '.join(claim['replacedBy'])}", False)


def _company(claim: dict[str, Any]) -> Iterator[Row]:
    for key, word in (("overriddenBy", "為所解"), ("conflictsWith", "相左")):
        one, other = ((claim[side] or {}).get(key, []) for side in ("left", "right"))
        if one != other:
            yield f"   {word}", " ".join(one) or NOTHING, " ".join(other) or NOTHING


def _side(side: dict[str, Any] | None) -> str:
    if side is None:
        return NOTHING
    where = "、".join(node_words(each) for each in side["witnesses"])
    reads = f" 作「{side['readsAs']}」" if side["readsAs"] else ""
    return f"{STATUSES[side['status']]} {where}{reads}".rstrip()


def _ground(each: dict[str, Any]) -> str:
    return f"{node_words(each)} {each['state']}" + (f"（{each['choice']}）" if each["choice"] else "")


def _table(rows: Iterable[Row]) -> Iterator[str]:
    """The rows in three columns, as wide as their widest cell; what is wider than ``WIDEST`` is broken."""
    broken = [[_break(cell) for cell in row] for row in rows]
    widths = [max((cell_len(line) for row in broken for line in row[place]), default=0) for place in range(3)]
    for row in broken:
        for number in range(max(map(len, row))):
            cells = [cell[number] if number < len(cell) else "" for cell in row]
            yield " │ ".join(set_cell_size(cell, width) for cell, width in zip(cells, widths, strict=True)).rstrip(" │")


def _break(cell: str) -> list[str]:
    """A cell in lines no wider than ``WIDEST``; names, of files too, are broken only where they are wider."""
    indent = cell[: len(cell) - len(cell.lstrip())]
    words = cell[len(indent) :]
    first, *more = fold(words, WIDEST - cell_len(indent))
    rest = fold(words[len(first) :].lstrip(), WIDEST - cell_len(HANGING)) if more else []
    return [indent + first, *(HANGING + line for line in rest)]
