"""Dereference every IRI of the dataset: a thing leads by 303 to its document, which is a page or RDF.

The IRI ``…/branch/zi`` is asked for as ``/branch/zi``; its documents are ``/page/branch/zi`` and, by ending,
``/data/branch/zi.ttl``. The last room: it takes every path that no other took.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyoxigraph as ox
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from haidiyan import __version__, iris, publication
from haidiyan.chart.cast import Chart
from haidiyan.dataset.convert import to_oxigraph
from haidiyan.dataset.store import canonical
from haidiyan.publication import jsonld, rdfxml
from haidiyan.publication.nanopub import nanopub
from haidiyan.publication.serialise import FORMS, by_graph, write_turtle
from haidiyan.web.charts import chart_of, given
from haidiyan.web.describing import (
    DEFINITION,
    PAGE,
    REPLACED,
    Describer,
    anchor,
    place_in_book,
    triples,
    value,
)
from haidiyan.web.known import ONTOLOGY, Known, path_of
from haidiyan.web.language import Words, language_of
from haidiyan.web.negotiate import best
from haidiyan.web.render import address, page
from haidiyan.web.store import dataset, made

router = APIRouter(include_in_schema=False)

HTML, TRIG = "text/html", FORMS["trig"].media_type
ENDINGS = {
    "ttl": FORMS["turtle"].media_type,
    "jsonld": FORMS["jsonld"].media_type,
    "rdf": FORMS["rdfxml"].media_type,
    "nt": "application/n-triples",
}
"""The forms of a document beside the page: how each ends, and its media type."""
CHARTS, QUESTIONS, NANOPUBS = (f"{kind}/" for kind in ("chart", "question", "nanopub"))
SCHEMAS = {path.name: path for path in Path(publication.__file__).with_name("schema").glob("*.json")}
UNNAMED_KINDS = ("activity", "agent", "atom", "graph", "ontology", "role", "source", "status")
"""Kinds whose class is none of the ontology; what they are called stands with the words of the interface."""
PROGRAMS = ("api/", "sparql/", "health/", "static/")
"""Paths under which nothing of the dataset stands."""
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*"}
OUT, INTO = "out", "in"
_RDFS, _OWL, _RDF = (iris.PREFIXES[name] for name in ("rdfs", "owl", "rdf"))
TERM_FACTS = (
    _RDF + "type",
    _RDFS + "subClassOf",
    _RDFS + "subPropertyOf",
    _RDFS + "domain",
    _RDFS + "range",
    _OWL + "inverseOf",
    iris.PREFIXES["rdfs"] + "isDefinedBy",
)
"""What the page of the ontology says of each term; the rest stands on the term's own page."""


@dataclass(frozen=True)
class Document:
    """A document to be served: the path of its thing, its things, and where they are stated.

    ``things`` has the IRI that was asked for first. ``named`` tells whether the store keeps named graphs.
    """

    path: str
    things: tuple[str, ...]
    store: ox.Store
    named: bool = True
    chart: Chart | None = None

    @property
    def iri(self) -> str:
        return iris.BASE + self.path


@router.get("/terms")
def terms(request: Request, kind: str = "", start: int = 0) -> Response:
    """The kinds of things that there are, or the things of one kind, ``PAGE`` at a time."""
    known, words = made(Known), Words(language_of(request))
    if not kind:
        return page(request, "terms.html", current="terms", kinds=_kinds(known, words), kind=None)
    if kind not in known.kinds:
        raise HTTPException(404, f"There is no kind of things {kind!r}; /terms lists those that there are.")
    start = max(0, start)
    those = known.kinds[kind]
    describer = _describer(request, Document("", (), dataset()), known)
    rows = [
        (describer.show(ox.NamedNode(iri)), known.name(iri), _definition(describer, iri, words))
        for iri in those[start : start + PAGE]
    ]
    return page(
        request,
        "terms.html",
        current="terms",
        kinds=[],
        kind=_kind_label(known, kind, words),
        rows=rows,
        count=len(those),
        start=start,
        before=max(0, start - PAGE) if start else None,
        after=start + PAGE if start + PAGE < len(those) else None,
    )


@router.get("/schema/{name}")
def schema(name: str) -> Response:
    """A published JSON Schema, by the name in its ``$id``."""
    if name not in SCHEMAS:
        raise HTTPException(404, f"There is no schema {name!r}; there are {', '.join(sorted(SCHEMAS))}.")
    return FileResponse(SCHEMAS[name], media_type="application/schema+json")


@router.get("/page/{path:path}")
def shown(request: Request, path: str, part: str = "", way: str = "", by: str = "", start: int = 0) -> Response:
    """The page of a document; with ``part`` that of one part; with ``way`` and ``by`` all values of a property."""
    known = made(Known)
    document = _document(path, known)
    if document is None:
        return _absent(request, path)
    if part:
        whole = f"{document.iri}#{part}"
        if whole not in document.things:
            return _absent(request, f"{path}#{part}")
        document = Document(document.path, (whole,), document.store, document.named)
    describer = _describer(request, document, known)
    if document.iri == ONTOLOGY and not part and not way:
        return _ontology_page(request, document, describer, known)
    return _thing_page(request, document, describer, known, part, (way, _in_full(by), max(0, start)))


@router.get("/data/{path:path}")
def data(request: Request, path: str) -> Response:
    """A document as RDF, in the form that its ending names."""
    bare, _, ending = path.rpartition(".")
    if ending == FORMS["trig"].ending and bare.startswith(NANOPUBS):
        return _nanopublication(request, bare)
    if ending not in ENDINGS:
        forms = ", ".join(f".{each}" for each in ENDINGS)
        return _refuse(request, 404, f"A document of data ends in one of {forms}, not as {path!r} does.")
    document = _document(bare, made(Known))
    if document is None:
        return _absent(request, bare)
    return Response(_write(document, ending), media_type=ENDINGS[ending], headers=_about(request, document))


@router.get("/{path:path}")
def thing(request: Request, path: str) -> Response:
    """A thing of the dataset: see its document, in the form that ``Accept`` likes best."""
    if path.startswith(PROGRAMS):
        raise HTTPException(404, f"There is no address /{path} here; /api tells which there are.")
    if path.startswith(NANOPUBS):
        found: str | None = _claim_of(path)
        offered: Mapping[str, str] = {TRIG: f"/data/{path}.trig"} if found else {}
    else:
        found = _iri_at(path, made(Known))
        offered = _forms(found) if found else {}
    if found is None:
        return _absent(request, path)
    wanted = best(request.headers.get("accept"), list(offered))
    if wanted is None:
        return _not_acceptable(request, path, offered)
    query = f"?{request.url.query}" if wanted == HTML and request.url.query else ""
    return RedirectResponse(
        address(request, offered[wanted]) + query, 303, {"Vary": "Accept", **OPEN_TO_ALL, **_links(request, offered)}
    )


def _iri_at(path: str, known: Known) -> str | None:
    """The IRI of the thing at a path, a chart or one of the dataset; none where there is none."""
    chart = _chart_at(path)
    return chart.iri if chart else known.find(path)


def _chart_at(path: str) -> Chart | None:
    return chart_of(path.removeprefix(CHARTS)) if path.startswith(CHARTS) else None


def _document(path: str, known: Known) -> Document | None:
    """The document of the thing at a path; that of a chart is computed."""
    chart = _chart_at(path)
    if chart is None:
        iri = known.find(path)
        return Document(iri.removeprefix(iris.BASE), tuple(known.documents[iri]), dataset()) if iri else None
    store = ox.Store()
    for triple in chart.graph:
        subject, predicate, target = map(to_oxigraph, triple)
        assert isinstance(subject, ox.NamedNode)
        assert isinstance(predicate, ox.NamedNode)
        store.add(ox.Quad(subject, predicate, target))
    described = {quad.subject.value for quad in store if isinstance(quad.subject, ox.NamedNode)}
    nodes = sorted(iri for iri in described - {chart.iri} if iri not in known.documents)
    return Document(path, (chart.iri, *nodes), store, named=False, chart=chart)


def _forms(iri: str) -> dict[str, str]:
    """The forms of a thing's document: the path of each by its media type, the page first."""
    path = path_of(iri)
    return {HTML: f"/page/{path}", **{media_type: f"/data/{path}.{end}" for end, media_type in ENDINGS.items()}}


def _write(document: Document, ending: str) -> bytes:
    if document.named:
        stated = triples(document.store, document.things, referring=document.iri != ONTOLOGY)
    else:
        stated = [quad.triple for quad in document.store]
    quads = [ox.Quad(each.subject, each.predicate, each.object) for each in stated]
    header = f"{document.iri}\n海底眼 Haidi yan {__version__}"
    clean, lines = canonical(quads)
    if ending == "ttl":
        return write_turtle(clean, header)
    if ending == "jsonld":
        return jsonld.document(by_graph(clean), made(jsonld.property_shapes)).encode()
    if ending == "rdf":
        return rdfxml.document(by_graph(clean).get("", []), header).encode()
    return lines


def _nanopublication(request: Request, path: str) -> Response:
    claim = _claim_of(path)
    if claim is None:
        return _absent(request, path)
    return Response(nanopub(claim, dataset()), media_type=TRIG)


def _claim_of(path: str) -> str | None:
    """The name of the claim that a nanopublication publishes; none where there is no such claim."""
    name = path.removeprefix(NANOPUBS)
    return name if iris.individual("claim", name) in made(Known).documents else None


def _thing_page(
    request: Request,
    document: Document,
    describer: Describer,
    known: Known,
    part: str,
    asked: tuple[str, str, int],
) -> Response:
    way, by, start = asked
    of, words = document.things[0], Words(language_of(request))
    store = document.store
    only: dict[str, Any] = {"only": by, "start": start, "most": PAGE} if way and by else {}
    deprecated = value(store, of, _OWL + "deprecated") in ("true", "1")
    replaced = describer.links(of, REPLACED)
    uses = describer.used(of) if document.named and not only else (0, [])
    return page(
        request,
        "term.html",
        current="terms",
        iri=of,
        code=iris.compact(of),
        name=_shown_name(describer, of, words),
        names=known.name(of),
        definition=_definition(describer, of, words),
        types=describer.links(of, _RDF + "type"),
        retired=deprecated or bool(replaced),
        replaced=replaced,
        place=place_in_book(store, of) if document.named else None,
        chart=_casting(document.chart),
        out=describer.out_of(of, **only) if way != INTO else [],
        into=describer.into(of, **only) if way != OUT else [],
        uses=uses,
        parts=[
            (each, anchor(each), _shown_name(describer, each, words), describer.out_of(each))
            for each in document.things[1:]
        ]
        if not only
        else [],
        forms=_data_forms(document),
        path=f"/page/{path_of(document.iri)}",
        part=part,
        way=way if only else "",
        by=iris.compact(by) if only else "",
        start=start,
        step=PAGE,
    )


def _ontology_page(request: Request, document: Document, describer: Describer, known: Known) -> Response:
    words = Words(language_of(request))
    entries = []
    for iri in document.things:
        if "#" not in iri:
            continue
        facts = [group for group in describer.out_of(iri) if _in_full(group.key) in TERM_FACTS]
        entries.append(
            (
                iri,
                anchor(iri),
                _shown_name(describer, iri, words),
                known.name(iri),
                _definition(describer, iri, words),
                facts,
            )
        )
    modules = [describer.show(ox.NamedNode(each)) for each in known.kinds["ontology"] if known.name(each).english]
    return page(
        request,
        "ontology.html",
        current="terms",
        iri=document.iri,
        classes=[each for each in entries if each[1][:1].isupper()],
        properties=[each for each in entries if not each[1][:1].isupper()],
        modules=modules,
        forms=_data_forms(document),
    )


def _describer(request: Request, document: Document, known: Known) -> Describer:
    def url(path: str) -> str:
        return address(request, path)

    words = Words(language_of(request))
    return Describer(document.store, known, words, url, document.things, document.named)


def _shown_name(describer: Describer, iri: str, words: Words) -> str:
    """The name of a thing in the visitor's language; a chart's stands in its own store."""
    own = {each.language: each.text for each in describer.texts(iri, iris.PREFIXES["skos"] + "prefLabel")}
    found = words.of(own.get("zh-Hant", ""), own.get("en", ""))
    return found or describer.show(ox.NamedNode(iri)).text


def _definition(describer: Describer, iri: str, words: Words) -> str:
    own = {each.language: each.text for each in describer.texts(iri, DEFINITION)}
    return words.of(own.get("zh-Hant", ""), own.get("en", ""))


def _casting(chart: Chart | None) -> dict[str, str] | None:
    """What the address of a chart's reading has; none for what is no chart."""
    return given(chart.name) if chart else None


def _kinds(known: Known, words: Words) -> list[tuple[str, str, int]]:
    """The kinds by path, each with what it is called and how many things it has."""
    return sorted((kind, _kind_label(known, kind, words), len(those)) for kind, those in known.kinds.items())


def _kind_label(known: Known, kind: str, words: Words) -> str:
    """What the things of a kind are called; their path where nothing says it."""
    name = known.kind_name(kind)
    called = words.of(name.chinese, name.english)
    return called or (words(f"kinds.{kind}") if kind in UNNAMED_KINDS else kind)


def _in_full(name: str) -> str:
    """A property as an address names it, with a prefix, in full; anything else as it is."""
    prefix, colon, local = name.partition(":")
    return iris.PREFIXES[prefix] + local if colon and prefix in iris.PREFIXES else name


def _data_forms(document: Document) -> list[tuple[str, str, str]]:
    """The forms of a document that are no page: ending, media type, path."""
    path = path_of(document.iri)
    return [(ending, media_type, f"/data/{path}.{ending}") for ending, media_type in ENDINGS.items()]


def _about(request: Request, document: Document) -> dict[str, str]:
    return _links(request, _forms(document.iri))


def _links(request: Request, offered: Mapping[str, str]) -> dict[str, str]:
    every = (f'<{address(request, path)}>; rel="alternate"; type="{kind}"' for kind, path in offered.items())
    return {"Link": ", ".join(every)}


def _absent(request: Request, path: str) -> Response:
    """The answer where the dataset has no such thing."""
    iri = iris.BASE + path
    detail = f"The dataset has no {iri}."
    if path.startswith(QUESTIONS):
        detail += " A question is named by a hash of what was asked; the address of its reading says what that was."
    elif path.startswith(CHARTS):
        detail += " A chart is named by six line values, month and day: chart/888898-shen-jiashen."
    else:
        detail += " /terms lists what there is."
    return _refuse(request, 404, detail)


def _refuse(request: Request, status: int, detail: str) -> Response:
    """A refusal in the form that ``Accept`` likes best: a page, JSON, or text for all others."""
    kind = best(request.headers.get("accept"), (HTML, "application/json", "text/plain"))
    if kind == HTML:
        answer: Response = page(request, "error.html", status, detail=detail, code=status)
    elif kind == "application/json":
        answer = JSONResponse({"detail": detail}, status)
    else:
        answer = PlainTextResponse(detail + "\n", status)
    answer.headers.update(OPEN_TO_ALL)
    answer.headers.add_vary_header("Accept")
    return answer


def _not_acceptable(request: Request, path: str, offered: Mapping[str, str]) -> Response:
    asked = request.headers.get("accept", "")
    listed = "".join(f"{kind} {address(request, where)}\n" for kind, where in offered.items())
    text = f"{iris.BASE}{path} is given in none of the forms that were asked for ({asked}). There are:\n{listed}"
    return PlainTextResponse(text, 406, {"Vary": "Accept", **OPEN_TO_ALL, **_links(request, offered)})
