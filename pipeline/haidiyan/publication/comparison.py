"""Tell a comparison to people: the layers side by side, differences marked, then who agrees with whom, and why."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from rich import box
from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.table import Table
from rich.text import Text

Json = dict[str, Any]

WIDTH = 120
"""The width where there is no terminal to say its own."""
NARROWEST = 60
BETWEEN = 3
"""The cells that part two columns."""
UNBROKEN = re.compile(r"[〔「『（【▸(“‘]*(?:[!-~]+|\S)[，。、；：？！〕」』）】→),.;:?!”’]*|\s+")
"""What a line is not broken within: a character with the punctuation that belongs to it, a word of Latin letters."""
LAYERS = ("原文 original", "註 notes", "譯述 rendering")
POSITIONS = ("出處 place", "層 layer", "所出 author", "取法 choice", "文 words")
EMENDATIONS = ("出處 place", "種類 kind", "原文 base", "所擬 reading", "所出 proposer", "確否 certainty", "名 name")
RELATIONS = (
    ("agreements", "相合 · agreements", "＝"),
    ("qualifications", "補充、限定 · qualifications", "≈"),
    ("disagreements", "相違 · disagreements", "≠"),
)


def tell(comparison: Json, width: int | None = None) -> str:
    """A comparison of a passage, a claim or an axis as text, no line wider than the terminal, or than ``width``."""
    width = max(NARROWEST, width or shutil.get_terminal_size((WIDTH, 24)).columns)
    return "\n".join([*TELLERS[comparison["compares"]](comparison, width), *_laid(comparison, width)]).rstrip()


def _laid(told: Json, width: int) -> Iterator[str]:
    """Whose file is laid over the book, where one is."""
    if told["overlay"]:
        yield ""
        yield from _wrapped(f"增補 added by {told['overlay']['author']}（{told['overlay']['file']}）", width)


def _passage(told: Json, width: int) -> Iterator[str]:
    yield from _wrapped(_heading(told["passage"]), width)
    yield from _layers(told, width)


def _claim(told: Json, width: int) -> Iterator[str]:
    claim = told["claim"]
    yield from _wrapped(
        f"{claim['name']} {claim['quote']}〔{_speaker(claim)}〕{whose(claim)}· {_heading(told['passage'])}", width
    )
    yield from _layers(told, width)


def _heading(passage: Json) -> str:
    family = f" · {passage['family']['label']}" if passage["family"] else ""
    rendering = f" · 譯述 {passage['rendering']['name']}" if passage["rendering"] else ""
    return f"卷{passage['volume']}·{passage['paragraph']} {passage['name']}{family}{rendering}"


def _layers(told: Json, width: int) -> Iterator[str]:
    """What a passage and a claim have in common: the table, what is asserted, the relations, the apparatus."""
    passage = told["passage"]["name"]
    columns = [_Cells(passage, told["apparatus"]) for _ in LAYERS]
    rows = _joined([_columns(row) for row in told["rows"]], told["ofTheWhole"])
    yield from _table(
        LAYERS, [[cells.cell(each) for cells, each in zip(columns, row, strict=True)] for row in rows], width
    )
    yield from _assertions((segment for row in rows for column in row for segment in column), passage, width)
    yield from _relations(told, width)
    yield from _apparatus(told["apparatus"], columns[0], width)


_Row = tuple[list[Json], list[Json], list[Json]]


def _joined(rows: list[_Row], whole: list[Json]) -> list[_Row]:
    """The rows; one only where the rendering follows the passage as a whole, and not line by line."""
    if not any(segment["renders"] for segment in whole):
        return [*rows, ([], [], whole)] if whole else rows
    original, notes, rendering = ([segment for row in rows for segment in row[column]] for column in range(3))
    return [(original, notes, sorted([*whole, *rendering], key=lambda segment: int(segment["start"])))]


def _columns(row: Json) -> _Row:
    return [row["original"]] if row["original"] else [], row["notes"], row["rendering"]


class _Cells:
    """Writes the cells of a column: words, what they assert, and the marks of the variants that stand there."""

    def __init__(self, passage: str, variants: Iterable[Json]) -> None:
        self._passage = passage
        self._variants = {variant["name"]: variant for variant in variants}
        self._layer = ""

    def cell(self, segments: Iterable[Json]) -> str:
        """The segments of one cell; a layer is named where it begins."""
        told = []
        for layer, members in groupby(segments, key=lambda segment: str(segment["layer"]["label"])):
            told += [f"【{layer}】"] if layer != self._layer else []
            told += [self._segment(segment) for segment in members]
            self._layer = layer
        return "\n".join(told)

    def _segment(self, segment: Json) -> str:
        borne = [short(name, self._passage) for name in segment["readings"] if name in self._variants]
        marks = [self.mark(self._variants[name]) for name in segment["variants"] if name in self._variants]
        claims = [
            f"▸{short(claim['name'], self._passage)} {assertion(claim)}{whose(claim)}" for claim in segment["claims"]
        ]
        words = segment["words"] + (f"〔{'、'.join(borne)}〕" if borne else "")
        return "\n".join([words, *marks, *claims])

    def mark(self, variant: Json) -> str:
        """A variant's number, kind, words, proposer and certainty: 〔v1 校語所記 秋無水→秋無木 後人 可疑〕."""
        who = "、".join(agent["label"] for agent in variant["proposers"])
        words = f"{variant['base']}→{variant['reading']}"
        kind, certainty = variant["kind"]["label"], variant["certainty"]["label"]
        return f"〔{short(variant['name'], self._passage)} {kind} {words} {who}{whose(variant)} {certainty}〕"


def whose(thing: Json) -> str:
    """The mark of what an overlay adds: （李某所增）."""
    return f"（{thing['addedBy']}所增）" if thing["addedBy"] else ""


def short(name: str, passage: str) -> str:
    """The name of a claim or a variant, without the passage where it is this one.

    >>> short("j2-p57-v1", "j2-p57"), short("j2-p67-v92", "j2-p57")
    ('v1', 'j2-p67-v92')
    """
    return name.removeprefix(f"{passage}-")


def assertion(claim: Json) -> str:
    """What a claim asserts, in Chinese: its condition, its prognosis and its outcome, or what it defines."""
    reads = f" 作「{claim['readsAs']}」" if claim["readsAs"] else ""
    under = f"（從 {short(claim['underReading'], claim['passage']['name'])}{reads}）" if claim["underReading"] else ""
    if claim["definition"]:
        return f"{claim['kind']['label']}：{claim['definition']['words']['zh-hant']}{under}"
    if claim["standsFor"]:
        of = "、".join(thing["label"] for thing in claim["standsFor"]["of"])
        return f"{claim['kind']['label']}：{of}為{_chinese(claim['standsFor']['words'])}{under}"
    condition = f"{claim['situation']['label']}：" if claim["situation"] else f"{claim['kind']['label']}："
    prognosis = f"{claim['prognosis']['label']}，" if claim["prognosis"] else ""
    return f"{condition}{prognosis}{_chinese(claim['outcome'])}{under}"


def _chinese(words: dict[str, str] | None) -> str:
    return (words or {}).get("zh-hant") or (words or {}).get("en", "")


def _assertions(segments: Iterable[Json], passage: str, width: int) -> Iterator[str]:
    """What each claim asserts, in English."""
    claims = [claim for segment in segments for claim in segment["claims"]]
    if claims:
        yield "\n── 所言 · what each asserts ──"
    for claim in sorted(claims, key=lambda each: (str(each["passage"]["name"]), int(each["start"]), str(each["name"]))):
        said = claim["definition"] or claim["standsFor"] or {"words": claim["outcome"]}
        of = f"{'、'.join(each['label'] for each in said['of'])} stands for " if "of" in said else ""
        under = f" (under {short(claim['underReading'], passage)})" if claim["underReading"] else ""
        told = claim["prognosis"] or claim["kind"]
        added = f" (added by {claim['addedBy']})" if claim["addedBy"] else ""
        words = f"{of}{(said['words'] or {}).get('en', '')}{under}{added}"
        yield from _wrapped(f"{short(claim['name'], passage)} {claim['quote']} [{told['name']}] {words}", width)


def _relations(told: Json, width: int) -> Iterator[str]:
    for key, title, sign in RELATIONS:
        if told[key]:
            yield f"\n── {title} ──"
        for relation in told[key]:
            yield from _wrapped(f"{_cited(relation['claim'])} {sign} {_cited(relation['with'])}", width)


def _cited(claim: Json) -> str:
    prognosis = f" {claim['prognosis']['label']}" if claim["prognosis"] else ""
    return f"{claim['readsAs'] or claim['quote']}{prognosis}〔{claim['name']} {_speaker(claim)}〕{whose(claim)}"


def _speaker(said: Json) -> str:
    """Who says something, and in which layer."""
    author = f"{said['author']['label']}·" if said["author"] else ""
    return f"{author}{said['layer']['label'] if said['layer'] else '全段'}"


def _apparatus(variants: Sequence[Json], cells: _Cells, width: int) -> Iterator[str]:
    if variants:
        yield "\n── 校記 · apparatus ──"
    for variant in variants:
        yield from _wrapped(_entry(variant, cells), width)
        for words in (variant["explanation"], variant["doubt"]):
            for language in words or {}:
                yield from _wrapped(words[language], width, "    ")


def _entry(variant: Json, cells: _Cells) -> str:
    at = f"見 {variant['readingPassage']['name']}「{variant['readingQuote']}」" if variant["readingPassage"] else ""
    declined = "、".join(agent["label"] for agent in variant["rejectedBy"])
    adopt = f"--adopt {variant['adopt']}" if variant["adopt"] else ""
    return " ".join(filter(None, [cells.mark(variant), at, f"{declined}不從" if declined else "", adopt]))


def _axis(told: Json, width: int) -> Iterator[str]:
    axis = told["axis"]
    yield from _wrapped(f"{axis['label']} {axis['name']} · {' '.join(axis['definition'].values())}", width)
    yield ""
    for choice in told["choices"]:
        yield from _wrapped(_choice(choice), width)
    if told["positions"]:
        yield from _table(POSITIONS, [_position(each) for each in told["positions"]], width)
    if told["rivals"]:
        yield "\n── 異說 · rival doctrines ──"
    for rival in told["rivals"]:
        yield from _wrapped(_rival(rival), width)
        for words in rival["explanation"].values():
            yield from _wrapped(words, width, "    ")
    if told["emendations"]:
        yield "\n── 校改 · emendations ──"
        yield from _table(EMENDATIONS, [_emendation(each) for each in told["emendations"]], width)


def _emendation(variant: Json) -> list[str]:
    place = variant["passage"]
    return [
        f"{place['volume']}:{place['paragraph']}",
        variant["kind"]["label"],
        variant["base"],
        variant["reading"],
        "、".join(agent["label"] for agent in variant["proposers"]) + whose(variant),
        variant["certainty"]["label"],
        variant["name"],
    ]


def _choice(choice: Json) -> str:
    marks = [f"{choice['addedBy']}所增 added"] if choice["addedBy"] else []
    marks += ["預設 default"] if choice["default"] else []
    marks += [] if choice["supported"] else ["書中無文 no passage"]
    marks += [f"補 {source}" for source in choice["suppliedFrom"]]
    marks += [f"從 {choice['underReading']}"] if choice["underReading"] else []
    told = f"〔{'；'.join(marks)}〕" if marks else ""
    return f"{choice['name']} {choice['label']}{told} {' '.join((choice['definition'] or {}).values())}"


def _position(position: Json) -> list[str]:
    place = position["passage"]
    return [
        f"{place['volume']}:{place['paragraph']}",
        position["layer"]["label"] if position["layer"] else "—",
        (position["author"]["label"] if position["author"] else "—") + ("所增" if position["addedBy"] else ""),
        f"{position['choice']['name']} {position['choice']['label']}",
        "\n".join(quote["words"] for quote in position["quotes"]),
    ]


def _rival(rival: Json) -> str:
    who = "、".join(agent["label"] for agent in rival["proposers"])
    other = rival["readingPassage"]
    return (
        f"{rival['name']}{whose(rival)} {_speaker(rival)}「{rival['base']}」{rival['baseChoice']['label']} ≠ "
        f"{who}·{rival['readingLayer']['label']}「{rival['readingQuote']}」"
        f"{rival['readingChoice']['label']}〔{other['name']}〕"
    )


TELLERS: dict[str, Callable[[Json, int], Iterator[str]]] = {"passage": _passage, "claim": _claim, "axis": _axis}
"""How each kind of comparison is told, line by line, in a width of so many cells."""


def _table(header: Sequence[str], rows: Iterable[Sequence[str]], width: int) -> Iterator[str]:
    """A table, drawn by rich, of cells that are broken here: rich breaks Chinese before a full stop."""
    cells = [header, *rows]
    needed = [
        max(cell_len(line) for cell in column for line in cell.split("\n")) for column in zip(*cells, strict=True)
    ]
    widest = max(needed)
    while sum(min(each, widest) for each in needed) + BETWEEN * len(needed) > width:
        widest -= 1
    fitted = [
        ["\n".join(fold(cell, min(each, widest))) for cell, each in zip(row, needed, strict=True)] for row in cells
    ]
    table = Table(*fitted[0], box=box.MINIMAL, show_lines=True, pad_edge=False)
    for row in fitted[1:]:
        table.add_row(*map(Text, row))
    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False, legacy_windows=False)
    with console.capture() as captured:
        console.print(table)
    yield from (line.rstrip() for line in captured.get().splitlines())


def _wrapped(text: str, width: int, indent: str = "") -> Iterator[str]:
    """A text in lines of the width, each indented."""
    return (indent + line for line in fold(text, width - len(indent)))


def fold(text: str, width: int) -> list[str]:
    """A text in lines of so many cells, a Chinese character being two; none begins with closing punctuation.

    >>> fold("春土夏金，秋是木。", 8)
    ['春土夏', '金，秋是', '木。']
    """
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for whole in UNBROKEN.findall(paragraph):
            for part in [whole] if cell_len(whole) <= width else chop_cells(whole, width):
                if line and cell_len(line) + cell_len(part.rstrip()) > width:
                    lines.append(line.rstrip())
                    line = ""
                line += part if line or not part.isspace() else ""
        lines.append(line.rstrip())
    return lines
