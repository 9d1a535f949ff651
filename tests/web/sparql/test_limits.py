"""Past its limits a query is gone, with the reason, and nobody else notices; no answer is ever half."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient
from tests.web.sparql.conftest import CROSS_PRODUCT, ONE_ROW, Serve, is_running, pool_of

from haidiyan.dataset.store import current, home_folder
from haidiyan.web.settings import KIB, MIB

ALL = "SELECT ?s ?p ?o { ?s ?p ?o }"
AT_ONCE = 0.5
"""Seconds within which a small query is answered, on a busy machine; 5 ms on an idle one."""


def ask(client: TestClient, query: str, **parameters: str) -> httpx2.Response:
    answer: httpx2.Response = client.get("/sparql", params={"query": query, **parameters})
    return answer


def timed(action: Callable[[], httpx2.Response]) -> tuple[httpx2.Response, float]:
    start = time.monotonic()
    return action(), time.monotonic() - start


def until(condition: Callable[[], bool], seconds: float = 5) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


@pytest.mark.parametrize(
    "query",
    [
        CROSS_PRODUCT,
        "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER (?a = ?i) }",
        "CONSTRUCT { ?a ?a ?a } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
    ],
)
def test_a_query_that_takes_too_long_is_gone_at_the_limit(serve: Serve, query: str) -> None:
    site = serve(query_seconds=1)
    ask(site, ONE_ROW)
    before = pool_of(site).processes()
    answer, seconds = timed(lambda: ask(site, query))
    assert answer.status_code == 503
    assert answer.json()["detail"] == "The query took more than 1 s; ask for less."
    assert seconds < 1 + AT_ONCE
    gone = before - pool_of(site).processes()
    assert len(gone) == 1, "the process that had it"
    assert not any(map(is_running, gone))
    answer, seconds = timed(lambda: ask(site, ONE_ROW))
    assert answer.status_code == 200
    assert seconds < AT_ONCE


@pytest.mark.parametrize(
    "query",
    [
        "SELECT DISTINCT ?a ?c ?f { ?a ?b ?c . ?d ?e ?f } ORDER BY ?c",
        "CONSTRUCT { ?a ?e ?f } WHERE { { SELECT DISTINCT ?a ?e ?f { ?a ?b ?c . ?d ?e ?f } ORDER BY ?f } }",
    ],
)
def test_a_query_that_takes_too_much_memory_is_gone_and_the_memory_with_it(serve: Serve, query: str) -> None:
    site = serve(query_seconds=60, query_memory=128 * MIB)
    ask(site, ONE_ROW)
    before = pool_of(site).processes()
    answer = ask(site, query)
    assert answer.status_code == 503
    assert "128 MiB of memory" in answer.json()["detail"]
    assert not any(map(is_running, before - pool_of(site).processes()))
    answer, seconds = timed(lambda: ask(site, ONE_ROW))
    assert answer.status_code == 200
    assert seconds < AT_ONCE


@pytest.mark.parametrize("form", ["json", "xml", "csv", "tsv"])
def test_rows_are_counted_exactly_in_every_form(serve: Serve, form: str) -> None:
    site = serve(query_rows=500)
    hardest = 'SELECT ?s ("a\\n,{\\"[{<result>\\t" AS ?x) ?none { ?s ?p ?o }'
    for query in (ALL, hardest, "SELECT ?none { ?s ?p ?o }", "SELECT (1 AS ?n) { ?s ?p ?o }"):
        assert ask(site, f"{query} LIMIT 500", format=form).status_code == 200
        answer = ask(site, f"{query} LIMIT 501", format=form)
        assert (answer.status_code, answer.json()["detail"]) == (
            422,
            "The answer has more than 500 rows; ask for less, with LIMIT.",
        )


def test_triples_are_counted_each_once(serve: Serve) -> None:
    site = serve(query_rows=500)
    every = "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"
    assert ask(site, f"{every} LIMIT 500").status_code == 200
    assert ask(site, f"{every} LIMIT 501").status_code == 422
    again = ask(site, "CONSTRUCT { <urn:a> <urn:b> <urn:c> } WHERE { ?s ?p ?o }", format="ntriples")
    assert again.text == "<urn:a> <urn:b> <urn:c> .\n"


def test_an_answer_is_cut_off_nowhere_and_too_long_a_one_is_refused(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("haidiyan.web.sparql.pool.MOST_BYTES", MIB)
    site = serve()
    whole = ask(site, f"{ALL} LIMIT 1000")
    assert len(json.loads(whole.content)["results"]["bindings"]) == 1000
    answer = ask(site, ALL)
    assert answer.status_code == 422
    assert answer.json()["detail"] == "The answer is longer than 1 MiB; ask for less, with LIMIT."


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_query_that_is_too_long_is_refused_and_one_that_just_fits_is_answered(serve: Serve, method: str) -> None:
    site = serve(query_length=KIB)

    def sent(query: str) -> httpx2.Response:
        given = {"query": query}
        answer: httpx2.Response = (
            site.get("/sparql", params=given) if method == "GET" else site.post("/sparql", data=given)
        )
        return answer

    fits = "ASK {} #" + "木" * 338 + "xx"
    assert len(fits.encode()) == KIB
    assert sent(fits).status_code == 200
    answer = sent(fits + "x")
    assert answer.status_code == 413
    assert "1 KiB" in answer.json()["detail"]


@pytest.mark.parametrize(
    "query",
    [
        "ASK { FILTER (" + "!" * 60_000 + "true) }",
        "ASK { FILTER (" + "1+" * 30_000 + "1) }",
        "ASK { ?s " + "/".join(["<a:b>"] * 8000) + " ?o }",
        "ASK " + "{" * 190 + "}" * 190,
        "ASK { FILTER (" + "(" * 30_000 + " }",
        "ASK {" + "?s ?p ?o ." * 6000 + "}",
        "\x00" * 1000,
        "ASK { ?s ?p '" + "\\u4e2d" * 10_000 + "' }",
        "<" * 60_000,
        "'" * 60_001,
        "SELECT * { VALUES ?x { " + "1 " * 30_000 + "} }",
    ],
)
def test_whatever_is_sent_there_is_an_answer_with_its_reason(serve: Serve, query: str) -> None:
    site = serve(query_seconds=3)
    ask(site, ONE_ROW)
    answer, seconds = timed(lambda: site.post("/sparql", data={"query": query}))
    assert answer.status_code in (200, 400, 503)
    assert answer.status_code == 200 or answer.json()["detail"]
    assert seconds < 3 + AT_ONCE
    assert ask(site, ONE_ROW).status_code == 200


def test_no_more_than_so_many_run_at_once_and_the_rest_are_told_to_come_again(serve: Serve) -> None:
    site = serve(queries_at_once=2, query_seconds=2)
    with ThreadPoolExecutor(6) as people:
        answers = list(people.map(lambda _: ask(site, CROSS_PRODUCT), range(6)))
    busy = [each for each in answers if "Retry-After" in each.headers]
    assert [each.status_code for each in answers] == [503] * 6
    assert len(busy) == 4
    assert all("as may run at once (2)" in each.json()["detail"] for each in busy)
    assert ask(site, ONE_ROW).status_code == 200


def test_a_process_killed_in_the_midst_takes_one_answer_with_it(serve: Serve) -> None:
    site = serve(query_seconds=20, queries_at_once=4)
    ask(site, ONE_ROW)
    pool = pool_of(site)
    with ThreadPoolExecutor(2) as people:
        long: Future[httpx2.Response] = people.submit(ask, site, CROSS_PRODUCT)
        assert until(lambda: len(pool.busy()) == 1)
        (busy,) = pool.busy()
        stop = threading.Event()
        others = people.submit(lambda: [ask(site, ONE_ROW).status_code for _ in iter(stop.is_set, True)])
        time.sleep(0.2)
        os.kill(busy, signal.SIGKILL)
        answer = long.result(5)
        time.sleep(0.2)
        stop.set()
        codes = others.result(5)
    assert answer.status_code == 503
    assert "ended from outside" in answer.json()["detail"]
    assert len(codes) > 5
    assert set(codes) == {200}


def test_a_process_killed_while_it_waits_is_missed_by_nobody(serve: Serve) -> None:
    site = serve()
    ask(site, ONE_ROW)
    for process in pool_of(site).processes():
        os.kill(process, signal.SIGKILL)
    assert ask(site, ONE_ROW).status_code == 200


def test_a_process_leaves_no_core_and_no_process_outlives_the_site(home: Path) -> None:
    from haidiyan.web.app import make_app

    with TestClient(make_app()) as site:
        ask(site, ONE_ROW)
        processes = pool_of(site).processes()
        assert processes
        assert until(lambda: all(map(_leaves_no_core, processes)))
    assert not any(map(is_running, processes))


def _leaves_no_core(process: int) -> bool:
    limits = Path(f"/proc/{process}/limits").read_text().splitlines()
    return [line.split()[4:6] for line in limits if "core file size" in line] == [["0", "0"]]


def test_a_process_whose_server_is_gone_ends() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "haidiyan.web.sparql.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin
    process.stdin.close()
    assert process.wait(30) == 0


def test_a_dataset_that_is_built_anew_is_served_at_the_next_query(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    real, link = current(), tmp_path / "current"
    link.symlink_to(real)
    monkeypatch.setenv("HAIDIYAN_HOME", str(tmp_path))
    assert home_folder() == tmp_path
    site = serve()
    assert ask(site, ONE_ROW).status_code == 200
    link.unlink()
    answer = ask(site, ONE_ROW)
    assert answer.status_code == 503
    assert "haidiyan build" in answer.json()["detail"]
    link.symlink_to(real)
    assert ask(site, ONE_ROW).status_code == 200


def test_of_two_datasets_the_one_in_use_answers(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    from haidiyan.dataset.store import open_store, write

    monkeypatch.setenv("HAIDIYAN_HOME", str(tmp_path))
    quads = [each for each in open_store(home) if "graph/metadata" in str(each.graph_name)]
    count = "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }"

    def counted() -> int:
        return int(ask(site, count).json()["results"]["bindings"][0]["n"]["value"])

    write(quads[:100], lambda _: (), {})
    site = serve()
    assert counted() == 100
    write(quads[:50], lambda _: (), {})
    assert counted() == 50
    write(quads[:70], lambda _: (), {})
    assert counted() == 70
