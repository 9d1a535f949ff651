"""Know the English name of whatever a chart, a reading or the form shows, as the dataset has it."""

from __future__ import annotations

from haidiyan import iris
from haidiyan.chart.catalog import Catalog
from haidiyan.dataset.memory import Memory, memory
from haidiyan.web.language import Words


class Names:
    """Both names of the things of one dataset; a kind is the first part of an IRI's path: ``relation``, ``branch``."""

    def __init__(self, source: Memory) -> None:
        self.english: dict[str, str] = {}
        self.chinese: dict[str, str] = {}
        self._of_kind: dict[str, dict[str, str]] = {}
        for row in source.rows("web/names"):
            thing = row["thing"]
            self.english[thing], self.chinese[thing] = row["english"], row["chinese"]
            kind = thing.removeprefix(iris.BASE).partition("/")[0]
            self._of_kind.setdefault(kind, {})[row["chinese"]] = row["english"]
        states = source.keep(Catalog).states
        self._told: dict[tuple[str, str, str], str] = {}
        self._states = {state.word: self.english[iri] for iri, state in states.items() if iri in self.english}

    def thing(self, t: Words, kind: str, name: str) -> str:
        """A thing by its local name."""
        iri = iris.individual(kind, name)
        return t.of(self.chinese.get(iri, name), self.english.get(iri, name))

    def of(self, t: Words, kind: str, chinese: str | None) -> str:
        """A thing by its Chinese name, which the JSON contract gives; nothing for none."""
        if not chinese:
            return ""
        key = t.language, kind, chinese
        if key not in self._told:
            self._told[key] = t.of(chinese, self._of_kind.get(kind, {}).get(chinese, ""))
        return self._told[key]

    def state(self, t: Words, word: str) -> str:
        """A state by its word."""
        key = t.language, "", word
        if key not in self._told:
            self._told[key] = t.of(word, self._states.get(word, ""))
        return self._told[key]


def names() -> Names:
    """The names of the dataset in use."""
    return memory().keep(Names)
