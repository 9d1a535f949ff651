"""Let pages of any origin read what programs ask for (CORS), and answer HEAD as GET without the body."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

METHODS = "GET, HEAD, OPTIONS"
DAY = 24 * 3600


class Sharing:
    """Opens the paths under some prefixes to every origin; without credentials, for reading only."""

    def __init__(self, app: ASGIApp, prefixes: tuple[str, ...]) -> None:
        self._app = app
        self._prefixes = prefixes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope.get("path", "")).removeprefix(str(scope.get("root_path", "")).rstrip("/"))
        if scope["type"] != "http" or not path.startswith(self._prefixes):
            await self._app(scope, receive, send)
            return
        if scope["method"] == "OPTIONS":
            allowed = {
                "Allow": METHODS,
                "Access-Control-Allow-Origin": "*",
                "Access-Control-Allow-Methods": METHODS,
                "Access-Control-Allow-Headers": "*",
                "Access-Control-Max-Age": str(DAY),
            }
            await Response(status_code=204, headers=allowed)(scope, receive, send)
            return

        async def shared(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                headers["Access-Control-Allow-Origin"] = "*"
                headers["Access-Control-Expose-Headers"] = "Link, X-Request-Id"
            await send(message)

        await self._app(scope, receive, shared)


class Heads:
    """Asks the rooms GET where HEAD is asked, and keeps the body back."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def bare(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, bare)
