"""Read questions by each engine and by owlrl, and share the time of a reading out among its steps."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from statistics import median
from threading import Lock

from haidiyan.benchmark.charts import PERSON, TOPIC, charts, example, questions
from haidiyan.benchmark.engines import BITS, SPARQL, Evaluate, engines, told
from haidiyan.benchmark.timing import Findings, need, once, seconds
from haidiyan.chart.catalog import Catalog
from haidiyan.corpus.bits import plan
from haidiyan.dataset.memory import Memory
from haidiyan.dataset.store import reading_triples
from haidiyan.reading.bitplan import BitPlan, classes
from haidiyan.reading.engine import SPARQL as SPARQL_PLAN
from haidiyan.reading.engine import Engine, engine
from haidiyan.reading.question import Question, ask
from haidiyan.reading.reading import Reading
from haidiyan.reading.rules import chart_rules
from haidiyan.reading.tables import Tables
from haidiyan.reading.tables import tables as kept_tables

OWLRL_ALL = "owlrl, one chart and all classes"
OWLRL_ASKED = "owlrl, one chart and what claims look for"
CHART, EVALUATE, ENTRIES, TELL = "chart", "evaluation", "claims in force and overridden", "telling"
WHOLE = "a reading, cast to JSON"


def measure(quick: bool, tables: Path | None = None) -> Findings:
    """Seconds an evaluation by each engine, what owlrl takes for the same, and the shares of a reading's steps."""
    found = Findings()
    runs = 20 if quick else 60
    source = Memory(reading_triples())
    of_rules = kept_tables(source, tables)
    named = engines(source, of_rules, found)
    for name, evaluate in named.items():
        found.attempt(name, partial(_engine, found, name, evaluate, runs))
        found.attempt(f"a reading by {name}", partial(_reading, found, name, evaluate, runs))
    found.attempt("steps of SPARQL", lambda: _steps(found, Engine(source, SPARQL_PLAN), runs))
    if of_rules is not None:
        found.attempt("steps of the bit plan", lambda: _steps_of_bits(found, source, of_rules, runs))
    found.attempt("owlrl", lambda: _owlrl(found, quick))
    for name in named:
        found.ratio(f"owlrl, all classes, to {name}", OWLRL_ALL, name)
        found.ratio(f"owlrl, what claims look for, to {name}", OWLRL_ASKED, name)
        found.ratio(f"{name} to casting the chart", name, CHART)
        found.ratio(f"{WHOLE}, by {name}, to casting the chart", f"{WHOLE}, by {name}", CHART)
    found.ratio(f"{SPARQL} to {BITS}", SPARQL, BITS)
    found.ratio(f"{WHOLE}: {SPARQL} to {BITS}", f"{WHOLE}, by {SPARQL}", f"{WHOLE}, by {BITS}")
    return found


def _engine(found: Findings, name: str, evaluate: Evaluate, runs: int) -> None:
    """What fires, and every node with its states and edges."""
    asked, again = questions(), questions()
    found.seconds[name] = seconds(lambda: evaluate(next(asked)), runs)
    found.seconds[f"{name}, every node told"] = seconds(lambda: told(evaluate(next(again))), runs)


def _steps(found: Findings, reader: Engine, runs: int) -> None:
    """The SPARQL engine's steps one by one, as ``Engine.evaluate`` takes them."""
    shares = _medians(_one(reader, question) for question in islice(questions(), runs))
    found.shares(f"an evaluation by {SPARQL}", shares)


def _one(reader: Engine, question: Question) -> dict[str, float]:
    held = reader.memory
    marks = [("what is given", time.process_time())]
    try:
        held.add(question.triples())
        marks.append(("states and edges", time.process_time()))
        for rule in chart_rules():
            held.add(held.derive(rule))
        marks.append(("situations", time.process_time()))
        reader.classify()
        marks.append(("which claims fire", time.process_time()))
        list(held.rows("reading/firings"))
        marks.append(("taking it out again", time.process_time()))
    finally:
        kinds = ("line", "hidden", "opposite", "changed")
        held.remove_subjects([question.iri, *(question.node(kind, n) for kind in kinds for n in range(1, 7))])
    return _between([*marks, ("end", time.process_time())])


def _steps_of_bits(found: Findings, source: Memory, of_rules: Tables, runs: int) -> None:
    """The bit plan's steps one by one: states and edges from the tables, the classes, and what is left."""
    asked, same, again = (list(islice(questions(), runs + 1)) for _ in range(3))
    choices = asked[0].doctrine.adopted(source.keep(Catalog).choices)
    conditions = [(head, c.parts, c.edge, c.ends) for head, some in plan(source, choices).items() for c in some]
    bits = BitPlan(source, of_rules, engine().by_rules, Lock())
    times = {}
    takes = (iter(asked), iter(same), iter(again))
    times["states and edges"] = seconds(lambda: of_rules.of(next(takes[0])), runs)
    both = seconds(lambda: classes(conditions, of_rules.of(next(takes[1]))), runs)
    times["situations"] = both - times["states and edges"]
    times["which claims fire"] = seconds(lambda: bits.evaluate(next(takes[2])), runs) - both
    found.shares(f"an evaluation by {BITS}", times)


def _reading(found: Findings, name: str, evaluate: Evaluate, runs: int) -> None:
    """A whole reading step by step: cast, evaluate, weigh the claims, tell."""
    each = list(islice(_readings(evaluate), 3, runs + 3))
    steps = _medians(each)
    found.seconds[CHART] = steps[CHART]
    found.seconds[f"{WHOLE}, by {name}"] = median(sum(one.values()) for one in each)
    found.shares(f"a reading by {name}", steps)


def _readings(evaluate: Evaluate) -> Iterator[dict[str, float]]:
    several = charts()
    while True:
        marks = [(CHART, time.process_time())]
        chart = next(several)
        marks.append((EVALUATE, time.process_time()))
        evaluation = evaluate(ask(chart, topic=TOPIC, about=PERSON))
        marks.append((ENTRIES, time.process_time()))
        reading = Reading(evaluation)
        marks.append((TELL, time.process_time()))
        json.dumps(reading.to_dict(), ensure_ascii=False)
        yield _between([*marks, ("end", time.process_time())])


def _between(marks: list[tuple[str, float]]) -> dict[str, float]:
    return {name: after - start for (name, start), (_, after) in pairwise(marks)}


def _medians(several: Iterator[dict[str, float]] | list[dict[str, float]]) -> dict[str, float]:
    times: dict[str, list[float]] = defaultdict(list)
    for each in several:
        for name, value in each.items():
            times[name].append(value)
    return {name: median(values) for name, values in times.items()}


def _owlrl(found: Findings, quick: bool) -> None:
    """Owlrl as it comes, without axiomatic triples, over one chart; and as the oracle of the tests has it."""
    need("owlrl", "rdflib")
    from owlrl import DeductiveClosure, OWLRL_Semantics
    from rdflib import Graph

    from haidiyan.corpus import rules
    from haidiyan.oracle import derived, everything, theory

    question = example()
    nodes = list(rules.evaluate([question]))
    graph = everything(nodes, question.doctrine)
    found.counts["triples of one chart and all classes"] = len(graph)

    def expand() -> None:
        closure = DeductiveClosure(OWLRL_Semantics, axiomatic_triples=False, datatype_axioms=False)
        closure.expand(graph + Graph())

    found.seconds[OWLRL_ALL] = once(expand)
    if quick:
        found.skipped[OWLRL_ASKED] = "left out of a quick run."
        return
    theories = theory(question.doctrine)
    found.seconds[OWLRL_ASKED] = once(lambda: derived(nodes, theories))
