"""Volume 3, 1–24: readings in which the sentences must and must not apply, from 六合 to 身動."""

from __future__ import annotations

from functools import partial

import pytest
from tests.examples.saying import Found, said_in

pytestmark = pytest.mark.usefixtures("home")

IN_FORCE, OVERRIDDEN, OPEN = "in-force", "overridden", "open"
CHART = {("chart", None)}


said = partial(said_in, 3, range(25))
"""What these paragraphs say of a chart."""


def statuses(reading: Found, paragraph: int, words: str) -> set[str]:
    """How words stand in a reading; empty where they do not apply."""
    return {status for place, quote, status in reading if (place, quote) == (paragraph, words)}


# 六合 (1)

SMOOTH = (1, "旺相長生皆可順")


def test_a_combined_line_in_its_birth_stage_goes_smoothly_in_any_season() -> None:
    """亥日寅爻: wealth 寅 of 乾 on a day of 亥, which combines with wood and is its birth; in autumn wood is dead."""
    for month in "卯酉":
        assert said("乾", "妻財", month, "亥")[*SMOOTH, IN_FORCE] == {("line", 2)}
    assert statuses(said("乾", "妻財", "卯", "子"), *SMOOTH) == set(), "子 generates it, but does not combine"


def test_a_combined_line_without_vigour_or_birth_does_not() -> None:
    """辰 of 乾 on a day of 酉: earth assists in summer and is dead in spring."""
    assert said("乾", "父母", "午", "酉")[*SMOOTH, IN_FORCE] == {("line", 3)}
    assert statuses(said("乾", "父母", "卯", "酉"), *SMOOTH) == set()


def test_wealth_and_officials_that_combine_tie_a_marriage() -> None:
    """隨: wealth 辰, officials 酉. 解 has wealth 辰 and officials 申."""
    tie = (1, "財鬼婚姻便結親")
    assert said("隨", topic="婚姻")[*tie, IN_FORCE] == {("line", 3)}
    assert statuses(said("解", topic="婚姻"), *tie) == set()
    assert statuses(said("隨", topic="疾病"), *tie) == set()


def test_combination_and_generation_are_good_and_punishment_and_overcoming_are_not() -> None:
    """寅, wealth of 乾: 亥 combines, 子 generates, 申 overcomes, 戌 does nothing; a month of 午 does nothing either."""
    good, harm = (1, "日月合生從吉論"), (1, "支神刑剋作凶神")
    for day, is_good, is_harmful in (
        ("亥", True, False),
        ("子", True, False),
        ("申", False, True),
        ("戌", False, False),
    ):
        reading = said("乾", "妻財", "午", day)
        assert bool(statuses(reading, *good)) == is_good
        assert bool(statuses(reading, *harm)) == is_harmful


def test_a_punishing_day_is_a_baleful_spirit() -> None:
    """午 punishes itself: officials 午 of 乾; it neither overcomes fire nor clashes with it."""
    assert said("乾", "官鬼", "寅", "午")[1, "支神刑剋作凶神", IN_FORCE] == {("line", 4)}


# 飛伏四態 (3)


def test_the_four_states_of_flying_and_hidden_lines() -> None:
    """姤: 寅 under 亥. 遯: 寅 under 午, 子 under 辰. 明夷: 戌 under 亥 at the fifth line."""
    burst, birth, drain, pressed = "伏克飛神為出暴", "飛生伏下得長生", "卦見伏生飛是脫", "用遭飛克事難行"
    for hexagram, use, line, words in (
        ("明夷", "官鬼", 5, burst),
        ("姤", "妻財", 2, birth),
        ("遯", "妻財", 2, drain),
        ("遯", "子孫", 1, pressed),
    ):
        reading = said(hexagram, use)
        assert ("hidden", line) in reading[3, words, IN_FORCE]
        others = {
            place
            for (_, quote, _), places in reading.items()
            if quote in {burst, birth, drain, pressed} - {words}
            for place in places
        }
        assert ("hidden", line) not in others


def test_the_four_states_are_read_where_a_hidden_line_counts() -> None:
    """明夷 has officials in view: where only the hidden lines of absent relations count, 戌 is not asked after."""
    assert statuses(said("明夷", "官鬼", adopt={"hidden": "absent"}), 3, "伏克飛神為出暴") == set()


def test_generated_by_the_flying_line_counts_if_vigorous() -> None:
    words = (3, "飛生伏用爻，旺相為得生")
    assert said("姤", "妻財", "卯")[*words, IN_FORCE] == {("hidden", 2)}
    assert statuses(said("姤", "妻財", "酉"), *words) == set()


def test_what_leaves_the_tomb() -> None:
    """遯, 寅 under 午: 子 and 亥 generate wood and overcome fire. 豫, 辰 under 卯: 酉 combines and overcomes wood."""
    words = (3, "日辰生合伏，克飛為出墓")
    for day in "子亥":
        assert said("遯", "妻財", day=day)[*words, IN_FORCE] == {("hidden", 2)}
    assert said("豫", "妻財", day="酉")[*words, IN_FORCE] == {("hidden", 3)}
    assert statuses(said("遯", "妻財", day="酉"), *words) == set()
    assert statuses(said("豫", "妻財", day="午"), *words) == set(), "it generates 辰, but does not overcome 卯"


# 行人 逃者 生產 求事 (5)


def test_the_traveller_returns_when_all_four_conditions_hold() -> None:
    """遯, officials 午 over 午 at the fourth line, in spring on a day of 寅; the second lies over 寅."""
    come, back = "如用爻旺相，日辰生扶出，飛伏比和，用爻出現，行人歸", "行人歸，逃者回"
    reading = said("遯", "官鬼", "卯", "寅", topic="行人")
    assert reading[5, come, IN_FORCE] == {("line", 4)}
    assert reading[5, back, IN_FORCE] == {("hidden", 4)}
    for month, day in (("酉", "寅"), ("卯", "子")):
        later = said("遯", "官鬼", month, day, topic="行人")
        assert statuses(later, 5, come) == statuses(later, 5, back) == set()
    assert statuses(said("遯", "官鬼", "卯", "寅", topic="疾病"), 5, come) == set()


def test_a_fugitive_does_not_return_when_the_use_line_is_spent_and_struck() -> None:
    """Fire is imprisoned in autumn; 子 clashes with 午 and overcomes it, 寅 generates it."""
    words = (5, "逃者不歸")
    assert said("遯", "官鬼", "酉", "子", topic="逃亡")[*words, IN_FORCE] == {("line", 2), ("line", 4)}
    assert statuses(said("遯", "官鬼", "酉", "寅", topic="逃亡"), *words) == set()
    assert statuses(said("遯", "官鬼", "卯", "子", topic="逃亡"), *words) == set()


def test_the_hidden_line_stands_in_where_wealth_is_absent() -> None:
    """遯 lacks wealth; 寅 under 午 is dead in autumn, and 申 clashes with it."""
    words = "有人未來，逃者不歸，生產不收，求事無頭緒，占財不實"
    reading = said("遯", month="酉", day="申", topic="求財")
    assert reading[5, words, IN_FORCE] == {("hidden", 2)}
    assert statuses(reading, 5, "占財不實") == set()


# 謁人 (3, 7)


def test_one_called_on_is_in_when_the_use_line_is_still() -> None:
    still, gone = (3, "將來謁人須用靜"), (7, "或動不在")
    reading = said("遯", "官鬼", moving=(2,), topic="謁人")
    assert reading[*still, IN_FORCE] == {("line", 4)}
    assert reading[*gone, IN_FORCE] == {("line", 2)}
    hidden = said("遯", "妻財", moving=(2,), topic="謁人")
    assert statuses(hidden, *still) == set()
    assert hidden[*gone, IN_FORCE] == {("hidden", 2)}


def test_one_called_on_is_met_when_the_still_line_is_vigorous_and_brought_out() -> None:
    words = (7, "謁人，要用爻不動，有氣，日辰透出")
    assert said("遯", "官鬼", "卯", "寅", (2,), "謁人")[*words, IN_FORCE] == {("line", 4), ("hidden", 4)}
    assert statuses(said("遯", "官鬼", "卯", "子", (2,), "謁人"), *words) == set()
    assert statuses(said("遯", "官鬼", "酉", "寅", (2,), "謁人"), *words) == set()


def test_one_called_on_is_about_to_leave() -> None:
    """戌 is the tomb of fire; the response line of 遯 is the fifth."""
    words = (7, "若用在墓動，或應動，人慾出，可速見")
    assert said("遯", "官鬼", day="戌", moving=(2,), topic="謁人")[*words, IN_FORCE] == {("line", 2)}
    assert said("遯", "官鬼", day="酉", moving=(2, 5), topic="謁人")[*words, IN_FORCE] == {("line", 5)}
    gone = (7, "或動不在")
    assert statuses(said("遯", "官鬼", day="戌", moving=(2,), topic="謁人"), *gone) == {OVERRIDDEN}, "not gone yet"
    assert statuses(said("遯", "官鬼", day="酉", moving=(2,), topic="謁人"), *gone) == {IN_FORCE}
    assert statuses(said("遯", "官鬼", day="戌", topic="謁人"), *words) == set()


def test_calling_on_the_eminent_is_calling_on_someone() -> None:
    """謁貴 is narrower than 謁人 and has officials for its use line."""
    assert said("遯", topic="謁貴")[3, "將來謁人須用靜", IN_FORCE] == {("line", 2), ("line", 4)}


# 看用爻, 宜靜, 宜動 (9, 11)

LOOK = {
    "將本求利": ["將本求利"],
    "放債抽拈": ["放債", "抽拈"],
    "買物停塌": ["買物停塌"],
    "賭聞撼錢": ["賭博"],
    "圖謀考試": ["圖謀", "考試"],
    "見任官員": ["見任官員"],
    "上書投詞": ["上書", "投詞"],
    "守舊常占": ["守舊", "常占"],
}
STILL = {
    "娶妻買婢": ["娶妻", "買婢"],
    "屋宅墳田": ["屋宅", "墳墓", "田土"],
    "住庵謁人": ["住庵", "謁人"],
    "失物理冤": ["失物", "理冤"],
    "取索借債": ["取索", "借債"],
    "讀書請客": ["讀書", "請客"],
    "生產求歸": ["生產", "求歸"],
    "脫貨贖解": ["脫貨", "贖解"],
    "官員待次": ["官員待次"],
    "散事解災": ["散事", "解災"],
}
MOVING = {
    "改易敘職": ["改易", "敘職"],
    "告欲幹求": ["告欲幹求"],
    "脫詐失約": ["脫詐", "失約"],
    "行人遠信": ["行人", "遠信"],
    "出行遷移": ["出行", "遷移"],
}
MATTERS = [(words, topic) for words, topics in (LOOK | STILL | MOVING).items() for topic in topics]


@pytest.mark.parametrize(("words", "topic"), MATTERS)
def test_each_listed_matter_has_its_own_list(words: str, topic: str) -> None:
    """乾 with wealth asked after, its second line still and then moving."""
    for moving in ((), (2,)):
        found = said("乾", "妻財", moving=moving, topic=topic)
        expected = {words} if words in LOOK or (words in MOVING) == bool(moving) else set()
        listed = {quote for _, quote, _ in found if quote in LOOK | STILL | MOVING}
        assert listed == expected
        assert all(found[11 if each not in LOOK else 9, each, IN_FORCE] == {("line", 2)} for each in expected)


def test_matters_that_want_stillness_want_vigour_first() -> None:
    words = (11, "有氣為先")
    assert said("乾", "妻財", "卯", topic="娶妻")[*words, IN_FORCE] == {("line", 2)}
    assert statuses(said("乾", "妻財", "酉", topic="娶妻"), *words) == set()
    assert statuses(said("乾", "妻財", "卯", topic="脫貨"), *words) == set(), "it is listed after these words"


def test_the_book_contradicts_itself_on_selling_off_and_both_stand() -> None:
    """脫貨占求動是真 (3), and 脫貨 under 宜靜 (11)."""
    real, still = (3, "脫貨占求動是真"), (11, "脫貨贖解")
    moves, rests = said("乾", moving=(2,), topic="脫貨"), said("乾", topic="脫貨")
    assert (statuses(moves, *real), statuses(moves, *still)) == ({IN_FORCE}, set())
    assert (statuses(rests, *real), statuses(rests, *still)) == (set(), {IN_FORCE})


def test_the_hidden_line_that_stands_in_is_read_too() -> None:
    """遯 lacks wealth; 寅 lies under the second line and moves with it."""
    for moving, topic, paragraph, words in (
        ((), "賭博", 9, "用爻"),
        ((), "娶妻", 11, "用爻宜靜"),
        ((), "借債", 11, "宜靜"),
        ((2,), "出行", 11, "動者無噓"),
    ):
        assert said("遯", "妻財", moving=moving, topic=topic)[paragraph, words, IN_FORCE] == {("hidden", 2)}


# 日辰為君 (15–18)


def test_what_the_day_does_to_the_use_line() -> None:
    """寅, wealth of 乾: 申 clashes and overcomes, 酉 overcomes, 亥 combines and generates, 子 generates."""
    shun, joy = (15, "日辰沖戰不堪親"), (15, "若見合生當喜悅")
    for day in "申酉":
        reading = said("乾", "妻財", day=day)
        assert reading[*shun, IN_FORCE] == {("line", 2)}
        assert statuses(reading, *joy) == set()
    for day in "亥子":
        reading = said("乾", "妻財", day=day)
        assert reading[*joy, IN_FORCE] == {("line", 2)}
        assert statuses(reading, *shun) == set()
    assert statuses(said("乾", "妻財", "卯"), *shun) == {OPEN}


def test_self_and_response_that_overcome_one_another_take_toil() -> None:
    """遯: self 午, response 申. A still line does not reach a moving one. 乾: 戌 and 辰."""
    notes = [(17, "世應相剋，縱好費力"), (23, "凡世應相剋，縱然好事，也須費力")]
    for moving, applies in (((), True), ((2,), True), ((5,), False), ((2, 5), True)):
        assert all((statuses(said("遯", moving=moving), *each) == {IN_FORCE}) == applies for each in notes)
    assert not any(statuses(said("乾"), *each) for each in notes)


def test_a_use_line_and_the_self_line_that_overcome_one_another() -> None:
    """遯: 午 at the self line overcomes siblings 申 at the third and the fifth; the parents are earth."""
    words = (15, "用與世爻相剋者是")
    assert said("遯", "兄弟")[*words, IN_FORCE] == {("line", 3), ("line", 5)}
    assert statuses(said("遯", "父母"), *words) == set()


# 應動, 身動 (19–24)

TOPICS = {
    "宅墓高低產子難": ["家宅", "墳墓", "產子"],
    "病多進退往行難": ["病", "往行"],
    "婚姻有疑逃者近": ["婚姻", "逃者"],
    "詞訴普速主繫閉": ["詞訴"],
}


@pytest.mark.parametrize(("words", "topic"), [(words, each) for words, topics in TOPICS.items() for each in topics])
def test_each_matter_of_the_verse_on_response_and_body(words: str, topic: str) -> None:
    """The response line of 遯 is the fifth; its body 未 is on no line."""
    assert said("遯", moving=(5,), topic=topic)[19, words, IN_FORCE] == CHART
    assert statuses(said("遯", moving=(1, 2, 3, 4, 6), topic=topic), 19, words) == set()
    others = set(TOPICS) - {words}
    assert not any(statuses(said("遯", moving=(5,), topic=topic), 19, each) for each in others)


def test_a_moving_body_brings_worry() -> None:
    """豫: its body 午 is the fourth line. 遯 has no line of its body; where self is the body, the second is."""
    for words in ((19, "身動生憂事不寧"), (21, "身動有憂事")):
        assert said("豫", moving=(4,))[*words, IN_FORCE] == {("line", 4)}
        assert statuses(said("豫", moving=(1,)), *words) == set()
        assert statuses(said("遯", moving=(2,)), *words) == set()
        assert said("遯", moving=(2,), adopt={"body": "self"})[*words, IN_FORCE] == {("line", 2)}


def test_a_prosperous_body_succeeds_by_toil() -> None:
    """午 prospers in summer; in spring it assists."""
    words = (21, "旺見磨折，費力而成")
    assert said("豫", month="午", moving=(4,))[*words, IN_FORCE] == {("line", 4)}
    assert statuses(said("豫", month="卯", moving=(4,)), *words) == set()
    assert statuses(said("豫", month="午"), *words) == set()


def test_a_moving_body_suits_setting_out_unless_officials_or_wealth_stir() -> None:
    """豫: wealth 戌 at the top. 觀: officials 午 lie under the self line, the fourth."""
    suits, but = (21, "雖宜動出行"), (21, "若世下鬼發，財發，亦不吉也")
    calm = said("豫", moving=(4,), topic="出行")
    assert (statuses(calm, *suits), statuses(calm, *but)) == ({IN_FORCE}, set())
    wealth = said("豫", moving=(4, 6), topic="出行")
    assert (statuses(wealth, *suits), statuses(wealth, *but)) == ({OVERRIDDEN}, {IN_FORCE})
    officials = said("觀", moving=(4,), topic="出行", adopt={"body": "self"})
    assert (statuses(officials, *suits), statuses(officials, *but)) == ({OVERRIDDEN}, {IN_FORCE})
    assert statuses(said("觀", moving=(5,), topic="出行"), *but) == set(), "officials move, but not under the self line"
    for stirred in (said("豫", moving=(6,), topic="出行"), said("觀", moving=(4,), topic="出行")):
        assert (statuses(stirred, *suits), statuses(stirred, *but)) == (set(), set()), "the body does not move"


def test_a_moving_response_line_is_not_to_be_trusted() -> None:
    for words in ((19, "應動託人心易變"), (23, "不可託人")):
        assert said("遯", moving=(5,), topic="託人")[*words, IN_FORCE] == {("line", 5)}
        assert statuses(said("遯", moving=(2,), topic="託人"), *words) == set()
        assert statuses(said("遯", moving=(5,), topic="疾病"), *words) == set()


def test_one_may_see_to_it_oneself_when_the_use_line_is_vigorous() -> None:
    """Officials 午 of 遯 assist in spring, and are imprisoned in autumn."""
    words = (23, "用爻有氣，須是欲求，或自去理會吉")
    assert said("遯", "官鬼", "卯", moving=(5,))[*words, IN_FORCE] == CHART
    assert statuses(said("遯", "官鬼", "酉", moving=(5,)), *words) == set()
    assert statuses(said("遯", "官鬼", "卯"), *words) == set()
    assert said("遯", "妻財", "卯", moving=(5,))[*words, IN_FORCE] == CHART, "wealth 寅, hidden, stands in"


def test_a_use_line_of_mao_is_not_soon_accomplished() -> None:
    """觀: wealth 卯 at the third and the top line. 乾: wealth 寅. As printed, only 卯 is meant."""
    words = (19, "旺相扶持不速成")
    assert said("觀", "妻財", "卯", "子")[*words, IN_FORCE] == {("line", 3), ("line", 6)}
    assert statuses(said("乾", "妻財", "卯", "子"), *words) == set()
    assert statuses(said("觀", "妻財", "酉", "子"), *words) == set()
    assert statuses(said("觀", "妻財", "卯", "戌"), *words) == set()
