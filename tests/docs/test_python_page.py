"""What docs/python.md shows runs as it stands, and its tables name the columns that there are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import haidiyan
from haidiyan.publication.frames import CHART_COLUMNS, COMPARISON_COLUMNS, READING_COLUMNS
from haidiyan.resources import root

pytestmark = pytest.mark.usefixtures("home")

PAGE = (root() / "docs" / "python.md").read_text("utf-8")


def test_the_examples_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(block, "docs/python.md", "exec"), names)
    assert (tmp_path / "reading.ttl").stat().st_size > 0


def test_every_column_and_every_public_function_is_named() -> None:
    named = set(re.findall(r"`([\w.]+)", PAGE))
    assert named >= {*CHART_COLUMNS, *READING_COLUMNS, *COMPARISON_COLUMNS}
    assert named >= {f"haidiyan.{name}" for name in haidiyan.__all__}
