"""Say what the atlas and its tables are made of, in digests: stale where that has changed, and not where else.

The base rates that the dataset holds come from the atlas, and are left out: to store them makes nothing stale.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from haidiyan import __version__, resources
from haidiyan.dataset.memory import Memory
from haidiyan.dataset.store import reading_triples
from haidiyan.iris import BASE, term
from haidiyan.reading.rules import chart_rules

COUNTED = tuple(f" <{term(name)}> ".encode() for name in ("baseRate", "firesIn"))


def basis(source: Memory) -> str:
    """The sha256 of what the atlas of a dataset is made of.

    That is the static triples of a reading without the base rates, the chart rules, and the version of the program.
    What an overlay lays over the dataset plays no part.
    """
    parts = (source.keep(_of_triples), __version__, *map(resources.query, chart_rules()))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _of_triples(source: Memory) -> str:
    lines = (reading_triples() if source.overlay else source.triples).splitlines(keepends=True)
    kept = (line for line in sorted(lines) if not any(each in line for each in COUNTED))
    return hashlib.sha256(b"".join(kept)).hexdigest()


OF_TEXTS = (
    "activity",
    "agent",
    "claim",
    "clause",
    "layer",
    "passage",
    "pattern",
    "segment",
    "situation",
    "variant",
    "volume",
    "witness",
    "work",
)
"""The kinds of things that texts and their claims are made of: no chart rule reads any of them."""

_OF_TEXTS = re.compile(f"<{re.escape(BASE)}(?:{'|'.join(OF_TEXTS)})/".encode())

FORMAT = 2
"""Raised when the tables of ``haidiyan.atlas.factors`` come to hold something else: older ones are then made anew."""


def bare(source: Memory) -> bytes:
    """What the tables are made from, as sorted N-Triples: cosmology, states, what can be asked and chosen.

    Left out is every triple that names a thing of ``OF_TEXTS``: a further text, another claim or another situation
    leaves the tables as they are.
    """
    lines = source.triples.splitlines(keepends=True)
    return b"".join(sorted(line for line in lines if not _OF_TEXTS.search(line)))


def tables_key(source: Memory) -> str:
    """What the tables on disk are named by: the sha256 of what they are made from, the rules, program and format."""
    parts = (str(FORMAT), __version__, *map(resources.query, chart_rules()))
    return hashlib.sha256(b"\0".join([source.keep(bare), *(part.encode() for part in parts)])).hexdigest()


SEAL = 64
"""How many bytes at the end of a file of tables are its seal: the sha256, in hexadecimal, of what stands before."""


def sealed(content: bytes) -> bytes:
    """The content of a file with its seal; the reader of a ``.npz`` file passes over it."""
    return content + _seal(content)


def unsealed(file: Path) -> bytes:
    """The content of a file that is as it was sealed. Raises ``ValueError`` where it is not, and ``OSError``."""
    stored = file.read_bytes()
    content = stored[:-SEAL]
    if stored[-SEAL:] != _seal(content):
        raise ValueError(f"{file} is not as it was written")
    return content


def _seal(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
