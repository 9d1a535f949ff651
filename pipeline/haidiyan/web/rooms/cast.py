"""Cast a chart in a form, and read the book on it: the page, its drawing, its reasons, and what can be kept of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haidiyan import turtle
from haidiyan.dataset.memory import Memory, memory
from haidiyan.errors import InputError
from haidiyan.publication.markdown import markdown
from haidiyan.publication.svg import svg
from haidiyan.publication.text import MARKS
from haidiyan.reading.reading import OPEN, OVERRIDDEN, Reading
from haidiyan.reading.why import find_claim, whose, why, why_not
from haidiyan.web.asked import ELSEWHERE, Asked
from haidiyan.web.form import POSITIONS, WAYS, WHENS, FieldError, Typed, offered, settle
from haidiyan.web.language import Words, language_of
from haidiyan.web.render import address, fragment, page, root_of
from haidiyan.web.told import Section, Teller, Told, counts, once, overriding, sections

router = APIRouter(include_in_schema=False)

Json = Mapping[str, Any]

CLAIM = "claim"
REASON = "\ue000"
"""Stands in a claim that is kept ready for the address of its reasons, which is another in every reading."""
KEPT_AT_MOST = 40_000
"""How many pieces of pages are kept ready; one takes about a kilobyte."""


@router.get("/")
def form(request: Request) -> Response:
    """The form of casting, filled in with what the address has."""
    return _form(request, Typed.as_asked(Asked.of(request.query_params)))


@router.get("/cast")
def cast(request: Request) -> Response:
    """The way from the form to the permanent address; back to the form where something cannot be taken."""
    typed = Typed.of(request.query_params)
    try:
        asked = settle(typed)
    except FieldError as error:
        return _form(request, typed, error)
    return RedirectResponse(_read_address(request, asked), 303)


@router.get("/read")
async def read(request: Request) -> Response:
    """A reading. One at a time: it is work and no waiting, and several at once would only hold each other up."""
    return await to_thread.run_sync(_read, request, limiter=_alone)


_alone = CapacityLimiter(1)


def _read(request: Request) -> Response:
    asked = Asked.of(request.query_params)
    kept = [each for each in request.query_params.multi_items() if each[0] not in ELSEWHERE]
    # What a form leaves empty is no part of the permanent address; what can be written in several ways has one there.
    if any(each not in asked.given for each in kept):
        return RedirectResponse(_read_address(request, asked), 303)
    told = asked.read().to_dict()
    t = Words(language_of(request))
    teller, there = Teller(t), sections(told)
    return page(
        request,
        "reading.html",
        told=told,
        asked=asked,
        sections=there,
        counts=counts(there),
        articles=_articles(request, teller, told, there, f"{address(request, '/why')}?{asked.query}&claim="),
        switches=_switches(request, asked, told["question"]["doctrine"]["name"], t),
        adopted={each: teller.choice(each)[0] for each in asked.several("adopt")},
        teller=teller,
        offered=offered(t),
        current="cast",
    )


@router.get("/why")
def reasons(request: Request) -> Response:
    """Why a claim applies, down to the sources; or why it does not."""
    asked = Asked.of(request.query_params, besides=(CLAIM,))
    named = request.query_params.get(CLAIM, "").strip()
    if not named:
        raise InputError("Name the claim to explain: claim=j2-p01-c02.")
    claim = find_claim(named)
    reading, t = asked.read(), Words(language_of(request))
    entry = next((each for each in reading.entries if each.claim.iri == claim.iri), None)
    applies = why(reading, claim) if entry and entry.status != OPEN else []
    lacks = [*whose(claim), why_not(reading, claim)] if not entry or entry.status in (OPEN, OVERRIDDEN) else []
    return page(
        request,
        "why.html",
        asked=asked,
        claim=claim,
        standing=entry.status if entry else None,
        applies=once(applies, t("reading.again")),
        lacks=once(lacks, t("reading.again")),
        teller=Teller(t),
        current="cast",
    )


@router.get("/read.json")
def as_json(request: Request) -> Response:
    """The reading as the JSON contract has it."""
    reading = Asked.of(request.query_params).read()
    text = json.dumps(reading.to_dict(), ensure_ascii=False, indent=1)
    return _file(text + "\n", "application/json", reading, "json")


@router.get("/read.ttl")
def as_turtle(request: Request) -> Response:
    """The reading as RDF."""
    reading = Asked.of(request.query_params).read()
    return _file(turtle.serialize(reading.graph), "text/turtle; charset=utf-8", reading, "ttl")


@router.get("/read.md")
def as_markdown(request: Request) -> Response:
    """The reading as Markdown, with quotations and sources."""
    reading = Asked.of(request.query_params).read()
    return _file(markdown(reading.to_dict()), "text/markdown; charset=utf-8", reading, "md")


@router.get("/chart.svg")
def drawing(request: Request) -> Response:
    """The chart drawn; shown by a browser, and kept under a name of its own."""
    reading = Asked.of(request.query_params).read()
    return _file(svg(reading.to_dict()["chart"]), "image/svg+xml", reading, "svg", shown=True)


def _articles(request: Request, teller: Teller, told: Json, there: list[Section], reason: str) -> dict[str, Markup]:
    """The claims of each section; what one says in another reading as well is kept ready: it is most of a page."""
    kept, overrides = memory().keep(_Kept), overriding(told)
    common = language_of(request), root_of(request)
    quotes = {claim["id"]: claim["quote"] for claim in told["claims"]}

    def pieces(those: list[Told]) -> Iterator[str]:
        for each in those:
            claim, others = each.claim, overrides.get(each.claim["id"], ())
            said, here = each.keys
            yield kept.words(
                (*common, *said),
                lambda each=each, claim=claim: fragment(  # type: ignore[misc]
                    request,
                    "claim.html",
                    claim=claim,
                    notes=each.notes,
                    teller=teller,
                    mark=MARKS.get(claim["status"], "－"),
                ),
            )
            yield kept.words(
                (*common, *here, *others),
                lambda claim=claim, others=others: fragment(  # type: ignore[misc]
                    request,
                    "claim_here.html",
                    claim=claim,
                    overrides=others,
                    quotes=quotes,
                    teller=teller,
                    reason=REASON,
                ),
            )
            yield from pieces(each.under)
            yield "</article>"

    return {
        section.name: Markup("".join(pieces(section.claims)).replace(REASON, str(escape(reason)))) for section in there
    }


def _switches(request: Request, asked: Asked, doctrine: str, t: Words) -> Markup:
    adopt, order = asked.several("adopt"), asked.one("order")
    return Markup(
        memory()
        .keep(_Kept)
        .words(
            (t.language, "switches", doctrine, order, *adopt),
            lambda: fragment(request, "switches.html", doctrine=doctrine, adopt=adopt, order=order, offered=offered(t)),
        )
    )


class _Kept:
    """Pieces of pages that are kept ready, so many at most."""

    def __init__(self, _: Memory) -> None:
        self._pieces: dict[tuple[object, ...], str] = {}

    def words(self, key: tuple[object, ...], make: Callable[[], str]) -> str:
        """The piece of a key, made where it is not there."""
        found = self._pieces.get(key)
        if found is None:
            if len(self._pieces) >= KEPT_AT_MOST:
                self._pieces.clear()
            found = self._pieces[key] = make()
        return found


def _form(request: Request, typed: Typed, error: FieldError | None = None) -> Response:
    t = Words(language_of(request))
    return page(
        request,
        "cast.html",
        400 if error else 200,
        typed=typed,
        error=error,
        offered=offered(t),
        positions=list(POSITIONS),
        line=Teller(t).line,
        ways=WAYS,
        whens=WHENS,
        current="cast",
    )


def _read_address(request: Request, asked: Asked) -> str:
    return f"{address(request, '/read')}?{asked.query}"


def _file(content: str, media_type: str, reading: Reading, ending: str, shown: bool = False) -> Response:
    name = f"haidiyan-{reading.chart.name}.{ending}"
    how: dict[str, Any] = {"Content-Disposition": f'{"inline" if shown else "attachment"}; filename="{name}"'}
    return Response(content, headers={**how, "Content-Type": media_type})
