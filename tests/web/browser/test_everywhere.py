"""What holds for every page: nothing to keep a reader out, and room enough on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from tests.web.browser.conftest import PHONE

READING = "/read?hexagram=比&moving=5&month=申&day=甲申&topic=疾病&about=妻"
PAGES = {
    "cast": "/",
    "reading": READING,
    "contents": "/book",
    "passage": "/book/2/57",
    "search": "/search?q=秋無木",
    "contested": "/book/contested",
    "compare": READING.replace("/read", "/compare") + "&left=verse&right=headnote",
    "compared passage": "/compare/passage/2/57",
    "axis": "/compare/axis/seasonal-void",
    "atlas": "/atlas",
    "terms": "/terms",
    "term": "/page/branch/zi",
    "claim": "/page/claim/j2-p77-c12",
    "sparql": "/sparql",
    "api": "/api",
    "nothing": "/nothing-like-it",
}
LANGUAGES = ("zh-hant", "zh-hans", "en")
SERIOUS = ("serious", "critical")


def everywhere(argument: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(argument, PAGES.values(), ids=list(PAGES))


@everywhere("path")
def test_axe_finds_no_serious_violation(page: Page, axe: str, path: str) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(path)
        page.evaluate(axe)
        found = page.evaluate("axe.run()")
        assert found["passes"], "axe looked at nothing"
        serious = [
            f"{scheme} {each['id']}: {each['help']}: {node['target']}"
            for each in found["violations"]
            if each["impact"] in SERIOUS
            for node in each["nodes"][:3]
        ]
        assert not serious, "\n".join(serious)


@everywhere("path")
def test_nothing_runs_over_the_side_of_a_phone(page: Page, path: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@everywhere("path")
def test_every_page_has_one_heading_and_a_name_in_each_language(page: Page, path: str) -> None:
    names = set()
    for language in LANGUAGES:
        page.goto(f"{path}{'&' if '?' in path else '?'}lang={language}")
        assert page.locator("h1").count() == 1
        assert page.locator("html").get_attribute("lang", timeout=1000).lower() == language  # type: ignore[union-attr]
        names.add(page.locator("nav a").first.inner_text())
    assert len(names) >= 2, "the interface does not change its language"
