"""The site: built offline without a warning, whole, linked within itself, and the same on every run."""

from __future__ import annotations

import hashlib
import os
import re
import socket
import subprocess
import sys
import time
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox
import pytest

from haidiyan.dataset import store
from haidiyan.errors import BuildError, InputError
from haidiyan.iris import BASE, ONTOLOGY, PREFIXES, local_name, term
from haidiyan.publication.pages import guides, site
from haidiyan.resources import root

pytestmark = pytest.mark.xdist_group("site")

CPU_SECONDS = 60
LABEL = ox.NamedNode(PREFIXES["skos"] + "prefLabel")
RDF_TYPE = ox.NamedNode(PREFIXES["rdf"] + "type")
CLASS, OBJECT_PROPERTY, DATATYPE_PROPERTY = (
    ox.NamedNode(PREFIXES["owl"] + name) for name in ("Class", "ObjectProperty", "DatatypeProperty")
)
RECORDS = tuple(PREFIXES[kind] for kind in ("claim", "segment", "variant"))

HREF = re.compile(r'\s(?:href|src)="([^"]*)"')
ANCHOR = re.compile(r'\sid="([^"]*)"')
LOADED = re.compile(r"<(?:link|script|img|iframe|object|embed|source|use|image)\b[^>]*>")
OUTSIDE = re.compile(r'(?:href|src|data)="(?:[a-z]+:)?//')


class Site(NamedTuple):
    folder: Path
    pages: dict[str, str]

    def anchors(self, path: str) -> set[str]:
        return set(map(unescape, ANCHOR.findall(self.pages[path])))


@pytest.fixture(scope="module")
def built(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site, built with no network to be had; a warning would be an error."""
    target = tmp_path_factory.mktemp("site") / "site"

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the site is built offline")

    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, refuse)
        patch.setattr(socket, "getaddrinfo", refuse)
        began = time.process_time()
        count = site.build(target)
        spent = time.process_time() - began
    assert spent < CPU_SECONDS
    pages = {path.relative_to(target).as_posix(): path.read_text("utf-8") for path in sorted(target.rglob("*.html"))}
    assert len(pages) == count
    return Site(target, pages)


def plain(text: str) -> str:
    """What one reads of a piece of HTML."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def test_every_link_within_the_site_leads_somewhere(built: Site) -> None:
    anchors = {path: built.anchors(path) for path in built.pages}
    broken = []
    for path, text in built.pages.items():
        for href in set(map(unescape, HREF.findall(text))):
            if re.match(r"[a-z]+:", href):
                continue
            where, _, anchor = href.partition("#")
            target = os.path.normpath(Path(path).parent / where).replace(os.sep, "/") if where else path
            if not (built.folder / target).is_file() or (anchor and anchor not in anchors.get(target, ())):
                broken.append(f"{path}: {href}")
    assert broken == []


def test_no_page_repeats_an_anchor(built: Site) -> None:
    for path, text in built.pages.items():
        found = ANCHOR.findall(re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL))
        assert len(found) == len(set(found)), path


def test_nothing_is_loaded_from_another_host_and_nothing_runs(built: Site) -> None:
    for path, text in built.pages.items():
        assert not [tag for tag in LOADED.findall(text) if OUTSIDE.search(tag)], path
        assert "<script" not in text, path
        assert not re.search(r'\son[a-z]+="', text), path
    for style in built.folder.rglob("*.css"):
        assert not re.search(r"@import|url\(", style.read_text("utf-8")), style
    assert not list(built.folder.rglob("*.js"))


def test_no_two_pages_differ_only_in_case(built: Site) -> None:
    """So that the site can be unpacked on any machine."""
    assert len({path.casefold() for path in built.pages}) == len(built.pages)


def expected(dataset: ox.Store, iri: str) -> str:
    """The page that a name should be found on, by the rules that docs/principles.md and the site state."""
    kind, name = iri.removeprefix(BASE).split("#" if iri.startswith(ONTOLOGY) else "/", 1)
    if iri.startswith(ONTOLOGY):
        node = ox.NamedNode(iri)
        kinds = {quad.object for quad in dataset.quads_for_pattern(node, RDF_TYPE, None, None)}
        return f"property/{name}.html" if kinds & {OBJECT_PROPERTY, DATATYPE_PROPERTY} else f"class/{name}.html"
    if kind == "hexagram-line":
        return f"hexagram/{name[:2]}.html"
    return f"{kind}/index.html" if kind in ("attestation", "graph") else f"{kind}/{name}.html"


def test_every_term_has_its_page_with_its_anchor_its_names_and_its_address(built: Site) -> None:
    dataset = store.open_store()
    labels: dict[str, list[ox.Literal]] = {}
    for quad in dataset.quads_for_pattern(None, LABEL, None, ox.DefaultGraph()):
        if isinstance(quad.subject, ox.NamedNode) and quad.subject.value.startswith(BASE):
            assert isinstance(quad.object, ox.Literal)
            labels.setdefault(quad.subject.value, []).append(quad.object)
    assert len(labels) > 1000
    for iri, words in labels.items():
        path = expected(dataset, iri)
        assert path in built.pages, iri
        assert local_name(iri) in built.anchors(path), iri
        text = unescape(built.pages[path])
        assert f"<code>{iri}</code>" in text
        for word in words:
            assert word.value in text, iri


def test_the_address_of_the_vocabulary_has_an_anchor_for_each_class_and_property(built: Site) -> None:
    """A fragment never reaches the server: …/ontology#overcomes must be found on one page."""
    dataset = store.open_store()
    names = {
        local_name(quad.subject.value)
        for kind in (CLASS, OBJECT_PROPERTY, DATATYPE_PROPERTY)
        for quad in dataset.quads_for_pattern(None, RDF_TYPE, kind, ox.DefaultGraph())
        if isinstance(quad.subject, ox.NamedNode) and quad.subject.value.startswith(ONTOLOGY)
    }
    assert len(names) > 250
    assert names <= built.anchors("ontology.html")


def test_the_model_is_drawn_with_every_class_and_property_from_domain_to_range(built: Site) -> None:
    drawn = unescape(" ".join(re.findall(r"<svg.*?</svg>", built.pages["ontology.html"], re.DOTALL)))
    dataset = store.open_store()
    for kind in (OBJECT_PROPERTY, DATATYPE_PROPERTY):
        for quad in dataset.quads_for_pattern(None, RDF_TYPE, kind, ox.DefaultGraph()):
            if isinstance(quad.subject, ox.NamedNode) and quad.subject.value.startswith(ONTOLOGY):
                assert f">{local_name(quad.subject.value)} → " in drawn
    assert ">overcomesLine → 爻 Line<" in drawn


def test_every_segment_claim_and_variant_has_its_anchor_on_the_page_of_its_passage(built: Site) -> None:
    dataset = store.open_store()
    passage, renders = ox.NamedNode(term("passage")), ox.NamedNode(term("renders"))
    original = {
        quad.subject: quad.object
        for quad in dataset.quads_for_pattern(None, renders, None, ox.DefaultGraph())
        if str(quad.subject).startswith(f"<{PREFIXES['passage']}")
    }
    records = 0
    for quad in dataset.quads_for_pattern(None, passage, None, ox.DefaultGraph()):
        if not isinstance(quad.subject, ox.NamedNode) or not quad.subject.value.startswith(RECORDS):
            continue
        assert isinstance(quad.object, ox.NamedNode)
        where = original.get(quad.object, quad.object)
        assert isinstance(where, ox.NamedNode)
        assert local_name(quad.subject.value) in built.anchors(f"passage/{local_name(where.value)}.html")
        records += 1
    assert records > 2000
    for rendering, where in original.items():
        assert isinstance(rendering, ox.NamedNode)
        assert isinstance(where, ox.NamedNode)
        assert local_name(rendering.value) in built.anchors(f"passage/{local_name(where.value)}.html")


def test_a_situation_tells_its_condition_in_both_languages_and_the_claims_with_words_and_place(built: Site) -> None:
    """父動: parents that move. 2:1 病人無藥主沉昏 speaks then."""
    text = built.pages["situation/parents-moving.html"]
    assert "動 moving 且 and 父母 parents" in plain(text)
    row = re.search(r"<tr><td><a [^>]*>j2-p01-c03</a>.*?</tr>", text)
    assert row
    assert "病人無藥主沉昏" in row[0]
    assert 'href="../passage/j2-p01.html#j2-p01-c03"' in row[0]
    assert "歌訣 verse" in plain(row[0])


def test_a_state_has_the_claims_that_rest_on_it_through_a_situation(built: Site) -> None:
    text = built.pages["state/moving.html"]
    row = re.search(r"<tr><td><a [^>]*>j2-p01-c03</a>.*?</tr>", text)
    assert row
    assert 'href="../situation/parents-moving.html"' in row[0]


def test_a_condition_with_an_edge_and_one_with_alternatives_are_told(built: Site) -> None:
    """ontology/situations: wealth at self is a self line that is wealth; wood or void is either."""
    assert "有世爻為 self line with 妻財 wealth" in plain(built.pages["pattern/wealth-at-self.html"])
    either = plain(built.pages["pattern/wood-or-void.html"])
    assert "下列任一： any one of: 空 void 木 wood" in either
    assert "木或空 wood or void ： 下列任一：" in plain(built.pages["situation/hook-array-moving-wood-or-void.html"])


def test_passage_and_term_are_linked_both_ways(built: Site) -> None:
    passage = built.pages["passage/j2-p01.html"]
    assert 'href="../situation/parents-moving.html"' in passage
    assert 'href="../topic/illness.html"' in passage
    assert "passage/j2-p01.html" in built.pages["topic/illness.html"]


def test_a_choice_tells_what_it_makes_count_as_what(built: Site) -> None:
    assert "seasonal-void-verse" in built.pages["choice/seasonal-void-verse.html"]
    assert 'href="../state/seasonal-void.html"' in built.pages["choice/seasonal-void-verse.html"]


def test_whatever_stands_in_docs_is_a_page_that_the_guides_lead_to(built: Site) -> None:
    leading = {unescape(href) for href in HREF.findall(built.pages["docs/model.html"])}
    for path in sorted((root() / "docs").rglob("*")):
        if path.suffix in (".md", ".ipynb"):
            name = path.relative_to(root() / "docs").with_suffix(".html").as_posix()
            assert f"docs/{name}" in built.pages
            assert name in leading or name == "model.html" or f"../docs/{name}" in leading, name


def test_the_same_sources_give_the_same_bytes(built: Site, tmp_path: Path) -> None:
    target = tmp_path / "again"
    command = [sys.executable, "-m", "haidiyan.publication.pages", str(target)]
    environment = {**os.environ, "PYTHONHASHSEED": "4321", "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run(command, env=environment, check=True, capture_output=True)

    def digests(folder: Path) -> dict[str, str]:
        return {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*")
            if path.is_file()
        }

    assert digests(target) == digests(built.folder)


def test_a_folder_that_holds_something_else_is_not_touched(home: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="no site of this project"):
        site.build(tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_warning_is_an_error_that_names_the_page(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def with_fault(target: Path) -> None:
        target.mkdir()
        (target / "index.md").write_text("# Home\n\n[gone](gone.md)\n", encoding="utf-8")

    monkeypatch.setattr(guides, "lay_out", with_fault)
    monkeypatch.setattr("haidiyan.publication.pages.extension.pages", lambda _: iter(()))
    with pytest.raises(BuildError, match=r"index\.md:3: WARNING: .*gone\.md"):
        site.build(tmp_path / "site")
    assert not (tmp_path / "site").exists()
