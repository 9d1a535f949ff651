"""The example queries of the page: the questions that come with the package, as a visitor reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from haidiyan.queries import Query, questions

_PARAMETER = "parameter "


@dataclass(frozen=True)
class Example:
    """A question with its query, and what each of its parameters takes."""

    name: str
    chinese: str
    english: str
    text: str
    parameters: Mapping[str, str]


@cache
def examples() -> dict[str, Example]:
    """The examples by name."""
    return {name: _example(name) for name in questions()}


def _example(name: str) -> Example:
    query = Query.bundled(name)
    return Example(
        name=name,
        chinese=query.header("question (zh-hant)"),
        english=query.header("question (en)"),
        text=query.text,
        parameters={
            key.removeprefix(_PARAMETER): said for key, said in query.headers.items() if key.startswith(_PARAMETER)
        },
    )
