"""Make an answer ready for a page: a table of its first rows, its triples as text, or a yes or no."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from haidiyan import iris
from haidiyan.web.known import path_of
from haidiyan.web.sparql.forms import BY_NAME, ROWS

MOST_ROWS, MOST_LINES = 1000, 5000
"""How much of an answer the page shows; the rest is there to download."""


@dataclass(frozen=True)
class Cell:
    """A term: its words, its language, and where its page is if it is a thing of the dataset."""

    text: str = ""
    language: str = ""
    path: str = ""
    is_iri: bool = False


@dataclass(frozen=True)
class Shown:
    """What a page shows: ``answer`` of a yes or no, ``rows`` under ``variables``, or ``text``; ``count`` is of all."""

    answer: bool | None = None
    variables: tuple[str, ...] = ()
    rows: list[list[Cell]] = field(default_factory=list)
    text: str = ""
    count: int = 0

    @property
    def is_cut(self) -> bool:
        return self.count > (MOST_LINES if self.text else MOST_ROWS)


def shown(form: str, body: bytes) -> Shown:
    """What a page shows of an answer in JSON or in Turtle."""
    if BY_NAME[form] not in ROWS:
        lines = body.decode().splitlines()
        return Shown(text="\n".join(lines[:MOST_LINES]), count=len(lines))
    found: Mapping[str, Any] = json.loads(body)
    if "boolean" in found:
        return Shown(answer=found["boolean"])
    variables = tuple(found["head"].get("vars", ()))
    bindings = found["results"]["bindings"]
    rows = [[_cell(row.get(name)) for name in variables] for row in bindings[:MOST_ROWS]]
    return Shown(variables=variables, rows=rows, count=len(bindings))


def _cell(term: Mapping[str, Any] | None) -> Cell:
    if not term:
        return Cell()
    if term["type"] == "uri":
        iri = str(term["value"])
        return Cell(iris.compact(iri), path=_path(iri), is_iri=True)
    if term["type"] == "bnode":
        return Cell(f"_:{term['value']}", is_iri=True)
    return Cell(str(term["value"]), str(term.get("xml:lang", "")))


def _path(iri: str) -> str:
    if not iri.startswith(iris.BASE):
        return ""
    _, mark, fragment = iri.partition("#")
    return f"/{path_of(iri)}{mark}{fragment}"
