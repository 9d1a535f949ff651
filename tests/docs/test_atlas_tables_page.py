"""The examples of the page about the tables run in DuckDB and in Polars, and answer as pyarrow does."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from haidiyan.atlas import parquet
from haidiyan.resources import root

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("polars")

PAGE = (root() / "docs" / "atlas-tables.md").read_text(encoding="utf-8")

RATES = [
    (doctrine, use, topic, f"j2-p{number:02}-c01", many * number % 11, 0, 0.5)
    for doctrine, many in (("verse", 3), ("prose", 4))
    for use in (None, "officials")
    for topic in (None, "illness", "trade")
    for number in range(1, 31)
]
PAIRS = [
    (use, relation, f"j2-p{number:02}-c01", f"j2-p{number + 1:02}-c01", number * 7 % 13, 20, 30)
    for use in (None, "officials", "wealth")
    for relation in ("conflict", "implies")
    for number in range(1, 21)
]


def examples(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    parquet.write(tmp_path, "base-rates", RATES, {"basis": "abc"})
    parquet.write(tmp_path, "pairs", PAIRS, {"basis": "abc"})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rarest(folder: Path) -> list[tuple[Any, ...]]:
    wanted = {"doctrine": "verse", "use": "officials", "topic": "illness"}
    rows = [row for row in parquet.read(folder / "base-rates.parquet", "abc", **wanted) if row["in_force"]]
    rows.sort(key=lambda row: (row["in_force"], row["claim"]))
    return [(row["claim"], row["in_force"], row["base_rate"]) for row in rows[:10]]


def conflicting(folder: Path) -> list[tuple[Any, ...]]:
    rows = parquet.read(folder / "pairs.parquet", "abc", use="officials", relation="conflict")
    rows.sort(key=lambda row: (-row["charts"], row["claim"], row["other"]))
    return [(row["claim"], row["other"], row["charts"]) for row in rows[:10]]


def differing(folder: Path) -> list[tuple[Any, ...]]:
    counts: dict[str, list[int]] = defaultdict(list)
    for row in parquet.read(folder / "base-rates.parquet", "abc", use="officials", topic=None):
        counts[row["claim"]].append(row["in_force"])
    found = [(claim, min(each), max(each)) for claim, each in counts.items() if min(each) < max(each)]
    return sorted(found, key=lambda each: (each[1] - each[2], each[0]))


def test_duckdb_answers_as_pyarrow_does(folder: Path) -> None:
    answers = [duckdb.sql(example).fetchall() for example in examples("sql")]
    assert answers == [rarest(folder), conflicting(folder), differing(folder)]
    assert all(answers)


def test_polars_answers_as_pyarrow_does(folder: Path) -> None:
    answers = []
    for example, name in zip(examples("python"), ("rarest", "conflicts"), strict=True):
        names: dict[str, Any] = {}
        exec(example, names)
        answers.append(names[name].rows())
    assert answers == [rarest(folder), conflicting(folder)]


def test_the_page_names_every_table_and_column() -> None:
    for table, columns in parquet.COLUMNS.items():
        assert f"| `{table}` |" in PAGE
        for column in columns if table != "base-rates-wide" else ():
            assert f"`{column}`" in PAGE
