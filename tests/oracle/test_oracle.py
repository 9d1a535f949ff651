"""A reading finds exactly the situations that owlrl derives from the ontology's OWL, node by node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyoxigraph as ox
import pytest
from rdflib import OWL, RDF, Graph, URIRef

from haidiyan import iris, oracle
from haidiyan.chart.catalog import catalog
from haidiyan.corpus import cases
from haidiyan.corpus.cases import Case
from haidiyan.corpus.mutants import Theory
from haidiyan.corpus.rules import evaluate
from haidiyan.dataset.memory import Memory
from haidiyan.dataset.store import reading_triples_path
from haidiyan.ontology import consistency
from haidiyan.oracle import dl
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE, choose
from haidiyan.reading.engine import Engine, engine

CORPUS = Path(__file__).parent.parent / "cases" / "corpus.json"
PARTS = 3
"""The corpus is closed in so many parts, each in one closure, so that they run beside one another."""

MOVING, STILL, PARENTS = (iris.individual("state", name) for name in ("moving", "still", "parents"))
PARENTS_MOVING = iris.individual("situation", "parents-moving")

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(scope="module")
def corpus() -> list[Case]:
    return cases.read(CORPUS)


@pytest.fixture(scope="module")
def theory(home: Path) -> oracle.Theory:
    return oracle.theory(choose(catalog(), DEFAULT_DOCTRINE, {}))


def by_owlrl(
    charts: Sequence[Case], theory: oracle.Theory, adopt: Mapping[str, str] | None = None
) -> set[oracle.Membership]:
    return oracle.derived(list(evaluate(case.question(adopt=adopt) for case in charts)), theory)


def by_reading(
    charts: Sequence[Case], theory: oracle.Theory, adopt: Mapping[str, str] | None = None, reader: Engine | None = None
) -> set[oracle.Membership]:
    questions = [case.question(adopt=adopt) for case in charts]
    reader = reader or engine()
    evaluations = [each for batch in cases.batches(questions, 8) for each in reader.evaluate(batch)]
    return oracle.read([each.nodes for each in evaluations], theory)


def told(one: set[oracle.Membership], other: set[oracle.Membership]) -> str:
    """The differences by class, with one node as an example."""
    missing = {kind: node for node, kind in sorted(one - other)}
    return "\n".join(f"{iris.compact(kind)}, as at {node}" for kind, node in missing.items())


@pytest.mark.parametrize("part", range(PARTS))
def test_reading_and_owlrl_agree_on_the_corpus(corpus: list[Case], theory: oracle.Theory, part: int) -> None:
    charts = corpus[part::PARTS]
    assert len(charts) >= 40, "too few charts for one closure"
    derived, found = by_owlrl(charts, theory), by_reading(charts, theory)
    assert not derived - found, f"owlrl derives what the reading does not find:\n{told(derived, found)}"
    assert not found - derived, f"the reading finds what owlrl does not derive:\n{told(found, derived)}"


def test_reading_and_owlrl_agree_where_every_axis_has_another_choice(corpus: list[Case], theory: oracle.Theory) -> None:
    known = catalog().choices
    others = {axis: sorted(set(table) - {known.defaults[axis]}) for axis, table in known.axes.items()}
    adopt = {axis: next(iter(names), "j2-p57-v1") for axis, names in others.items()}
    assert adopt[known.recorded] == "j2-p57-v1"
    charts = corpus[::10]
    other = oracle.theory(choose(catalog(), DEFAULT_DOCTRINE, adopt))
    derived, found = by_owlrl(charts, other, adopt), by_reading(charts, other, adopt)
    assert derived == found, told(derived ^ found, set())
    by_default = by_reading(charts, theory)
    assert Counter(kind for _, kind in found) != Counter(kind for _, kind in by_default), "no choice mattered"


def test_both_sides_look_at_the_same_classes(theory: oracle.Theory) -> None:
    compiled = Theory(choose(catalog(), DEFAULT_DOCTRINE, {}))
    reached = {kind for kind in theory.below if iris.compact(kind).split(":")[0] in ("pattern", "situation")}
    assert reached == set(compiled.classes)


@pytest.fixture(scope="module")
def with_moving_parents(corpus: list[Case]) -> list[Case]:
    """A few charts in each of which a parents line moves and another one is still."""
    line = iris.term("line")
    found = []
    for case, nodes in zip(corpus, evaluate(case.question() for case in corpus), strict=True):
        lines = [nodes[target].types for node in nodes.values() for target in node.links.get(line, ())]
        if all(any({PARENTS, motion} <= states for states in lines) for motion in (MOVING, STILL)):
            found.append(case)
    assert found, "no chart of the corpus has a moving and a still parents line"
    return found[:2]


def test_a_wrong_clause_is_found_out(with_moving_parents: list[Case], theory: oracle.Theory) -> None:
    wrong = Memory(reading_triples_path())
    parts = iris.term("partOf")
    clauses = [
        quad.subject
        for quad in wrong.store.quads_for_pattern(None, ox.NamedNode(iris.term("head")), ox.NamedNode(PARENTS_MOVING))
    ]
    (moved,) = [ox.Quad(ox.NamedNode(MOVING), ox.NamedNode(parts), clause) for clause in clauses]
    assert moved in wrong.store
    wrong.store.remove(moved)
    wrong.add([ox.Triple(ox.NamedNode(STILL), moved.predicate, moved.object)])
    derived = by_owlrl(with_moving_parents, theory)
    found = by_reading(with_moving_parents, theory, reader=Engine(wrong))
    assert {kind for _, kind in derived - found} >= {PARENTS_MOVING}
    assert {kind for _, kind in found - derived} >= {PARENTS_MOVING}


def test_a_wrong_class_is_found_out(with_moving_parents: list[Case], theory: oracle.Theory) -> None:
    axioms = Graph() + theory.axioms
    (first,) = axioms.objects(URIRef(PARENTS_MOVING), OWL.intersectionOf)
    (cell,) = set(axioms.subjects(RDF.first, URIRef(MOVING))) & set(axioms.transitive_objects(first, RDF.rest))
    axioms.remove((cell, RDF.first, None))
    axioms.add((cell, RDF.first, URIRef(STILL)))
    below = {**theory.below, PARENTS_MOVING: theory.below[PARENTS_MOVING] | {("", STILL)}}
    wrong = oracle.Theory(axioms, theory.roots, below)
    derived = by_owlrl(with_moving_parents, wrong)
    found = by_reading(with_moving_parents, theory)
    assert {kind for _, kind in derived - found} >= {PARENTS_MOVING}
    assert {kind for _, kind in found - derived} >= {PARENTS_MOVING}


def test_a_contradiction_is_no_agreement(with_moving_parents: list[Case], theory: oracle.Theory) -> None:
    axioms = Graph() + theory.axioms
    axioms.add((URIRef(PARENTS_MOVING), OWL.disjointWith, URIRef(MOVING)))
    wrong = oracle.Theory(axioms, theory.roots, theory.below)
    with pytest.raises(oracle.ContradictionError, match=r"[Dd]isjoint"):
        by_owlrl(with_moving_parents[:1], wrong)


@pytest.mark.skipif(consistency.missing() is not None, reason=consistency.missing() or "")
def test_reading_and_hermit_agree_on_the_corpus(corpus: list[Case], theory: oracle.Theory) -> None:
    derived = dl.derived(list(evaluate(case.question() for case in corpus)), theory)
    found = by_reading(corpus, theory)
    assert not derived - found, f"HermiT derives what the reading does not find:\n{told(derived, found)}"
    assert not found - derived, f"the reading finds what HermiT does not derive:\n{told(found, derived)}"


@pytest.mark.skipif(consistency.missing() is not None, reason=consistency.missing() or "")
def test_a_contradiction_is_no_agreement_for_hermit(with_moving_parents: list[Case], theory: oracle.Theory) -> None:
    axioms = Graph() + theory.axioms
    axioms.add((URIRef(PARENTS_MOVING), OWL.disjointWith, URIRef(MOVING)))
    wrong = oracle.Theory(axioms, theory.roots, theory.below)
    with pytest.raises(oracle.ContradictionError, match="contradiction"):
        dl.derived(list(evaluate(case.question() for case in with_moving_parents[:1])), wrong)


def test_reading_owlrl_and_hermit_agree_on_charts_at_random(theory: oracle.Theory) -> None:
    charts = cases.pool(8, seed=2026)
    found = by_reading(charts, theory)
    assert found == by_owlrl(charts, theory)
    if consistency.missing() is None:
        assert found == dl.derived(list(evaluate(case.question() for case in charts)), theory)
