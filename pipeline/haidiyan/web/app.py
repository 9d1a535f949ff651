"""Put the rooms of the site together into one application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from haidiyan import __version__
from haidiyan.errors import DatasetError, HaidiyanError
from haidiyan.web.guard import Guard
from haidiyan.web.render import page
from haidiyan.web.settings import Settings
from haidiyan.web.sharing import Heads, Sharing

ROOMS = ("health", "api", "cast", "book", "compare", "atlas", "sparql", "things")
"""The modules of ``rooms`` in the order in which an address is tried; each has ``router``. The last takes any path."""

PROGRAMS = ("/api/", "/sparql", "/health")
"""Addresses that programs ask: their errors are JSON."""
OPEN_TO_ALL = ("/api", "/data/", "/schema/")
"""Addresses that pages of any origin may read."""


def make_app(settings: Settings | None = None) -> FastAPI:
    """The application with every room."""
    settings = settings or Settings()
    app = FastAPI(
        title="海底眼 Haidi yan",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        lifespan=_life,
    )
    app.state.settings = settings
    here = Path(__file__)
    app.mount("/static", StaticFiles(directory=here.with_name("static")), name="static")
    for room in ROOMS:
        if find_spec(f"haidiyan.web.rooms.{room}"):
            app.include_router(import_module(f"haidiyan.web.rooms.{room}").router)
    app.add_exception_handler(HaidiyanError, _refused)
    app.add_exception_handler(HTTPException, _failed)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(Exception, _broken)
    app.add_middleware(Sharing, prefixes=OPEN_TO_ALL)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)
    app.add_middleware(Heads)
    app.add_middleware(Guard, body=settings.body, root_path=settings.root_path.rstrip("/"))
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    """Start what the rooms keep running, and end it with the server."""
    app.state.ending = []
    try:
        yield
    finally:
        for end in app.state.ending:
            end()


def refuse(request: Request, status: int, detail: str) -> Response:
    """An answer that says what is wrong: a page for a reader, JSON for a program."""
    path = request.url.path.removeprefix(str(request.scope.get("root_path", "")))
    if path.startswith(PROGRAMS) or path.endswith(".json"):
        return JSONResponse({"detail": detail}, status)
    return page(request, "error.html", status, detail=detail, code=status)


def _refused(request: Request, error: Exception) -> Response:
    return refuse(request, 503 if isinstance(error, DatasetError) else 400, str(error))


def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = refuse(request, error.status_code, error.detail)
    answer.headers.update(error.headers or {})
    return answer


def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    each = "; ".join(f"{'.'.join(map(str, what['loc'][1:]))}: {what['msg']}" for what in error.errors())
    return refuse(request, 422, each)


def _broken(request: Request, error: Exception) -> Response:
    return refuse(request, 500, "Something is wrong on this side; the log of the server says what.")
