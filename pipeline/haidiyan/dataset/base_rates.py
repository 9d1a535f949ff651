"""Tell whether the base rates that the dataset holds are those of its claims."""

from __future__ import annotations

from collections import defaultdict

import pyoxigraph as ox

from haidiyan.dataset.memory import Memory
from haidiyan.iris import local_name

FILE = "data/base-rates.ttl"
REMEDY = "run `haidiyan atlas rates`, then `haidiyan build`"
NAMED = 5
WORDS = {
    "missing": "has no base rate of {}, which can be in force",
    "left": "has a base rate of {}, of which there is no such claim",
}


def stale(dataset: ox.Store) -> list[str]:
    """What is missing in ``data/base-rates.ttl``, and what is left there of claims that are gone, a sentence each.

    Whether the numbers themselves are still right only the atlas can tell.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for row in Memory.rows_of(dataset, "build/stale-base-rates"):
        found[row["fault"]].append(local_name(row["claim"]))
    return [f"{FILE} is stale: it {WORDS[fault].format(_few(names))}; {REMEDY}." for fault, names in found.items()]


def _few(names: list[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")
