"""Hold the dataset to its SHACL shapes and its graph-wide checks, and say in words what does not fit.

Core shapes (``ontology/shapes/*.ttl``) look at one thing at a time; what looks at the whole stands as a
query in ``queries/checks/*.rq``: a SPARQL constraint runs once for each focus node and is a hundred times
slower.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path

import pyoxigraph as ox
from rdflib import RDFS, SH, SKOS, BNode, Graph, URIRef
from rdflib.collection import Collection
from rdflib.exceptions import ParserError
from rdflib.term import Node

from haidiyan.dataset.convert import graph_of
from haidiyan.dataset.load import parse
from haidiyan.errors import BuildError
from haidiyan.iris import compact
from haidiyan.queries import Query, run
from haidiyan.resources import files, root

Name = Callable[[str], str]
_TARGETS = (SH.targetClass, SH.targetNode, SH.targetSubjectsOf, SH.targetObjectsOf)
_LABELS = (SKOS.prefLabel, RDFS.label)


def load_shapes(paths: Iterable[Path] | None = None) -> Graph:
    """The shapes of some files, or of ``ontology/shapes/``. Raises ``BuildError`` where one is not Turtle."""
    shapes = Graph()
    complaints = []
    for path in files("ontology/shapes") if paths is None else paths:
        try:
            shapes += graph_of(parse(path))
        except SyntaxError as error:
            complaints.append(f"{path.name}, line {error.lineno}, column {error.offset}: {error.msg}.")
    if complaints:
        raise BuildError(complaints)
    return shapes


def validate(data: Graph, shapes: Graph, name: Name = compact, about: Container[Node] | None = None) -> list[str]:
    """What in the data breaks a shape, one sentence each: the thing with its label, the message, the place
    in it.

    ``data`` is left as it is. ``name`` turns an IRI into what a complaint calls it. With ``about`` only what is
    said of these nodes is told: the rest of the data is there for them to refer to.
    """
    from pyshacl import validate as pyshacl_validate

    before = _fingerprint(data)
    conforms, report, text = pyshacl_validate(
        data, shacl_graph=_by_property(shapes), inference="none", advanced=False, inplace=False, allow_warnings=False
    )
    if _fingerprint(data) != before:
        raise BuildError(["The SHACL validator changed the data that it was given; the dataset is not to be trusted."])
    if not isinstance(report, Graph):
        raise BuildError([f"The SHACL validator gave no report: {text}"])
    results = list(report.objects(None, SH.result))
    told = [each for each in results if about is None or report.value(each, SH.focusNode) in about]
    complaints = sorted({_sentence(data, report, result, name) for result in told})
    if not conforms and not results:
        raise BuildError([f"The shapes do not hold, but the report names no reason: {text}"])
    return complaints


def check(store: ox.Store, names: Iterable[str] | None = None, name: Name = compact) -> list[str]:
    """What the queries of ``queries/checks/`` find over the default graphs of a store, one sentence each.

    A check is a SELECT whose every row is a fault (or an ASK that is true at one); the ``complaint`` of its
    header says it in words, with ``{variable}`` where a row's term goes.
    """
    found: list[str] = []
    for each in _check_names() if names is None else names:
        query = Query.bundled(each)
        result = run(query.text, store)
        if isinstance(result, ox.QueryBoolean):
            found += [query.header("complaint")] if result else []
        elif isinstance(result, ox.QuerySolutions):
            found += sorted({_filled(query.header("complaint"), result, row, name) for row in result})
        else:
            raise BuildError([f"queries/{each}.rq is neither SELECT nor ASK."])
    return found


def _check_names() -> list[str]:
    return [path.relative_to(root() / "queries").with_suffix("").as_posix() for path in files("queries/checks", "*.rq")]


def _filled(complaint: str, result: ox.QuerySolutions, row: ox.QuerySolution, name: Name) -> str:
    for variable in result.variables:
        term = row[variable]
        words = (
            name(term.value) if isinstance(term, ox.NamedNode) else getattr(term, "value", "something without a name")
        )
        complaint = complaint.replace("{" + variable.value + "}", words)
    return complaint


def _by_property(shapes: Graph) -> Graph:
    """The same shapes, with the targets of a node shape on each of its properties.

    pySHACL then looks at a property of all things at once; from the node shape it goes to it thing by thing, and reads
    the shape anew each time. Shapes that others refer to stay as they are.
    """
    found = Graph()
    for triple in shapes:
        found.add(triple)
    for node, constraint in shapes.subject_objects(SH.property):
        targets = [(kind, each) for kind in _TARGETS for each in shapes.objects(node, kind)]
        if targets and (None, None, node) not in shapes:
            found.remove((node, SH.property, constraint))
            for kind, each in targets:
                found.add((constraint, kind, each))
    return found


def _fingerprint(graph: Graph) -> int:
    return hash(frozenset(graph))


def _sentence(data: Graph, report: Graph, result: Node, name: Name) -> str:
    focus = report.value(result, SH.focusNode)
    messages = sorted(report.objects(result, SH.resultMessage), key=str)
    english = [str(each) for each in messages if getattr(each, "language", None) in (None, "en")]
    path, value = report.value(result, SH.resultPath), report.value(result, SH.value)
    where = [_path(report, path)] if path is not None else []
    if value is not None and value != focus:
        where.append(_words(data, value, compact))
    place = f" ({': '.join(where)})" if where else ""
    return f"{_words(data, focus, name)}: {' '.join(english) or 'does not fit its shape.'}{place}"


def _path(report: Graph, path: Node) -> str:
    if isinstance(path, BNode):
        try:
            return "/".join(_path(report, each) for each in Collection(report, path))
        except (ParserError, ValueError):
            return "a path"
    return compact(str(path))


def _words(data: Graph, node: Node | None, name: Name) -> str:
    if isinstance(node, BNode):
        owner = next(_owners(data, node), None)
        return f"something without a name in {name(str(owner))}" if owner else "something without a name"
    if not isinstance(node, URIRef):
        return f"“{node}”"
    labels = [
        each for predicate in _LABELS for each in data.objects(node, predicate) if getattr(each, "language", "") != "en"
    ]
    return f"{sorted(labels, key=str)[0]} {name(str(node))}" if labels else name(str(node))


def _owners(data: Graph, node: Node) -> Iterator[URIRef]:
    seen: set[Node] = set()
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, URIRef):
            yield current
        elif current not in seen:
            seen.add(current)
            waiting += sorted(data.subjects(None, current), key=str)
