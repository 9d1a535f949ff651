"""Answer SPARQL by the protocol, describe the service, and show a page on which to write queries."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

import pyoxigraph as ox
from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from haidiyan import iris
from haidiyan.errors import InputError
from haidiyan.queries import Query
from haidiyan.web.guard import POLICY
from haidiyan.web.render import address, page
from haidiyan.web.settings import KIB, Settings
from haidiyan.web.sparql.examples import Example, examples
from haidiyan.web.sparql.forms import BY_NAME, HTML, ROWS, TRIPLES, UnacceptableError, Wanted, wanted
from haidiyan.web.sparql.pool import BusyError, Graphs, Pool
from haidiyan.web.sparql.request import Given, MediaTypeError, of_address, of_body
from haidiyan.web.sparql.shown import Shown, shown
from haidiyan.web.sparql.worker import Told

router = APIRouter(include_in_schema=False)

PATH = "/sparql"
ASSETS = Path(__file__).parent.with_name("assets")
"""What ``make assets`` puts there; nothing where it was not run."""
YASGUI = {"yasgui.min.js": "text/javascript", "yasgui.min.css": "text/css"}
LICENCES = {"licences.txt": "text/plain"}
METHODS = "GET, HEAD, POST, OPTIONS"
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After, X-Request-Id"}
PREFLIGHT = {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": "Accept, Accept-Language, Content-Type, X-Requested-With",
    "Access-Control-Max-Age": "86400",
    "Allow": METHODS,
}
RETRY_AFTER = "2"
_EDITOR_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
"""YASGUI writes styles into the page; the scripts stay the server's own."""
_lock = Lock()


@router.api_route(PATH, methods=["GET", "HEAD"])
def get(request: Request) -> Response:
    """A query in the address; without one, the page or the description of the service."""
    try:
        given = of_address(request.query_params.multi_items())
    except InputError as error:
        return _refused(request, None, 400, str(error))
    return _answer(request, given)


@router.post(PATH)
async def post(request: Request) -> Response:
    """A query in a form, or as the body."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        given = of_body(kind, await request.body(), request.query_params.multi_items())
    except MediaTypeError as error:
        return _refused(request, None, 415, str(error))
    except InputError as error:
        return _refused(request, None, 400, str(error))
    return await run_in_threadpool(_answer, request, given)


@router.options(PATH)
def options() -> Response:
    """What another site's page may send."""
    return Response(status_code=204, headers=OPEN_TO_ALL | PREFLIGHT)


@router.get(PATH + "/assets/{name}")
def asset(name: str) -> Response:
    """A file of YASGUI, where it was put there."""
    kinds = YASGUI | LICENCES
    if name not in kinds or not (ASSETS / name).is_file():
        raise HTTPException(404, f"There is no {name} here: YASGUI is not installed (`make assets`).")
    return FileResponse(ASSETS / name, media_type=kinds[name], headers={"Cache-Control": "public, max-age=86400"})


def _answer(request: Request, given: Given) -> Response:
    try:
        forms = wanted(request.headers.get("accept"), given.format)
    except UnacceptableError as error:
        return _refused(request, given, 406, str(error))
    if given.query is None:
        return _unasked(request, given, forms)
    length, most = len(given.query.encode("utf-8", "replace")), _settings(request).query_length
    if length > most:
        size = f"{most // KIB} KiB" if most >= KIB else f"{most} bytes"
        return _refused(request, given, 413, f"A query may have {size}; this one has {length:,} bytes.", forms)
    if not given.query.strip():
        return _refused(request, given, 400, "The query is empty.", forms)
    return _asked(request, given, given.query, given.graphs, forms)


def _unasked(request: Request, given: Given, forms: Wanted) -> Response:
    """What a request without a query gets: the page, or what the service is."""
    if forms.triples == HTML:
        name = request.query_params.get("example", "")
        if name and name not in examples():
            return _refused(request, given, 404, f"There is no example {name!r}.", forms)
        return _page(request, given, example=examples().get(name))
    if not forms.triples:
        there = ", ".join(form.media_type for form in TRIPLES)
        return _refused(request, given, 406, f"There is no query; the service is described as {there}.")
    here = f"{str(request.base_url).rstrip('/')}{PATH}"
    try:
        description = Query.bundled("web/service").bind({"endpoint": ox.NamedNode(here)})
    except ValueError:
        return _refused(request, given, 400, f"The address of this server is no IRI: {here}.", forms)
    return _asked(request, given, description.text, Graphs(), forms)


def _asked(request: Request, given: Given, query: str, graphs: Graphs, forms: Wanted) -> Response:
    compressed = HTML not in (forms.rows, forms.triples) and "gzip" in request.headers.get("accept-encoding", "")
    try:
        told, body = _pool(request).ask(query, forms.rows, forms.triples, compressed, graphs)
    except BusyError as error:
        return _refused(request, given, 503, str(error), forms, {"Retry-After": RETRY_AFTER})
    if told.status != 200:
        return _refused(request, given, told.status, told.detail, forms)
    if forms.page_of(told.form):
        return _page(request, given, shown=shown(told.form, body))
    return _data(told, body)


def _data(told: Told, body: bytes) -> Response:
    headers = OPEN_TO_ALL | {"Vary": "Accept, Accept-Encoding"}
    if told.gzip:
        headers["Content-Encoding"] = "gzip"
    answer = Response(body, headers=headers)
    answer.headers["Content-Type"] = BY_NAME[told.form].content_type
    return answer


def _refused(
    request: Request,
    given: Given | None,
    status: int,
    detail: str,
    forms: Wanted | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """Why there is no answer: on the page for a reader, in JSON for a program."""
    if forms and forms.page:
        answer: Response = _page(request, given, status=status, detail=detail)
    else:
        answer = JSONResponse({"detail": detail}, status)
    answer.headers.update(OPEN_TO_ALL | {"Vary": "Accept, Accept-Encoding"} | (headers or {}))
    return answer


def _page(
    request: Request,
    given: Given | None,
    status: int = 200,
    detail: str = "",
    shown: Shown | None = None,
    example: Example | None = None,
) -> Response:
    query = (given.query if given else None) or (example.text if example else "")
    there = all((ASSETS / name).is_file() for name in YASGUI)
    answer = page(
        request,
        "sparql.html",
        status,
        current="sparql",
        query=query,
        detail=detail,
        shown=shown,
        example=example,
        examples=list(examples().values()),
        downloads=[
            (form.name, address(request, PATH, query=query, format=form.name))
            for form in ((TRIPLES if shown.text else ROWS) if shown else ())
        ],
        yasgui=there,
        limits=_settings(request),
        base=iris.BASE,
    )
    answer.headers["Vary"] = "Accept, Accept-Encoding, Accept-Language, Cookie"
    if there:
        answer.headers["Content-Security-Policy"] = _EDITOR_POLICY
    return answer


def _settings(request: Request) -> Settings:
    found: Settings = request.app.state.settings
    return found


def _pool(request: Request) -> Pool:
    """The processes of this server; they end with it."""
    state = request.app.state
    with _lock:
        if not hasattr(state, "queries"):
            state.queries = Pool(_settings(request))
            if hasattr(state, "ending"):
                state.ending.append(state.queries.close)
        pool: Pool = state.queries
    return pool
