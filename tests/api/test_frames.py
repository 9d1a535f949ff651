"""Charts, readings and comparisons as tables: a row a node, a row a claim and witness, a row a difference."""

from __future__ import annotations

import sys
from typing import Any

import pandas as pd
import pytest

import haidiyan
from haidiyan.errors import ExtraError, HaidiyanError
from haidiyan.publication.frames import CHART_COLUMNS, COMPARISON_COLUMNS, READING_COLUMNS

pytestmark = pytest.mark.usefixtures("home")


def example(**given: Any) -> Any:
    """申日 比之坤, 占妻病 (2:77)."""
    return haidiyan.read(haidiyan.cast(hexagram="比", moving=[5], day="申"), topic="疾病", about="妻", **given)


def test_a_chart_has_a_row_a_node_the_chart_first_then_from_the_bottom() -> None:
    table = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申").to_frame()
    assert tuple(table.columns) == CHART_COLUMNS
    assert table["node"].tolist() == ["chart", *["line", "hidden"] * 4, "line", "hidden", "changed", "line", "hidden"]
    lines = table[table["node"] == "line"]
    assert lines["line"].tolist() == [1, 2, 3, 4, 5, 6]
    assert lines["branch"].tolist() == list("未巳卯申戌子")  # 坤 below 乙未巳卯, 坎 above 戊申戌子
    assert lines["value"].tolist() == [8, 8, 8, 8, 9, 8]
    changed = table[table["node"] == "changed"].iloc[0]
    assert (changed["line"], changed["stem"], changed["branch"], changed["relation"]) == (5, "癸", "亥", "妻財")
    assert table.loc[0, "line"] is pd.NA
    assert "獨發" in str(table.loc[0, "states"]).split()


def test_a_pure_hexagram_has_opposite_lines_too() -> None:
    table = haidiyan.cast(hexagram="乾").to_frame()
    opposite = table[table["node"] == "opposite"]
    assert opposite["branch"].tolist() == list("未巳卯丑亥酉")  # of 坤


def test_a_reading_has_a_row_a_claim_and_witness() -> None:
    reading = example(baleful=[3])
    table, claims = reading.to_frame(), reading.to_dict()["claims"]
    assert tuple(table.columns) == READING_COLUMNS
    assert len(table) == sum(max(1, len(claim["witnesses"])) for claim in claims)
    assert table["claim"].drop_duplicates().tolist() == [claim["id"] for claim in claims]
    assert not table.duplicated(["claim", "node", "line"]).any()
    assert str(table["line"].dtype) == "Int64"


def test_a_row_tells_how_the_claim_stands_on_that_witness() -> None:
    table = example().to_frame().set_index("claim")
    overridden = table.loc["j2-p77-c11"]
    assert list(overridden[["node", "line", "status", "overridden_by", "conflicts_with"]]) == [
        "hidden",
        5,
        "overridden",
        "j2-p77-c12",
        "",
    ]
    exception = table.loc["j2-p77-c12"]
    assert (exception["status"], exception["choices"]) == ("in-force", "hidden=every")
    assert exception["conflicts_with"].split() == ["j2-p07-c03", "j2-p07-c04"]
    assert exception["quote"] == "卻得日辰能生扶出，死中得也"


def test_what_is_open_has_a_row_without_a_witness() -> None:
    table = example().to_frame()
    waiting = table[table["status"] == "open"]
    assert not waiting.empty
    assert waiting["node"].isna().all()
    assert waiting["claim"].is_unique


def test_the_chart_of_a_reading_has_the_states_of_its_question() -> None:
    reading = example()
    nodes = reading.chart_frame().set_index(["node", "line"])["states"].str.split()
    assert "伏用" in nodes["hidden", 5]
    bare = reading.chart.to_frame().set_index(["node", "line"])["states"].str.split()
    assert "伏用" not in bare["hidden", 5]


def test_the_witnesses_join_the_nodes_of_the_chart() -> None:
    reading = example()
    spoken = reading.to_frame().dropna(subset="node")
    joined = spoken.merge(reading.chart_frame(), on=["node", "line"], how="left", suffixes=("", "_of_node"))
    assert joined["states_of_node"].notna().all()


def test_a_comparison_has_a_row_a_difference() -> None:
    """比 in 申: by the verse 卯 is void in autumn, the use line of officials; by the headnote it is 子."""
    chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    verse, headnote = (
        haidiyan.read(chart, use="官鬼", adopt={"seasonal-void": name}) for name in ("verse", "headnote")
    )
    compared = haidiyan.compare(verse, headnote)
    table = compared.to_frame()
    assert tuple(table.columns) == COMPARISON_COLUMNS
    assert table["claim"].tolist() == [claim["id"] for claim in compared["claims"]]
    feared = table.set_index("claim").loc["j2-p67-c01"]
    assert list(feared[["changes", "left", "left_witnesses", "right_witnesses"]]) == [
        "lost",
        "in-force",
        "line-3",
        "",
    ]
    assert pd.isna(feared["right"])
    assert feared["because"] == "left:line-3:四時空"


def test_nothing_to_tell_is_an_empty_table_with_its_columns() -> None:
    reading = example()
    table = haidiyan.compare(reading, example()).to_frame()
    assert table.empty
    assert tuple(table.columns) == COMPARISON_COLUMNS


def test_without_pandas_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = example()
    monkeypatch.setitem(sys.modules, "pandas", None)
    for ask in (reading.to_frame, reading.chart.to_frame, haidiyan.topics().to_frame):
        with pytest.raises(ExtraError, match=r"haidiyan\[frame\]") as error:
            ask()
        assert isinstance(error.value, HaidiyanError)
