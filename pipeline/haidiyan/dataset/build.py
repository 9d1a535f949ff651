"""Build the dataset: edition, sources, closure, claims' places, clauses, shapes, checks, store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pyoxigraph as ox
from rdflib import OWL, RDF, RDFS, VOID, XSD, Graph, Literal, URIRef

from haidiyan import __version__, edition, queries, resources
from haidiyan.dataset import clauses, description, folding, provenance, resolve, shapes, store, texts, variants
from haidiyan.dataset.closure import close
from haidiyan.dataset.convert import quads_of
from haidiyan.dataset.cosmology import generate
from haidiyan.dataset.graphs import METADATA, default_graphs, is_default, text_graphs
from haidiyan.dataset.load import Sources, load
from haidiyan.dataset.store import Manifest
from haidiyan.edition import Place, Volume
from haidiyan.edition.graph import graphs as edition_graphs
from haidiyan.errors import BuildError
from haidiyan.iris import BASE, compact, graph, term
from haidiyan.ontology import profile, terms, vocabularies

Progress = Callable[[str], None]
Made = TypeVar("Made")

STAGES = ("edition", "sources", "claims", "variants", "closure", "clauses", "shapes", "checks", "store")
"""The stages that a build reports as it enters them; ``waiting`` besides where another build is at work."""

DATASET = URIRef(BASE + "dataset")
_GENERATED = (
    "cosmology-closure",
    "claim-sources",
    "variant-places",
    "provenance",
    "terms",
    "pinyin",
    "folded",
    "clauses",
)


@dataclass
class Assembled:
    """The dataset before it is stored: its graphs by IRI, which file describes what, the sha256 of what was used.

    ``texts`` are the files of further texts by the names that the build gives them; ``quads`` are the graphs again.
    """

    graphs: dict[str, Graph]
    sources: Sources
    used: dict[str, str] = field(default_factory=dict)
    texts: dict[str, Path] = field(default_factory=dict)
    quads: list[ox.Quad] = field(default_factory=list, repr=False)

    def in_memory(self) -> ox.Store:
        """A store in memory with all that the built one has."""
        return store.fill(ox.Store(), self.quads)

    def union(self) -> Graph:
        """All that a query sees by default, as one graph."""
        whole = Graph()
        for name in default_graphs(self.graphs):
            for triple in self.graphs[name]:
                whole.add(triple)
        return whole


def build(
    home: Path | str | None = None, progress: Progress | None = None, text: Iterable[Path | str] = ()
) -> Manifest:
    """Build the dataset into its home folder, with further texts where folders of such are given; its manifest.

    Raises ``InputError`` where a folder is no text (docs/second-text.md), and before the work ``DatasetError`` where
    the home cannot be written. On ``BuildError`` nothing has changed.
    """
    report = progress or _silent
    store.refuse_unwritable(store.home_folder(home))
    assembled = assemble(report, text)
    complaints = findings(assembled, report)
    if complaints:
        raise BuildError(complaints)
    report("store")
    return store.write(
        assembled.quads, reading_pack, assembled.used, home, waiting=lambda: report("waiting"), kept=assembled.texts
    )


def assemble(progress: Progress | None = None, text: Iterable[Path | str] = ()) -> Assembled:
    """All graphs of the dataset from the sources, and from further texts. Raises ``BuildError`` and ``InputError``."""
    report = progress or _silent
    folders = texts.given(text)
    complaints = Complaints()
    further = complaints.told(lambda: texts.files(folders), dict[str, Path]())
    used = source_hashes(further)
    report("edition")
    volumes = complaints.told(lambda: edition.read(texts=folders), list[Volume]())
    report("sources")
    sources = complaints.told(lambda: load(texts=further), Sources())
    complaints.refuse()
    complaints += texts.strangers(sources, folders, volumes)
    graphs = sources.graphs
    graphs.update(edition_graphs(volumes))
    report("claims")
    written, ontology = graphs[graph("claims")], graphs[graph("ontology")]
    places = complaints.told(
        lambda: resolve.places(written, ontology, volumes, sources.place_of), dict[URIRef, Place]()
    )
    graphs[graph("claim-sources")] = resolve.sources(places)
    report("variants")
    graphs[graph("variant-places")] = complaints.told(
        lambda: variants.resolve(graphs.get(graph("variants"), Graph()), ontology, volumes, places, sources.place_of),
        Graph(),
    )
    complaints.refuse()
    report("closure")
    graphs[graph("cosmology")] += generate(graphs[graph("cosmology")])
    graphs[graph("cosmology-closure")] = close(graphs[graph("cosmology")])
    report("clauses")
    graphs[graph("clauses")] = compile_clauses(graphs)
    graphs[graph("provenance")] = provenance.derive(graphs)
    graphs.update(terms.describe(graphs, sources.described_in))
    graphs[graph("folded")] = folding.derive(graphs)
    graphs[graph("metadata")] = metadata([*graphs, graph("metadata")])
    _keep_apart(graphs)
    quads = list(quads_of({name: each for name, each in graphs.items() if name != METADATA}))
    graphs[METADATA] += measures(graphs, quads)
    of_texts = [each.number for each in volumes if each.text_folder]
    graphs[METADATA] += description.describe([*quads, *quads_of({METADATA: graphs[METADATA]})], used, of_texts)
    return Assembled(graphs, sources, used, further, [*quads, *quads_of({METADATA: graphs[METADATA]})])


class Complaints(list[str]):
    """What stages that can each be tried complained of, to be told at once."""

    def told(self, make: Callable[[], Made], otherwise: Made) -> Made:
        """What ``make`` makes; the other value where it complains."""
        try:
            return make()
        except BuildError as error:
            self.extend(error.complaints)
            return otherwise

    def refuse(self) -> None:
        """Raise ``BuildError`` where there are complaints."""
        if self:
            raise BuildError(self)


def findings(assembled: Assembled, progress: Progress | None = None) -> list[str]:
    """What breaks a shape or a check, one sentence each."""
    report = progress or _silent
    report("shapes")
    name = assembled.sources.place_of
    found = shapes.validate(assembled.union(), shapes.load_shapes(), name)
    report("checks")
    whole = assembled.in_memory()
    found += vocabularies.check(whole) + profile.check(ontology_of(assembled.graphs))
    return found + shapes.check(whole, name=name)


def ontology_of(graphs: Mapping[str, Graph]) -> Graph:
    """The axioms of all modules with the bridges of all choices, and the individuals of the cosmology."""
    whole = Graph()
    for name, each in graphs.items():
        if name in map(graph, ("cosmology", "ontology", "situations")) or name.startswith(graph("choice-")):
            whole += each
    return whole


def compile_clauses(graphs: Mapping[str, Graph]) -> Graph:
    """The clauses of the ontology's and the situations' classes, with each choice's bridges.

    Raises ``BuildError``.
    """
    doctrines = graphs[graph("doctrines")]
    place = URIRef(term("bridgeGraph"))
    of_choice = {str(choice): str(where) for choice, where in doctrines.subject_objects(place)}
    there = {name for name in graphs if name.startswith(graph("choice-"))}
    complaints = [
        f"{compact(choice)}: its bridges ({compact(where)}) have no file; an empty one would say: none."
        for choice, where in sorted(of_choice.items())
        if where not in there
    ] + [
        f"{compact(where)}: no choice in data/doctrines/axes.ttl has this graph."
        for where in sorted(there - set(of_choice.values()))
    ]
    if complaints:
        raise BuildError(complaints)
    classes = graphs[graph("ontology")] + graphs.get(graph("situations"), Graph())
    return clauses.compile_clauses(classes, {choice: graphs[where] for choice, where in of_choice.items()})


def metadata(names: Iterable[str]) -> Graph:
    """What the dataset says of itself: its version, its graphs, those that a query sees by default."""
    about = Graph()
    about.add((DATASET, RDF.type, URIRef(term("Dataset"))))
    about.add((DATASET, OWL.versionInfo, Literal(__version__, datatype=XSD.string)))
    about.add((DATASET, RDFS.label, Literal("海底眼", lang="zh-hant")))
    for name in names:
        about.add((URIRef(name), RDF.type, URIRef(term("NamedGraph"))))
        about.add((DATASET, URIRef(term("graph")), URIRef(name)))
        if is_default(name):
            about.add((DATASET, URIRef(term("defaultGraph")), URIRef(name)))
    return about


def measures(graphs: Mapping[str, Graph], quads: list[ox.Quad] | None = None) -> Graph:
    """What tells a whole copy of the dataset from another or a part: its hash, that of the reading pack, and how
    many triples each graph has but ``graph:metadata``, which this goes into.

    Raises ``BuildError`` where the pack has blank nodes: their labels differ from copy to copy, and so its hash.
    """
    about = Graph()
    if quads is None:
        quads = list(quads_of({name: graphs[name] for name in graphs if name != METADATA}))
    copy = ox.Store()
    copy.bulk_extend(quads)
    pack = reading_pack(copy)
    unnamed = {each.predicate.value for each in pack for end in each if isinstance(end, ox.BlankNode)}
    if unnamed:
        raise BuildError([f"The reading pack has blank nodes under {compact(each)}." for each in sorted(unnamed)])
    lines = store.sorted_lines(ox.serialize(pack, format=ox.RdfFormat.N_TRIPLES))
    for name, value in (("contentHash", store.content_hash(quads)), ("readingHash", store.digest(lines))):
        about.add((DATASET, URIRef(term(name)), Literal(value, datatype=XSD.string)))
    for name, each in graphs.items():
        if name != METADATA:
            about.add((URIRef(name), VOID.triples, Literal(len(each))))
    return about


def reading_pack(built: ox.Store) -> list[ox.Triple]:
    """The static triples that a reading loads, as ``queries/build/reading-pack.rq`` picks them."""
    picked = queries.run(resources.query("build/reading-pack"), built)
    if not isinstance(picked, ox.QueryTriples):
        raise BuildError(["queries/build/reading-pack.rq is no CONSTRUCT."])
    return list(picked)


def source_hashes(further: Mapping[str, Path] | None = None) -> dict[str, str]:
    """The sha256 of every file that the dataset is made from, by its path below the root; of further texts by name."""
    paths = [path for top in ("ontology", "data") for path in resources.files(top, "**/*") if path.is_file()]
    paths += resources.files("queries/build", "**/*.rq")
    base = resources.root()
    named = {path.relative_to(base).as_posix(): path for path in paths} | dict(further or {})
    return {name: store.digest(path.read_bytes()) for name, path in named.items()}


def _keep_apart(graphs: Mapping[str, Graph]) -> None:
    """See that no triple stands twice in the default graphs: pyoxigraph would count it twice, rdflib once."""
    seen: dict[tuple[object, ...], str] = {}
    complaints = []
    generated = {*map(graph, _GENERATED), *text_graphs(graphs)}
    written = default_graphs(graphs)
    written.sort(key=lambda name: name in generated)
    for name in written:
        for triple in list(graphs[name]):
            other = seen.setdefault(triple, name)
            if other == name:
                continue
            if name in generated:
                graphs[name].remove(triple)
            else:
                words = " ".join(compact(str(each)) for each in triple)
                complaints.append(
                    f"{words} stands in {compact(other)} and in {compact(name)}; one of the two is enough."
                )
    if complaints:
        raise BuildError(sorted(complaints))


def _silent(stage: str) -> None:
    pass
