"""Throw three coins for each of the six lines."""

from __future__ import annotations

import random

YIN_SIDE, YANG_SIDE = 2, 3


def throw(seed: int | None = None) -> tuple[int, ...]:
    """Six line values from the bottom up, each the sum of three coins.

    6 and 9 fall one time in eight, 7 and 8 three times in eight. Without a seed the system's own randomness
    is asked. The same seed gives the same lines on every machine and with every Python: only ``random()`` is
    drawn on, whose sequence for a seed is promised not to change.

    >>> throw(7) == throw(7)
    True
    """
    chance = random.SystemRandom() if seed is None else random.Random(seed)
    return tuple(sum(YANG_SIDE if chance.random() < 0.5 else YIN_SIDE for _ in range(3)) for _ in range(6))
