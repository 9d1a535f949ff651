"""The command that finds words in the text and in the names of things: search."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from haidiyan.cli.asking import print_table
from haidiyan.iris import compact


def register(app: typer.Typer) -> None:
    """Add the command of this module to the application."""
    app.command()(search)


def search(
    words: Annotated[
        list[str],
        typer.Argument(metavar="WORDS", help="Characters, traditional or simplified (剋, 财), or pinyin (chōng)."),
    ],
    layer: Annotated[
        str | None, typer.Option(help="Only the segments of one layer, and no terms: verse, headnote.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Find words in the text and among the terms: as printed, however they are written, or by pinyin.

    `how` says by which form: exact, as printed; folded, in another way of writing; pinyin, without tones.
    Exit status 1 where nothing is found; the nearest terms are named.
    """
    from haidiyan.api import search as find

    found = find(" ".join(words), layer)
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        _show(found["segments"], found["terms"])
    if found["segments"] or found["terms"]:
        return
    if not as_json:
        near = "; ".join(f"{row['name']} {row['english']} ({compact(row['term'])})" for row in found["nearest"])
        print(f"Nothing is found for {found['words']!r}." + (f" The nearest terms are {near}." if near else ""))
    raise typer.Exit(1)


def _show(segments: list[dict[str, str]], terms: list[dict[str, str]]) -> None:
    if segments:
        rows = [[row["how"], f"{row['volume']}:{row['paragraph']}", row["layer"], row["text"]] for row in segments]
        print_table(["how", "place", "layer", "text"], rows)
    if terms:
        rows = [[row["how"], compact(row["term"]), row["name"], row["english"]] for row in terms]
        print_table(["how", "term", "name", "english"], rows)
