"""What a program asks of the package beside casting and reading: comparisons, queries, and what can be asked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from haidiyan import arguments
from haidiyan.errors import InputError
from haidiyan.iris import term

if TYPE_CHECKING:
    import pandas

    from haidiyan.queries import Query, Term
    from haidiyan.reading.reading import Reading


class Rows(list[dict[str, str]]):
    """Rows of a table, each a dict of its columns; a list in every way, with ``columns`` beside."""

    def __init__(self, rows: Iterable[dict[str, str]], columns: Iterable[str]) -> None:
        super().__init__(rows)
        self.columns = tuple(columns)

    def to_frame(self) -> pandas.DataFrame:
        """The rows as a data frame. Raises ``ExtraError`` without pandas, which the extra ``frame`` brings."""
        from haidiyan.publication.frames import frame

        return frame(self, self.columns).astype(str)


class Comparison(dict[str, Any]):
    """What differs between two readings, as its JSON has it (schema ``compare-1.json``): a dict in every way."""

    def to_frame(self) -> pandas.DataFrame:
        """One row a claim that differs.

        Columns: ``claim``; ``changes`` (gained, lost, status, witnesses, conflicts, wording); ``left``, ``right``, its
        status on either side, missing where it does not speak; ``left_witnesses``, ``right_witnesses``, nodes as
        ``line-3``; ``because``, states that a witness has on one side only, ``right:line-3:四時空``; then
        ``prognosis``, ``topics``, ``quote``, ``outcome``, ``volume``, ``paragraph``, ``layer``, ``iri`` of the claim.
        Several values of a cell stand with a space between. Raises ``ExtraError`` without pandas.
        """
        from haidiyan.publication.frames import COMPARISON_COLUMNS, comparison_rows, frame

        return frame(list(comparison_rows(self)), COMPARISON_COLUMNS)

    def __str__(self) -> str:
        from haidiyan.publication.two_doctrines import tell

        return tell(self)


def compare(left: Reading, right: Reading) -> Comparison:
    """What changes from one reading to another of the same chart and question.

    >>> import haidiyan
    >>> chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    >>> verse = haidiyan.read(chart, "疾病")
    >>> changes = haidiyan.compare(verse, haidiyan.read(chart, "疾病", adopt={"seasonal-void": "headnote"}))
    >>> changes["choices"]
    [{'axis': 'seasonal-void', 'left': 'verse', 'right': 'headnote'}]
    >>> [each["line"] for each in changes["states"] if each["node"] == "line" and "四時空" in each["left"]]
    [3]

    Raises:
        InputError: one of them is no reading, or they are not of one chart and one question.
    """
    from haidiyan.comparison.doctrines import compare as compared
    from haidiyan.reading.reading import Reading

    for side in (left, right):
        if not isinstance(side, Reading):
            raise InputError(f"Two readings are compared, what haidiyan.read gives, not {side!r}.")
    return Comparison(compared(left, right))


def query(name: str | Path, /, **parameters: object) -> Rows:
    """The answer to a bundled query, or to one in a file, as rows of strings.

    >>> import haidiyan
    >>> haidiyan.query("claims-by-topic", topic="疾病")[0]["quote"]
    '病人無藥主沉昏'

    Args:
        name: a query of ``queries/`` by name (``haidiyan query`` lists them), or the path of an ``.rq`` file with a
            SELECT.
        parameters: a value for each of the query's parameters, or a list of alternatives: text as one types it
            (疾病, illness or topic:illness; an IRI), a whole number, True or False. What is left out has its default.

    A cell is an IRI in full or a literal's characters, and empty where the row has none.

    Raises:
        InputError: no such query, parameter or value, or the query is no SELECT.
        DatasetError: there is no dataset, or it cannot be read.
    """
    import pyoxigraph as ox

    from haidiyan.bindings import settle
    from haidiyan.dataset.store import current, damaged, open_store
    from haidiyan.queries import run

    asked = _query(name)
    values = {key: [_term(key, each) for each in _several(key, value)] for key, value in parameters.items()}
    asked.bind(values)
    store = open_store()
    try:
        found = run(asked.bind(settle(asked, values, store)).text, store)
        if not isinstance(found, ox.QuerySolutions):
            raise InputError(f"{asked.name} is no SELECT, and gives no rows.")
        columns = [each.value for each in found.variables]
        return Rows(({each: str(getattr(row[each], "value", "")) for each in columns} for row in found), columns)
    except (OSError, RuntimeError) as error:
        raise damaged(current(), error) from error


class Found(dict[str, Any]):
    """What a search found: ``words``, ``segments``, ``terms`` and, where both are empty, ``nearest``; a dict."""

    def to_frame(self) -> pandas.DataFrame:
        """The segments as a data frame. Raises ``ExtraError`` without pandas, which the extra ``frame`` brings."""
        from haidiyan.dataset.search import COLUMNS

        return Rows(self["segments"], COLUMNS).to_frame()


def search(words: str, layer: str | None = None) -> Found:
    """Where words stand, and which terms have them in their name, however the characters are written.

    >>> import haidiyan
    >>> [(term["name"], term["how"]) for term in haidiyan.search("bi")["terms"] if term["whole"] == "true"]
    [('比', 'pinyin'), ('賁', 'pinyin')]

    Args:
        words: characters, traditional or simplified (剋, 财), or pinyin with or without tones and spaces (chōng,
            xiangke), or both (世ying). Tones are not compared.
        layer: one layer of the text, by name (verse, 歌訣); no terms are sought then.

    A segment has ``segment``, its IRI, ``layer``, ``volume``, ``paragraph``, ``text``, its exact words, and ``how``:
    exact, folded or pinyin; a term ``term``, ``name``, ``english``, ``how`` and ``whole``, whether the words are all
    of a name. All are strings.

    Raises:
        InputError: nothing is asked, there is no such layer, or letters can be read in too many ways.
        DatasetError: there is no dataset, or it cannot be read.
    """
    from haidiyan.dataset.search import COLUMNS, TERM_COLUMNS, find
    from haidiyan.dataset.store import current, damaged, open_store

    if not isinstance(words, str):
        raise InputError(f"Words are sought as text, '克', not {words!r}.")
    if not isinstance(layer, str | None):
        raise InputError(f"A layer is named as text, 'verse', not {layer!r}.")
    store = open_store()
    try:
        found = find(words, store, layer)
    except (OSError, RuntimeError) as error:
        raise damaged(current(), error) from error
    return Found(
        words=words,
        segments=Rows(found.segments, COLUMNS),
        terms=Rows(found.terms, TERM_COLUMNS),
        nearest=Rows(found.nearest, TERM_COLUMNS[:3]),
    )


def topics() -> Rows:
    """What can be asked about: ``name``, ``english``, ``use`` (the use relation, empty where there is none), ``iri``.

    >>> import haidiyan
    >>> [topic["use"] for topic in haidiyan.topics() if topic["name"] == "疾病"]
    ['官鬼']
    """
    return _askable("Topic")


def persons() -> Rows:
    """Whom and what can be asked after (``about``), with the columns of ``topics``.

    >>> import haidiyan
    >>> [person["use"] for person in haidiyan.persons() if person["name"] == "妻"]
    ['妻財']
    """
    return _askable("Person")


def _askable(kind: str) -> Rows:
    from haidiyan.dataset.memory import memory

    columns = ("name", "english", "use", "iri")
    rows = (row for row in memory().rows("chart/askable") if row["kind"] == term(kind))
    return Rows(({each: row.get(each, "") for each in columns} for row in rows), columns)


def _query(name: str | Path) -> Query:
    from haidiyan.queries import Query

    if isinstance(name, Path) or (isinstance(name, str) and name.endswith(".rq") and Path(name).is_file()):
        return Query.from_file(Path(name))
    if not isinstance(name, str):
        raise InputError(f"A query is named as text, 'all-claims', or by the path of a file, not {name!r}.")
    return Query.bundled(name)


def _several(name: str, value: object) -> list[Any]:
    if isinstance(value, list | tuple) and not value:
        raise InputError(f"The parameter {name} has no value; leave it out for its default.")
    return list(value) if isinstance(value, list | tuple) else [value]


def _term(name: str, value: object) -> Term:
    """A value as the term that it means on the command line."""
    from haidiyan.queries import parse_term

    if isinstance(value, bool):
        return parse_term(str(value).lower())
    if isinstance(value, str):
        try:
            return parse_term(value.strip())
        except ValueError as error:
            raise InputError(f"The parameter {name} cannot be {value!r}: {error}.") from error
    number = arguments.whole(f"The value of the parameter {name}, where it is no text,", value)
    if number is None:
        raise InputError(f"The parameter {name} has no value; leave it out for its default.")
    return parse_term(str(number))
