"""Lay a scholar's own Turtle file over the dataset: claims, emendations, choices, doctrines, for one reading.

The dataset is not touched. The file describes its author, one ``prov:Agent``, and names everything in a
namespace of its own; it is held to the same shapes and checks as the dataset, and to rules of its own
(docs/overlays.md), and each complaint names the line. What a build derives for the dataset (places in the text,
clauses, bridges) is derived for the file.
"""

from haidiyan.dataset.overlay.read import Overlay, load, used
from haidiyan.dataset.overlay.rules import ADDED

__all__ = ["ADDED", "Overlay", "load", "used"]
