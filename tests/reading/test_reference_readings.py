"""The ten reference readings: what applies, what does not, what is overridden, what stands against what."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import haidiyan

pytestmark = pytest.mark.usefixtures("home")

CASES = json.loads((Path(__file__).parent.parent / "cases" / "readings.json").read_text("utf-8"))
Place = tuple[int, str]


def _claims(case: dict[str, Any]) -> dict[Place, list[dict[str, Any]]]:
    chart = haidiyan.cast(hexagram=case["hexagram"], moving=case["moving"], month=case["month"], day=case["day"])
    found: dict[Place, list[dict[str, Any]]] = defaultdict(list)
    for claim in haidiyan.read(chart, case["topic"], baleful=case["baleful"]).to_dict()["claims"]:
        if claim["source"]["volume"] == case["volume"]:
            found[claim["source"]["paragraph"], claim["quote"]].append(claim)
    return found


def _statuses(claims: list[dict[str, Any]]) -> set[str]:
    return {claim["status"] for claim in claims}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['hexagram']}-{case['topic']}-{case['day']}")
def test_a_reference_reading_comes_out_as_it_should(case: dict[str, Any]) -> None:
    claims = _claims(case)
    missing = [
        place for place in map(tuple, case["applies"]) if not _statuses(claims[place]) & {"in-force", "overridden"}
    ]
    wrong = [place for place in map(tuple, case["does_not_apply"]) if "in-force" in _statuses(claims[place])]
    kept = [place for place in map(tuple, case["overridden"]) if _statuses(claims[place]) != {"overridden"}]
    assert (missing, wrong, kept) == ([], [], [])
    for one, other in case["conflicts_at_least"]:
        against = {claim["id"] for claim in claims[tuple(other)]}
        assert any(against & set(claim["conflictsWith"]) for claim in claims[tuple(one)])
