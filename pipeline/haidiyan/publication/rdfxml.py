"""Write a graph as RDF/XML: one element a subject in the order of their names, anonymous nodes inside."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

import pyoxigraph as ox

from haidiyan.errors import InputError
from haidiyan.iris import PREFIXES, compact
from haidiyan.publication.trees import Node, Term, Tree, canonical_order

XSD_STRING = PREFIXES["xsd"] + "string"
INDENT = "  "
_START = (
    "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef"
    "\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NAME = re.compile(rf"[{_START}][{_START}\-.0-9\u00b7\u0300-\u036f\u203f-\u2040]*$")
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def document(triples: Iterable[ox.Triple], header: str = "") -> str:
    """The triples, their blank nodes named canonically; ``header`` becomes a comment.

    Raises ``InputError`` for what XML has no place for: a property whose name cannot end in an XML name, a control
    character.
    """
    return _Document(Tree(triples)).text(header)


class _Document:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._spaces: dict[str, str] = {PREFIXES["rdf"]: "rdf"}
        named = sorted(tree.labelled, key=canonical_order)
        self._labels = {node: f"b{number}" for number, node in enumerate(named, start=1)}

    def text(self, header: str) -> str:
        body = [line for root in self._tree.roots() for line in self._node(root, 1)]
        spaces = sorted((prefix, space) for space, prefix in self._spaces.items())
        comment = [f"<!-- {header.strip().replace('--', '- -')} -->"] if header else []
        opening = "<rdf:RDF\n" + "\n".join(f"    xmlns:{prefix}={_quoted(space)}" for prefix, space in spaces) + ">"
        return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *comment, opening, *body, "</rdf:RDF>", ""])

    def _node(self, node: Node, depth: int) -> list[str]:
        lines = [
            line for predicate, values in self._tree.said(node) for line in self._property(predicate, values, depth)
        ]
        opening = f"{INDENT * depth}<rdf:Description{self._about(node)}"
        return [f"{opening}>", *lines, f"{INDENT * depth}</rdf:Description>"] if lines else [f"{opening}/>"]

    def _property(self, predicate: str, values: list[Term], depth: int) -> list[str]:
        written = [self._statement(self._name(predicate), value, depth + 1) for value in values]
        return [line for lines in sorted(written) for line in lines]

    def _statement(self, name: str, value: Term, depth: int) -> list[str]:
        start = f"{INDENT * depth}<{name}"
        if isinstance(value, ox.Literal):
            return [f"{start}{_kind(value)}>{_escaped(value.value)}</{name}>"]
        members = self._tree.members(value)
        if members and not any(isinstance(each, ox.Literal) for each in members):
            inside = [
                line for each in members if not isinstance(each, ox.Literal) for line in self._member(each, depth)
            ]
            return [f'{start} rdf:parseType="Collection">', *inside, f"{INDENT * depth}</{name}>"]
        if isinstance(value, ox.BlankNode) and self._tree.is_nested(value):
            return [f"{start}>", *self._node(value, depth + 1), f"{INDENT * depth}</{name}>"]
        if isinstance(value, ox.NamedNode):
            return [f"{start} rdf:resource={_quoted(value.value)}/>"]
        return [f"{start} rdf:nodeID={_quoted(self._labels[value])}/>"]

    def _member(self, node: Node, depth: int) -> list[str]:
        if self._tree.is_nested(node):
            return self._node(node, depth + 1)
        return [f"{INDENT * (depth + 1)}<rdf:Description{self._about(node)}/>"]

    def _about(self, node: Node) -> str:
        if isinstance(node, ox.NamedNode):
            return f" rdf:about={_quoted(node.value)}"
        return f" rdf:nodeID={_quoted(self._labels[node])}" if node in self._labels else ""

    def _name(self, predicate: str) -> str:
        """A property as an element's name; its namespace is declared."""
        prefix, _, local = compact(predicate).partition(":")
        if prefix in PREFIXES and _NAME.match(local):
            self._spaces[PREFIXES[prefix]] = prefix
            return f"{prefix}:{local}"
        starts = [place for place in range(len(predicate)) if _NAME.match(predicate, place)]
        if not starts or not starts[0]:
            raise InputError(f"RDF/XML cannot write the property {predicate}: it does not end in an XML name.")
        space, local = predicate[: starts[0]], predicate[starts[0] :]
        return f"{self._spaces.setdefault(space, f'ns{len(self._spaces)}')}:{local}"


def _kind(value: ox.Literal) -> str:
    if value.language:
        return f" xml:lang={_quoted(value.language)}"
    datatype = value.datatype.value
    return "" if datatype == XSD_STRING else f" rdf:datatype={_quoted(datatype)}"


def _escaped(text: str) -> str:
    if found := _FORBIDDEN.search(text):
        raise InputError(f"RDF/XML cannot write the character U+{ord(found[0]):04X} in {text!r}.")
    return escape(text, {"\r": "&#13;"})


def _quoted(text: str) -> str:
    return quoteattr(text)
