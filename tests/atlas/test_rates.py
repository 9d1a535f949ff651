"""The base rates that the dataset holds are those that the atlas counts, and to hold them makes no atlas stale."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pyoxigraph as ox
import pytest
from rdflib import Graph, URIRef
from tests.atlas.conftest import Read

from haidiyan import iris
from haidiyan.atlas.basis import COUNTED, basis
from haidiyan.atlas.linked import GRAPH, describe
from haidiyan.atlas.rates import with_any_use
from haidiyan.atlas.words import CHARTS
from haidiyan.cli import run
from haidiyan.dataset import base_rates, shapes
from haidiyan.dataset.memory import Memory, memory
from haidiyan.dataset.store import open_store
from haidiyan.reading.claims import claims
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE
from haidiyan.resources import root

pytestmark = pytest.mark.xdist_group("atlas")

RATE, FIRES = (URIRef(iris.term(name)) for name in ("baseRate", "firesIn"))
CLAIM = ox.NamedNode(iris.individual("claim", "j2-p01-c01"))


@pytest.fixture(scope="module")
def counted(atlas: Read) -> dict[str, tuple[int, float]]:
    return {claim: (charts, share) for claim, charts, share in with_any_use(atlas())}


def test_the_rates_in_the_dataset_are_those_that_are_counted(counted: dict[str, tuple[int, float]]) -> None:
    rows = [(claim, charts, share) for claim, (charts, share) in counted.items()]
    fresh, kept = describe(rows, DEFAULT_DOCTRINE), (root() / base_rates.FILE).read_bytes()
    assert fresh == kept, f"{base_rates.FILE} is stale: {base_rates.REMEDY}."


def test_a_reading_has_the_rate_of_each_claim_of_the_default_doctrine(counted: dict[str, tuple[int, float]]) -> None:
    said = {claim.iri: claim.base_rate for claim in claims().values() if claim.base_rate is not None}
    assert said == pytest.approx({claim: share for claim, (_, share) in counted.items()}, abs=1e-9)


def test_the_graph_says_how_it_was_counted(home: Path) -> None:
    about = {
        quad.predicate.value: quad.object
        for quad in open_store().quads_for_pattern(ox.NamedNode(str(GRAPH)), None, None, ox.NamedNode(str(GRAPH)))
    }
    assert about[iris.term("countedOver")].value == str(CHARTS)  # type: ignore[union-attr]
    assert about[iris.term("countedUnder")] == ox.NamedNode(iris.individual("doctrine", DEFAULT_DOCTRINE))
    assert "http://www.w3.org/ns/prov#wasGeneratedBy" in about


def test_shares_that_differ_are_written_differently() -> None:
    """The mean of five shares of all charts: two of them differ by a fifth of a chart at least."""
    least = Decimal(1) / (5 * CHARTS)
    rows = [("https://example.org/a", 1, float(least)), ("https://example.org/b", 1, float(2 * least))]
    graph = Graph().parse(data=describe(rows, DEFAULT_DOCTRINE), format="turtle")
    assert len(set(graph.objects(None, RATE))) == 2


def test_to_hold_the_rates_changes_nothing_that_the_atlas_is_made_of(home: Path) -> None:
    lines = memory().triples.splitlines(keepends=True)
    bare = [line for line in lines if not any(each in line for each in COUNTED)]
    assert len(bare) < len(lines)
    assert basis(Memory(b"".join(bare))) == basis(memory())
    assert basis(Memory(b"".join(bare[1:]))) != basis(memory())


def test_what_lacks_a_rate_and_what_has_one_of_nothing_is_named(home: Path) -> None:
    whole = [ox.Quad(each.subject, each.predicate, each.object) for each in open_store() if each.graph_name]
    store = ox.Store()
    store.bulk_extend(whole)
    assert base_rates.stale(store) == []
    for quad in list(store.quads_for_pattern(CLAIM, ox.NamedNode(str(RATE)), None)):
        store.remove(quad)
    gone = ox.NamedNode(iris.individual("claim", "j9-p01-c01"))
    store.add(ox.Quad(gone, ox.NamedNode(str(RATE)), ox.Literal("0.5")))
    missing, left = sorted(base_rates.stale(store), key=lambda each: "j9" in each)
    assert "no base rate of j2-p01-c01, which can be in force; run `haidiyan atlas rates`" in missing
    assert "j9-p01-c01, of which there is no such claim" in left


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ('hdy:baseRate "0.5"^^xsd:decimal ; hdy:firesIn 7', False),
        ('hdy:baseRate "1.5"^^xsd:decimal ; hdy:firesIn 7', True),
        ('hdy:baseRate "-0.5"^^xsd:decimal ; hdy:firesIn 7', True),
        ("hdy:baseRate 5e-1 ; hdy:firesIn 7", True),
        ('hdy:baseRate "0.5"^^xsd:decimal', True),
        ("hdy:firesIn 7", True),
        ("hdy:baseRate 0.5 , 0.25 ; hdy:firesIn 7", True),
    ],
)
def test_a_rate_is_one_number_from_0_to_1(said: str, wrong: bool) -> None:
    prefixes = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in iris.PREFIXES.items())
    data = Graph().parse(data=f"{prefixes}claim:j2-p01-c01 {said} .", format="turtle")
    found = shapes.validate(data, shapes.load_shapes([root() / "ontology" / "shapes" / "claims.ttl"]))
    assert any("hdy:baseRate" in each or "hdy:firesIn" in each for each in found) == wrong


def test_the_command_writes_that_file(
    kept: Path, atlas: Read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("haidiyan.atlas.factors.factors", lambda progress: atlas().tables)
    assert run(["atlas", "rates", str(tmp_path / "rates.ttl")]) == 0
    assert (tmp_path / "rates.ttl").read_bytes() == (root() / base_rates.FILE).read_bytes()
    capsys.readouterr()
    assert run(["atlas", "rates", str(tmp_path / "no" / "rates.ttl")]) == 2
    assert "cannot be written" in capsys.readouterr().err
