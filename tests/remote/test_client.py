"""Every way in which a store can fail a request: one line that names the address and the remedy, exit status 2."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.remote.conftest import Command
from tests.remote.servers import HTML, JSON, N_TRIPLES, Reply, Request, free_port, told

from haidiyan.errors import DatasetError, InputError
from haidiyan.remote import client
from haidiyan.remote.client import Client

EMPTY = json.dumps({"head": {"vars": []}, "results": {"bindings": []}}).encode()
QUERY = "SELECT * { ?s ?p ?o }"


def complaint(url: str, timeout: float = 5) -> str:
    with pytest.raises(DatasetError) as refused:
        Client(url, timeout).ask(QUERY)
    text = str(refused.value)
    assert url in text
    assert "\n" not in text
    return text


def test_a_query_is_sent_as_it_stands_in_utf_8() -> None:
    with told(lambda _: Reply(EMPTY)) as server:
        Client(server.url).ask("SELECT * { ?s ?p '100 % 父母' }")
    (request,) = server.asked
    assert (request.method, request.body.decode()) == ("POST", "SELECT * { ?s ?p '100 % 父母' }")
    assert request.headers["Content-Type"] == "application/sparql-query; charset=utf-8"
    assert JSON in request.headers["Accept"]


def test_a_packed_answer_is_unpacked() -> None:
    with told(lambda _: Reply(gzip.compress(EMPTY), headers={"Content-Encoding": "gzip"})) as server:
        assert Client(server.url).ask(QUERY).body == EMPTY


@pytest.mark.parametrize(
    ("reply", "remedy"),
    [
        (Reply(b"<html>hello</html>", kind=HTML), "a web page"),
        (Reply(EMPTY, kind="text/csv"), "text/csv"),
        (Reply(EMPTY, kind=None), "no media type"),
        (Reply(EMPTY, kind=f"{JSON}; charset=big5"), "charset big5, and not in UTF-8"),
        (Reply(b"who?", 401, "text/plain"), "~/.netrc"),
        (Reply(b"no", 403, "text/plain"), "ask its keeper for the right"),
        (Reply(b"", 404), "check the path"),
        (Reply(b"", 405), "takes no POST"),
        (Reply(b"", 413), "let its keeper raise the limit"),
        (Reply(b"", 415), "is this the right address"),
        (Reply(b"", 429), "ask again later"),
        (Reply(b"Out of memory\nat com.example", 500, "text/plain"), "500: Out of memory): ask again later"),
        (Reply(b"<html>Apache</html>", 500, HTML), "has failed (500):"),
        (Reply(b"", 502), "has failed (502)"),
        (Reply(b"", 503), "has failed (503)"),
        (Reply(b"", 504), "has failed (504)"),
        (Reply(b"", 418), "is this the right address"),
        (Reply(b"", 301, headers={"Location": "https://example.org/sparql"}), "moved to https://example.org/sparql"),
        (Reply(EMPTY, cut=5), "breaks off"),
        (Reply(None), "breaks off"),
        (Reply(b"no gzip", headers={"Content-Encoding": "gzip"}), "do not unpack"),
    ],
)
def test_a_refusal_names_the_remedy(reply: Reply, remedy: str) -> None:
    with told(lambda _: reply) as server:
        assert remedy in complaint(server.url)


def test_a_store_that_is_down_is_named() -> None:
    assert "is the store running" in complaint(f"http://127.0.0.1:{free_port()}/query")


def test_a_host_that_nobody_knows_is_named() -> None:
    assert "no host store.invalid is known" in complaint("http://store.invalid/query")


def test_a_store_that_is_no_https_is_named() -> None:
    with told(lambda _: Reply(EMPTY)) as server:
        assert "not secure" in complaint(server.url.replace("http:", "https:"))


def test_a_store_that_does_not_answer_is_given_up() -> None:
    with told(lambda _: Reply(EMPTY, pause=1)) as server:
        assert "within 0.2 s" in complaint(server.url, timeout=0.2)
    assert len(server.asked) == 1, "what is slow is not asked once more"


def test_a_store_that_answers_by_drops_is_given_up() -> None:
    with told(lambda _: Reply(EMPTY, pause=0.1, pieces=20)) as server:
        assert "--timeout" in complaint(server.url, timeout=0.4)


def test_an_answer_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "LARGEST", 1024 * 1024)
    packed = gzip.compress(b" " * 2 * 1024 * 1024)
    with told(lambda _: Reply(packed, headers={"Content-Encoding": "gzip"})) as server:
        assert "more than 1 MiB" in complaint(server.url)


def test_a_query_is_sent_again_when_the_store_comes_to_itself() -> None:
    replies = iter([Reply(b"", 503), Reply(None), Reply(EMPTY)])
    with told(lambda _: next(replies)) as server:
        assert Client(server.url).ask(QUERY).body == EMPTY
    assert len(server.asked) == 3


@pytest.mark.parametrize("status", [400, 401, 404, 500])
def test_what_will_not_change_is_not_sent_again(status: int) -> None:
    with told(lambda _: Reply(b"", status)) as server, pytest.raises((DatasetError, InputError)):
        Client(server.url).ask(QUERY)
    assert len(server.asked) == 1


def test_what_changes_the_store_is_not_sent_again() -> None:
    with told(lambda _: Reply(b"", 503)) as server, pytest.raises(DatasetError):
        Client(server.url).put("https://example.org/g", b"")
    assert len(server.asked) == 1


def test_what_the_store_says_of_a_wrong_query_is_passed_on_in_one_line() -> None:
    said = r"refuses the query: expected \[31m'}'\.$"
    reply = Reply(b"expected \x1b[31m'}'\nat line 1", 400, "text/plain")
    with told(lambda _: reply) as server, pytest.raises(InputError, match=said):
        Client(server.url).ask("SELECT * {")


@pytest.mark.parametrize("url", ["store", "ftp://example.org/", "http://", "http://example.org:99999/", "http://[/"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(InputError, match="no http or https address"):
        Client(url)


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_a_time_out_is_above_nothing(timeout: float) -> None:
    with pytest.raises(InputError, match="time-out"):
        Client("http://example.org/", timeout)


def authorised(request: Request) -> str | None:
    return request.headers.get("Authorization")


@pytest.fixture
def refusing() -> Iterator[tuple[str, list[Request]]]:
    with told(lambda _: Reply(b"", 401)) as server:
        yield server.url, server.asked


def test_user_and_password_are_sent_and_not_shown(refusing: tuple[str, list[Request]]) -> None:
    url, asked = refusing
    known = Client(url, 5, "lu", "wei:秘")
    with pytest.raises(DatasetError) as refused:
        known.ask(QUERY)
    assert authorised(asked[0]) == "Basic bHU6d2VpOuenmA=="
    assert "check user and password" in str(refused.value)
    assert "秘" not in f"{refused.value}{known!r}"


def test_a_password_in_the_address_is_used_and_not_shown(refusing: tuple[str, list[Request]]) -> None:
    url, asked = refusing
    with pytest.raises(DatasetError) as refused:
        Client(url.replace("//", "//lu:wei@") + "?access-token=mi").ask(QUERY)
    assert authorised(asked[0]) == "Basic bHU6d2Vp"
    assert asked[0].path == "/sparql?access-token=mi"
    assert "wei" not in str(refused.value)
    assert "mi)" not in str(refused.value)
    assert "access-token" not in str(refused.value)


def test_netrc_is_asked_for_the_host_alone(refusing: tuple[str, list[Request]], tmp_path: Path) -> None:
    url, asked = refusing
    for written, sent in (("default login a password b", None), ("machine 127.0.0.1 login a password b", "Basic YTpi")):
        (tmp_path / "netrc").write_text(written, encoding="utf-8")
        with pytest.raises(DatasetError):
            Client(url).ask(QUERY)
        assert authorised(asked[-1]) == sent


def test_a_netrc_that_cannot_be_read_is_not_quoted(refusing: tuple[str, list[Request]], tmp_path: Path) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login a pasword secret", encoding="utf-8")
    with pytest.raises(InputError, match="netrc cannot be read") as refused:
        Client(refusing[0]).ask(QUERY)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "command",
    [
        ("query", "all-claims", "--endpoint"),
        ("read", "--hexagram", "比", "--endpoint"),
        ("compare", "2:57", "--endpoint"),
        ("publish",),
    ],
)
def test_every_command_refuses_in_one_line(haidiyan: Command, command: tuple[str, ...]) -> None:
    with told(lambda _: Reply(b"<html>", kind=HTML)) as server:
        said = haidiyan(*command, server.url)
    assert (said.status, said.out) == (2, "")
    (line,) = said.complaints
    assert line.startswith(f"haidiyan: {server.url} ")


def test_graphs_are_named_in_the_address() -> None:
    with told(lambda _: Reply(b"", kind=N_TRIPLES)) as server:
        there = Client(server.url + "?a=b")
        there.put("https://example.org/g#1", b"<a:b> <a:c> <a:d> .\n")
        there.put(None, b"")
        there.delete("https://example.org/g")
    assert [(each.method, each.path) for each in server.asked] == [
        ("PUT", "/sparql?a=b&graph=https%3A%2F%2Fexample.org%2Fg%231"),
        ("PUT", "/sparql?a=b&default"),
        ("DELETE", "/sparql?a=b&graph=https%3A%2F%2Fexample.org%2Fg"),
    ]
    assert server.asked[0].headers["Content-Type"] == N_TRIPLES


def test_a_graph_that_is_not_there_is_none() -> None:
    with told(lambda _: Reply(b"", 404)) as server:
        assert Client(server.url).graph("https://example.org/g") is None
        Client(server.url).delete("https://example.org/g")
