"""Speak HTTP to a store: time-outs, retries of what is safe, a limit on answers, one clear line for each refusal.

SPARQL 1.1 Protocol and Graph Store HTTP Protocol (W3C, 2013), as far as they are needed here.
"""

from __future__ import annotations

import html
import netrc
import os
import re
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NoReturn
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from urllib.request import getproxies, proxy_bypass

import urllib3
from urllib3.exceptions import (
    ConnectTimeoutError,
    DecodeError,
    HTTPError,
    LocationValueError,
    NameResolutionError,
    NewConnectionError,
    ProxyError,
    ReadTimeoutError,
    SSLError,
)

from haidiyan import __version__, arguments
from haidiyan.errors import DatasetError, InputError

TIMEOUT = 60.0
"""Seconds that an answer may take, whole, where no other number is given."""

LONGEST = 86_400
"""The longest time-out that is taken, a day: sockets do not take any number."""

LARGEST = 256 * 1024 * 1024
"""Bytes that an answer may have."""

PAUSES = (0.5, 1.0, 2.0)
"""Seconds before each new try of a request that changes nothing."""

TRANSIENT = (502, 503, 504)
_PIECE = 64 * 1024
_CHARSETS = {"utf-8", "utf8", "us-ascii", "ascii"}
_NOT_IN_A_LINE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+")

RESULTS = "application/sparql-results+json"
N_TRIPLES = "application/n-triples"
TURTLE = "text/turtle"


class _TransientError(Exception):
    """A refusal that another try may undo; ``final`` is what to raise where none does."""

    def __init__(self, final: DatasetError) -> None:
        self.final = final


@dataclass(frozen=True)
class Answer:
    """What a store answered: status, media type, body."""

    status: int
    kind: str
    body: bytes


@dataclass(frozen=True)
class Client:
    """One address of a store. ``user`` and ``password``, or those of netrc for its host, are sent, and never shown.

    Raises ``InputError`` where the URL is no http or https address.
    """

    url: str
    timeout: float = TIMEOUT
    user: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        arguments.text("endpoint", self.url, '"https://example.org/query"')
        try:
            parts = urlsplit(self.url.strip())
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            usable = False
        if not usable:
            raise InputError(f"{line(re.sub(r'//[^/]*@', '//', self.url))!r} is no http or https address of a store.")
        if not 0 < self.timeout <= LONGEST:
            raise InputError(f"A time-out is a number of seconds above 0, up to {LONGEST}, not {self.timeout}.")
        place = parts.netloc.rpartition("@")[2]
        object.__setattr__(self, "url", urlunsplit((parts.scheme, place, parts.path or "/", parts.query, "")))
        if parts.username and self.user is None:
            object.__setattr__(self, "user", unquote(parts.username))
            object.__setattr__(self, "password", unquote(parts.password or ""))

    @property
    def name(self) -> str:
        """The address as a complaint names it: without what may be secret in it."""
        parts = urlsplit(self.url)
        return line(urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")))

    def ask(self, query: str, kinds: Collection[str] = (RESULTS, N_TRIPLES, TURTLE)) -> Answer:
        """The answer to a SPARQL query, in one of the media types given. Raises ``DatasetError``, ``InputError``."""
        ranked = ", ".join(f"{kind};q={1 - rank / 10:.1f}" for rank, kind in enumerate(kinds))
        # The query as the body itself: rdflib-endpoint decodes that of a form twice.
        headers = {"Content-Type": "application/sparql-query; charset=utf-8", "Accept": ranked}
        return self._read_only("POST", self.url, headers, query.encode(), kinds)

    def graph(self, name: str | None) -> bytes | None:
        """The N-Triples or Turtle of a graph, ``None`` for the default one; ``None`` where it is not there."""
        headers = {"Accept": f"{N_TRIPLES}, {TURTLE};q=0.9"}
        found = self._read_only("GET", self._graph_url(name), headers, None, (N_TRIPLES, TURTLE), missing=True)
        return None if found.status == 404 else found.body

    def put(self, name: str | None, triples: bytes) -> None:
        """Put N-Triples in the place of a graph's, ``None`` for the default one. Raises ``DatasetError``; no retry."""
        self._change("PUT", name, triples)

    def delete(self, name: str | None) -> None:
        """Drop a graph, if it is there. Raises ``DatasetError``; no retry."""
        self._change("DELETE", name, None)

    def _graph_url(self, name: str | None) -> str:
        parts = urlsplit(self.url)
        asked = "default" if name is None else f"graph={quote(name, safe='')}"
        return urlunsplit(parts._replace(query=f"{parts.query}&{asked}" if parts.query else asked))

    def _read_only(
        self,
        method: str,
        url: str,
        headers: dict[str, str],
        body: bytes | None,
        kinds: Collection[str],
        missing: bool = False,
    ) -> Answer:
        """Send what changes nothing; again after a while where the store may have come to itself."""
        for pause in (*PAUSES, None):
            try:
                found = self._send(method, url, headers, body, missing)
                break
            except _TransientError as error:
                if pause is None:
                    raise error.final from error
                time.sleep(pause)
        if missing and found.status == 404:
            return found
        return Answer(found.status, self._kind(found, kinds), found.body)

    def _change(self, method: str, name: str | None, triples: bytes | None) -> None:
        headers = {"Content-Type": N_TRIPLES} if triples is not None else {}
        try:
            self._send(method, self._graph_url(name), headers, triples, missing=triples is None)
        except _TransientError as error:
            raise error.final from error

    def _send(self, method: str, url: str, headers: dict[str, str], body: bytes | None, missing: bool) -> Answer:
        until = time.monotonic() + self.timeout
        sent = {"User-Agent": f"haidiyan/{__version__}", "Accept-Encoding": "gzip", **headers, **self._credentials()}
        try:
            with self._pool() as pool:
                response = pool.request(
                    method,
                    url,
                    body=body,
                    headers=sent,
                    timeout=urllib3.Timeout(total=self.timeout),
                    retries=False,
                    redirect=False,
                    preload_content=False,
                )
                try:
                    found = self._receive(response, until)
                finally:
                    response.close()
        except HTTPError as error:
            self._refuse_connection(error)
        if not 200 <= found.status < 300 and not (missing and found.status == 404):
            self._refuse(found, response.headers.get("Location"), len(body or b""), method)
        return found

    def _pool(self) -> urllib3.PoolManager:
        parts = urlsplit(self.url)
        proxy = getproxies().get(parts.scheme)
        if proxy and not proxy_bypass(parts.hostname or ""):
            return urllib3.ProxyManager(proxy)
        return urllib3.PoolManager()

    def _receive(self, response: urllib3.BaseHTTPResponse, until: float) -> Answer:
        """The whole answer: a store that sends a little every while does not keep us, nor fill the memory."""
        body = bytearray()
        while piece := response.read1(_PIECE):
            body += piece
            if len(body) > LARGEST:
                raise DatasetError(
                    f"{self.name} answers with more than {LARGEST // 1024**2} MiB: ask for less, with LIMIT or FILTER."
                )
            if time.monotonic() > until:
                raise self._slow()
        return Answer(response.status, response.headers.get("Content-Type", ""), bytes(body))

    def _kind(self, found: Answer, kinds: Collection[str]) -> str:
        """The bare media type of an answer, one of those asked for, in UTF-8. Raises ``DatasetError``."""
        kind, _, rest = found.kind.lower().partition(";")
        kind = kind.strip()
        charset = re.search(r"charset\s*=\s*\"?([\w-]+)", rest)
        if kind not in kinds:
            what = "a web page" if kind in ("text/html", "application/xhtml+xml") else line(kind) or "no media type"
            raise DatasetError(
                f"{self.name} answers with {what} where {' or '.join(kinds)} was asked for: is this the address of"
                " the SPARQL service itself, and not of its page (docs/endpoints.md)?"
            )
        if charset and charset[1] not in _CHARSETS:
            raise DatasetError(
                f"{self.name} answers in the charset {line(charset[1])}, and not in UTF-8: its keeper can set that."
            )
        return kind

    def _slow(self) -> DatasetError:
        return DatasetError(
            f"{self.name} has not answered within {self.timeout:g} s: ask again later, or allow more with --timeout."
        )

    def _refuse_connection(self, error: HTTPError) -> NoReturn:
        """Raise what a failed connection means; ``_TransientError`` where another try may do."""
        if isinstance(error, NameResolutionError):
            host = urlsplit(self.url).hostname
            raise DatasetError(f"{self.name}: no host {host} is known; is the address right?") from error
        # Before a time-out, which urllib3 counts a refused connection among.
        if isinstance(error, NewConnectionError):
            raise _TransientError(
                DatasetError(f"{self.name} does not answer ({line(_cause(error))}): is the store running there?")
            ) from error
        if isinstance(error, ConnectTimeoutError | ReadTimeoutError):
            raise self._slow() from error
        if isinstance(error, SSLError):
            raise DatasetError(
                f"{self.name}: the connection is not secure ({line(_cause(error))}); check the address, and the"
                " certificate with the store’s keeper."
            ) from error
        if isinstance(error, ProxyError):
            raise DatasetError(f"{self.name}: the proxy does not answer; check HTTP_PROXY and NO_PROXY.") from error
        if isinstance(error, LocationValueError):
            raise InputError(f"{self.name!r} is no address of a store.") from error
        if isinstance(error, DecodeError):
            raise DatasetError(f"{self.name} answers with bytes that do not unpack: ask its keeper.") from error
        raise _TransientError(
            DatasetError(
                f"{self.name} breaks off ({line(_cause(error))}): ask again; if it does so again, the store limits"
                " what it takes or answers, or has fallen over."
            )
        ) from error

    def _refuse(self, found: Answer, location: str | None, size: int, method: str) -> NoReturn:
        """Raise what a status means; ``_TransientError`` where another try may do."""
        status, name = found.status, self.name
        said = _said(found)
        if 300 <= status < 400:
            raise DatasetError(f"{name} has moved to {line(location or 'another place')}: give that address.")
        if status == 400 and method == "POST":
            raise InputError(f"{name} refuses the query{said}.")
        if status in REMEDIES:
            refused = self.user is not None or self._of_netrc() is not None
            words = REMEDIES[401 if status == 401 and not refused else 403 if status in (401, 403) else status]
            raise DatasetError(f"{name} {words.format(size=size, method=method)} ({status}{said}).")
        if status >= 500:
            error = DatasetError(
                f"{name} has failed ({status}{said}): ask again later; its log, or its keeper, knows more."
            )
            raise _TransientError(error) if status in TRANSIENT else error
        raise DatasetError(f"{name} refuses {method} ({status}{said}): is this the right address (docs/endpoints.md)?")

    def _of_netrc(self) -> tuple[str, str] | None:
        path = os.environ.get("NETRC")
        try:
            hosts = netrc.netrc(path).hosts
        except FileNotFoundError:
            return None
        except (netrc.NetrcParseError, OSError, UnicodeDecodeError):
            # Its own words could hold a password.
            raise InputError(f"{path or '~/.netrc'} cannot be read; mend it, or keep others from reading it.") from None
        # Not its `default` entry: a password goes to no host but the one that it is for.
        user, _, password = hosts.get(urlsplit(self.url).hostname or "", (None, None, None))
        return (user or "", password or "") if user or password else None

    def _credentials(self) -> dict[str, str]:
        known = (self.user, self.password or "") if self.user is not None else self._of_netrc()
        return urllib3.make_headers(basic_auth=":".join(known).encode().decode("latin-1")) if known else {}


REMEDIES = {
    401: "asks who you are: put its host, your name and password into ~/.netrc or, to publish, give $HAIDIYAN_USER"
    " and $HAIDIYAN_PASSWORD",
    403: "does not let you: check user and password, or ask its keeper for the right",
    404: "has nothing at this address: check the path and the name of the dataset (docs/endpoints.md)",
    405: "takes no {method} at this address: is it that of the protocol meant here (docs/endpoints.md)?",
    413: "takes nothing as large as this ({size} bytes): let its keeper raise the limit",
    415: "does not take what was sent, a query or N-Triples: is this the right address (docs/endpoints.md)?",
    429: "has had too many requests: ask again later",
}
"""What to do after a status: each continues “URL …”."""


def _said(found: Answer) -> str:
    """The first line of what a store says of its refusal, where it says it in plain words."""
    if "html" in found.kind.lower():
        return ""
    text = line(found.body[:2000].decode("utf-8", "replace").strip().partition("\n")[0])
    return f": {text[:200].rstrip(' .')}" if text else ""


def line(text: str) -> str:
    """A text from elsewhere as it may stand in one line of a terminal.

    >>> line("no such\\nthing\\x1b[2J")
    'no such thing [2J'
    """
    return _NOT_IN_A_LINE.sub(" ", html.unescape(text)).strip()


def _cause(error: BaseException) -> str:
    """The innermost reason of a failed connection, in the system's words."""
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__ or error
    return str(getattr(error, "strerror", None) or error) or type(error).__name__
