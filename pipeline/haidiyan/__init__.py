"""海底眼: cast a hexagram, and the book answers.

>>> import haidiyan
>>> sorted(haidiyan.__all__)
['cast', 'compare', 'dataset', 'persons', 'query', 'read', 'search', 'topics']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from haidiyan.api import compare, persons, query, search, topics
    from haidiyan.chart.cast import cast
    from haidiyan.dataset.store import dataset
    from haidiyan.reading.reading import read

__version__ = "0.1.0"
__all__ = ["cast", "compare", "dataset", "persons", "query", "read", "search", "topics"]

_HOMES = {
    "cast": "haidiyan.chart.cast",
    "compare": "haidiyan.api",
    "dataset": "haidiyan.dataset.store",
    "persons": "haidiyan.api",
    "query": "haidiyan.api",
    "read": "haidiyan.reading.reading",
    "search": "haidiyan.api",
    "topics": "haidiyan.api",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that a command loads only what it needs."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """The public names, so that completion finds them before they are first used."""
    return sorted({*globals(), *__all__})
