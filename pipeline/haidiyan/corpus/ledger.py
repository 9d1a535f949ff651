"""Keep the names of the mutants that the corpus need not tell, in a file that can be read and compared."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from haidiyan.corpus.mutants import Mutant


@dataclass(frozen=True)
class Ledger:
    """Names of mutants: those that all charts there are show equivalent, and those of which nothing is shown."""

    equivalent: frozenset[str]
    undistinguished: frozenset[str]


def ledger(equivalent: Iterable[Mutant], undistinguished: Iterable[Mutant]) -> Ledger:
    """The ledger of these mutants."""
    return Ledger(frozenset(each.name for each in equivalent), frozenset(each.name for each in undistinguished))


def read(path: Path) -> Ledger:
    """The ledger of a JSON file that ``write`` wrote."""
    given = json.loads(path.read_text(encoding="utf-8"))
    return Ledger(*(frozenset(_joined(given[name])) for name in ("equivalent", "undistinguished")))


def write(path: Path, kept: Ledger) -> None:
    """Write a ledger as JSON, the edits of each class under its name."""
    given = {name: _parted(getattr(kept, name)) for name in ("equivalent", "undistinguished")}
    path.write_text(json.dumps(given, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _parted(names: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        head, edit = name.split(" ", 1)
        found[head].append(edit)
    return dict(found)


def _joined(table: dict[str, list[str]]) -> list[str]:
    return [f"{head} {edit}" for head, edits in table.items() for edit in edits]
