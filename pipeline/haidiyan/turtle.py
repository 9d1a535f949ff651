"""Write Turtle in the project's one style, for the files kept by hand and for exports alike.

As a command, ``python -m haidiyan.turtle [--check] FILES…`` brings files (or all ``.ttl`` files below
folders) into that style; with ``--check`` it only names those that differ and exits with 1. What cannot be
read exits with 2.

The style: the prefixes in use, sorted; subjects sorted by their written name, anonymous ones after them by
their text; ``a`` first and one predicate a line; objects sorted, lists and anonymous nodes in line where they
fit. Comments are kept only at the head of a file.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from unicodedata import east_asian_width

import pyoxigraph
from rdflib import RDF, XSD, BNode, Graph, Literal, URIRef
from rdflib.term import Node

from haidiyan.errors import InputError
from haidiyan.iris import PREFIXES, compact

WIDTH = 110
INDENT = 4

_LOCAL_NAME = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
_LINE_END = re.compile(r"\r\n|\r|\n")
_SHORT_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_TO_ESCAPE = re.compile(r'[\\"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]')

_Key = tuple[int, str, str, int, str]


def serialize(graph: Graph, header: str = "", label: str = "b") -> str:
    """A graph as Turtle in the project's style, the same text for every isomorphic graph.

    ``header`` stands above the prefixes as a block of ``#`` lines; ``label`` begins the names of the anonymous nodes
    that need one. Raises InputError, naming the term, when the graph holds what Turtle cannot say (a literal as
    subject, an IRI with a space).
    """
    try:
        blocks = _Writer(graph, label).blocks()
    except RecursionError as error:
        raise InputError("anonymous nodes are nested too deeply to be written in line") from error
    used = sorted({name for block in blocks for name in block.prefixes})
    prefixes = "".join(f"@prefix {name}: <{PREFIXES[name]}> .\n" for name in used)
    parts = [_comment_block(header), prefixes, _join(block.text for block in blocks)]
    return "\n".join(part for part in parts if part)


def format_text(text: str) -> str:
    """A Turtle document in the project's style.

    Raises InputError with the line when the text is not Turtle, and when the result would not say the same.
    """
    result = serialize(parse(text), _leading_comments(text))
    if _canonical(text) != _canonical(result):
        raise InputError("the formatted text would not hold the same triples; the file is left as it is")
    return result


def parse(text: str) -> Graph:
    """The triples of a Turtle document, every literal in the form in which it is written.

    rdflib's own parser turns 007 into 7, so the strict one of pyoxigraph reads. Raises InputError with the
    line where the text is not Turtle.
    """
    return _to_graph(_read(text))


def _to_graph(quads: Iterable[pyoxigraph.Quad]) -> Graph:
    graph = Graph()
    for quad in quads:
        graph.add((_from_oxigraph(quad.subject), _from_oxigraph(quad.predicate), _from_oxigraph(quad.object)))
    return graph


def _read(text: str) -> Iterable[pyoxigraph.Quad]:
    try:
        yield from pyoxigraph.parse(text, pyoxigraph.RdfFormat.TURTLE)
    except SyntaxError as error:
        raise InputError(str(error.msg).removeprefix("Parser error at ")) from error


def _from_oxigraph(term: object) -> Node:
    if isinstance(term, pyoxigraph.NamedNode):
        return URIRef(term.value)
    if isinstance(term, pyoxigraph.BlankNode):
        return BNode(term.value)
    if isinstance(term, pyoxigraph.Literal) and not term.direction:
        if term.language:
            return Literal(term.value, lang=term.language)
        datatype = None if term.datatype.value == str(XSD.string) else URIRef(term.datatype.value)
        return Literal(term.value, datatype=datatype, normalize=False)
    raise InputError(f"{term} is RDF 1.2, the files keep to RDF 1.1")


def _canonical(text: str) -> set[str]:
    dataset = pyoxigraph.Dataset(_read(text))
    dataset.canonicalize(pyoxigraph.CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}


def _leading_comments(text: str) -> str:
    kept: list[str] = []
    for line in _LINE_END.split(text):
        if line.strip() and not line.lstrip().startswith("#"):
            break
        kept.append(line.strip())
    return "\n".join(kept)


def _comment_block(header: str) -> str:
    lines = _LINE_END.split(header.strip()) if header.strip() else []
    return "".join((line if line.startswith("#") or not line else f"# {line}") + "\n" for line in lines)


def _join(blocks: Iterable[str]) -> str:
    """Blocks of several lines stand apart, statements of one line follow each other."""
    text = ""
    previous = ""
    for block in blocks:
        if previous and ("\n" in block or "\n" in previous):
            text += "\n"
        text += block + "\n"
        previous = block
    return text


def _width(text: str) -> int:
    return len(text) + sum(1 for each in text if east_asian_width(each) in "WF")


class _Block:
    """One subject with all that is said of it, as text, and the prefixes that the text uses."""

    def __init__(self, text: str, prefixes: set[str]) -> None:
        self.text = text
        self.prefixes = prefixes


class _Writer:
    """The text of one graph, subject by subject."""

    def __init__(self, graph: Graph, label: str) -> None:
        self._index(graph)
        self._labels: dict[Node, str] = {}
        if self._shared():
            self._index(_canonical_graph(graph))
            ordered = sorted(self._shared(), key=lambda node: int(str(node).removeprefix("c14n")))
            self._labels = {node: f"_:{label}{number}" for number, node in enumerate(ordered, start=1)}
        self._flat: dict[Node, str] = {}
        self._prefixes: set[str] = set()

    def _index(self, graph: Graph) -> None:
        self._about: dict[Node, dict[Node, dict[Node, None]]] = defaultdict(lambda: defaultdict(dict))
        self._referrers: dict[Node, list[Node]] = defaultdict(list)
        for subject, predicate, obj in graph:
            _refuse_unwritable(subject, predicate, obj)
            if isinstance(obj, Literal) and obj.datatype == XSD.string:
                obj = Literal(str(obj))
            self._about[subject][predicate][obj] = None
            if isinstance(obj, BNode):
                self._referrers[obj].append(subject)

    def blocks(self) -> list[_Block]:
        named = [node for node in self._about if isinstance(node, URIRef)]
        anonymous = [node for node in self._about if isinstance(node, BNode) and not self._nested(node)]
        written = [self._block(node) for node in sorted(named, key=self._subject)]
        return written + sorted((self._block(node) for node in anonymous), key=lambda block: block.text)

    # which anonymous nodes need a label

    def _nested(self, node: Node) -> bool:
        return node not in self._labels and len(self._referrers.get(node, ())) == 1

    def _shared(self) -> set[Node]:
        """The anonymous nodes that are used twice or lie on a cycle; few graphs have any."""
        used_twice = {node for node, referrers in self._referrers.items() if len(referrers) > 1}
        return used_twice | self._on_cycles(used_twice)

    def _on_cycles(self, used_twice: set[Node]) -> set[Node]:
        """Those met again on the way up from an anonymous node that is used once."""
        found: set[Node] = set()
        done: set[Node] = set()
        for start in self._referrers:
            path: dict[Node, int] = {}
            node = start
            while isinstance(node, BNode) and node not in used_twice and node not in done and node not in path:
                path[node] = len(path)
                referrers = self._referrers.get(node)
                if not referrers:
                    break
                node = referrers[0]
            if node in path and self._referrers.get(node):
                found |= {each for each, place in path.items() if place >= path[node]}
            done |= set(path)
        return found

    def _list_members(self, node: Node) -> list[Node] | None:
        """The members of a well-formed list that nothing else refers to, else None."""
        members: list[Node] = []
        while node != RDF.nil:
            said = self._about.get(node)
            if said is None or not isinstance(node, BNode) or not self._nested(node):
                return None
            if set(said) != {RDF.first, RDF.rest} or any(len(each) != 1 for each in said.values()):
                return None
            members.extend(said[RDF.first])
            (node,) = said[RDF.rest]
        return members

    # terms

    def _iri(self, node: Node) -> str:
        short = compact(str(node))
        prefix, _, local = short.partition(":")
        if short != str(node) and _LOCAL_NAME.fullmatch(local):
            self._prefixes.add(prefix)
            return short
        return f"<{node}>"

    def _subject(self, node: Node) -> str:
        if isinstance(node, URIRef):
            return self._iri(node)
        return self._labels.get(node, "[]")

    def _predicate(self, node: Node) -> str:
        return "a" if node == RDF.type else self._iri(node)

    def _literal(self, node: Literal) -> str:
        value = str(node)
        if node.datatype == XSD.integer and _SHORT_INTEGER.fullmatch(value):
            return value
        if node.datatype == XSD.boolean and value in ("true", "false"):
            return value
        quoted = '"' + _TO_ESCAPE.sub(_escape, value) + '"'
        if node.language:
            return f"{quoted}@{node.language.lower()}"
        if node.datatype is not None and node.datatype != XSD.string:
            return f"{quoted}^^{self._iri(node.datatype)}"
        return quoted

    def _flat_term(self, node: Node) -> str:
        """A term on one line."""
        if isinstance(node, URIRef):
            return "()" if node == RDF.nil else self._iri(node)
        if isinstance(node, Literal):
            return self._literal(node)
        if node in self._labels:
            return self._labels[node]
        if node not in self._flat:
            self._flat[node] = self._flat_anonymous(node)
        return self._flat[node]

    def _flat_anonymous(self, node: Node) -> str:
        members = self._list_members(node)
        if members is not None:
            return f"( {' '.join(map(self._flat_term, members))} )"
        said = [
            f"{self._predicate(predicate)} {' , '.join(map(self._flat_term, objects))}"
            for predicate, objects in self._said(node)
        ]
        return f"[ {' ; '.join(said)} ]" if said else "[]"

    # order

    def _said(self, node: Node) -> list[tuple[Node, list[Node]]]:
        about = self._about.get(node, {})
        predicates = sorted(about, key=lambda each: (each != RDF.type, self._predicate(each)))
        return [(predicate, sorted(about[predicate], key=self._object_key)) for predicate in predicates]

    def _object_key(self, node: Node) -> _Key:
        text = self._flat_term(node)
        if isinstance(node, URIRef):
            return (0, "", "", 0, text)
        if isinstance(node, Literal):
            number = int(text) if _SHORT_INTEGER.fullmatch(text) else 0
            return (1, (node.language or "").lower(), str(node.datatype or ""), number, text)
        return (2 if text.startswith("(") else 3, "", "", 0, text)

    # layout

    def _block(self, node: Node) -> _Block:
        self._prefixes = set()
        self._flat = {}
        subject = self._subject(node)
        lines = [self._statement(predicate, objects) for predicate, objects in self._said(node)]
        text = f"{subject} " + f" ;\n{' ' * INDENT}".join(lines) + " ."
        return _Block(text, self._prefixes)

    def _statement(self, predicate: Node, objects: list[Node], indent: int = INDENT) -> str:
        """A predicate and its objects: on one line where that fits or one object alone fills it."""
        name = self._predicate(predicate)
        flat = f"{name} {' , '.join(map(self._flat_term, objects))}"
        if indent + _width(flat) + 2 <= WIDTH:
            return flat
        if len(objects) == 1:
            return f"{name} {self._term(objects[0], indent, len(name) + 1)}"
        start = "\n" + " " * (indent + INDENT)
        return name + start + f" ,{start}".join(self._term(each, indent + INDENT, 0) for each in objects)

    def _term(self, node: Node, indent: int, before: int) -> str:
        """A term, broken over several lines where it is too long for one and can be broken."""
        flat = self._flat_term(node)
        if not flat.startswith(("( ", "[ ")) or indent + before + _width(flat) + 2 <= WIDTH:
            return flat
        inner = indent + INDENT
        start = "\n" + " " * inner
        end = "\n" + " " * indent
        members = self._list_members(node)
        if members is not None:
            return f"({start}{start.join(self._term(each, inner, 0) for each in members)}{end})"
        said = [self._statement(predicate, objects, inner) for predicate, objects in self._said(node)]
        return f"[{start}{f' ;{start}'.join(said)}{end}]"


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return _ESCAPES.get(character, f"\\u{ord(character):04X}")


def _refuse_unwritable(subject: Node, predicate: Node, obj: Node) -> None:
    if not isinstance(subject, URIRef | BNode):
        raise InputError(f"{subject!r} cannot be a subject in Turtle")
    if not isinstance(predicate, URIRef):
        raise InputError(f"{predicate!r} cannot be a predicate in Turtle")
    if not isinstance(obj, URIRef | BNode | Literal):
        raise InputError(f"{obj!r} cannot be an object in Turtle")
    datatype = obj.datatype if isinstance(obj, Literal) else None
    for iri in (subject, predicate, obj, datatype):
        if isinstance(iri, URIRef):
            try:
                pyoxigraph.NamedNode(str(iri))
            except ValueError as error:
                raise InputError(f"{str(iri)!r} is not an absolute IRI: {error}") from error
    if isinstance(obj, Literal) and any("\ud800" <= each <= "\udfff" for each in obj):
        raise InputError(f"{str(obj)!r} holds half a surrogate pair, which is no character")


def _canonical_graph(graph: Graph) -> Graph:
    """The graph with its anonymous nodes named c14n0, c14n1 … by RDFC-1.0, alike for isomorphic graphs."""
    dataset = pyoxigraph.Dataset()
    names: dict[Node, pyoxigraph.BlankNode] = defaultdict(pyoxigraph.BlankNode)
    for subject, predicate, obj in graph:
        start = names[subject] if isinstance(subject, BNode) else pyoxigraph.NamedNode(str(subject))
        end = _to_oxigraph(obj, names)
        dataset.add(pyoxigraph.Quad(start, pyoxigraph.NamedNode(str(predicate)), end))
    dataset.canonicalize(pyoxigraph.CanonicalizationAlgorithm.RDFC_1_0)
    return _to_graph(dataset)


def _to_oxigraph(
    node: Node, names: dict[Node, pyoxigraph.BlankNode]
) -> pyoxigraph.NamedNode | pyoxigraph.BlankNode | pyoxigraph.Literal:
    if isinstance(node, BNode):
        return names[node]
    if isinstance(node, Literal):
        if node.language:
            return pyoxigraph.Literal(str(node), language=node.language)
        return pyoxigraph.Literal(str(node), datatype=pyoxigraph.NamedNode(str(node.datatype or XSD.string)))
    return pyoxigraph.NamedNode(str(node))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m haidiyan.turtle", description="Format Turtle files.")
    parser.add_argument("--check", action="store_true", help="change nothing, name the files that differ")
    parser.add_argument("files", nargs="+", type=Path, help="files, or folders whose .ttl files are meant")
    options = parser.parse_args(arguments)
    status = 0
    for path in _expand(options.files):
        try:
            text = path.read_bytes().decode("utf-8")
            wanted = format_text(text)
        except (InputError, OSError, UnicodeDecodeError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            status = 2
            continue
        if wanted == text:
            continue
        print(path)
        if options.check:
            status = max(status, 1)
        else:
            path.write_text(wanted, encoding="utf-8", newline="\n")
    return status


def _expand(paths: Iterable[Path]) -> list[Path]:
    return [each for path in paths for each in (sorted(path.rglob("*.ttl")) if path.is_dir() else [path])]


if __name__ == "__main__":
    sys.exit(main())
