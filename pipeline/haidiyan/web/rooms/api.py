"""Answer programs in JSON: cast, read, say why, compare, search, and the bundled queries; described by OpenAPI 3.1.

Every operation is a GET that any origin may make. The names of the parameters are those of the pages' addresses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Path, Query
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from haidiyan import __version__, iris, publication
from haidiyan import api as package
from haidiyan.chart.catalog import catalog
from haidiyan.comparison import passages
from haidiyan.comparison.find import of_book
from haidiyan.dataset.store import manifest
from haidiyan.errors import InputError
from haidiyan.queries import Query as BundledQuery
from haidiyan.queries import questions
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE
from haidiyan.reading.reading import OPEN
from haidiyan.reading.why import find_claim, whose, why, why_not
from haidiyan.web.asked import Asked
from haidiyan.web.known import Known
from haidiyan.web.naming import records
from haidiyan.web.render import page, root_of
from haidiyan.web.rooms import health
from haidiyan.web.rooms.compare import Compared
from haidiyan.web.store import made

router = APIRouter()

T = TypeVar("T")
Told = dict[str, Any]

OPENAPI = "/api/openapi.json"
COMPONENTS = "#/components/schemas/"
SCHEMAS = {"Reading": "reading-1.json", "Comparison": "compare-1.json"}
"""The published JSON Schemas by the names that they have in the OpenAPI document."""
TAGS = {
    "reading": "A chart, and what the book says of it.",
    "book": "The book itself.",
    "queries": "The questions that come with the dataset.",
    "server": "The server.",
}


class Refusal(BaseModel):
    """Why a request is refused, and what would be taken."""

    detail: str


class Casting(BaseModel):
    """How a chart is given: lines, a hexagram, or an omen; month and day, or a civil moment."""

    lines: Annotated[
        str | None, Field(description="Six line values from the bottom up, 6 to 9.", examples=["8,8,8,8,9,8"])
    ] = None
    hexagram: Annotated[
        str | None, Field(description="Instead of lines: name, King Wen number or symbol.", examples=["比"])
    ] = None
    moving: Annotated[
        str | None, Field(description="With a hexagram: the positions that move, 1 at the bottom.", examples=["5"])
    ] = None
    omen: Annotated[
        str | None, Field(description="Instead of lines: the direction of an omen; needs the hour.", examples=["西南"])
    ] = None
    month: Annotated[str | None, Field(description="The branch of the month.", examples=["申"])] = None
    day: Annotated[str | None, Field(description="The day’s pillar, or its branch alone.", examples=["甲申"])] = None
    hour: Annotated[str | None, Field(description="The branch of the hour.")] = None
    year: Annotated[str | None, Field(description="The pillar of the year.")] = None
    at: Annotated[
        str | None,
        Field(
            description="Instead of month, day, hour and year: a civil moment, ISO 8601.", examples=["2026-11-30T10:00"]
        ),
    ] = None
    late_zi: Annotated[
        Literal["next", "split", "same"] | None, Field(description="With a civil moment: the practice after 23:00.")
    ] = None


class Asking(Casting):
    """A chart, and what is asked of it."""

    topic: Annotated[str | None, Field(description="What is asked about.", examples=["疾病"])] = None
    about: Annotated[str | None, Field(description="The person or thing asked after.", examples=["妻"])] = None
    use: Annotated[str | None, Field(description="The use relation itself.", examples=["妻財"])] = None
    baleful: Annotated[str | None, Field(description="Positions of lines marked 殺.", examples=["3"])] = None
    doctrine: Annotated[str | None, Field(description=f"A doctrine by name; without it {DEFAULT_DOCTRINE}.")] = None
    adopt: Annotated[
        list[str],
        Field(
            description="AXIS=CHOICE in place of the doctrine’s; again for more.", examples=[["seasonal-void=headnote"]]
        ),
    ] = []
    all_topics: Annotated[bool | None, Field(description="Read the claims of every topic.")] = None
    all_doctrines: Annotated[bool | None, Field(description="Show what holds only under another choice.")] = None
    order: Annotated[
        Literal["rate", "text"] | None, Field(description="What speaks of few charts first, or the order of the text.")
    ] = None


class Explaining(Asking):
    """A chart, what is asked of it, and the claim that is to be explained."""

    claim: Annotated[str, Field(description="The claim, by id or by its exact words.", examples=["j2-p01-c02"])]


class Sides(Asking):
    """A chart with a question under two doctrines; or what is compared across the layers of the book."""

    what: Annotated[
        str | None,
        Field(description="Instead of a chart: a passage, a claim or an axis.", examples=["2:57", "seasonal-void"]),
    ] = None
    left: Annotated[str | None, Field(description="The doctrine of the left side.")] = None
    right: Annotated[str | None, Field(description="The doctrine of the right side.")] = None
    left_adopt: Annotated[list[str], Field(description="AXIS=CHOICE of the left side.")] = []
    right_adopt: Annotated[
        list[str], Field(description="AXIS=CHOICE of the right side.", examples=[["seasonal-void=headnote"]])
    ] = []


class ClaimName(BaseModel):
    """A claim of the book."""

    id: str
    iri: str
    quote: str


class Step(BaseModel):
    """What holds, what makes it so, and the steps under it."""

    says: str
    by: str
    steps: list[Step]


class Explanation(BaseModel):
    """Why a claim applies (``why``), or what keeps it from applying (``whyNot``); both where it is overridden."""

    claim: ClaimName
    status: str | None
    why: list[Step]
    whyNot: Step | None  # noqa: N815


class Segment(BaseModel):
    """A segment in which words were found; ``how``: exact, folded or pinyin."""

    segment: str
    layer: str
    volume: str
    paragraph: str
    how: str
    text: str


class Near(BaseModel):
    """A term with a name like the words."""

    term: str
    name: str
    english: str


class Named(Near):
    """A term in whose name words were found; ``whole``: whether they are all of it."""

    how: str
    whole: str


class Found(BaseModel):
    """What a search found; ``nearest`` where it found nothing."""

    words: str
    segments: list[Segment]
    terms: list[Named]
    nearest: list[Near]


class Askable(BaseModel):
    """What can be asked about or after, with its use relation; empty where it has none."""

    name: str
    english: str
    use: str
    iri: str


class Topics(BaseModel):
    """The topics, and the persons and things that can be asked after."""

    topics: list[Askable]
    persons: list[Askable]


class Labelled(BaseModel):
    """A thing with its name in addresses, its IRI, and what it is called."""

    name: str
    iri: str
    chinese: str
    english: str


class Axis(Labelled):
    """An axis with its choices; ``default`` is the name of one."""

    default: str | None
    choices: list[Labelled]


class Doctrine(Labelled):
    """A doctrine: what it chooses where that is not the default, and the emendations that it follows."""

    choices: dict[str, str]
    emendations: list[str]


class Doctrines(BaseModel):
    """The doctrines and axes; ``default`` is the name of the doctrine that is followed where none is named."""

    default: str
    doctrines: list[Doctrine]
    axes: list[Axis]


class Question(BaseModel):
    """A bundled query: what it asks, in two languages, and its parameters with their defaults."""

    name: str
    chinese: str
    english: str
    parameters: dict[str, str]


class Answer(BaseModel):
    """The answer to a bundled query; a cell is an IRI in full or a literal’s characters, and empty without either."""

    query: str
    columns: list[str]
    rows: list[dict[str, str]]


def _refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    meaning = {
        400: "A value cannot be taken.",
        404: "There is no such thing.",
        422: "A parameter is not of its type.",
        503: "The dataset cannot be read.",
    }
    return {status: {"model": Refusal, "description": meaning[status]} for status in statuses}


def _published(ref: str, description: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": description, "content": {"application/json": {"schema": {"$ref": COMPONENTS + ref}}}}}


ASKED = _refusals(400, 422, 503)


@router.get("/api/cast", tags=["reading"], responses={**ASKED, **_published("Reading.chart", "The chart.")})
def cast(request: Request, given: Annotated[Casting, Query()]) -> JSONResponse:
    """Cast a hexagram and show its chart."""
    return JSONResponse(Asked.of(request.query_params).cast().to_dict())


@router.get("/api/read", tags=["reading"], responses={**ASKED, **_published("Reading", "The reading.")})
def read(request: Request, given: Annotated[Asking, Query()]) -> JSONResponse:
    """Cast a hexagram and read what the book says of it."""
    return JSONResponse(Asked.of(request.query_params).read().to_dict())


@router.get("/api/why", tags=["reading"], responses=ASKED)
def explain(request: Request, given: Annotated[Explaining, Query()]) -> Explanation:
    """Say why a claim applies to a chart, down to its sources, or why it does not."""
    reading = Asked.of(request.query_params, ("claim",)).read()
    claim = find_claim(given.claim.strip())
    entry = next((each for each in reading.entries if each.claim.iri == claim.iri), None)
    applies = entry is not None and entry.status != OPEN
    hindered = entry is None or entry.status == OPEN or bool(entry.overridden_by)
    return Explanation.model_validate(
        {
            "claim": {"id": claim.id, "iri": claim.iri, "quote": claim.quote},
            "status": entry and entry.status,
            "why": why(reading, claim) if applies else whose(claim),
            "whyNot": why_not(reading, claim) if hindered else None,
        }
    )


@router.get("/api/compare", tags=["reading"], responses={**ASKED, **_published("Comparison", "The comparison.")})
def compare(request: Request, given: Annotated[Sides, Query()]) -> JSONResponse:
    """Compare a chart under two doctrines; or, across the layers of the book, a passage, a claim or an axis."""
    if given.what is None:
        return JSONResponse(Compared.of(request.query_params).tell())
    more = sorted(set(request.query_params) - {"what"})
    if more:
        raise InputError(f"{given.what} is compared across the layers, without a chart: leave out {', '.join(more)}.")
    return JSONResponse(of_book(given.what))


@router.get("/api/search", tags=["book"], responses=ASKED)
def search(
    q: Annotated[str, Query(description="Characters, traditional or simplified, or pinyin.", examples=["克"])],
    layer: Annotated[str | None, Query(description="Only the segments of one layer.", examples=["verse"])] = None,
) -> Found:
    """Find words in the text and in the names of things."""
    return Found.model_validate(package.search(q, layer or None))


@router.get("/api/topics", tags=["reading"], responses=_refusals(503))
def topics() -> Topics:
    """What can be asked about, and after whom."""
    return Topics.model_validate({"topics": package.topics(), "persons": package.persons()})


@router.get("/api/doctrines", tags=["reading"], responses=_refusals(503))
def doctrines() -> Doctrines:
    """The doctrines, and the axes on which the book disagrees with itself."""
    choices = catalog().choices
    return Doctrines.model_validate(
        {
            "default": DEFAULT_DOCTRINE,
            "doctrines": [
                {
                    **_labelled(name, iris.individual("doctrine", name)),
                    "choices": chosen,
                    "emendations": choices.readings.get(name, []),
                }
                for name, chosen in sorted(choices.doctrines.items())
            ],
            "axes": [
                {
                    **_labelled(axis, iris.individual("axis", axis)),
                    "default": choices.defaults.get(axis),
                    "choices": [_labelled(name, iri) for name, iri in there.items()],
                }
                for axis, there in sorted(choices.axes.items())
            ],
        }
    )


def _labelled(name: str, iri: str) -> dict[str, str]:
    called = made(Known).name(iri)
    return {"name": name, "iri": iri, "chinese": called.chinese, "english": called.english}


@router.get(
    "/api/claims/{id}",
    tags=["book"],
    responses={**_refusals(404, 422, 503), **_published("Comparison.claimComparison", "The claim.")},
)
def claim_of_book(claim: Annotated[str, Path(alias="id", examples=["j2-p01-c02"])]) -> JSONResponse:
    """A claim, and what the layers of the book say at its words."""
    return JSONResponse(_found(lambda: passages.claim(claim, records())))


@router.get(
    "/api/passages/{volume}/{paragraph}",
    tags=["book"],
    responses={**_refusals(404, 422, 503), **_published("Comparison.passageComparison", "The passage.")},
)
def passage_of_book(volume: int, paragraph: int) -> JSONResponse:
    """A passage across its layers: original, notes, rendering, claims, apparatus."""
    return JSONResponse(_found(lambda: passages.passage(f"{volume}:{paragraph}", records())))


@router.get("/api/queries", tags=["queries"])
def queries() -> list[Question]:
    """The bundled queries, each with its question and its parameters."""
    return [Question.model_validate(each) for each in _questions()]


@router.get(
    "/api/queries/{name}",
    tags=["queries"],
    responses=_refusals(400, 404, 422, 503),
    openapi_extra={
        "parameters": [
            {
                "name": "bindings",
                "in": "query",
                "required": False,
                "description": "Values for the query’s parameters, each under its name; again for alternatives.",
                "style": "form",
                "explode": True,
                "schema": {"type": "object", "additionalProperties": {"type": "string"}},
                "example": {"topic": "疾病"},
            }
        ]
    },
)
def answer(request: Request, name: str) -> Answer:
    """Run a bundled query; its parameters stand in the address."""
    if name not in questions():
        raise HTTPException(404, f"There is no bundled query {name!r}; /api/queries lists those that there are.")
    given = {key: request.query_params.getlist(key) for key in request.query_params}
    rows = package.query(name, **given)
    return Answer(query=name, columns=list(rows.columns), rows=rows)


@router.get("/api", include_in_schema=False)
def overview(request: Request) -> Response:
    """The page that tells which operations there are."""
    operations = [
        (path, told["get"]["operationId"], [each["name"] for each in told["get"].get("parameters", [])])
        for path, told in document()["paths"].items()
    ]
    return page(request, "api.html", current="api", operations=operations, openapi=OPENAPI, schemas=SCHEMAS.values())


@router.get(OPENAPI, include_in_schema=False)
def openapi(request: Request) -> JSONResponse:
    """The OpenAPI document."""
    root = root_of(request)
    return JSONResponse({**document(), **({"servers": [{"url": root}]} if root else {})})


@cache
def document() -> Told:
    """The OpenAPI 3.1 document of the operations that answer in JSON."""
    routes = [each for each in (*router.routes, *health.router.routes) if isinstance(each, APIRoute)]
    told = get_openapi(
        title="海底眼 Haidi yan",
        version=__version__,
        openapi_version="3.1.0",
        description="Cast and read, the book, comparisons, search and bundled queries of 海底眼, in JSON.",
        routes=routes,
        tags=[{"name": name, "description": text} for name, text in TAGS.items()],
        license_info={"name": "Encoding CC BY 4.0, code Apache-2.0"},
    )
    for each in routes:
        if each.include_in_schema:
            told["paths"][each.path]["get"]["operationId"] = each.name
    told.setdefault("components", {}).setdefault("schemas", {}).update(_components())
    return told


@cache
def _components() -> Told:
    """The published schemas and their definitions, as components that refer to each other."""
    found: Told = {}
    for name, file in SCHEMAS.items():
        text = FilePath(publication.__file__).with_name("schema").joinpath(file).read_text(encoding="utf-8")
        told = json.loads(text.replace('"#/$defs/', f'"{COMPONENTS}{name}.'))
        definitions: Mapping[str, Any] = told.pop("$defs")
        found[name] = {key: value for key, value in told.items() if not key.startswith("$")}
        found |= {f"{name}.{key}": value for key, value in definitions.items()}
    return found


@cache
def _questions() -> list[Told]:
    return [
        {
            "name": name,
            "chinese": query.header("question (zh-hant)"),
            "english": query.header("question (en)"),
            "parameters": query.parameters,
        }
        for name in questions()
        for query in (BundledQuery.bundled(name),)
    ]


def _found(find: Callable[[], T]) -> T:
    """What is sought in the book; what is not there is 404."""
    manifest()
    try:
        return find()
    except InputError as error:
        raise HTTPException(404, str(error)) from error
