"""The README shows what the commands print."""

from __future__ import annotations

import re

import pytest

import haidiyan
from haidiyan.resources import root

pytestmark = pytest.mark.usefixtures("home")


def test_the_reading_in_the_readme_is_how_the_demonstration_begins() -> None:
    readme = (root() / "README.md").read_text("utf-8")
    shown = re.search(r"```text\n(.*?)\n```", readme, re.DOTALL)
    assert shown
    reading = haidiyan.read(haidiyan.cast(hexagram="比", moving=[5], day="申"), "疾病", about="妻")
    assert str(reading).startswith(shown[1])


def test_the_demonstration_is_that_reading() -> None:
    makefile = (root() / "Makefile").read_text("utf-8")
    assert "haidiyan read --hexagram 比 --moving 5 --day 申 --about 妻 --topic 疾病" in makefile
