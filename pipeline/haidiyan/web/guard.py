"""Stand before every room: headers that keep a browser safe, bodies within bounds, one log line a request."""

from __future__ import annotations

import json
import logging
import time
import uuid
from collections.abc import MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from haidiyan.web.settings import KIB

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:;"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""What every answer carries, unless a room says otherwise."""

log = logging.getLogger("haidiyan.web")


class Guard:
    """The outermost layer of the application.

    ``root_path`` is the path under which a proxy shows the server, whether it hands the path on whole or stripped.
    """

    def __init__(self, app: ASGIApp, body: int, root_path: str = "") -> None:
        self._app = app
        self._body = body
        self._root = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._root:
            scope["root_path"] = self._root
            if scope["path"] == self._root:
                scope["path"] += "/"
            if not scope["path"].startswith(f"{self._root}/"):
                scope["path"] = self._root + scope["path"]
        told: dict[str, Any] = {"id": uuid.uuid4().hex[:12], "method": scope["method"], "path": scope["path"]}
        start = time.perf_counter()
        received = 0

        async def bounded() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._body:
                raise TooLongError
            return message

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told["status"] = message["status"]
                _protect(message, told["id"])
            elif message["type"] == "http.response.body":
                told["bytes"] = told.get("bytes", 0) + len(message.get("body", b""))
            await send(message)

        try:
            length = Headers(scope=scope).get("content-length", "0")
            if not length.isdecimal() or int(length) > self._body:
                raise TooLongError
            await self._app(scope, bounded, guarded)
        except TooLongError:
            await self._refuse(scope, receive, guarded, told)
        finally:
            told["ms"] = round((time.perf_counter() - start) * 1000, 1)
            log.info(json.dumps(told, ensure_ascii=False))

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, told: MutableMapping[str, Any]) -> None:
        if "status" in told:
            return
        detail = f"A request may have a body of {self._body // KIB} KiB."
        await JSONResponse({"detail": detail}, 413, {"Connection": "close"})(scope, receive, send)


class TooLongError(Exception):
    """The body of a request is longer than what is allowed."""


def _protect(message: Message, name: str) -> None:
    headers = MutableHeaders(raw=message["headers"])
    for header, value in HEADERS.items():
        headers.setdefault(header, value)
    headers["X-Request-Id"] = name
