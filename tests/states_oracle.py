"""Reckon the states of a chart in plain Python, from what the words mean: the tests' independent computation.

Nothing here reads the project's Turtle or queries. ``classical`` derives the cosmology, this module what a state word
says of a node of one question. A node is ``(kind, position)``, kind ``line``, ``hidden``, ``opposite`` or ``changed``;
``CHART`` is the chart as a whole. Each function says the sense that it follows, with its place in the book where the
book decides it (volume:paragraph).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tests import classical
from tests.classical import Hexagram, generates, overcomes

Node = tuple[str, int]
CHART: Node = ("chart", 0)

ATTESTED_PUNISHMENTS = {
    *("寅巳", "巳申"),  # 寅刑巳上巳刑申
    *("子卯", "卯子"),  # 子卯逢之無禮星
    *("辰辰", "午午", "酉酉", "亥亥"),  # 辰午酉亥日相刑 (2:73)
}

DEFAULT_CHOICES = {
    "seasonal-void": "verse",
    "decade-void": "rescued",
    "stage-void": "on",
    "hidden": "every",
    "pure-hidden": "opposite",
    "body": "month",
    "changes": "all",
    "punishments": "text",
    "earth-stages": "water",
}

VOID_ELEMENTS = {
    "verse": "土金木火",  # 春土夏金秋是木，三冬是火莫相逢 (2:67)
    "headnote": "土金水火",  # 春土夏金秋水冬火，四季是木 (2:67, headnote)
    "prose": "土金水火",  # 春無土，夏無金，秋無水，冬無火 (2:57)
}


@dataclass(frozen=True)
class Case:
    """A question: King Wen number, positions that move, month branch, day (pillar or branch), and what is asked."""

    hexagram: int
    moving: tuple[int, ...] = ()
    month: str | None = None
    day: str | None = None
    use: str | None = None
    baleful: tuple[int, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()

    def choice(self, axis: str) -> str:
        """The choice taken on an axis."""
        return dict(self.choices).get(axis, DEFAULT_CHOICES[axis])

    @property
    def original(self) -> Hexagram:
        return classical.hexagrams()[self.hexagram]

    @property
    def changed(self) -> Hexagram:
        """The hexagram in which each moving line has turned into its opposite."""
        return classical.hexagrams()[changed_number(self.hexagram, self.moving)]

    @property
    def day_branch(self) -> str | None:
        return self.day[-1] if self.day else None

    @property
    def day_pillar(self) -> str | None:
        return self.day if self.day and len(self.day) == 2 else None


@cache
def changed_number(number: int, moving: tuple[int, ...]) -> int:
    """The number of the hexagram that results when the lines at these positions move."""
    lines = classical.hexagrams()[number].lines
    return classical.number("".join("10"[int(each)] if n in moving else each for n, each in enumerate(lines, 1)))


def subsets() -> list[tuple[int, ...]]:
    """The sixty-four ways in which lines can move."""
    return [tuple(n for n in range(1, 7) if bits >> (n - 1) & 1) for bits in range(64)]


def nodes(case: Case) -> Iterator[Node]:
    """The chart, its lines and hidden lines, changed lines of those that move, opposite lines of a pure hexagram."""
    yield CHART
    for position in range(1, 7):
        yield "line", position
        yield "hidden", position
        if case.original.opposite_hidden:
            yield "opposite", position
    for position in case.moving:
        yield "changed", position


def pillar_of(case: Case, node: Node) -> str:
    """Stem and branch of a node."""
    kind, position = node
    if kind == "line":
        line = case.original.najia[position - 1]
        return line.stem + line.branch
    if kind == "changed":
        line = case.changed.najia[position - 1]
        return line.stem + line.branch
    if kind == "hidden":
        return case.original.najia[position - 1].hidden
    assert case.original.opposite_hidden is not None
    return case.original.opposite_hidden[position - 1]


def relation_of(case: Case, node: Node) -> str:
    """Whatever the node, its relation is to the palace of the hexagram that was cast."""
    return classical.relation(case.original.palace_element, classical.branch_element(pillar_of(case, node)[1]))


def najia(case: Case, node: Node) -> tuple[set[str], ...]:
    """The stem, branch, element and relation of a node, each in a set of its own."""
    pillar = pillar_of(case, node)
    stem, branch = pillar[0], pillar[1]
    return {stem}, {branch}, {classical.branch_element(branch)}, {relation_of(case, node)}


def states(case: Case) -> dict[Node, frozenset[str]]:
    """The state words of every node."""
    return {node: frozenset(_chart(case) if node == CHART else _node(case, *node)) for node in nodes(case)}


def edges(case: Case) -> set[tuple[str, int, int]]:
    """Which lines the chart leads to, and which line overcomes or generates which: (property, from, to), chart 0.

    動爻可克靜爻，靜爻克不得動爻 (2:71, headnote): a still line overcomes still lines only, a moving one all. Of
    generating the text sets no such limit.
    """
    found = {("selfLine", 0, case.original.self_position), ("responseLine", 0, case.original.response_position)}
    found |= {("useLine", 0, line.position) for line in case.original.najia if line.relation == case.use}
    for one in case.original.najia:
        for other in case.original.najia:
            reaches = one.position in case.moving or other.position not in case.moving
            if reaches and overcomes(one.element, other.element):
                found.add(("overcomesLine", one.position, other.position))
                found.add(("overcomeByLine", other.position, one.position))
            if generates(one.element, other.element):
                found.add(("generatesLine", one.position, other.position))
                found.add(("generatedByLine", other.position, one.position))
    return found


def _chart(case: Case) -> Iterator[str]:
    """獨發: one line moves (一爻為獨發, 3:31); 亂動: two or more (兩爻三爻至六爻動, 3:35); absent, still relations."""
    count = len(case.moving)
    yield "六爻安靜" if count == 0 else "獨發" if count == 1 else "亂動"
    if case.original.opposite_hidden:
        yield "八純"
        if count:
            yield "八純重動"
    if case.use and all(line.relation != case.use for line in case.original.najia):
        yield "無用"
    yield from _self_and_response(case)
    for relation in classical.RELATIONS:
        there = [line.position for line in case.original.najia if line.relation == relation]
        if not there:
            yield "無" + relation
        elif not set(there) & set(case.moving):
            yield relation + "靜"


def _self_and_response(case: Case) -> Iterator[str]:
    """世應相生, 刑剋 (2:71). 靜爻克不得動爻 binds overcoming only; generating and punishing do not ask what moves."""
    original = case.original
    own, other = (original.najia[each - 1] for each in (original.self_position, original.response_position))
    for one, two, generating, overcoming in ((own, other, "世生應", "世克應"), (other, own, "應生世", "應克世")):
        if generates(one.element, two.element):
            yield generating
        reaches = one.position in case.moving or two.position not in case.moving
        if reaches and overcomes(one.element, two.element):
            yield overcoming
    if punishes(case, own.branch, other.branch) or punishes(case, other.branch, own.branch):
        yield "世應相刑"


def punishes(case: Case, one: str, other: str) -> bool:
    """Whether a branch punishes another: by the text alone (2:73), or with what the common doctrine adds."""
    return one + other in ATTESTED_PUNISHMENTS or (
        case.choice("punishments") == "common" and (one, other) in classical.punishments()
    )


def _brought_out(case: Case, above: str, element: str) -> Iterator[str]:
    """生出扶出: the day generates or supports the hidden line; 沖出飛: it clashes with the branch above (2:77)."""
    if not case.day_branch:
        return
    day = classical.branch_element(case.day_branch)
    if day == element or generates(day, element):
        yield "生出扶出"
    if classical.clash(case.day_branch) == above:
        yield "沖出"


def _node(case: Case, kind: str, position: int) -> Iterator[str]:
    branch = pillar_of(case, (kind, position))[1]
    element = classical.branch_element(branch)
    yield relation_of(case, (kind, position))
    yield element
    yield from _month(case, branch, element)
    yield from _day(case, branch, element)
    yield from _void(case, branch, element)
    yield from _clash_and_birth(case, branch, element)
    if kind == "line":
        yield from _polarity_of_day(case, position)
        yield from _motion(case, position)
        yield from _roles(case, position)
        yield from _change(case, position)
        yield from _against_self(case, position)
        yield from _past_or_future(case, position)
        yield from _living_and_dying(case, position)
    elif kind in ("hidden", "opposite"):
        yield "動" if position in case.moving else "靜"
        yield _flying(case.original.najia[position - 1].element, element)
        yield from _four_states(case, case.original.najia[position - 1].element, branch)
        yield from _brought_out(case, case.original.najia[position - 1].branch, element)
        if _counts_as_hidden_use(case, kind, position):
            yield "伏用"


def _motion(case: Case, position: int) -> Iterator[str]:
    """重 is old yang, 交 old yin."""
    if position in case.moving:
        yield "動"
        yield "重" if case.original.najia[position - 1].yang else "交"
    else:
        yield "靜"


def _roles(case: Case, position: int) -> Iterator[str]:
    """Self, response, the two between them, body, use, palace, spirit, and what the querent marked."""
    original = case.original
    line = original.najia[position - 1]
    own, other = original.self_position, original.response_position
    if position == own:
        yield "世"
    if position == other:
        yield "應"
    if min(own, other) < position < max(own, other):
        yield "間"
    if (position == own) if case.choice("body") == "self" else (line.branch == original.body):
        yield "身"
    if line.relation == case.use:
        yield "用"
    yield "本宮" if line.trigram == original.palace else "旁宮"
    if case.day_pillar:
        yield classical.spirits(case.day_pillar[0])[position - 1]
    if position in case.baleful:
        yield "殺"


def _living_and_dying(case: Case, position: int) -> Iterator[str]:
    """生氣: a use line that is 旺相, or one 有氣發 that generates it; 死氣: 動爻旺相剋其世身, self or body (3:39)."""
    lines = case.original.najia
    own = lines[position - 1]
    if _vigour(case, own.element) not in ("旺", "相"):
        return
    moves = position in case.moving
    raises = any(line.relation == case.use and generates(own.element, line.element) for line in lines)
    if own.relation == case.use or (moves and raises):
        yield "生氣"
    bodies = {each.position for each in lines if "身" in _roles(case, each.position)}
    if moves and any(
        overcomes(own.element, lines[each - 1].element) for each in bodies | {case.original.self_position}
    ):
        yield "死氣"


def _change(case: Case, position: int) -> Iterator[str]:
    """What a moving line turns into, and what that does to it."""
    if position not in case.moving:
        return
    sole_of_home = len(case.moving) == 1 and case.original.najia[position - 1].home
    if case.choice("changes") == "all" or sole_of_home:
        yield "化" + relation_of(case, ("changed", position))
    before, after = case.original.najia[position - 1].element, case.changed.najia[position - 1].element
    if generates(after, before):
        yield "回頭生"
    if overcomes(after, before):
        yield "回頭克"


def _against_self(case: Case, position: int) -> Iterator[str]:
    """又看世爻沖剋處 (3:55): a clash between the branches, whatever moves; 靜爻克不得動爻 (2:71)."""
    line, own = case.original.najia[position - 1], case.original.najia[case.original.self_position - 1]
    if classical.clash(line.branch) == own.branch:
        yield "沖世"
    if ("overcomesLine", line.position, own.position) in edges(case):
        yield "克世"


def _past_or_future(case: Case, position: int) -> Iterator[str]:
    """午在未後，言已往也 … 申在未前，為未來事 (3:69): five branches either way from the body, of lines that move."""
    if position in case.moving:
        body = classical.BRANCHES.index(case.original.body)
        circle = (classical.BRANCHES[body:] + classical.BRANCHES[:body])[1:]
        branch = case.original.najia[position - 1].branch
        if branch in circle[:5]:
            yield "未來"
        if branch in circle[6:]:
            yield "過去"


def _flying(above: str, below: str) -> str:
    """The line above is the flying one."""
    if above == below:
        return "比和"
    if generates(above, below):
        return "飛生伏"
    if overcomes(above, below):
        return "飛克伏"
    return "伏生飛" if generates(below, above) else "伏克飛"


def _four_states(case: Case, above: str, branch: str) -> Iterator[str]:
    """伏克飛神為出暴, 伏生飛是脫; 日辰生合伏、克飛為出墓, generated or combined (3:3)."""
    below = classical.branch_element(branch)
    if overcomes(below, above):
        yield "出暴"
    if generates(below, above):
        yield "洩脫"
    if case.day_branch and overcomes(day := classical.branch_element(case.day_branch), above):
        if generates(day, below) or classical.combination(case.day_branch) == branch:
            yield "出墓"


def _counts_as_hidden_use(case: Case, kind: str, position: int) -> bool:
    """Under a pure hexagram either the opposite pure hexagram hides or it itself; elsewhere the palace's pure one."""
    if relation_of(case, (kind, position)) != case.use:
        return False
    if case.original.opposite_hidden and (kind == "opposite") != (case.choice("pure-hidden") == "opposite"):
        return False
    visible = any(line.relation == case.use for line in case.original.najia)
    return case.choice("hidden") == "every" or not visible


def _vigour(case: Case, element: str) -> str | None:
    return classical.strength(classical.branch_season(case.month), element) if case.month else None


def _month(case: Case, branch: str, element: str) -> Iterator[str]:
    """Strength by the season of the month branch; the rest by the month branch itself, 月破 its clash."""
    if not case.month:
        return
    strength = _vigour(case, element)
    assert strength is not None
    yield strength
    yield "有氣" if strength in ("旺", "相") else "無氣"
    month_element = classical.branch_element(case.month)
    if generates(month_element, element):
        yield "月生"
    if month_element == element:
        yield "月扶"
    if overcomes(month_element, element):
        yield "月克"
    if classical.combination(case.month) == branch:
        yield "月合"
    if classical.clash(case.month) == branch:
        yield "月破"


def _day(case: Case, branch: str, element: str) -> Iterator[str]:
    """By the day branch.

    日破 is the clash again, under the name that the headnote to 日沖飛上伏爻出 gives it (3:37), as 月破 is the clash
    of the month (蓋用爻被月建之沖也, 3:41). That a clash scatters the spent (其爻已散了, 2:59) has no name there.
    """
    day = case.day_branch
    if not day:
        return
    day_element = classical.branch_element(day)
    if generates(day_element, element):
        yield "日生"
    if day_element == element:
        yield "日扶"
    if overcomes(day_element, element):
        yield "日克"
    if classical.combination(day) == branch:
        yield "日合"
    if classical.clash(day) == branch:
        yield "日沖"
        yield "日破"
    if punishes(case, day, branch):
        yield "日刑"
    if stage(case, element, day) == "墓":
        yield "入墓"


def _clash_and_birth(case: Case, branch: str, element: str) -> Iterator[str]:
    """旺相 clashed by the day comes forth, 休囚 clashed is scattered (2:59); 長生 by the day or the month (2:55)."""
    if case.day_branch and case.month and classical.clash(case.day_branch) == branch:
        yield "沖起" if _vigour(case, element) in ("旺", "相") else "沖散"
    if case.day_branch and stage(case, element, case.day_branch) == "長生":
        yield "日長生"
    if case.month and stage(case, element, case.month) == "長生":
        yield "月長生"


def _polarity_of_day(case: Case, position: int) -> Iterator[str]:
    """陽日陽爻 is 扶, 陰日陽爻 並 (2:55); of yin lines the text says nothing."""
    if case.day_branch and case.original.najia[position - 1].yang:
        yield "扶" if classical.is_yang(case.day_branch) else "並"


def stage(case: Case, element: str, branch: str) -> str:
    """The stage of an element at a branch; earth borrows the stages of water or of fire."""
    lender = {"water": "水", "fire": "火"}[case.choice("earth-stages")]
    return classical.stage(lender if element == "土" else element, branch)


def _void(case: Case, branch: str, element: str) -> Iterator[str]:
    decade = case.day_pillar is not None and branch in classical.void(case.day_pillar)
    season = _is_void_by_season(case, element)
    at_womb = case.month is not None and stage(case, element, case.month) in ("胎", "絕")
    if decade:
        yield "旬空"
        if case.choice("decade-void") == "delayed" and _vigour(case, element) in ("旺", "相"):
            yield "過旬"
    if season:
        yield "四時空"
    if at_womb:
        yield "胎絕空"
    if (decade and _decade_counts(case, element)) or season or (at_womb and _stage_counts(case, element)):
        yield "空"


def _is_void_by_season(case: Case, element: str) -> bool:
    choice = case.choice("seasonal-void")
    if case.month is None or choice == "none":
        return False
    if choice == "headnote" and case.month in "辰未戌丑":
        return element == "木"
    return VOID_ELEMENTS[choice]["春夏秋冬".index(classical.branch_season(case.month))] == element


def _decade_counts(case: Case, element: str) -> bool:
    """Raw: always. Delayed: 旺相空亡過一旬，囚死空亡必不成 (2:65), void, though for the vigorous only while the decade
    lasts; the day of a chart lies in its decade. Rescued: 四時旺相不為空，日辰生助亦相同 (2:63), which nobody can say
    of a line whose strength is open.
    """
    if case.choice("decade-void") in ("raw", "delayed"):
        return True
    assert case.day_branch is not None
    day_element = classical.branch_element(case.day_branch)
    helped = generates(day_element, element) or day_element == element
    return _vigour(case, element) in ("休", "囚", "死") and not helped


def _stage_counts(case: Case, element: str) -> bool:
    """便是空亡莫亂更 (2:61), but 四時旺相不為空 (2:63)."""
    return case.choice("stage-void") == "on" and _vigour(case, element) in ("休", "囚", "死")


STATE_NAMES = {
    **{"動": "moving", "靜": "still", "重": "old-yang", "交": "old-yin"},
    **{"獨發": "sole-mover", "亂動": "many-moving", "六爻安靜": "all-still"},
    **{"世": "self", "應": "response", "間": "intermediate", "身": "body", "用": "use", "伏用": "hidden-use"},
    **{"父母": "parents", "兄弟": "siblings", "子孫": "offspring", "妻財": "wealth", "官鬼": "officials"},
    **{"木": "wood", "火": "fire", "土": "earth", "金": "metal", "水": "water"},
    **{"青龍": "azure-dragon", "朱雀": "vermilion-bird", "勾陳": "hook-array"},
    **{"螣蛇": "soaring-serpent", "白虎": "white-tiger", "玄武": "dark-warrior"},
    **{"旺": "prosperous", "相": "assisting", "休": "resting", "囚": "imprisoned", "死": "dead"},
    **{"有氣": "vigorous", "無氣": "spent"},
    **{
        "旬空": "decade-void",
        "四時空": "seasonal-void",
        "過旬": "awaiting-decade",
        "胎絕空": "stage-void",
        "空": "void",
    },
    **{"日生": "day-generated", "日扶": "day-supported", "日克": "day-overcome", "日沖": "day-clash"},
    **{"日合": "day-combined", "日刑": "day-punished", "日破": "day-break"},
    **{"月生": "month-generated", "月扶": "month-supported", "月克": "month-overcome"},
    **{"月合": "month-combined", "月破": "month-break", "入墓": "entombed"},
    **{"本宮": "home-palace", "旁宮": "side-palace"},
    **{"飛生伏": "flying-generates-hidden", "飛克伏": "flying-overcomes-hidden", "比和": "flying-hidden-alike"},
    **{"伏生飛": "hidden-generates-flying", "伏克飛": "hidden-overcomes-flying"},
    **{"回頭生": "change-generates-back", "回頭克": "change-overcomes-back", "殺": "baleful"},
    **{"化父母": "changes-to-parents", "化兄弟": "changes-to-siblings", "化子孫": "changes-to-offspring"},
    **{"化妻財": "changes-to-wealth", "化官鬼": "changes-to-officials"},
    **{"無父母": "parents-absent", "無兄弟": "siblings-absent", "無子孫": "offspring-absent"},
    **{"無妻財": "wealth-absent", "無官鬼": "officials-absent"},
    **{"父母靜": "parents-still", "兄弟靜": "siblings-still", "子孫靜": "offspring-still"},
    **{"妻財靜": "wealth-still", "官鬼靜": "officials-still"},
    **{"世生應": "self-generates-response", "應生世": "response-generates-self"},
    **{"世克應": "self-overcomes-response", "應克世": "response-overcomes-self"},
    **{"世應相刑": "self-and-response-punish", "生出扶出": "brought-out", "沖出": "opened"},
    **{"無用": "use-absent", "沖起": "risen", "沖散": "scattered", "扶": "upheld", "並": "level"},
    **{"日長生": "day-birth", "月長生": "month-birth"},
    **{"沖世": "clashes-self", "克世": "overcomes-self", "未來": "future", "過去": "past"},
    **{"出暴": "bursting-out", "洩脫": "draining", "出墓": "leaving-tomb"},
    **{"八純": "pure", "八純重動": "pure-and-moving", "生氣": "living-vigour", "死氣": "dying-vigour"},
}
"""The local name of each state word (docs/model.md)."""
