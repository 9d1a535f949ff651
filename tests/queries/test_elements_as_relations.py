"""金鬼土兄水子火印 (3:25): what the book gives to the elements fits no palace."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest
from tests import classical

from haidiyan.dataset import store
from haidiyan.iris import compact
from haidiyan.queries import Query, run

GIVEN = {"金": "官鬼", "土": "兄弟", "水": "子孫", "火": "父母"}
NAMES = {"木": "wood", "火": "fire", "土": "earth", "金": "metal", "水": "water"}


@pytest.mark.xdist_group("queries")
def test_no_palace_gives_all_four_relations(home: Path) -> None:
    solutions = run(Query.bundled("palaces-of-elements-as-relations").text, store.open_store(home))
    assert isinstance(solutions, ox.QuerySolutions)
    rows = [row for row in solutions if compact(row["passage"].value) == "passage:j3-p25"]
    found = {compact(row["palaceElement"].value): int(row["holding"].value) for row in rows}
    assert {int(row["stated"].value) for row in rows} == {4}
    assert found == {
        f"element:{name}": sum(classical.relation(mine, each) == relation for each, relation in GIVEN.items())
        for mine, name in NAMES.items()
    }
    assert max(found.values()) < 4
