"""The commands build, check and query: what they print, and how they refuse."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox
import pytest

from haidiyan import cli
from haidiyan.dataset import build, store
from haidiyan.errors import BuildError
from haidiyan.iris import PREFIXES

ILLNESS = PREFIXES["topic"] + "illness"


class Said(NamedTuple):
    """Exit status, standard output, lines of standard error."""

    status: int
    out: str
    complaints: list[str]


Command = Callable[..., Said]


@pytest.fixture
def haidiyan(home: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    def run(*arguments: str) -> Said:
        status = cli.run(arguments)
        said = capsys.readouterr()
        return Said(status, said.out, said.err.splitlines())

    return run


def shell(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **settings}
    return subprocess.run(
        [sys.executable, "-m", "haidiyan.cli", *arguments], capture_output=True, text=True, env=environment, check=False
    )


def test_a_bundled_query_is_answered_in_a_table(haidiyan: Command) -> None:
    said = haidiyan("query", "all-claims")
    assert said.status == 0
    assert "claim:j2-p01-c01" in said.out
    line = next(each for each in said.out.splitlines() if "claim:j2-p01-c01 " in each)
    assert "父母當頭克子孫" in line


def test_csv_and_json_say_the_same(haidiyan: Command) -> None:
    rows = list(csv.DictReader(io.StringIO(haidiyan("query", "all-claims", "--format", "csv").out)))
    answer = json.loads(haidiyan("query", "all-claims", "--json").out)
    assert list(rows[0]) == answer["head"]["vars"] == ["claim", "volume", "paragraph", "layer", "quote", "kind"]
    assert rows == [{name: row[name]["value"] for name in row} for row in answer["results"]["bindings"]]


def test_a_value_is_bound(haidiyan: Command) -> None:
    by_default = haidiyan("query", "claims-by-topic", "--format", "csv").out
    assert ILLNESS in by_default
    assert haidiyan("query", "claims-by-topic", "--bind", "topic=topic:illness", "--format", "csv").out == by_default
    other = haidiyan("query", "claims-by-topic", "--bind", "topic=topic:marriage", "--format", "csv").out
    assert ILLNESS not in other
    both = haidiyan(
        "query", "claims-by-topic", "--bind", "topic=topic:marriage", "--bind", "topic=topic:illness", "--format", "csv"
    ).out
    assert set(both.splitlines()) == set(by_default.splitlines()) | set(other.splitlines())


def test_a_file_and_standard_input_are_read(haidiyan: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"SELECT ?p WHERE {{ <{ILLNESS}> a ?p }} ORDER BY ?p"
    (tmp_path / "mine.rq").write_text(text, encoding="utf-8")
    from_file = haidiyan("query", str(tmp_path / "mine.rq"), "--format", "csv")
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert haidiyan("query", "-", "--format", "csv").out == from_file.out
    assert PREFIXES["hdy"] + "Topic" in from_file.out


def test_a_construct_is_turtle_that_can_be_read_back(haidiyan: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"CONSTRUCT WHERE {{ <{ILLNESS}> ?p ?o }}"
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    said = haidiyan("query", "-", "--format", "turtle")
    triples = list(ox.parse(said.out.encode(), format=ox.RdfFormat.TURTLE))
    assert {each.subject.value for each in triples} == {ILLNESS}
    assert "@prefix topic:" in said.out
    assert "@prefix hexagram:" not in said.out
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    rows = list(csv.reader(io.StringIO(haidiyan("query", "-", "--format", "csv").out)))
    assert rows[0] == ["subject", "predicate", "object"]
    assert len(rows) == len(triples) + 1


@pytest.mark.parametrize(("pattern", "status", "word"), [("?s ?p ?o", 0, "yes"), ("?s ?p '無'", 1, "no")])
def test_an_ask_is_answered_by_the_exit_status_too(
    haidiyan: Command, monkeypatch: pytest.MonkeyPatch, pattern: str, status: int, word: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"ASK {{ {pattern} }}"))
    assert haidiyan("query", "-")[:2] == (status, f"{word}\n")


def test_without_a_query_the_questions_are_listed(haidiyan: Command) -> None:
    said = haidiyan("query")
    assert said.status == 0
    assert "all-claims" in said.out
    assert "某段有哪些註" in said.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["query", "all-claim"], "did you mean all-claims"),
        (["query", "nothing-like-it"], "there are agreement-of-authors, "),
        (["query", "all-claims", "--bind", "topic=x"], "its parameters are: none."),
        (["query", "claims-by-topic", "--bind", "topik=x"], "its parameters are: topic."),
        (["query", "claims-by-topic", "--bind", "topic"], "--bind takes name=value"),
        (["query", "claims-by-topic", "--bind", "topic=nowhere:x"], "unknown prefix 'nowhere'"),
        (["query", "all-claims", "--format", "turtle"], "--format turtle is for CONSTRUCT"),
        (["query", "all-claims", "--format", "html"], "'html'"),
        (["query", "all-claims", "--nothing"], "--nothing"),
        (["nothing"], "No such command 'nothing'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(haidiyan: Command, arguments: list[str], words: str) -> None:
    said = haidiyan(*arguments)
    assert (said.status, said.out) == (2, "")
    assert len(said.complaints) == 1
    assert said.complaints[0].startswith("haidiyan: ")
    assert words in said.complaints[0]


@pytest.mark.parametrize("text", ["SELECT ?x { ?x", "DROP ALL", "", "SELECT * { GRAPH ?g { ?s a nowhere:x } }"])
def test_what_is_no_query_is_one_line_and_status_2(
    haidiyan: Command, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    said = haidiyan("query", "-")
    assert (said.status, said.out, len(said.complaints)) == (2, "", 1)
    assert "This is no SPARQL query" in said.complaints[0]


def test_without_a_dataset_the_remedy_is_named(
    haidiyan: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HAIDIYAN_HOME", str(tmp_path))
    said = haidiyan("query", "all-claims")
    assert (said.status, said.out) == (2, "")
    assert said.complaints == [f"haidiyan: There is no dataset in {tmp_path} yet: run `haidiyan build`."]
    assert list(tmp_path.iterdir()) == []


def test_every_complaint_of_a_build_is_a_line(haidiyan: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise BuildError(["claim:a: one\nfault.", "claim:b: another."])

    monkeypatch.setattr(build, "build", fail)
    said = haidiyan("build")
    assert (said.status, said.complaints) == (2, ["haidiyan: claim:a: one fault.", "haidiyan: claim:b: another."])


def test_a_build_tells_its_stages_and_what_it_made(
    haidiyan: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = store.manifest()

    def pretend(progress: object, text: object) -> store.Manifest:
        assert callable(progress)
        for stage in (*build.STAGES, "waiting"):
            progress(stage)
        return made

    monkeypatch.setattr(build, "build", pretend)
    said = haidiyan("build")
    assert said.status == 0
    assert len(set(said.complaints)) == len(build.STAGES) + 1
    assert made.hash in said.out
    assert json.loads(haidiyan("build", "--json").out)["hash"] == made.hash


@pytest.mark.xdist_group("build")
def test_the_sources_are_found_without_fault_and_counted(haidiyan: Command) -> None:
    said = haidiyan("check", "--json")
    result = json.loads(said.out)
    assert (said.status, result["complaints"]) == (0, [])
    assert result["counts"]["hdy:Hexagram"] == 64
    assert result["counts"]["hdy:Passage"] == 164
    assert set(result["definitions"]) <= {"confirmed", "contradicted", "not-derivable"}
    assert result["dataset"] == "The dataset in use is made from these sources."


def test_a_check_that_finds_something_is_status_1(haidiyan: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from haidiyan.dataset import audit

    def fail(*_: object) -> None:
        raise BuildError(["juan2.txt, paragraph 3, column 4: a fault"])

    monkeypatch.setattr(audit, "assemble", fail)
    said = haidiyan("check")
    assert said.status == 1
    assert said.out.splitlines()[0] == "juan2.txt, paragraph 3, column 4: a fault"
    assert said.out.splitlines()[-1] == "1 thing was found."


def test_from_the_shell_there_is_neither_traceback_nor_rdflib(home: Path) -> None:
    refused = shell("query", "nothing-like-it")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "Traceback" not in refused.stderr
    traced = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "haidiyan.cli", "query", "all-claims", "--format", "csv"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    loaded = {line.rsplit("|", 1)[-1].strip().partition(".")[0] for line in traced.stderr.splitlines()}
    assert "pyoxigraph" in loaded
    assert not {"rdflib", "owlrl", "pyshacl", "rich"} & loaded


def test_a_reader_that_leaves_early_is_no_fault(home: Path) -> None:
    command = f"{sys.executable} -m haidiyan.cli query all-claims --format csv | head -n 1"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment, check=False)
    assert run.stdout == "claim,volume,paragraph,layer,quote,kind\n"
    assert run.stderr == ""


def test_help_and_version_are_given(haidiyan: Command) -> None:
    assert haidiyan("--version").status == 0
    for arguments in (["--help"], [], ["query", "--help"], ["build", "-h"], ["check", "--help"]):
        said = haidiyan(*arguments)
        assert said.status == 0
        assert "Usage: haidiyan" in said.out
