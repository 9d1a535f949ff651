"""What a visitor does, one visit a test."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.test_everywhere import READING

QUOTE = "卻得日辰能生扶出，死中得也"


def choose(page: Page, **fields: str) -> None:
    """Fill the fields of the form by their names: lists are chosen from, the rest is typed."""
    for name, value in fields.items():
        field = page.locator(f"#{name}")
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def test_lines_are_clicked_and_what_the_book_says_is_read(page: Page) -> None:
    page.goto("/")
    for position, value in enumerate([8, 8, 8, 8, 9, 8], 1):
        page.locator(f"label:has(input[name='line{position}'][value='{value}'])").click()
    choose(page, month="申", day="甲申", topic="疾病", about="妻")
    page.get_by_role("button", name="觀其所言").click()
    page.wait_for_url("**/read?**lines=8,8,8,8,9,8**")
    expect(page.locator("h1")).to_contain_text("比")
    expect(page.locator("#j2-p77-c12")).to_contain_text(QUOTE)
    expect(page.locator("section.chart svg").first).to_be_visible()
    address, said = page.url, page.locator("section.says").inner_text()
    page.goto("about:blank")
    page.goto(address)
    assert page.locator("section.says").inner_text() == said


def test_a_drawn_line_goes_from_value_to_value_when_it_is_tapped(page: Page) -> None:
    page.goto("/")
    line = page.locator("fieldset.line").last  # the lowest
    seen = []
    for _ in range(4):
        line.locator(".stroke").click()
        seen.append(line.locator("input:checked").get_attribute("value"))
    assert seen == ["9", "8", "6", "7"]


def test_thrown_coins_stand_in_the_address(page: Page) -> None:
    page.goto("/")
    page.locator("label:has(input[name='way'][value='coins'])").click()
    page.locator("label:has(input[name='when'][value='now'])").click()
    page.get_by_role("button", name="觀其所言").click()
    page.wait_for_url("**/read?**")
    assert "lines=" in page.url
    assert "at=" in page.url
    assert "coins" not in page.url


def test_what_cannot_be_taken_is_named_beside_its_field_and_the_rest_is_kept(page: Page) -> None:
    page.goto("/")
    choose(page, day="甲丑", topic="疾病")
    page.get_by_role("button", name="觀其所言").click()
    expect(page.locator("#day-wrong")).to_contain_text("甲丑")
    expect(page.locator("#day")).to_have_value("甲丑")
    expect(page.locator("#topic")).to_have_value("疾病")


def test_a_claim_is_followed_to_its_place_in_the_book(page: Page) -> None:
    page.goto(READING)
    claim = page.locator("#j2-p77-c12")
    expect(claim).to_contain_text(QUOTE)
    claim.locator("a[href*='/book/2/77']").first.click()
    page.wait_for_url("**/book/2/77#j2-p77-c12")
    expect(page.locator("main")).to_contain_text(QUOTE)
    expect(page.locator("[id='j2-p77-c12']")).to_be_visible()


def test_why_a_claim_applies_is_told_in_its_place(page: Page) -> None:
    page.goto(READING)
    claim = page.locator("#j2-p77-c12")
    before = claim.inner_text()
    claim.locator("summary").first.click()
    expect(claim).to_contain_text("飛克伏")
    page.wait_for_function(
        "([id, length]) => document.getElementById(id).innerText.length > length + 40", arg=["j2-p77-c12", len(before)]
    )


def test_another_doctrine_changes_the_reading_and_the_comparison_says_how(page: Page) -> None:
    page.goto(READING)
    before = set(page.locator("article[id]").evaluate_all("all => all.map(each => each.id)"))
    page.locator("details.switches summary").first.click()
    page.locator("details.switches #doctrine").select_option("headnote")
    page.locator("details.switches button").click()
    page.wait_for_url("**doctrine=headnote**")
    after = set(page.locator("article[id]").evaluate_all("all => all.map(each => each.id)"))
    assert before - after
    page.goto(f"{READING.replace('/read', '/compare')}&left=verse&right=headnote")
    shown = page.locator("main").inner_text()
    assert all(name in shown for name in before - after)


@pytest.mark.usefixtures("yasgui")
def test_an_example_query_is_one_click_away_and_runs(page: Page) -> None:
    page.goto("/sparql")
    page.locator("a[href$='example=lines-of-a-hexagram']").click()
    page.wait_for_url("**example=lines-of-a-hexagram")
    page.locator(".yasqe_queryButton").click()
    expect(page.locator(".yasr table")).to_contain_text("stem/yi")


def test_an_iri_is_followed_in_four_formats_and_read_as_a_page(page: Page, site: str) -> None:
    forms = {
        "text/turtle": "branch:zi",
        "application/ld+json": "branch:zi",
        "application/rdf+xml": "rdf:RDF",
        "application/n-triples": "<https://w3id.org/haidiyan/branch/zi>",
    }
    for kind, sign in forms.items():
        answer = page.request.get("/branch/zi", headers={"Accept": kind})
        assert answer.status == 200
        assert answer.headers["content-type"].split(";")[0] == kind
        assert sign in answer.text()
    page.goto("/branch/zi")
    assert page.url == f"{site}/page/branch/zi"
    expect(page.locator("h1")).to_contain_text("子")


def test_with_the_keyboard_alone_one_casts_reads_and_follows_a_claim(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    reach(page, "input[name='line1']")
    page.keyboard.press("ArrowRight")
    assert page.locator("input[name='line1']:checked").get_attribute("value") != "7"
    for name in ("month", "topic"):
        reach(page, f"#{name}")
        page.keyboard.press("ArrowDown")
        assert page.locator(f"#{name}").input_value()
    reach(page, "form.cast button:not([type=button])")
    page.keyboard.press("Enter")
    page.wait_for_url("**/read?**")
    reach(page, "section.says a[href*='/book/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/book/**")


def reach(page: Page, selector: str, most: int = 120) -> None:
    """Press the tabulator until something that the selector names has the focus, which shows."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            assert page.evaluate("document.activeElement.matches(':focus-visible')")
            return
    raise AssertionError(f"{selector} is not reached by the keyboard")
