"""docs/adding-a-claim.md: the worked example runs from the query to the reading, and what it leaves out is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from haidiyan import queries
from haidiyan.dataset import overlay, store
from haidiyan.errors import BuildError
from haidiyan.iris import compact
from haidiyan.resources import root

pytestmark = pytest.mark.usefixtures("home")

PAGE = (root() / "docs" / "adding-a-claim.md").read_text("utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def test_the_query_finds_the_situation_that_the_record_names() -> None:
    found = queries.run(block("sparql"), store.open_store())
    assert isinstance(found, ox.QuerySolutions)
    situations = {compact(getattr(row["situation"], "value", "")) for row in found}
    assert situations == {"situation:offspring-changing-to-parents"}
    assert "hdy:antecedent situation:offspring-changing-to-parents" in block("turtle")


def test_the_claim_speaks_in_the_reading_on_the_line_that_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """離 second line 己丑 offspring; 大有 second line 甲寅: wood, which generates the fire of the palace, parents."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.ttl").write_text(block("turtle"), encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(block("python"), "docs/adding-a-claim.md", "exec"), names)
    (claim,) = names["mine"]
    assert claim["quote"] == "子變父克"
    assert claim["status"] == "in-force"
    assert [witness["line"] for witness in claim["witnesses"]] == [2]
    line = names["chart"].to_dict()["lines"][1]
    assert (line["branch"], line["relation"]) == ("丑", "子孫")
    assert (line["changed"]["branch"], line["changed"]["relation"]) == ("寅", "父母")


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ('"子變父克"', '"子變母克"', "子變母克"),
        ("offspring-changing-to-parents", "offspring-changing-to-nothing", "offspring-changing-to-nothing"),
    ],
)
def test_a_fault_in_the_record_is_told(tmp_path: Path, before: str, after: str, complaint: str) -> None:
    path = tmp_path / "my.ttl"
    path.write_text(block("turtle").replace(before, after), encoding="utf-8")
    with pytest.raises(BuildError, match=complaint):
        overlay.load(path)


def test_every_property_of_the_record_is_explained() -> None:
    used = set(re.findall(r"^\s+(hdy:\w+)|^my:\S+ a (?:hdy)", block("turtle"), re.MULTILINE)) - {""}
    explained = set(re.findall(r"`(hdy:\w+)", PAGE))
    assert used <= explained


def test_the_claim_that_it_rivals_has_the_doubt_that_the_page_tells() -> None:
    text = (root() / "data" / "claims" / "volume-2-relations-moving.ttl").read_text("utf-8")
    record = text[text.index("claim:j2-p01-c06 a") :].split("\n\n")[0]
    assert "hdy:alternative situation:offspring-changing-to-parents" in record
    assert "hdy:doubt" in record
