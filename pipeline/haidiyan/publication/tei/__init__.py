"""Give a volume as a TEI P5 document: the original, its notes and renderings, and the apparatus."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

from haidiyan.dataset import texts
from haidiyan.dataset.store import open_store
from haidiyan.errors import InputError

from .apparatus import Apparatus
from .body import body
from .header import header
from .markup import NAMESPACE, serialise, sub
from .readback import ReadBack, read_back
from .records import load

if TYPE_CHECKING:
    from pyoxigraph import Store

__all__ = ["ReadBack", "read_back", "tei"]


def tei(volume: int, store: Store | None = None) -> bytes:
    """The TEI document of a volume, the same bytes on every run; ``store`` is the dataset in use unless given.

    Raises ``InputError`` for a volume that the edition does not have, ``DatasetError`` like ``open_store``.
    """
    volumes = {each.number: each for each in texts.volumes()}
    if volume not in volumes:
        raise InputError(f"There is no volume {volume}; the edition has {' and '.join(map(str, volumes))}.")
    text = volumes[volume]
    records = load(open_store() if store is None else store)
    apparatus = Apparatus(text, records.variants, records.witnesses[volume].siglum)
    # Plain names under one namespace: ElementTree would give every tag a prefix, or keep a global table.
    root = ET.Element("TEI", {"xmlns": NAMESPACE})
    header(root, text, records)
    content = sub(root, "text")
    body(content, text, apparatus)
    apparatus.back(content, records.terms.creator)
    return serialise(root)
