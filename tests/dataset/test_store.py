"""A dataset is swapped in whole: whatever goes wrong, the last good one stays in use."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterable
from pathlib import Path

import pyoxigraph as ox
import pytest

from haidiyan import __version__
from haidiyan.dataset import store
from haidiyan.errors import DatasetError
from haidiyan.iris import graph

CLAIMS, CHOICE = graph("claims"), graph("choice-stage-void-on")


def quads(words: str) -> list[ox.Quad]:
    name = ox.NamedNode("https://example.org/claim")
    return [
        ox.Quad(name, ox.NamedNode("https://example.org/quote"), ox.Literal(words), ox.NamedNode(CLAIMS)),
        ox.Quad(name, ox.NamedNode("https://example.org/rival"), ox.BlankNode(), ox.NamedNode(CHOICE)),
    ]


def pack(built: ox.Store) -> Iterable[ox.Triple]:
    return [quad.triple for quad in built.quads_for_pattern(None, None, None, ox.NamedNode(CLAIMS))]


def put(home: Path, words: str) -> store.Manifest:
    return store.write(quads(words), pack, {"data/one.ttl": "0" * 64}, home)


def words_in_use(home: Path) -> str:
    found = store.open_store(home).query("SELECT ?o { ?s <https://example.org/quote> ?o }")
    assert isinstance(found, ox.QuerySolutions)
    return "".join(row["o"].value for row in found)


def folders(home: Path) -> set[str]:
    return {each.name for each in home.glob("store-*")}


def test_what_is_written_can_be_read_again(tmp_path: Path) -> None:
    made = put(tmp_path, "父動")
    assert words_in_use(tmp_path) == "父動"
    assert store.manifest(tmp_path) == made
    assert made.graphs == {CLAIMS: 1, CHOICE: 1}
    assert "父動" in store.reading_triples_path(tmp_path).read_text(encoding="utf-8")
    lines = (store.current(tmp_path) / "dataset.nq").read_bytes()
    assert store.digest(lines) == made.hash
    assert lines == store.sorted_lines(lines)


def test_rival_choices_are_not_in_the_default_graph(tmp_path: Path) -> None:
    put(tmp_path, "父動")
    opened = store.open_store(tmp_path)
    assert not opened.query("ASK { ?s <https://example.org/rival> ?o }")
    assert opened.query("ASK { GRAPH ?g { ?s <https://example.org/rival> ?o } }")


def test_the_names_of_anonymous_nodes_do_not_change_the_hash(tmp_path: Path) -> None:
    assert put(tmp_path / "a", "父動").hash == put(tmp_path / "b", "父動").hash
    assert put(tmp_path / "a", "子動").hash != put(tmp_path / "b", "父動").hash


def test_a_home_without_a_dataset_names_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="run `haidiyan build`"):
        store.open_store(tmp_path)
    assert store.is_missing(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_one_before_is_kept_and_older_ones_go(tmp_path: Path) -> None:
    names = []
    for words in ("父動", "子動", "妻動"):
        put(tmp_path, words)
        names.append(store.current(tmp_path).name)
    assert folders(tmp_path) == set(names[1:])
    assert words_in_use(tmp_path) == "妻動"


def test_building_the_same_again_changes_nothing(tmp_path: Path) -> None:
    put(tmp_path, "父動")
    put(tmp_path, "子動")
    folder = store.current(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    opened = store.open_store(tmp_path)
    put(tmp_path, "子動")
    assert store.current(tmp_path) == folder
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
    assert len(folders(tmp_path)) == 2
    assert opened.query("ASK { ?s ?p '子動' }")


@pytest.mark.parametrize("failure", [RuntimeError, KeyboardInterrupt, OSError])
def test_a_failed_build_leaves_the_last_good_dataset(tmp_path: Path, failure: type[BaseException]) -> None:
    put(tmp_path, "父動")
    before = sorted(each.name for each in tmp_path.iterdir())

    def fail(_: ox.Store) -> Iterable[ox.Triple]:
        raise failure

    with pytest.raises(failure):
        store.write(quads("子動"), fail, {}, tmp_path)
    assert words_in_use(tmp_path) == "父動"
    assert sorted(each.name for each in tmp_path.iterdir()) == before


def child(home: Path, body: str) -> subprocess.Popen[str]:
    script = f"""
        import sys, time
        from pathlib import Path
        from tests.dataset.test_store import quads, pack
        from haidiyan.dataset import store
        home = Path({str(home)!r})
        def slow(built):
            print("inside", flush=True)
            sys.stdin.readline()
            return pack(built)
    """
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script) + textwrap.dedent(body)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def test_a_killed_build_leaves_the_last_good_dataset_and_its_rest_is_cleared(tmp_path: Path) -> None:
    put(tmp_path, "父動")
    with child(tmp_path, "store.write(quads('子動'), slow, {}, home)") as process:
        assert process.stdout
        assert process.stdout.readline() == "inside\n"
        process.send_signal(signal.SIGKILL)
    assert list(tmp_path.glob(".building-*"))
    assert words_in_use(tmp_path) == "父動"
    put(tmp_path, "妻動")
    assert not list(tmp_path.glob(".building-*"))
    assert words_in_use(tmp_path) == "妻動"


def test_a_second_build_waits_for_the_first_and_says_so(tmp_path: Path) -> None:
    said = threading.Event()
    with child(tmp_path, "store.write(quads('父動'), slow, {}, home)") as first:
        assert first.stdout
        assert first.stdin
        assert first.stdout.readline() == "inside\n"
        second = threading.Thread(target=store.write, args=(quads("子動"), pack, {}, tmp_path, said.set))
        second.start()
        assert said.wait(30)
        assert store.is_missing(tmp_path)
        first.stdin.write("\n")
        first.stdin.flush()
        second.join(30)
    assert first.returncode == 0
    assert words_in_use(tmp_path) == "子動"
    assert len(folders(tmp_path)) == 2


def test_readers_never_meet_a_half_swapped_dataset(tmp_path: Path) -> None:
    put(tmp_path, "父動")
    done = threading.Event()

    def swap() -> None:
        for turn in range(12):
            put(tmp_path, ("父動", "子動")[turn % 2])
        done.set()

    writer = threading.Thread(target=swap)
    writer.start()
    seen = set()
    while not done.is_set():
        seen.add(words_in_use(tmp_path))
    writer.join()
    assert seen == {"父動", "子動"}


def spoil_tables(folder: Path) -> None:
    for path in (folder / "store").glob("*.sst"):
        path.write_bytes(b"nothing")


def spoil_bytes(folder: Path) -> None:
    for path in (folder / "store").glob("*.sst"):
        path.write_bytes(bytes(255 - each for each in path.read_bytes()))


def spoil_current(folder: Path) -> None:
    (folder / "store" / "CURRENT").unlink()


def spoil_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text("{", encoding="utf-8")


def spoil_reading(folder: Path) -> None:
    (folder / "reading.nt").unlink()


@pytest.mark.parametrize("spoil", [spoil_tables, spoil_bytes, spoil_current, spoil_manifest, spoil_reading])
def test_a_damaged_dataset_names_the_remedy_and_a_build_mends_it(tmp_path: Path, spoil: object) -> None:
    put(tmp_path, "父動")
    folder = store.current(tmp_path)
    assert callable(spoil)
    spoil(folder)

    def use() -> None:
        store.reading_triples_path(tmp_path)
        words_in_use(tmp_path)

    with pytest.raises((DatasetError, OSError, RuntimeError)) as caught:
        use()
    if isinstance(caught.value, DatasetError):
        assert "run `haidiyan build`" in str(caught.value)
    assert not store.is_missing(tmp_path)
    put(tmp_path, "父動")
    use()
    assert store.current(tmp_path) == folder


def test_a_dataset_of_another_version_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "父動")
    monkeypatch.setattr(store, "__version__", "9.9.9")
    with pytest.raises(DatasetError, match=r"not 9\.9\.9: run `haidiyan build`"):
        store.open_store(tmp_path)
    assert store.is_missing(tmp_path)


def test_a_store_on_a_read_only_folder_can_be_read(tmp_path: Path) -> None:
    put(tmp_path, "父動")
    paths = [tmp_path, *tmp_path.rglob("*")]
    before = {path: path.stat().st_mtime_ns for path in paths}
    assert words_in_use(tmp_path) == "父動"
    assert {path: path.stat().st_mtime_ns for path in [tmp_path, *tmp_path.rglob("*")]} == before


def test_the_home_is_the_one_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAIDIYAN_HOME", str(tmp_path / "home"))
    assert store.home_folder() == tmp_path / "home"
    assert store.home_folder(tmp_path) == tmp_path


def test_an_installed_package_keeps_its_dataset_in_the_users_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HAIDIYAN_HOME", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    monkeypatch.setattr(store, "is_checkout", lambda: False)
    found = store.home_folder()
    assert found.name == __version__
    assert found.parent.name == "haidiyan"


def test_opening_needs_no_rdflib() -> None:
    code = "import sys, haidiyan.dataset.store, haidiyan.queries; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ).stdout.split()
    assert "pyoxigraph" in loaded
    assert not {"rdflib", "owlrl", "pyshacl", "rich", "typer"} & set(loaded)


def test_a_fresh_build_is_whole_and_a_second_leaves_nothing_behind(home: Path) -> None:
    """The store must hold the very quads of the hash, or every rebuild would take it for damaged."""
    assert store.is_whole(store.current(home))
    assert not list(home.glob(".building-*"))


def test_a_reading_pack_that_is_not_as_it_was_built_is_refused(home: Path, tmp_path: Path) -> None:
    copy = tmp_path / "home"
    shutil.copytree(home, copy, symlinks=True)
    pack = store.current(copy) / "reading.nt"
    pack.write_bytes(pack.read_bytes().replace(b"j2-p07-c03", b"j2-p07-c99"))
    with pytest.raises(DatasetError, match=r"reading\.nt is not as it was built"):
        store.reading_triples(copy)
