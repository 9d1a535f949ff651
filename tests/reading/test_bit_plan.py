"""The bit plan and SPARQL say the same of every question: what nodes are, whither they lead, and what fires."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import haidiyan
from haidiyan.atlas.factors import Factors
from haidiyan.chart.catalog import catalog
from haidiyan.corpus import cases
from haidiyan.dataset.memory import Memory, memory, using
from haidiyan.dataset.overlay import load
from haidiyan.errors import InputError
from haidiyan.reading.engine import BITS, PATIENCE, SPARQL, Engine
from haidiyan.reading.evaluation import Evaluation
from haidiyan.reading.question import Question, ask
from haidiyan.reading.reading import Reading
from haidiyan.reading.tables import tables as read_tables
from haidiyan.resources import root

CORPUS = Path(__file__).parent.parent / "cases" / "corpus.json"
COUNT, SEED = 80, 28
BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
PILLARS = [stem + branch for stem, branch in zip("甲乙丙丁戊己庚辛壬癸" * 6, BRANCHES * 5, strict=True)]

pytestmark = pytest.mark.xdist_group("atlas")


@pytest.fixture(scope="module")
def by_bits(tables: Factors, kept: Path) -> Engine:
    engine = Engine(memory(), BITS, kept)
    assert read_tables(memory(), kept), "the tables of the atlas are there"
    return engine


@pytest.fixture(scope="module")
def by_sparql(home: Path) -> Engine:
    return Engine(memory(), SPARQL)


def given(drawn: random.Random) -> dict[str, Any]:
    """A moment: all of it, or what a reader may leave out of it."""
    month, day = drawn.choice(BRANCHES), drawn.choice(PILLARS)
    return drawn.choice(
        [
            {"month": month, "day": day},
            {"month": month, "day": day, "hour": drawn.choice(BRANCHES), "year": drawn.choice(PILLARS)},
            {"month": month, "day": drawn.choice(BRANCHES)},
            {"day": drawn.choice(BRANCHES)},
            {"month": month},
            {"day": day},
            {},
        ]
    )


def asked(count: int, seed: int) -> Iterator[Question]:
    """Questions at random: chart, moment, topic, use, marked lines, doctrine, choices and emendations."""
    drawn, table = random.Random(seed), catalog().choices
    topics = [None, *(each["name"] for each in haidiyan.topics())]
    for _ in range(count):
        lines = [drawn.choice((6, 7, 8, 9)) for _ in range(6)]
        if drawn.random() < 0.2:  # pure hexagrams alone have lines of the opposite one
            lines[3:] = lines[:3]
        adopt = {
            axis: drawn.choice(sorted(choices))
            for axis, choices in table.axes.items()
            if axis != table.recorded and drawn.random() < 0.2
        }
        if drawn.random() < 0.3:
            adopt[table.recorded] = drawn.choice(sorted(catalog().emendations))
        yield ask(
            haidiyan.cast(lines=lines, **given(drawn)),
            topic=drawn.choice(topics),
            use=drawn.choice([None, None, "父母", "兄弟", "子孫", "妻財", "官鬼"]),
            baleful=[place for place in range(1, 7) if drawn.random() < 0.15],
            doctrine=drawn.choice(sorted(table.doctrines)),
            adopt=adopt,
            all_topics=drawn.random() < 0.3,
        )


def told(evaluation: Evaluation) -> dict[str, Any]:
    """All that an evaluation says."""
    return {
        "nodes": [(node.iri, node.kind, node.position) for node in evaluation.nodes.values()],
        "types": {iri: node.types for iri, node in evaluation.nodes.items()},
        "links": {iri: node.links for iri, node in evaluation.nodes.items()},
        "firings": evaluation.firings,
        "rivals": evaluation.rival_firings,
        "open": evaluation.open_firings,
        "JSON": Reading(evaluation, all_doctrines=True).to_dict(),
    }


def differences(one: Engine, other: Engine, questions: Iterable[Question]) -> list[str]:
    """The questions of which the two say otherwise, each with that in which they do."""
    found = []
    for question in questions:
        left, right = (told(engine.evaluate([question])[0]) for engine in (one, other))
        unlike = [name for name in left if left[name] != right[name]]
        if unlike:
            found.append(f"{question.chart.name} {question.topic} {dict(question.doctrine.choices)}: {unlike}")
    return found


def test_both_say_the_same_of_the_corpus(by_bits: Engine, by_sparql: Engine) -> None:
    assert not differences(by_bits, by_sparql, (case.question() for case in cases.read(CORPUS)))


def test_both_say_the_same_whatever_is_asked_and_whatever_is_not_given(by_bits: Engine, by_sparql: Engine) -> None:
    assert not differences(by_bits, by_sparql, asked(COUNT, SEED))


def test_the_questions_at_random_try_all_that_an_evaluation_tells(by_bits: Engine) -> None:
    found = [by_bits.evaluate([question])[0] for question in asked(COUNT, SEED)]
    assert all(any(each) for each in zip(*((e.firings, e.rival_firings, e.open_firings) for e in found), strict=True))
    assert {kind for e in found for kind in (node.kind for node in e.nodes.values())} == {
        "chart",
        "line",
        "hidden",
        "opposite",
        "changed",
    }
    assert {e.question.open_inputs for e in found} >= {(), ("use",), ("month", "day-stem"), ("day", "day-stem")}


def test_without_tables_the_rules_give_the_states_and_bits_the_rest(tmp_path: Path, by_sparql: Engine) -> None:
    assert not differences(Engine(memory(), BITS, tmp_path), by_sparql, asked(12, SEED + 1))


def test_over_an_overlay_both_say_the_same(kept: Path, tables: Factors) -> None:
    overlay = load(root() / "docs" / "examples" / "overlay.ttl")
    with using(overlay.memory):
        bits, sparql = Engine(memory(), BITS, kept), Engine(memory(), SPARQL)
        charts = [case.question().chart for case in cases.pool(8, SEED)]
        questions = [ask(chart, use="官鬼", doctrine="chen", all_topics=True) for chart in charts]
        assert not differences(bits, sparql, questions)
        spoken = {each.claim for question in questions for each in bits.evaluate([question])[0].firings}
    assert spoken & overlay.adds.keys(), "a claim of the overlay is read"


def test_a_wrong_table_is_found_out(tables: Factors, kept: Path, by_sparql: Engine) -> None:
    wrong, moving = Engine(memory(), BITS, kept), haidiyan.iris.individual("state", "moving")
    known = wrong._bits._tables
    assert known is not None
    known._structure = [row for row in known._structure if row[0] != moving]
    assert differences(wrong, by_sparql, [ask(haidiyan.cast(hexagram="比", moving=[5]))])


def test_whoever_asks_often_is_answered_from_the_tables(
    tables: Factors, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = ask(haidiyan.cast(hexagram="比", moving=[5]))
    slow: list[Question] = []
    by_sparql = Engine._by_sparql

    def noted(self: Engine, several: Sequence[Question]) -> list[Evaluation]:
        slow.extend(several)
        return by_sparql(self, several)

    monkeypatch.setattr(Engine, "_by_sparql", noted)
    for home, expected in ((kept, PATIENCE), (tmp_path, PATIENCE + 3)):
        engine = Engine(memory(), home=home)
        slow.clear()
        for _ in range(PATIENCE + 3):
            engine.evaluate([question])
        assert len(slow) == expected


def test_tables_that_are_not_whole_or_another_datasets_are_not_read(
    tables: Factors, kept: Path, tmp_path: Path
) -> None:
    place = tmp_path / "atlas" / "factors.npz"
    place.parent.mkdir()
    whole = (kept / "atlas" / "factors.npz").read_bytes()
    turned = bytes([whole[len(whole) // 2] ^ 1])
    for damaged in (
        b"",
        b"PK",
        whole[: len(whole) // 2],
        whole[:-100],
        whole[:6] + b"\x41" + whole[7:],
        b"\x93NUMPY" + whole[6:],
        whole[: len(whole) // 2] + turned + whole[len(whole) // 2 + 1 :],
        whole[:-64],
    ):
        place.write_bytes(damaged)
        assert read_tables(memory(), tmp_path) is None
    place.write_bytes(whole)
    assert read_tables(memory(), tmp_path)
    assert read_tables(Memory(memory().triples + b"<urn:a> <urn:b> <urn:c> .\n"), tmp_path) is None


def test_what_one_evaluation_tells_is_its_own(by_bits: Engine) -> None:
    question = ask(haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申"))
    before, again = (told(by_bits.evaluate([question])[0]) for _ in range(2))
    for node in by_bits.evaluate([question])[0].nodes.values():
        node.types.clear()
        node.links.clear()
    assert before == again == told(by_bits.evaluate([question])[0])


def test_a_plan_that_there_is_not_is_refused() -> None:
    with pytest.raises(InputError, match="sparql"):
        Engine(memory(), "magic")
