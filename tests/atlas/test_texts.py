"""The atlas counts the claims of further texts as it does the book's, and keeps their base rates with their text.

The texts are invented: ``tests/examples/second-text``, a volume 4, and ``tests/examples/another-book``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from rdflib import URIRef
from tests.conftest import FURTHER_TEXTS

import haidiyan
from haidiyan import iris
from haidiyan.atlas.factors import Factors
from haidiyan.atlas.firings import Atlas
from haidiyan.atlas.rates import with_any_use
from haidiyan.chart.catalog import Catalog, catalog
from haidiyan.cli import run
from haidiyan.dataset import base_rates, texts
from haidiyan.dataset.build import assemble
from haidiyan.dataset.memory import Memory, using
from haidiyan.dataset.store import reading_triples
from haidiyan.errors import BuildError
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE, choose
from haidiyan.resources import root

pytestmark = pytest.mark.xdist_group("atlas")

VOLUME = FURTHER_TEXTS[0]
OF_VOLUME, OF_BOOK = iris.individual("claim", "j4-p01-c01"), iris.individual("claim", "j2-p01-c01")
RATE = URIRef(iris.term("baseRate"))


@pytest.fixture
def both(tables: Factors, home_with_texts: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Atlas]:
    """The atlas of the dataset with the further texts, which is the one in use, from the tables of the book's."""
    monkeypatch.setenv("HAIDIYAN_HOME", str(home_with_texts))
    monkeypatch.setattr("haidiyan.atlas.factors.factors", lambda progress: tables)
    source = Memory(reading_triples(home_with_texts))
    with using(source):
        yield Atlas(choose(source.keep(Catalog), DEFAULT_DOCTRINE, {}), source, tables)


def test_the_claims_of_every_text_are_counted(both: Atlas) -> None:
    counted = {iris.local_name(claim).split("-")[0] for claim, charts, _ in with_any_use(both) if charts}
    assert counted == {"j2", "j3", "j4", "hx1"}


def test_the_book_is_counted_as_it_is_alone(both: Atlas, tables: Factors, home: Path) -> None:
    source = Memory(reading_triples(home))
    with using(source):
        alone = dict(_rates(Atlas(choose(source.keep(Catalog), DEFAULT_DOCTRINE, {}), source, tables)))
    together = dict(_rates(both))
    assert {claim: together[claim] for claim in alone} == alone
    assert together.keys() - alone.keys()


def _rates(atlas: Atlas) -> Iterator[tuple[str, tuple[int, float]]]:
    return ((claim, (charts, share)) for claim, charts, share in with_any_use(atlas))


@pytest.mark.parametrize(("hexagram", "moving", "month", "day"), [("姤", [1], "申", "甲申"), ("比", [5], "子", "庚午")])
def test_the_atlas_and_a_reading_agree_on_them(
    both: Atlas, hexagram: str, moving: list[int], month: str, day: str
) -> None:
    chart = haidiyan.cast(hexagram=hexagram, moving=moving, month=month, day=day)
    use = catalog().find("relation", "妻財", "relation")
    read = haidiyan.read(chart, use="妻財", all_topics=True).to_dict()["claims"]
    firings = {iris.local_name(claim): firing for claim, firing in both.claims(use).items()}
    of_texts = {claim for claim in firings if claim.startswith(("j4-", "hx1-"))}
    in_force = {each["id"] for each in read if each["status"] == "in-force"} & of_texts
    assert {claim for claim in of_texts if both.holds(firings[claim].in_force, chart)} == in_force


def test_the_rates_of_the_book_are_written_without_those_of_a_text(both: Atlas, tmp_path: Path) -> None:
    assert run(["atlas", "rates", str(tmp_path / "rates.ttl")]) == 0
    assert (tmp_path / "rates.ttl").read_bytes() == (root() / base_rates.FILE).read_bytes()


def test_the_rates_of_a_text_are_written_into_its_folder_and_built_with_it(both: Atlas, tmp_path: Path) -> None:
    folder = tmp_path / VOLUME.name
    shutil.copytree(VOLUME, folder)
    assert run(["atlas", "rates", "--text", str(folder)]) == 0
    rates = assemble(text=[folder]).graphs[iris.graph("base-rates")]
    wanted = {claim: share for claim, (_, share) in _rates(both) if iris.local_name(claim).startswith("j4-")}
    said = {str(claim): float(str(rate)) for claim, rate in rates.subject_objects(RATE) if "/j4-" in str(claim)}
    assert said == pytest.approx(wanted, abs=1e-9)
    assert OF_VOLUME in said
    assert rates.value(URIRef(OF_BOOK), RATE) is not None, "those of the book stay"


def test_a_text_has_no_rates_of_other_claims(both: Atlas, tmp_path: Path) -> None:
    folder = tmp_path / VOLUME.name
    shutil.copytree(VOLUME, folder)
    (folder / texts.RATES).write_text(f"<{OF_BOOK}> <{RATE}> 0.5 ; <{iris.term('firesIn')}> 7 .\n", encoding="utf-8")
    with pytest.raises(BuildError, match=r"base-rates\.ttl, line 1: claim:j2-p01-c01"):
        assemble(text=[folder])


def test_rates_of_a_text_that_is_not_in_use_are_refused(
    both: Atlas, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(VOLUME, tmp_path / "volume-9")
    assert run(["atlas", "rates", "--text", str(tmp_path / "volume-9")]) == 2
    error = capsys.readouterr().err
    assert "no text called" in error
    assert "haidiyan build --text" in error
    assert not (tmp_path / "volume-9" / texts.RATES).exists()
