"""A scholar's overlay: what it adds to a reading, and what it is refused for, with the line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import haidiyan
from haidiyan.chart.cast import Chart
from haidiyan.dataset.overlay import Overlay, load
from haidiyan.dataset.store import manifest
from haidiyan.errors import BuildError, InputError
from haidiyan.resources import root

pytestmark = pytest.mark.usefixtures("home")

EXAMPLE = root() / "docs" / "examples" / "overlay.ttl"
CONJECTURE = {"emendation": "water-for-too"}

HEAD = """@prefix certainty: <https://w3id.org/haidiyan/certainty/> .
@prefix choice: <https://w3id.org/haidiyan/choice/> .
@prefix claim: <https://w3id.org/haidiyan/claim/> .
@prefix hdy: <https://w3id.org/haidiyan/ontology#> .
@prefix my: <https://example.org/my/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix passage: <https://w3id.org/haidiyan/passage/> .
@prefix pattern: <https://w3id.org/haidiyan/pattern/> .
@prefix prognosis: <https://w3id.org/haidiyan/prognosis/> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix situation: <https://w3id.org/haidiyan/situation/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix state: <https://w3id.org/haidiyan/state/> .

my:me a prov:Agent ; skos:prefLabel "A reader"@en , "讀者"@zh-hant .
"""
CLAIM = """
my:claim a hdy:Rule ;
    hdy:antecedent situation:parents-moving ;
    hdy:certainty certainty:high ;
    hdy:conditionFrom hdy:FromLabel ;
    hdy:outcome "So."@en , "如此"@zh-hant ;
    hdy:passage passage:j2-p01 ;
    hdy:prognosis prognosis:adverse ;
    hdy:quote "病人無藥主沉昏"@lzh-hant ;
    hdy:witnessEdge hdy:line .
"""
Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(body: str) -> Path:
        path = tmp_path / "my.ttl"
        path.write_text(HEAD + body, encoding="utf-8")
        return path

    return written


@pytest.fixture(scope="module")
def chen(home: Path) -> Overlay:
    return load(EXAMPLE)


def bird_on_water() -> Chart:
    """巽 with its second line 亥 moving on 甲寅: the vermilion bird stands on water, and nothing makes 亥 void."""
    return haidiyan.cast(hexagram="巽", moving=[2], month="子", day="甲寅")


def statuses(reading: Any) -> dict[str, str]:
    return {claim["id"]: claim["status"] for claim in reading.to_dict()["claims"]}


def line_of(path: Path, words: str) -> int:
    return next(number for number, line in enumerate(path.read_text("utf-8").splitlines(), 1) if line.startswith(words))


def test_the_worked_example_says_what_it_adds_and_who_its_author_is(chen: Overlay) -> None:
    assert (chen.author, chen.author_iri) == ("陳某", "https://example.org/chen/chen")
    assert {iri.rsplit("/", 1)[1]: kind for iri, kind in chen.adds.items()} == {
        "chen-reads": "doctrine",
        "note-on-water": "claim",
        "stage-void-always": "choice",
        "water-for-too": "variant",
    }


def test_what_is_not_adopted_changes_no_claim(chen: Overlay) -> None:
    plain = haidiyan.read(bird_on_water(), "官事")
    laid = haidiyan.read(bird_on_water(), "官事", overlay=chen)
    assert statuses(laid) == statuses(plain)
    assert plain.to_dict()["overlay"] is None
    assert laid.to_dict()["overlay"]["author"] == "陳某"


def test_a_conjecture_reaches_the_verdict_and_is_marked_as_its_authors(chen: Overlay) -> None:
    """With 臨水空吉 the note speaks of a line of water as well; as printed, 臨太空吉, only of the void."""
    said = haidiyan.read(bird_on_water(), "公事", adopt=CONJECTURE, overlay=chen).to_dict()["claims"]
    by_id = {claim["id"]: claim for claim in said}
    assert by_id["note-on-water"]["status"] == "in-force"
    assert by_id["note-on-water"]["addedBy"] == "陳某"
    assert by_id["note-on-water"]["readsAs"] == "臨水空吉"
    assert by_id["note-on-water"]["quote"] == "臨太空吉"
    assert {claim["id"] for claim in said if claim["addedBy"]} == {"note-on-water"}
    assert "j2-p37-c08" not in by_id
    assert "note-on-water" not in statuses(haidiyan.read(bird_on_water(), "公事", overlay=chen))


def test_a_choice_of_ones_own_decides_a_state(chen: Overlay) -> None:
    """In 巳 earth, which shares its stages with water, is at its extinction and yet 相: void for Chen, not for 2:63."""
    chart = haidiyan.cast(hexagram="坤", month="巳", day="甲寅")
    void = [
        [
            line["position"]
            for line in reading.to_dict()["chart"]["lines"]
            if line["element"] == "土" and "空" in line["states"]
        ]
        for reading in (
            haidiyan.read(chart),
            haidiyan.read(chart, adopt={"stage-void": "always"}, overlay=chen),
            haidiyan.read(chart, doctrine="chen", overlay=chen),
        )
    ]
    earth = [1, 4]  # 未 and 丑; 丑 is in the void of the decade of 甲寅, but vigorous
    assert void == [[], earth, earth]


def test_a_doctrine_of_ones_own_follows_its_emendations(chen: Overlay) -> None:
    question = haidiyan.read(bird_on_water(), "公事", doctrine="chen", overlay=chen).to_dict()["question"]
    assert question["doctrine"]["choices"]["emendation"] == "water-for-too"
    assert question["doctrine"]["choices"]["stage-void"] == "always"


def test_the_dataset_is_not_touched(chen: Overlay) -> None:
    before = manifest()
    haidiyan.read(bird_on_water(), "公事", doctrine="chen", overlay=chen)
    assert manifest() == before
    with pytest.raises(InputError, match="'chen' is no doctrine"):
        haidiyan.read(bird_on_water(), "公事", doctrine="chen")


def test_a_claim_of_ones_own_fires_with_no_choice_at_all(write: Write) -> None:
    chart = haidiyan.cast(hexagram="乾", moving=[3], month="子", day="甲寅")  # 辰 of 乾: 父母 moves
    reading = haidiyan.read(chart, "疾病", overlay=write(CLAIM))
    assert statuses(reading)["claim"] == "in-force"
    assert "讀者所增" in str(reading)


def test_a_situation_of_ones_own_serves_a_claim(write: Write) -> None:
    own = CLAIM.replace("situation:parents-moving", "my:old-yang-parents") + (
        "my:old-yang-parents a hdy:Situation , owl:Class ; owl:intersectionOf ( state:parents state:old-yang ) ;"
        ' skos:prefLabel "old yang parents"@en , "父母重"@zh-hant .'
    )
    path = write(own)
    yang = haidiyan.cast(hexagram="乾", moving=[3], month="子", day="甲寅")
    yin = haidiyan.cast(hexagram="坤", moving=[2], month="子", day="甲寅")  # 巳 of 坤: 父母, 交
    assert "claim" in statuses(haidiyan.read(yang, "疾病", overlay=path))
    assert "claim" not in statuses(haidiyan.read(yin, "疾病", overlay=path))


@pytest.mark.parametrize(
    ("body", "begins", "says"),
    [
        ("\nclaim:j2-p01-c02 hdy:topic my:me .\n", "claim:j2-p01-c02", "This is the dataset's"),
        (CLAIM + "\nstate:moving rdfs:subClassOf my:x .\n", "state:moving", "This is the dataset's"),
        (CLAIM.replace("病人無藥", "病人有藥"), "my:claim", "does not hold the words “病人有藥主沉昏”"),
        (CLAIM.replace("    hdy:conditionFrom hdy:FromLabel ;\n", ""), "my:claim", "hdy:conditionFrom"),
        (CLAIM.replace("certainty:high", "certainty:low"), "my:claim", "must say why (hdy:doubt)"),
        (CLAIM.replace("situation:parents-moving", "situation:nowhere"), "my:claim", "situation:nowhere"),
        (CLAIM.replace("my:claim", "my:j2-p01-c02"), "my:j2-p01-c02", "The dataset has a claim of this name"),
    ],
)
def test_a_fault_is_named_with_its_line(write: Write, body: str, begins: str, says: str) -> None:
    path = write(body)
    with pytest.raises(BuildError) as refused:
        load(path)
    named = f"{begins} (my.ttl, line {line_of(path, begins)})"
    assert any(complaint.startswith(named) and says in complaint for complaint in refused.value.complaints)


def test_a_class_of_the_dataset_takes_no_further_condition(write: Write) -> None:
    condition = "[ a owl:Restriction ; owl:onProperty hdy:hides ; owl:someValuesFrom state:wealth ]"
    path = write(f"{CLAIM}\n{condition}\n    rdfs:subClassOf pattern:attacked .\n")
    with pytest.raises(BuildError) as refused:
        load(path)
    place = f"my.ttl, line {line_of(path, '    rdfs:subClassOf')}: "
    assert [complaint.startswith(place) for complaint in refused.value.complaints] == [True]


def test_every_fault_is_named_at_once(write: Write) -> None:
    with pytest.raises(BuildError) as refused:
        load(write(CLAIM.replace("certainty:high", "certainty:low").replace("prognosis:adverse", "prognosis:awful")))
    assert len(refused.value.complaints) >= 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + "my:c a hdy:Rule", "my.ttl, line 17, column"),
        (HEAD.partition("my:me")[0] + CLAIM, "exactly one prov:Agent; there is none"),
        (
            HEAD + 'my:you a prov:Agent ; skos:prefLabel "You"@en .' + CLAIM,
            "my:me (my.ttl, line 16)、my:you (my.ttl, line 17)",
        ),
        (HEAD, "adds no claim, no variant, no choice and no doctrine"),
    ],
)
def test_a_file_that_is_no_overlay_is_refused(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "my.ttl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BuildError) as refused:
        load(path)
    assert any(says in complaint for complaint in refused.value.complaints)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.ttl cannot be read: No such file"):
        load(tmp_path / "gone.ttl")
    latin = tmp_path / "latin.ttl"
    latin.write_bytes(b"# caf\xe9\n")
    with pytest.raises(InputError, match="not UTF-8"):
        load(latin)
