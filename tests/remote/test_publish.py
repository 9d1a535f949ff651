"""Loading the dataset into a store: what is sent and in which order, what a broken load leaves, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pyoxigraph as ox
import pytest
from tests.remote.conftest import Command
from tests.remote.servers import N_TRIPLES, Reply, Request, told

from haidiyan.dataset import store
from haidiyan.dataset.graphs import METADATA, is_default
from haidiyan.errors import DatasetError
from haidiyan.iris import BASE, graph, term
from haidiyan.remote import Client
from haidiyan.remote.publish import publish

LISTS = ox.NamedNode(term("graph"))


class GraphStore:
    """A Graph Store in memory; ``refusing`` names a graph that it does not take, with the status."""

    def __init__(self, refusing: tuple[str, int] | None = None, forgets: bool = False) -> None:
        self.graphs: dict[str, bytes] = {}
        self.done: list[tuple[str, str]] = []
        self._refusing = refusing
        self._forgets = forgets

    def __call__(self, request: Request) -> Reply:
        asked = parse_qs(urlsplit(request.path).query, keep_blank_values=True)
        name = "default" if "default" in asked else asked["graph"][0]
        if request.method != "GET":
            self.done.append((request.method, name))
        if self._refusing and (request.method, name) == ("PUT", self._refusing[0]):
            return Reply(b"", self._refusing[1])
        if request.method == "PUT" and not self._forgets:
            self.graphs[name] = request.body
        if request.method == "DELETE":
            return Reply(b"", 204 if self.graphs.pop(name, None) is not None else 404)
        if request.method == "GET":
            return Reply(self.graphs[name], kind=N_TRIPLES) if name in self.graphs else Reply(b"", 404)
        return Reply(b"", 204)

    def quads(self) -> list[ox.Quad]:
        return [
            ox.Quad(each.subject, each.predicate, each.object, ox.NamedNode(name))
            for name, body in self.graphs.items()
            if name != "default"
            for each in ox.parse(body, format=ox.RdfFormat.N_TRIPLES, rename_blank_nodes=True)
        ]


def test_what_is_loaded_is_the_dataset(home: Path) -> None:
    there = GraphStore()
    with told(there) as server:
        done = publish(Client(server.url), home=home)
    made = store.manifest(home)
    assert store.digest(store.canonical(there.quads())[1]) == made.files["dataset.nq"]
    assert (done.version, done.hash, done.graphs, done.triples) == (made.version, made.hash, made.graphs, made.quads)
    assert done.default_graph is None


def test_each_graph_is_put_once_and_the_metadata_last(home: Path) -> None:
    there = GraphStore()
    with told(there) as server:
        publish(Client(server.url), default_graph=True, home=home)
    put = [name for method, name in there.done if method == "PUT"]
    assert len(put) == len(set(put)) == len(store.manifest(home).graphs) + 1
    assert put[-2:] == ["default", METADATA]


def test_the_default_graph_is_what_a_query_sees_here(home: Path, quads: list[ox.Quad]) -> None:
    there = GraphStore()
    with told(there) as server:
        done = publish(Client(server.url), default_graph=True, home=home)
    seen = [quad.triple for quad in quads if is_default(getattr(quad.graph_name, "value", ""))]
    assert done.default_graph == len(seen)
    sent = ox.parse(there.graphs["default"], format=ox.RdfFormat.N_TRIPLES)
    assert store.canonical(sent)[1] == store.canonical(ox.Quad(*each) for each in seen)[1]


@pytest.mark.parametrize(("status", "remedy"), [(413, "bytes"), (507, "failed"), (403, "right"), (503, "failed")])
def test_a_load_that_breaks_off_leaves_no_metadata(home: Path, status: int, remedy: str) -> None:
    there = GraphStore(refusing=(graph("claims"), status))
    there.graphs[METADATA] = b""
    with told(there) as server, pytest.raises(DatasetError, match=remedy):
        publish(Client(server.url), home=home)
    assert METADATA not in there.graphs


def test_it_can_be_repeated_and_takes_out_what_is_no_more(home: Path) -> None:
    there = GraphStore()
    old, other = graph("of-an-earlier-version"), "https://example.org/not-ours"
    listed = [ox.Quad(ox.NamedNode(BASE + "dataset"), LISTS, ox.NamedNode(name)) for name in (old, other)]
    there.graphs = {
        METADATA: ox.serialize(listed, format=ox.RdfFormat.N_TRIPLES) or b"",
        old: b"",
        other: b"<a:b> <a:c> <a:d> .\n",
    }
    with told(there) as server:
        first = publish(Client(server.url), home=home)
        second = publish(Client(server.url), home=home)
    assert (first.removed, second.removed) == ([old], [])
    assert old not in there.graphs
    assert other in there.graphs


def test_a_dry_run_sends_nothing(haidiyan: Command) -> None:
    there = GraphStore()
    with told(there) as server:
        said = haidiyan("publish", server.url, "--dry-run", "--default-graph", "--json")
    assert server.asked == []
    report = json.loads(said.out)
    assert report["dryRun"] is True
    assert sum(report["graphs"].values()) == report["triples"] > report["defaultGraph"] > 0
    assert any("would send graph:claims" in line for line in said.complaints)


def test_the_report_is_of_what_was_sent(haidiyan: Command, home: Path) -> None:
    with told(GraphStore()) as server:
        said = haidiyan("publish", server.url, "--json")
    report = json.loads(said.out)
    made = store.manifest(home)
    assert (report["url"], report["hash"], report["triples"]) == (server.url, made.hash, made.quads)
    assert report["graphs"] == made.graphs
    assert report["seconds"] > 0
    assert len(said.complaints) == len(made.graphs)


def test_a_server_that_says_yes_and_keeps_nothing_is_no_store(home: Path) -> None:
    with (
        told(GraphStore(forgets=True)) as server,
        pytest.raises(DatasetError, match="does not give graph:metadata back"),
    ):
        publish(Client(server.url), home=home)


def test_user_and_password_come_from_the_environment_and_are_not_shown(
    haidiyan: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HAIDIYAN_USER", "lu")
    monkeypatch.setenv("HAIDIYAN_PASSWORD", "secret-of-wei")
    with told(lambda _: Reply(b"", 401)) as server:
        said = haidiyan("publish", server.url)
    assert server.asked[0].headers["Authorization"] == "Basic bHU6c2VjcmV0LW9mLXdlaQ=="
    assert said.status == 2
    assert "secret-of-wei" not in "".join([said.out, *said.complaints])
    assert "secret-of-wei" not in haidiyan("publish", "--help").out


def test_a_password_without_a_user_is_refused(haidiyan: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAIDIYAN_PASSWORD", "secret-of-wei")
    said = haidiyan("publish", "http://127.0.0.1:1/")
    assert (said.status, "secret-of-wei" in said.complaints[0]) == (2, False)
