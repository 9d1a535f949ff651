"""Which Turtle goes where, and what is said of Turtle that cannot go anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from rdflib import RDF, BNode, URIRef

from haidiyan.dataset.load import load
from haidiyan.errors import BuildError
from haidiyan.iris import PREFIXES, graph

HEAD = "".join(
    f"@prefix {name}: <{PREFIXES[name]}> .\n" for name in ("claim", "hdy", "owl", "pattern", "rdfs", "state")
)


def write(folder: Path, files: dict[str, str]) -> Path:
    (folder / "ontology").mkdir()
    (folder / "data").mkdir()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HEAD + text, encoding="utf-8")
    return folder


def complaints(folder: Path) -> list[str]:
    with pytest.raises(BuildError) as caught:
        load(folder)
    return caught.value.complaints


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("ontology/cosmology.ttl", "cosmology"),
        ("ontology/text.ttl", "ontology"),
        ("ontology/states.ttl", "ontology"),
        ("ontology/situations/spirits.ttl", "situations"),
        ("data/cosmology/elements.ttl", "cosmology"),
        ("data/text/agents.ttl", "text"),
        ("data/topics/topics.ttl", "claims"),
        ("data/claims/volume-2-spirits.ttl", "claims"),
        ("data/doctrines/axes.ttl", "doctrines"),
        ("data/doctrines/seasonal-void/verse.ttl", "choice-seasonal-void-verse"),
    ],
)
def test_each_folder_has_its_graph(tmp_path: Path, file: str, name: str) -> None:
    found = load(write(tmp_path, {file: "state:moving a hdy:State ."}))
    assert {iri: len(triples) for iri, triples in found.graphs.items()} == {graph(name): 1}
    assert found.files == [file]


def test_shapes_are_no_part_of_the_dataset(tmp_path: Path) -> None:
    assert load(write(tmp_path, {"ontology/shapes/claims.ttl": "hdy:A a hdy:B ."})).graphs == {}


def test_a_choice_without_bridges_has_an_empty_graph(tmp_path: Path) -> None:
    found = load(write(tmp_path, {"data/doctrines/stage-void/off.ttl": ""}))
    assert len(found.graphs[graph("choice-stage-void-off")]) == 0


def test_all_syntax_errors_are_told_together_with_file_and_line(tmp_path: Path) -> None:
    lines = HEAD.count("\n")
    found = complaints(
        write(
            tmp_path,
            {
                "ontology/states.ttl": "state:moving a hdy:State .\nstate:still a nowhere:State .\n",
                "data/claims/spirits.ttl": "claim:j2-p35-c01 hdy:quote '青龍 .\n",
                "data/text/agents.ttl": "hdy:A a hdy:B .",
            },
        )
    )
    assert len(found) == 2
    assert found[0].startswith(f"data/claims/spirits.ttl, line {lines + 1}, column ")
    assert found[1].startswith(f"ontology/states.ttl, line {lines + 2}, column ")
    assert "nowhere" in found[1]


def test_a_file_that_is_not_utf_8_is_named_with_its_line(tmp_path: Path) -> None:
    write(tmp_path, {})
    (tmp_path / "ontology" / "text.ttl").write_bytes(b"# fine\n# \xe7\x88 bad\n")
    assert complaints(tmp_path) == ["ontology/text.ttl, line 2, column 3: this is not Turtle: the bytes are not UTF-8."]


def test_a_file_without_a_graph_is_refused(tmp_path: Path) -> None:
    found = complaints(write(tmp_path, {"data/verses/verse.ttl": "hdy:A a hdy:B ."}))
    assert len(found) == 1
    assert "data/verses/verse.ttl" in found[0]


def test_one_claim_in_two_files_is_refused(tmp_path: Path) -> None:
    claim = "claim:j2-p01-c01 a hdy:Rule ."
    found = complaints(write(tmp_path, {"data/claims/one.ttl": claim, "data/claims/two.ttl": claim}))
    assert found == [
        "data/claims/two.ttl: claim:j2-p01-c01 is described in data/claims/one.ttl already; "
        "give one of the two another name."
    ]


def test_a_state_may_be_a_condition_in_another_file(tmp_path: Path) -> None:
    files = {
        "ontology/states.ttl": "state:wood a hdy:State .",
        "ontology/situations/spirits.ttl": (
            "pattern:wood-or-void a hdy:Pattern . state:wood rdfs:subClassOf pattern:wood-or-void ."
        ),
    }
    assert len(load(write(tmp_path, files)).graphs[graph("situations")]) == 2


def test_anonymous_nodes_of_two_files_stay_apart(tmp_path: Path) -> None:
    text = "_:same a owl:Restriction ."
    found = load(write(tmp_path, {"ontology/a.ttl": text, "ontology/b.ttl": text}))
    nodes = set(found.graphs[graph("ontology")].subjects(RDF.type, URIRef(PREFIXES["owl"] + "Restriction")))
    assert len(nodes) == 2
    assert all(isinstance(each, BNode) for each in nodes)


def test_a_complaint_can_say_which_file_describes_a_thing(tmp_path: Path) -> None:
    found = load(write(tmp_path, {"data/claims/one.ttl": "claim:j2-p01-c01 a hdy:Rule ."}))
    assert found.place_of(PREFIXES["claim"] + "j2-p01-c01") == "claim:j2-p01-c01 (data/claims/one.ttl)"
    assert found.place_of(PREFIXES["claim"] + "j2-p01-c09") == "claim:j2-p01-c09"
