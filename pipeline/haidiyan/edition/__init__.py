"""Turn the source text into the edition: passages, layers and segments, each with its place in the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .lookup import find
from .model import Passage, Segment, Volume
from .reading import read

if TYPE_CHECKING:
    from rdflib import Graph

__all__ = ["Passage", "Segment", "Volume", "build", "find", "read"]


def build(source: Path | None = None) -> dict[str, Graph]:
    """The edition in RDF, one graph a volume under its IRI; raises BuildError as :func:`read` does."""
    from .graph import graphs

    return graphs(read(source))
