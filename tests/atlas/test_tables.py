"""The tables count what can be worked out by hand, agree with readings compared, and are kept whole or not at all."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rdflib import Graph, URIRef
from tests import classical
from tests.atlas.conftest import Read

import haidiyan
from haidiyan import iris
from haidiyan.atlas import build as module
from haidiyan.atlas import parquet
from haidiyan.atlas.authors import authors, shares, tally
from haidiyan.atlas.basis import basis
from haidiyan.atlas.build import Made, build, current, memory_left, refuse_small, topics
from haidiyan.atlas.changes import SILENT, Changes, Totals, Variant, difference, means, variants
from haidiyan.atlas.factors import Factors
from haidiyan.atlas.figures import draw_changes
from haidiyan.atlas.firings import Atlas, Firing
from haidiyan.atlas.linked import describe_changes
from haidiyan.atlas.pairs import Meetings, pairs
from haidiyan.atlas.rates import base_rates, with_any_use
from haidiyan.atlas.words import CHARTS, NOWHERE, SHAPE, Words, count, holding, some
from haidiyan.chart.catalog import catalog
from haidiyan.comparison.doctrines import compare
from haidiyan.corpus import cases
from haidiyan.dataset.memory import memory
from haidiyan.errors import DatasetError
from haidiyan.reading.claims import claims
from haidiyan.reading.reading import OPEN

pytestmark = pytest.mark.xdist_group("atlas")

MOMENTS = 12 * 60
ABOUT = {"basis": "abc", "version": "1"}
RATE = ("verse", None, "illness", "j2-p01-c01", 3, 1, 3 / CHARTS)


def charts_of(words: Words) -> set[int]:
    """The charts in which something holds, one by one."""
    whole = np.broadcast_to(words, SHAPE).ravel()
    return {
        place * 60 + day for place in whole.nonzero()[0].tolist() for day in range(60) if int(whole[place]) >> day & 1
    }


def words(shape: tuple[int, ...], seed: int) -> Words:
    """Something that holds in a few charts."""
    drawn = np.random.default_rng(seed)
    found: Words = drawn.integers(0, 1 << 60, shape, np.uint64) & drawn.integers(0, 1 << 60, shape, np.uint64)
    return found


def moving(relation: str) -> list[int]:
    return [sum(line.relation == relation for line in each.najia) for each in classical.hexagrams().values()]


# What can be worked out by hand


def test_base_rate_of_parents_moving(atlas: Read) -> None:
    """Of *n* lines of 父母 one or more move in 64 − 2^(6−n) motions, whatever is asked, month and day."""
    wanted = sum(64 - 2 ** (6 - n) for n in moving("父母")) * MOMENTS
    rows = [row for row in base_rates([atlas()], topics(memory())[:1]) if row[3] == "j2-p01-c01"]
    assert {in_force + overridden for *_, in_force, overridden, _ in rows} == {wanted}
    assert {use for _, use, *_ in rows} == {None, *map(iris.local_name, atlas().uses)}
    assert all(share == in_force / CHARTS for *_, in_force, _, share in rows)


def test_two_relations_move_together(atlas: Read) -> None:
    """Not still both: 64 − 2^(6−n) − 2^(6−m) + 2^(6−n−m) motions; of equal sets one number is enough."""
    meetings = Meetings()
    numbers = []
    for name in ("parents", "offspring"):
        where = atlas().situation(iris.individual("situation", f"{name}-moving"), None)
        words = some(each for (kind, _), each in where.items() if kind == "line")
        assert words is not None
        numbers.append(meetings.number(words))
        assert meetings.number(words.copy()) == numbers[-1]
    one, other = numbers
    meetings.count(numbers)
    many = zip(moving("父母"), moving("子孫"), strict=True)
    wanted = sum(64 - 2 ** (6 - n) - 2 ** (6 - m) + 2 ** (6 - n - m) for n, m in many) * MOMENTS
    assert meetings.of(one, other) == meetings.of(other, one) == wanted


def test_gender_by_palace_changes_every_chart_in_which_a_line_moves(atlas: Read) -> None:
    """A line that moves turns yin or yang, of which the claims under `line` speak; where none moves all is silent."""
    changes = Changes(atlas(), catalog(), Variant("gender", "palace"))
    totals = [total for total, _ in changes.rows([])]
    assert {(each.charts, each.condition_charts) for each in totals} == {(CHARTS // 64 * 63, CHARTS // 64 * 63)}
    assert len(totals) == 6


def test_other_words_under_the_same_condition_change_no_condition(atlas: Read) -> None:
    """休囚微小 or 休囚微細: of what is at rest or imprisoned, either way; 秋無水 and 秋無木 are of other lines."""
    changes = Changes(atlas(), catalog(), Variant("emendation", "j3-p73-v7"))
    (printed,) = (claim for claim in claims().values() if claim.id == "j3-p73-c18")
    for use in (None, atlas().uses[0]):
        charts, in_condition, differing = changes.counted(use, None)
        assert charts == count(atlas().claims(use)[printed.iri].in_force)
        assert in_condition == 0
        assert {changes.same_condition[each] for each in differing} == differing.keys()
    other = Changes(atlas(), catalog(), Variant("emendation", "j2-p57-v1"))
    assert not other.same_condition
    charts, in_condition, _ = other.counted(atlas().uses[0], None)
    assert charts == in_condition > 0


@pytest.mark.parametrize("topic", [None, "illness", "public-business"])
def test_a_condition_differs_unless_other_words_speak_of_the_same_charts(atlas: Read, topic: str | None) -> None:
    iri = topic and iris.individual("topic", topic)
    of_words = 0
    for name in catalog().emendations:
        changes = Changes(atlas(), catalog(), Variant("emendation", name))
        charts, in_condition, differing = changes.counted(atlas().uses[0], iri)
        assert 0 <= in_condition <= charts
        same = changes.same_condition
        if differing and differing.keys() <= same.keys():
            sides = [
                [np.broadcast_to(differing[each].anywhere, SHAPE) for each in (claim, same[claim])]
                for claim in differing
            ]
            assert (in_condition == 0) == all(np.array_equal(one, other) for one, other in sides), name
            of_words += not in_condition
    assert topic or of_words > 5


def test_means_are_over_the_use_relations_and_of_every_topic() -> None:
    rows = [
        Totals("hidden", "absent", use, topic, 0, share, 1, 0, share / 2)
        for use, topic, share in (
            ("wealth", None, 0.25),
            ("parents", None, 0.75),
            (None, None, 1.0),
            ("self", "x", 1.0),
        )
    ]
    assert means(rows) == {Variant("hidden", "absent"): (0.5, 0.25)}


def test_every_choice_and_every_emendation_is_a_variant(atlas: Read) -> None:
    table = catalog().choices
    found = list(variants(catalog(), atlas()))
    choices = sum(len(each) - 1 for axis, each in table.axes.items() if axis != table.recorded)
    assert len(found) == len(set(found)) == choices + len(catalog().emendations)


# Small cases against plain sets of charts


@pytest.mark.parametrize("shape", [(1, 1, 1), (64, 1, 12), SHAPE])
def test_a_difference_is_what_plain_sets_say(shape: tuple[int, ...]) -> None:
    drawn = [words(shape, 1), words((64, 64, 1), 2), words((1, 1, 12), 3), words(shape, 4)]
    before, after = (Firing(one, other & ~one) for one, other in (drawn[:2], drawn[2:]))
    found = difference(before, after)
    assert found is not None
    sets = [[charts_of(each) for each in firing] for firing in (before, after)]
    speaking = [one | other for one, other in sets]
    gained, lost = speaking[1] - speaking[0], speaking[0] - speaking[1]
    overridden, restored = sets[0][0] & sets[1][1], sets[0][1] & sets[1][0]
    assert found[1:] == (len(gained), len(lost), len(overridden), len(restored))
    assert charts_of(found.anywhere) == gained | lost | overridden | restored
    assert difference(before, before) is None
    assert difference(SILENT, SILENT) is None


def test_meetings_are_what_plain_sets_say() -> None:
    several = [
        words(shape, n) for n, shape in enumerate([(1, 1, 1), (64, 1, 1), (64, 64, 1), (1, 1, 12), SHAPE, SHAPE])
    ]
    meetings = Meetings()
    numbers = [meetings.number(each) for each in several]
    meetings.count(numbers[:3])
    meetings.count(numbers)
    sets = [charts_of(each) for each in several]
    for one, other in itertools.combinations_with_replacement(range(len(several)), 2):
        assert meetings.of(numbers[one], numbers[other]) == len(sets[one] & sets[other])


def test_tallies_are_what_plain_sets_say() -> None:
    several = [words((64, 1, 1), 5), words((64, 1, 1), 6), words(SHAPE, 7), NOWHERE]
    found, sets = tally(several).ravel(), [charts_of(each) for each in several]
    for place in random.Random(8).sample(range(CHARTS), 500):
        assert found[place] == sum(place in each for each in sets)


def test_pairs_without_a_use_relation(atlas: Read) -> None:
    known = NoUse(atlas())
    firings = {iris.local_name(claim): firing for claim, firing in known.claims(None).items()}
    rows = list(pairs(known))
    kinds = {kind for _, kind, *_ in rows}
    assert {"implies", "same", "never-together", "never", "conflict"} <= kinds <= {*kinds, "always"}
    for _, kind, one, other, both, first, second in random.Random(9).sample(rows, 300):
        mine = firings[one].in_force
        theirs = firings[other].in_force if other else None
        assert first == count(mine)
        if theirs is None:
            assert (kind, first) in {("never", 0), ("always", CHARTS)}
            continue
        assert second == count(theirs)
        if kind == "conflict":
            assert 0 < both <= count(mine & theirs)
        else:
            assert both == count(mine & theirs)
            assert kind == ("same" if both == first == second else "implies" if both == first else "never-together")


class NoUse(Atlas):
    """An atlas that is asked without a use relation only."""

    def __init__(self, atlas: Atlas) -> None:
        super().__init__(atlas.doctrine, beside=atlas)

    @property
    def uses(self) -> tuple[str, ...]:
        return ()


# Against readings


def test_conflicts_are_those_of_a_reading(atlas: Read) -> None:
    rows = {frozenset(row[2:4]) for row in pairs(NoUse(atlas())) if row[1] == "conflict"}
    for case in cases.pool(8, 61):
        chart = replace(case, baleful=()).question().chart
        told = haidiyan.read(chart, all_topics=True).to_dict()["claims"]
        joined = {frozenset([each["id"], other]) for each in told for other in each["conflictsWith"]}
        assert joined <= rows


VARIANTS = [
    ("seasonal-void", "headnote"),
    ("hidden", "absent"),
    ("gender", "palace"),
    ("changes", "sole-home"),
    ("emendation", "j2-p57-v1"),
    ("emendation", "j2-p03-v3"),
]


@pytest.mark.parametrize(("axis", "choice"), VARIANTS)
@pytest.mark.parametrize("topic", [None, "疾病", "天時"])
def test_what_a_variant_changes_is_what_compare_says(atlas: Read, axis: str, choice: str, topic: str | None) -> None:
    iri = topic and catalog().find("topic", topic, "topic")
    use = catalog().uses.get(iri) if iri else atlas().uses[0]
    found = Changes(atlas(), catalog(), Variant(axis, choice)).of(use, [iri] if iri else [])[iri]
    asked: dict[str, Any] = {"topic": topic} if topic else {"use": catalog().label(use or ""), "all_topics": True}
    for case in cases.pool(10, 62):
        chart = replace(case, baleful=()).question().chart
        place = atlas().tables.place_of(chart)
        told = {iris.local_name(claim) for claim, each in found.items() if holding(each.anywhere, [place])[0]}
        compared = compare(haidiyan.read(chart, **asked), haidiyan.read(chart, adopt={axis: choice}, **asked))["claims"]
        known = {claim.id for claim in claims().values() if claim.antecedent}
        # A claim that is open, for want of a use relation, is in force in no chart.
        wanted = {
            each["id"]
            for each in compared
            if len({each[side]["status"] if each[side] else OPEN for side in ("left", "right")}) == 2
        }
        assert told == wanted & known, chart.name


def test_shares_of_authors_are_those_of_readings(atlas: Read) -> None:
    by = authors(memory())
    topic = catalog().find("topic", "illness", "topic")
    rows = {row[2]: row for row in shares(NoUse(atlas()), catalog().uses, [topic], by) if row[0] == "illness"}
    assert sum(row[6] for row in rows.values()) == pytest.approx(1)
    assert set(rows) <= {iris.local_name(each) for each in by.values()}
    firings = atlas().claims(catalog().uses[topic], topic)
    for author, row in rows.items():
        mine = sum(count(each.in_force) for claim, each in firings.items() if iris.local_name(by[claim]) == author)
        assert row[5] == pytest.approx(mine / row[3])


def test_rates_with_any_use_join_the_use_relations(atlas: Read) -> None:
    for claim, charts, share in itertools.islice(with_any_use(atlas()), 60):
        counts = [count(atlas().claims(use)[claim].in_force) for use in atlas().uses]
        assert max(counts) <= charts <= min(sum(counts), CHARTS)
        assert share == pytest.approx(sum(counts) / CHARTS / 5)


# On disk


def test_a_table_comes_back_as_it_was_written(tmp_path: Path) -> None:
    rows = [RATE, ("verse", "wealth", None, "j2-p01-c01", 4, 0, 4 / CHARTS)]
    assert parquet.write(tmp_path, "base-rates", rows, ABOUT) == 2
    first = (tmp_path / "base-rates.parquet").read_bytes()
    assert [tuple(row.values()) for row in parquet.read(tmp_path / "base-rates.parquet", "abc")] == rows
    assert len(parquet.read(tmp_path / "base-rates.parquet", "abc", ["claim"], use="wealth")) == 1
    parquet.write(tmp_path, "base-rates", iter(rows), ABOUT)
    assert (tmp_path / "base-rates.parquet").read_bytes() == first


def test_a_table_may_be_empty(tmp_path: Path) -> None:
    assert parquet.write(tmp_path, "pairs", [], ABOUT) == 0
    assert parquet.read(tmp_path / "pairs.parquet", "abc") == []


@pytest.mark.parametrize("kept", [0, 3, 40, -1, -9])
def test_a_truncated_table_is_named(tmp_path: Path, kept: int) -> None:
    parquet.write(tmp_path, "base-rates", [RATE] * 50, ABOUT)
    file = tmp_path / "base-rates.parquet"
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(DatasetError, match=r"base-rates\.parquet is not a whole Parquet file.*atlas build"):
        parquet.read(file, "abc")


def test_a_foreign_table_is_named(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = tmp_path / "pairs.parquet"
    with pytest.raises(DatasetError, match=r"There is no .*pairs\.parquet"):
        parquet.read(file, "abc")
    pq.write_table(pa.table({"claim": ["j2-p01-c01"]}), file)
    with pytest.raises(DatasetError, match=r"pairs\.parquet is not the table"):
        parquet.read(file, "abc")
    parquet.write(tmp_path, "base-rates", [RATE], ABOUT)
    (tmp_path / "base-rates.parquet").replace(file)
    with pytest.raises(DatasetError, match=r"pairs\.parquet is not the table"):
        parquet.read(file, "abc")
    parquet.write(tmp_path, "pairs", [], ABOUT)
    with pytest.raises(DatasetError, match=r"pairs\.parquet is of another dataset"):
        parquet.read(file, "other")


@pytest.fixture
def small(tables: Factors, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build of two variants and two topics, without pairs, on the tables that are there."""
    monkeypatch.setattr(module, "factors", lambda source, home, progress: tables)
    monkeypatch.setattr(module, "variants", lambda known, atlas: list(variants(known, atlas))[:2])
    monkeypatch.setattr(module, "topics", lambda source: topics(source)[:2])
    monkeypatch.setattr(module, "pairs", lambda atlas: iter(()))
    monkeypatch.setattr(module, "shares", lambda *given: iter(()))


def test_an_atlas_is_built_alike_and_an_interrupted_one_leaves_the_last(
    small: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, folder = build(tmp_path)
    assert folder.name == basis(memory()) == made.basis
    assert current(tmp_path) == folder
    assert made.rows.keys() == parquet.COLUMNS.keys() - {"base-rates-wide"}
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    (folder / "pairs.parquet").write_bytes(b"damaged")
    assert build(tmp_path)[0] == made
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before

    def interrupted(*given: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "describe", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build(tmp_path)
    assert {each.name: each.read_bytes() for each in current(tmp_path).iterdir()} == before
    assert not list((tmp_path / "atlas").glob(".building-*"))


def test_the_rates_are_said_in_rdf_and_drawn(small: None, tmp_path: Path) -> None:
    from xml.etree import ElementTree

    _, folder = build(tmp_path)
    graph = Graph().parse(folder / "base-rates.ttl")
    claim = URIRef(iris.individual("claim", "j2-p01-c01"))
    fires, rate = (str(graph.value(claim, URIRef(iris.term(name)))) for name in ("firesIn", "baseRate"))
    assert float(rate) == pytest.approx(int(fires) / CHARTS)
    for name in ("base-rates.svg", "what-variants-change.svg"):
        assert ElementTree.parse(folder / name).getroot().tag.endswith("svg")


def test_a_figure_has_a_bar_for_every_choice() -> None:
    totals = [
        Totals("hidden", "absent", "wealth", None, 30, 0.25, 1, 30, 0.25),
        Totals("hidden", "absent", "parents", None, 90, 0.75, 1, 90, 0.75),
        Totals("hidden", "absent", "wealth", "illness", 0, 0.0, 0, 0, 0.0),
    ]
    drawn = draw_changes(totals, catalog())
    assert ">50 %<" in drawn
    assert drawn.count("<rect") == 2
    words = Totals("emendation", "j3-p73-v7", "wealth", None, 90, 0.75, 2, 0, 0.0)
    assert ">0 % (75 %)<" in draw_changes([*totals, words], catalog())
    assert draw_changes([*totals, words], catalog()).count("<rect") == 4


def test_what_each_variant_changes_is_said_of_it_in_rdf() -> None:
    shares = {Variant("hidden", "absent"): (0.5, 0.5), Variant("emendation", "j3-p73-v7"): (0.75, 0.0)}
    graph = Graph().parse(data=describe_changes(shares, catalog()), format="turtle")
    for kind, name, wanted in (("choice", "hidden-absent", (0.5, 0.5)), ("variant", "j3-p73-v7", (0.75, 0.0))):
        subject = URIRef(iris.individual(kind, name))
        said = (graph.value(subject, URIRef(iris.term(each))) for each in ("changesReadings", "changesConditions"))
        assert tuple(map(float, map(str, said))) == wanted


def test_too_little_room_is_found_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_small(tmp_path)
    monkeypatch.setattr(module, "memory_left", lambda: 5 << 20)
    with pytest.raises(DatasetError, match="MiB of memory, and 5 are free"):
        refuse_small(tmp_path)
    monkeypatch.setattr(module, "DISK_NEEDED", 1 << 62)
    with pytest.raises(DatasetError, match="MiB of disk"):
        refuse_small(tmp_path)


def test_memory_is_the_least_of_what_machine_and_group_leave(tmp_path: Path) -> None:
    assert memory_left(tmp_path) is None
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/meminfo").write_text("MemTotal: 9000 kB\nMemAvailable: 5000 kB\n")
    assert memory_left(tmp_path) == 5000 * 1024
    (tmp_path / "sys/fs/cgroup").mkdir(parents=True)
    (tmp_path / "sys/fs/cgroup/memory.current").write_text("1000\n")
    (tmp_path / "sys/fs/cgroup/memory.max").write_text("max\n")
    assert memory_left(tmp_path) == 5000 * 1024
    (tmp_path / "sys/fs/cgroup/memory.max").write_text("3000\n")
    assert memory_left(tmp_path) == 2000


def test_no_atlas_is_said(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"There is no atlas in .*atlas build"):
        current(tmp_path)
    assert Made("1", "abc", CHARTS).rows == {}
