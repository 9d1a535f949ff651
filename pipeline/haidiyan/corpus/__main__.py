"""Recompute the corpus of charts and the ledger of mutants: ``python -m haidiyan.corpus tests/cases``.

It takes some minutes: the chart rules run over all hexagrams and motions, and each mutant that a pool of charts does
not tell is sought among all charts there are. ``--check`` compares with what is stored.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from haidiyan.corpus import cases, ledger
from haidiyan.corpus.choose import choose

CORPUS, LEDGER = "corpus.json", "mutants.json"


def main() -> int:
    """Write or compare; exit status 1 where what is stored differs from what was computed."""
    parser = argparse.ArgumentParser(prog="python -m haidiyan.corpus", description=__doc__)
    parser.add_argument("folder", type=Path, help=f"where {CORPUS} and {LEDGER} stand")
    parser.add_argument("--check", action="store_true", help="compare with what is stored there, write nothing")
    given = parser.parse_args()
    began = time.monotonic()
    choice = choose(lambda stage: print(f"{time.monotonic() - began:6.0f} s  {stage}", file=sys.stderr))
    kept = ledger.ledger(choice.equivalent, choice.undistinguished)
    print(
        f"{len(choice.corpus)} charts tell {choice.told} mutants; "
        f"{len(kept.equivalent)} are equivalent over all charts, {len(kept.undistinguished)} undistinguished."
    )
    if given.check:
        same = cases.read(given.folder / CORPUS) == choice.corpus and ledger.read(given.folder / LEDGER) == kept
        print("What is stored is up to date." if same else "What is stored is out of date.")
        return 0 if same else 1
    cases.write(given.folder / CORPUS, choice.corpus)
    ledger.write(given.folder / LEDGER, kept)
    return 0


if __name__ == "__main__":
    sys.exit(main())
