"""Take the pictures of the README from a running server: ``python -m tests.web.browser.screenshots ADDRESS``."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parents[3] / "docs/screenshots"
PICTURES = {
    "reading": "/read?hexagram=比&moving=5&month=申&day=甲申&topic=疾病&about=妻",
    "book": "/book/2/57",
}


def main(address: str) -> None:
    """Write a PNG a page into ``docs/screenshots``."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 900}, locale="zh-TW")
        for name, path in PICTURES.items():
            page.goto(address + path)
            page.screenshot(path=FOLDER / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
