"""Write a further text that holds every claim of the book again, so and so many times, to see how the program grows."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from haidiyan.resources import root

FOLDER = "many-claims"
FIRST = 1001
"""The number of the first volume: two volumes of the book are copied each time, 1001 and 1002, 1003 and 1004 …"""

_NAME = re.compile(r"\bj([23])-p")


def copies(folder: Path, times: int) -> Path:
    """The folder of a text in ``folder`` that makes the claims ``times`` times as many as the book has; its path.

    Each copy has source, layout, claims and what states no claim under volumes of its own; its situations, its topics
    and its agents are the book's. Variants, the claims under them and what is said between claims are left out.
    """
    data, text = root() / "data", folder / FOLDER
    for name in ("source", "text", "claims"):
        (text / name).mkdir(parents=True, exist_ok=True)
    sums = []
    for copy in range(times - 1):
        numbers = {volume: FIRST + 2 * copy + place for place, volume in enumerate(("2", "3"))}
        for volume, number in numbers.items():
            content = (data / "source" / f"juan{volume}.txt").read_bytes()
            (text / "source" / f"juan{number}.txt").write_bytes(content)
            sums.append(f"{hashlib.sha256(content).hexdigest()}  juan{number}.txt\n")
        files = [data / "text" / "layout.ttl", *sorted((data / "claims").glob("*.ttl"))]
        for path in files:
            if path.stem in ("agreement", "emended", "vocabulary"):
                continue
            place = text / ("text" if path.stem == "layout" else "claims") / f"{path.stem}-{copy}.ttl"
            place.write_text(_renamed(path.read_text(encoding="utf-8"), numbers), encoding="utf-8")
        witness = (data / "text" / "witness.ttl").read_text(encoding="utf-8")
        (text / "text" / f"witness-{copy}.ttl").write_text(_volumes(witness, numbers), encoding="utf-8")
    (text / "source" / "SHA256SUMS").write_text("".join(sums), encoding="ascii")
    return text


def _renamed(turtle: str, numbers: dict[str, int]) -> str:
    return _NAME.sub(lambda found: f"j{numbers[found[1]]}-p", turtle)


def _volumes(turtle: str, numbers: dict[str, int]) -> str:
    """The prefixes and the volumes of a file, under other numbers."""
    records = turtle.split("\n\n")
    kept = [each for each in records if each.startswith(("@prefix", "volume:"))]
    for volume, number in numbers.items():
        kept = [
            each.replace(f"volume:{volume} ", f"volume:{number} ")
            .replace(f"juan{volume}.txt", f"juan{number}.txt")
            .replace(f"hdy:volumeNumber {volume}", f"hdy:volumeNumber {number}")
            for each in kept
        ]
    return "\n\n".join(kept) + "\n"
