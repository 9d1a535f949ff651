"""A claim as a nanopublication: whole, valid by the guidelines, quoted and not asserted, the same on every run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox
import pytest

from haidiyan import __version__, cli
from haidiyan.dataset import store
from haidiyan.errors import InputError
from haidiyan.iris import PREFIXES, compact, graph, individual, term
from haidiyan.publication.nanopub import nanopub
from haidiyan.publication.tei import tei
from haidiyan.resources import root

NP = PREFIXES["np"]
RDF_TYPE = PREFIXES["rdf"] + "type"
PARTS = ("assertion", "provenance", "pubinfo")
RULE = "病人無藥主沉昏"  # 父動, 2:1: the parents move; of illness, and bad.
ERROR = "鬼能克子"  # 2:15: it is the offspring that overcome the officials.

Triple = tuple[str, str, str]
Graphs = dict[str, set[Triple]]


class Said(NamedTuple):
    """Exit status, standard output, lines of standard error."""

    status: int
    out: str
    complaints: list[str]


Command = Callable[..., Said]


@pytest.fixture(scope="module")
def built(home: Path) -> ox.Store:
    return store.open_store(home)


@pytest.fixture(scope="module")
def claims(built: ox.Store) -> dict[str, Graphs]:
    """The nanopublication of every claim, read back."""
    stated = built.quads_for_pattern(None, ox.NamedNode(term("quote")), None, ox.NamedNode(graph("claims")))
    names = {text(each.subject).rsplit("/", 1)[-1] for each in stated}
    return {name: parsed(nanopub(name, built)) for name in names}


@pytest.fixture
def haidiyan(home: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    def run(*arguments: str) -> Said:
        status = cli.run(arguments)
        said = capsys.readouterr()
        return Said(status, said.out, said.err.splitlines())

    return run


def text(node: object) -> str:
    return str(getattr(node, "value", ""))


def parsed(content: bytes) -> Graphs:
    """The graphs of a TriG document; a blank node is no term of a nanopublication."""
    found: Graphs = defaultdict(set)
    for quad in ox.parse(content, format=ox.RdfFormat.TRIG):
        assert not {ox.BlankNode} & {type(quad.subject), type(quad.object), type(quad.graph_name)}
        found[text(quad.graph_name)].add((text(quad.subject), text(quad.predicate), text(quad.object)))
    return dict(found)


def named(built: ox.Store, quote: str) -> str:
    """The local name of the one claim with these words."""
    words = ox.Literal(quote, language="lzh-hant")
    (quad,) = built.quads_for_pattern(None, ox.NamedNode(term("quote")), words, ox.NamedNode(graph("claims")))
    return text(quad.subject).rsplit("/", 1)[-1]


def part(graphs: Graphs, name: str, of: str) -> set[tuple[str, str, str]]:
    """One graph of a nanopublication, its terms written short."""
    return {(compact(s), compact(p), compact(o)) for s, p, o in graphs[f"{individual('nanopub', name)}#{of}"]}


def test_every_claim_has_the_four_graphs_of_a_nanopublication(claims: dict[str, Graphs]) -> None:
    assert len(claims) > 800
    for name, graphs in claims.items():
        base = individual("nanopub", name)
        assert set(graphs) == {f"{base}#{each}" for each in ("head", *PARTS)}
        assert graphs[f"{base}#head"] == {
            (base, RDF_TYPE, NP + "Nanopublication"),
            (base, NP + "hasAssertion", f"{base}#assertion"),
            (base, NP + "hasProvenance", f"{base}#provenance"),
            (base, NP + "hasPublicationInfo", f"{base}#pubinfo"),
        }
        assert f"{base}#assertion" in {subject for subject, _, _ in graphs[f"{base}#provenance"]}
        assert base in {subject for subject, _, _ in graphs[f"{base}#pubinfo"]}


def test_an_assertion_speaks_of_its_claim_and_of_nothing_else(claims: dict[str, Graphs]) -> None:
    for name, graphs in claims.items():
        subjects = {subject for subject, _, _ in graphs[f"{individual('nanopub', name)}#assertion"]}
        assert subjects == {individual("claim", name)}


def test_assertion_and_provenance_share_out_all_that_is_recorded_of_a_claim(
    built: ox.Store, claims: dict[str, Graphs]
) -> None:
    for name, graphs in claims.items():
        claim = individual("claim", name)
        recorded = {
            (claim, each.predicate.value, text(each.object))
            for each in built.quads_for_pattern(ox.NamedNode(claim), None, None, ox.NamedNode(graph("claims")))
        }
        base = individual("nanopub", name)
        assertion, provenance = graphs[f"{base}#assertion"], graphs[f"{base}#provenance"]
        assert recorded <= assertion | provenance
        assert assertion <= recorded
        assert not assertion & provenance


def test_a_rule_says_when_on_what_matter_and_what_follows(built: ox.Store, claims: dict[str, Graphs]) -> None:
    name = named(built, RULE)
    said = part(claims[name], name, "assertion")
    claim = f"claim:{name}"
    assert {
        (claim, "rdf:type", "hdy:Rule"),
        (claim, "hdy:antecedent", "situation:parents-moving"),
        (claim, "hdy:topic", "topic:illness"),
        (claim, "hdy:prognosis", "prognosis:adverse"),
    } <= said
    assert "hdy:outcome" in {predicate for _, predicate, _ in said}


def test_a_definition_is_quoted_and_not_asserted_be_it_an_error_of_the_book(
    built: ox.Store, claims: dict[str, Graphs]
) -> None:
    name = named(built, ERROR)
    triple = ("relation:officials", "hdy:overcomes", "relation:offspring")
    parts = zip(("rdf:subject", "rdf:predicate", "rdf:object"), triple, strict=True)
    assert {(f"claim:{name}", *each) for each in parts} <= part(claims[name], name, "assertion")
    assert not any(triple in part(claims[name], name, each) for each in PARTS)


def test_the_provenance_leads_to_author_segment_and_characters(built: ox.Store, claims: dict[str, Graphs]) -> None:
    name = named(built, ERROR)
    said = part(claims[name], name, "provenance")
    assertion = f"nanopub:{name}#assertion"
    assert (assertion, "prov:wasAttributedTo", "agent:zheng-guanqing") in said
    (segment,) = {o for s, p, o in said if (s, p) == (assertion, "prov:wasQuotedFrom")}
    values = {p: o for s, p, o in said if s == segment}
    source = (root() / "data" / "source" / "juan2.txt").read_text(encoding="utf-8")
    assert values["hdy:layer"] == "layer:interlinear"
    assert values["hdy:words"] == ERROR == source[int(values["hdy:start"]) : int(values["hdy:end"])]
    assert (f"claim:{name}", "hdy:quote", ERROR) in said


def test_every_provenance_has_the_words_and_the_span_of_its_segment(claims: dict[str, Graphs]) -> None:
    files = {number: (root() / "data" / "source" / f"juan{number}.txt").read_text("utf-8") for number in (2, 3)}
    for name, graphs in claims.items():
        said = part(graphs, name, "provenance")
        (segment,) = {o for s, p, o in said if p == "prov:wasQuotedFrom"}
        values = {p: o for s, p, o in said if s == segment}
        assert files[int(name[1])][int(values["hdy:start"]) : int(values["hdy:end"])] == values["hdy:words"]
        assert ("activity:encoding", "prov:wasAssociatedWith", "agent:encoders") in said


def test_it_is_given_out_by_the_encoders_of_this_version_under_the_licence_of_the_data(
    claims: dict[str, Graphs],
) -> None:
    assert (root() / "LICENSE-DATA").read_text("utf-8").startswith("Creative Commons Attribution 4.0 International")
    for name, graphs in claims.items():
        said = {triple for triple in part(graphs, name, "pubinfo") if triple[1] != "dcterms:rights"}
        base, dataset = f"nanopub:{name}", compact("https://w3id.org/haidiyan/dataset")
        assert said == {
            (base, "dcterms:creator", "agent:encoders"),
            (base, "dcterms:license", "https://creativecommons.org/licenses/by/4.0/"),
            (base, "prov:wasDerivedFrom", dataset),
            (dataset, "rdf:type", "hdy:Dataset"),
            (dataset, "owl:versionInfo", __version__),
        }


def test_the_bytes_are_the_same_in_another_process(home: Path, built: ox.Store, tmp_path: Path) -> None:
    name = named(built, RULE)
    path = tmp_path / "claim.trig"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-m", "haidiyan.cli", "export", "nanopub", name, "--output", str(path)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert path.read_bytes() == nanopub(name, built)


def test_only_the_prefixes_in_use_are_declared_sorted_and_once(built: ox.Store) -> None:
    lines = nanopub(named(built, RULE), built).decode().splitlines()
    heads = [line for line in lines if line.startswith("@prefix")]
    assert heads == sorted(set(heads)) == lines[: len(heads)]
    body = "\n".join(lines[len(heads) :])
    assert all(f"{head.split()[1]}" in body for head in heads)


def test_the_command_prints_what_the_function_gives(haidiyan: Command, built: ox.Store) -> None:
    name = named(built, RULE)
    for given in (name, f"claim:{name}", individual("claim", name)):
        said = haidiyan("export", "nanopub", given)
        assert (said.status, said.out.encode(), said.complaints) == (0, nanopub(name, built), [])


def test_a_volume_is_written_as_tei_to_a_file_as_to_the_screen(haidiyan: Command, tmp_path: Path) -> None:
    path = tmp_path / "volume.xml"
    assert haidiyan("export", "tei", "3", "--output", str(path)) == (0, "", [])
    assert haidiyan("export", "tei", "3") == (0, path.read_text("utf-8"), [])
    assert path.read_bytes() == tei(3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nanopub", "j2-p01-c0"], "'j2-p01-c0' is no claim; the nearest are j2-p01-c"),
        (["nanopub", "j2-p99-c01"], "'j2-p99-c01' is no claim; the nearest are j"),
        (["nanopub", "病"], "'病' is no claim; `haidiyan query all-claims` lists them."),
        (["tei", "1"], "There is no volume 1; the edition has 2 and 3."),
        (["tei", "7"], "There is no volume 7; the edition has 2 and 3."),
        (["tei", "two"], "'two' is not a valid int"),
        (["nothing"], "No such command 'nothing'"),
    ],
)
def test_what_there_is_not_is_refused_in_one_line(haidiyan: Command, arguments: list[str], words: str) -> None:
    said = haidiyan("export", *arguments)
    assert (said.status, said.out, len(said.complaints)) == (2, "", 1)
    assert words in said.complaints[0]


def test_a_claim_is_looked_for_in_the_dataset_given() -> None:
    with pytest.raises(InputError, match="is no claim"):
        nanopub("j2-p01-c01", ox.Store())
