"""Name the things of the dataset in the language of a page, and say at which path each has a page of its own."""

from __future__ import annotations

from collections.abc import Mapping

from haidiyan import iris
from haidiyan.comparison.records import Records
from haidiyan.web.language import Words
from haidiyan.web.store import made


def records() -> Records:
    """The records of the dataset in use, opened once. Raises ``DatasetError``."""
    return made(Records)


class Labels:
    """Names in the language of a page."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._records = records()

    def iri(self, iri: str) -> str:
        """What a thing is called; its local name where it has no label."""
        return self._words.of(self._records.label(iri), self._records.label(iri, "en"))

    def of(self, kind: str, name: str) -> str:
        """What the individual of a kind is called, ``of("topic", "illness")``."""
        return self.iri(iris.individual(kind, name))

    def text(self, both: Mapping[str, str] | None) -> str:
        """Of a text in both languages the one to show; empty for none."""
        return self._words.of((both or {}).get("zh-hant", ""), (both or {}).get("en", ""))

    @staticmethod
    def path(iri: str) -> str:
        """The path of a thing's page, ``/claim/j2-p57-c03``."""
        return "/" + iri.removeprefix(iris.BASE)
