"""docs/api.md names every operation and every form, and its examples answer."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from haidiyan.resources import root
from haidiyan.web.app import make_app
from haidiyan.web.rooms.api import document
from haidiyan.web.rooms.things import ENDINGS

PAGE = (root() / "docs" / "api.md").read_text("utf-8")
EXAMPLES = re.findall(r"```sh\n(curl .*?)```", PAGE, re.DOTALL)
HOST = "http://127.0.0.1:8000"


def test_every_operation_is_in_the_table_and_no_other() -> None:
    listed = set(re.findall(r"^\| `(/api/[^`]*)`", PAGE, re.MULTILINE))
    assert listed == {path for path in document()["paths"] if path.startswith("/api/")}


def test_every_parameter_of_a_reading_is_named() -> None:
    parameters = document()["paths"]["/api/read"]["get"]["parameters"]
    assert [each["name"] for each in parameters if f"`{each['name']}`" not in PAGE] == []


def test_every_form_of_a_document_is_in_the_table() -> None:
    assert dict(re.findall(r"^\| `/data/branch/zi\.(\w+)` \| `([^`]*)` \|", PAGE, re.MULTILINE)) == ENDINGS


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_answered(home: Path, example: str) -> None:
    words = shlex.split(example.replace("\\\n", " "))
    headers = dict(each.split(": ", 1) for option, each in pairwise(words) if option == "-H")
    given = [each for option, each in pairwise(words) if option in ("-d", "--data-urlencode")]
    address = next(each for each in words if each.startswith(HOST)).removeprefix(HOST)
    query = "&".join(f"{name}={quote(value)}" for name, value in (each.split("=", 1) for each in given))
    answer = TestClient(make_app()).get(f"{address}?{query}", headers=headers, follow_redirects="-L" in words)
    assert answer.status_code == 200
    if accept := headers.get("Accept"):
        assert answer.headers["content-type"].startswith(accept)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize(
    "path", ["/chart/888898-shen-jiashen", "/nanopub/j2-p01-c02", "/dataset", "/terms", "/schema/reading-1.json"]
)
def test_the_addresses_that_the_page_names_are_there(home: Path, path: str) -> None:
    assert f"`{path}`" in PAGE
    assert TestClient(make_app()).get(path, follow_redirects=False).status_code in (200, 303)
