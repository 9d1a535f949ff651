"""Say on which line of a Turtle text a thing is described, and how the text writes its name."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urljoin

from haidiyan.iris import PREFIXES

_TOKEN = re.compile(
    r"""
    (?P<skipped>\s+|\#[^\n]*)
    |(?P<string>\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}(?:[^\\]|\\.)*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<star><<|>>|\{\||\|\}|~)
    |(?P<iri><[^<>\n]*>)
    |(?P<directive>@prefix|@base|@version|(?:PREFIX|BASE|VERSION)(?=\s))
    |(?P<tag>@[A-Za-z][A-Za-z0-9-]*)
    |(?P<blank>_:[\w-]+(?:\.+[\w-]+)*)
    |(?P<name>(?:[^\W\d_][\w-]*(?:\.+[\w-]+)*)?:(?:(?:\\.|[\w:%-])(?:\.*(?:\\.|[\w:%-]))*)?)
    |(?P<type>a(?=[\s<\[]))
    |(?P<mark>[\[\]();,.])
    |(?P<other>[^\s\[\]();,]+?(?=[\s\[\]();,]|\.\s|$)|.)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
RDF_TYPE = PREFIXES["rdf"] + "type"


class Mention(NamedTuple):
    """How a text writes a thing, and on which line."""

    spelling: str
    line: int


@dataclass
class _Node:
    """What a statement or a bracket is about: its line, whether it has a name, and its types."""

    line: int
    named: bool
    expects: str = "predicate"
    types: set[str] = field(default_factory=set)


class TurtleLines:
    """Where a Turtle text describes and mentions things.

    >>> lines = TurtleLines("@prefix my: <http://example.org/> .\\n\\nmy:c1 a my:Claim . my:c2 a my:Claim .")
    >>> lines.name("my.ttl", "http://example.org/c2"), lines.spelled("http://example.org/Claim")
    ('my:c2 (my.ttl, line 3)', 'my:Claim')
    """

    def __init__(self, text: str) -> None:
        self._described: dict[str, Mention] = {}
        self._mentioned: dict[str, Mention] = {}
        self._nameless: list[_Node] = []
        self.star: int | None = None
        """The line of the first triple within a triple, which RDF 1.1 does not have."""
        self._prefixes: dict[str, str] = {}
        self._base = ""
        self._read(text)

    def name(self, file: str, iri: str) -> str | None:
        """How the text writes a thing, with the file and the line of its description; ``None`` where it has none."""
        found = self._described.get(iri)
        return f"{found.spelling} ({file}, line {found.line})" if found else None

    def line_of(self, iri: str) -> int | None:
        """The line on which the text describes a thing; ``None`` where it does not."""
        found = self._described.get(iri)
        return found.line if found else None

    def spelled(self, iri: str) -> str | None:
        """How the text writes a thing that it describes or mentions."""
        found = self._described.get(iri) or self._mentioned.get(iri)
        return found.spelling if found else None

    def at(self, iri: str) -> str:
        """``, line n`` of the first mention of a thing; empty where there is none."""
        found = self._mentioned.get(iri)
        return f", line {found.line}" if found else ""

    def nameless(self, kinds: Container[str]) -> list[int]:
        """The lines of the blank nodes that have one of the types."""
        return [each.line for each in self._nameless if any(kind in kinds for kind in each.types)]

    def _read(self, text: str) -> None:
        """Walk through the statements: a stack of what is being described, the innermost last."""
        line, open_nodes, tokens = 1, list[_Node | None](), _TOKEN.finditer(text)
        for found in tokens:
            kind, token, here = found.lastgroup or "", found[0], line
            line += token.count("\n")
            if kind in ("skipped", "tag", "string"):
                if kind == "string":
                    self._object(open_nodes, None)
            elif kind == "directive":
                line += self._declare(token, tokens)
            elif kind == "star":
                self.star = self.star or here
            elif kind == "mark":
                self._mark(token, here, open_nodes)
            else:
                self._term(kind, token, here, open_nodes)

    def _declare(self, directive: str, tokens: Iterator[re.Match[str]]) -> int:
        """Take in a prefix or the base; how many lines its words run over."""
        lines, prefix = 0, ""
        for found in tokens:
            lines += found[0].count("\n")
            if found.lastgroup == "name":
                prefix = found[0][:-1]
            elif found.lastgroup == "iri":
                space = urljoin(self._base, _unescaped(found[0][1:-1]))
                if "prefix" in directive.casefold():
                    self._prefixes[prefix] = space
                else:
                    self._base = space
                break
            elif found.lastgroup != "skipped":
                break
        return lines

    def _term(self, kind: str, token: str, line: int, open_nodes: list[_Node | None]) -> None:
        iri = RDF_TYPE if kind == "type" else self._iri(kind, token)
        if iri and kind != "type":
            self._mentioned.setdefault(iri, Mention(token, line))
        if not open_nodes:
            if iri:
                self._described.setdefault(iri, Mention(token, line))
            node = _Node(line, named=iri is not None)
            self._nameless += [] if node.named else [node]
            open_nodes.append(node)
            return
        current = open_nodes[-1]
        if current and current.expects == "predicate":
            current.expects = "type" if iri == RDF_TYPE else "object"
        else:
            self._object(open_nodes, iri)

    def _object(self, open_nodes: list[_Node | None], iri: str | None) -> None:
        node = open_nodes[-1] if open_nodes else None
        if node and node.expects == "type" and iri:
            node.types.add(iri)

    def _mark(self, mark: str, line: int, open_nodes: list[_Node | None]) -> None:
        node = open_nodes[-1] if open_nodes else None
        if mark in "[(":
            inner = _Node(line, named=False) if mark == "[" else None
            self._nameless += [inner] if inner else []
            if not open_nodes:
                open_nodes.append(inner or _Node(line, named=True))
            open_nodes.append(inner)
        elif mark in "])" and len(open_nodes) > 1:
            done = open_nodes.pop()
            if done:
                done.expects = "predicate"
        elif mark == ";" and node:
            node.expects = "predicate"
        elif mark == ".":
            open_nodes.clear()

    def _iri(self, kind: str, token: str) -> str | None:
        if kind == "iri":
            return urljoin(self._base, _unescaped(token[1:-1])) if self._base else _unescaped(token[1:-1])
        prefix, _, local = token.partition(":")
        if kind != "name" or prefix not in self._prefixes:
            return None
        return self._prefixes[prefix] + _unescaped(local)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda each: chr(int(each[1] or each[2], 16)) if each[1] or each[2] else each[3], text)
