"""Read what a request of the SPARQL 1.1 Protocol asks: the query, and the dataset that it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from haidiyan.errors import InputError
from haidiyan.web.sparql.pool import Graphs, gathered

FORM, QUERY = "application/x-www-form-urlencoded", "application/sparql-query"
_UPDATES = ("update", "using-graph-uri", "using-named-graph-uri")


class MediaTypeError(InputError):
    """A body of a type in which no query can come."""


@dataclass(frozen=True)
class Given:
    """What a request gives; no ``query`` where it asks nothing."""

    query: str | None
    graphs: Graphs
    format: str | None = None


Pairs = Sequence[tuple[str, str]]


def of_address(pairs: Pairs) -> Given:
    """What a GET gives, by the names and values of its address. Raises ``InputError``."""
    for name in _UPDATES:
        if any(name == key for key, _ in pairs):
            raise InputError(f"{name} belongs to an update, and this endpoint changes nothing.")
    default = [value for key, value in pairs if key == "default-graph-uri"]
    named = [value for key, value in pairs if key == "named-graph-uri"]
    return Given(_one(pairs, "query"), gathered(default, named), _one(pairs, "format"))


def of_body(kind: str, body: bytes, pairs: Pairs) -> Given:
    """What a POST gives; ``pairs`` are those of its address. Raises ``InputError`` and ``MediaTypeError``."""
    try:
        text = body.decode("utf-8")
        if kind == FORM:
            fields = parse_qsl(text, keep_blank_values=True, encoding="utf-8", errors="strict", max_num_fields=1000)
        elif kind == QUERY:
            fields = [("query", text)]
        else:
            raise MediaTypeError(f"A query comes as {QUERY} or as {FORM}, not as {kind or 'a body without a type'}.")
    except UnicodeDecodeError as error:
        raise InputError("The query is not in UTF-8.") from error
    except ValueError as error:
        raise InputError("The form has more than 1,000 fields.") from error
    given = of_address([*fields, *pairs])
    if given.query is None:
        raise InputError("The form has no field `query`.")
    return given


def _one(pairs: Pairs, name: str) -> str | None:
    values = [value for key, value in pairs if key == name]
    if len(values) > 1:
        raise InputError(f"The request gives {name} {len(values)} times; give it once.")
    return values[0] if values else None
