"""Answer queries one after another in a process of its own, which may be killed at any time.

``python -m haidiyan.web.sparql.worker`` says that it is ready by an empty line, reads a line of JSON a query on its
standard input (``Asked``), and writes an empty line when it has it, and with the answer a line of JSON (``Told``) and
then as many bytes as it says. It ends with its input. While a query runs it may open nothing, no file and no
connection: the store is open already.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import pyoxigraph as ox

from haidiyan.dataset.store import current, open_store
from haidiyan.errors import DatasetError, HaidiyanError, InputError
from haidiyan.iris import PREFIXES
from haidiyan.queries import run
from haidiyan.web.sparql.forms import BY_NAME, HTML, UnacceptableError, Wanted
from haidiyan.web.sparql.lexer import check

REFUSED, UNACCEPTABLE, TOO_MUCH, UNAVAILABLE = 400, 406, 422, 503
READY = b"\n"
GROWN = 64 << 20
"""By how many bytes a process may have grown and be asked again."""
COMPRESSED_FROM = 1000
"""How many bytes an answer has at least that is worth compressing."""


@dataclass(frozen=True)
class Asked:
    """A query with what limits its answer: seconds of the processor, bytes of memory, rows or triples, bytes.

    ``default`` and ``named`` are the graphs of the protocol's dataset, where it gives one.
    """

    query: str
    rows: str
    triples: str
    seconds: float
    memory: int
    most_rows: int
    most_bytes: int
    gzip: bool = False
    default: tuple[str, ...] | None = None
    named: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Told:
    """What comes before an answer: a status as in HTTP, and the reason where it is not 200; form, encoding, length.

    ``spent`` says that the process took so much that it should not be asked again.
    """

    status: int
    detail: str = ""
    form: str = ""
    gzip: bool = False
    length: int = 0
    spent: bool = False


class TooMuchError(HaidiyanError):
    """The answer is longer than it may be."""


class _Bounded(io.BytesIO):
    """Bytes up to a limit."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def write(self, some: Any, /) -> int:
        if self.tell() + len(some) > self._most:
            raise TooMuchError(f"The answer is longer than {self._most >> 20} MiB; ask for less, with LIMIT.")
        return super().write(some)


class _Kept:
    """The store of the dataset in use, opened anew when a build has put another in its place."""

    def __init__(self) -> None:
        self.size = 0
        """What the process took when the store was opened."""
        self._folder: Path | None = None
        self._store: ox.Store | None = None

    def store(self) -> ox.Store:
        folder = current()
        if self._store is None or folder != self._folder:
            self._store = open_store()
            self._folder = folder
            self.size = _size()
        return self._store


def main(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer whatever comes in until nothing more does."""
    kept = _Kept()
    with suppress(DatasetError):  # said in the answer, or built by then
        kept.store()
    _say(sink, READY)
    for line in source:
        _say(sink, READY)
        told, body = _answer(Asked(**json.loads(line)), kept)
        told = replace(told, spent=told.spent or _size() - kept.size > GROWN)
        _say(sink, json.dumps(asdict(told)).encode() + b"\n" + body)


def _say(sink: BinaryIO, words: bytes) -> None:
    sink.write(words)
    sink.flush()


def _answer(asked: Asked, kept: _Kept) -> tuple[Told, bytes]:
    try:
        store = kept.store()
        with _limited(asked):
            form, body = _found(asked, store)
            packed = asked.gzip and len(body) >= COMPRESSED_FROM
            if packed:
                body = gzip.compress(body, compresslevel=4, mtime=0)
    except UnacceptableError as error:
        return Told(UNACCEPTABLE, str(error)), b""
    except TooMuchError as error:
        return Told(TOO_MUCH, str(error)), b""
    except DatasetError as error:
        return Told(UNAVAILABLE, str(error), spent=True), b""
    except InputError as error:
        return Told(REFUSED, str(error)), b""
    except MemoryError:
        return Told(UNAVAILABLE, out_of_memory(asked.memory), spent=True), b""
    except Exception as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        return Told(REFUSED, f"The query cannot be answered: {said}.", spent=True), b""
    return Told(200, form=form, gzip=packed, length=len(body)), body


def out_of_memory(memory: int) -> str:
    """What to say where a query wants more memory than it may have."""
    return f"The query took more than the {memory >> 20} MiB of memory that it may take; ask for less."


def _found(asked: Asked, store: ox.Store) -> tuple[str, bytes]:
    """The name of the form, and the whole answer in it."""
    check(asked.query)
    found = run(asked.query, store, default_graph=_graphs(asked.default), named_graphs=_graphs(asked.named))
    sink = _Bounded(asked.most_bytes)
    if isinstance(found, ox.QueryTriples):
        triples = _distinct(found, asked.most_rows)
        form = BY_NAME[_form(asked, triples=True)]
        assert isinstance(form.write, ox.RdfFormat)
        prefixes = PREFIXES if form.write in (ox.RdfFormat.TURTLE, ox.RdfFormat.RDF_XML) else None
        ox.serialize(triples, sink, form.write, prefixes=_used(triples, prefixes) if prefixes else None)
        return form.name, sink.getvalue()
    form = BY_NAME[_form(asked, triples=False)]
    assert isinstance(form.write, ox.QueryResultsFormat)
    found.serialize(sink, form.write)
    body = sink.getvalue()
    if isinstance(found, ox.QuerySolutions) and COUNTS[form.name](body, asked.most_rows) > asked.most_rows:
        raise _too_many("rows", asked.most_rows)
    return form.name, body


def _form(asked: Asked, triples: bool) -> str:
    """The form of the answer; of a page, the form from which it is made."""
    wanted = Wanted(asked.rows, asked.triples)
    form = wanted.triples if triples else wanted.rows
    if not form:
        raise wanted.refusal(triples)
    return {HTML: "turtle" if triples else "json"}.get(form, form)


def _distinct(found: ox.QueryTriples, most: int) -> list[ox.Triple]:
    kept: dict[ox.Triple, None] = {}
    for triple in found:
        kept[triple] = None
        if len(kept) > most:
            raise _too_many("triples", most)
    return list(kept)


def _used(triples: list[ox.Triple], prefixes: dict[str, str]) -> dict[str, str]:
    """The prefixes that some triples use."""
    names = {
        str(getattr(term, "value", ""))
        for triple in triples
        for each in triple
        for term in (each, getattr(each, "datatype", None))
    }
    spaces = {name[: max(name.rfind("/"), name.rfind("#")) + 1] for name in names}
    return {prefix: space for prefix, space in prefixes.items() if space in spaces}


def _too_many(what: str, most: int) -> TooMuchError:
    return TooMuchError(f"The answer has more than {most:,} {what}; ask for less, with LIMIT.")


def _graphs(names: tuple[str, ...] | list[str] | None) -> list[ox.NamedNode] | None:
    if names is None:
        return None
    try:
        return [ox.NamedNode(name) for name in names]
    except ValueError as error:
        raise InputError(f"A graph of the request is no IRI: {error}.") from error


_JSON_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
_CSV_STRING = re.compile(rb'"[^"]*"')


def _count_json(body: bytes, most: int) -> int:
    if len(body) < 2 * most:
        return 0
    bare = _JSON_STRING.sub(b"", body)
    return bare.count(b"[{") + bare.count(b",{")


COUNTS: dict[str, Callable[[bytes, int], int]] = {
    "json": _count_json,
    "xml": lambda body, most: body.count(b"<result>") + body.count(b"<result/>"),
    "csv": lambda body, most: _CSV_STRING.sub(b"", body).count(b"\n") - 1 if len(body) > most else 0,
    "tsv": lambda body, most: body.count(b"\n") - 1,
}
"""How many rows an answer has, form by form; less than may be where it is too short to have so many."""


@contextmanager
def _limited(asked: Asked) -> Iterator[None]:
    """Hold the process to a query's limits, where the system can: memory, processor, and not one more open file."""
    if sys.platform == "win32":
        yield
        return
    import resource

    def limit(what: int, soft: float) -> None:
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (int(soft) if hard == resource.RLIM_INFINITY else min(int(soft), hard), hard))

    before = {what: resource.getrlimit(what) for what in (resource.RLIMIT_AS, resource.RLIMIT_NOFILE)}
    used = resource.getrusage(resource.RUSAGE_SELF)
    # The parent kills at the deadline; should it be gone, the system does.
    limit(resource.RLIMIT_CPU, used.ru_utime + used.ru_stime + asked.seconds + 2)
    limit(resource.RLIMIT_AS, _size() + asked.memory)
    limit(resource.RLIMIT_NOFILE, 0)
    try:
        yield
    finally:
        for what, both in before.items():
            resource.setrlimit(what, both)


def _size() -> int:
    """The bytes of memory that the process has laid claim to before it is asked anything."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _own_output() -> BinaryIO:
    """The standard output for this module alone: whatever else is written there, or as an error, goes nowhere."""
    own = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return own


if __name__ == "__main__":
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main(sys.stdin.buffer, _own_output())
