"""Read the book on every chart at once: which situations hold and which claims are in force, chart by chart.

A chart is a hexagram, the lines that move, a month and a day: 64 × 64 × 12 × 60 = 2,949,120 of them, no line marked 殺.
"""

from __future__ import annotations

from importlib.util import find_spec

from haidiyan.errors import ExtraError


def need_packages() -> None:
    """Raise ``ExtraError`` where a package is missing that the atlas needs and the extra ``atlas`` brings."""
    missing = [name for name in ("numpy", "pyarrow") if find_spec(name) is None]
    if missing:
        raise ExtraError(f"The atlas needs {' and '.join(missing)}: install haidiyan with its extra, haidiyan[atlas].")
