"""The worked notebooks run from a clean start, and find what the book lets one reckon by hand."""

from __future__ import annotations

import base64
import os
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import nbformat
import pandas as pd
import pytest
from nbclient import NotebookClient

from haidiyan.resources import root

FOLDER = root() / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def opened(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def executed(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The outputs of ``void-in-autumn`` by cell."""
    notebook = opened(FOLDER / "void-in-autumn.ipynb")
    folder = tmp_path_factory.mktemp("notebook")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONUTF8": "1",
        "MPLCONFIGDIR": str(folder),
        "IPYTHONDIR": str(folder),
    }
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.execute(env=environment)
    return {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}


def shown(outputs: list[Any], kind: str) -> str:
    """What a cell shows, of a kind; it shows one thing and complains of nothing."""
    assert [each.output_type for each in outputs if each.output_type in ("stream", "error")] == []
    (found,) = [each.data[kind] for each in outputs if kind in each.data]
    return str(found)


def table(outputs: list[Any], **options: Any) -> pd.DataFrame:
    (found,) = pd.read_html(StringIO(shown(outputs, "text/html")), index_col=0, **options)
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_committed_without_outputs(path: Path) -> None:
    notebook = opened(path)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert not cell.outputs
            assert cell.execution_count is None
    assert path.read_text("utf-8").endswith("}\n")


def test_the_layers_are_laid_side_by_side(executed: Any) -> None:
    """2:67 verse 秋是木, headnote 秋水; 2:57 prose 秋無水, emended to 木."""
    said = table(executed["layers"], keep_default_na=False)
    assert sorted(zip(said["layer"], said["element"], said["reading"], strict=True)) == [
        ("headnote", "water", ""),
        ("prose", "water", ""),
        ("prose", "wood", "j2-p57-v1"),
        ("verse", "wood", ""),
    ]


def test_the_table_has_the_days_that_one_can_reckon(executed: Any) -> None:
    """Verse: wood is void all autumn, so 卯 on sixty days of sixty, and 2:67 speaks on each.

    Headnote: in 申 water is void, not wood. 卯 is void in the decade of 甲辰 alone, ten days, less 辛亥 and 壬子, whose
    branches are water and generate it; and none of these is the season's void.
    """
    found = table(executed["frames"]).set_index("theory")
    assert found.to_dict("index") == {
        "verse": {"use line void": 60, "2:67 speaks": 60},
        "headnote": {"use line void": 8, "2:67 speaks": 0},
    }
    days = shown(executed["days"], "text/plain")
    assert days == str(["甲辰", "乙巳", "丙午", "丁未", "戊申", "己酉", "庚戌", "癸丑"])


def test_what_changes_is_counted_by_days(executed: Any) -> None:
    """2:67 falls silent on all sixty days; what 2:51 says of any void use line, on all but the eight."""
    days = table(executed["compare"]).set_index("claim")
    assert list(days.loc["j2-p67-c01", ["quote", "changes", "days"]]) == ["用爻最怕走時空", "lost", 60]
    assert list(days.loc["j2-p51-c06", ["changes", "days"]]) == ["lost", 52]


def test_chart_reading_and_figure_show_themselves(executed: Any) -> None:
    assert shown(executed["chart"], "image/svg+xml").startswith("<svg ")
    assert "占疾病" in shown(executed["sixty"], "text/html")
    picture = base64.b64decode(shown(executed["figure"], "image/png"))
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 5_000
