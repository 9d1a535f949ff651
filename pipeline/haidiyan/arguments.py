"""Refuse an argument of the wrong kind in one sentence that names it, its value and what it takes."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any

from haidiyan.errors import InputError


def flag(name: str, value: object) -> None:
    """See that an argument is true or false.

    >>> flag("coins", True)
    """
    if not isinstance(value, bool):
        raise InputError(f"{name} is True or False, not {value!r}.")


def text(name: str, value: object, example: str) -> None:
    """See that an argument is text, or missing.

    >>> text("day", None, "甲申")
    """
    if value is not None and not isinstance(value, str):
        raise InputError(f"{name} is given as text, {example}, not {value!r}.")


def whole(name: str, value: object) -> int | None:
    """An argument that is a whole number, of whatever library, or missing.

    >>> whole("seed", 7)
    7
    """
    found = None if value is None else number(value)
    if value is not None and type(found) is not int:
        raise InputError(f"{name} is a whole number, not {value!r}.")
    return found


def listed(name: str, value: object, example: str) -> list[Any]:
    """The members of a list argument, whole numbers of other libraries as Python's own; the caller judges the values.

    >>> listed("baleful", (3, 5), "[3]")
    [3, 5]
    """
    if isinstance(value, str | bytes | Mapping | set | frozenset) or not isinstance(value, Iterable):
        raise InputError(f"{name} is given as a list, {example}, not {value!r}.")
    return [number(each) for each in value]


def number(value: Any) -> Any:
    """A whole number of whatever library as an ``int``; anything else, True and False too, as it is.

    >>> number("5")
    '5'
    """
    if type(value) is int or isinstance(value, bool | str):
        return value
    try:
        return operator.index(value)
    except TypeError:
        return value
