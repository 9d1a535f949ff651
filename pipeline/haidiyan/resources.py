"""Find the ontology, the data and the queries, in a checkout or in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def root() -> Path:
    """The folder that holds ``ontology/``, ``data/`` and ``queries/``."""
    shipped = _PACKAGE / "resources"
    return shipped if shipped.is_dir() else _PACKAGE.parent.parent


def is_checkout() -> bool:
    """Whether the package runs from its sources rather than from a wheel."""
    return not (_PACKAGE / "resources").is_dir()


def files(folder: str, pattern: str = "**/*.ttl") -> list[Path]:
    """The files below a folder of the root, sorted by path."""
    return sorted((root() / folder).glob(pattern))


@cache
def query(name: str) -> str:
    """The text of a query, ``query("rules/motion")`` or ``query("all-claims")``."""
    return (root() / "queries" / f"{name}.rq").read_text(encoding="utf-8")
