"""Build the dataset stage by stage, and close the cosmology under owlrl without and with the situation classes."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from haidiyan.benchmark.timing import Findings, once

ALONE, TOGETHER = "closure of the cosmology alone", "closure with the classes of the situations"


def measure(quick: bool, tables: Path | None = None) -> Findings:
    """Shares of the stages; what the closure would take with the situations inside. ``quick`` leaves out the build."""
    found = Findings()
    if quick:
        found.skipped["build"] = "left out of a quick run."
    else:
        found.attempt("build", lambda: _build(found))
    found.attempt("closure", lambda: _closures(found))
    return found


def stages(home: Path, text: Sequence[Path] = ()) -> dict[str, float]:
    """The seconds of each stage of a build, with further texts, into an empty home."""
    from haidiyan.dataset.build import build

    marks: list[tuple[str, float]] = []
    build(home, lambda stage: marks.append((stage, time.process_time())), text=text)
    marks.append(("end", time.process_time()))
    return {stage: after - start for (stage, start), (_, after) in pairwise(marks)}


def _build(found: Findings) -> None:
    with tempfile.TemporaryDirectory() as home:
        took = stages(Path(home))
    found.seconds["build"] = sum(took.values())
    found.shares("the build", took)


def _closures(found: Findings) -> None:
    """The classes are those of states, patterns and situations, without any chart."""
    from haidiyan.dataset.closure import Semantics, active
    from haidiyan.dataset.cosmology import generate
    from haidiyan.dataset.load import load
    from haidiyan.iris import graph

    graphs = load().graphs
    cosmology = graphs[graph("cosmology")]
    cosmology = cosmology + generate(cosmology)
    without = active(cosmology)
    inside = active(cosmology + graphs[graph("ontology")] + graphs[graph("situations")])
    for name, each in ((ALONE, without), (TOGETHER, inside)):
        found.counts[f"triples, {name}"] = len(each)
        found.seconds[name] = once(Semantics(each, axioms=False, daxioms=False).closure)
    found.ratio("closure with situations to without", TOGETHER, ALONE)
