"""Describe the machine and the packages that the figures were taken with."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from haidiyan import __version__

PACKAGES = (
    "ichingshifa",
    "lunar-python",
    "najia",
    "numpy",
    "owlrl",
    "pyarrow",
    "pyoxigraph",
    "pyshacl",
    "rdflib",
    "tyme4py",
    "typer",
)


def machine() -> dict[str, object]:
    """Cores, processor, memory, system, Python and package versions; the load before the run."""
    return {
        "cores": os.cpu_count(),
        "processor": _line("/proc/cpuinfo", "model name") or platform.processor() or "unknown",
        "memory": _line("/proc/meminfo", "MemTotal") or "unknown",
        "load before": [round(each, 2) for each in os.getloadavg()],
        "system": platform.system(),
        "machine": platform.machine(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "haidiyan": __version__,
        "packages": {name: found for name in PACKAGES if (found := _version(name))},
    }


def _line(file: str, key: str) -> str:
    """The value of the first line of a system file that begins with a key."""
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(key)), "")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
