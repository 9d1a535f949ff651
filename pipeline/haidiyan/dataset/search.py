"""Find words in the text and in the names of things: as printed, however their characters are written, or by pinyin.

What is given is folded as the text is (``haidiyan.dataset.folding``) and put to ``queries/search.rq`` and
``queries/terms-by-name.rq``. Latin letters are pinyin, with or without tones and spaces; tones are not compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.chart.catalog import nearest
from haidiyan.dataset.store import REMEDY
from haidiyan.errors import DatasetError, InputError
from haidiyan.queries import Query, Term, run

Row = dict[str, str]

COLUMNS = ("segment", "layer", "volume", "paragraph", "how", "text")
TERM_COLUMNS = ("term", "name", "english", "how", "whole")
HOW = ("exact", "folded", "pinyin")
"""By which form something is found, the nearest to what was given first."""

WAYS = 64
"""Into how many rows of syllables letters without spaces may fall."""

_SPELT = ox.NamedNode(iris.term("foldedPinyin"))


@dataclass(frozen=True)
class Sought:
    """What is sought: the words in NFC, the longest run of characters in them, folded, and the ways to read them.

    A way is a list of folded characters and of syllables. There are ways only where there are letters (``latin``),
    and none where these are no pinyin of the dataset.
    """

    words: str
    chinese: str
    latin: bool = False
    ways: list[list[str]] = field(default_factory=list)

    def stands_in(self, characters: str, spelt: str) -> bool:
        """Whether it stands in a folded text with its pinyin: at each place the character, or the syllable."""
        return bool(self.places(characters, spelt))

    def places(self, characters: str, spelt: str) -> list[tuple[int, int]]:
        """Where it stands there, beginnings and ends, in order."""
        pairs = list(zip(characters, spelt.split(" "), strict=True))
        return sorted(
            {
                (at, at + len(way))
                for way in self.ways or [list(self.chinese)]
                for at in range(len(pairs) - len(way) + 1)
                if way and all(part in pair for part, pair in zip(way, pairs[at:], strict=False))
            }
        )


@dataclass(frozen=True)
class Found:
    """The segments and the terms that were found, in the order of the text, whole names first; or what is nearest."""

    segments: list[Row]
    terms: list[Row]
    nearest: list[Row]


def find(words: str | Sought, store: ox.Store, layer: str | None = None) -> Found:
    """What holds the words; with ``layer``, only the segments of it, and no terms.

    Raises ``InputError`` where nothing is asked or there is no such layer, ``DatasetError`` where nothing is folded.
    """
    if layer is not None:
        layer = _layer(layer, store)
    asked = words if isinstance(words, Sought) else sought(words, store)
    segments = [
        {name: row[name] for name in COLUMNS} for row in _rows("search", asked, store) if layer in (None, row["layer"])
    ]
    terms = [] if layer is not None else _terms(asked, store)
    return Found(segments, terms, [] if segments or terms else _nearest(asked, store))


def sought(words: str, store: ox.Store) -> Sought:
    """What words ask for. Raises ``InputError`` where that is nothing, ``DatasetError`` where nothing is folded."""
    if next(store.quads_for_pattern(None, _SPELT, None, ox.DefaultGraph()), None) is None:
        raise DatasetError(f"The dataset has no folded forms to search: {REMEDY}.")
    given = unicodedata.normalize("NFC", words).strip()
    parts = re.findall(r"[a-zü]+|[^a-zü\s]+", _letters(given))
    if not any(_is_latin(part) or _folded(part) for part in parts):
        raise InputError(f"Nothing is asked: {words!r} has neither a character nor pinyin; try 克, 财 or chong.")
    if not any(map(_is_latin, parts)):
        together = "".join(given.split())
        return Sought(together, _folded(together))
    known = _syllables(store)
    options = [_cuts(part, known) if _is_latin(part) else [list(_folded(part))] for part in parts]
    runs = [_folded(part) for part in parts if not _is_latin(part)]
    return Sought(given, max(runs, key=len, default=""), latin=True, ways=_several(options, given))


def _letters(text: str) -> str:
    """A text with its pinyin in small letters without tones, ü as ü, numbers of tones and apostrophes as spaces."""
    from haidiyan.dataset.folding import toneless

    bare = toneless(text).replace("u:", "ü").replace("v", "ü")
    return re.sub(r"(?<=[a-zü])[1-5'’\-]", " ", bare)


def _folded(text: str) -> str:
    from haidiyan.dataset.folding import fold

    return fold(text)


def _is_latin(part: str) -> bool:
    return re.fullmatch(r"[a-zü]+", part) is not None


def _several(options: Sequence[list[list[str]]], given: str) -> list[list[str]]:
    count = 1
    for each in options:
        count *= len(each)
    if count > WAYS:
        raise InputError(f"There are more than {WAYS} ways to read {given!r}: put spaces between the syllables.")
    return [[syllable for part in way for syllable in part] for way in product(*options)]


def _cuts(letters: str, known: frozenset[str]) -> list[list[str]]:
    """Every way to read letters as syllables of the text, up to one more than are tried."""
    ways: list[list[list[str]]] = [[] for _ in range(len(letters) + 1)]
    ways[0] = [[]]
    for end in range(1, len(letters) + 1):
        for start in range(max(0, end - 6), end):
            if letters[start:end] in known:
                ways[end] += [[*way, letters[start:end]] for way in ways[start]]
        del ways[end][WAYS + 1 :]
    return ways[-1]


def _rows(name: str, asked: Sought, store: ox.Store) -> Iterator[Row]:
    """The rows of a query, those of a mixed search held to their characters and syllables place by place."""
    if asked.latin and not asked.ways:
        return
    mixed = asked.latin and bool(asked.chinese)
    values: dict[str, Term | Sequence[Term]] = {
        "words": ox.Literal(asked.chinese if mixed else asked.words),
        "folded": ox.Literal(asked.chinese or asked.words),
    }
    if asked.latin and not mixed:
        values["pinyin"] = [ox.Literal(" ".join(way)) for way in asked.ways]
    solutions = run(_query(name).bind(values).text, store)
    assert isinstance(solutions, ox.QuerySolutions)
    names = [each.value for each in solutions.variables]
    for solution in solutions:
        row = {each: str(getattr(solution[each], "value", "")) for each in names}
        if mixed:
            subject = ox.NamedNode(row.get("segment") or row["term"])
            spelt = next((each.object for each in store.quads_for_pattern(subject, _SPELT, None)), None)
            if not isinstance(spelt, ox.Literal):
                continue
            text = _folded(row.get("text") or row["name"])
            if not asked.stands_in(text, spelt.value):
                continue
            row |= {"how": "pinyin"} | ({"whole": _whole(asked, text)} if "whole" in row else {})
        yield row


@cache
def _query(name: str) -> Query:
    return Query.bundled(name)


def _whole(asked: Sought, text: str) -> str:
    return str(any(len(way) == len(text) for way in asked.ways)).lower()


def _terms(asked: Sought, store: ox.Store) -> list[Row]:
    """The terms, each once, by the form nearest to what was given."""
    found: dict[str, Row] = {}
    for row in _rows("terms-by-name", asked, store):
        other = found.get(row["term"])
        if other is None or _rank(row) < _rank(other):
            found[row["term"]] = {name: row[name] for name in TERM_COLUMNS}
    return sorted(found.values(), key=lambda row: (*_rank(row), len(row["name"]), row["term"]))


def _rank(row: Mapping[str, str]) -> tuple[bool, int]:
    return row["whole"] != "true", HOW.index(row["how"])


def _nearest(asked: Sought, store: ox.Store) -> list[Row]:
    """Three terms whose Chinese or English name, or whose pinyin, is like what was asked."""
    names: dict[str, list[str]] = {}
    labels: dict[str, Row] = {}
    for label in store.quads_for_pattern(
        None, ox.NamedNode(iris.PREFIXES["skos"] + "prefLabel"), None, ox.DefaultGraph()
    ):
        term, name = str(getattr(label.subject, "value", "")), label.object
        if isinstance(name, ox.Literal) and any(store.quads_for_pattern(label.subject, _SPELT, None)):
            row = labels.setdefault(term, {"term": term, "name": "", "english": ""})
            if name.language in ("zh-hant", "en"):
                row["name" if name.language == "zh-hant" else "english"] = name.value
                names.setdefault(name.value.casefold(), []).append(term)
    for spelt in store.quads_for_pattern(None, _SPELT, None, ox.DefaultGraph()):
        term = str(getattr(spelt.subject, "value", ""))
        if term in labels and isinstance(spelt.object, ox.Literal):
            names.setdefault(spelt.object.value.replace(" ", ""), []).append(term)
    like = [term for name in nearest(_letters(asked.words), sorted(names)) for term in sorted(names[name])]
    return [labels[term] for term in list(dict.fromkeys(like))[:3]]


def _syllables(store: ox.Store) -> frozenset[str]:
    """The syllables of the text and of the terms: letters that are none of these are no pinyin that could be found."""
    return frozenset(
        syllable
        for each in store.quads_for_pattern(None, _SPELT, None, ox.DefaultGraph())
        if isinstance(each.object, ox.Literal)
        for syllable in each.object.value.split(" ")
    )


def _layer(given: str, store: ox.Store) -> str:
    """The local name of a layer, called by it or by a label."""
    space = iris.PREFIXES["layer"]
    names = {}
    for each in store.quads_for_pattern(
        None, ox.NamedNode(iris.PREFIXES["skos"] + "prefLabel"), None, ox.DefaultGraph()
    ):
        layer = str(getattr(each.subject, "value", ""))
        if layer.startswith(space) and isinstance(each.object, ox.Literal):
            names[each.object.value] = names[iris.local_name(layer)] = iris.local_name(layer)
    wanted = given.strip().removeprefix("layer:")
    if wanted not in names:
        near = nearest(wanted, sorted(names)) or sorted(set(names.values()))
        raise InputError(f"{given!r} is no layer of the text; the nearest are {'、'.join(near)}.")
    return names[wanted]
