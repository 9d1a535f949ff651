"""A scholar's overlay: what it adds to a reading, and what it is refused for, with the line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import haidiyan
from haidiyan.chart.cast import Chart
from haidiyan.dataset.memory import Memory
from haidiyan.dataset.overlay import Overlay, load
from haidiyan.dataset.store import manifest
from haidiyan.errors import BuildError, InputError
from haidiyan.iris import individual
from haidiyan.resources import root

pytestmark = pytest.mark.usefixtures("home")

EXAMPLE = root() / "docs" / "examples" / "overlay.ttl"
CONJECTURE = {"emendation": "water-for-too"}

HEAD = """@prefix axis: <https://w3id.org/haidiyan/axis/> .
@prefix certainty: <https://w3id.org/haidiyan/certainty/> .
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
CONJECTURE_ON_WATER = """
my:conjecture a hdy:Conjecture ;
    hdy:adoptedInPrint false ;
    hdy:base "秋是木"@lzh-hant ;
    hdy:certainty certainty:high ;
    hdy:explanation "As the headnote."@en , "從眉批。"@zh-hant ;
    hdy:passage passage:j2-p67 ;
    hdy:proposer my:me ;
    hdy:reading "秋是水"@lzh-hant .
"""
VOID = "[ a hdy:Bridge ; hdy:from state:spent ; hdy:to state:seasonal-void ]"
OUTSIDE = "[ a hdy:Bridge ; hdy:from state:vigorous ; hdy:to state:outside-seasonal-void ]"
CHOICE = f"""
my:choice a hdy:Choice ;
    hdy:bridges {VOID} , {OUTSIDE} ;
    hdy:ofAxis axis:seasonal-void ;
    hdy:suppliedFrom "spent lines"@en ;
    skos:definition "A spent line is void."@en , "無氣即空。"@zh-hant ;
    skos:notation "spent" ;
    skos:prefLabel "spent"@en , "無氣"@zh-hant .
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


def test_a_question_over_an_overlay_has_a_name_of_its_own(chen: Overlay) -> None:
    """Its reading may differ, and one IRI cannot mean both; the same file gives the same name again."""
    plain, laid, again = (
        haidiyan.read(bird_on_water(), "官事", overlay=each).to_dict()["question"]["iri"]
        for each in (None, chen, load(EXAMPLE))
    )
    assert plain != laid
    assert laid == again


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
        (HEAD + "my:c a hdy:Rule", "my.ttl, line 18, column"),
        (HEAD.partition("my:me")[0] + CLAIM, "exactly one prov:Agent; there is none"),
        (
            HEAD + 'my:you a prov:Agent ; skos:prefLabel "You"@en .' + CLAIM,
            "my:me (my.ttl, line 17)、my:you (my.ttl, line 18)",
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


def complaints_on(path: Path) -> list[str]:
    with pytest.raises(BuildError) as refused:
        load(path)
    return refused.value.complaints


def test_conjecture_and_choice_pass_as_they_stand(write: Write) -> None:
    """What the refusals below change is all that is wrong there."""
    assert sorted(load(write(CONJECTURE_ON_WATER + CHOICE)).adds.values()) == ["choice", "variant"]


@pytest.mark.parametrize(
    ("body", "begins", "says"),
    [
        (
            CONJECTURE_ON_WATER.replace("hdy:proposer my:me", "hdy:proposer agent:lu-wei"),
            "my:conjecture",
            "its author’s",
        ),
        (
            CONJECTURE_ON_WATER.replace("j2-p67", "j2-p68").replace("秋是", "天是"),
            "my:conjecture",
            "what may be emended is its original, passage:j2-p67",
        ),
        (CHOICE.replace(f"    hdy:bridges {VOID} , {OUTSIDE} ;\n", ""), "my:choice", "one bridge at least"),
        (CHOICE.replace("hdy:to state:seasonal-void ", ""), "my:choice", "exactly one hdy:from and one hdy:to"),
        (
            CHOICE.replace("hdy:from state:spent", "hdy:from state:spent , state:still"),
            "my:choice",
            "exactly one hdy:from",
        ),
        (CHOICE.replace("hdy:from state:spent", 'hdy:from "spent"'), "my:choice", "each a state"),
        (CHOICE.replace("hdy:from state:spent", "hdy:from situation:parents-moving"), "my:choice", "no declared state"),
        (CHOICE.replace("hdy:to state:seasonal-void", "hdy:to state:moving"), "my:choice", "leads"),
        (CHOICE.replace(f" , {OUTSIDE}", ""), "my:choice", "and not to state:outside-seasonal-void"),
        (CHOICE.replace("hdy:from state:spent", "hdy:from state:seasonal-void"), "state:seasonal-void → ", "my:choice"),
        (CHOICE.replace("hdy:bridges", "hdy:bridge"), "my:choice", "the nearest is hdy:bridges"),
        (CLAIM.replace("hdy:prognosis ", "hdy:prognosys "), "my:claim", "the nearest is hdy:prognosis"),
        (CLAIM + "my:claim hdy:addedBy my:me .", "my:claim", "not for the file to say"),
        (CLAIM.replace('"So."@en', '"So \\u001b[31m."@en'), "my:claim", "control character"),
        (CLAIM.replace('"如此"', '"如\\n此"'), "my:claim", "line break"),
        (CLAIM.replace("my:claim", "<https://example.org/my/a,b>"), "<https://example.org/my/a,b>", "cannot be typed"),
        (CLAIM.replace("my:claim", "<https://example.org/my/>"), "<https://example.org/my/>", "cannot be typed"),
        (CLAIM.replace("my:claim", "<https://example.org/my/%E6>"), "<https://example.org/my/%E6>", "cannot be typed"),
        (CLAIM.replace("my:claim", "skos:claim"), "skos:claim", "one that everyone uses"),
    ],
)
def test_what_an_overlay_may_not_say_is_refused_with_its_line(write: Write, body: str, begins: str, says: str) -> None:
    path = write("@prefix agent: <https://w3id.org/haidiyan/agent/> .\n" + body)
    told = [each for each in complaints_on(path) if each.startswith(begins) and says in each]
    named = begins if "→" not in begins else "my:choice"
    assert [f"{named} (my.ttl, line {line_of(path, named)})" in each for each in told] == [True]


@pytest.mark.parametrize(("kind", "body"), [("claim", CLAIM), ("variant", CONJECTURE_ON_WATER), ("choice", CHOICE)])
def test_what_people_ask_for_has_a_name(write: Write, kind: str, body: str) -> None:
    named = next(line.split()[0] for line in body.splitlines() if line)
    for nameless in ("[]", "_:x"):
        path = write(body.replace(named, nameless))
        told = f"my.ttl, line {line_of(path, nameless)}: A {kind} is without a name; give it one, my:{kind}."
        assert complaints_on(path) == [told]


def test_an_author_has_a_name(tmp_path: Path) -> None:
    path = tmp_path / "my.ttl"
    path.write_text(HEAD.replace("my:me a", "[] a") + CLAIM, encoding="utf-8")
    assert complaints_on(path) == ["my.ttl, line 17: An author is without a name; give it one, my:author."]


def test_two_things_of_one_name_are_refused_with_both_lines(write: Write) -> None:
    claims = write(CLAIM + "@prefix o: <https://example.org/o/> .\n" + CLAIM.replace("my:claim", "o:claim"))
    told = complaints_on(claims)
    assert [f"(my.ttl, line {line_of(claims, name)})" in told[0] for name in ("my:claim", "o:claim")] == [True, True]
    assert "More than one claim has the name claim" in told[0]
    choices = write(CHOICE + CHOICE.replace("my:choice", "my:other"))
    told = complaints_on(choices)
    assert [f"(my.ttl, line {line_of(choices, name)})" in told[0] for name in ("my:choice", "my:other")] == [True, True]


def test_a_fault_is_told_once(write: Write) -> None:
    for body in (CLAIM.replace("parents-moving", "nowhere"), CHOICE.replace("state:spent", "state:nowhere")):
        assert len(complaints_on(write(body))) == 1


def test_faults_of_the_text_are_told_together(write: Write) -> None:
    body = CLAIM.replace("病人無藥", "病人有藥") + CONJECTURE_ON_WATER.replace("秋是木", "秋是金")
    assert len(complaints_on(write(body))) == 2


def test_a_class_that_depends_on_itself_is_told_as_the_file_writes_it(write: Write) -> None:
    circle = """
my:one a hdy:Pattern , owl:Class ; skos:prefLabel "one"@en , "甲"@zh-hant ; rdfs:subClassOf my:two .
my:two a hdy:Pattern , owl:Class ; skos:prefLabel "two"@en , "乙"@zh-hant ; rdfs:subClassOf my:one .
"""
    path = write(CLAIM + CHOICE + circle)
    told = complaints_on(path)
    assert len(told) == 1
    for name in ("my:one", "my:two"):
        assert f"{name} (my.ttl, line {line_of(path, name)})" in told[0]
    assert "my:choice" not in told[0]


def test_clauses_and_bridges_of_ones_own_never_meet_the_datasets(write: Write) -> None:
    """A choice and a situation may have the last part of a name of the dataset's."""
    body = CHOICE.replace("my:choice", "<https://example.org/choice/seasonal-void-verse>")
    nodes = list(Memory.rows_of(load(write(body)).store, "reading/bridge-table"))
    assert {each["from"].rsplit("/", 1)[1] for each in nodes if each["choice"].endswith("seasonal-void-verse")} == {
        "outside-seasonal-void-verse",
        "seasonal-void-verse",
        "spent",
        "vigorous",
    }
    theirs = [each for each in nodes if each["choice"] == individual("choice", "seasonal-void-verse")]
    assert {each["from"].rsplit("/", 1)[1] for each in theirs} == {
        "outside-seasonal-void-verse",
        "seasonal-void-verse",
    }


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "my.ttl"
    path.write_text(HEAD + CLAIM, encoding="utf-8-sig")
    assert list(load(path).adds.values()) == ["claim"]


def test_a_triple_within_a_triple_is_no_rdf_1_1(write: Write) -> None:
    path = write(CLAIM + '\n<< my:me a prov:Agent >> hdy:doubt "x" .\n')
    assert complaints_on(path) == [f"{path}, line {line_of(path, '<<')}: this is not RDF 1.1: " + WITHIN]


WITHIN = "a triple cannot stand within a triple."


def test_a_file_without_measure_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "my.ttl"
    path.write_text("#" + "x" * 6_000_000 + "\n" + HEAD + CLAIM, encoding="utf-8")
    with pytest.raises(InputError, match="larger than the 5 MB"):
        load(path)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.ttl cannot be read: No such file"):
        load(tmp_path / "gone.ttl")
    latin = tmp_path / "latin.ttl"
    latin.write_bytes(b"# caf\xe9\n")
    with pytest.raises(InputError, match="not UTF-8"):
        load(latin)
