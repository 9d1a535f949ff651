"""docs/atlas.md says what the atlas counts."""

from __future__ import annotations

import re

import pytest
from tests.atlas.conftest import Read

from haidiyan.atlas import parquet
from haidiyan.atlas.changes import Changes, Variant
from haidiyan.atlas.rates import with_any_use
from haidiyan.atlas.words import CHARTS
from haidiyan.chart.catalog import catalog
from haidiyan.resources import root

pytestmark = pytest.mark.xdist_group("atlas")

PAGE = (root() / "docs" / "atlas.md").read_text("utf-8")
ROWS = re.findall(r"^\| `([\w-]+)` \| (`.+?) \| ([\d.]+) % \| ([\d.]+) % \|$", PAGE, re.MULTILINE)


def test_the_table_to_cite_says_what_each_variant_changes(atlas: Read) -> None:
    assert len(ROWS) > 10
    for axis, followed, *shares in ROWS:
        for choice in re.findall(r"`([\w-]+)`", followed):
            changes = Changes(atlas(), catalog(), Variant(axis, choice))
            counted = [changes.counted(use, None)[:2] for use in atlas().uses]
            means = [sum(each) / len(counted) / CHARTS * 100 for each in zip(*counted, strict=True)]
            assert [f"{each:.2f}" for each in means] == [f"{float(each):.2f}" for each in shares], choice


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
