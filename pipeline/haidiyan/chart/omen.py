"""Read a hexagram and its moving line off an omen: where it came from, and at what hour (坐方立物, 3:51–54)."""

from __future__ import annotations

from haidiyan.chart.catalog import Catalog, Hexagram
from haidiyan.errors import InputError

REMEDY = (
    "Give one of the eight directions (西南, southwest) or its trigram (坤). A character’s strokes or the shape of a"
    " thing cannot be computed: the book does not say how they make a trigram (3:53)."
)


def read_omen(known: Catalog, direction: str, hour: str | None) -> tuple[Hexagram, int]:
    """The pure hexagram of the direction's trigram, and the position of the line that moves at the hour.

    Args:
        known: names and tables of the dataset.
        direction: a direction by name, or its trigram.
        hour: IRI of the hour's branch.

    Raises:
        InputError: no such direction, or no hour.
    """
    trigram = known.find("trigram", direction, "direction", REMEDY)
    if hour is None:
        raise InputError(f"The omen from {direction} needs its hour, which says what line moves: give hour or moment.")
    pure = next(each for each in known.hexagrams.values() if each.is_pure and each.palace == trigram)
    return pure, known.omen_lines[hour]
