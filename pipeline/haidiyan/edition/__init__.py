"""Turn the source text into the edition: passages, layers and segments, each with its place in the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .lookup import Place, find, locate
from .model import Passage, Segment, Volume
from .reading import read

if TYPE_CHECKING:
    from rdflib import Graph

__all__ = ["Passage", "Place", "Segment", "Volume", "build", "find", "locate", "read"]


def build(source: Path | None = None) -> dict[str, Graph]:
    """The edition in RDF, a graph a volume and a graph a layer, by IRI; raises BuildError as :func:`read` does."""
    from .graph import graphs

    return graphs(read(source))
