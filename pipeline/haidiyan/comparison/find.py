"""Find what a user wants compared across the layers of the book, from its name alone."""

from __future__ import annotations

import re
from typing import Any

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.chart.catalog import catalog, nearest
from haidiyan.comparison.axes import axis
from haidiyan.comparison.passages import claim, passage
from haidiyan.errors import InputError

_CLAIM = re.compile(r"j\d+-p\d+-c\w*")
_PASSAGE = re.compile(r"j\d+-p\d+.*|\d+[:：]\d+")


def of_book(name: str, dataset: ox.Store | None = None) -> dict[str, Any]:
    """The comparison of a passage (2:57, j2-p57), a claim (j2-p57-c03, its exact words) or an axis (seasonal-void).

    ``dataset`` stands in the place of the built one, as an overlay has it. Raises ``InputError`` naming what comes
    nearest.
    """
    local = iris.local_name(name.strip("<> ")).rpartition(":")[2] if "/" in name else name.strip()
    bare = local.removeprefix("claim:").removeprefix("passage:").removeprefix("axis:")
    axes = catalog().choices.axes
    if _CLAIM.fullmatch(bare):
        return claim(bare, dataset)
    if _PASSAGE.fullmatch(bare):
        return passage(bare, dataset)
    if bare in axes or any(bare == catalog().label(iris.individual("axis", each)) for each in axes):
        return axis(bare, dataset)
    near = nearest(bare, axes)
    if near or bare.isascii():
        known = f"the nearest axis is {near[0]}" if near else f"the axes are {', '.join(sorted(axes))}"
        form = "a passage is named as 2:57 or j2-p57, a claim as j2-p57-c03 or by its exact words"
        raise InputError(f"{name!r} is no passage, no claim and no axis; {known}; {form}.")
    return claim(bare, dataset)
