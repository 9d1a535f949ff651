"""Why a claim applies, down to its sources; why it does not, and what would have to be different."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import haidiyan
from haidiyan import resources
from haidiyan.errors import InputError
from haidiyan.reading.facts import as_select
from haidiyan.reading.reading import Reading
from haidiyan.reading.rules import chart_rules
from haidiyan.reading.why import Step, find_claim, lines_of, why, why_not

pytestmark = pytest.mark.usefixtures("home")


def example(topic: str = "疾病") -> Reading:
    return haidiyan.read(haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申"), topic, about="妻")


def leaves(steps: list[Step]) -> Iterator[Step]:
    for step in steps:
        if step["steps"]:
            yield from leaves(step["steps"])
        else:
            yield step


def test_every_chain_ends_in_what_was_given_attested_or_supplied() -> None:
    reading = example()
    chained = [entry for entry in reading.entries if entry.claim.antecedent and entry.status == "in-force"]
    assert chained
    for entry in chained:
        for leaf in leaves(why(reading, entry.claim)):
            assert leaf["by"].startswith(("given", "attested", "supplied", "rule", "the dataset")), leaf


def test_a_chain_names_the_class_the_rule_and_the_passage() -> None:
    chain = "\n".join(lines_of(why(example(), find_claim("官鬼持世事難安"))))
    assert "situation:officials-holding-self ← state:officials ⊓ state:self" in chain
    assert "rule rules/12-relation.rq" in chain
    assert "attested j2-p77" in chain


def test_a_chain_goes_through_the_choice_that_bridges() -> None:
    chart = haidiyan.cast(hexagram="火水未濟", moving=[1], month="酉", day="乙巳")
    steps = why(haidiyan.read(chart, "文書"), find_claim("惟忌臨金與落空"))
    assert any("choice " in line for line in lines_of(steps))


def test_what_overcomes_is_traced_to_what_generates() -> None:
    chain = "\n".join(lines_of(why(example(), find_claim("官鬼持世事難安"))))
    assert "owl:propertyChainAxiom (hdy:generates hdy:generates)" in chain


def test_why_not_names_the_first_condition_that_fails_and_the_remedy() -> None:
    step = why_not(example(), find_claim("病人無藥主沉昏"))
    assert "二爻 is not 動 but 靜" in step["by"]
    assert "old" in step["steps"][0]["by"]


def test_why_not_says_when_only_the_topic_differs() -> None:
    step = why_not(example(), find_claim("出路行人身未來"))
    assert "the situation holds" in step["says"]
    assert "疾病" in step["by"]


def test_why_not_of_an_overridden_claim_names_what_overrides_it() -> None:
    chart = haidiyan.cast(hexagram="天山遯", moving=[3], month="巳", day="庚午")
    assert "惟忌臨金與落空" in why_not(haidiyan.read(chart, "求財"), find_claim("青龍發動萬物通"))["by"]


def test_why_of_an_open_claim_says_what_must_be_given() -> None:
    chart = haidiyan.cast(hexagram="比", moving=[5], day="申")
    (step,) = why(haidiyan.read(chart, "疾病"), find_claim("青龍發動萬物通"))
    assert "open until given" in step["by"]


@pytest.mark.parametrize("name", ["j2-p99-c01", "病人無藥"])
def test_an_unknown_claim_is_refused_with_the_nearest(name: str) -> None:
    with pytest.raises(InputError, match="nearest"):
        find_claim(name)


def test_asking_why_of_what_does_not_apply_is_refused() -> None:
    with pytest.raises(InputError, match="--why-not"):
        why(example(), find_claim("病人無藥主沉昏"))


def test_asking_why_not_of_what_applies_is_refused() -> None:
    with pytest.raises(InputError, match="--why "):
        why_not(example(), find_claim("官鬼持世事難安"))


@pytest.mark.parametrize("rule", chart_rules(), ids=lambda rule: Path(rule).name)
def test_every_rule_can_be_asked_what_it_read(rule: str) -> None:
    text = as_select(resources.query(rule))
    assert "CONSTRUCT" not in text
    assert "SELECT * WHERE" in text
