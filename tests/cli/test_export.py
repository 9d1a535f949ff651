"""The command export: every form and every part, to the screen, to a file and into a folder."""

from __future__ import annotations

import csv
import hashlib
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

import haidiyan as package
from haidiyan import cli
from haidiyan.cli.exporting import RDF
from haidiyan.dataset import store
from haidiyan.dataset.convert import quads_of
from haidiyan.publication import scopes
from haidiyan.publication.serialise import FORMS

CHART = ["--hexagram", "比", "--moving", "5", "--month", "申", "--day", "甲申"]
CLAIM = "j2-p01-c03"


class Said(NamedTuple):
    """Exit status, standard output, standard error."""

    status: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture
def export(home: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    def run(*arguments: str) -> Said:
        status = cli.run(["export", *arguments])
        return Said(status, *capsys.readouterr())

    return run


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_there_is_a_command_for_each_form_of_rdf() -> None:
    assert list(RDF) == list(FORMS)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "part", [["--claim", CLAIM], ["--variant", "j2-p57-v1"], ["--module", "doctrines", "--module", "text"]]
)
def test_a_part_is_printed_in_each_form(form: str, part: list[str], export: Command) -> None:
    selection = {
        "--claim": lambda: scopes.claim(CLAIM),
        "--variant": lambda: scopes.variant("j2-p57-v1"),
        "--module": lambda: scopes.modules(["doctrines", "text"]),
    }[part[0]]()
    quads = selection.quads if FORMS[form].keeps_graphs else selection.single
    said = export(form, *part)
    assert said == (0, FORMS[form].write(quads, selection.header).decode(), "")


@pytest.mark.parametrize("form", FORMS)
def test_a_chart_and_a_reading_are_those_of_python(form: str, export: Command) -> None:
    chart = package.cast(hexagram="比", moving=[5], month="申", day="甲申")
    reading = package.read(chart, topic="疾病", about="妻", adopt={"seasonal-void": "headnote"})
    asked = ["--topic", "疾病", "--about", "妻", "--adopt", "seasonal-void=headnote"]
    parsed = {"turtle": ox.RdfFormat.TURTLE, "trig": ox.RdfFormat.TRIG, "nquads": ox.RdfFormat.N_QUADS}
    parsed |= {"jsonld": ox.RdfFormat.JSON_LD, "rdfxml": ox.RdfFormat.RDF_XML}
    for graph, options in ((chart.graph, ["--chart"]), (reading.graph, ["--reading", *asked])):
        said = export(form, *options, *CHART)
        assert (said.status, said.err) == (0, "")
        wanted = [ox.Quad(each.subject, each.predicate, each.object) for each in quads_of({"urn:x": graph})]
        assert set(ox.parse(said.out.encode(), format=parsed[form])) == set(wanted)


def test_the_whole_dataset_goes_to_a_file(home: Path, export: Command, tmp_path: Path) -> None:
    path = tmp_path / "all.nq"
    assert export("nquads", "--output", str(path)) == (0, "", "")
    assert path.read_bytes() == (store.current(home) / "dataset.nq").read_bytes()


def test_turtle_into_a_folder_is_a_file_for_each_graph(home: Path, export: Command, tmp_path: Path) -> None:
    folder = tmp_path / "turtle"
    said = export("turtle", "--volume", "3", "--output", f"{folder}/")
    files = {path.stem: path.read_bytes() for path in folder.iterdir()}
    selection = scopes.volume(3)
    assert (said.status, said.out, said.err) == (0, "", f"{len(files)} files in {folder}\n")
    assert set(files) == set(selection.graphs)
    read = [each for content in files.values() for each in ox.parse(content, format=ox.RdfFormat.TURTLE)]
    assert len(read) == len(selection.quads)


def test_trig_into_a_folder_is_one_file(export: Command, tmp_path: Path) -> None:
    assert export("trig", "--claim", CLAIM, "--output", str(tmp_path)).status == 0
    assert [path.name for path in tmp_path.iterdir()] == [f"claim-{CLAIM}.trig"]


def test_the_bytes_are_the_same_under_every_hash_seed(home: Path) -> None:
    parts = [
        ["turtle", "--claim", CLAIM],
        ["trig", "--variant", "j2-p57-v1"],
        ["jsonld", "--reading", *CHART, "--topic", "疾病"],
        ["rdfxml", "--module", "situations"],
        ["csv", "--table", "claims"],
    ]
    code = (
        "import json, sys; from haidiyan import cli; [cli.run(['export', *part]) for part in json.loads(sys.argv[1])]"
    )
    written = set()
    for seed in ("0", "1", "2026"):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code, json.dumps(parts)]
        done = subprocess.run(command, env=environment, capture_output=True, check=True)
        assert done.stderr == b""
        assert len(done.stdout) > 1_000_000
        written.add(done.stdout)
    assert len(written) == 1


def test_csv_is_a_folder_of_tables_and_their_description(export: Command, tmp_path: Path) -> None:
    said = export("csv", "--output", f"{tmp_path}/tables/")
    names = sorted(path.name for path in (tmp_path / "tables").iterdir())
    assert said.status == 0
    assert {"claims.csv", "variants.csv", "passages.csv", "hexagrams.csv", "csv-metadata.json"} <= set(names)
    assert len(rows((tmp_path / "tables" / "hexagrams.csv").read_text("utf-8"))) == 64


def test_one_table_one_claim_a_chart_and_a_reading_are_one_file(export: Command) -> None:
    hexagrams = rows(export("csv", "--table", "hexagrams").out)
    assert hexagrams[7]["name"] == "比"
    claims = rows(export("csv", "--table", "claims", "--claim", CLAIM).out)
    assert CLAIM in {row["id"] for row in claims}
    assert len(claims) < 10
    chart = rows(export("csv", "--chart", *CHART).out)
    assert [row["branch"] for row in chart if row["moving"] == "重"] == ["戌"]
    reading = rows(export("csv", "--reading", *CHART, "--topic", "疾病").out)
    wanted = package.read(package.cast(hexagram="比", moving=[5], month="申", day="甲申"), "疾病").to_dict()["claims"]
    assert list(dict.fromkeys(row["claim"] for row in reading)) == [claim["id"] for claim in wanted]


def test_excel_gets_a_mark(export: Command) -> None:
    plain = export("csv", "--table", "choices").out
    assert export("csv", "--table", "choices", "--excel").out == "\ufeff" + plain


def test_all_volumes_and_all_claims_go_into_folders(export: Command, tmp_path: Path) -> None:
    assert export("tei", "--output", f"{tmp_path}/tei/").status == 0
    assert sorted(path.name for path in (tmp_path / "tei").iterdir()) == ["haidiyan-2.xml", "haidiyan-3.xml"]
    assert (tmp_path / "tei" / "haidiyan-2.xml").read_text("utf-8") == export("tei", "--volume", "2").out
    single = export("nanopub", "--claim", CLAIM).out
    together = export("nanopub", "--volume", "3").out
    assert single == export("nanopub", CLAIM).out
    assert together.count("#head>") > 200
    assert export("nanopub", CLAIM, "--output", f"{tmp_path}/nanopub/").status == 0
    assert (tmp_path / "nanopub" / f"{CLAIM}.trig").read_text("utf-8") == single


def test_a_release_says_what_it_is(home: Path, export: Command) -> None:
    told = json.loads(export("release").out)
    manifest = store.manifest(home)
    assert (told["version"], told["contentHash"], told["quads"]) == (package.__version__, manifest.hash, manifest.quads)
    lines = store.canonical(store.named(store.open_store(home)))[1]
    assert told["datasetHash"] == hashlib.sha256(lines).hexdigest()
    assert (told["sources"], told["files"]) == (manifest.sources, [])
    assert sum(told["graphs"].values()) == told["quads"]


def test_a_release_has_every_form_and_the_hash_of_each_file(export: Command, tmp_path: Path) -> None:
    assert export("release", "--output", f"{tmp_path}/").status == 0
    told = json.loads((tmp_path / "release.json").read_text("utf-8"))
    files = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    del files["release.json"]
    assert {each["path"]: each["sha256"] for each in told["files"]} == {
        path: hashlib.sha256(content).hexdigest() for path, content in files.items()
    }
    assert {f"haidiyan.{form.ending}" for form in FORMS.values()} < set(files)
    assert {"csv/claims.csv", "tei/haidiyan-2.xml", "haidiyan-nanopub.trig"} < set(files)
    assert hashlib.sha256(files["haidiyan.nq"]).hexdigest() == told["datasetHash"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["turtle", "--claim", "j2-p01-c99"], "'j2-p01-c99' is no claim; the nearest are"),
        (["turtle", "--variant", "x"], "'x' is no variant"),
        (["trig", "--volume", "7"], "'7' is no volume; the nearest are 2、3."),
        (["trig", "--volume", "0"], "'0' is no volume"),
        (["trig", "--module", "claim"], "'claim' is no module; the nearest are claims"),
        (["jsonld", "--claim", CLAIM, "--volume", "2"], "Give one of --volume and --claim, and not both."),
        (["jsonld", "--chart", "--reading"], "Give one of --chart and --reading, and not both."),
        (["turtle", "--hexagram", "比"], "--hexagram is for a chart or a reading: add --chart or --reading."),
        (["turtle", "--topic", "疾病"], "--topic is for a chart or a reading: add --chart or --reading."),
        (["turtle", "--chart", *CHART, "--topic", "疾病"], "--topic is for a reading, and a chart asks nothing"),
        (["turtle", "--chart"], "Give six line values, a hexagram, coins or an omen"),
        (["turtle", "--reading", *CHART, "--topic", "瞎"], "瞎"),
        (["csv"], "These are 10 tables: give a folder, --output tables/, or one --table of choices, claims"),
        (["csv", "--table", "claim"], "There is no table 'claim'; there are choices, claims"),
        (["csv", "--chart", *CHART, "--table", "claims"], "--table is for the dataset; a chart is one table."),
        (["tei"], "These are 2 volumes: name one, or give a folder, --output tei/."),
        (["tei", "2", "--volume", "3"], "Two volumes are given, 2 and 3; name one."),
        (["nanopub", CLAIM, "--volume", "2"], "Give one of CLAIM and --volume, and not both."),
        (["nanopub", "--volume", "7"], "There is no claim of a volume 7."),
        (["turtle", "--claim", CLAIM, "--output", "/nowhere/at/all.ttl"], "/nowhere/at/all.ttl"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_line(arguments: list[str], words: str, export: Command) -> None:
    said = export(*arguments)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert words in said.err


def labels(text: str, language: str) -> set[str]:
    """The labels of a language in N-Quads."""
    prefix = "http://www.w3.org/2004/02/skos/core#prefLabel"
    found = ox.parse(input=text.encode(), format=ox.RdfFormat.N_QUADS)
    return {each.object.value for each in found if each.predicate.value == prefix and each.object.language == language}


def test_simplified_labels_come_beside_the_traditional_and_only_where_asked(export: Command) -> None:
    """離 is 离 and 陰 is 阴; 比 and 乾 are the same in both (乾 the trigram is not 干)."""
    plain = export("nquads", "--module", "cosmology").out
    both = export("nquads", "--module", "cosmology", "--simplified").out
    assert labels(plain, "zh-hans") == set()
    assert {"离", "阴", "比", "乾"} <= labels(both, "zh-hans")
    assert not {"離", "陰"} & labels(both, "zh-hans")
    assert labels(both, "zh-hant") == labels(plain, "zh-hant")
    assert set(plain.splitlines()) <= set(both.splitlines())
