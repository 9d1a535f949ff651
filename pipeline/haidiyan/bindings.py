"""Settle what a user gives for a query's parameters on terms that the dataset knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.chart.catalog import nearest
from haidiyan.errors import InputError
from haidiyan.queries import Query, Term, parse_term

_NAMINGS = (
    *(ox.NamedNode(iris.PREFIXES["skos"] + name) for name in ("prefLabel", "altLabel", "notation")),
    ox.NamedNode(iris.term("fullName")),
    ox.NamedNode(iris.term("symbol")),
)


def settle(query: Query, values: Mapping[str, Sequence[Term]], store: ox.Store) -> dict[str, list[Term]]:
    """The values with names in place of which an IRI is wanted resolved: 疾病, illness and topic:illness are one.

    A parameter wants an IRI where its default is one. Raises ``InputError`` for what the dataset does not know.
    """
    settled: dict[str, list[Term]] = {}
    for name, given in values.items():
        default = parse_term(query.parameters[name].split()[0]) if query.parameters.get(name) else None
        wants_thing = isinstance(default, ox.NamedNode) and default.value.startswith(iris.BASE)
        settled[name] = [_thing(each, default, store) for each in given] if wants_thing else list(given)
    return settled


def _thing(given: Term, like: Term | None, store: ox.Store) -> Term:
    """The thing that is meant, of the same kind as another."""
    if isinstance(given, ox.NamedNode):
        if any(store.quads_for_pattern(given, None, None)):
            return given
        raise InputError(f"The dataset knows no {iris.compact(given.value)}{_near(given.value, given, store)}.")
    kind = str(getattr(like, "value", ""))
    space = kind[: len(kind) - len(iris.local_name(kind))]
    if given.value.replace("-", "").isalnum() and any(
        store.quads_for_pattern(named := ox.NamedNode(space + given.value), None, None)
    ):
        return named
    for thing, name in _names(space, store):
        if name == given.value:
            return ox.NamedNode(thing)
    raise InputError(f"{given.value!r} is no {iris.compact(space).strip(':')}{_near(given.value, like, store)}.")


def _names(space: str, store: ox.Store) -> Iterator[tuple[str, str]]:
    """Each name of the things of a kind."""
    for naming in _NAMINGS:
        for quad in store.quads_for_pattern(None, naming, None, ox.DefaultGraph()):
            thing = str(getattr(quad.subject, "value", ""))
            if thing.startswith(space) and isinstance(quad.object, ox.Literal):
                yield thing, quad.object.value


def _near(name: str, like: Term | None, store: ox.Store) -> str:
    kind = str(getattr(like, "value", ""))
    space = kind[: len(kind) - len(iris.local_name(kind))]
    known = {iris.local_name(thing) for thing, _ in _names(space, store)} | {word for _, word in _names(space, store)}
    near = nearest(iris.local_name(name), known)
    return f"; the nearest are {'、'.join(near)}" if near else ""
