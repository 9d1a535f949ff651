"""One expression of Ibis on DuckDB counts claims as numpy does; what is no relation of the dataset is named."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tests.atlas.conftest import Read

from haidiyan.atlas.factors import Factors
from haidiyan.errors import DatasetError, InputError
from haidiyan.iris import individual

pytest.importorskip("ibis")
pytest.importorskip("duckdb")

from haidiyan.atlas import relational
from haidiyan.atlas.relational import RELATIONS, by_numpy, circuit, connected, counts, opened, write

pytestmark = pytest.mark.xdist_group("atlas")

CLAIMS = ("j2-p01-c01", "j2-p35-c01", "j2-p51-c01", "j2-p37-c05", "j3-p55-c01")
"""A line, a line overridden, a use line, one overridden for fewer topics, and one that reads month and day."""


@pytest.fixture(scope="module")
def folder(tables: Factors, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("relations")
    write(found, tables, "abc")
    return found


def test_duckdb_counts_as_numpy_does(atlas: Read, folder: Path) -> None:
    made, outputs = circuit(atlas())
    some = {individual("claim", name): outputs[individual("claim", name)] for name in CLAIMS}
    wanted = {key: told for key, told in by_numpy(atlas(), made, outputs).items() if key[0] in CLAIMS}
    with connected("duckdb") as connection:
        found = {}
        for part in counts(made, some, opened(connection, folder, "abc"), together=8):
            found.update(part)
    assert found == wanted
    assert {claim for claim, _ in found} == set(CLAIMS)
    assert any(use == "none" for _, use in found)
    assert any(overridden for _, overridden in found.values())


@pytest.mark.parametrize("damage", ["cut short", "foreign", "of another dataset", "missing"])
def test_a_relation_that_cannot_be_taken_is_named(tables: Factors, tmp_path: Path, damage: str) -> None:
    write(tmp_path, tables, "def" if damage == "of another dataset" else "abc")
    file = tmp_path / "natures.parquet"
    if damage == "cut short":
        file.write_bytes(file.read_bytes()[:-20])
    elif damage == "foreign":
        file.write_bytes((tmp_path / "uses.parquet").read_bytes())
    elif damage == "missing":
        file.unlink()
    name = RELATIONS[0] if damage == "of another dataset" else "natures"
    with connected("duckdb") as connection, pytest.raises(DatasetError, match=rf"{name}\.parquet"):
        opened(connection, tmp_path, "abc")


def test_too_little_disk_is_found_before_the_work(
    tables: Factors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relational, "DISK_NEEDED", 1 << 60)
    with pytest.raises(DatasetError, match="MiB of disk"):
        write(tmp_path, tables, "abc")
    assert not list(tmp_path.iterdir())


def test_an_interrupted_writing_leaves_the_relations_that_were_there(
    tables: Factors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, tables, "abc")
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}

    def stop(*given: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pq, "write_table", stop)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, tables, "def")
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_a_folder_that_is_a_file_is_refused(tables: Factors, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write(tmp_path / "file", tables, "abc")
