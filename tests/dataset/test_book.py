"""The book against its own cosmology: verdicts expected from the text and the common doctrine, not from the data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest
from tests import classical

from haidiyan import cli
from haidiyan.dataset import audit as examining
from haidiyan.dataset import store
from haidiyan.dataset.book import Audit, Finding, audit
from haidiyan.iris import PREFIXES
from haidiyan.queries import Query, bundled_names

HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
SYSTEM = [name.removeprefix("book/") for name in bundled_names() if name.startswith("book/")]

# Where a definition errs, and what is so instead. The cycle is 父→兄→子→財→官→父; each overcomes the next but one.
CONTRADICTED = {
    # 官 generates 父 and overcomes 兄; it is 子 that overcomes 官 (2:3 子能克鬼).
    ("2:15", "鬼能克子"): {"子孫克官鬼", "官鬼克兄弟"},
    # What drains a thing is what it generates: 父 is drained by 兄, and 子 drains 兄. 父 overcomes 子 (2:1 父能克子).
    ("2:27", "子為父洩"): {"父母克子孫", "子孫洩兄弟"},
}
# Where nothing decides, and what would.
UNDECIDED = {
    # The verse names no palace. Metal is 官 where it overcomes the palace (木); earth is 兄 where it is the palace’s
    # own; water is 子 where the palace generates it (金); fire is 父 where it generates the palace (土).
    ("3:25", "求財金鬼土為兄"): {"木受克於金", "土比和土"},
    ("3:25", "水子火印消詳納"): {"金生水", "土受生於火"},
    # 胎絕便是空亡 says that every line there is void; the choice takes 2:63 (旺相不為空) with it.
    ("2:61", "便是空亡莫亂更"): {"胎絕空無氣屬空"},
}


@pytest.fixture(scope="module")
def book(home: Path) -> Audit:
    return audit(store.open_store(home))


def of_place(findings: list[Finding], verdict: str) -> dict[tuple[str, str], str]:
    """The reasons in Chinese, together, by place and words."""
    found: dict[tuple[str, str], str] = {}
    for each in findings:
        if each.verdict == verdict:
            key = each.place, each.quote
            found[key] = found.get(key, "") + "".join(reason.words["zh-hant"] for reason in each.reasons)
    return found


def confirmed(book: Audit, place: str, quote: str) -> int:
    """How many definitions of some words are confirmed; none of them is anything else."""
    found = [each for each in book.definitions if (each.place, each.quote) == (place, quote)]
    assert {each.verdict for each in found} == {"confirmed"}
    return len(found)


def test_every_definition_has_a_verdict_and_a_reason_in_both_languages(book: Audit) -> None:
    assert book.complaints == []
    for each in [*book.definitions, *book.system]:
        assert each.reasons
        for words in (each.says, *(reason.words for reason in each.reasons)):
            assert words["en"]
            assert words["zh-hant"]
            assert "{" not in words["en"] + words["zh-hant"]


@pytest.mark.parametrize(
    ("verdict", "expected"), [("contradicted", CONTRADICTED), ("not-derivable", UNDECIDED)], ids=["errors", "undecided"]
)
def test_the_definitions_that_fail_are_these_and_the_facts_say_why(
    book: Audit, verdict: str, expected: dict[tuple[str, str], set[str]]
) -> None:
    found = of_place(book.definitions, verdict)
    assert set(found) == set(expected)
    for key, facts in expected.items():
        assert all(fact in found[key] for fact in facts), found[key]


def test_what_is_said_of_two_relations_is_judged_by_the_cycle(book: Audit) -> None:
    steps = {"生": 1, "克": 2, "洩": 4, "受克於": 3, "受生於": 4}
    names = "|".join(classical.RELATIONS)
    judged = 0
    for each in book.definitions:
        if said := re.fullmatch(f"({names})({'|'.join(steps)})({names})", each.says["zh-hant"]):
            one, two = classical.RELATIONS.index(said[1]), classical.RELATIONS.index(said[3])
            holds = (two - one) % 5 == steps[said[2]]
            assert each.verdict == ("confirmed" if holds else "contradicted"), each
            judged += 1
    assert judged >= 20


def test_the_officials_drain_the_wealth(book: Audit) -> None:
    assert confirmed(book, "2:33", "鬼能脫財") == 1
    assert confirmed(book, "2:13", "財生官洩") == 2


def test_a_spirit_is_overcome_by_what_overcomes_its_element(book: Audit) -> None:
    assert confirmed(book, "2:35", "龍受金克") == 1
    (finding,) = [each for each in book.definitions if each.quote == "龍受金克"]
    assert [reason.words["zh-hant"] for reason in finding.reasons] == ["以五行推之：木受克於金"]


def test_a_rival_definition_is_held_against_its_own_choice(book: Audit) -> None:
    assert confirmed(book, "3:15", "身動即世動也") == 1
    (finding,) = [each for each in book.definitions if each.quote == "身動即世動也"]
    assert [reason.ground for reason in finding.reasons] == ["choice"]


def test_the_table_of_the_headnote_is_confirmed_cell_by_cell(book: Audit) -> None:
    table = {each.says["zh-hant"]: each.verdict for each in book.definitions if each.place == "2:51"}
    cells = {
        f"{season}{classical.strength(season, element)}{element}"
        for season in classical.SEASONS
        for element in classical.ELEMENTS
    }
    assert table == dict.fromkeys(cells, "confirmed")


@pytest.mark.parametrize(
    ("place", "quote", "count"),
    [
        ("2:69", "甲子旬中空戌亥", 2),
        ("2:73", "寅刑巳上巳刑申", 2),
        ("2:73", "子卯逢之無禮星", 2),
        ("2:73", "辰午酉亥日相刑", 4),
        ("2:77", "癸亥伏在戌上下動", 4),
        ("3:1", "辰日合酉", 1),
        ("3:1", "午合未", 1),
        ("3:1", "亥日寅爻六合神", 1),
        ("3:25", "乾伏坤", 1),
        ("3:25", "坎伏離", 1),
        ("3:25", "震伏巽", 1),
        ("3:25", "艮伏兌", 1),
        ("3:53", "子午用初爻", 2),
        ("3:53", "巳亥六爻", 2),
        ("3:69", "即是六月卦也", 1),
        ("3:69", "卦中身未土", 1),
    ],
)
def test_what_agrees_is_confirmed(book: Audit, place: str, quote: str, count: int) -> None:
    assert confirmed(book, place, quote) == count


def test_what_the_cosmology_has_only_from_the_passage_is_told_apart(book: Audit) -> None:
    grounds = {each.quote: {reason.ground for reason in each.reasons} for each in book.definitions}
    assert grounds["寅刑巳上巳刑申"] == {"quoted"}
    assert grounds["父能克子"] == {"derived"}
    assert grounds["卦中身未土"] == {"given"}


PURE_LACK = "八純卦六爻同出一宮，六親往往不全"
SAID_OF_THE_SYSTEM = {
    "combinations-missing": {("3:1", "六合神", "incomplete")},
    "punishments-missing": {("2:73", "寅刑巳上巳刑申", "incomplete")},
    "strengths-unnamed": {("2:51", "春生旺", "incomplete")},
    "seasons-of-the-headnote": {
        ("2:51", "春生旺火相水休金囚土死", "confirmed"),
        ("2:51", "夏火旺土相木休水囚金死", "confirmed"),
        ("2:51", "秋金旺水相土休火囚木死", "confirmed"),
        ("2:51", "冬水旺木相金休土囚火死", "confirmed"),
    },
    "pure-hexagrams-whole": {("3:26", PURE_LACK, "contradicted")},
    "relations-of-no-palace": {
        ("3:25", "求財金鬼土為兄", "contradicted"),
        ("3:25", "水子火印消詳納", "contradicted"),
    },
    "months-of-withdrawal": {
        ("3:69", "即是六月卦也", "confirmed"),
        ("3:69", "合在四五月也", "confirmed"),
        ("3:69", "合在申酉月應", "confirmed"),
    },
    "void-of-the-first-decade": {("2:69", "甲子旬中空戌亥", "confirmed")},
    "wealth-hidden-under-bi": {("2:77", "癸亥伏在戌上下動", "confirmed")},
    "earth-hidden-under-yu": {("2:57", "午日豫卦，占則辰在卯下", "confirmed")},
    "eight-to-a-palace": {("2:49", "一宮有八卦，共六十四卦", "confirmed")},
    "vigorous-in-spring": {("2:63", "春不空於寅卯巳午之爻", "confirmed")},
    "dark-warrior-vigorous": {("2:45", "秋冬尤凶", "confirmed")},
    # 官生父, not 父生官; 子克官, not 官克子; 父克子, not 父生子. 官 does drain 財, and does generate 父.
    "relations-in-the-rendering": {
        ("2:2", "父母洩氣生官", "contradicted"),
        ("2:10", "妻財被鬼洩耗", "confirmed"),
        ("2:16", "官鬼能克子孫", "contradicted"),
        ("2:18", "官星洩氣去生父", "confirmed"),
        ("2:28", "子孫由父母洩氣而生", "contradicted"),
        ("2:34", "官鬼能耗脫妻財", "confirmed"),
    },
}
# The seasons’ void by each passage; what is vigorous in its season contradicts 旺相不為空.
VOIDS = {
    ("2:57", "春無土"): "春土",
    ("2:57", "夏無金"): "夏金",
    ("2:57", "秋無水"): "秋水",
    ("2:57", "冬無火"): "冬火",
    ("2:67", "春土"): "春土",
    ("2:67", "夏金"): "夏金",
    ("2:67", "秋是木"): "秋木",
    ("2:67", "三冬是火莫相逢"): "冬火",
    ("2:67", "秋水"): "秋水",
    ("2:67", "冬火"): "冬火",
    ("2:69", "春土"): "春土",
    ("2:69", "發金"): "夏金",
}


def found_by(book: Audit, query: str) -> list[Finding]:
    return [each for each in book.system if each.source == f"book/{query}"]


def reasons_of(book: Audit, query: str) -> set[str]:
    return {reason.words["zh-hant"] for each in found_by(book, query) for reason in each.reasons}


@pytest.mark.parametrize("query", SYSTEM)
def test_what_the_book_says_of_its_own_system_fares_as_it_should(book: Audit, query: str) -> None:
    found = {(each.place, each.quote, each.verdict) for each in found_by(book, query)}
    if query == "vigorous-yet-void":
        vigorous = {key: classical.strength(void[0], void[1]) in ("旺", "相") for key, void in VOIDS.items()}
        assert found == {(*key, "contradicted" if each else "confirmed") for key, each in vigorous.items()}
    else:
        assert found == SAID_OF_THE_SYSTEM[query]


def test_three_combinations_and_four_punishments_are_missing(book: Audit) -> None:
    ordered = {frozenset((each, classical.combination(each))) for each in classical.BRANCHES}
    missing = ordered - {frozenset("辰酉"), frozenset("午未"), frozenset("亥寅")}
    assert {frozenset(each.split("合")) for each in reasons_of(book, "combinations-missing")} == missing
    verse = {("寅", "巳"), ("巳", "申"), ("子", "卯"), ("卯", "子"), *((each, each) for each in "辰午酉亥")}
    left = {f"{one}刑{two}" for one, two in classical.punishments() - verse}
    assert reasons_of(book, "punishments-missing") == left == {"丑刑戌", "戌刑未", "未刑丑", "申刑寅"}


def test_each_pure_hexagram_has_all_five_relations(book: Audit) -> None:
    pure = [each for each in classical.hexagrams().values() if each.lines[:3] == each.lines[3:]]
    assert {len({line.relation for line in each.najia}) for each in pure} == {5}
    assert reasons_of(book, "pure-hexagrams-whole") == {f"{name}六爻，五親得5" for name in classical.TRIGRAMS}


def test_the_four_counted_relations_need_palaces_of_three_elements(book: Audit) -> None:
    needed = {"金官鬼": "", "土兄弟": "", "水子孫": "", "火父母": ""}
    expected = {
        f"{said[0]}為{said[1:]}，唯{classical.trigram_element(palace)}宮：{palace}"
        for said in needed
        for palace in classical.TRIGRAMS
        if classical.relation(classical.trigram_element(palace), said[0]) == said[1:]
    }
    assert reasons_of(book, "relations-of-no-palace") == expected
    assert len(expected) == 8


@pytest.mark.parametrize("query", SYSTEM)
def test_a_query_of_the_book_says_what_it_asks_what_a_row_is_and_why(query: str) -> None:
    asked = Query.bundled(f"book/{query}")
    assert asked.header("question (zh-hant)").endswith(("？", "乎？"))
    assert asked.header("question (en)").endswith("?")
    for key in ("row", "reason (en)", "reason (zh-hant)"):
        assert asked.header(key)


Judge = Callable[[str], Audit]


@pytest.fixture(scope="module")
def judge(home: Path) -> Judge:
    """The audit of one more definition, given as its triple, in the place of 2:15 鬼能克子."""
    there = store.fill(ox.Store(), store.named(store.open_store(home)))

    def judged(triple: str) -> Audit:
        subject, predicate, value = triple.split()
        written = (
            f'claim:x a hdy:Definition ; hdy:quote "甲"@lzh-hant ; hdy:passage passage:j2-p15 ; '
            f"hdy:statedIn segment:j2-p15-s09 ; rdf:subject {subject} ; rdf:predicate {predicate} ;"
            f" rdf:object {value} ."
        )
        more = list(ox.parse((HEAD + written).encode(), format=ox.RdfFormat.TURTLE))
        there.extend(more)
        try:
            return audit(there)
        finally:
            for each in more:
                there.remove(each)

    return judged


@pytest.mark.parametrize(
    ("triple", "verdict", "grounds"),
    [
        ("element:fire hdy:generates element:earth", "confirmed", {"given"}),
        ("element:fire hdy:generates element:water", "contradicted", {"another", "between"}),
        ("element:water hdy:generatedBy element:wood", "contradicted", {"another", "between", "reverse"}),
        ("branch:zi hdy:clashes branch:wei", "contradicted", {"another"}),
        # Punishment holds both ways for 子 and 卯, and one branch may punish several: nothing denies it.
        ("branch:shen hdy:punishes branch:si", "not-derivable", {"silent"}),
        ("spirit:azure-dragon hdy:overcomeBy element:fire", "not-derivable", {"silent"}),
        ("state:moving rdfs:subClassOf state:void", "not-derivable", {"silent"}),
        ("hexagram:33 hdy:body branch:wu", "contradicted", {"another"}),
    ],
)
def test_a_definition_is_judged_on_its_facts(judge: Judge, triple: str, verdict: str, grounds: set[str]) -> None:
    (finding,) = [each for each in judge(triple).definitions if each.source == "claim:x"]
    assert finding.verdict == verdict
    assert {reason.ground for reason in finding.reasons} >= grounds


def test_a_definition_by_an_unknown_predicate_cannot_be_audited(judge: Judge) -> None:
    result = judge("relation:parents hdy:beats relation:wealth")
    assert result.complaints == ["claim:x “甲” cannot be held against the cosmology: hdy:beats is declared nowhere."]


class Sources:
    """What is assembled from the sources, for the command: a dataset."""

    def __init__(self, dataset: ox.Store) -> None:
        self._dataset = dataset

    def in_memory(self) -> ox.Store:
        return self._dataset


def test_the_errors_of_the_book_are_data_and_no_fault(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(examining, "assemble", lambda *_: Sources(store.open_store(home)))
    assert cli.run(["check", "--book"]) == 0
    table = capsys.readouterr().out
    assert re.search(r"contradicted +2:15 .*鬼能克子.*offspring overcomes officials", table)
    assert re.search(r"incomplete +2:73 .*寅刑巳上巳刑申.*chou punishes xu", table)
    assert cli.run(["check", "--book", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert set(result) == {"verdicts", "definitions", "system", "complaints"}
    (error,) = [each for each in result["definitions"] if each["quote"] == "鬼能克子"]
    assert error["reasons"][0]["fact"] == ["relation:offspring", "hdy:overcomes", "relation:officials"]
    assert sum(result["verdicts"].values()) == len(result["definitions"])


def test_a_definition_that_cannot_be_audited_is_status_1(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = judge("relation:parents hdy:beats relation:wealth")
    monkeypatch.setattr(examining, "audit_book", lambda *_: result)
    assert cli.run(["check", "--book"]) == 1
    assert result.complaints[0] in capsys.readouterr().out
