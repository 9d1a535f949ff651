"""Time pieces of work, and hold what a part of the benchmark found: seconds, ratios, what was left out and why."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from typing import Any

Clock = Callable[[], float]

WHOLE = "the part as a whole"
"""The name under which a part is put down that is left out, or fails, altogether."""


class SkipError(Exception):
    """Something is not measured; the message says why, as a sentence."""


@dataclass
class Findings:
    """What one part found.

    ``seconds``: median times of pieces of work. ``ratios``: times or rates over one another. ``counts``: what the work
    was on. ``skipped``: what was not measured, each with the reason; ``failed``: what should have been.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    ratios: dict[str, float] = field(default_factory=dict)
    counts: dict[str, Any] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """What there is, for JSON."""
        return {name: value for name, value in asdict(self).items() if value}

    def ratio(self, name: str, one: str, other: str) -> None:
        """Put down the time of one piece of work over that of another, where both were measured."""
        if one in self.seconds and other in self.seconds:
            self.ratios[name] = self.seconds[one] / self.seconds[other]

    def shares(self, of: str, parts: Mapping[str, float]) -> None:
        """Put down what share of their sum each of some times is."""
        whole = sum(parts.values())
        for name, value in parts.items():
            self.ratios[f"share of {of}: {name}"] = value / whole

    def attempt(self, name: str, work: Callable[[], None]) -> None:
        """Do a piece of the measuring; where it cannot be done, say why and go on."""
        try:
            work()
        except SkipError as error:
            self.skipped[name] = str(error)
        except Exception as error:  # one missing piece must not lose the others
            self.failed[name] = f"{type(error).__name__}: {error}"


def seconds(work: Callable[[], object], runs: int, clock: Clock = time.process_time) -> float:
    """The median time of some runs of a piece of work, after one that does not count.

    The clock is that of the processor: it stands still while the machine does something else, where the wall's would
    make long work look longer than it is against short. What runs in other processes is timed by the wall's.
    """
    work()
    return statistics.median(once(work, clock) for _ in range(runs))


def once(work: Callable[[], object], clock: Clock = time.process_time) -> float:
    """The time of a piece of work that is done once."""
    start = clock()
    work()
    return clock() - start


def need(*packages: str) -> None:
    """Raise ``SkipError`` where a package is not installed."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise SkipError(f"{', '.join(missing)} not installed; the dependency group bench brings it.")
