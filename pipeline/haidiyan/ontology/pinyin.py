"""Spell the Chinese labels in pinyin.

One rule: lower case; from the left, the longest word that is spelt by hand (in ``data/text/pinyin.ttl``, or
as a label of two characters or more) is written as it is there, and any other character stands alone:
爻逢旬空, *yáo féng xúnkōng*. No tone changes (不 is always *bù*), ’ before a vowel that would be misread.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from rdflib import SKOS, BNode, Graph, Literal, URIRef

from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.load import parse
from haidiyan.errors import BuildError
from haidiyan.iris import compact
from haidiyan.resources import root

CHINESE, PINYIN = "zh-hant", "zh-latn-pinyin"
TABLE = "data/text/pinyin.ttl"

_STOPS = {"，": ", ", "、": ", ", "；": "; ", "：": ": ", "（": " (", "）": ") ", "「": " “", "」": "” "}
_SPACES = re.compile(r"\s+")
_LOOSE = re.compile(r"(?<=[(“]) | (?=[),;:”])")


class Speller:
    """Spells Chinese by a table of words and characters, and what the table lacks by pypinyin."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self.table = dict(table)
        self._longest = max(map(len, self.table), default=1)

    def spell(self, text: str) -> str:
        """A label in pinyin. Raises ``ValueError`` naming a character that has no reading.

        >>> Speller({"旬空": "xúnkōng", "爻": "yáo", "逢": "féng"}).spell("爻逢旬空（爻）")
        'yáo féng xúnkōng (yáo)'
        """
        spelt = "".join(self._part(part) for part in self.parts(text))
        return _LOOSE.sub("", _SPACES.sub(" ", spelt)).strip()

    def parts(self, text: str) -> list[str]:
        """The words and single characters that a label falls into.

        >>> Speller({"旺相": "wàngxiàng"}).parts("爻旺相")
        ['爻', '旺相']
        """
        found = []
        start = 0
        while start < len(text):
            ends = range(min(start + self._longest, len(text)), start, -1)
            end = next((each for each in ends if text[start:each] in self.table), start + 1)
            found.append(text[start:end])
            start = end
        return found

    def undecided(self, text: str) -> list[str]:
        """The characters of a label that have several readings, and that the table does not decide."""
        return [part for part in self.parts(text) if part not in self.table and len(readings(part)) > 1]

    def _part(self, part: str) -> str:
        if part in _STOPS:
            return _STOPS[part]
        reading = self.table.get(part) or next(iter(readings(part)), None)
        if reading is None:
            raise ValueError(f"{part!r} has no reading in pinyin")
        return f" {reading} "


def readings(character: str) -> list[str]:
    """The readings of one character in pypinyin, the usual one first; none for what is no Chinese character."""
    return _dictionary().get(ord(character), "").split(",") if ord(character) in _dictionary() else []


@cache
def _dictionary() -> Mapping[int, str]:
    from pypinyin.pinyin_dict import pinyin_dict

    return pinyin_dict


def table(labels: Iterable[Graph], path: Path | None = None) -> dict[str, str]:
    """How words and characters are spelt by hand: in the table, and in labels of two characters or more.

    Raises ``BuildError`` where one word is spelt in two ways.
    """
    source = path or root() / TABLE
    by_hand = graph_of(parse(source))
    spelt = dict(_pairs(by_hand))
    complaints = [
        f"{TABLE}: {word} is spelt twice; keep one of the two." for word, count in _counts(by_hand).items() if count > 1
    ]
    for graph in labels:
        for word, spelling in _pairs(graph):
            if len(word) > 1 and spelt.setdefault(word, spelling) != spelling:
                complaints.append(f"{word} is spelt {spelling} as a label, and {spelt[word]} elsewhere.")
    if complaints:
        raise BuildError(sorted(set(complaints)))
    return spelt


def label(graphs: Iterable[Graph]) -> Graph:
    """A pinyin label for all that has a Chinese label and no pinyin one. Raises ``BuildError``."""
    whole = list(graphs)
    speller = Speller(table(whole))
    there = {thing for graph in whole for thing, words in graph.subject_objects(SKOS.prefLabel) if _in(words, PINYIN)}
    found = Graph()
    complaints = []
    for graph in whole:
        for thing, words in graph.subject_objects(SKOS.prefLabel):
            if isinstance(thing, URIRef) and _in(words, CHINESE) and thing not in there:
                try:
                    found.add((thing, SKOS.prefLabel, Literal(speller.spell(str(words)), lang=PINYIN)))
                except ValueError as error:
                    complaints.append(f"{compact(str(thing))} “{words}” cannot be spelt in pinyin: {error}.")
    if complaints:
        raise BuildError(sorted(complaints))
    return found


def _pairs(graph: Graph) -> Iterable[tuple[str, str]]:
    chinese = {thing: str(words) for thing, words in graph.subject_objects(SKOS.prefLabel) if _in(words, CHINESE)}
    for thing, words in graph.subject_objects(SKOS.prefLabel):
        if _in(words, PINYIN) and thing in chinese:
            yield chinese[thing], str(words)


def _counts(graph: Graph) -> dict[str, int]:
    counts: dict[str, int] = {}
    for thing, words in graph.subject_objects(SKOS.prefLabel):
        if _in(words, CHINESE) and isinstance(thing, BNode):
            counts[str(words)] = counts.get(str(words), 0) + 1
    return counts


def _in(words: object, language: str) -> bool:
    return isinstance(words, Literal) and words.language == language
