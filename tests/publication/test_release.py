"""Two releases held against each other: each kind of change has its name, and what is no change has none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from haidiyan.dataset import store
from haidiyan.errors import InputError
from haidiyan.iris import PREFIXES
from haidiyan.publication import release
from haidiyan.publication.release import MAJOR, MINOR, NONE, PATCH

HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PREFIXES.items())
OLD = """
graph:metadata {
    <https://w3id.org/haidiyan/dataset> a hdy:Dataset ; owl:versionInfo "1.2.3" ; hdy:contentHash "aa" .
    <https://w3id.org/haidiyan/source/a.ttl> hdy:sha256 "aa" .
}
graph:clauses { situation:parents-moving hdy:partOf clause:situation-x-1 . clause:situation-x-1 hdy:size 2 }
graph:claims {
    claim:c1 a hdy:Rule ; hdy:antecedent situation:parents-moving ; hdy:prognosis prognosis:adverse ;
        hdy:topic topic:illness ;
        hdy:outcome "Bad."@en ; hdy:certainty certainty:high .
    claim:c2 a hdy:Definition ; rdf:subject relation:parents ; rdf:predicate hdy:overcomes ;
        rdf:object relation:offspring .
    claim:c3 a hdy:Rule ; hdy:antecedent situation:parents-moving ; hdy:overrides claim:c1 .
    prognosis:adverse a hdy:Prognosis . topic:illness a hdy:Topic ; skos:prefLabel "illness"@en .
}
graph:situations {
    situation:parents-moving a hdy:Situation , owl:Class ; owl:intersectionOf ( state:parents state:moving ) .
    situation:struck a hdy:Situation , owl:Class ; skos:definition "Struck."@en .
    [ a owl:Restriction ; owl:onProperty hdy:useLine ; owl:someValuesFrom pattern:hit ]
        rdfs:subClassOf situation:struck .
    pattern:hit a hdy:Pattern , owl:Class . state:void rdfs:subClassOf pattern:hit .
}
graph:ontology {
    state:parents a hdy:State , owl:Class ; skos:notation "父母" .
    state:moving a hdy:State , owl:Class ; skos:notation "動" .
    state:void a hdy:State , owl:Class ; skos:notation "空" .
    hdy:Rule rdfs:subClassOf hdy:Claim . hdy:Claim a owl:Class .
    <https://w3id.org/haidiyan/ontology/claims> a owl:Ontology ; owl:versionInfo "1.2.3" ;
        dcterms:modified "2026-11-30" ;
        owl:versionIRI <https://w3id.org/haidiyan/ontology/claims/1.2.3> .
    <https://w3id.org/haidiyan/ontology/claims/1.2.3> dcterms:isVersionOf <https://w3id.org/haidiyan/ontology/claims> .
}
graph:cosmology-closure { branch:zi hdy:clashes branch:wu . }
graph:doctrines { choice:body-self a hdy:Choice . doctrine:verse a hdy:Doctrine ; hdy:includes choice:body-self . }
graph:choice-body-self { state:body-self rdfs:subClassOf state:body . }
"""

CHANGES = [
    # words
    ('skos:prefLabel "illness"@en', 'skos:prefLabel "sickness"@en', PATCH, "topic:illness skos:prefLabel"),
    ('skos:definition "Struck."@en', 'skos:definition "Hit."@en', PATCH, "situation:struck skos:definition"),
    ('hdy:outcome "Bad."@en', 'hdy:outcome "It is bad."@en', PATCH, "claim:c1 hdy:outcome"),
    ("claim:c3 a", 'claim:c3 skos:editorialNote "A note."@en ; a', PATCH, "claim:c3 skos:editorialNote"),
    # more
    (
        "prognosis:adverse a",
        "claim:c4 a hdy:Rule ; hdy:antecedent situation:struck . prognosis:adverse a",
        MINOR,
        "claim:c4",
    ),
    ("claim:c3 a", "claim:c3 cito:agreesWith claim:c1 ; a", MINOR, "claim:c3 cito:agreesWith"),
    ("branch:wu .", "branch:wu . branch:zi hdy:season season:winter .", MINOR, "branch:zi hdy:season"),
    (
        "hdy:Claim a owl:Class .",
        "hdy:Claim a owl:Class . hdy:Omen a owl:Class ; rdfs:subClassOf hdy:Claim .",
        MINOR,
        "hdy:Omen",
    ),
    ("choice:body-self a", "choice:body-none a hdy:Choice . choice:body-self a", MINOR, "choice:body-none"),
    (
        "pattern:hit a",
        "state:void rdfs:subClassOf pattern:new . pattern:new a hdy:Pattern . pattern:hit a",
        MINOR,
        "pattern:new",
    ),
    # retired in order
    (
        "claim:c3 a hdy:Rule ; hdy:antecedent situation:parents-moving ; hdy:overrides claim:c1 .",
        "claim:c3 dcterms:isReplacedBy claim:c1 .",
        MINOR,
        "claim:c3 is retired, for claim:c1",
    ),
    ("claim:c3 a", "claim:c3 owl:deprecated true ; a", MINOR, "claim:c3 is retired"),
    # what it says
    ("situation:parents-moving ; hdy:prognosis", "situation:struck ; hdy:prognosis", MAJOR, "claim:c1 hdy:antecedent"),
    ("hdy:prognosis prognosis:adverse ;", "", MAJOR, "claim:c1 hdy:prognosis"),
    ("hdy:topic topic:illness", "hdy:topic topic:illness , topic:travel", MAJOR, "claim:c1 hdy:topic"),
    ("rdf:object relation:offspring", "rdf:object relation:siblings", MAJOR, "claim:c2 rdf:object"),
    ("rdf:subject relation:parents ;", "rdf:subject relation:wealth ;", MAJOR, "claim:c2 rdf:subject"),
    ("claim:c3 a", "claim:c3 hdy:prognosis prognosis:adverse ; a", MAJOR, "claim:c3 hdy:prognosis"),
    # when it says it
    (
        "( state:parents state:moving )",
        "( state:parents state:void )",
        MAJOR,
        "situation:parents-moving owl:intersectionOf",
    ),
    ("owl:onProperty hdy:useLine", "owl:onProperty hdy:selfLine", MAJOR, "rdfs:subClassOf"),
    (
        "pattern:hit a",
        "state:moving rdfs:subClassOf pattern:hit . pattern:hit a",
        MAJOR,
        "state:moving rdfs:subClassOf",
    ),
    ("state:body .", "state:body . state:self rdfs:subClassOf state:body .", MAJOR, "state:self rdfs:subClassOf"),
    # what is gone
    ("prognosis:adverse a hdy:Prognosis .", "", MAJOR, "prognosis:adverse is gone"),
    ("branch:zi hdy:clashes branch:wu .", "branch:zi hdy:clashes branch:si .", MAJOR, "branch:zi hdy:clashes"),
    ('skos:notation "動"', 'skos:notation "移"', MAJOR, "state:moving skos:notation"),
    ("; hdy:certainty certainty:high", "; hdy:certainty certainty:low", MAJOR, "claim:c1 hdy:certainty"),
    # no change
    ('"aa"', '"bb"', NONE, ""),
    ("hdy:size 2", "hdy:size 3", NONE, ""),
    ("clause:situation-x-1", "clause:situation-y-7", NONE, ""),
    ("1.2.3", "1.2.4", NONE, ""),
    ("2026-11-30", "2027-01-01", NONE, ""),
]
"""What is written in place of what, the level, and words of the change that is named."""


def difference(old: str, new: str) -> release.Difference:
    return release.difference(side(old), side(new))


def side(text: str) -> release.Side:
    import pyoxigraph as ox

    return release.side(ox.parse(HEAD + text, format=ox.RdfFormat.TRIG, rename_blank_nodes=True))


def nquads(path: Path, text: str) -> Path:
    import pyoxigraph as ox

    path.write_bytes(store.canonical(ox.parse(HEAD + text, format=ox.RdfFormat.TRIG))[1])
    return path


@pytest.mark.parametrize(("was", "now", "level", "words"), CHANGES)
def test_each_kind_of_change_has_its_name(was: str, now: str, level: str, words: str) -> None:
    assert was in OLD
    found = difference(OLD, OLD.replace(was, now))
    assert found.level == level, found.to_text()
    if words:
        assert any(words in each.words for each in found.changes if each.level == level), found.to_text()
    else:
        assert found.changes == []


def test_the_weightiest_change_names_the_release() -> None:
    new = OLD.replace('"illness"@en', '"sickness"@en').replace("claim:c3 a", "claim:c3 cito:agreesWith claim:c1 ; a")
    found = difference(OLD, new)
    assert (found.level, [each.level for each in found.changes]) == (MINOR, [MINOR, PATCH])


def test_a_renamed_thing_is_no_change_to_what_points_to_it() -> None:
    """situation:parents-moving gives way to situation:parents-move, with the same condition."""
    new = OLD.replace("situation:parents-moving", "situation:parents-move").replace(
        "pattern:hit a", "situation:parents-moving dcterms:isReplacedBy situation:parents-move . pattern:hit a"
    )
    found = difference(OLD, new)
    assert found.level == MINOR, found.to_text()
    assert {each.words for each in found.changes} == {
        "situation:parents-moving is retired, for situation:parents-move",
        "situation:parents-move is new",
    }


def test_a_thing_that_gives_way_to_another_condition_breaks_what_points_to_it() -> None:
    described = "a hdy:Situation , owl:Class ; owl:intersectionOf ( state:parents state:moving )"
    new = OLD.replace(
        f"situation:parents-moving {described}", "situation:parents-moving dcterms:isReplacedBy situation:struck"
    ).replace("hdy:antecedent situation:parents-moving", "hdy:antecedent situation:struck")
    found = difference(OLD, new)
    assert [each.words for each in found.changes if each.level == MAJOR] == [
        "situation:struck takes the place of situation:parents-moving, and holds under another condition"
    ]


def test_neither_blank_node_names_nor_the_graph_that_states_a_thing_matter() -> None:
    assert difference(OLD, OLD).changes == []
    assert difference(OLD, OLD.replace("graph:cosmology-closure {", "graph:cosmology {")).changes == []


@pytest.mark.parametrize(
    ("old", "level", "least"),
    [("1.2.3", MAJOR, "2.0.0"), ("1.2.3", PATCH, "1.2.4"), ("0.1.0", MAJOR, "0.2.0"), ("0.1.0", MINOR, "0.1.1")],
)
def test_a_version_number_has_to_say_enough(old: str, level: str, least: str) -> None:
    found = release.Difference(old, old, [release.Change(level, "x")])
    assert (found.least, found.is_told) == (least, False)
    assert release.Difference(old, least, found.changes).is_told
    assert release.Difference(old, old, []).is_told


def test_the_built_dataset_does_not_differ_from_itself(home: Path) -> None:
    found = release.compare(home, home / "current" / "dataset.nq")
    assert (found.level, found.changes) == (NONE, [])


def test_a_change_planted_in_the_built_dataset_is_found(home: Path, tmp_path: Path) -> None:
    lines = (home / "current" / "dataset.nq").read_text(encoding="utf-8").splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if "/ontology#antecedent>" in line)
    lines[place] = lines[place].replace("ontology#antecedent", "ontology#alternative")
    other = tmp_path / "haidiyan.nq"
    other.write_text("".join(lines), encoding="utf-8")
    found = release.compare(home, tmp_path)
    assert found.level == MAJOR
    assert [each.words for each in found.changes if each.level == MAJOR] == [
        f"claim:{lines[place].split('>')[0].rsplit('/')[-1]} hdy:antecedent: no longer "
        f"situation:{lines[place].split('>')[2].rsplit('/')[-1]}"
    ]


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "haidiyan.publication.release", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_names_the_change_and_refuses_too_small_a_number(tmp_path: Path) -> None:
    old = nquads(tmp_path / "old.nq", OLD)
    new = nquads(tmp_path / "new.nq", OLD.replace("claim:c3 a", "claim:c3 cito:agreesWith claim:c1 ; a"))
    done = run(old, new)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines() == [
        "minor: 1.2.3 → 1.2.3",
        "",
        "minor (1)",
        "  claim:c3 cito:agreesWith: now also claim:c1",
        "",
        "The version has to be 1.3.0 or above.",
    ]
    told = json.loads(run(old, new, "--json").stdout)
    assert (told["change"], told["least"], told["changes"]["major"]) == ("minor", "1.3.0", [])
    new = nquads(
        tmp_path / "new.nq", OLD.replace("1.2.3", "1.3.0").replace("claim:c3 a", "claim:c3 cito:x claim:c1 ; a")
    )
    assert run(old, new).returncode == 0


def test_what_is_no_release_is_refused_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.nq"
    bad.write_text("nonsense\n", encoding="utf-8")
    for given, words in (
        (bad, "cannot be read as N-Quads"),
        (tmp_path, "holds no dataset"),
        (tmp_path / "x", "cannot be"),
    ):
        done = run(given, given)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert words in done.stderr
        with pytest.raises(InputError, match=words):
            release.read(given)
