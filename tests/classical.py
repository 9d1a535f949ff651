"""Derive the whole cosmology from first principles in plain Python: the tests' independent reckoning.

Nothing here reads the project's Turtle or queries. Each function says the rule that it follows. Characters stand for
the things themselves; lines run bottom up, positions count from 1, and a trigram or hexagram is a string of ``1``
(yang) and ``0`` (yin).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

STEMS = "甲乙丙丁戊己庚辛壬癸"
BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
ELEMENTS = "木火土金水"
SPIRITS = ("青龍", "朱雀", "勾陳", "螣蛇", "白虎", "玄武")
RELATIONS = ("兄弟", "子孫", "妻財", "官鬼", "父母")
STRENGTHS = ("旺", "相", "死", "囚", "休")
STAGES = ("長生", "沐浴", "冠帶", "臨官", "帝旺", "衰", "病", "死", "墓", "絕", "胎", "養")
SEASONS = "春夏秋冬"
GENERATIONS = ("本宮", "一世", "二世", "三世", "四世", "五世", "遊魂", "歸魂")

TRIGRAMS = {
    "乾": "111",
    "兌": "110",
    "離": "101",
    "震": "100",
    "巽": "011",
    "坎": "010",
    "艮": "001",
    "坤": "000",
}

# The received order, as a square: a row for the lower trigram, a column for the upper.
_COLUMNS = "乾震坎艮坤巽離兌"
_RECEIVED_ORDER = {
    "乾": (1, 34, 5, 26, 11, 9, 14, 43),
    "震": (25, 51, 3, 27, 24, 42, 21, 17),
    "坎": (6, 40, 29, 4, 7, 59, 64, 47),
    "艮": (33, 62, 39, 52, 15, 53, 56, 31),
    "坤": (12, 16, 8, 23, 2, 20, 35, 45),
    "巽": (44, 32, 48, 18, 46, 57, 50, 28),
    "離": (13, 55, 63, 22, 36, 37, 30, 49),
    "兌": (10, 54, 60, 41, 19, 61, 38, 58),
}


def steps(first: str, second: str) -> int:
    """How many steps the second element follows the first in the cycle of generation."""
    return (ELEMENTS.index(second) - ELEMENTS.index(first)) % 5


def generates(first: str, second: str) -> bool:
    """Wood fire earth metal water: each generates the next."""
    return steps(first, second) == 1


def overcomes(first: str, second: str) -> bool:
    """Each overcomes the one after next."""
    return steps(first, second) == 2


def relation(own: str, other: str) -> str:
    """The relation of a line's element to its palace's: what I generate is offspring, what I overcome wealth …"""
    return RELATIONS[steps(own, other)]


def branch_element(branch: str) -> str:
    """East wood, south fire, west metal, north water; the last branch of each quarter is earth."""
    place = (BRANCHES.index(branch) - 2) % 12
    return "土" if place % 3 == 2 else "木火金水"[place // 3]


def branch_season(branch: str) -> str:
    """The year of months begins with 寅; three to a season."""
    return SEASONS[(BRANCHES.index(branch) - 2) % 12 // 3]


def is_yang(letter: str) -> bool:
    """Stems and branches alternate, yang first."""
    return (STEMS.index(letter) if letter in STEMS else BRANCHES.index(letter)) % 2 == 0


def stem_element(stem: str) -> str:
    """Two stems to an element, in the order of generation."""
    return ELEMENTS[STEMS.index(stem) // 2]


def pillars() -> list[str]:
    """The sixty, from 甲子."""
    return [STEMS[n % 10] + BRANCHES[n % 12] for n in range(60)]


def void(pillar: str) -> set[str]:
    """The two branches that the pillar's decade, counted from its 甲 day, does not reach."""
    everything = pillars()
    first = everything.index(pillar) // 10 * 10
    return set(BRANCHES) - {each[1] for each in everything[first : first + 10]}


def clash(branch: str) -> str:
    """The branch across the circle."""
    return BRANCHES[(BRANCHES.index(branch) + 6) % 12]


def combination(branch: str) -> str:
    """Sun and moon meet: 子 with 丑, then one forward and the other back."""
    return BRANCHES[(1 - BRANCHES.index(branch)) % 12]


def punishments() -> set[tuple[str, str]]:
    """The common doctrine: each triad of one element punishes, in order, the quarter that its strength offends."""
    pairs = (("申子辰", "寅卯辰"), ("寅午戌", "巳午未"), ("巳酉丑", "申酉戌"), ("亥卯未", "亥子丑"))
    return {(one, other) for triad, quarter in pairs for one, other in zip(triad, quarter, strict=True)}


def strength(season: str, element: str) -> str:
    """旺 is the season's own element; 相 what it generates, 死 what it overcomes, 囚 its bane, 休 its source."""
    return STRENGTHS[steps("木火金水"[SEASONS.index(season)], element)]


def stage(element: str, branch: str) -> str:
    """The stage of an element (not earth) at a branch: birth stands three branches before the element's own season."""
    season = SEASONS["木火金水".index(element)]
    birth = next(n for n in range(2, 14) if branch_season(BRANCHES[n % 12]) == season) - 3
    return STAGES[(BRANCHES.index(branch) - birth) % 12]


def spirits(day_stem: str) -> tuple[str, ...]:
    """The six spirits bottom up: 甲乙 begin with 青龍, 丙丁 朱雀, 戊 勾陳, 己 螣蛇, 庚辛 白虎, 壬癸 玄武."""
    first = (0, 0, 1, 1, 2, 3, 4, 4, 5, 5)[STEMS.index(day_stem)]
    return SPIRITS[first:] + SPIRITS[:first]


def trigram_name(lines: str) -> str:
    """The trigram of three lines."""
    return next(name for name, each in TRIGRAMS.items() if each == lines)


def trigram_element(name: str) -> str:
    """乾兌 metal, 震巽 wood, 坤艮 earth, 坎 water, 離 fire."""
    return {"乾": "金", "兌": "金", "震": "木", "巽": "木", "坤": "土", "艮": "土", "坎": "水", "離": "火"}[name]


def trigram_is_yang(name: str) -> bool:
    """The father and the three sons (one yang line) are yang: an odd number of yang lines."""
    return TRIGRAMS[name].count("1") % 2 == 1


def reverse(lines: str) -> str:
    """Every line into its opposite."""
    return "".join("10"[int(line)] for line in lines)


def number(lines: str) -> int:
    """The number in the received order."""
    lower, upper = trigram_name(lines[:3]), trigram_name(lines[3:])
    return _RECEIVED_ORDER[lower][_COLUMNS.index(upper)]


def symbol(lines: str) -> str:
    """The Unicode character; the block follows the received order."""
    return chr(0x4DC0 + number(lines) - 1)


@cache
def palaces() -> dict[str, tuple[str, str]]:
    """Each hexagram's palace and generation.

    The pure hexagram changes line by line from the bottom up to the fifth; then the fourth turns back (遊魂), then the
    whole lower trigram returns (歸魂).
    """
    found: dict[str, tuple[str, str]] = {}
    for name, trigram in TRIGRAMS.items():
        pure = trigram * 2
        family = [reverse(pure[:changed]) + pure[changed:] for changed in range(6)]
        wandering = family[5][:3] + pure[3] + family[5][4:]
        returning = pure[:3] + wandering[3:]
        for generation, lines in zip(GENERATIONS, [*family, wandering, returning], strict=True):
            found[lines] = (name, generation)
    return found


def self_position(generation: str) -> int:
    """The line that changed last; the top for the pure, the fourth for 遊魂, the third for 歸魂."""
    return (6, 1, 2, 3, 4, 5, 4, 3)[GENERATIONS.index(generation)]


def response_position(own: int) -> int:
    """Three lines away."""
    return own + 3 if own <= 3 else own - 3


@cache
def pure_najia(trigram: str) -> tuple[str, ...]:
    """Stem and branch of the six lines of a pure hexagram.

    Yang trigrams take yang branches forward, 乾 and its eldest son 震 from 子, 坎 from 寅, 艮 from 辰; yin trigrams
    take yin branches backward, 坤 from 未, the daughters 巽 離 兌 from 丑 卯 巳. 乾 and 坤 hold two stems, inner and
    outer.
    """
    stems = {
        "乾": "甲壬",
        "坤": "乙癸",
        "震": "庚庚",
        "巽": "辛辛",
        "坎": "戊戊",
        "離": "己己",
        "艮": "丙丙",
        "兌": "丁丁",
    }
    first = {"乾": "子", "震": "子", "坎": "寅", "艮": "辰", "坤": "未", "巽": "丑", "離": "卯", "兌": "巳"}[trigram]
    step = 2 if trigram_is_yang(trigram) else -2
    start = BRANCHES.index(first)
    return tuple(stems[trigram][n // 3] + BRANCHES[(start + step * n) % 12] for n in range(6))


def najia(lines: str) -> tuple[str, ...]:
    """The inner trigram takes the lower half of its pure hexagram, the outer the upper half of its own."""
    return pure_najia(trigram_name(lines[:3]))[:3] + pure_najia(trigram_name(lines[3:]))[3:]


def body(lines: str, own: int) -> str:
    """月卦身: yang self counts from 子 at the first line, yin self from 午, up to the self line."""
    return BRANCHES[(0 if lines[own - 1] == "1" else 6) + own - 1]


@dataclass(frozen=True)
class Line:
    """One line of a hexagram."""

    position: int
    yang: bool
    trigram: str
    stem: str
    branch: str
    element: str
    relation: str
    hidden: str
    home: bool


@dataclass(frozen=True)
class Hexagram:
    """One of the sixty-four, with everything that follows from its lines."""

    lines: str
    number: int
    symbol: str
    lower: str
    upper: str
    palace: str
    palace_element: str
    generation: str
    self_position: int
    response_position: int
    body: str
    najia: tuple[Line, ...]
    opposite_hidden: tuple[str, ...] | None


def hexagram(lines: str) -> Hexagram:
    """Everything about one hexagram."""
    palace, generation = palaces()[lines]
    own_element = trigram_element(palace)
    own = self_position(generation)
    fitted = najia(lines)
    rows = []
    for n in range(6):
        trigram = trigram_name(lines[:3] if n < 3 else lines[3:])
        element = branch_element(fitted[n][1])
        rows.append(
            Line(
                position=n + 1,
                yang=lines[n] == "1",
                trigram=trigram,
                stem=fitted[n][0],
                branch=fitted[n][1],
                element=element,
                relation=relation(own_element, element),
                hidden=pure_najia(palace)[n],
                home=trigram == palace,
            )
        )
    opposite = pure_najia(trigram_name(reverse(lines[:3]))) if generation == "本宮" else None
    return Hexagram(
        lines=lines,
        number=number(lines),
        symbol=symbol(lines),
        lower=trigram_name(lines[:3]),
        upper=trigram_name(lines[3:]),
        palace=palace,
        palace_element=own_element,
        generation=generation,
        self_position=own,
        response_position=response_position(own),
        body=body(lines, own),
        najia=tuple(rows),
        opposite_hidden=opposite,
    )


@cache
def hexagrams() -> dict[int, Hexagram]:
    """All sixty-four by number."""
    every = (hexagram(f"{n:06b}") for n in range(64))
    return {each.number: each for each in every}


def changed_relations(original: Hexagram, other: Hexagram) -> tuple[str, ...]:
    """A changed line's relation is reckoned from the palace of the original hexagram."""
    return tuple(relation(original.palace_element, line.element) for line in other.najia)
