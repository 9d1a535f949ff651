"""Read what is given as text, on a command line or in an address: numbers, and choices by axis."""

from __future__ import annotations

from collections.abc import Sequence

from haidiyan.errors import InputError


def numbers(text: str, option: str) -> list[int]:
    """The numbers of a list such as ``2,5``, or of six digits. Raises ``InputError`` that names the option."""
    bare = len(text) == 6 and text.isdecimal()  # six lines as the IRI of a chart writes them, 888898
    parts = list(text) if bare else text.replace("，", ",").replace(" ", ",").split(",")
    try:
        found = [int(part) for part in parts if part]
    except ValueError:
        found = []
    if not found:
        raise InputError(f"{option} takes numbers separated by commas, not {text!r}.")
    return found


def choices(given: Sequence[str], option: str = "--adopt") -> dict[str, str | list[str]]:
    """What an option ``AXIS=CHOICE`` gives, several times over; emendations gather.

    Raises ``InputError`` that names the option.
    """
    from haidiyan.chart.catalog import catalog
    from haidiyan.reading.doctrine import find_axis

    known = catalog()
    adopted: dict[str, str | list[str]] = {}
    for each in given:
        axis, equals, choice = each.partition("=")
        if not equals:
            raise InputError(f"{option} takes AXIS=CHOICE, such as seasonal-void=headnote, not {each!r}.")
        axis = find_axis(known, axis)
        before = adopted.get(axis)
        if axis == known.choices.recorded:
            adopted[axis] = choice if before is None else [*([before] if isinstance(before, str) else before), choice]
            continue
        if before not in (None, choice):
            raise InputError(f"Two choices are given for the axis {axis}: {before} and {choice}; name one.")
        adopted[axis] = choice
    return adopted
