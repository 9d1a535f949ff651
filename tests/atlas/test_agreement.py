"""The atlas says of every claim what a reading says, chart by chart: in force, overridden or silent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.atlas.conftest import Read

import haidiyan
from haidiyan.atlas.factors import Factors
from haidiyan.atlas.firings import Atlas
from haidiyan.atlas.words import holding
from haidiyan.chart.cast import Chart
from haidiyan.chart.catalog import catalog
from haidiyan.corpus import cases
from haidiyan.corpus.cases import Case
from haidiyan.dataset.memory import using
from haidiyan.dataset.overlay import load
from haidiyan.reading.claims import claims
from haidiyan.reading.doctrine import choose
from haidiyan.reading.reading import IN_FORCE, OVERRIDDEN
from haidiyan.resources import root

CORPUS = Path(__file__).parent.parent / "cases" / "corpus.json"
COUNT, SEED = 60, 6

DOCTRINES: list[tuple[str, dict[str, str]]] = [
    ("verse", {}),
    ("headnote", {}),
    ("prose", {}),
    ("common", {}),
    ("verse", {"hidden": "absent", "pure_hidden": "itself", "gender": "palace", "changes": "sole-home"}),
    ("verse", {"body": "self", "decade_void": "raw", "stage_void": "off", "earth_stages": "fire"}),
    ("prose", {"emendation": "j2-p57-v1"}),
    ("verse", {"emendation": "j2-p03-v3"}),
]

pytestmark = pytest.mark.xdist_group("atlas")


def by_reading(chart: Chart, doctrine: str = "verse", adopt: Mapping[str, str] = {}, **asked: Any) -> dict[str, str]:
    named = {axis.replace("_", "-"): choice for axis, choice in adopt.items()}
    reading = haidiyan.read(chart, doctrine=doctrine, adopt=named, **asked)
    return {
        entry.claim.id: entry.status
        for entry in reading.entries
        if entry.claim.antecedent and entry.status in (IN_FORCE, OVERRIDDEN)
    }


def by_atlas(atlas: Atlas, charts: list[Chart], use: str | None, topic: str | None = None) -> list[dict[str, str]]:
    """What the atlas says of each of some charts."""
    places = [atlas.tables.place_of(chart) for chart in charts]
    found: list[dict[str, str]] = [{} for _ in charts]
    for claim, firing in atlas.claims(use, topic).items():
        for status, words in ((IN_FORCE, firing.in_force), (OVERRIDDEN, firing.overridden)):
            for number in holding(words, places).nonzero()[0].tolist():
                assert claim not in found[number], f"{claim} is in force and overridden at once"
                found[number][haidiyan.iris.local_name(claim)] = status
    return found


def differences(atlas: Atlas, given: Iterable[Case], doctrine: str, adopt: Mapping[str, str]) -> list[str]:
    """Every chart and claim of which the atlas says otherwise than a reading."""
    found = []
    by_use: dict[str, list[Case]] = {}
    for case in given:
        by_use.setdefault(case.use, []).append(replace(case, baleful=()))
    for name, several in by_use.items():
        charts = [case.question().chart for case in several]
        said = by_atlas(atlas, charts, catalog().find("relation", name, "relation"))
        for chart, told in zip(charts, said, strict=True):
            read = by_reading(chart, doctrine, adopt, use=name, all_topics=True)
            found += [
                f"{chart.name}, {name}: {claim} is {told.get(claim)}, read {read.get(claim)}"
                for claim in sorted(read.keys() | told.keys())
                if read.get(claim) != told.get(claim)
            ]
    return found


@pytest.mark.parametrize(("doctrine", "adopt"), DOCTRINES, ids=str)
def test_atlas_and_reading_agree_on_charts_at_random(atlas: Read, doctrine: str, adopt: dict[str, str]) -> None:
    given = cases.pool(COUNT if (doctrine, adopt) == DOCTRINES[0] else COUNT // 3, SEED)
    assert len({case.use for case in given}) == 5
    assert not differences(atlas(doctrine, **adopt), given, doctrine, adopt)


def test_atlas_and_reading_agree_on_the_corpus(atlas: Read) -> None:
    assert not differences(atlas(), cases.read(CORPUS), "verse", {})


def test_without_a_use_relation_what_needs_one_is_silent(atlas: Read) -> None:
    charts = [case.question().chart for case in cases.pool(10, SEED + 1)]
    told = by_atlas(atlas(), charts, None)
    assert told == [by_reading(chart, all_topics=True) for chart in charts]


@pytest.mark.parametrize("topic", ["疾病", "天時"])
def test_of_one_topic_the_atlas_says_what_a_reading_of_it_says(atlas: Read, topic: str) -> None:
    charts = [case.question().chart for case in cases.pool(20, SEED + 2)]
    iri = catalog().find("topic", topic, "topic")
    told = by_atlas(atlas(), charts, catalog().uses.get(iri), iri)
    assert told == [by_reading(chart, topic=topic) for chart in charts]


def test_node_by_node_what_is_overridden_is_what_a_reading_says(atlas: Read) -> None:
    known, use = atlas(), catalog().find("relation", "妻財", "relation")
    overridden = sorted({each for claim in claims().values() for each in claim.overrides} & known.claims(use).keys())
    charts = [case.question().chart for case in cases.pool(16, SEED + 4)]
    places = [known.tables.place_of(chart) for chart in charts]
    told: list[set[tuple[str, str, int, bool]]] = [set() for _ in charts]
    for claim in overridden:
        for (kind, position), firing in known.nodes(claim, use).items():
            for stands, words in ((True, firing.in_force), (False, firing.overridden)):
                for number in holding(words, places).nonzero()[0].tolist():
                    told[number].add((claim, kind, position, stands))
    read = [
        {
            (entry.claim.iri, node.kind, node.position or 0, not witness.overridden_by)
            for entry in haidiyan.read(chart, use="妻財", all_topics=True).entries
            for witness in entry.witnesses
            if entry.claim.iri in overridden and (node := witness.ground.node)
        }
        for chart in charts
    ]
    assert told == read
    assert {stands for each in read for *_, stands in each} == {True, False}


def test_the_atlas_reads_an_overlay_as_a_reading_does(tables: Factors) -> None:
    overlay = load(root() / "docs" / "examples" / "overlay.ttl")
    asked: dict[str, Any] = {"use": "官鬼", "doctrine": "chen", "all_topics": True}
    charts = [case.question().chart for case in cases.pool(20, SEED + 3)]
    with using(overlay.memory):
        known = Atlas(choose(catalog(), "chen", {}), tables=tables)
        told = by_atlas(known, charts, catalog().find("relation", "官鬼", "relation"))
    assert told == [by_reading(chart, overlay=overlay, **asked) for chart in charts]
    added = overlay.adds.keys() & known.claims(None).keys()
    assert added, "a claim of the overlay is read"
    assert not atlas_of_book(tables).claims(None).keys() & added


def atlas_of_book(tables: Factors) -> Atlas:
    return Atlas(choose(catalog(), "verse", {}), tables=tables)


def test_what_overrides_for_fewer_topics_is_told_apart(atlas: Read) -> None:
    """2:37 speaks of public business, and overrides what is said of anything."""
    known, general = atlas(), haidiyan.iris.individual("claim", "j2-p37-c05")
    of_business, of_illness = (catalog().find("topic", name, "topic") for name in ("public-business", "illness"))
    use = known.uses[0]
    assert known.claims(use)[general].overridden.any()
    assert known.claims(use, of_business)[general].overridden.any()
    assert not known.claims(use, of_illness)[general].overridden.any()


def test_every_claim_of_the_atlas_speaks_somewhere_in_these_charts_or_is_known_to_be_rare(atlas: Read) -> None:
    """The agreement would say little if most claims were silent on all charts tried."""
    given = [replace(case, baleful=()) for case in cases.read(CORPUS)]
    spoken: set[str] = set()
    for use in atlas().uses:
        charts = [case.question().chart for case in given if catalog().find("relation", case.use, "") == use]
        spoken |= {claim for said in by_atlas(atlas(), charts, use) for claim in said}
    assert len(spoken) > 0.9 * len(atlas().claims(atlas().uses[0]))
