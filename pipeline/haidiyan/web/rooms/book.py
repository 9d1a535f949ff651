"""Show the book: its contents, its volumes and passages, a search in it, and a map of its contested places."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pyoxigraph as ox
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haidiyan.comparison.records import Json
from haidiyan.errors import InputError
from haidiyan.web.book.contested import Contested
from haidiyan.web.book.finding import found
from haidiyan.web.book.volumes import Book, Volume
from haidiyan.web.known import path_of
from haidiyan.web.language import Words, language_of
from haidiyan.web.render import address, page
from haidiyan.web.store import made

router = APIRouter(include_in_schema=False)


class Tei:
    """The volumes of a dataset as TEI, each written once."""

    def __init__(self, store: ox.Store) -> None:
        self._store = store
        self._written: dict[int, bytes] = {}

    def of(self, volume: int) -> bytes:
        """A volume that there is."""
        if volume not in self._written:
            from haidiyan.publication.tei import tei

            self._written[volume] = tei(volume, self._store)
        return self._written[volume]


@router.get("/book")
def contents(request: Request) -> Response:
    """Volumes, families, passages, with how many claims and variants each has."""
    return _page(request, "book.html", volume=None)


@router.get("/book/contested")
def contested(request: Request) -> Response:
    """Every variant and divergence along the volumes, or those of a ``kind`` and on an ``axis``."""
    kind, axis = _one(request, "kind"), _one(request, "axis")
    there = made(Contested)
    those = there.those(kind, axis)
    by_passage = {name: list(spots) for name, spots in groupby(those, key=lambda each: each.passage.name)}
    return _page(
        request,
        "contested.html",
        contested=there,
        those=those,
        by_passage=by_passage,
        questions=[each for each in there.questions if axis in ("", each.axis["name"])] if not kind else [],
        kind=kind,
        axis=axis,
    )


@router.get("/book/{volume}")
def volume(request: Request, volume: str) -> Response:
    """A volume to read on, in portions; ``from`` is a paragraph of the one to show."""
    there = _volume(volume)
    first = _number(_one(request, "from") or "0")
    if first is None:
        raise InputError(f"from is the number of a paragraph, not {_one(request, 'from')!r}.")
    portion = there.portion(first)
    return _page(
        request,
        "book.html",
        volume=there,
        portion=portion,
        beside=there.beside(portion),
        **_layers(request),
    )


@router.get("/book/{volume}/tei")
def tei(volume: str) -> Response:
    """A volume as TEI P5."""
    return Response(made(Tei).of(_volume(volume).number), media_type="application/tei+xml")


@router.get("/book/{volume}/{paragraph}")
def passage(request: Request, volume: str, paragraph: str) -> Response:
    """A passage: its layers side by side, the claims behind each line, the apparatus."""
    book, there, number = made(Book), _volume(volume), _number(paragraph)
    told = book.by_paragraph.get((there.number, number)) if number is not None else None
    if told is None:
        last = max(known for of, known in book.by_paragraph if of == there.number)
        raise HTTPException(
            404, f"There is no passage {volume}:{paragraph}; those of volume {there.number} go from 0 to {last}."
        )
    if told.paragraph != number:
        path = address(request, f"/book/{there.number}/{told.paragraph}")
        return RedirectResponse(path + (f"?{request.url.query}" if request.url.query else ""), 307)
    return _page(
        request,
        "passage.html",
        passage=told,
        volume=there,
        beside=book.neighbours(told),
        data=(
            ("Turtle", f"/data/passage/{told.name}.ttl"),
            ("JSON-LD", f"/data/passage/{told.name}.jsonld"),
            ("JSON", f"/api/passages/{told.volume}/{told.paragraph}"),
            ("TEI", f"/book/{told.volume}/tei"),
        ),
        **_layers(request),
    )


@router.get("/search")
def search(request: Request) -> Response:
    """Where words stand in the text, by layer, and the terms that have them in their name."""
    words, layer = _one(request, "q"), _one(request, "layer")
    book = made(Book)
    if not words:
        return _page(request, "search.html", 400, q="", layer=layer, found=None, wrong="", current="search")
    try:
        told = found(words, book.chosen([layer])[0] if layer else None, book)
    except InputError as error:
        return _page(request, "search.html", 400, q=words, layer=layer, found=None, wrong=str(error), current="search")
    return _page(request, "search.html", q=words, layer=layer, found=told, wrong="", current="search")


def _page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    """A page with what the templates of this room use: names of things, paths, the language of words."""
    book, t = made(Book), Words(language_of(request))

    def name(thing: Json) -> str:
        return t.of(thing["label"], book.english(thing["iri"]))

    def place(told: Json) -> str:
        """The path of the page on which a passage stands."""
        there = book.page_of[told["name"]]
        return f"/book/{there.volume}/{there.paragraph}"

    def way(iri: str) -> str:
        """The address of a thing of the dataset."""
        _, hash_, part = iri.partition("#")
        return address(request, f"/{path_of(iri)}") + hash_ + part

    def both(said: dict[str, str] | None) -> str:
        return t.of((said or {}).get("zh-hant", ""), (said or {}).get("en", ""))

    context = {"current": "book", "book": book, **context}
    return page(request, template, status, name=name, place=place, both=both, way=way, **context)


def _layers(request: Request) -> dict[str, Any]:
    """The layers to show, and what an address must say to keep the choice."""
    book = made(Book)
    shown = book.chosen(request.query_params.getlist("layers"))
    return {"shown": frozenset(shown), "kept": None if len(shown) == len(book.layers) else ",".join(shown)}


def _volume(given: str) -> Volume:
    book, number = made(Book), _number(given)
    found = book.volume(number) if number is not None else None
    if found is None:
        there = ", ".join(str(each.number) for each in book.volumes)
        raise HTTPException(404, f"There is no volume {given}; there are {there}.")
    return found


def _number(given: str) -> int | None:
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 6 else None


def _one(request: Request, name: str) -> str:
    """What an address gives for a name, or nothing. Raises ``InputError`` where it gives two values."""
    values = list(dict.fromkeys(each.strip() for each in request.query_params.getlist(name) if each.strip()))
    if len(values) > 1:
        raise InputError(f"The address gives {name} twice, {' and '.join(values)}; give one.")
    return values[0] if values else ""
