"""Show what the atlas has counted over all charts: base rates, conflicts, authors, what each variant changes.

Where there is no atlas, pages say how one is made, and data answer 503. ``/atlas/like`` looks through all charts, and
does so for one visitor at a time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from math import ceil
from threading import Lock
from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from haidiyan import iris
from haidiyan.atlas import need_packages
from haidiyan.chart.catalog import catalog
from haidiyan.dataset.memory import memory
from haidiyan.errors import DatasetError, HaidiyanError, InputError
from haidiyan.publication.text import PLACES
from haidiyan.reading import claims
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE
from haidiyan.reading.question import ask
from haidiyan.web.asked import CASTING, Asked
from haidiyan.web.counted import EVERY_USE, RATES, Counted, Row, counted
from haidiyan.web.language import ENGLISH, Words, language_of
from haidiyan.web.names import names
from haidiyan.web.naming import Labels
from haidiyan.web.render import page

router = APIRouter(include_in_schema=False)

FILES = {
    "authors.parquet": "application/vnd.apache.parquet",
    "base-rates-wide.parquet": "application/vnd.apache.parquet",
    "base-rates.parquet": "application/vnd.apache.parquet",
    "base-rates.svg": "image/svg+xml",
    "base-rates.ttl": "text/turtle; charset=utf-8",
    "claims-that-variants-change.parquet": "application/vnd.apache.parquet",
    "manifest.json": "application/json",
    "pairs.parquet": "application/vnd.apache.parquet",
    "what-variants-change.parquet": "application/vnd.apache.parquet",
    "what-variants-change.svg": "image/svg+xml",
    "what-variants-change.ttl": "text/turtle; charset=utf-8",
}
"""What can be downloaded, each with its media type: an address names one of these and no other file."""
ORDERS: dict[str, Callable[[Row], Any]] = {
    "rare": lambda row: (row["base_rate"] == 0, row["base_rate"]),
    "common": lambda row: -row["base_rate"],
    "overridden": lambda row: -row["overridden"],
    "text": lambda row: 0,
}
"""The orders of base rates; in the first what is never in force stands last."""
BY_SHARE: dict[str, Callable[[Row], Any]] = {
    "condition": lambda row: (-row["condition_share"], -row["share"]),
    "share": lambda row: -row["share"],
    "claims": lambda row: -row["claims"],
    "text": lambda row: 0,
}
"""The orders of what variants change."""
A_PAGE, FIRST = 100, 10
"""How many rows a page has, and how many the overview shows of a table."""
MOST = 50
"""How many degrees of likeness can be asked for."""
OF_CLAIMS = ("gained", "lost", "overridden", "restored")
OF_VARIANT = ("charts", "share", "condition_charts", "condition_share", "claims")

Told = dict[str, Any]


@router.get("/atlas")
def overview(request: Request) -> Response:
    """What is counted, the head of each table, the figures, the downloads."""

    def fill(there: Counted) -> Told:
        always, never = there.always_and_never(DEFAULT_DOCTRINE)
        names, shares = _authors(there)
        return {
            "rare": sorted(_rates(there, DEFAULT_DOCTRINE, EVERY_USE, None), key=ORDERS["rare"])[:FIRST],
            "always": always,
            "never": never,
            "conflicts": _conflicts(there, EVERY_USE)[:FIRST],
            "authors": names,
            "shares": shares[:1],
            "variants": sorted(_variants(there, EVERY_USE, None), key=BY_SHARE["condition"])[:FIRST],
            "files": [each for each in FILES if (there.folder / each).is_file()],
        }

    return _page(request, "atlas.html", fill)


@router.get("/atlas/rates")
def rates(request: Request) -> Response:
    """How often each claim is in force; ``by`` an order, ``use``, ``topic``, ``doctrine``, ``page``."""

    def fill(there: Counted) -> Told:
        chosen = _chosen(request, there, ORDERS)
        doctrine = _one_of(request, "doctrine", there.doctrines, DEFAULT_DOCTRINE)
        rows = sorted(_rates(there, doctrine, chosen["use"], chosen["topic"]), key=ORDERS[chosen["by"]])
        return {
            **chosen,
            **_paged(request, rows),
            "doctrine": doctrine,
            "doctrines": there.doctrines,
            "orders": list(ORDERS),
        }

    return _page(request, "atlas_rates.html", fill)


@router.get("/atlas/conflicts")
def conflicts(request: Request) -> Response:
    """Which claims contradict each other most often."""

    def fill(there: Counted) -> Told:
        use = _one_of(request, "use", [EVERY_USE, *there.uses], EVERY_USE)
        return {"use": use, **_paged(request, _conflicts(there, use))}

    return _page(request, "atlas_conflicts.html", fill)


@router.get("/atlas/authors")
def authors(request: Request) -> Response:
    """Which share of each topic's reading each author supplies."""

    def fill(there: Counted) -> Told:
        names, shares = _authors(there)
        return {"authors": names, "shares": shares}

    return _page(request, "atlas_authors.html", fill)


@router.get("/atlas/variants")
def variants(request: Request) -> Response:
    """In how many charts each choice and each emendation changes the reading."""

    def fill(there: Counted) -> Told:
        chosen = _chosen(request, there, BY_SHARE)
        rows = sorted(_variants(there, chosen["use"], chosen["topic"]), key=BY_SHARE[chosen["by"]])
        return {**chosen, "rows": rows, "orders": list(BY_SHARE)}

    return _page(request, "atlas_variants.html", fill)


@router.get("/atlas/variant/{name}")
def of_variant(request: Request, name: str) -> Response:
    """What an emendation changes, by topic and by claims."""
    known = catalog()
    if name not in known.emendations:
        raise HTTPException(404, f"{name!r} is no emendation that can be followed; /atlas/variants has all that can.")
    emendation = known.emendations[name]
    return _of_choice(request, known.choices.recorded, name, emendation.iri)


@router.get("/atlas/axis/{axis}/{choice}")
def of_choice(request: Request, axis: str, choice: str) -> Response:
    """What a choice changes, by topic and by claims."""
    choices = catalog().choices
    iri = choices.axes.get(axis, {}).get(choice)
    if iri is None or axis == choices.recorded:
        raise HTTPException(404, f"{axis}={choice} is no choice of the dataset; /compare/axes has them all.")
    return _of_choice(request, axis, choice, iri)


@router.get("/atlas/like")
def like(request: Request) -> Response:
    """The charts in which the same claims are in force as in one, and those whose readings are most like its own."""
    asked = Asked.of(request.query_params, ("first",))
    given = request.query_params.get("first", str(FIRST))
    if not given.isdecimal() or not 1 <= int(given) <= MOST:
        raise InputError(f"first is how many degrees of likeness are listed, 1 to {MOST}, not {given!r}.")
    told = _alike(asked, int(given)) if any(name in CASTING for name, _ in asked.given) else None
    return page(
        request,
        "atlas_like.html",
        current="atlas",
        asked=asked,
        told=told,
        chart_of=_address_of(asked),
        **_labels(request),
    )


@router.get("/atlas/{name}")
def download(name: str) -> Response:
    """A file of the atlas: a table in Parquet, RDF in Turtle, a figure in SVG."""
    if name not in FILES:
        raise HTTPException(404, f"The atlas has no {name}; it has {', '.join(FILES)}.")
    try:
        file = counted().folder / name
    except HaidiyanError as error:
        raise HTTPException(503, str(error)) from error
    if not file.is_file():
        raise HTTPException(404, f"This atlas was made without {name}: run `haidiyan atlas build --wide` for it.")
    return FileResponse(file, media_type=FILES[name], headers={"Cache-Control": "no-cache"})


def _page(request: Request, template: str, fill: Callable[[Counted], Told]) -> Response:
    """A page of the atlas; where there is none, what makes one."""
    try:
        there = counted()
        told = fill(there)
    except InputError:
        raise
    except HaidiyanError as error:
        memory()  # without a dataset there is nothing to make an atlas of
        return page(request, "atlas_missing.html", current="atlas", reason=str(error))
    return page(request, template, current="atlas", uses=there.uses, topics=there.topics, **told, **_labels(request))


def _labels(request: Request) -> Told:
    words = Words(language_of(request))
    return {"name": Labels(words), "tell": _Telling(words)}


def _one_of(request: Request, name: str, known: list[str], default: str) -> str:
    given = request.query_params.get(name, "").strip() or default
    if given not in known:
        raise InputError(f"{name} is one of {', '.join(known)}, not {given!r}.")
    return given


def _chosen(request: Request, there: Counted, orders: Mapping[str, Any]) -> Told:
    """What the address chooses of a table: its order, the use relation, the topic."""
    return {
        "by": _one_of(request, "by", list(orders), next(iter(orders))),
        "use": _one_of(request, "use", [EVERY_USE, *there.uses], EVERY_USE),
        "topic": _one_of(request, "topic", ["", *there.topics], "") or None,
    }


def _paged(request: Request, rows: list[Row]) -> Told:
    pages = max(1, ceil(len(rows) / A_PAGE))
    given = request.query_params.get("page", "1")
    if not given.isdecimal() or not 1 <= int(given) <= pages:
        raise InputError(f"page is a number from 1 to {pages}, not {given!r}.")
    start = (int(given) - 1) * A_PAGE
    return {"rows": rows[start : start + A_PAGE], "many": len(rows), "number": int(given), "pages": pages}


def _rates(there: Counted, doctrine: str, use: str, topic: str | None) -> list[Row]:
    return there.mean("base-rates", use, ["claim"], RATES, doctrine=doctrine, topic=topic)


def _conflicts(there: Counted, use: str) -> list[Row]:
    numbers = ("charts", "of_claim", "of_other")
    found = there.mean("pairs", use, ["claim", "other"], numbers, relation="conflict")
    return sorted((row for row in found if row["charts"]), key=lambda row: -row["charts"])


def _authors(there: Counted) -> tuple[list[str], list[Told]]:
    """The authors, and for each topic the share of each: of every topic first, the mean over the use relations."""
    every = there.mean("authors", EVERY_USE, ["author"], ["mean_share"], topic=None)
    by_topic: dict[str | None, list[Row]] = {None: every, **{topic: [] for topic in there.topics}}
    for row in there.rows("authors"):
        if row["topic"]:
            by_topic[row["topic"]].append(row)
    whole = {row["author"]: row["mean_share"] for row in every}
    names = sorted({row["author"] for rows in by_topic.values() for row in rows}, key=lambda each: -whole.get(each, 0))
    return names, [
        {
            "topic": topic,
            "use": rows[0]["use"] if topic and rows else None,
            "shares": {row["author"]: row["mean_share"] for row in rows},
        }
        for topic, rows in by_topic.items()
    ]


def _variants(there: Counted, use: str, topic: str | None) -> list[Row]:
    return there.mean("what-variants-change", use, ["axis", "choice"], OF_VARIANT, topic=topic)


def _of_choice(request: Request, axis: str, choice: str, iri: str) -> Response:
    def fill(there: Counted) -> Told:
        use = _one_of(request, "use", [EVERY_USE, *there.uses], EVERY_USE)
        where = {"axis": axis, "choice": choice}
        by_topic = there.mean("what-variants-change", use, ["topic"], OF_VARIANT, **where)
        differing = there.mean("claims-that-variants-change", use, ["claim"], OF_CLAIMS, **where, topic=None)
        order = {iris.local_name(each): place for place, each in enumerate(memory().keep(claims.load))}
        return {
            "axis": axis,
            "choice": choice,
            "iri": iri,
            "emendation": catalog().emendations.get(choice) if axis == catalog().choices.recorded else None,
            "use": use,
            "whole": next((row for row in by_topic if row["topic"] is None), None),
            "by_topic": sorted((row for row in by_topic if row["topic"]), key=BY_SHARE["condition"]),
            "differing": sorted(differing, key=lambda row: order.get(row["claim"], len(order))),
        }

    return _page(request, "atlas_variant.html", fill)


_looking = Lock()
_kept: OrderedDict[tuple[str, int, str], Told] = OrderedDict()
_KEPT = 64


def _alike(asked: Asked, first: int) -> Told:
    """What is most like a chart; 503 while somebody else's is looked for. Raises ``InputError``."""
    if asked.one("baleful"):
        raise InputError("The atlas has charts without a line marked 殺: leave out baleful.")
    chart, asking = asked.cast(), dict(asked.asking())
    for name in ("order", "all_doctrines", "all_topics"):
        del asking[name]
    question = ask(chart, **asking)
    key = (asked.query, first, memory().manifest().hash)
    if key in _kept:
        return _kept[key]
    if not _looking.acquire(blocking=False):
        raise HTTPException(503, "Another chart is being looked for; ask again in a moment.", {"Retry-After": "3"})
    try:
        need_packages()
        from haidiyan.atlas import asking as atlas_asking
        from haidiyan.atlas.firings import Atlas

        atlas = Atlas(question.doctrine, tables=_tables())
        _kept[key] = atlas_asking.alike(atlas, chart, question.use, question.topic, first)
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
        return _kept[key]
    except (DatasetError, ImportError) as error:
        raise HTTPException(503, str(error)) from error
    finally:
        _looking.release()


def _tables() -> Any:
    """The tables of the rules from the home folder. Raises ``DatasetError``: to make them takes a minute and more."""
    from haidiyan.atlas.basis import tables_key
    from haidiyan.atlas.factors import Factors, read
    from haidiyan.atlas.parquet import REMEDY
    from haidiyan.dataset.store import home_folder

    arrays = read(home_folder() / "atlas" / "factors.npz", memory().keep(tables_key))
    if arrays is None:
        raise DatasetError(f"The tables of the atlas are not made yet: {REMEDY}.")
    return Factors(arrays)


def _address_of(asked: Asked) -> Callable[[Told], str]:
    """The query string of the same question put to a chart of the atlas."""
    bare = asked.but(**dict.fromkeys(CASTING))

    def query(chart: Told) -> str:
        return bare.but(
            hexagram=chart["name"],
            moving=",".join(map(str, chart["moving"])) or None,
            month=chart["month"],
            day=chart["day"],
        ).query

    return query


class _Telling:
    """Puts the numbers of the atlas, its claims and variants into words."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._name = Labels(words)
        self._known = memory().keep(claims.load)

    def claim(self, name: str) -> tuple[str, str]:
        """The words of a claim, and the path of its place in the book."""
        iri = iris.individual("claim", name)
        claim = self._known.get(iri)
        if claim is None:
            return "", self._name.path(iri)
        return claim.quote, f"/book/{claim.volume}/{claim.paragraph}#{name}"

    def variant(self, row: Row) -> tuple[str, str]:
        """What a variant is called, and the path of what it changes."""
        known = catalog()
        if row["axis"] == known.choices.recorded:
            emendation = known.emendations.get(row["choice"])
            words = f"{emendation.base} → {emendation.reading}" if emendation else row["choice"]
            return words, f"/atlas/variant/{row['choice']}"
        iri = known.choices.axes[row["axis"]][row["choice"]]
        return self._name.iri(iri), f"/atlas/axis/{row['axis']}/{row['choice']}"

    def called(self, kind: str, chinese: str | None) -> str:
        """A thing by its Chinese name; nothing for none."""
        return names().of(self._words, kind, chinese)

    def use(self, name: str | None) -> str:
        """A use relation, the mean over all, or none."""
        if name in (None, EVERY_USE):
            return self._words("atlas.mean" if name else "atlas.no_use")
        return self._name.of("relation", name or "")

    def topic(self, name: str | None) -> str:
        """A topic, or every topic."""
        return self._name.of("topic", name) if name else self._words("atlas.every_topic")

    def place(self, line: int) -> str:
        """The place of a line."""
        return str(line) if self._words.language == ENGLISH else PLACES[line - 1]

    @staticmethod
    def percent(share: float) -> str:
        """A share in per cent, two figures at least where it is small.

        >>> _Telling.percent(0.53125), _Telling.percent(1), _Telling.percent(1 / 2949120), _Telling.percent(0)
        ('53.12 %', '100 %', '0.000034 %', '0 %')
        """
        hundred = share * 100
        text = f"{hundred:.2f}" if hundred >= 0.1 else f"{hundred:.2g}" if hundred >= 1e-4 else f"{hundred:.6f}"
        return (text.rstrip("0").rstrip(".") if "." in text else text) + " %"

    @staticmethod
    def number(many: float) -> str:
        """A number of charts, or the mean of several, in groups of three digits."""
        return f"{many:,.0f}"
