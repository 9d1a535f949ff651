"""Hand the pages of the dataset to Sphinx, and give every page its navigation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

from haidiyan import __version__
from haidiyan.dataset.store import open_store
from haidiyan.publication.pages import pages
from haidiyan.publication.pages.places import upwards

SECTIONS = (
    ("index", "首頁", "Home"),
    ("text", "原文", "Text"),
    ("terms", "詞彙", "Terms"),
    ("ontology", "模型", "Model"),
    ("docs/sparql", "指南", "Guides"),
)
"""What every page leads to."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("builder-inited", _without_search)
    app.connect("html-collect-pages", _collect)
    app.connect("html-page-context", _navigate)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def _without_search(app: Sphinx) -> None:
    """The search of Sphinx needs scripts, and does not know the pages of the dataset."""
    app.builder.search = False  # type: ignore[attr-defined]


def _collect(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    for page in pages(open_store()):
        context = {"title": page.title, "body": page.body, "above": page.above, "body_language": "zh-Hant"}
        yield page.path, context, "page.html"


def _navigate(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    top = upwards(name)
    context["sections"] = [(f"{top}{path}.html", chinese, english) for path, chinese, english in SECTIONS]
    context["dataset_version"] = __version__
    if doctree is not None:
        guides = app.env.toctree_includes.get("index", [])
        context["guides"] = [(f"{top}{each}.html", app.env.titles[each].astext()) for each in guides]
