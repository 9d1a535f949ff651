"""Lay side by side what the layers of the book say: of a passage, of a claim, on an axis."""

from haidiyan.comparison.axes import axis
from haidiyan.comparison.passages import claim, passage

__all__ = ["axis", "claim", "passage"]
