"""Volume 3, 25–48: readings in which the sentences must and must not apply, from 八純 to 親疏."""

from __future__ import annotations

from functools import partial

import pytest
from tests.examples.saying import Found, said_in

import haidiyan

pytestmark = pytest.mark.usefixtures("home")

IN_FORCE, OVERRIDDEN, OPEN = "in-force", "overridden", "open"
CHART = {("chart", None)}
SOLE_HOME = {"changes": "sole-home"}

# 否, of the palace 乾 (metal): 未父 巳官 卯財世 | 午官 申兄 戌父應; yin below, yang above; the body is 申.
# 姤, of the same palace: 丑父世 亥子 酉兄 | 午官應 申兄 戌父; wealth 寅 lies hidden under 亥.


said = partial(said_in, 3, range(25, 49))
"""What these paragraphs say of a chart."""


def statuses(reading: Found, paragraph: int, words: str) -> set[str]:
    """How words stand in a reading; empty where they do not apply."""
    return {status for place, quote, status in reading if (place, quote) == (paragraph, words)}


# 八純 (25)


def test_a_pure_hexagram_in_motion_is_mixed_and_wants_its_hidden_lines() -> None:
    words = [(25, "八純重動爻業雜"), (25, "重動八純，須濟伏神"), (25, "若重動，更著伏爻")]
    reading = said("離", moving=(2,))
    assert all(reading[*each, IN_FORCE] == CHART for each in words)
    for still_or_mixed in (said("離"), said("否", moving=(2,))):
        assert not any(statuses(still_or_mixed, *each) for each in words)


def test_what_the_elements_are_is_weighed_where_wealth_is_asked_about() -> None:
    words = (25, "消詳納")
    assert said("離", moving=(2,), topic="求財")[*words, IN_FORCE] == CHART
    assert not statuses(said("離", topic="求財"), *words)
    assert not statuses(said("離", moving=(2,), topic="疾病"), *words)


# 間爻 (27, 29)

BETWEEN = [(27, "發動所求多阻隔"), (27, "不可發動"), (29, "不可動，動則有隔")]


def test_a_line_between_self_and_response_hinders_when_it_moves() -> None:
    """否: self 3, response 6, between them 4 and 5."""
    for line in (4, 5):
        reading = said("否", moving=(line,))
        assert all(reading[*each, IN_FORCE] == {("line", line)} for each in BETWEEN)
    for moving in ((), (1, 2, 3, 6)):
        reading = said("否", moving=moving)
        assert not any(statuses(reading, *each) for each in BETWEEN)


def test_siblings_between_them_cheat_and_officials_bring_misfortune() -> None:
    cheat = [(27, "兄動脫詐"), (29, "兄弟動主脫詐口舌")]
    misfortune = [(27, "鬼動見禍"), (29, "官鬼動主人事見隔")]
    siblings, officials = said("否", moving=(5,)), said("否", moving=(4,))
    assert all(siblings[*each, IN_FORCE] == {("line", 5)} for each in cheat)
    assert all(officials[*each, IN_FORCE] == {("line", 4)} for each in misfortune)
    assert not any(statuses(siblings, *each) for each in misfortune)
    assert not any(statuses(officials, *each) for each in cheat)
    assert not any(statuses(said("否", moving=(2,)), *each) for each in misfortune), "officials below the self line"


WHO = {
    "婚姻": "占婚姻為某人詭譎",
    "生產": "占生產為老孃",
    "謀事": "占事為阻郎",
    "耕種": "占耕種為農夫",
    "家宅": "占家宅為鄰里",
}


@pytest.mark.parametrize("topic", [*WHO, "求財"])
def test_who_stands_between_is_as_the_matter_has_it(topic: str) -> None:
    reading = said("否", moving=(5,), topic=topic)
    for matter, words in WHO.items():
        assert statuses(reading, 29, words) == ({IN_FORCE} if matter == topic else set())


# 獨發 (31)


def test_old_yang_tells_the_past_and_old_yin_the_future_where_one_line_moves() -> None:
    past, future = (31, "凡一爻動，重主過去"), (31, "交主未來")
    assert said("否", moving=(4,))[*past, IN_FORCE] == {("line", 4)}
    assert said("否", moving=(1,))[*future, IN_FORCE] == {("line", 1)}
    assert statuses(said("否", moving=(4,)), *future) == statuses(said("否", moving=(1,)), *past) == set()
    both = said("否", moving=(1, 4))
    assert statuses(both, *past) == statuses(both, *future) == set()


def test_what_the_sole_mover_becomes_is_of_use_if_vigorous() -> None:
    """否, line 4 moves and becomes 未, earth: it assists in summer and is dead in spring."""
    of_use, of_none = (31, "若變爻旺相可用"), (31, "休囚")
    summer, spring = said("否", month="午", moving=(4,)), said("否", month="卯", moving=(4,))
    assert summer[*of_use, IN_FORCE] == spring[*of_none, IN_FORCE] == {("changed", 4)}
    assert statuses(summer, *of_none) == statuses(spring, *of_use) == set()
    assert statuses(said("否", month="午", moving=(4, 5)), *of_use) == set()
    assert statuses(said("否", moving=(4,)), *of_use) == {OPEN}


def test_only_the_home_palace_changes_for_one_who_holds_so() -> None:
    """否, of 乾: its upper trigram is the home palace, 坤 below the side palace."""
    home, side = (31, "只有本卦六親一爻動可變"), [(31, "旁宮一爻動不可變"), (31, "只看六親")]
    above, below = said("否", moving=(4,), adopt=SOLE_HOME), said("否", moving=(2,), adopt=SOLE_HOME)
    assert above[*home, IN_FORCE] == {("line", 4)}
    assert all(below[*each, IN_FORCE] == {("line", 2)} for each in side)
    assert statuses(below, *home) == set()
    assert not any(statuses(above, *each) for each in side)
    assert not any(statuses(said("否", moving=(2,)), *each) for each in (home, *side)), "others read every change"


def test_for_the_weather_a_change_of_the_side_palace_may_be_borrowed() -> None:
    never, borrowed = (31, "旁宮一爻動不可變"), (31, "占陰晴可借用")
    weather = said("否", moving=(2,), topic="天時", adopt=SOLE_HOME)
    assert statuses(weather, *never) == {OVERRIDDEN}
    assert weather[*borrowed, IN_FORCE] == {("line", 2)}
    assert statuses(said("否", moving=(2,), topic="求財", adopt=SOLE_HOME), *borrowed) == set()


def test_the_side_palace_sends_back_to_the_home_hexagram() -> None:
    words = [(35, "旁宮一爻動變，使本卦重用"), (35, "六親分旺相輕重言之")]
    assert all(said("否", moving=(2,))[*each, IN_FORCE] == {("line", 2)} for each in words)
    assert not any(statuses(said("否", moving=(4,)), *each) for each in words)
    assert not any(statuses(said("否", moving=(1, 2)), *each) for each in words)


# 亂動 (33, 35)

TANGLED = [(33, "亂動休將亥爻尋"), (33, "只求親土守其真"), (33, "不宜六親"), (35, "六爻亂動，事緒難明")]
NO_CHANGE = [(33, "亂動不變"), (35, "兩爻三爻至六爻動，切不可看變")]


def test_where_two_lines_move_the_threads_are_tangled() -> None:
    reading = said("否", moving=(1, 4))
    assert all(reading[*each, IN_FORCE] == CHART for each in TANGLED)
    assert not any(statuses(said("否", moving=(4,)), *each) for each in TANGLED)


def test_no_change_is_read_then_by_one_who_holds_so() -> None:
    assert all(said("否", moving=(1, 4), adopt=SOLE_HOME)[*each, IN_FORCE] == CHART for each in NO_CHANGE)
    assert not any(statuses(said("否", moving=(1, 4)), *each) for each in NO_CHANGE)
    assert not any(statuses(said("否", moving=(4,), adopt=SOLE_HOME), *each) for each in NO_CHANGE)


def test_a_use_line_that_moves_with_others_is_harmful_and_has_a_ground_when_strong() -> None:
    """否, officials 午 at line 4: fire prospers in summer and is dead in winter; a day of 寅 generates it."""
    harm, ground = (33, "用爻動凶"), (33, "旺相生扶始有因")
    strong = said("否", "官鬼", "午", "寅", (4, 5))
    assert strong[*harm, IN_FORCE] == strong[*ground, IN_FORCE] == {("line", 4)}
    for month, day in (("子", "寅"), ("午", "子")):
        weak = said("否", "官鬼", month, day, (4, 5))
        assert weak[*harm, IN_FORCE] == {("line", 4)}
        assert statuses(weak, *ground) == set()
    for alone_or_still in (said("否", "官鬼", "午", "寅", (4,)), said("否", "妻財", "午", "寅", (4, 5))):
        assert statuses(alone_or_still, *harm) == statuses(alone_or_still, *ground) == set()


def test_of_many_movers_the_vigorous_is_taken() -> None:
    """否 in summer: of 午 and 申, both moving, fire is prosperous and metal dead."""
    words = (35, "只取旺相有情，急宜仔細看")
    assert said("否", month="午", moving=(4, 5))[*words, IN_FORCE] == {("line", 4)}
    assert statuses(said("否", month="午", moving=(4,)), *words) == set()


# 生氣 死氣 (37, 39)

LIVING, DYING = (37, "生氣動者謀往吉"), (37, "死氣發時病訟凶")
DYING_EXAMPLE = (39, "如占病，官司，動爻旺相剋其世身")


@pytest.mark.parametrize("topic", ["謀事", "出行"])
def test_living_vigour_moving_is_good_for_planning_and_setting_out(topic: str) -> None:
    """否, use officials: 午 moves in summer; 卯, which generates fire, moves in spring."""
    assert said("否", "官鬼", "午", moving=(4,), topic=topic)[*LIVING, IN_FORCE] == {("line", 4)}
    assert said("否", "官鬼", "卯", moving=(3,), topic=topic)[*LIVING, IN_FORCE] == {("line", 3)}
    assert statuses(said("否", "官鬼", "午", topic=topic), *LIVING) == set(), "still"
    assert statuses(said("否", "官鬼", "酉", moving=(3,), topic=topic), *LIVING) == set(), "wood is dead in autumn"
    assert statuses(said("否", "官鬼", "午", moving=(4,), topic="求財"), *LIVING) == set()


def test_documents_live_by_parents_in_the_chart_and_by_officials_that_move() -> None:
    """如占文書，旺相出現，或官爻有氣發: 否 has parents 未 and 戌, officials 巳 and 午; in summer earth assists."""
    visible, raised = (39, "如占文書，旺相出現"), (39, "或官爻有氣發")
    summer = said("否", month="午", moving=(4,), topic="文書")
    assert summer[*visible, IN_FORCE] == {("line", 1), ("line", 6)}
    assert summer[*raised, IN_FORCE] == {("line", 4)}
    winter = said("否", month="子", moving=(4,), topic="文書")
    assert statuses(winter, *visible) == statuses(winter, *raised) == set()
    assert statuses(said("否", month="午", topic="文書"), *raised) == set()
    assert statuses(said("否", month="午", moving=(4,), topic="求財"), *visible) == set()


@pytest.mark.parametrize("words", [DYING, DYING_EXAMPLE])
@pytest.mark.parametrize("topic", ["疾病", "官司"])
def test_dying_vigour_is_harmful_in_illness_and_lawsuit(words: tuple[int, str], topic: str) -> None:
    """否: 申 overcomes the self line 卯; metal prospers in autumn and is imprisoned in spring."""
    assert said("否", month="酉", moving=(5,), topic=topic)[*words, IN_FORCE] == {("line", 5)}
    assert statuses(said("否", month="卯", moving=(5,), topic=topic), *words) == set()
    assert statuses(said("否", month="酉", topic=topic), *words) == set()
    assert statuses(said("否", month="酉", moving=(5,), topic="求財"), *words) == set()


def test_what_overcomes_the_body_is_dying_vigour_too() -> None:
    """否: the body is 申, which 午 overcomes; if the body is the self line, 卯, fire does nothing to it."""
    assert said("否", month="午", moving=(4,), topic="疾病")[*DYING, IN_FORCE] == {("line", 4)}
    assert statuses(said("否", month="午", moving=(4,), topic="疾病", adopt={"body": "self"}), *DYING) == set()


def test_without_a_month_only_a_line_that_could_be_dying_vigour_leaves_it_open() -> None:
    assert statuses(said("否", moving=(5,), topic="疾病"), *DYING) == {OPEN}
    assert statuses(said("否", topic="疾病"), *DYING) == set(), "nothing moves"


# 日沖 月破 (37, 41)

OUT, WEALTH_OUT = (37, "日沖飛上伏爻出"), (41, "如占財，財爻伏在無氣爻下，卻得日辰沖去飛爻，其財有用也")


def test_a_clash_of_the_day_brings_out_what_lies_beneath() -> None:
    assert said("姤", "妻財", "卯", "巳")[*OUT, IN_FORCE] == {("hidden", 2)}
    assert statuses(said("姤", "妻財", "卯", "子"), *OUT) == set()
    assert statuses(said("姤", "父母", "卯", "巳"), *OUT) == set(), "parents 子 are not what lies under 亥"


def test_the_example_of_hidden_wealth() -> None:
    """財爻伏在無氣爻下，卻得日辰沖去飛爻: 亥 above 寅 rests in spring and prospers in winter; 巳 clashes with it."""
    assert said("姤", month="卯", day="巳", topic="求財")[*WEALTH_OUT, IN_FORCE] == {("hidden", 2)}
    assert statuses(said("姤", month="子", day="巳", topic="求財"), *WEALTH_OUT) == set()
    assert statuses(said("姤", month="卯", day="子", topic="求財"), *WEALTH_OUT) == set()
    assert statuses(said("姤", "妻財", "卯", "巳", topic="疾病"), *WEALTH_OUT) == set()


BROKEN = {"憂疑": "憂者散", "疾病": "病者死", "謀事": "事不成", "求財": "財無氣"}


@pytest.mark.parametrize("topic", BROKEN)
def test_a_use_line_broken_by_the_month_is_good_for_worry_alone(topic: str) -> None:
    """否: 子 breaks 午, officials, and 酉 breaks 卯, wealth; 丑 breaks 未, parents, and neither of them."""
    use, month, line = ("妻財", "酉", 3) if topic == "求財" else ("官鬼", "子", 4)
    reading = said("否", use, month, topic=topic)
    assert reading[37, "月破爻沖爭爭空", IN_FORCE] == {("line", line)}
    for matter, words in BROKEN.items():
        assert statuses(reading, 41, words) == ({IN_FORCE} if matter == topic else set())
    whole = said("否", use, "丑", topic=topic)
    assert statuses(whole, 37, "月破爻沖爭爭空") == statuses(whole, 41, BROKEN[topic]) == set()


def test_only_wealth_that_is_broken_is_wealth_without_vigour() -> None:
    """財無氣: asked of money with officials for the use line, their break says nothing of the wealth."""
    assert statuses(said("否", "官鬼", "子", topic="求財"), 41, "財無氣") == set()


# 有無 (43)


def test_there_and_lacking_are_names_and_foretell_nothing() -> None:
    """用爻出現謂之有，用爻不現謂之無: 姤 shows officials and no wealth; neither is a verdict."""
    for use in ("官鬼", "妻財"):
        reading = said("姤", use)
        assert not statuses(reading, 43, "用爻出現謂之有")
        assert not statuses(reading, 43, "用爻不現謂之無")


def prognoses(hexagram: str, topic: str, words: str) -> set[str]:
    claims = haidiyan.read(haidiyan.cast(hexagram=hexagram), topic).to_dict()["claims"]
    return {each["prognosis"] for each in claims if each["quote"] == words and each["status"] == IN_FORCE}


def test_no_officials_is_good_for_worry_and_bad_for_office() -> None:
    """未濟 shows no officials; 否 shows two. 憂官 is worry, and a case before officials."""
    words = "無鬼憂官喜落空"
    assert prognoses("未濟", "憂疑", words) == prognoses("未濟", "訟", words) == {"favourable"}
    assert prognoses("未濟", "求官", words) == {"adverse"}
    assert prognoses("未濟", "求財", words) == set()
    assert prognoses("否", "憂疑", words) == prognoses("否", "求官", words) == set()


@pytest.mark.parametrize("topic", ["婚姻", "買婢", "謀事"])
def test_without_wealth_or_offspring_nothing_is_brought_about(topic: str) -> None:
    """姤 lacks wealth, 否 lacks offspring, 遯 both; 震, a pure hexagram, shows all five."""
    words = (43, "卦無財子鬧重重")
    for lacking in ("姤", "否", "遯"):
        assert said(lacking, topic=topic)[*words, IN_FORCE] == CHART
    assert statuses(said("震", topic=topic), *words) == set()
    assert statuses(said("姤", topic="疾病"), *words) == set()


# 男女 親疏 (45, 47)

MAN, WOMAN = (45, "陰變陽爻為男子"), (45, "陽變陰爻是女人")
MAN_BY_PALACE, WOMAN_BY_PALACE = (45, "陰宮變陽為男"), (45, "陽宮變陰為女")


def test_the_line_tells_man_from_woman() -> None:
    reading = said("否", moving=(1, 4))
    assert reading[*MAN, IN_FORCE] == {("line", 1)}
    assert reading[*WOMAN, IN_FORCE] == {("line", 4)}
    assert statuses(reading, *MAN_BY_PALACE) == statuses(reading, *WOMAN_BY_PALACE) == set()


def test_for_one_who_follows_the_headnote_the_palace_does() -> None:
    """離 of its own yin palace becomes 坎, of a yang one, or 旅, of 離 again; 坎 becomes 離."""
    everything = (1, 2, 3, 4, 5, 6)
    palace = {"gender": "palace"}
    man, woman = said("離", moving=everything, adopt=palace), said("坎", moving=everything, adopt=palace)
    assert man[*MAN_BY_PALACE, IN_FORCE] == woman[*WOMAN_BY_PALACE, IN_FORCE] == CHART
    assert statuses(man, *WOMAN_BY_PALACE) == statuses(woman, *MAN_BY_PALACE) == set()
    assert statuses(man, *MAN) == statuses(man, *WOMAN) == set()
    assert statuses(said("離", moving=(1,), adopt=palace), *MAN_BY_PALACE) == set()
    assert said("離", moving=everything, doctrine="headnote")[*MAN_BY_PALACE, IN_FORCE] == CHART


def test_officials_at_self_or_response_are_kin() -> None:
    words = (47, "鬼爻世應便為親")
    assert said("姤")[*words, IN_FORCE] == {("line", 4)}
    assert said("離")[*words, IN_FORCE] == {("line", 3)}
    assert statuses(said("否"), *words) == set()


def test_yang_officials_in_a_yin_palace_are_neighbours_or_strangers() -> None:
    """離 and 兌: 亥 and 巳, officials, are yang lines. 坤: 卯 is a yin line. 姤 is of a yang palace."""
    words = (47, "不是鄉鄰即外人")
    assert said("離")[*words, IN_FORCE] == {("line", 3)}
    assert said("兌")[*words, IN_FORCE] == {("line", 1)}
    assert statuses(said("坤"), *words) == statuses(said("姤"), *words) == set()
