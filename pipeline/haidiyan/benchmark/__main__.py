"""``python -m haidiyan.benchmark [--quick] [OUTPUT.json]`` measures all; ``--gates`` holds a few ratios to a file.

Each part runs in a process of its own: one that fails, or takes too long, is named in the result and the others stand.
With an output, and not quick, profiles are kept in ``profiles/`` beside it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

from haidiyan.benchmark import gates
from haidiyan.benchmark.timing import WHOLE, Findings, SkipError
from haidiyan.errors import HaidiyanError
from haidiyan.resources import root

PARTS: dict[str, int] = {
    "tables": 300,
    "startup": 90,
    "casting": 90,
    "reading": 150,
    "web": 120,
    "atlas": 120,
    "growth": 600,
    "questions": 240,
    "building": 240,
}
"""The parts, modules of this package with a ``measure``, and the seconds after which each is given up."""

PROFILES = {"cast": 60, "reading-sparql": 60, "reading-bits": 60, "build": 180}

GATES = "docs/benchmarks/gates.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, write; or hold the gates. Exit status 1: a gate fails; 2: no usable dataset, or bad input."""
    parser = ArgumentParser(prog="python -m haidiyan.benchmark", description="Measure, as ratios in one run.")
    parser.add_argument("output", nargs="?", type=Path, metavar="OUTPUT.json", help="where the result is kept")
    parser.add_argument("--quick", action="store_true", help="fewer runs, no build, no rdflib")
    parser.add_argument("--gates", action="store_true", help=f"hold a few ratios to {GATES}; under a minute")
    parser.add_argument("--tables", type=Path, metavar="FOLDER", help="where the atlas's tables are, if not at home")
    parser.add_argument("--part", choices=PARTS, help="one part alone, in this process")
    parser.add_argument("--profile", choices=PROFILES, help="one profile alone, into OUTPUT.json's profiles/")
    given = parser.parse_args(arguments)
    try:
        if given.gates:
            return _gates(given.tables)
        if given.profile:
            return _profile(given.output or Path("."), given.profile, given.tables)
        if given.part:
            text = _json(_part(given.part, given.quick, given.tables).to_dict())
        else:
            text = _json(_all(given.output, given.quick, given.tables))
    except HaidiyanError as error:
        print(f"haidiyan.benchmark: {error}", file=sys.stderr)
        return 2
    print(text)
    if given.output:
        given.output.parent.mkdir(parents=True, exist_ok=True)
        given.output.write_text(text + "\n", encoding="utf-8")
    return 0


def _all(output: Path | None, quick: bool, tables: Path | None) -> dict[str, Any]:
    from haidiyan.benchmark.machine import machine
    from haidiyan.dataset.store import manifest

    start = time.perf_counter()
    result: dict[str, Any] = {
        "date": date.today().isoformat(),
        "quick": quick,
        "dataset": manifest().hash,
        "machine": machine(),
    }
    options = [*(["--quick"] if quick else []), *_at(tables)]
    for name, longest in PARTS.items():
        result[name] = _apart(["--part", name, *options], longest)
    if output and not quick:
        missing = {name: _kept(output, name, longest, tables) for name, longest in PROFILES.items()}
        result["profiles not kept"] = {name: why for name, why in missing.items() if why}
    result["seconds of the whole run"] = time.perf_counter() - start
    return result


def _apart(options: Sequence[str], longest: int) -> dict[str, Any]:
    """What a part finds in a process of its own."""
    done, why = _run(options, longest)
    if why:
        return {"failed": {WHOLE: why}}
    found: dict[str, Any] = json.loads(done)
    return found


def _kept(output: Path, name: str, longest: int, tables: Path | None) -> str:
    """Keep a profile beside the result; else why it is not kept."""
    return _run(["--profile", name, *_at(tables), str(output)], longest)[1]


def _at(tables: Path | None) -> list[str]:
    return ["--tables", str(tables)] if tables else []


def _run(options: Sequence[str], longest: int) -> tuple[str, str]:
    """What such a command prints, or else why it prints nothing."""
    print(f"{' '.join(options)} …", file=sys.stderr)
    command = [sys.executable, "-m", "haidiyan.benchmark", *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=longest, encoding="utf-8")
    except subprocess.TimeoutExpired:
        return "", f"given up after {longest} seconds"
    if done.returncode:
        return "", (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
    return done.stdout, ""


def _part(name: str, quick: bool, tables: Path | None) -> Findings:
    """What a part finds; where it cannot be loaded or ends early, findings that say so."""
    whole = Findings()
    found: list[Findings] = []

    def measure() -> None:
        module = import_module(f"haidiyan.benchmark.{name}")
        found.append(module.measure(quick, tables))

    whole.attempt(WHOLE, measure)
    return found[0] if found else whole


def _profile(output: Path, name: str, tables: Path | None) -> int:
    from haidiyan.benchmark import profiles

    try:
        profiles.write(output.parent / "profiles", name, tables)
    except SkipError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _gates(tables: Path | None) -> int:
    wanted = gates.read(root() / GATES)
    measured = {name: _part(name, True, tables) for name in dict.fromkeys(gate.part for gate in wanted)}
    complaints = gates.hold(wanted, measured, print)
    for complaint in complaints:
        print(f"haidiyan.benchmark: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


def _json(value: Any) -> str:
    return json.dumps(_rounded(value), ensure_ascii=False, indent=1)


def _rounded(value: Any) -> Any:
    """Figures to four digits: more would be noise."""
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return value


if __name__ == "__main__":
    sys.exit(main())
