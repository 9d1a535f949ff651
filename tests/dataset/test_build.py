"""The dataset as built from the sources: the same on every run, and nothing in it that it should not say."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pyoxigraph as ox
import pytest
from rdflib import Graph

from haidiyan import __version__
from haidiyan.cli import run
from haidiyan.dataset import build, store
from haidiyan.dataset.graphs import default_graphs, is_default, text_graphs
from haidiyan.dataset.load import Sources
from haidiyan.errors import BuildError
from haidiyan.iris import PREFIXES, graph
from haidiyan.resources import root

PREFIX = "".join(f"PREFIX {name}: <{space}>\n" for name, space in PREFIXES.items())


@pytest.fixture(scope="module")
def built(home: Path) -> ox.Store:
    return store.open_store(home)


def ask(built: ox.Store, pattern: str) -> bool:
    return bool(built.query(f"{PREFIX} ASK {{ {pattern} }}"))


@pytest.mark.xdist_group("build")
@pytest.mark.parametrize("seed", ["7"])
def test_the_hash_is_the_same_on_every_run(home: Path, tmp_path: Path, seed: str) -> None:
    code = "import sys; from haidiyan.dataset.build import build; print(build(sys.argv[1]).hash)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", code, str(tmp_path)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == store.manifest(home).hash
    for name in ("dataset.nq", "reading.nt", "manifest.json"):
        assert (store.current(tmp_path) / name).read_bytes() == (store.current(home) / name).read_bytes()


def test_the_manifest_tells_what_was_built(home: Path, built: ox.Store) -> None:
    made = store.manifest(home)
    assert made.version == __version__
    lines = (store.current(home) / "dataset.nq").read_text(encoding="utf-8").splitlines()
    assert made.quads == len(lines) == len(set(lines))
    assert made.graphs == Counter(str(getattr(quad.graph_name, "value", "")) for quad in store.named(built))
    files = {path.relative_to(root()).as_posix() for path in (root() / "data").rglob("*") if path.is_file()}
    assert files <= set(made.sources)


def test_every_default_graph_is_there_and_has_something(home: Path) -> None:
    counts = store.manifest(home).graphs
    volumes = [name for number in (2, 3) for name in (f"volume-{number}", f"volume-{number}-verse")]
    wanted = ["cosmology", "cosmology-closure", "ontology", "situations", "clauses", "text", *volumes]
    wanted += ["claims", "claim-sources", "variants", "variant-places", "doctrines", "provenance", "terms", "metadata"]
    assert [name for name in wanted if not counts.get(graph(name))] == []
    assert set(map(graph, wanted)) <= set(default_graphs(counts))


def test_the_default_graph_is_the_union_of_its_list_and_nothing_more(home: Path, built: ox.Store) -> None:
    default = {quad.triple for quad in built.quads_for_pattern(None, None, None, ox.DefaultGraph())}
    names = default_graphs(store.manifest(home).graphs)
    listed = [quad.triple for name in names for quad in built.quads_for_pattern(None, None, None, ox.NamedNode(name))]
    assert set(listed) == default
    assert len(listed) == len(default)


def test_no_graph_is_left_out_but_those_of_the_choices(home: Path) -> None:
    rest = {name for name in store.manifest(home).graphs if not is_default(name)}
    assert rest
    assert all(name.startswith(graph("choice-")) for name in rest)


def test_what_a_definition_says_is_quoted_and_no_fact(home: Path, built: ox.Store) -> None:
    quoted = "?claim a hdy:Definition ; rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o ."
    assert ask(built, quoted)
    names = ("claims", "claim-sources", "variants", "doctrines", "provenance", "text")
    for name in (*map(graph, names), *text_graphs(store.manifest(home).graphs)):
        # A person's use relation is the project's own table in data/topics; the definition is its source.
        found = f"{quoted} GRAPH <{name}> {{ ?s ?p ?o }} FILTER NOT EXISTS {{ ?s a hdy:Person }}"
        assert not ask(built, found), name
    assert ask(built, "relation:offspring hdy:overcomes relation:officials")
    assert not ask(built, "relation:officials hdy:overcomes relation:offspring")


def test_rival_choices_are_no_facts_of_the_default_graph(built: ox.Store) -> None:
    bridge = "state:seasonal-void-headnote rdfs:subClassOf state:seasonal-void"
    assert not ask(built, bridge)
    assert ask(built, f"GRAPH graph:choice-seasonal-void-headnote {{ {bridge} }}")
    assert ask(built, "choice:seasonal-void-headnote hdy:bridges [ hdy:from state:seasonal-void-headnote ]")


def test_every_claim_leads_to_the_characters_of_its_source(built: ox.Store) -> None:
    rows = built.query(
        PREFIX + "SELECT ?quote ?words ?start ?end ?file { ?claim hdy:quote ?quote ; hdy:statedIn ?segment ."
        " ?segment hdy:words ?words ; hdy:start ?start ; hdy:end ?end ; hdy:passage/hdy:volume/hdy:fileName ?file }"
    )
    assert isinstance(rows, ox.QuerySolutions)
    texts = {path.name: path.read_text(encoding="utf-8") for path in (root() / "data" / "source").glob("*.txt")}
    count = 0
    for row in rows:
        source = texts[row["file"].value][int(row["start"].value) : int(row["end"].value)]
        assert source == row["words"].value
        assert row["quote"].value in source
        count += 1
    assert count > 200


def test_the_reading_pack_has_what_a_reading_asks_for_and_not_the_book(home: Path) -> None:
    pack = ox.Store()
    pack.load(path=str(store.reading_triples_path(home)), format=ox.RdfFormat.N_TRIPLES)
    for pattern in (
        "hexagram-line:08-5 hdy:branch branch:xu",
        "?part hdy:partOf ?clause . ?clause hdy:size ?n ; hdy:head ?situation",
        "choice:seasonal-void-verse hdy:bridges ?bridge",
        "?claim hdy:antecedent ?situation ; hdy:statedIn/hdy:layer layer:verse",
        "?note hdy:glosses ?segment ; hdy:words ?words",
        'topic:illness skos:prefLabel "疾病"@zh-hant',
    ):
        assert ask(pack, pattern), pattern
    assert not ask(pack, "?passage hdy:text ?text")
    assert not ask(pack, "?thing skos:definition ?definition")
    assert len(pack) < store.manifest(home).quads * 0.7


def small(faults: list[str]) -> build.Assembled:
    words = Graph().parse(data="<https://example.org/a> <https://example.org/b> 'c' .", format="turtle")
    return build.Assembled({graph("text"): words}, Sources(described_in=dict.fromkeys(faults, "file")))


def test_a_build_that_finds_faults_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "assemble", lambda *_: small([]))
    monkeypatch.setattr(build, "findings", lambda assembled, report: [])
    first = build.build(tmp_path)
    monkeypatch.setattr(build, "findings", lambda assembled, report: ["claim:a: a fault.", "claim:b: a fault."])
    with pytest.raises(BuildError) as caught:
        build.build(tmp_path)
    assert caught.value.complaints == ["claim:a: a fault.", "claim:b: a fault."]
    assert store.manifest(tmp_path) == first


@pytest.mark.parametrize("command", [["build"], ["atlas", "build"]])
def test_a_home_that_cannot_be_written_is_found_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("HAIDIYAN_HOME", str(tmp_path / "file" / "home"))
    assert run(command) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"Nothing can be written to {tmp_path / 'file' / 'home'}" in line


def test_a_triple_that_two_files_say_is_refused_and_one_derived_again_is_dropped() -> None:
    same = Graph().parse(data="<https://example.org/a> <https://example.org/b> 'c' .", format="turtle")
    graphs = {graph("text"): same, graph("claims"): same + Graph()}
    with pytest.raises(BuildError, match="stands in graph:text and in graph:claims"):
        build._keep_apart(graphs)
    derived = {graph("cosmology"): same, graph("cosmology-closure"): same + Graph()}
    build._keep_apart(derived)
    assert (len(derived[graph("cosmology")]), len(derived[graph("cosmology-closure")])) == (1, 0)


def test_a_choice_and_its_graph_belong_together() -> None:
    doctrines = Graph().parse(
        data=f"<{PREFIXES['choice']}a> <{PREFIXES['hdy']}bridgeGraph> <{graph('choice-a')}> .", format="turtle"
    )
    with pytest.raises(BuildError) as caught:
        build.compile_clauses({graph("doctrines"): doctrines, graph("ontology"): Graph(), graph("choice-b"): Graph()})
    assert len(caught.value.complaints) == 2
    assert caught.value.complaints[0].startswith("choice:a: its bridges (graph:choice-a) have no file")
    assert caught.value.complaints[1].startswith("graph:choice-b: no choice")
