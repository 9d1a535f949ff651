"""Name the chart rules in their order."""

from __future__ import annotations

from functools import cache

from haidiyan import resources


@cache
def chart_rules() -> tuple[str, ...]:
    """The rules of ``queries/rules``, in the order of their numbers: each reads only what those before it derive."""
    return tuple(f"rules/{path.stem}" for path in resources.files("queries/rules", "*.rq"))
