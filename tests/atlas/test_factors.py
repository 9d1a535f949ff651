"""The tables are what the rules give, and what is kept of them on disk is never taken for more than it is."""

from __future__ import annotations

import os
import random
import stat
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from haidiyan import iris
from haidiyan.atlas import factors as module
from haidiyan.atlas.factors import Arrays, Factors, drawn, factors, read, unexplained, write
from haidiyan.atlas.words import EVERY_DAY
from haidiyan.corpus.cases import Case
from haidiyan.corpus.rules import Nodes
from haidiyan.dataset.memory import memory
from haidiyan.errors import DatasetError, InputError

pytestmark = pytest.mark.xdist_group("atlas")

Drawn = tuple[list[Case], list[Nodes]]


@pytest.fixture(scope="module")
def charts(home: Path) -> Drawn:
    return drawn(memory(), 40, seed=3)


@pytest.fixture
def made(tables: Factors, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often the tables are made: by a stand-in, since the rules take a minute."""
    count: list[str] = []

    def pack(derived: object, key: str) -> Arrays:
        count.append(key)
        return {**tables.arrays, "key": np.array(key)}

    monkeypatch.setattr(module, "derive", lambda source, progress: None)
    monkeypatch.setattr(module, "pack", pack)
    monkeypatch.setattr(module, "drawn", lambda source: ([], []))
    return count


def test_tables_explain_whole_charts(tables: Factors, charts: Drawn) -> None:
    assert not unexplained(tables, *charts)


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("structure", iris.individual("state", "moving")),
        ("structure", iris.individual("state", "parents")),
        ("edges", iris.term("overcomesLine")),
        ("by_nature", iris.individual("state", "month-break")),
        ("by_nature", iris.individual("state", "leaving-tomb")),
        ("by_nature", iris.individual("state", "not-overcome")),
        ("by_place", iris.individual("state", "azure-dragon")),
        ("of_use", iris.individual("state", "use")),
        ("edges_of_use", iris.term("useLine")),
    ],
)
def test_a_wrong_table_is_found(tables: Factors, charts: Drawn, table: str, name: str) -> None:
    """The bits of every row of a state, or of an edge, turned about."""
    rows = tables.arrays[f"{table}_key"][:, 0] == tables.names.index(name)
    assert rows.any()
    wrong = tables.arrays[table].copy()
    wrong[rows] ^= EVERY_DAY
    assert name in unexplained(Factors({**tables.arrays, table: wrong}), *charts)


def test_nodes_taken_for_others_are_found(tables: Factors, charts: Drawn) -> None:
    """The natures of the bottom line and the one above it, exchanged."""
    at = tables.arrays["at"].copy()
    one, other = module.SLOTS.index(("line", 1)), module.SLOTS.index(("line", 2))
    at[[one, other]] = at[[other, one]]
    assert iris.individual("state", "prosperous") in unexplained(Factors({**tables.arrays, "at": at}), *charts)


def test_tables_that_do_not_explain_charts_are_refused(
    tables: Factors, charts: Drawn, made: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong = {**tables.arrays, "by_place": np.zeros_like(tables.arrays["by_place"])}
    monkeypatch.setattr(module, "pack", lambda derived, key: wrong)
    monkeypatch.setattr(module, "drawn", lambda source: charts)
    with pytest.raises(DatasetError, match="state:azure-dragon"):
        factors(home=tmp_path)
    assert not (tmp_path / "atlas").exists(), "what is refused is not kept"


def test_tables_are_made_once(made: list[str], tmp_path: Path) -> None:
    first, again = factors(home=tmp_path), factors(home=tmp_path)
    assert len(made) == 1
    assert first.arrays.keys() == again.arrays.keys()
    assert all(np.array_equal(first.arrays[each], again.arrays[each]) for each in first.arrays)


def other_tables(whole: bytes) -> bytes:
    """A sound file of arrays, the first of them of no use."""
    with np.load(BytesIO(whole)) as stored:
        arrays = {name: stored[name] for name in stored.files}
    out = BytesIO()
    np.savez(out, **{**arrays, "names": arrays["names"][:3]})
    return out.getvalue()


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:-1],
        lambda whole: whole + b"\n",
        lambda whole: whole.replace(b"PK\x01\x02", b"PK\x01\x03"),
        lambda whole: whole[:6] + b"\x41" + whole[7:],
        lambda whole: b"\x93NUMPY" + whole[6:],
        other_tables,
        lambda whole: other_tables(whole) + whole[-64:],
    ],
    ids=["empty", "half", "short", "long", "no directory", "zip flags", "bare", "other", "other, with the seal"],
)
def test_damaged_tables_are_made_anew(made: list[str], tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    factors(home=tmp_path)
    file = tmp_path / "atlas" / "factors.npz"
    file.write_bytes(damage(file.read_bytes()))
    factors(home=tmp_path)
    assert len(made) == 2
    assert read(file, made[0]) is not None, "the damaged file is replaced"


def test_a_byte_turned_anywhere_is_found(made: list[str], tmp_path: Path) -> None:
    factors(home=tmp_path)
    file = tmp_path / "atlas" / "factors.npz"
    whole = file.read_bytes()
    for at in random.Random(7).sample(range(len(whole)), 100):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert read(file, made[0]) is None, at


def test_others_may_read_the_tables_as_far_as_the_umask_lets_them(made: list[str], tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        factors(home=tmp_path)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "atlas" / "factors.npz").stat().st_mode) == 0o640


def test_tables_of_another_dataset_or_other_rules_are_made_anew(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factors(home=tmp_path)
    monkeypatch.setattr("haidiyan.atlas.basis.chart_rules", lambda: ("rules/20-motion",))
    factors(home=tmp_path)
    assert len(set(made)) == 2


def test_an_interrupted_writing_leaves_the_tables_that_were_there(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factors(home=tmp_path)
    file = tmp_path / "atlas" / "factors.npz"
    before = file.read_bytes()

    def stop(*given: Any, **more: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez", stop)
    with pytest.raises(KeyboardInterrupt):
        write(file, {})
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == ["factors.npz"]


def test_a_home_that_cannot_be_written_is_done_without_and_named(
    made: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "atlas").write_text("no folder", encoding="utf-8")
    assert factors(home=tmp_path).uses
    assert len(made) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot be kept" in line
    assert str(tmp_path / "atlas") in line


def test_a_chart_without_month_or_day_has_no_place(tables: Factors) -> None:
    import haidiyan

    with pytest.raises(InputError, match="month"):
        tables.place_of(haidiyan.cast(hexagram="比", day="甲申"))
