"""What an export holds: all of it or a part, with nothing hanging loose."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

import haidiyan
from haidiyan.dataset import store
from haidiyan.errors import InputError
from haidiyan.iris import BASE, graph, individual, term
from haidiyan.publication import scopes
from haidiyan.publication.scopes import Selection


@pytest.fixture(scope="module")
def built(home: Path) -> ox.Store:
    return store.open_store(home)


def terms(selection: Selection) -> set[str]:
    """Every name of ours that is mentioned."""
    found = set()
    for quad in selection.quads:
        for each in (quad.subject, quad.predicate, quad.object, quad.graph_name):
            value = str(getattr(each, "value", ""))
            if isinstance(each, ox.NamedNode) and value.startswith(BASE):
                found.add(value)
    return found


def described(built: ox.Store) -> set[str]:
    return {each.subject.value for each in built if isinstance(each.subject, ox.NamedNode)}


def test_whatever_the_whole_dataset_mentions_it_describes(built: ox.Store) -> None:
    whole = scopes.whole(built)
    assert terms(whole) <= whole.subjects


@pytest.mark.parametrize("kind", ["claim", "variant", "volume", "module", "chart", "reading"])
def test_whatever_a_part_mentions_is_described_in_it_or_in_the_dataset(kind: str, built: ox.Store) -> None:
    chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    part = {
        "claim": lambda: scopes.claim("j2-p01-c03", built),
        "variant": lambda: scopes.variant("j2-p57-v1", built),
        "volume": lambda: scopes.volume(3, built),
        "module": lambda: scopes.modules(["situations"], built),
        "chart": lambda: scopes.of_graph("chart", "", chart.graph),
        "reading": lambda: scopes.of_graph("reading", "", haidiyan.read(chart, "疾病").graph),
    }[kind]()
    assert part.quads
    assert terms(part) <= part.subjects | described(built)


def test_a_part_says_nothing_that_the_dataset_does_not_say(built: ox.Store) -> None:
    whole = set(scopes.whole(built).quads)
    for part in (scopes.claim("j2-p65-c02", built), scopes.variant("j2-p57-v1", built), scopes.volume(2, built)):
        assert set(part.quads) < whole
        assert len(part.quads) == len(set(part.quads))


def test_a_claim_comes_with_its_words_its_condition_and_its_author(built: ox.Store) -> None:
    """病人無藥主沉昏, 2:1: the verse of 陸位, under 父動, which is 父母 and 動."""
    part = scopes.claim("j2-p01-c03", built)
    words = {str(getattr(each.object, "value", "")) for each in part.quads}
    assert {"病人無藥主沉昏", "子能醫藥", "父母爻發動", "陸位"} <= words
    assert {individual("state", "parents"), individual("state", "moving")} <= part.subjects
    assert not any(each.graph_name == ox.NamedNode(scopes.COMPILED) for each in part.quads)


def test_a_condition_comes_with_the_anonymous_classes_that_state_it(built: ox.Store) -> None:
    """Every blank node of a part is whole: nothing that the dataset says of it is missing."""
    for name in ("j2-p65-c02", "j2-p57-c03"):
        part = scopes.claim(name, built)
        blank = {end for each in part.quads for end in (each.subject, each.object) if isinstance(end, ox.BlankNode)}
        said = {each for each in scopes.whole(built).quads if each.subject in blank}
        assert said <= set(part.quads)


def test_a_volume_has_all_its_text_claims_and_variants_and_none_of_the_other(built: ox.Store) -> None:
    parts = {number: scopes.volume(number, built).subjects for number in (2, 3)}
    everything = scopes.whole(built).subjects
    for kind in ("passage", "segment", "claim", "variant"):
        space = individual(kind, "")
        for number, subjects in parts.items():
            mine = {each for each in everything if each.startswith(f"{space}j{number}-")}
            assert mine == {each for each in subjects if each.startswith(space)}


def test_a_module_is_the_graph_of_that_name(built: ox.Store) -> None:
    for given in ("claims", "graph:claims", graph("claims")):
        part = scopes.modules([given], built)
        assert set(part.quads) == set(built.quads_for_pattern(None, None, None, ox.NamedNode(graph("claims"))))
    assert set(scopes.modules(["choice-body-self", "text"], built).graphs) == {"choice-body-self", "text"}


def test_one_graph_leaves_out_the_rival_choices_unless_they_were_asked_for(built: ox.Store) -> None:
    rivals = {each for each in scopes.whole(built).quads if "/graph/choice-" in str(each.graph_name)}
    assert rivals
    assert set(scopes.whole(built).single) == set(scopes.whole(built).quads) - rivals
    assert scopes.modules(["choice-body-self"], built).single


def test_a_file_says_what_it_holds_of_which_dataset_on_which_terms(home: Path, built: ox.Store) -> None:
    head = scopes.claim("j2-p01-c03", built).header
    for words in ("j2-p01-c03", f"{BASE}dataset/{haidiyan.__version__}", store.manifest(home).hash, "CC BY 4.0"):
        assert words in head


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        ("claim", "j2-p01-c99", r"'j2-p01-c99' is no claim; the nearest are j2-p01-c"),
        ("claim", "", r"'' is no claim; `haidiyan query all-claims` lists them"),
        ("claim", "j2-p01", r"'j2-p01' is no claim"),
        ("variant", "a b", r"'a b' is no variant; `haidiyan query all-variants` lists them"),
        ("volume", 7, r"'7' is no volume; the nearest are 2、3"),
        ("modules", ["claim"], r"'claim' is no module; the nearest are claims"),
        ("modules", ["text", "zzz"], r"'zzz' is no module; .* there are .*cosmology"),
    ],
)
def test_what_there_is_not_is_refused_with_what_is_near(kind: str, given: object, words: str, built: ox.Store) -> None:
    with pytest.raises(InputError, match=words):
        getattr(scopes, kind)(given, built)


def test_a_passage_is_no_claim_though_it_is_described(built: ox.Store) -> None:
    assert individual("passage", "j2-p01") in described(built)
    assert not list(built.quads_for_pattern(ox.NamedNode(individual("claim", "j2-p01")), None, None, None))
    assert term("Claim") in described(built)
