"""Ask the competency questions in rdflib and in pyoxigraph, and load the dataset into each."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from haidiyan.benchmark.timing import Findings, once, seconds
from haidiyan.dataset import store
from haidiyan.dataset.memory import Memory
from haidiyan.queries import Query, run
from haidiyan.queries import questions as names

RDFLIB_LOADS, OXIGRAPH_LOADS = "loading the dataset into rdflib", "loading the dataset into pyoxigraph"

LONGEST = 20
"""Seconds after which a question is given up in rdflib."""


def measure(quick: bool, tables: Path | None = None) -> Findings:
    """Sums over the questions that both engines answered in time, their ratio, and how many differ in rows."""
    found = Findings()
    built = store.open_store()
    found.seconds["opening the built store"] = seconds(store.open_store, 5)
    triples = store.reading_triples()
    found.seconds["loading what a reading needs"] = seconds(lambda: Memory(triples), 3)
    import pyoxigraph as ox

    quads = ox.serialize(built, format=ox.RdfFormat.N_QUADS)
    found.counts["quads, those of the default graph twice"] = len(built)

    def load() -> None:
        ox.Store().bulk_load(quads, format=ox.RdfFormat.N_QUADS)

    found.seconds[OXIGRAPH_LOADS] = seconds(load, 1 if quick else 3)
    mine = {name: Query.bundled(name).text for name in names()}
    fast = {name: seconds(lambda t=text: list(_rows(run(t, built))), 3) for name, text in mine.items()}  # type: ignore[misc]
    found.counts["questions"] = len(fast)
    found.seconds["all questions in pyoxigraph"] = sum(fast.values())
    if quick:
        found.skipped["rdflib"] = "left out of a quick run."
        return found
    found.attempt("rdflib", lambda: _rdflib(found, built, mine, fast))
    return found


def _rdflib(found: Findings, built: Any, mine: dict[str, str], fast: dict[str, float]) -> None:
    from rdflib import Dataset, URIRef

    from haidiyan.dataset.convert import to_rdflib

    whole = Dataset()

    def load() -> None:
        graphs = {"": whole.default_graph}
        for quad in built:
            name = getattr(quad.graph_name, "value", "")
            if name not in graphs:
                graphs[name] = whole.graph(URIRef(name))
            graphs[name].add((to_rdflib(quad.subject), to_rdflib(quad.predicate), to_rdflib(quad.object)))

    found.seconds[RDFLIB_LOADS] = once(load)
    found.ratio("loading: rdflib to pyoxigraph", RDFLIB_LOADS, OXIGRAPH_LOADS)
    slow: dict[str, float] = {}
    for name, text in mine.items():
        try:
            with limit(LONGEST):
                slow[name] = once(lambda t=text: list(whole.query(t)))  # type: ignore[misc]
        except TimeoutError:
            found.skipped[f"{name} in rdflib"] = f"no answer after {LONGEST} seconds."
        except Exception as error:
            found.skipped[f"{name} in rdflib"] = f"{type(error).__name__}: {error}"
    found.counts["questions answered by rdflib"] = len(slow)
    found.seconds["the same questions in rdflib"] = sum(slow.values())
    found.seconds["the same questions in pyoxigraph"] = sum(fast[name] for name in slow)
    found.ratio("rdflib to pyoxigraph, sum", "the same questions in rdflib", "the same questions in pyoxigraph")
    each = sorted(slow[name] / fast[name] for name in slow)
    found.ratios["rdflib to pyoxigraph, median question"] = each[len(each) // 2]
    found.counts["slowest in rdflib"] = {
        name: round(slow[name], 4) for name in sorted(slow, key=lambda name: -slow[name])[:5]
    }


def _rows(results: Any) -> Any:
    return results if hasattr(results, "__iter__") else [results]


@contextmanager
def limit(seconds: int) -> Iterator[None]:
    """Raise ``TimeoutError`` in the midst of what takes longer."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before: Callable[..., Any] | int | None = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
