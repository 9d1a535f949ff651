"""Fill a template for a visitor: in the language of the interface, with links that know where the server stands."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from haidiyan import __version__, iris
from haidiyan.web.language import COOKIE, LANGUAGES, PARAMETER, Words, language_of

TAGS = {"zh-hant": "zh-Hant", "zh-hans": "zh-Hans", "en": "en"}
"""The languages as browsers know them."""
YEAR = 365 * 24 * 3600


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page of the site from a template of ``templates/``.

    A template has besides its context: ``t``, the words of the interface (``t("nav.cast")``, ``t.of(zh, en)``),
    ``url`` (``url("/read", topic="疾病")``), ``request``, ``language``, ``here(**changes)``, this address changed.
    """
    language = language_of(request)
    text = fragment(request, template, language=language, **context)
    response = HTMLResponse(text, status, {"Vary": "Accept-Language, Cookie"})
    if request.query_params.get(PARAMETER) in LANGUAGES:
        response.set_cookie(COOKIE, language, max_age=YEAR, samesite="lax", httponly=True, path=root_of(request) or "/")
    return response


def fragment(request: Request, template: str, language: str | None = None, **context: Any) -> str:
    """A piece of a page from a template, with what every template has (``page``)."""
    language = language or language_of(request)

    def url(path: str, **query: object) -> str:
        return address(request, path, **query)

    def here(**changes: object) -> str:
        kept = [(key, value) for key, value in request.query_params.multi_items() if key not in changes]
        pairs = [*kept, *((key, str(value)) for key, value in changes.items() if value is not None)]
        return url(request.url.path.removeprefix(root_of(request)) or "/") + ("?" + urlencode(pairs) if pairs else "")

    return (
        _environment()
        .get_template(template)
        .render(
            {
                "request": request,
                "t": Words(language),
                "url": url,
                "here": here,
                "language": language,
                "languages": LANGUAGES,
                "tag": TAGS[language],
                "version": __version__,
                "local_name": iris.local_name,
                **context,
            }
        )
    )


def root_of(request: Request) -> str:
    """The path under which the server is shown, empty where that is the root."""
    return str(request.scope.get("root_path", "")).rstrip("/")


def address(request: Request, path: str, **query: object) -> str:
    """A path of this server as a visitor reaches it, with a query; what is ``None`` or empty is left out."""
    pairs = [(name, str(value)) for name, value in query.items() if value not in (None, "")]
    # Two slashes at the beginning would name another host.
    return root_of(request) + "/" + path.lstrip("/") + ("?" + urlencode(pairs) if pairs else "")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
