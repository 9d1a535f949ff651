"""Compare: a chart under two doctrines, and across the layers of the book a passage, a claim, an axis.

A comparison of a chart has the address of a reading (``web/asked.py``), and for its sides ``left`` and ``right``, a
doctrine each, ``left_adopt`` and ``right_adopt``, ``AXIS=CHOICE``, each as often as one likes. ``doctrine`` and
``adopt`` of a reading mean the left side; its ``order`` and ``all_doctrines`` play no part.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from haidiyan import api, iris
from haidiyan.chart.catalog import catalog
from haidiyan.comparison import axes, passages
from haidiyan.comparison.doctrines import SIDES, compare
from haidiyan.comparison.find import of_book
from haidiyan.dataset.memory import memory
from haidiyan.errors import DatasetError, InputError
from haidiyan.publication.text import PLACES
from haidiyan.reading import claims
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE
from haidiyan.web.asked import CASTING, Asked
from haidiyan.web.language import PARAMETER, Words, language_of
from haidiyan.web.names import names
from haidiyan.web.naming import Labels, records
from haidiyan.web.render import address, page

router = APIRouter(include_in_schema=False)

NAMES = ("left", "right", "left_adopt", "right_adopt")
"""What an address has beside that of a reading."""
FIELDS = ("hexagram", "moving", "lines", "month", "day", "topic", "about", "use")
"""What the form asks; whatever else an address gives goes along unseen."""
KINDS = ("lost", "gained", "changed")
"""The groups in which claims that differ are shown."""

Told = dict[str, Any]


@dataclass(frozen=True)
class Side:
    """What one side follows."""

    doctrine: str | None
    adopt: tuple[str, ...]


@dataclass(frozen=True)
class Compared:
    """What an address compares: a chart and a question, without doctrine, and two sides."""

    asked: Asked
    left: Side
    right: Side

    @classmethod
    def of(cls, query: QueryParams) -> Compared:
        """What a query string asks. Raises ``InputError`` for what it may not have."""
        given = Asked.of(query, NAMES)
        left, right = _side(query, "left"), _side(query, "right")
        of_reading = Side(given.one("doctrine"), tuple(given.several("adopt")))
        if of_reading != Side(None, ()):
            if left != Side(None, ()):
                raise InputError("doctrine and adopt mean the left side, as left and left_adopt do: give one of both.")
            left = of_reading
        asked = given.but(doctrine=None, adopt=None, order=None, all_doctrines=None)
        return cls(asked, left, right)

    @property
    def is_whole(self) -> bool:
        """Whether there is a chart, and something on the right side or besides a doctrine on the left."""
        return self.has_chart and bool(self.right.doctrine or self.right.adopt or self.left.adopt)

    @property
    def has_chart(self) -> bool:
        """Whether a chart is given."""
        return any(name in CASTING for name, _ in self.asked.given)

    def reading(self, side: Side) -> Asked:
        """The address of the reading of one side."""
        return self.asked.but(doctrine=side.doctrine or DEFAULT_DOCTRINE, adopt=list(side.adopt))

    def tell(self) -> Told:
        """The comparison. Raises ``InputError``."""
        if not self.is_whole:
            raise InputError(
                "A chart is compared under two doctrines: give a chart (hexagram or lines), and right or right_adopt."
            )
        left, right = (self.reading(side).read() for side in (self.left, self.right))
        return compare(left, right)

    @property
    def query(self) -> str:
        """The query string of the permanent address."""
        pairs = list(self.asked.given)
        for name, side in zip(SIDES, (self.left, self.right), strict=True):
            pairs.append((name, side.doctrine or DEFAULT_DOCTRINE))
            pairs += [(f"{name}_adopt", each) for each in side.adopt]
        return urlencode(pairs, safe=",:=")


def _side(query: QueryParams, name: str) -> Side:
    doctrines = list(dict.fromkeys(each.strip() for each in query.getlist(name) if each.strip()))
    if len(doctrines) > 1:
        raise InputError(f"The address gives {name} twice, {' and '.join(doctrines)}; give one.")
    adopt = dict.fromkeys(each.strip() for each in query.getlist(f"{name}_adopt") if each.strip())
    return Side(doctrines[0] if doctrines else None, tuple(adopt))


@router.get("/compare")
def of_chart(request: Request) -> Response:
    """The form; or, where the address has a chart and two sides, what differs."""
    compared = Compared.of(request.query_params)
    if not compared.is_whole:
        return page(request, "compare.html", current="compare", **_form(request, compared))
    if not all(value.strip() for _, value in request.query_params.multi_items()):
        kept = request.query_params.get(PARAMETER)
        where = address(request, "/compare") + "?" + compared.query + (f"&{PARAMETER}={kept}" if kept else "")
        return RedirectResponse(where, 303)
    told = compared.tell()
    return page(
        request,
        "compare_result.html",
        current="compare",
        told=told,
        groups=_groups(told["claims"]),
        readings={
            name: compared.reading(side).query
            for name, side in zip(SIDES, (compared.left, compared.right), strict=True)
        },
        permanent=compared.query,
        words=_Telling(Words(language_of(request))),
        **_form(request, compared),
    )


@router.get("/compare.json")
def of_chart_as_json(request: Request) -> Response:
    """The same as data, schema ``compare-1.json``."""
    return _as_json(lambda: Compared.of(request.query_params).tell())


@router.get("/compare/find")
def find(request: Request, what: str = "") -> Response:
    """The page of the passage, the claim or the axis that is named."""
    if not what.strip():
        return RedirectResponse(address(request, "/compare"), 303)
    found = _found(lambda: of_book(what))
    kind = found["compares"]
    if kind == "passage":
        place = found["passage"]
        return RedirectResponse(address(request, f"/compare/passage/{place['volume']}/{place['paragraph']}"), 303)
    return RedirectResponse(address(request, f"/compare/{kind}/{found[kind]['name']}"), 303)


@router.get("/compare/axes")
def all_axes(request: Request) -> Response:
    """Every axis with its choices."""
    there = records()
    known, found = catalog().choices, dict[str, Told]()
    for row in there.rows("axes"):
        axis = found.setdefault(row["axis"], {"iri": row["axis"], "name": row["name"], "definition": {}})
        axis["definition"][row["language"]] = row["definition"]
        axis["choices"] = {iri: name for name, iri in known.axes[row["name"]].items()}
        axis["default"] = row["default"]
    ordered = sorted(found.values(), key=lambda each: (each["name"] == known.recorded, each["name"]))
    return page(request, "compare_axes.html", current="compare", axes=ordered, name=_labels(request))


@router.get("/compare/axis/{name}.json")
def of_axis_as_json(name: str) -> Response:
    """The same as data, schema ``compare-1.json``."""
    return _as_json(lambda: _found(lambda: axes.axis(name, records())))


@router.get("/compare/axis/{name}")
def of_axis(request: Request, name: str) -> Response:
    """An axis: its choices, and who speaks for which, where and with which words."""
    told = _found(lambda: axes.axis(name, records()))
    return page(request, "compare_axis.html", current="compare", told=told, name=_labels(request))


@router.get("/compare/passage/{volume}/{paragraph}.json")
def of_passage_as_json(volume: int, paragraph: int) -> Response:
    """The same as data, schema ``compare-1.json``."""
    return _as_json(lambda: _found(lambda: passages.passage(f"{volume}:{paragraph}", records())))


@router.get("/compare/passage/{volume}/{paragraph}")
def of_passage(request: Request, volume: int, paragraph: int) -> Response:
    """A passage across its layers; a rendering's number leads to its original."""
    told = _found(lambda: passages.passage(f"{volume}:{paragraph}", records()))
    place = told["passage"]
    if (place["volume"], place["paragraph"]) != (volume, paragraph):
        return RedirectResponse(address(request, f"/compare/passage/{place['volume']}/{place['paragraph']}"), 303)
    return _layers(request, told, f"/compare/passage/{volume}/{paragraph}.json")


@router.get("/compare/claim/{name}.json")
def of_claim_as_json(name: str) -> Response:
    """The same as data, schema ``compare-1.json``."""
    return _as_json(lambda: _found(lambda: passages.claim(name, records())))


@router.get("/compare/claim/{name}")
def of_claim(request: Request, name: str) -> Response:
    """A claim, and what the other layers say at its words."""
    told = _found(lambda: passages.claim(name, records()))
    return _layers(request, told, f"/compare/claim/{told['claim']['name']}.json")


def _layers(request: Request, told: Told, as_json: str) -> Response:
    originals = [iri for iri, row in records().passages.items() if not row["renders"]]
    here = originals.index(told["passage"]["iri"])
    around = {
        name: records().place(originals[at])
        for name, at in (("before", here - 1), ("after", here + 1))
        if 0 <= at < len(originals)
    }
    return page(
        request,
        "compare_passage.html",
        current="compare",
        told=told,
        claim=told.get("claim"),
        around=around,
        as_json=as_json,
        name=_labels(request),
    )


def _labels(request: Request) -> Labels:
    return Labels(Words(language_of(request)))


def _found(find: Callable[[], Told]) -> Told:
    """What is sought in the book; what is not there is no page."""
    try:
        return find()
    except InputError as error:
        raise HTTPException(404, str(error)) from error


def _as_json(make: Callable[[], Told]) -> Response:
    try:
        text = json.dumps(make(), ensure_ascii=False, indent=1) + "\n"
    except InputError as error:
        return JSONResponse({"detail": str(error)}, 400)
    except HTTPException as error:
        return JSONResponse({"detail": error.detail}, error.status_code)
    except DatasetError as error:
        return JSONResponse({"detail": str(error)}, 503)
    return Response(text, media_type="application/json")


def _form(request: Request, compared: Compared) -> Told:
    """What the form needs: what can be chosen, and what is."""
    known = catalog()
    recorded = known.choices.recorded
    name = _labels(request)
    sides = {}
    for key, side in zip(SIDES, (compared.left, compared.right), strict=True):
        chosen: dict[str, list[str]] = {}
        for each in side.adopt:
            axis, _, choice = each.partition("=")
            chosen.setdefault(axis, []).append(choice)
        # What the selects cannot show goes along as it was given, to be refused by name where it is wrong.
        shown = {
            axis: [each for each in there if each in known.choices.axes.get(axis, {})] for axis, there in chosen.items()
        }
        shown[recorded] = [each for each in chosen.get(recorded, []) if each in known.emendations]
        unseen = [
            f"{axis}={each}" for axis, there in chosen.items() for each in there if each not in shown.get(axis, [])
        ]
        sides[key] = {"doctrine": side.doctrine or DEFAULT_DOCTRINE, "chosen": shown, "unseen": unseen}
    return {
        "fields": {each: compared.asked.one(each) or "" for each in FIELDS},
        "unseen": [pair for pair in compared.asked.given if pair[0] not in FIELDS],
        "sides": sides,
        "doctrines": list(known.choices.doctrines),
        "axes": {axis: there for axis, there in known.choices.axes.items() if axis != recorded},
        "recorded": recorded,
        "emendations": known.emendations,
        "hexagrams": [known.label(each.iri) for each in known.hexagrams.values()],
        "topics": api.topics(),
        "persons": api.persons(),
        "uses": list(dict.fromkeys(row["use"] for row in api.topics() if row["use"])),
        "name": name,
    }


def _groups(differing: list[Told]) -> dict[str, list[Told]]:
    """The claims that differ by ``KINDS``, in the order of the text; without empty groups."""

    def kind(claim: Told) -> str:
        return next((each for each in claim["changes"] if each in KINDS), "changed")

    groups = {each: [claim for claim in differing if kind(claim) == each] for each in KINDS}
    return {each: there for each, there in groups.items() if there}


class _Telling:
    """Puts the parts of a comparison of a chart into words of the language of a page."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._name = Labels(words)
        self._states = {each.word: iri for iri, each in catalog().states.items()}
        self._known = memory().keep(claims.load)

    def node(self, place: Told) -> str:
        """A node of the chart, 五爻伏."""
        kind = "opposite" if place.get("opposite") else place["node"]
        line = place["line"]
        return self._words(f"compare.at_{kind}", zh=PLACES[line - 1] if line else "", line=line or "")

    def states(self, words: list[str]) -> str:
        """States by their words in the chart."""
        return self._words("compare.between").join(
            self._name.iri(self._states[each]) if each in self._states else each for each in words
        )

    def choices(self, axis: str, given: str) -> Iterator[tuple[str, str]]:
        """What is chosen on an axis, each with the path of its page; several emendations stand with a space between."""
        known = catalog()
        for each in given.split():
            if each in known.choices.axes[axis]:
                iri = known.choices.axes[axis][each]
                yield self._name.iri(iri), self._name.path(iri)
            elif each in known.emendations:
                emendation = known.emendations[each]
                yield f"{each} {emendation.base}→{emendation.reading}", self._name.path(emendation.iri)
            else:
                yield each, ""

    def called(self, kind: str, chinese: str | None) -> str:
        """A thing by its Chinese name; nothing for none."""
        return names().of(self._words, kind, chinese)

    def prognosis(self, name: str | None) -> str:
        """What a claim foretells."""
        return self._name.of("prognosis", name) if name else ""

    def outcome(self, claim: Told) -> str:
        """What a claim says comes about."""
        known = self._known.get(claim["iri"])
        return self._words.of((known and known.outcome_zh) or "", claim["outcome"] or "")

    def quoted(self, names: list[str]) -> list[tuple[str, str, str]]:
        """Claims by name: the name, the words, and the path of its place in the book."""
        return [(each, *self._quote(iris.individual("claim", each))) for each in names]

    def _quote(self, iri: str) -> tuple[str, str]:
        claim = self._known.get(iri)
        return (
            (claim.quote, f"/book/{claim.volume}/{claim.paragraph}#{claim.id}") if claim else ("", self._name.path(iri))
        )
