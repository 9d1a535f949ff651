"""Do before the first visitor what is slow the first time, and have the tables made that make readings quick.

``python -m haidiyan.web.warm`` makes the tables where they are missing, at the lowest priority.
"""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import combinations

from haidiyan import api
from haidiyan.chart.catalog import catalog
from haidiyan.dataset.store import home_folder
from haidiyan.errors import HaidiyanError
from haidiyan.iris import term
from haidiyan.reading.claims import claims
from haidiyan.reading.engine import engine
from haidiyan.web.asked import Asked
from haidiyan.web.book.contested import Contested
from haidiyan.web.book.volumes import Book
from haidiyan.web.counted import counted
from haidiyan.web.form import offered
from haidiyan.web.language import LANGUAGES, Words
from haidiyan.web.names import names
from haidiyan.web.store import made

EXAMPLE = Asked((("hexagram", "1"), ("moving", "1")))
"""A chart to warm the engine with."""
EVERY = 5.0
"""How often, in seconds, the tables are looked for until they are there."""
REST = 2.0
"""How long, in what the work takes, the thread rests after each piece of it: visitors come first."""
SELDOM = 20_000, 20, 50
"""After how many new objects, and of those searches how many, garbage is searched for."""
OFTEN = 3
"""Of the charts that coins give, 24 of 25 have no more lines that move: those are looked up beforehand."""
LOWEST = 19
ATTACHED = "--attached"
"""Says that the process ends when its standard input does."""


def warm() -> None:
    """Load what readings and the form need; the rest, which takes longer, in a thread that ends by itself."""
    claims()
    names()
    for language in LANGUAGES:
        offered(Words(language))
    has_tables = engine().look_for_tables()
    EXAMPLE.read().to_dict()
    _settle_down()
    threading.Thread(target=_go_on, args=(has_tables,), name="warm", daemon=True).start()


def _go_on(has_tables: bool) -> None:
    """Take up the tables once they are made; then look up beforehand what is looked up once for each of many things.

    These are topics, months and days, and hexagrams with the lines that move, few of them first, as they fall.
    """
    _open_rooms()
    with contextlib.suppress(HaidiyanError):
        while not has_tables:
            time.sleep(EVERY)
            has_tables = _is_there() and engine().look_for_tables()
        for asked in _looked_up():
            start = time.perf_counter()
            node = asked.read().evaluation.at("line", 1)
            if node:
                node.one(term("branch"))
            time.sleep(REST * (time.perf_counter() - start))
        _settle_down()


def _open_rooms() -> None:
    """Make what the book, the map of contested places and the atlas keep in memory."""
    with contextlib.suppress(HaidiyanError, ImportError):
        made(Book)
        made(Contested)
        counted().rows("authors")


def _looked_up() -> Iterator[Asked]:
    """Readings that between them look up whatever many others will."""
    known = catalog()
    for topic in api.topics():
        yield EXAMPLE.but(topic=topic["name"])
    for month in known.seasons:
        yield EXAMPLE.but(month=known.label(month))
    for day in known.pillars:
        yield EXAMPLE.but(day=known.label(day))
    for count in range(OFTEN + 1):
        for moving in combinations("123456", count):
            for each in known.hexagrams.values():
                yield EXAMPLE.but(hexagram=str(each.number), moving=",".join(moving) or None)


def _settle_down() -> None:
    """Leave what is there now out of the search for garbage, as it stays, and search less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def _is_there() -> bool:
    return (home_folder() / "atlas" / "factors.npz").is_file()


@contextlib.contextmanager
def tables_being_made() -> Iterator[None]:
    """Have the tables made in a process of its own where they are missing, as long as the context lasts.

    Without numpy they are not made, and readings take their time.
    """
    if find_spec("numpy") is None or not os.access(home_folder(), os.W_OK):
        yield
        return
    with subprocess.Popen([sys.executable, "-m", "haidiyan.web.warm", ATTACHED], stdin=subprocess.PIPE) as maker:
        try:
            yield
        finally:
            maker.terminate()


def _end_with_parent() -> None:
    """End at once when whoever holds the other end of standard input is gone, however it went."""
    while sys.stdin.buffer.read(1):
        pass
    os._exit(1)


def main() -> int:
    """Make the tables; exit status 1 where they cannot be made, with a line that says why."""
    if ATTACHED in sys.argv:
        threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    from haidiyan.atlas.factors import factors

    try:
        factors(progress=lambda stage: None)
    except HaidiyanError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
