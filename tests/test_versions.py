"""One version number, one title, one description, wherever they are written."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from rdflib import DCTERMS, OWL, RDF, Graph, Literal, URIRef

from haidiyan import __version__, iris
from haidiyan.dataset import store
from haidiyan.dataset.convert import graph_of
from haidiyan.resources import root

DATASET = URIRef(iris.BASE + "dataset")
VERSION = re.compile(r"## (?P<version>\d+\.\d+\.\d+), (?P<date>unreleased|\d{4}-\d{2}-\d{2})")


def citation(key: str) -> str | None:
    """A value of CITATION.cff, folded lines joined."""
    lines = (root() / "CITATION.cff").read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        name, colon, text = line.partition(":")
        if colon and name == key:
            below = lines[number + 1 :]
            folded = [each.strip() for each in below[: next(i for i, x in enumerate(below) if not x.startswith(" "))]]
            return " ".join(folded) if text.strip() == ">-" else text.strip()
    return None


def changes() -> list[tuple[str, str]]:
    """The versions of CHANGELOG.md with their dates, newest first."""
    text = (root() / "CHANGELOG.md").read_text("utf-8")
    heads = [line for line in text.splitlines() if line.startswith("## ")]
    found = [VERSION.fullmatch(line) for line in heads]
    assert all(found), heads
    return [(each["version"], each["date"]) for each in found if each]


@pytest.fixture(scope="module")
def about(home: Path) -> Graph:
    return graph_of(store.named(store.open_store(home)))


def test_the_version_is_the_same_everywhere(home: Path, about: Graph) -> None:
    project = tomllib.loads((root() / "pyproject.toml").read_text("utf-8"))["project"]
    assert project.get("version", __version__) == __version__
    assert citation("version") == __version__
    assert changes()[0][0] == __version__
    assert store.manifest(home).version == __version__
    assert {str(each) for each in about.objects(None, OWL.versionInfo)} == {__version__}


def test_every_module_of_the_ontology_has_it(about: Graph) -> None:
    modules = set(about.subjects(RDF.type, OWL.Ontology))
    assert len(modules) > 10
    for module in modules:
        assert [str(each) for each in about.objects(module, OWL.versionInfo)] == [__version__]
        assert list(about.objects(module, OWL.versionIRI)) == [URIRef(f"{module}/{__version__}")]


def test_a_release_has_one_date_and_an_unreleased_version_none(about: Graph) -> None:
    date = changes()[0][1]
    wanted = None if date == "unreleased" else date
    assert citation("date-released") == wanted
    issued = list(about.objects(DATASET, DCTERMS.issued))
    assert [str(each) for each in issued] == ([wanted] if wanted else [])


def test_the_version_before_is_named_once_there_is_one(about: Graph) -> None:
    before = [version for version, _ in changes()[1:2]]
    assert list(about.objects(DATASET, OWL.priorVersion)) == [URIRef(iris.dataset_version(each)) for each in before]


def test_title_description_and_licence_are_those_of_the_citation(about: Graph) -> None:
    for predicate, key in ((DCTERMS.title, "title"), (DCTERMS.description, "abstract")):
        (english,) = [each for each in about.objects(DATASET, predicate) if getattr(each, "language", "") == "en"]
        assert isinstance(english, Literal)
        assert str(english) == citation(key)
    assert "CC-BY-4.0" in (root() / "CITATION.cff").read_text("utf-8")
    licences = {str(each) for each in about.objects(DATASET, DCTERMS.license)}
    assert licences == {"https://creativecommons.org/licenses/by/4.0/"}
