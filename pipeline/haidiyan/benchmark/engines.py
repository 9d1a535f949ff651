"""Name the ways to evaluate a question in process; where one cannot be had, say why."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from haidiyan.benchmark.timing import Findings
from haidiyan.dataset.memory import Memory
from haidiyan.reading import engine
from haidiyan.reading.bitplan import BitPlan
from haidiyan.reading.evaluation import Evaluation
from haidiyan.reading.question import Question
from haidiyan.reading.tables import Tables

Evaluate = Callable[[Question], Evaluation]

SPARQL, BITS = "SPARQL", "bit plan"

NO_TABLES = "the tables of the atlas are not there, or another dataset's; haidiyan atlas build makes them."


def engines(source: Memory, of_rules: Tables | None, found: Findings) -> dict[str, Evaluate]:
    """Each engine over the static triples of a memory, by name.

    ``of_rules`` are the tables of what the chart rules give; without them there is no bit plan, and ``found`` says so.
    """
    by_sparql = engine.Engine(source, engine.SPARQL)
    named: dict[str, Evaluate] = {SPARQL: lambda question: by_sparql.evaluate([question])[0]}
    if of_rules is None:
        found.skipped[BITS] = NO_TABLES
    else:
        named[BITS] = BitPlan(source, of_rules, by_sparql.by_rules, Lock()).evaluate
    return named


def told(evaluation: Evaluation) -> int:
    """How many states, classes and properties the nodes have: the bit plan tells them when they are asked for."""
    return sum(len(node.types) + len(node.links) for node in evaluation.nodes.values())
