"""The book in a browser: apparatus and claims by mouse, finger and keyboard, layers, anchors; and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.conftest import PHONE

LEAF = "#leaf"
MARK = "#j2-p57 .mark[data-shows~='j2-p57-v1']"


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_key_opens_the_apparatus_of_the_words_and_escape_returns_to_them(page: Page, key: str) -> None:
    page.goto("/book/2/57")
    mark = page.locator(MARK)
    mark.focus()
    page.keyboard.press(key)
    expect(page.locator(LEAF)).to_contain_text("秋無木")
    expect(mark).to_have_attribute("aria-expanded", "true")
    assert page.evaluate("document.querySelector('#leaf').contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(page.locator(LEAF)).to_be_hidden()
    expect(mark).to_be_focused()


def test_the_apparatus_shows_while_the_pointer_is_on_the_words(page: Page) -> None:
    page.goto("/book/2/57")
    page.locator(MARK).hover()
    expect(page.locator(LEAF)).to_contain_text("秋無木")
    page.locator("h1").hover()
    expect(page.locator(LEAF)).to_be_hidden()


def test_a_finger_opens_the_apparatus_and_the_words_stay_in_sight(chromium: Browser, site: str) -> None:
    phone = chromium.new_context(base_url=site, viewport=PHONE, has_touch=True)
    page = phone.new_page()
    page.goto("/book/2/57")
    page.locator(MARK).tap()
    expect(page.locator(LEAF)).to_contain_text("秋無木")
    sheet, words = page.locator(LEAF).bounding_box(), page.locator(MARK).bounding_box()
    assert sheet
    assert words
    assert words["y"] + words["height"] <= sheet["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(LEAF).get_by_role("button").tap()
    expect(page.locator(LEAF)).to_be_hidden()
    phone.close()


def test_a_line_opens_its_claims_which_lead_to_their_pages(page: Page) -> None:
    page.goto("/book/2/1")
    page.locator("#j2-p01 .claims").first.click()
    leaf = page.locator(LEAF)
    expect(leaf).to_contain_text("父母當頭克子孫")
    leaf.locator("a[href$='/claim/j2-p01-c01']").click()
    page.wait_for_url("**/claim/j2-p01-c01")


def test_who_reads_on_has_the_apparatus_too(page: Page) -> None:
    page.goto("/book/2?from=57")
    page.locator(MARK).click()
    expect(page.locator(LEAF)).to_contain_text("秋無木")
    assert "/book/2?from=57" in page.url


def test_an_anchor_marks_the_record_and_its_words_in_the_text(page: Page) -> None:
    page.goto("/book/2/57#j2-p57-c03")
    expect(page.locator("#j2-p57-c03:target")).to_be_in_viewport()
    lit = page.locator("#j2-p57 .lit")
    assert "".join(lit.all_inner_texts()) == "秋無水"


def test_layers_are_switched_in_the_page_and_kept_in_the_address_alone(page: Page) -> None:
    page.goto("/book/2/1")
    note = page.locator("#j2-p01 [data-layer='interlinear']").first
    expect(note).to_be_visible()
    page.locator("input[value='interlinear']").uncheck()
    expect(note).to_be_hidden()
    assert "layers=" in page.url
    assert "interlinear" not in page.url
    page.locator("a[rel='next']").first.click()
    page.wait_for_url("**/book/2/3?layers=**")
    expect(page.locator("#j2-p03 [data-layer='interlinear']").first).to_be_hidden()
    page.locator("input[value='interlinear']").check()
    assert "layers" not in page.url
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0


def test_an_anchor_in_a_layer_not_chosen_shows_that_layer(page: Page) -> None:
    page.goto("/book/2/1?layers=rendering#j2-p01-c01")
    expect(page.locator("#j2-p01-c01")).to_be_in_viewport()
    expect(page.locator("input[value='verse']")).to_be_checked()


def test_without_scripts_marks_lead_to_their_records_and_the_form_switches_layers(chromium: Browser, site: str) -> None:
    plain = chromium.new_context(base_url=site, java_script_enabled=False)
    page = plain.new_page()
    page.goto("/book/2/57")
    page.locator("#j2-p57 .mark").first.click()
    expect(page.locator("article.variant:target")).to_be_in_viewport()
    page.goto("/book/2/1")
    page.locator("input[value='interlinear']").uncheck()
    page.locator("form.layers button").click()
    expect(page.locator("#j2-p01 [data-layer='interlinear']").first).to_be_hidden()
    expect(page.locator("#j2-p01 [data-layer='verse']").first).to_be_visible()
    page.goto("/book/2?from=57")
    page.locator("#j2-p57 .mark").first.click()
    expect(page.locator("article.variant:target")).to_be_in_viewport()
    plain.close()
