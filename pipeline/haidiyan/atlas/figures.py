"""Draw two figures of the atlas as SVG: how often claims are in force, and what each choice and emendation changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from haidiyan import iris
from haidiyan.atlas.changes import Totals, means
from haidiyan.chart.catalog import Catalog
from haidiyan.dataset.memory import Memory
from haidiyan.reading import claims

FONT = "'Noto Serif CJK TC','Noto Serif TC','Songti TC','PMingLiU',serif"
INK, FAINT, BAR, PALE, PAPER = "#1a1a1a", "#555555", "#9b1c1c", "#e3b7b7", "#ffffff"
WIDTH, MARGIN, STEP, LABEL, NUMBER = 760, 16, 20, 300, 150
LISTED = 8
"""How many of the commonest and of the rarest claims are named."""

BINS = ((0.0, "從不 never"), (1e-4, "≤ 0.01 %"), (1e-3, "≤ 0.1 %"), (1e-2, "≤ 1 %"), (0.1, "≤ 10 %"), (0.5, "≤ 50 %"))
TOP_BINS = ("< 100 %", "常在 always")

Bar = tuple[str, float, float, str]
"""Its label, its length from 0 to 1, how much of that is paler, and its number in words."""


def draw_rates(rates: Sequence[tuple[str, int, float]], source: Memory) -> str:
    """How many claims are in force how often, and which are the commonest and the rarest that ever are."""
    known = source.keep(claims.load)
    many: dict[str, int] = dict.fromkeys((*(name for _, name in BINS), *TOP_BINS), 0)
    for _, _, share in rates:
        many[_bin(share)] += 1
    most = max([*many.values(), 1])
    ranked = sorted((each for each in rates if each[1]), key=lambda each: (each[2], each[0]))

    def named(each: tuple[str, int, float]) -> Bar:
        claim = known[each[0]]
        return f"{claim.id} {claim.quote[:12]}", each[2], 0.0, _percent(each[2])

    return _figure(
        "Base rates: in what share of all charts claims are in force · 各條應驗之卦數比例",
        [
            ("Claims by share of charts · 條數", [(name, each / most, 0.0, str(each)) for name, each in many.items()]),
            ("The commonest · 最常見者", [named(each) for each in reversed(ranked[-LISTED:])]),
            ("The rarest that are ever in force · 最罕見者", [named(each) for each in ranked[:LISTED]]),
        ],
    )


def draw_changes(totals: Sequence[Totals], known: Catalog) -> str:
    """In what share of charts the reading of every topic differs, mean over the use relations; the most first.

    Where a condition differs comes before where only the words do, of which a bar has a paler part.
    """
    shares = sorted(means(totals).items(), key=lambda each: (-each[1][1], -each[1][0], each[0]))
    bars: dict[bool, list[Bar]] = {True: [], False: []}
    for (axis, choice), (share, turned) in shares:
        recorded = axis == known.choices.recorded
        if share or not recorded:
            words = _percent(share) if share == turned else f"{_percent(turned)} ({_percent(share)})"
            bars[recorded].append((_variant(known, axis, choice), share, share - turned, words))
    nothing = sum(not share for (axis, _), (share, _) in shares if axis == known.choices.recorded)
    return _figure(
        "What each variant changes: the share of charts whose reading differs; paler: in words alone"
        " · 異說異文所改之卦數比例；淡者唯文字異",
        [
            ("Choices · 取法", bars[False]),
            (f"Emendations · 改字（{nothing} more change no reading · 餘 {nothing} 則不改占斷）", bars[True]),
        ],
    )


def _variant(known: Catalog, axis: str, choice: str) -> str:
    if axis == known.choices.recorded:
        emendation = known.emendations[choice]
        return f"{choice} {emendation.base[:8]} → {emendation.reading[:8]}"
    return f"{known.label(iris.individual('axis', axis))}：{known.label(known.choices.axes[axis][choice])}（{choice}）"


def _bin(share: float) -> str:
    if share > BINS[-1][0]:
        return TOP_BINS[share >= 1]
    return next(name for most, name in BINS if share <= most)


def _percent(share: float) -> str:
    return f"{share * 100:.4f}".rstrip("0").rstrip(".") + " %"


def _figure(title: str, parts: Sequence[tuple[str, Sequence[Bar]]]) -> str:
    rows = list(_rows(title, parts))
    height = sum(tall for _, tall in rows) + 2 * MARGIN
    drawn, y = [], MARGIN
    for body, tall in rows:
        drawn.append(f'<g transform="translate(0 {y})">{body}</g>')
        y += tall
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{height}"'
            f' viewBox="0 0 {WIDTH} {height}" font-family="{FONT}" font-size="13" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
            *drawn,
            "</svg>",
            "",
        ]
    )


def _rows(title: str, parts: Sequence[tuple[str, Sequence[Bar]]]) -> Iterator[tuple[str, int]]:
    for part in title.split(" · "):
        yield f'<text x="{MARGIN}" y="16" font-size="16" font-weight="bold">{escape(part)}</text>', 24
    room = WIDTH - 2 * MARGIN - LABEL - NUMBER
    for name, bars in parts:
        yield f'<text x="{MARGIN}" y="22" fill="{FAINT}">{escape(name)}</text>', 30
        for label, length, pale, number in bars:
            wide, red = f"{length * room:.1f}", f"{(length - pale) * room:.1f}"
            paler = f'<rect x="{MARGIN + LABEL}" y="3" width="{wide}" height="13" fill="{PALE}"/>' if pale else ""
            yield (
                (
                    f'<text x="{MARGIN}" y="14">{escape(label)}</text>'
                    f'{paler}<rect x="{MARGIN + LABEL}" y="3" width="{red}" height="13" fill="{BAR}"/>'
                    f'<text x="{MARGIN + LABEL + float(wide) + 6:.1f}" y="14" font-size="12">{escape(number)}</text>'
                ),
                STEP,
            )
