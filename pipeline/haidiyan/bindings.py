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
        default = _default(query, name)
        _refuse_things(query, name, given)
        settled[name] = [_thing(each, default, store) for each in given] if default else list(given)
    return settled


def _refuse_things(query: Query, name: str, given: Sequence[Term]) -> None:
    """See that no IRI is given where the default is text: nothing would ever be found."""
    default = parse_term(query.parameters[name].split()[0]) if query.parameters.get(name) else None
    for each in given:
        if isinstance(default, ox.Literal) and isinstance(each, ox.NamedNode):
            raise InputError(f"The parameter {name} of {query.name} takes text, not {iris.compact(each.value)}.")


def mentioned(query: Query, values: Mapping[str, Sequence[Term]]) -> list[ox.NamedNode]:
    """The IRIs that the values may mean where an IRI is wanted; ``settle`` asks a store of these, and of names."""
    found = []
    for name, given in values.items():
        if default := _default(query, name):
            found += [each if isinstance(each, ox.NamedNode) else _named(each, default) for each in given]
    return [each for each in found if each is not None]


def _default(query: Query, name: str) -> ox.NamedNode | None:
    """The default of a parameter that wants one of the dataset's things."""
    default = parse_term(query.parameters[name].split()[0]) if query.parameters.get(name) else None
    return default if isinstance(default, ox.NamedNode) and default.value.startswith(iris.BASE) else None


def _named(given: ox.Literal, like: ox.NamedNode) -> ox.NamedNode | None:
    """The IRI with a word as its local name, of the same kind as another."""
    space = like.value[: len(like.value) - len(iris.local_name(like.value))]
    return ox.NamedNode(space + given.value) if given.value.replace("-", "").isalnum() else None


def _thing(given: Term, like: ox.NamedNode, store: ox.Store) -> Term:
    """The thing that is meant, of the same kind as another."""
    if isinstance(given, ox.NamedNode):
        if any(store.quads_for_pattern(given, None, None)):
            return given
        raise InputError(f"The dataset knows no {iris.compact(given.value)}{_near(given.value, given, store)}.")
    space = like.value[: len(like.value) - len(iris.local_name(like.value))]
    if (named := _named(given, like)) and any(store.quads_for_pattern(named, None, None)):
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
