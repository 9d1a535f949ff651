"""The forms of an answer: of rows and of a yes or no, of triples, and the one that a request asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyoxigraph as ox

from haidiyan.errors import HaidiyanError
from haidiyan.web.negotiate import best


@dataclass(frozen=True)
class Form:
    """A form by the name that ``format=`` gives it: its media type, and what writes it."""

    name: str
    media_type: str
    write: ox.QueryResultsFormat | ox.RdfFormat

    @property
    def content_type(self) -> str:
        """The media type as a header states it."""
        return f"{self.media_type}; charset=utf-8" if self.media_type.startswith("text/") else self.media_type


ROWS = (
    Form("json", "application/sparql-results+json", ox.QueryResultsFormat.JSON),
    Form("xml", "application/sparql-results+xml", ox.QueryResultsFormat.XML),
    Form("csv", "text/csv", ox.QueryResultsFormat.CSV),
    Form("tsv", "text/tab-separated-values", ox.QueryResultsFormat.TSV),
)
TRIPLES = (
    Form("turtle", "text/turtle", ox.RdfFormat.TURTLE),
    Form("ntriples", "application/n-triples", ox.RdfFormat.N_TRIPLES),
    Form("jsonld", "application/ld+json", ox.RdfFormat.JSON_LD),
    Form("rdfxml", "application/rdf+xml", ox.RdfFormat.RDF_XML),
)
"""The forms of each kind of answer; the first is that of a request that likes all alike."""
BY_NAME = {form.name: form for form in (*ROWS, *TRIPLES)}

ALSO = {
    "application/json": "json",
    "application/xml": "xml",
    "text/xml": "xml",
    "text/plain": "ntriples",
}
"""Media types that ask for a form as well, less exactly."""
HTML = "html"
HTML_TYPE = "text/html"


class UnacceptableError(HaidiyanError):
    """None of the forms that there are is one that the request takes."""


@dataclass(frozen=True)
class Wanted:
    """The forms that a request wants, by name: of rows, of triples; empty where it takes none of that kind."""

    rows: str
    triples: str

    @property
    def page(self) -> bool:
        """Whether a page is wanted, whatever the answer is."""
        return self.rows == self.triples == HTML

    def page_of(self, form: str) -> bool:
        """Whether a page is wanted of an answer that came in a form."""
        return (self.rows if BY_NAME[form] in ROWS else self.triples) == HTML

    def refusal(self, triples: bool) -> UnacceptableError:
        """What to say where the answer is of a kind of which the request takes no form."""
        there = ", ".join(form.media_type for form in (TRIPLES if triples else ROWS))
        kind = "triples" if triples else "rows"
        return UnacceptableError(f"The answer is {kind}, and the request takes none of their forms: {there}.")


def wanted(accept: str | None, named: str | None) -> Wanted:
    """What a request wants by its ``format=``, a name or a media type, or else by its ``Accept`` header.

    Raises ``UnacceptableError`` where there is no such form.
    """
    if named:
        return _named(named)
    rows, triples = _best(accept, ROWS), _best(accept, TRIPLES)
    if not rows and not triples:
        there = ", ".join(form.media_type for form in BY_NAME.values())
        raise UnacceptableError(f"The request takes none of the forms that there are: {there}, {HTML_TYPE}.")
    return Wanted(rows, triples)


def _named(named: str) -> Wanted:
    types = {form.media_type: form.name for form in BY_NAME.values()} | ALSO | {HTML_TYPE: HTML}
    name = types.get(named.lower(), named.lower())
    if name == HTML:
        return Wanted(HTML, HTML)
    if name not in BY_NAME:
        raise UnacceptableError(f"There is no format {named!r}; there are {', '.join(BY_NAME)}, {HTML}.")
    return Wanted(name, "") if BY_NAME[name] in ROWS else Wanted("", name)


def _best(accept: str | None, forms: tuple[Form, ...]) -> str:
    names: Mapping[str, str] = (
        {form.media_type: form.name for form in forms}
        | {kind: name for kind, name in ALSO.items() if BY_NAME[name] in forms}
        | {HTML_TYPE: HTML}
    )
    return names.get(best(accept, list(names)) or "", "")
