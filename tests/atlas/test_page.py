"""docs/atlas.md says what the atlas counts."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.atlas.conftest import Read

from haidiyan.atlas import parquet
from haidiyan.atlas.changes import Changes, Variant, variants
from haidiyan.atlas.factors import Factors
from haidiyan.atlas.rates import base_rates, with_any_use
from haidiyan.atlas.words import CHARTS
from haidiyan.chart.catalog import catalog
from haidiyan.cli import run
from haidiyan.resources import root

pytestmark = pytest.mark.xdist_group("atlas")

PAGE = (root() / "docs" / "atlas.md").read_text("utf-8")
TABLES_PAGE = (root() / "docs" / "atlas-tables.md").read_text("utf-8")
SAMPLES = re.findall(r"^\$ haidiyan (atlas query .+)\n((?:(?!\$ |```).*\n)+)", PAGE, re.MULTILINE)
LEAST = 0.05
"""The share of charts from which on an emendation is in the table to cite."""
ROWS = re.findall(r"^\| `([\w-]+)` \| (`.+?) \| ([\d.]+) % \| ([\d.]+) % \|$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def counted(atlas: Read) -> dict[Variant, tuple[float, float]]:
    """Of each variant the mean share of charts that differ, and that of those that do by a condition."""
    found = {}
    for variant in variants(catalog(), atlas()):
        changes = Changes(atlas(), catalog(), variant)
        charts = [changes.counted(use, None)[:2] for use in atlas().uses]
        differing, in_condition = (sum(each) / len(charts) / CHARTS for each in zip(*charts, strict=True))
        found[variant] = differing, in_condition
    return found


def test_the_table_to_cite_says_what_each_variant_changes(counted: dict[Variant, tuple[float, float]]) -> None:
    """Every choice, and every emendation from the share on that the page names."""
    emendations = catalog().choices.recorded
    told = {
        Variant(axis, choice): [f"{float(each):.2f}" for each in shares]
        for axis, followed, *shares in ROWS
        for choice in re.findall(r"`([\w-]+)`", followed)
    }
    assert told == {
        variant: [f"{each * 100:.2f}" for each in shares]
        for variant, shares in counted.items()
        if variant.axis != emendations or shares[0] >= LEAST
    }
    assert [float(row[2]) for row in ROWS] == sorted((float(row[2]) for row in ROWS), reverse=True)
    shares = [share for variant, (share, _) in counted.items() if variant.axis == emendations]
    many, none = sum(each >= LEAST for each in shares), shares.count(0)
    assert (
        f"of the {len(shares)} emendations those {many} by which {LEAST:.0%} ".replace("%", " %")
        + f"of the charts or more differ. {len(shares) - many - none} others change fewer, {none} change none"
    ) in " ".join(PAGE.split())


@pytest.mark.parametrize(("command", "shown"), SAMPLES, ids=[command for command, _ in SAMPLES])
def test_a_sample_is_what_its_command_prints(
    home: Path, kept: Path, tables: Factors, capsys: pytest.CaptureFixture[str], command: str, shown: str
) -> None:
    if not (home / "atlas" / "factors.npz").exists():
        (home / "atlas").mkdir(exist_ok=True)
        shutil.copy(kept / "atlas" / "factors.npz", home / "atlas" / "factors.npz")
    assert run(command.split()) == 0
    assert capsys.readouterr().out == shown


def test_each_question_with_a_sample_has_one() -> None:
    asked = {option for command, _ in SAMPLES for option in re.findall("--(?:meet|alike|change)", command)}
    assert asked == {"--meet", "--alike", "--change"}


def test_the_use_relation_of_a_row_may_be_null(atlas: Read) -> None:
    assert {row[1] for row in base_rates([atlas()], [])} >= {None, "wealth"}
    assert "A null `use` is a reading without a use relation" in TABLES_PAGE


def test_the_page_leads_to_the_wide_atlas_and_to_the_page_of_its_tables() -> None:
    assert "--wide" in PAGE
    assert "`base-rates-wide`" in PAGE
    assert "(atlas-tables.md)" in PAGE


def test_what_is_always_in_force_and_what_never_is_as_many_as_the_page_says(atlas: Read) -> None:
    shares = [share for _, _, share in with_any_use(atlas())]
    assert (shares.count(1.0), shares.count(0.0)) == (2, 8)
    assert "Two claims are always in force, eight never" in PAGE


def test_an_emendation_is_quoted_as_it_is_recorded() -> None:
    for name, base, reading in re.findall(r"`(j\d-p\d+-v\d+)` (\S+) → (\S+) \|", PAGE):
        found = catalog().emendations[name]
        assert (found.base, found.reading) == (base, reading)


def test_every_table_and_every_column_is_named() -> None:
    named = set(re.findall(r"`([\w-]+)`", PAGE))
    assert named >= parquet.COLUMNS.keys()
    told = {column for columns in parquet.COLUMNS.values() for column in columns}
    assert named >= told - {"doctrine", "use", "topic", "claim", "other", "axis", "choice", "author"}
