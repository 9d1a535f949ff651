"""Choose what an export writes: the whole dataset, named graphs, a volume, a claim, a variant, or a graph at hand.

A part is the things that it is about (``queries/publication/scope-*.rq``) with all that the dataset says of each, in
its graphs; whatever else is mentioned there is described in the dataset.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.chart.catalog import nearest
from haidiyan.dataset.graphs import METADATA, is_default, is_volume, text_graphs
from haidiyan.dataset.store import Manifest, manifest, named, open_store
from haidiyan.errors import InputError
from haidiyan.queries import Query, run

if TYPE_CHECKING:
    from rdflib import Graph

LICENCE = "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/"
COMPILED = iris.graph("clauses")
"""What the build makes anew each time of the conditions; a part has the conditions themselves."""

_SUBCLASS = ox.NamedNode(iris.PREFIXES["rdfs"] + "subClassOf")


@dataclass(frozen=True)
class Selection:
    """Quads to write, the name and the words by which one knows what they are, and the dataset that they are of."""

    name: str
    words: str
    quads: list[ox.Quad]
    dataset: Manifest
    chosen: bool = False
    """Whether the graphs were chosen by name: then one graph of them has them all."""

    @property
    def header(self) -> str:
        """What stands at the head of a file: what it holds, from which dataset, on which terms."""
        version = iris.dataset_version(self.dataset.version)
        return f"{self.words}\n海底眼, {version}, sha256 {self.dataset.hash}\n{LICENCE}"

    @property
    def single(self) -> list[ox.Quad]:
        """What goes into one graph: unless graphs were chosen, without the choices, which contradict each other."""
        if self.chosen:
            return self.quads
        return [each for each in self.quads if (name := _graph(each)) == "" or is_default(name)]

    @property
    def graphs(self) -> dict[str, list[ox.Quad]]:
        """The quads graph by graph, by the local name of the graph; that without a name has the selection's."""
        found: dict[str, list[ox.Quad]] = {}
        for quad in self.quads:
            found.setdefault(iris.local_name(_graph(quad)) or self.name, []).append(quad)
        return dict(sorted(found.items()))

    @property
    def subjects(self) -> set[str]:
        """The names of all that is described here."""
        return {each.subject.value for each in self.quads if isinstance(each.subject, ox.NamedNode)}


def whole(dataset: ox.Store | None = None) -> Selection:
    """Every named graph of the dataset in use. Raises ``DatasetError``, as all here do."""
    return Selection("haidiyan", "The whole dataset", list(named(_opened(dataset))), manifest())


def modules(names: Sequence[str], dataset: ox.Store | None = None) -> Selection:
    """Named graphs by their local names. Raises ``InputError`` with the nearest where there is no such graph."""
    store = _opened(dataset)
    listed = store.quads_for_pattern(None, ox.NamedNode(iris.term("graph")), None, ox.NamedNode(METADATA))
    graphs = [str(getattr(each.object, "value", "")) for each in listed]
    known = sorted(map(iris.local_name, graphs))
    layers = {iris.local_name(each) for each in text_graphs(graphs) if not is_volume(each)}
    chosen = list(dict.fromkeys(iris.local_name(each.strip("<>").removeprefix("graph:")) for each in names))
    for given, name in zip(names, chosen, strict=False):
        if name not in known:
            near = nearest(name, known)
            there = [each for each in known if not each.startswith("choice-") and each not in layers]
            remedy = (
                "the nearest are" if near else "beside choices (choice-body-self) and layers (volume-2-verse) there are"
            )
            raise InputError(f"{given!r} is no module; {remedy} {'、'.join(near or there)}.")
    quads = [
        quad for name in chosen for quad in store.quads_for_pattern(None, None, None, ox.NamedNode(iris.graph(name)))
    ]
    return Selection(
        "-".join(chosen),
        f"The graph{'s' if len(chosen) > 1 else ''} {', '.join(chosen)}",
        quads,
        manifest(),
        chosen=True,
    )


def volume(number: int, dataset: ox.Store | None = None) -> Selection:
    """A volume: its text, claims and variants. Raises ``InputError`` where there is none of this number."""
    return _part("volume", str(number), f"Volume {number}", dataset)


def claim(name: str, dataset: ox.Store | None = None) -> Selection:
    """A claim with its passage, segment, notes and condition. Raises ``InputError`` with the nearest."""
    return _part("claim", name, "The claim {}", dataset)


def variant(name: str, dataset: ox.Store | None = None) -> Selection:
    """A variant with what stands on either side. Raises ``InputError`` with the nearest."""
    return _part("variant", name, "The variant {}", dataset)


def of_graph(name: str, words: str, graph: Graph) -> Selection:
    """A graph at hand, such as that of a chart or a reading."""
    from haidiyan.dataset.convert import quads_of

    quads = [ox.Quad(each.subject, each.predicate, each.object) for each in quads_of({iris.graph(name): graph})]
    return Selection(name, words, quads, manifest())


def _part(kind: str, given: str, words: str, dataset: ox.Store | None) -> Selection:
    store = _opened(dataset)
    name = iris.local_name(given.strip().strip("<>").removeprefix(f"{kind}:"))
    things = list(_things(kind, name, store)) if name else []
    if not things:
        raise InputError(_refusal(kind, given, name, store))
    return Selection(f"{kind}-{name}", words.format(name), list(_described(things, store)), manifest())


def _things(kind: str, name: str, store: ox.Store) -> Iterator[ox.NamedNode]:
    try:
        wanted = ox.NamedNode(iris.individual(kind, name))
    except ValueError:
        return
    found = run(Query.bundled(f"publication/scope-{kind}").bind({kind: wanted}).text, store)
    if isinstance(found, ox.QuerySolutions):
        yield from (row["thing"] for row in found if isinstance(row["thing"], ox.NamedNode))


def _described(things: Iterable[ox.NamedNode], store: ox.Store) -> Iterator[ox.Quad]:
    """All that is said of some things, with the anonymous nodes below them, and those that are their sub-classes."""
    done: set[ox.NamedNode | ox.BlankNode] = set()
    waiting: list[ox.NamedNode | ox.BlankNode] = list(things)
    while waiting:
        node = waiting.pop()
        if node in done:
            continue
        done.add(node)
        for quad in _named(store.quads_for_pattern(node, None, None, None)):
            yield quad
            if isinstance(quad.object, ox.BlankNode):
                waiting.append(quad.object)
        for quad in _named(store.quads_for_pattern(None, _SUBCLASS, node, None)):
            if isinstance(quad.subject, ox.BlankNode):
                waiting.append(quad.subject)


def _named(quads: Iterable[ox.Quad]) -> Iterator[ox.Quad]:
    return (each for each in quads if _graph(each) not in ("", COMPILED))


def _refusal(kind: str, given: str, name: str, store: ox.Store) -> str:
    space = iris.individual(kind, "")
    typed = store.quads_for_pattern(None, ox.NamedNode(iris.PREFIXES["rdf"] + "type"), None, ox.DefaultGraph())
    subjects = {str(getattr(each.subject, "value", "")) for each in typed}
    known = sorted(each.removeprefix(space) for each in subjects if each.startswith(space))
    beside = [each for each in known if each.rpartition("-")[0] == name.rpartition("-")[0] != ""]
    near = nearest(name, beside or known) or (known if len(known) < 10 else [])
    remedy = f"the nearest are {'、'.join(near)}" if near else f"`haidiyan query all-{kind}s` lists them"
    return f"{given!r} is no {kind}; {remedy}."


def _opened(dataset: ox.Store | None) -> ox.Store:
    return open_store() if dataset is None else dataset


def _graph(quad: ox.Quad) -> str:
    return str(getattr(quad.graph_name, "value", ""))
