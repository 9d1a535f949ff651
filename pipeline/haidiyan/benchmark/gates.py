"""Hold a few ratios to what they must at least be, as a data file has them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from haidiyan.benchmark.timing import WHOLE, Findings
from haidiyan.errors import InputError


@dataclass(frozen=True)
class Gate:
    """A ratio of a part, the least that it may be, and what it was when the gate was set."""

    part: str
    ratio: str
    at_least: float
    measured: float


def read(path: Path) -> list[Gate]:
    """The gates of a file. Raises ``InputError`` where it cannot be read."""
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
        return [Gate(each["part"], each["ratio"], each["at least"], each["measured"]) for each in given["gates"]]
    except OSError as error:
        raise InputError(f"The gates {path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path} has no gates as docs/benchmarks/README.md describes them ({error}).") from error


def hold(gates: list[Gate], measured: Mapping[str, Findings], say: Callable[[str], None]) -> list[str]:
    """Say each ratio with its gate; a sentence for each that fails.

    A ratio that is not there fails too, unless its part says why it was left out.
    """
    complaints = []
    for gate in gates:
        found = measured[gate.part]
        name = f"{gate.part}: {gate.ratio}"
        value = found.ratios.get(gate.ratio)
        if value is not None:
            say(f"{'holds' if value >= gate.at_least else 'FAILS'}  {value:10.4g}   gate {gate.at_least:6g}  {name}")
            if value < gate.at_least:
                complaints.append(f"{name} is {value:.4g}; the gate is {gate.at_least:g}.")
        elif found.failed:
            reasons = "; ".join(f"{what}: {why}" for what, why in found.failed.items())
            complaints.append(f"{name} was not measured ({reasons.rstrip('.')}).")
        elif reason := next((why for what, why in found.skipped.items() if what == WHOLE or what in gate.ratio), ""):
            say(f"{'left':31}{name} ({reason.rstrip('.')})")
        else:
            complaints.append(f"{name} was not measured: there is no such ratio.")
    return complaints
