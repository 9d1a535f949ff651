"""Classes are evaluated from what they rest on, and let go when nothing more rests on them."""

from __future__ import annotations

import tracemalloc

import pytest
from tests.atlas.conftest import Read

from haidiyan import iris
from haidiyan.atlas.evaluation import Signatures, dependent, depth_first, evaluate
from haidiyan.atlas.factors import Factors
from haidiyan.corpus.bits import Condition, Plan
from haidiyan.errors import InputError

pytestmark = pytest.mark.xdist_group("atlas")

PLAN: Plan = {
    "middle": (Condition(("low",)), Condition(("other",), "edge", ("low",))),
    "top": (Condition(("middle", "low")),),
    "apart": (Condition(("other",)),),
}


def test_a_class_comes_after_what_it_needs_and_nothing_else_comes() -> None:
    assert list(depth_first(["top"], PLAN)) == ["low", "other", "middle", "top"]
    assert list(depth_first(["apart"], PLAN)) == ["other", "apart"]


def test_what_rests_on_a_state_or_an_edge_depends_on_it() -> None:
    assert dependent(PLAN, ["edge"]) == {"edge", "middle", "top"}
    assert dependent(PLAN, ["other"]) == {"other", "middle", "top", "apart"}


def test_a_signature_changes_with_anything_below() -> None:
    turned = {**PLAN, "middle": (Condition(("low",)), Condition(("other",), "other-edge", ("low",)))}
    one, other = Signatures(PLAN), Signatures(turned)
    assert one.of("top") != other.of("top")
    assert one.of("apart") == other.of("apart")
    assert one.of("low") != one.of("other")
    reordered = {**PLAN, "middle": PLAN["middle"][::-1]}
    assert one.of("top") == Signatures(reordered).of("top")


def test_a_state_that_no_chart_rule_gives_is_refused(tables: Factors) -> None:
    with pytest.raises(InputError, match="my-state"):
        list(evaluate({"top": (Condition(("https://example.org/my-state",)),)}, tables, None, ["top"]))


def test_a_bare_state_can_be_asked_for(tables: Factors) -> None:
    moving = iris.individual("state", "moving")
    ((name, where),) = evaluate({}, tables, None, [moving])
    assert name == moving
    assert {slot[0] for slot in where} == {"line", "hidden", "opposite"}


def test_all_charts_fit_in_little_memory(atlas: Read) -> None:
    """The bound of the project is 4 GiB; what is held at once is far less."""
    known = atlas("common")
    tracemalloc.start()
    try:
        for use in known.uses:
            known.claims(use)
        assert tracemalloc.get_traced_memory()[1] < 1 << 30
    finally:
        tracemalloc.stop()
