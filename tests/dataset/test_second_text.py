"""A further text is loaded as the book is, and all that runs over the book runs over it; nothing of the book changes.

The texts are invented: ``tests/examples/second-text``, a volume 4, and ``tests/examples/another-book``.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from rdflib import DCTERMS

import haidiyan
from haidiyan import edition, queries
from haidiyan.cli import run
from haidiyan.comparison.find import of_book
from haidiyan.dataset import search, store, texts
from haidiyan.dataset.build import assemble
from haidiyan.dataset.coverage import cover
from haidiyan.dataset.memory import Memory, using
from haidiyan.errors import BuildError, InputError
from haidiyan.iris import BASE, PREFIXES, individual, local_name
from haidiyan.publication import scopes
from haidiyan.publication.tei import read_back, tei

EXAMPLES = Path(__file__).parent.parent / "examples"
VOLUME, BOOK = EXAMPLES / "second-text", EXAMPLES / "another-book"
PREFIX = "".join(f"PREFIX {name}: <{space}>\n" for name, space in PREFIXES.items())

pytestmark = pytest.mark.xdist_group("second-text")


@pytest.fixture
def both(home_with_texts: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ox.Store]:
    """The dataset with the further texts as the one in use."""
    monkeypatch.setenv("HAIDIYAN_HOME", str(home_with_texts))
    with using(Memory(store.reading_triples())):
        yield store.open_store()


def select(dataset: ox.Store, names: str, pattern: str) -> list[tuple[str, ...]]:
    rows = dataset.query(f"{PREFIX} SELECT {names} WHERE {{ {pattern} }}")
    assert isinstance(rows, ox.QuerySolutions)
    return [tuple(str(getattr(row[name[1:]], "value", "")) for name in names.split()) for row in rows]


def test_nothing_that_is_said_of_the_book_changes(home: Path, both: ox.Store) -> None:
    """Every triple of the book's own text, claims and variants is there, and no other about its things."""
    alone = store.open_store(home)
    for name in ("claims", "claim-sources", "variants", "variant-places", "volume-2", "volume-2-verse", "text"):
        place = ox.NamedNode(individual("graph", name))
        before = {each.triple for each in alone.quads_for_pattern(None, None, None, place) if _is_named(each)}
        after = {each.triple for each in both.quads_for_pattern(None, None, None, place) if _is_named(each)}
        assert before <= after, name
        added = {local_name(each.subject.value) for each in after - before}  # type: ignore[union-attr]
        assert all(each.startswith(("j4-", "hx1-")) for each in added) or name == "text", name


def _is_named(quad: ox.Quad) -> bool:
    return isinstance(quad.subject, ox.NamedNode) and not isinstance(quad.object, ox.BlankNode)


def test_the_dataset_says_what_texts_it_holds(home: Path, home_with_texts: Path, both: ox.Store) -> None:
    made = store.manifest(home_with_texts)
    assert made.texts == ["another-book", "second-text"]
    assert store.manifest(home).texts == []
    assert made.hash != store.manifest(home).hash
    parts = select(both, "?part", f"<{BASE}dataset> dcterms:hasPart ?part")
    assert sorted(parts) == [(individual("volume", "101"),), (individual("volume", "4"),)]
    listed = select(both, "?path", "?file dcterms:identifier ?path ; hdy:sha256 ?hash")
    assert ("texts/second-text/source/juan4.txt",) in listed


def test_the_text_is_cut_without_loss(both: ox.Store) -> None:
    whole = {each.number: each for each in texts.volumes()}
    assert sorted(whole) == [2, 3, 4, 101]
    for number, path in ((4, VOLUME / "source" / "juan4.txt"), (101, BOOK / "source" / "hx.txt")):
        for passage in whole[number].passages:
            joined = "".join(each.before + each.words for each in passage.segments) + passage.after
            assert joined == path.read_text(encoding="utf-8").split("\n\n")[passage.paragraph].rstrip("\n")


def test_every_segment_of_the_further_texts_is_accounted_for(both: ox.Store) -> None:
    found = cover(both)
    assert found.complaints == []
    assert {(each.volume, each.layer) for each in found.layers} >= {(4, "verse"), (4, "headnote"), (101, "verse")}


def test_the_passages_of_another_book_have_its_prefix_and_its_authors_only(both: ox.Store) -> None:
    of_passage = "?segment hdy:passage passage:hx1-p01 ; hdy:layer ?layer"
    rows = select(both, "?layer ?by", of_passage + " OPTIONAL { ?segment dcterms:creator ?by }")
    authors = {local_name(layer): local_name(by) for layer, by in rows}
    assert authors == {"label": "nobody", "verse": "nobody", "interlinear": ""}


def test_its_claims_were_encoded_by_those_who_encoded_it(both: ox.Store) -> None:
    of = "prov:wasGeneratedBy/prov:wasAssociatedWith ?who"
    assert select(both, "?who", f"claim:j4-p01-c01 {of}") == [(individual("agent", "testers"),)]
    assert select(both, "?who", f"variant:j4-p05-v1 {of}") == [(individual("agent", "testers"),)]
    assert select(both, "?who", f"claim:j2-p01-c01 {of}") == [(individual("agent", "encoders"),)]


def test_a_claim_of_a_further_text_speaks_with_its_source(both: ox.Store) -> None:
    chart = haidiyan.cast(hexagram="姤", moving=[1], month="申", day="甲申")
    told = {each["id"]: each for each in haidiyan.read(chart, topic="買賣").to_dict()["claims"]}
    assert {"j2-p01-c07", "j4-p01-c01"} <= set(told)
    source = told["j4-p01-c01"]["source"]
    assert (source["volume"], source["paragraph"], source["layer"]) == (4, 1, "verse")
    assert told["j4-p01-c01"]["quote"] == "試擬父動勞心力"
    assert "j4-p03-c01" not in told


def test_a_situation_of_its_own_holds_where_it_says(both: ox.Store) -> None:
    for lines, speaks in ((_siblings_hold_self(True), True), (_siblings_hold_self(False), False)):
        told = {each["id"] for each in haidiyan.read(lines, topic="買賣").to_dict()["claims"]}
        assert ("j4-p05-c01" in told) is speaks


def _siblings_hold_self(moves: bool) -> haidiyan.Chart:
    """A chart whose self line is siblings, and moves or not."""
    for number in range(1, 65):
        still = haidiyan.cast(hexagram=str(number), month="申", day="甲申").to_dict()["lines"]
        place = next(each["position"] for each in still if "世" in each["roles"])
        if next(each["relation"] for each in still if each["position"] == place) == "兄弟":
            return haidiyan.cast(hexagram=str(number), moving=[place] if moves else [], month="申", day="甲申")
    raise AssertionError("no hexagram has siblings at its self line")


def test_an_emendation_of_it_can_be_adopted(both: ox.Store) -> None:
    chart = haidiyan.cast(hexagram="姤", moving=[1], month="申", day="甲申")
    adopted = haidiyan.read(chart, adopt={"emendation": "j4-p05-v1"}).to_dict()
    assert adopted["question"]["doctrine"]["choices"]["emendation"] == "j4-p05-v1"


@pytest.mark.parametrize("name", ["4:5", "j4-p05", "101:1", "hx1-p01", "hx1-p02", "hx1-p01-c01"])
def test_its_passages_are_compared_by_name_and_by_number(both: ox.Store, name: str) -> None:
    assert of_book(name)


@pytest.mark.parametrize(
    ("name", "hint"), [("4:9", "the last of volume 4"), ("hx1-p09", "101"), ("7:1", "no volume 7")]
)
def test_where_a_further_text_ends_is_said(both: ox.Store, name: str, hint: str) -> None:
    with pytest.raises(InputError, match=hint):
        of_book(name)


@pytest.mark.parametrize(("number", "path"), [(4, VOLUME / "source/juan4.txt"), (101, BOOK / "source/hx.txt")])
def test_its_tei_keeps_every_character(both: ox.Store, number: int, path: Path) -> None:
    source = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    assert sorted(read_back(tei(number)).passages.values()) == sorted(source)


def test_a_volume_of_it_is_exported_with_its_claims_and_variants(both: ox.Store) -> None:
    names = {local_name(each) for each in scopes.volume(4).subjects}
    assert {"j4-p01", "j4-p01-s02", "j4-p01-c01", "j4-p05-v1"} <= names
    assert not any(each.startswith(("j2-", "j3-", "hx1-")) for each in names)


def test_it_is_found_by_search(both: ox.Store) -> None:
    rows = search.find("测试", both).segments
    assert {(int(row["volume"]), int(row["paragraph"])) for row in rows} >= {(4, 1), (101, 1)}


def test_its_definitions_and_lists_are_in_the_queries(both: ox.Store) -> None:
    claims = {local_name(row["claim"]) for row in queries.rows("all-claims", both)}
    variants = {local_name(row["variant"]) for row in queries.rows("all-variants", both)}
    assert {"j4-p01-c01", "hx1-p01-c01", "j2-p01-c01"} <= claims
    assert "j4-p05-v1" in variants


# What is wrong in a text is told with file and line, all at once, and nothing is built.

Change = Callable[[Path], object]


def told_of(folder: Path, *changes: Change) -> list[str]:
    """What the build says of a copy of the invented volume with some changes."""
    copy = folder / "second-text"
    shutil.copytree(VOLUME, copy)
    for change in changes:
        change(copy)
    with pytest.raises(BuildError) as error:
        assemble(text=[copy])
    return error.value.complaints


def replaced(file: str, old: str, new: str, sums: bool = True) -> Change:
    def change(text: Path) -> None:
        content = (text / file).read_text(encoding="utf-8")
        assert old in content
        (text / file).write_text(content.replace(old, new, 1), encoding="utf-8")
        if sums and file.startswith("source/"):
            found = hashlib.sha256((text / file).read_bytes()).hexdigest()
            (text / "source" / "SHA256SUMS").write_text(f"{found}  {Path(file).name}\n", encoding="ascii")

    return change


def only(complaints: list[str], *parts: str) -> None:
    """Some complaint has all of these words."""
    assert any(all(part in each for part in parts) for each in complaints), complaints


def test_what_cannot_be_cut_is_told_at_once(tmp_path: Path) -> None:
    found = told_of(
        tmp_path,
        replaced("source/juan4.txt", "（眉批：", "（旁批："),
        replaced("source/juan4.txt", "兄持世動試求財", "兄持世動試求財利"),
        replaced("claims/invented.ttl", "claim:j4-p03-c01 a", "claim:j2-p01-c01 a"),
    )
    only(found, "second-text/source/juan4.txt, paragraph 1", "旁批：", "the marker of no layer")
    only(found, "second-text/source/juan4.txt, paragraph 5", "兄持世動試求財利")
    only(found, "claims/invented.ttl, line ", "claim:j2-p01-c01", "described in data/claims/")


def test_words_that_the_text_does_not_have_are_told_with_the_line(tmp_path: Path) -> None:
    found = told_of(
        tmp_path,
        replaced("claims/invented.ttl", "財爻發動，求財有得", "財爻發動，求財無得"),
        replaced("variants/invented.ttl", 'hdy:base "定不偕"', 'hdy:base "定不階"'),
    )
    lines = (VOLUME / "claims" / "invented.ttl").read_text(encoding="utf-8").splitlines()
    line = lines.index("claim:j4-p03-c01 a hdy:Rule ;") + 1
    only(found, f"texts/second-text/claims/invented.ttl, line {line}", "claim:j4-p03-c01", "求財無得")
    only(found, "texts/second-text/variants/invented.ttl, line ", "定不階")


def test_a_text_says_nothing_of_what_is_not_its_own(tmp_path: Path) -> None:
    def trespass(text: Path) -> None:
        with (text / "text" / "layout.ttl").open("a", encoding="utf-8") as file:
            file.write("@prefix family: <https://w3id.org/haidiyan/family/> .\n")
            file.write("@prefix topic: <https://w3id.org/haidiyan/topic/> .\n")
            file.write("passage:j2-p05 hdy:family family:void .\ntopic:illness hdy:order 1 .\n")

    found = told_of(tmp_path, trespass)
    only(found, "layout.ttl, line ", "passage:j2-p05", "not named after a passage of this text")
    only(found, "layout.ttl, line ", "topic:illness", "changes nothing")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: (text / "source" / "juan4.txt").unlink(), ("juan4.txt is missing",)),
        (lambda text: (text / "source" / "SHA256SUMS").unlink(), ("SHA256SUMS is missing",)),
        (replaced("text/layout.ttl", "layer:prose", "layer:ballad"), ("second-text/text", "ballad", "no layer")),
        (replaced("text/witness.ttl", "hdy:pairCount 3 ;", ""), ("second-text/text", "volume:4", "hdy:pairCount")),
        (replaced("text/witness.ttl", "hdy:pairCount 3 ;", "hdy:pairCount 4 ;"), ("juan4.txt", "where 4 are recorded")),
        (replaced("claims/no-claim.ttl", "hdy:statesNoClaim", "<", False), ("no-claim.ttl, line ", "not Turtle")),
        (
            replaced("text/witness.ttl", "hdy:volumeNumber 4", 'hdy:volumeNumber "four"'),
            ("second-text/text", "hdy:volumeNumber is a whole number, not 'four'"),
        ),
        (replaced("source/juan4.txt", "兄持世動試求財", "兄動試求財"), ("record it in second-text/text/layout.ttl",)),
    ],
)
def test_a_fault_is_named_with_its_file(tmp_path: Path, change: Change, words: tuple[str, ...]) -> None:
    found = told_of(tmp_path, change)
    only(found, *words)
    assert not any("data/text/layout.ttl" in each or "int()" in each for each in found)


def listed(text: Path) -> None:
    """Record the sums of what is in ``source/``."""
    files = sorted((text / "source").glob("*.txt"))
    rows = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    (text / "source" / "SHA256SUMS").write_text("".join(rows), encoding="utf-8")


def claims_in_a_file(text: Path) -> None:
    shutil.rmtree(text / "claims")
    (text / "claims").write_text("no folder", encoding="utf-8")


def linked_folder(text: Path) -> None:
    (text / "claims").rename(text / "elsewhere")
    (text / "claims").mkdir()
    (text / "claims" / "more").symlink_to(text / "elsewhere", target_is_directory=True)


def another_source(text: Path) -> None:
    shutil.copy(text / "source" / "juan4.txt", text / "source" / "juan5.txt")


def another_listed_source(text: Path) -> None:
    another_source(text)
    listed(text)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (claims_in_a_file, ("second-text/claims is no folder",)),
        (lambda text: (text / "claims" / "lost.ttl").symlink_to(text / "nowhere"), ("lost.ttl", "leads nowhere")),
        (lambda text: (text / "claims" / "x.ttl").mkdir(), ("claims/x.ttl is a folder",)),
        (lambda text: (text / "base-rates.ttl").mkdir(), ("base-rates.ttl is no file",)),
        (linked_folder, ("claims/more is a link to a folder",)),
        (another_source, ("source/juan5.txt: no hdy:Volume describes", "SHA256SUMS does not record")),
        (another_listed_source, ("source/juan5.txt: no hdy:Volume describes",)),
    ],
)
def test_nothing_of_a_text_is_passed_over(tmp_path: Path, change: Change, words: tuple[str, ...]) -> None:
    only(told_of(tmp_path, change), *words)


@pytest.mark.parametrize("name", ["claims", "claims/invented.ttl"])
def test_what_of_a_text_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    copy = tmp_path / "second-text"
    shutil.copytree(VOLUME, copy)

    def refusing(call: Callable[..., Any]) -> Callable[..., Any]:
        def refuse(path: Path, *given: Any, **more: Any) -> Any:
            if path == copy / name:
                raise PermissionError(13, "Permission denied", str(path))
            return call(path, *given, **more)

        return refuse

    monkeypatch.setattr(os, "scandir", refusing(os.scandir))
    monkeypatch.setattr(Path, "open", refusing(Path.open))
    assert run(["build", "--text", str(copy)]) == 2
    assert f"{copy / name} cannot be read: Permission denied." in capsys.readouterr().err


@pytest.mark.parametrize(("name", "mark"), [("卷四.txt", " *"), ("juan  4 [mine].txt", "  ")])
def test_a_source_may_have_any_name(tmp_path: Path, name: str, mark: str) -> None:
    copy = tmp_path / "second-text"
    shutil.copytree(VOLUME, copy)
    (copy / "source" / "juan4.txt").rename(copy / "source" / name)
    replaced("text/witness.ttl", "juan4.txt", name)(copy)
    replaced("source/SHA256SUMS", "  juan4.txt", mark + name, False)(copy)
    made = assemble(text=[copy])
    assert f"texts/second-text/source/{name}" in made.texts
    described = made.graphs[individual("graph", "metadata")]
    assert f"texts/second-text/source/{name}" in map(str, described.objects(None, DCTERMS.identifier))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda sums: sums + b"juan4.txt\n", ("SHA256SUMS, line 2 is no sha256",)),
        (lambda sums: sums + b"0" * 64 + b"  juan4.txt\n", ("SHA256SUMS, line 2", "juan4.txt another sha256")),
        (lambda sums: sums.replace(b"juan4", b"juan\xff"), ("juan4.txt", "SHA256SUMS records none")),
    ],
)
def test_junk_among_the_sums_is_named(tmp_path: Path, change: Callable[[bytes], bytes], words: tuple[str, ...]) -> None:
    def spoil(text: Path) -> None:
        sums = text / "source" / "SHA256SUMS"
        sums.write_bytes(change(sums.read_bytes()))

    only(told_of(tmp_path, spoil), *words)


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_an_empty_source_is_named(tmp_path: Path, content: bytes) -> None:
    def empty(text: Path) -> None:
        (text / "source" / "juan4.txt").write_bytes(content)
        listed(text)

    only(told_of(tmp_path, empty), "juan4.txt is empty")


def test_of_a_source_with_the_line_ends_of_windows_nothing_else_is_told(tmp_path: Path) -> None:
    def turn(text: Path) -> None:
        file = text / "source" / "juan4.txt"
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))

    (told,) = told_of(tmp_path, turn)
    assert told.startswith("juan4.txt: its lines end in CR LF")


def test_a_volume_of_a_number_that_there_is_is_refused(tmp_path: Path) -> None:
    def renumbered(text: Path) -> None:
        for old, new in (("volume:4 a", "volume:3 a"), ("hdy:volumeNumber 4", "hdy:volumeNumber 3")):
            replaced("text/witness.ttl", old, new)(text)

    only(told_of(tmp_path, renumbered), "there is a volume 3 in data/text already")


def test_a_folder_that_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build", "--text", str(tmp_path)]) == 2
    assert "has no source/" in capsys.readouterr().err
    with pytest.raises(InputError, match="no folder"):
        texts.given([tmp_path / "absent"])
    for name in ("a", "b"):
        shutil.copytree(VOLUME, tmp_path / name / "same")
    with pytest.raises(InputError, match="another text"):
        texts.given([tmp_path / "a" / "same", tmp_path / "b" / "same"])


def test_the_book_alone_is_read_as_before() -> None:
    assert [each.number for each in edition.read()] == [2, 3]
    assert {each.text_folder for each in edition.read()} == {""}
    assert texts.files([]) == {}
