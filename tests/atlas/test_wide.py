"""The wide atlas: charts with hour and year, read chart by chart, and counted class by class."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.atlas.conftest import Read

import haidiyan
from haidiyan import iris
from haidiyan.atlas import build as building
from haidiyan.atlas import wide
from haidiyan.atlas.derive import ANY
from haidiyan.atlas.factors import Arrays, Factors
from haidiyan.atlas.firings import Atlas
from haidiyan.atlas.rates import base_rates
from haidiyan.atlas.words import CHARTS as NARROW
from haidiyan.atlas.words import EVERY_DAY
from haidiyan.chart.catalog import catalog
from haidiyan.dataset.memory import memory
from haidiyan.dataset.store import digest
from haidiyan.errors import DatasetError, InputError
from haidiyan.reading.doctrine import choose

pytestmark = pytest.mark.xdist_group("atlas")

MONTH_BREAK = iris.individual("state", "month-break")


@pytest.fixture(scope="module")
def by_hour(tables: Factors) -> Atlas:
    """An atlas in which 月破 is made by the hours 子 and 午 and by a 子 year, and by no month."""
    arrays: Arrays = dict(tables.arrays)
    mine = arrays["by_nature_key"][:, 0] == tables.names.index(MONTH_BREAK)
    rows: dict[tuple[int, int, int, int], np.ndarray] = {}
    for (name, nature), words in zip(arrays["by_nature_key"][mine], arrays["by_nature"][mine], strict=True):
        for number in (0, 6):
            if words[number]:
                rows[name, nature, number, ANY] = np.full(12, EVERY_DAY)
        if words[0]:
            rows[name, nature, ANY, 0] = np.full(12, EVERY_DAY)
    arrays["by_nature_key"], arrays["by_nature"] = arrays["by_nature_key"][~mine], arrays["by_nature"][~mine]
    arrays["by_hour_key"] = np.array(list(rows), np.int16)
    arrays["by_hour"] = np.array(list(rows.values()), np.uint64)
    return Atlas(choose(catalog(), "verse", {}), tables=Factors(arrays))


def test_there_are_424_million_charts() -> None:
    assert wide.CHARTS == 64 * 64 * 12 * 60 * 12 * 12 == 424_673_280


def test_charts_with_hour_and_year_are_read_as_the_atlas_says(atlas: Read) -> None:
    told, read = [], []
    for case, chart in wide.drawn(30, seed=8):
        known = wide.at_hour(atlas(), wide.hour_of(atlas().tables, chart))
        use = catalog().find("relation", case.use, "relation")
        firings = known.claims(use).items()
        told.append({iris.local_name(claim) for claim, each in firings if known.holds(each.in_force, chart)})
        entries = haidiyan.read(chart, use=case.use, all_topics=True).entries
        read.append({each.claim.id for each in entries if each.claim.antecedent and each.status == "in-force"})
    assert told == read


def test_the_book_reads_neither_hour_nor_year_and_every_count_is_144_times_the_narrow_one(atlas: Read) -> None:
    assert not atlas().tables.of_hour
    assert [len(members) for members in atlas().tables.hours()] == [144]
    narrow, counted = list(base_rates([atlas()], [])), list(wide.wide_rates([atlas()], []))
    assert [(*row[:4], row[4] * 144, row[5] * 144) for row in narrow] == [row[:6] for row in counted]
    assert [row[6] for row in narrow] == pytest.approx([row[6] for row in counted])


def test_rules_give_charts_with_hour_and_year_as_the_tables_have_them(tables: Factors) -> None:
    wide.refuse_unexplained(tables, memory(), size=40, seed=4)


def test_tables_that_do_not_explain_wide_charts_are_refused(by_hour: Atlas) -> None:
    with pytest.raises(DatasetError, match="state:month-break"):
        wide.refuse_unexplained(by_hour.tables, memory(), size=40, seed=4)


def test_hours_and_years_are_together_of_which_nothing_is_told_apart(by_hour: Atlas) -> None:
    """A 子 hour and a 子 year break the same; an hour of 午 breaks what it does in any year, and in a 子 year more."""
    members = by_hour.tables.hours()
    assert sorted(len(each) for each in members) == [1, 11, 22, 110]
    assert sorted(moment for each in members for moment in each) == [(h, y) for h in range(12) for y in range(12)]


def test_what_reads_the_hour_is_counted_class_by_class(by_hour: Atlas) -> None:
    use, whole = by_hour.uses[0], dict[str, tuple[int, int]]()
    rows = [row for row in wide.wide_rates([by_hour], []) if row[1] == iris.local_name(use)]
    for members in by_hour.tables.hours():
        for claim, each in wide.one_by_one(by_hour, use, members[:1]).items():
            before = whole.get(iris.local_name(claim), (0, 0))
            whole[iris.local_name(claim)] = (before[0] + each[0] * len(members), before[1] + each[1] * len(members))
    assert {row[3]: row[4:6] for row in rows} == whole
    assert any(row[4] % 144 for row in rows), "some claims do depend on the hour"


def test_a_chart_without_hour_or_year_is_refused(tables: Factors) -> None:
    with pytest.raises(InputError, match="hour and a year"):
        wide.hour_of(tables, haidiyan.cast(hexagram="比", month="申", day="甲申", hour="子"))


def test_a_narrow_atlas_made_again_keeps_the_wide_table(tmp_path: Path) -> None:
    def atlas_of(folder: Path, **files: bytes) -> Path:
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_bytes(text)
        known = {name: digest(text) for name, text in files.items()}
        made = building.Made("0.1.0", "abc", NARROW, dict.fromkeys(files, 1), known)
        (folder / "manifest.json").write_text(made.to_json(), encoding="utf-8")
        return folder

    there = atlas_of(tmp_path / "abc", rates=b"1", wide=b"2")
    building._put(atlas_of(tmp_path / "same", rates=b"1"), there)
    assert (there / "wide").exists()
    building._put(atlas_of(tmp_path / "other", rates=b"3"), there)
    assert not (there / "wide").exists()
    assert (there / "rates").read_bytes() == b"3"
