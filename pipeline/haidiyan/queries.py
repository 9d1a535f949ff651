"""Load a query, put values in its parameters, and run it over the dataset.

A query file opens with a comment block of ``# key: text`` lines (docs/queries.md) and marks each parameter
by one line ``VALUES ?name { default } # parameter`` of its own.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pyoxigraph as ox

from haidiyan import resources
from haidiyan.errors import DatasetError, InputError
from haidiyan.iris import PREFIXES

Term = ox.NamedNode | ox.Literal
Results = ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples

_XSD = PREFIXES["xsd"]
_HEADER = re.compile(r"#\s?(?P<key>[a-z]+(?: \(?[\w-]+\)?)?):\s+(?P<text>.*)")
_PARAMETER = re.compile(
    r"^(?P<before>[ \t]*VALUES[ \t]+\?(?P<name>\w+)[ \t]*\{)"
    r"(?P<default>.*)(?P<after>\}[ \t]*#[ \t]*parameter[ \t]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED = re.compile(
    r'"(?P<text>(?:[^"\\]|\\.)*)"(?:@(?P<tag>[A-Za-z]+(?:-[A-Za-z0-9]+)*)|\^\^(?P<type>\S+))?', re.DOTALL
)
_NAME = re.compile(r"(?P<prefix>[A-Za-z][\w-]*):(?P<local>[^\s/<>\"]*)")
_TYPES = {
    "integer": re.compile(r"[+-]?[0-9]+"),
    "decimal": re.compile(r"[+-]?[0-9]*\.[0-9]+"),
    "boolean": re.compile(r"true|false"),
}
_ESCAPES = {"\\n": "\n", "\\r": "\r", "\\t": "\t", '\\"': '"', "\\\\": "\\"}


@dataclass(frozen=True)
class Query:
    """A query's text, with the name that a complaint calls it."""

    text: str
    name: str = "the query"

    @classmethod
    def bundled(cls, name: str) -> Query:
        """A query of ``queries/`` by its name, such as ``all-claims``. Raises ``InputError``."""
        name = name.removesuffix(".rq")
        if name not in bundled_names():
            near = difflib.get_close_matches(name, bundled_names(), n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(questions())}."
            raise InputError(f"There is no file and no bundled query {name!r}: {hint}")
        return cls(resources.query(name), f"the query {name}")

    @classmethod
    def from_file(cls, path: Path) -> Query:
        """The query in a file. Raises ``InputError`` where it cannot be read."""
        try:
            return cls(path.read_text(encoding="utf-8"), f"the query {path}")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"The query file {path} cannot be read: {_first_line(error)}.") from error

    @cached_property
    def headers(self) -> dict[str, str]:
        """The ``key: text`` entries of the opening comment block; an indented line continues the one before.

        >>> Query("# question (en): Which claims\\n#   are there?\\n# answer: c01\\nSELECT * {}").headers
        {'question (en)': 'Which claims are there?', 'answer': 'c01'}
        """
        found: dict[str, str] = {}
        key = ""
        for line in self.text.splitlines():
            if not line.startswith("#"):
                break
            entry = _HEADER.fullmatch(line.strip())
            if entry:
                key = entry["key"]
                found[key] = entry["text"].strip()
            elif key and line.startswith("#  "):
                found[key] += " " + line[1:].strip()
            else:
                key = ""
        return found

    def header(self, key: str) -> str:
        """One entry of the opening block, empty where it is missing."""
        return self.headers.get(key, "")

    @cached_property
    def parameters(self) -> dict[str, str]:
        """The default of each parameter, as it stands in the braces.

        >>> Query("SELECT * {\\n  VALUES ?topic { topic:illness } # parameter\\n}").parameters
        {'topic': 'topic:illness'}
        """
        return {found["name"]: found["default"].strip() for found in _PARAMETER.finditer(self.text)}

    def bind(self, values: Mapping[str, Term | Sequence[Term]]) -> Query:
        """The query with terms in place of its parameters' defaults; several terms for one are alternatives.

        Raises ``InputError`` naming the parameters that there are, where a name is none of them.
        """
        for name in values:
            if name not in self.parameters:
                there = ", ".join(self.parameters) or "none"
                raise InputError(f"{self.name} has no parameter {name!r}; its parameters are: {there}.")

        def replaced(found: re.Match[str]) -> str:
            value = values.get(found["name"])
            if value is None:
                return found[0]
            terms = [value] if isinstance(value, ox.NamedNode | ox.Literal) else value
            return f"{found['before']} {' '.join(map(str, terms))} {found['after']}"

        return Query(_PARAMETER.sub(replaced, self.text), self.name)


def bundled_names() -> list[str]:
    """The names of all queries that come with the package."""
    folder = resources.root() / "queries"
    return [path.relative_to(folder).with_suffix("").as_posix() for path in resources.files("queries", "**/*.rq")]


def questions() -> list[str]:
    """The names of the competency questions: the queries that stand directly in ``queries/``."""
    return [name for name in bundled_names() if "/" not in name]


def parse_binding(text: str) -> tuple[str, Term]:
    """A ``name=value`` of the command line. Raises ``InputError``.

    >>> parse_binding("topic=topic:illness")
    ('topic', <NamedNode value=https://w3id.org/haidiyan/topic/illness>)
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise InputError(f"--bind takes name=value, not {text!r}.")
    try:
        return name.strip().removeprefix("?"), parse_term(value.strip())
    except ValueError as error:
        raise InputError(f"--bind {name}: {value.strip()!r} is no term ({_first_line(error)}).") from error


def parse_term(text: str) -> Term:
    """A term as people write it: prefixed name, IRI, quoted string, number, true or false, plain text.

    A quoted string may have a tag or a type; plain text (疾病) is a string without a language.
    Raises ``InputError`` where no RDF term comes of it.

    >>> print(parse_term("topic:illness"), parse_term("3"), parse_term("疾病"))
    <https://w3id.org/haidiyan/topic/illness> "3"^^<http://www.w3.org/2001/XMLSchema#integer> "疾病"
    """
    if quoted := _QUOTED.fullmatch(text):
        return _literal(quoted)
    if text.startswith("<") and text.endswith(">"):
        return _iri(text[1:-1])
    if text.startswith(("http://", "https://", "urn:")):
        return _iri(text)
    for name, form in _TYPES.items():
        if form.fullmatch(text):
            return ox.Literal(text, datatype=ox.NamedNode(_XSD + name))
    if prefixed := _NAME.fullmatch(text):
        if prefixed["prefix"] not in PREFIXES:
            raise InputError(f"{text!r} has the unknown prefix {prefixed['prefix']!r}; for text, write '\"{text}\"'.")
        return _iri(PREFIXES[prefixed["prefix"]] + prefixed["local"])
    return ox.Literal(text)


DEEPEST = 200
"""How deep a query may nest; the parser descends on the stack, which has an end."""


def _depth(text: str) -> int:
    """How deep the brackets of a text nest, wherever they stand."""
    deepest = depth = 0
    for character in text:
        depth += (character in "{([") - (character in "})]")
        deepest = max(deepest, depth)
    return deepest


def run(
    text: str,
    store: ox.Store,
    default_graph: Sequence[ox.NamedNode] | None = None,
    named_graphs: Sequence[ox.NamedNode] | None = None,
) -> Results:
    """Run a query in pyoxigraph. Without a FROM of its own it sees the default graphs (``dataset.graphs``).

    ``default_graph`` and ``named_graphs`` name others in their place, and in place of its FROM.
    Raises ``InputError`` where it is no SPARQL query, ``DatasetError`` where the store cannot be read.
    """
    if _depth(text) > DEEPEST:
        raise InputError(f"The query nests deeper than {DEEPEST} brackets.")
    try:
        return store.query(
            text,
            default_graph=None if default_graph is None else list(default_graph),
            named_graphs=None if named_graphs is None else list(named_graphs),
        )
    except SyntaxError as error:
        raise InputError(f"This is no SPARQL query: {_first_line(error)}.") from error
    except (OSError, RuntimeError) as error:
        raise DatasetError(f"The dataset is damaged ({_first_line(error)}): run `haidiyan build`.") from error


def rows(name: str, store: ox.Store) -> Iterator[dict[str, str]]:
    """The rows of a bundled SELECT, each variable's value as a string, empty where it is unbound."""
    solutions = run(Query.bundled(name).text, store)
    if not isinstance(solutions, ox.QuerySolutions):
        raise InputError(f"The query {name} is no SELECT.")
    variables = [each.value for each in solutions.variables]
    for row in solutions:
        yield {each: str(getattr(row[each], "value", "")) for each in variables}


def _literal(quoted: re.Match[str]) -> ox.Literal:
    text = re.sub(r'\\[nrt"\\]', lambda found: _ESCAPES[found[0]], quoted["text"])
    if quoted["tag"]:
        return ox.Literal(text, language=quoted["tag"].lower())
    if quoted["type"]:
        datatype = parse_term(quoted["type"])
        if isinstance(datatype, ox.NamedNode):
            return ox.Literal(text, datatype=datatype)
        raise InputError(f"{quoted['type']!r} is no datatype; write xsd:integer or the like.")
    return ox.Literal(text)


def _iri(text: str) -> ox.NamedNode:
    try:
        return ox.NamedNode(text)
    except ValueError as error:
        raise InputError(f"{text!r} is no IRI: {_first_line(error)}.") from error


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(" .")
