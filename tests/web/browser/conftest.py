"""A server of its own for the tests of this folder, and Debian's Chromium before it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
AXE = Path(__file__).parents[3] / "frontend/node_modules/axe-core/axe.min.js"
YASGUI = Path(__file__).parents[3] / "pipeline/haidiyan/web/assets/yasgui.min.js"
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 375, "height": 740}
PATIENCE = 20_000
"""Milliseconds: the machines that run these tests are shared."""
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker has the browser. Without Chromium these tests are skipped, but never in CI, which installs it."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))
            if CHROMIUM is None and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason="there is no Chromium; CHROMIUM may name it"))


@pytest.fixture(scope="session")
def site(home: Path) -> Iterator[str]:
    """The address of a server over the dataset of the tests, without a slash at its end."""
    command = [sys.executable, "-m", "haidiyan.cli", "serve", "--port", "0", "--no-tables"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield next(word for word in server.stdout.readline().split() if word.startswith("http://")).rstrip("/")
        finally:
            server.terminate()


def _fetched(path: Path) -> Path:
    if not path.is_file() and not os.environ.get("CI"):
        pytest.skip(f"{path.name} is not there: make assets")
    return path


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, as a script."""
    return _fetched(AXE).read_text(encoding="utf-8")


@pytest.fixture
def yasgui() -> None:
    """The SPARQL editor is there."""
    assert _fetched(YASGUI).is_file()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, "CI installs Chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, site: str) -> Iterator[BrowserContext]:
    """A visitor who reads traditional Chinese; a request to any other host, or a complaint of the console, fails."""
    visitor = chromium.new_context(base_url=site, viewport=DESKTOP, locale="zh-TW")
    visitor.set_default_timeout(PATIENCE)
    strangers: list[str] = []
    complaints: list[str] = []
    visitor.on("request", lambda asked: None if asked.url.startswith((site, "data:")) else strangers.append(asked.url))
    visitor.on("weberror", lambda error: complaints.append(str(error.error)))
    visitor.on("console", lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None)
    yield visitor
    visitor.close()
    assert not strangers, f"asked elsewhere: {strangers}"
    assert not complaints


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
