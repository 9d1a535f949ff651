"""Who says each claim and each variant, from which words, and who encoded it; each layer in a graph of its own."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pyoxigraph as ox
import pytest

from haidiyan.dataset import store
from haidiyan.dataset.graphs import is_default
from haidiyan.edition import Segment, find, read
from haidiyan.iris import PREFIXES, graph, individual, local_name, term

PREFIX = "".join(f"PREFIX {name}: <{space}>\n" for name, space in PREFIXES.items())


@pytest.fixture(scope="module")
def built(home: Path) -> ox.Store:
    return store.open_store(home)


@pytest.fixture(scope="module")
def segments() -> list[Segment]:
    return [each for volume in read() for passage in volume.passages for each in passage.segments]


@pytest.fixture(scope="module")
def stated(built: ox.Store) -> dict[str, Segment]:
    """Each claim with the segment that holds its words, found in the text anew."""
    volumes = read()
    words = "?claim hdy:passage ?passage ; hdy:quote ?quote . OPTIONAL { ?claim hdy:occurrence ?count }"
    return {
        claim: find(volumes, local_name(passage), quote, int(count) if count else None)
        for claim, passage, quote, count in select(built, "?claim ?passage ?quote ?count", words)
    }


def select(built: ox.Store, variables: str, pattern: str) -> list[tuple[str, ...]]:
    """The rows of a pattern, each value as a string, empty where it is unbound."""
    found = built.query(f"{PREFIX} SELECT {variables} {{ {pattern} }}")
    assert isinstance(found, ox.QuerySolutions)
    names = [each.value for each in found.variables]
    return [tuple(str(getattr(row[name], "value", "")) for name in names) for row in found]


def values(built: ox.Store, prov: str) -> dict[str, set[str]]:
    """What each thing has for a property of PROV, in the graph of the provenance."""
    found: dict[str, set[str]] = defaultdict(set)
    for subject, value in select(built, "?s ?o", f"GRAPH graph:provenance {{ ?s prov:{prov} ?o }}"):
        found[subject].add(value)
    return found


def test_a_claim_is_attributed_to_the_author_of_its_layer(built: ox.Store, stated: dict[str, Segment]) -> None:
    authors = values(built, "wasAttributedTo")
    expected = {claim: each.creator for claim, each in stated.items()}
    assert {claim: authors.get(claim, set()) for claim in stated} == {
        claim: {individual("agent", creator)} if creator else set() for claim, creator in expected.items()
    }
    counted = Counter(local_name(author) for claim in stated for author in authors[claim])
    assert counted == Counter(filter(None, expected.values()))
    assert {"lu-wei", "zheng-guanqing", "headnote-writer"} <= set(counted)


def test_only_who_signs_nothing_has_no_author(stated: dict[str, Segment]) -> None:
    assert {each.layer for each in stated.values() if not each.creator} <= {"colophon", "title"}


def test_a_claim_is_quoted_from_its_segment_and_the_segment_has_the_span(
    built: ox.Store, stated: dict[str, Segment]
) -> None:
    sources = values(built, "wasQuotedFrom")
    assert sources == {claim: {individual("segment", each.name)} for claim, each in stated.items()}
    spans = select(
        built, "?claim ?start ?end", "?claim prov:wasQuotedFrom ?segment . ?segment hdy:start ?start ; hdy:end ?end"
    )
    assert sorted(spans) == sorted((claim, str(each.start), str(each.end)) for claim, each in stated.items())


def test_claims_and_variants_were_made_by_the_encoders(built: ox.Store, stated: dict[str, Segment]) -> None:
    rows = select(
        built,
        "?thing ?agent ?role",
        "?thing prov:wasGeneratedBy ?activity . ?activity a prov:Activity ; prov:wasAssociatedWith ?agent ;"
        " prov:qualifiedAssociation [ prov:agent ?agent ; prov:hadRole ?role ]",
    )
    variants = {variant for (variant,) in select(built, "?v", "?v hdy:proposer ?who")}
    assert Counter(each for each, _, _ in rows) == Counter({*stated, *variants})
    assert {row[1:] for row in rows} == {(individual("agent", "encoders"), individual("role", "encoding"))}


def test_the_second_reading_is_an_activity_of_others(built: ox.Store) -> None:
    (row,) = select(
        built,
        "?agent ?role",
        "activity:second-reading a prov:Activity ; prov:wasInformedBy activity:encoding ;"
        " prov:wasAssociatedWith ?agent ; prov:qualifiedAssociation [ prov:agent ?agent ; prov:hadRole ?role ] ."
        " ?agent a prov:Agent",
    )
    assert row == (individual("agent", "second-readers"), individual("role", "second-reading"))


def test_a_variant_is_attributed_to_whoever_proposes_it(built: ox.Store) -> None:
    proposers: dict[str, set[str]] = defaultdict(set)
    for variant, proposer in select(built, "?v ?who", "GRAPH graph:variants { ?v hdy:proposer ?who }"):
        proposers[variant].add(proposer)
    assert proposers
    authors = values(built, "wasAttributedTo")
    assert {variant: authors[variant] for variant in proposers} == proposers


def test_the_graph_of_the_provenance_says_nothing_else(built: ox.Store, stated: dict[str, Segment]) -> None:
    quads = list(built.quads_for_pattern(None, None, None, ox.NamedNode(graph("provenance"))))
    said = {local_name(each.predicate.value) for each in quads}
    assert said == {"wasAttributedTo", "wasQuotedFrom", "wasGeneratedBy"}
    proposed = len(select(built, "?v ?who", "?v hdy:proposer ?who"))
    variants = len(select(built, "DISTINCT ?v", "?v hdy:proposer ?who"))
    anonymous = sum(not each.creator for each in stated.values())
    assert len(quads) == 3 * len(stated) - anonymous + proposed + variants


def test_the_graphs_of_the_layers_part_the_segments_among_them(built: ox.Store, segments: list[Segment]) -> None:
    rows = select(built, "?segment ?graph", "GRAPH ?graph { ?segment a hdy:Segment }")
    expected = [(individual("segment", each.name), graph(f"volume-{each.name[1]}-{each.layer}")) for each in segments]
    assert sorted(rows) == sorted(expected)
    assert all(is_default(name) for _, name in rows)


def test_all_that_is_said_of_a_segment_by_the_edition_stands_in_the_graph_of_its_layer(built: ox.Store) -> None:
    for name in ("words", "layer", "passage", "order"):
        home = "GRAPH ?home { ?segment a hdy:Segment }"
        strays = select(
            built, "?segment", f"{home} GRAPH ?other {{ ?segment <{term(name)}> ?value }} FILTER (?home != ?other)"
        )
        assert not strays, name


def test_the_default_graph_is_the_text_whole(built: ox.Store, segments: list[Segment]) -> None:
    rows = select(built, "?segment ?words", "?segment a hdy:Segment ; hdy:words ?words")
    assert sorted(rows) == sorted((individual("segment", each.name), each.words) for each in segments)
