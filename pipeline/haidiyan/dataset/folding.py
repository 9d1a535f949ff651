"""Fold the text for search: one form for characters written in two ways, simplified, and pinyin without tones.

What is folded stands beside the exact words, in ``graph:folded``, and never in their place. OpenCC and pypinyin do
the work; the characters and readings that they do not settle for this book are data: ``data/text/folding.ttl``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

from rdflib import SKOS, Graph, Literal, URIRef

from haidiyan import iris
from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.graphs import text_graphs
from haidiyan.dataset.load import parse
from haidiyan.errors import BuildError
from haidiyan.ontology.pinyin import CHINESE, PINYIN, Speller, readings, table
from haidiyan.publication.simplified import simplify
from haidiyan.resources import root

TABLE = "data/text/folding.ttl"
FOLDED, FOLDED_PINYIN = URIRef(iris.term("folded")), URIRef(iris.term("foldedPinyin"))

_NAMES = (SKOS.prefLabel, SKOS.altLabel, URIRef(iris.term("fullName")))
_TONES = dict.fromkeys(map(ord, "\u0300\u0301\u0304\u030c"))
_DROPPED = "PZC"
"""Punctuation, spaces and controls; the mark of a missing character, □, is a symbol and stays."""


def fold(text: str) -> str:
    """A text as search compares it: NFC, one form of each character, simplified, lower case, no punctuation.

    Character by character, so that what stands within a text stands within its folded form.

    >>> fold("父剋子，才動。"), fold("冲"), fold("□")
    ('父克子财动', '冲', '□')
    """
    return "".join(map(_character, unicodedata.normalize("NFC", text)))


def toneless(spelling: str) -> str:
    """Pinyin without its tones; ü stays.

    >>> toneless("nǚ"), toneless("Chōng")
    ('nü', 'chong')
    """
    bare = unicodedata.normalize("NFD", spelling.lower()).translate(_TONES)
    return unicodedata.normalize("NFC", bare)


def syllables(text: str, speller: Speller | None = None) -> list[str]:
    """The toneless reading of a text, one for each character of its folded form; what has none stands as it is.

    >>> syllables("世應相剋，重動。")
    ['shi', 'ying', 'xiang', 'ke', 'chong', 'dong']
    """
    found: list[str] = []
    spells = speller or _speller()
    for part in spells.parts(unicodedata.normalize("NFC", text)):
        spelling = spells.table.get(part)
        read = _aligned(part, spelling) if spelling else None
        found += read if read is not None else _by_character(part, spells)
    return found


def pinyin(text: str, between: str = " ") -> str:
    """The reading of a text without tones, with spaces between the syllables, or with none.

    >>> pinyin("世應相剋"), pinyin("世應相剋", between="")
    ('shi ying xiang ke', 'shiyingxiangke')
    """
    return between.join(syllables(text))


def derive(graphs: Mapping[str, Graph]) -> Graph:
    """``graph:folded``: the folded form and the pinyin of every segment, and of what has a Chinese name.

    A name has a folded form where it differs. The lines of the hexagrams go by the names of these, and have none.
    Raises ``BuildError`` where a label's pinyin does not spell it.
    """
    found = Graph()
    speller = _speller()
    words_of = URIRef(iris.term("words"))
    for name in text_graphs(graphs):
        for segment, words in graphs[name].subject_objects(words_of):
            if folded := fold(str(words)):
                found.add((segment, FOLDED, Literal(folded)))
                found.add((segment, FOLDED_PINYIN, Literal(" ".join(syllables(str(words), speller)))))
    complaints = []
    labels: dict[str, dict[URIRef, str]] = {CHINESE: {}, PINYIN: {}}
    for thing, naming, name in _named(graphs):
        if naming == SKOS.prefLabel and name.language in labels:
            labels[name.language][thing] = str(name)
        if name.language != PINYIN and (folded := fold(str(name))) != str(name):
            found.add((thing, FOLDED, Literal(folded)))
    for thing, spelling in labels[PINYIN].items():
        if label := labels[CHINESE].get(thing):
            read = _aligned(label, spelling)
            if read is None:
                complaints.append(f"{iris.compact(str(thing))} “{label}” is not spelt by its pinyin, {spelling}.")
            else:
                found.add((thing, FOLDED_PINYIN, Literal(" ".join(read))))
    if complaints:
        raise BuildError(sorted(complaints))
    return found


@cache
def variants() -> dict[str, str]:
    """The characters that the table folds into another, both as traditional ones."""
    found = {}
    for thing, other in _table().subject_objects(SKOS.altLabel):
        found[str(other)] = str(next(_table().objects(thing, SKOS.prefLabel)))
    return found


@cache
def _table() -> Graph:
    return graph_of(parse(root() / TABLE))


@cache
def _speller() -> Speller:
    """Spells as the labels are spelt, but where the running text is read otherwise."""
    spelt = dict(table([]))
    for thing, words in _table().subject_objects(SKOS.prefLabel):
        if isinstance(words, Literal) and words.language == PINYIN:
            for other in _table().objects(thing, SKOS.prefLabel):
                if isinstance(other, Literal) and other.language == CHINESE:
                    spelt[str(other)] = str(words)
    return Speller(spelt)


@cache
def _character(character: str) -> str:
    if unicodedata.category(character)[0] in _DROPPED:
        return ""
    return simplify(variants().get(character, character)).lower()


def _by_character(text: str, speller: Speller) -> list[str]:
    return [toneless(speller.table.get(each) or next(iter(readings(each)), each)) for each in text if _character(each)]


def _aligned(text: str, spelling: str) -> list[str] | None:
    """A spelling cut into one syllable a character, by the readings that each may have; none where it does not fit."""
    letters = "".join(each for each in toneless(spelling) if each.isalnum())
    characters = [each for each in text if _character(each)]

    def cut(at: int, left: str) -> list[str] | None:
        if at == len(characters):
            return None if left else []
        own = characters[at]
        for reading in dict.fromkeys(map(toneless, readings(own) or [own])):
            if left.startswith(reading) and (rest := cut(at + 1, left[len(reading) :])) is not None:
                return [reading, *rest]
        return None

    return cut(0, letters)


def _named(graphs: Mapping[str, Graph]) -> Iterator[tuple[URIRef, URIRef, Literal]]:
    """What goes by a Chinese name: the thing, the property, the name in Chinese, in pinyin or without a language."""
    line = iris.PREFIXES["hexagram-line"]
    for each in graphs.values():
        for naming in _NAMES:
            for thing, name in each.subject_objects(naming):
                if isinstance(thing, URIRef) and thing.startswith(iris.BASE) and not thing.startswith(line):
                    if isinstance(name, Literal) and name.language in (None, CHINESE, PINYIN):
                        yield thing, naming, name
