"""The dataset behind an endpoint: whole, of this version and as promised, or refused; and kept in the cache."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest
from tests.remote.conftest import Command
from tests.remote.servers import JSON, N_TRIPLES, Reply, Request, answered_by, told

from haidiyan.dataset import store
from haidiyan.dataset.graphs import METADATA
from haidiyan.errors import DatasetError
from haidiyan.iris import BASE, PREFIXES, graph, term
from haidiyan.remote import RemoteDataset

CLAIMS, ABOUT = ox.NamedNode(graph("claims")), ox.NamedNode(METADATA)
DATASET = ox.NamedNode(BASE + "dataset")
VERSION = ox.NamedNode(PREFIXES["owl"] + "versionInfo")
ROWS = {"head": {"vars": ["version"]}, "results": {"bindings": []}}


def restate(copy: ox.Store, predicate: ox.NamedNode, value: str | None) -> None:
    """Have the metadata of a copy say another value, or none."""
    for place in (ABOUT, ox.DefaultGraph()):
        for quad in list(copy.quads_for_pattern(DATASET, predicate, None, place)):
            copy.remove(quad)
            if value is not None:
                copy.add(ox.Quad(DATASET, predicate, ox.Literal(value), place))


def refused(copy: ox.Store, use: Callable[[RemoteDataset], object], most: int | None = None) -> str:
    with told(answered_by(copy, most)) as server, pytest.raises(DatasetError) as error:
        use(RemoteDataset(server.url))
    assert server.url in str(error.value)
    return str(error.value)


def lose(copy: ox.Store, name: ox.NamedNode, count: int) -> None:
    for quad in list(copy.quads_for_pattern(None, None, None, name))[:count]:
        copy.remove(quad)


def test_the_metadata_state_what_the_manifest_has(copy: ox.Store, home: Path) -> None:
    made = store.manifest(home)
    with told(answered_by(copy)) as server:
        there = RemoteDataset(server.url).manifest
    assert (there.version, there.hash) == (made.version, made.hash)
    assert there.files == {"reading.nt": made.files["reading.nt"]}
    counted = {name: count for name, count in there.graphs.items() if count}
    assert counted == {name: count for name, count in made.graphs.items() if name != METADATA}


def test_a_copy_of_the_dataset_is_whole(copy: ox.Store) -> None:
    with told(answered_by(copy)) as server:
        RemoteDataset(server.url).check_whole()


def test_what_a_reading_needs_is_what_the_build_wrote(copy: ox.Store, home: Path) -> None:
    with told(answered_by(copy)) as server:
        memory = RemoteDataset(server.url).memory()
    triples = ox.serialize(list(memory.store), format=ox.RdfFormat.N_TRIPLES)
    assert store.sorted_lines(triples) == store.reading_triples(home)


def test_a_store_without_the_dataset_is_refused() -> None:
    assert "haidiyan publish" in refused(ox.Store(), lambda there: there.memory())


def test_a_dataset_whose_loading_was_not_finished_is_refused(copy: ox.Store) -> None:
    copy.remove_graph(ABOUT)
    assert "loading was not finished" in refused(copy, lambda there: there.memory())


def test_a_dataset_of_another_version_is_refused(copy: ox.Store) -> None:
    restate(copy, VERSION, "9.9.9")
    said = refused(copy, lambda there: there.memory())
    assert "version 9.9.9" in said
    assert "install haidiyan 9.9.9" in said


@pytest.mark.parametrize("value", [None, "", "../../etc"])
def test_metadata_without_a_hash_are_refused(copy: ox.Store, value: str | None) -> None:
    restate(copy, ox.NamedNode(term("contentHash")), value)
    assert "do not state one hash" in refused(copy, lambda there: there.manifest)


def test_a_graph_with_too_little_is_named(copy: ox.Store) -> None:
    whole = len(list(copy.quads_for_pattern(None, None, None, CLAIMS)))
    lose(copy, CLAIMS, 3)
    said = refused(copy, lambda there: there.check_whole())
    assert f"graph:claims has {whole - 3} triples of {whole}" in said
    assert "publish" in said


def test_a_graph_that_is_missing_is_named_when_a_reading_lacks_it(copy: ox.Store) -> None:
    copy.remove_graph(ox.NamedNode(graph("clauses")))
    assert "graph:clauses has 0 triples of" in refused(copy, lambda there: there.memory())


def test_an_answer_that_is_cut_off_without_a_word_is_noticed(copy: ox.Store) -> None:
    assert "cuts long answers off" in refused(copy, lambda there: there.memory(), most=10_000)


def test_a_triple_that_is_changed_is_noticed(copy: ox.Store) -> None:
    quad = next(iter(copy.quads_for_pattern(None, ox.NamedNode(term("quote")), None, CLAIMS)))
    copy.remove(quad)
    copy.add(ox.Quad(quad.subject, quad.predicate, ox.Literal("父動", language="lzh-hant"), CLAIMS))
    assert "otherwise than its metadata promise" in refused(copy, lambda there: there.memory())
    assert "otherwise than its metadata promise" in refused(copy, lambda there: there.dataset())


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        json.dumps(ROWS).encode()[:-3],
        b'{"head":{"vars":["version"]},"results":{"bindings":[{"version":{"type":"literal","value":"0.1',
        '{"head":{"vars":["version"]},"results":{"bindings":[{"version":{"type":"literal","value":"é"}}]}}'.encode(
            "latin-1"
        ),
        b'{"answer": 42}',
        b'{"head":{},"boolean":true}',
    ],
)
def test_an_answer_that_is_no_table_is_refused(body: bytes) -> None:
    with told(lambda _: Reply(body)) as server, pytest.raises(DatasetError, match="cannot be read"):
        _ = RemoteDataset(server.url).manifest


def test_triples_that_are_no_triples_are_refused(copy: ox.Store) -> None:
    table = answered_by(copy)

    def answer(request: Request) -> Reply:
        found = table(request)
        return found if found.kind == JSON else Reply(b"<a:b> <a:c> <a:d", kind=N_TRIPLES)

    with told(answer) as server, pytest.raises(DatasetError, match="cannot be read"):
        RemoteDataset(server.url).memory()


def test_the_second_reading_asks_for_the_hash_alone(copy: ox.Store) -> None:
    with told(answered_by(copy)) as server:
        RemoteDataset(server.url).memory()
        first = len(server.asked)
        RemoteDataset(server.url).memory()
    assert not [each for each in server.asked[first:] if b"CONSTRUCT" in each.body]


def test_a_cache_that_was_spoiled_is_fetched_anew(copy: ox.Store, alone: Path) -> None:
    with told(answered_by(copy)) as server:
        RemoteDataset(server.url).memory()
        (kept,) = alone.rglob("reading.nt")
        whole = kept.read_bytes()
        kept.write_bytes(whole[:1000])
        RemoteDataset(server.url).memory()
    assert kept.read_bytes() == whole


def test_the_cache_keeps_one_dataset_of_an_endpoint(copy: ox.Store, alone: Path) -> None:
    with told(answered_by(copy)) as server:
        RemoteDataset(server.url).memory()
        (old,) = alone.rglob("reading.nt")
        restate(copy, ox.NamedNode(term("contentHash")), "0" * 64)
        RemoteDataset(server.url).memory()
    (new,) = alone.rglob("reading.nt")
    assert (old.parent.parent, new.parent.name) == (new.parent.parent, "0" * 16)


def test_a_cache_that_cannot_be_written_is_done_without(copy: ox.Store, alone: Path) -> None:
    alone.write_text("no folder", encoding="utf-8")
    with told(answered_by(copy)) as server:
        RemoteDataset(server.url).memory()


def test_an_overlay_and_an_endpoint_exclude_each_other(haidiyan: Command) -> None:
    for command in ("read", "compare"):
        said = haidiyan(
            command, "--hexagram", "巽", "--with", "docs/examples/overlay.ttl", "--endpoint", "http://a.invalid/"
        )
        assert said.status == 2
        assert "leave out either --with or --endpoint" in "".join(said.complaints)
