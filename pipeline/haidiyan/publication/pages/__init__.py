"""Write the pages of the documentation: one for each term and each passage, indexes, the model drawn, the guides."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from haidiyan.publication.pages import indexes, model, passages, terms
from haidiyan.publication.pages.facts import read
from haidiyan.publication.pages.markup import Page
from haidiyan.publication.pages.places import Places

__all__ = ["Page", "pages"]


def pages(dataset: ox.Store) -> Iterator[Page]:
    """Every page that is made from a built dataset, in a fixed order. Raises ``DatasetError``."""
    facts = read(dataset)
    places = Places(facts)
    yield from indexes.pages(facts, places)
    yield from model.pages(facts, places)
    yield from terms.pages(facts, places)
    yield from passages.pages(facts, places, dataset)
