"""Lay charts, readings, comparisons and the rows of a query out as tables: rows of a dict each, or a data frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from haidiyan.errors import ExtraError

if TYPE_CHECKING:
    import pandas

Row = dict[str, Any]

CHART_COLUMNS = (
    "node",
    "line",
    "value",
    "moving",
    "spirit",
    "roles",
    "stem",
    "branch",
    "element",
    "relation",
    "states",
)
"""One row a node, the chart first and then line by line from the bottom; ``node`` and ``line`` as in a reading."""

_OF_CLAIM = ("prognosis", "topics", "quote", "outcome", "volume", "paragraph", "layer")

READING_COLUMNS = (
    "claim",
    "node",
    "line",
    "status",
    *_OF_CLAIM,
    "family",
    "kind",
    "certainty",
    "base_rate",
    "situation",
    "states",
    "overridden_by",
    "conflicts_with",
    "choices",
    "iri",
)
"""One row a claim × witness; a claim that is open has no witness, and one row."""

COMPARISON_COLUMNS = (
    "claim",
    "changes",
    "left",
    "right",
    "left_witnesses",
    "right_witnesses",
    "because",
    *_OF_CLAIM,
    "iri",
)
"""One row a claim that differs between two readings; ``left`` and ``right`` are its status there."""

_KINDS = {**dict.fromkeys(("line", "value", "volume", "paragraph"), "Int64"), "base_rate": "Float64"}
_SIDES = ("left", "right")


def chart_rows(chart: Mapping[str, Any]) -> Iterator[Row]:
    """The rows of a chart, given as the JSON contract has it."""
    yield {"node": "chart", "states": _joined(chart["states"])}
    for line in chart["lines"]:
        yield {
            **_row("line", line["position"], line),
            "value": line["value"],
            "moving": line["moving"],
            "spirit": line["spirit"],
            "roles": _joined(line["roles"]),
        }
        for node, key in (("hidden", "hidden"), ("opposite", "oppositeHidden"), ("changed", "changed")):
            if line[key]:
                yield _row(node, line["position"], line[key])


def reading_rows(told: Mapping[str, Any]) -> Iterator[Row]:
    """The rows of a reading, given as the JSON contract has it."""
    for claim in told["claims"]:
        for witness in claim["witnesses"] or [None]:
            overridden_by = witness["overriddenBy"] if witness else []
            status = "overridden" if overridden_by else claim["status"]
            yield {
                **_claim(claim),
                "node": _node(witness) if witness else None,
                "line": witness["line"] if witness else None,
                "status": status,
                "family": claim["source"]["family"],
                "kind": claim["kind"],
                "certainty": claim["certainty"],
                "base_rate": claim["baseRate"],
                "situation": claim["situation"]["label"] if claim["situation"] else None,
                "states": _joined(witness["states"] if witness else []),
                "overridden_by": _joined(overridden_by),
                "conflicts_with": _joined(claim["conflictsWith"] if status == "in-force" else []),
                "choices": _joined(claim["choices"]),
            }


def comparison_rows(compared: Mapping[str, Any]) -> Iterator[Row]:
    """The rows of a comparison of two readings, given as its JSON has it (form ``doctrines``)."""
    for claim in compared["claims"]:
        sides = {name: claim[name] for name in _SIDES}
        yield {
            **_claim(claim),
            "changes": _joined(claim["changes"]),
            **{name: side["status"] if side else None for name, side in sides.items()},
            **{
                f"{name}_witnesses": _joined(_place(each) for each in (side["witnesses"] if side else []))
                for name, side in sides.items()
            },
            "because": _joined(f"{each['side']}:{_place(each)}:{each['state']}" for each in claim["because"]),
        }


def frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> pandas.DataFrame:
    """A data frame of rows, with these columns in this order, numbers as such where a cell may be missing.

    Raises ``ExtraError`` where pandas is not installed.
    """
    try:
        import pandas
    except ImportError as error:
        raise ExtraError("A data frame needs pandas: install haidiyan with its extra, haidiyan[frame].") from error
    made = pandas.DataFrame(list(rows), columns=list(columns))
    return made.astype({name: kind for name, kind in _KINDS.items() if name in columns})


def _row(node: str, position: int, found: Mapping[str, Any]) -> Row:
    najia = {name: found[name] for name in ("stem", "branch", "element", "relation")}
    return {"node": node, "line": position, **najia, "states": _joined(found["states"])}


def _claim(claim: Mapping[str, Any]) -> Row:
    source = claim["source"]
    return {
        "claim": claim["id"],
        "iri": claim["iri"],
        **{name: source[name] for name in ("volume", "paragraph", "layer")},
        **{name: claim[name] for name in ("quote", "prognosis", "outcome")},
        "topics": _joined(claim["topics"]),
    }


def _node(place: Mapping[str, Any]) -> str:
    return "opposite" if place.get("opposite") else str(place["node"])


def _place(place: Mapping[str, Any]) -> str:
    """A node as its IRI ends: line-3, chart."""
    return _node(place) if place["line"] is None else f"{_node(place)}-{place['line']}"


def _joined(words: Any) -> str:
    """Several words of a cell; none of them holds a space."""
    return " ".join(words)
