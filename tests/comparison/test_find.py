"""What a user wants compared is found from its name alone, and what is none of the book's is refused."""

from __future__ import annotations

from typing import Any

import pytest

from haidiyan import iris
from haidiyan.comparison.find import of_book
from haidiyan.errors import InputError

pytestmark = pytest.mark.usefixtures("home")


def found(name: str) -> tuple[Any, Any]:
    told = of_book(name)
    return told["compares"], told[told["compares"]]["name"]


@pytest.mark.parametrize(
    ("name", "means"),
    [
        ("J2-P57", ("passage", "j2-p57")),
        ("passage:j2-p57", ("passage", "j2-p57")),
        (iris.individual("passage", "j2-p57"), ("passage", "j2-p57")),
        ("J2-P57-C03", ("claim", "j2-p57-c03")),
        ("claim:j2-p57-c03", ("claim", "j2-p57-c03")),
        (iris.individual("claim", "j2-p57-c03"), ("claim", "j2-p57-c03")),
        ("四時空", ("axis", "seasonal-void")),
        (iris.individual("axis", "seasonal-void"), ("axis", "seasonal-void")),
        ("旺動傷夫", ("claim", "j2-p03-c08")),
    ],
)
def test_a_name_means_one_thing(name: str, means: tuple[str, str]) -> None:
    assert found(name) == means


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("https://example.org/passage/j2-p57", "of the dataset"),
        ("https://example.org/claim/j2-p57-c03", "of the dataset"),
        (iris.individual("topic", "illness"), "of the dataset"),
        ("claim:seasonal-void", "'claim:seasonal-void' is no claim"),
        ("axis:j2-p57", "is no axis"),
        ("topic:j2-p57", "'topic:j2-p57' is no passage, no claim and no axis"),
        ("四时空", "the nearest axis is seasonal-void"),
        ("variant:j2-p57-v1", "the name of a variant; its passage is j2-p57"),
        ("j2-p57-v1", "the name of a variant; its passage is j2-p57"),
        (iris.individual("variant", "j2-p57-v1"), "the name of a variant; its passage is j2-p57"),
    ],
)
def test_what_is_none_is_refused(name: str, says: str) -> None:
    with pytest.raises(InputError) as refused:
        of_book(name)
    assert says in str(refused.value)


@pytest.mark.parametrize("name", ["j2-p57-v99", "variant:j2-p57-v99", "j2-p57-s99"])
def test_what_does_not_exist_is_not_said_to_be_a_variant_or_a_segment(name: str) -> None:
    with pytest.raises(InputError) as refused:
        of_book(name)
    assert "the name of" not in str(refused.value)
