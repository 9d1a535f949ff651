"""The tables are kept as long as what the chart rules read stands: rules, cosmology, states, and no word of a text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from haidiyan import iris
from haidiyan.atlas.basis import bare, tables_key
from haidiyan.corpus.cases import pool
from haidiyan.corpus.rules import evaluate
from haidiyan.dataset.memory import Memory, memory
from haidiyan.dataset.store import reading_triples

pytestmark = pytest.mark.usefixtures("home")

CLAIM = iris.individual("claim", "j9-p01-c01")
NEW_CLAIM = f"<{CLAIM}> <{iris.term('antecedent')}> <{iris.individual('situation', 'new')}> .\n"
NEW_STATE = f"<{iris.individual('state', 'new')}> <{iris.term('denies')}> <{iris.individual('state', 'void')}> .\n"


def said_of(kind: str, predicate: str) -> Callable[[bytes], bool]:
    """Whether a line is about a thing of a kind and has a predicate of ours."""
    subject, verb = f"<{iris.PREFIXES[kind]}".encode(), f" <{iris.term(predicate)}> ".encode()
    return lambda line: line.startswith(subject) and verb in line


def test_a_further_text_keeps_the_tables(home_with_texts: Path) -> None:
    with_texts = Memory(reading_triples(home_with_texts))
    assert with_texts.triples != memory().triples
    assert tables_key(with_texts) == tables_key(memory())


@pytest.mark.parametrize(
    ("kind", "predicate"), [("claim", "antecedent"), ("clause", "head"), ("segment", "words"), ("claim", "baseRate")]
)
def test_other_claims_and_other_conditions_keep_the_tables(kind: str, predicate: str) -> None:
    of_kind = said_of(kind, predicate)
    fewer = [line for line in memory().triples.splitlines(keepends=True) if not of_kind(line)]
    assert len(fewer) < memory().triples.count(b"\n"), "there are such lines"
    assert tables_key(Memory(b"".join(fewer))) == tables_key(memory())
    assert tables_key(Memory(memory().triples + NEW_CLAIM.encode())) == tables_key(memory())


@pytest.mark.parametrize(
    ("kind", "predicate"),
    [
        ("state", "reads"),
        ("state", "denies"),
        ("branch", "element"),
        ("hexagram", "palace"),
        ("person", "useRelation"),
        ("topic", "useRelation"),
    ],
)
def test_another_state_another_cosmology_and_another_use_make_them_anew(kind: str, predicate: str) -> None:
    lines = memory().triples.splitlines(keepends=True)
    one = next(filter(said_of(kind, predicate), lines))
    assert tables_key(Memory(b"".join(line for line in lines if line != one))) != tables_key(memory())
    assert tables_key(Memory(memory().triples + NEW_STATE.encode())) != tables_key(memory())


def test_another_rule_makes_them_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before = tables_key(memory())
    text = "haidiyan.atlas.basis.resources.query"
    monkeypatch.setattr(text, lambda name: f"# {name}")
    assert tables_key(memory()) != before


def test_the_order_of_the_triples_plays_no_part() -> None:
    lines = memory().triples.splitlines(keepends=True)
    assert tables_key(Memory(b"".join(reversed(lines)))) == tables_key(memory())


def test_the_chart_rules_give_the_same_without_the_texts() -> None:
    """The rules read nothing of what the key leaves out."""
    questions = [case.question() for case in pool(16, seed=7)]
    whole, alone = (list(evaluate(questions, source)) for source in (memory(), Memory(bare(memory()))))
    assert whole == alone
    assert any(node.types for nodes in whole for node in nodes.values())
