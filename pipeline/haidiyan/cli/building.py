"""The commands that make the dataset and examine it: build and check."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from haidiyan.cli.asking import print_table

if TYPE_CHECKING:
    from haidiyan.dataset.book import Finding

_WORDS = {
    "edition": "reading the volumes",
    "sources": "reading the ontology and the data",
    "closure": "deriving the cosmology",
    "claims": "finding each claim in the text",
    "variants": "placing the variants in the text",
    "clauses": "compiling states and situations",
    "shapes": "holding the data to its shapes",
    "checks": "asking the checks",
    "store": "writing the dataset",
    "waiting": "waiting for another build to finish",
}

Texts = Annotated[
    list[str],
    typer.Option(
        "--text",
        metavar="DIR",
        help="A further text: a folder with source/, text/, claims/ … in the form of data/. Can be repeated.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the application."""
    app.command()(build)
    app.command()(check)


def build(text: Texts = [], as_json: AsJson = False) -> None:  # noqa: B006
    """Build the dataset from the text, the ontology and the data, and from further texts (docs/second-text.md)."""
    from haidiyan.dataset.base_rates import stale
    from haidiyan.dataset.build import build as build_dataset
    from haidiyan.dataset.store import current, open_store

    start = time.perf_counter()
    with _progress() as report:
        made = build_dataset(progress=report, text=text)
    # A further text may do without the base rates of its claims.
    for each in () if made.texts else stale(open_store()):
        print(each, file=sys.stderr)
    if as_json:
        print(made.to_json(), end="")
        return
    seconds = time.perf_counter() - start
    print(f"海底眼 {made.version}: {made.quads} quads in {len(made.graphs)} graphs, built in {seconds:.1f} s")
    if made.texts:
        print(f"with {', '.join(made.texts)} beside the book")
    print(f"hash {made.hash}")
    print(f"in   {current()}")


def check(
    book: Annotated[
        bool, typer.Option("--book", help="Hold the book against its own cosmology: each definition, with the reason.")
    ] = False,
    text: Texts = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Examine the sources: the text without loss and without a gap, shapes, checks, the book against its cosmology.

    Exit status 1 when something is found. Nothing is written. The book's own errors (--book) are data and no fault.
    """
    if book:
        _check_book(as_json, text)
        return
    from haidiyan.dataset.audit import examine

    with _progress() as report:
        result = examine(report, text=text)
    print(result.to_json() if as_json else result.to_text(), end="")
    if result.complaints:
        raise typer.Exit(1)


def _check_book(as_json: bool, text: list[str]) -> None:
    from haidiyan.dataset.audit import audit_book

    with _progress() as report:
        audit = audit_book(report, text)
    if as_json:
        print(audit.to_json(), end="")
    else:
        _print_findings("The book’s definitions", audit.definitions)
        _print_findings("What the book says of its own system", audit.system)
        print("\n".join([*audit.complaints, audit.summary()]))
    if audit.complaints:
        raise typer.Exit(1)


def _print_findings(title: str, findings: list[Finding]) -> None:
    from haidiyan.dataset.book import LANGUAGES, VERDICTS

    rows = [
        [
            each.verdict,
            each.place,
            each.layer,
            each.quote,
            "\n".join(each.says[language] for language in LANGUAGES),
            "\n".join("; ".join(reason.words[language] for reason in each.reasons) for language in LANGUAGES),
        ]
        for each in sorted(findings, key=lambda each: VERDICTS.index(each.verdict))
    ]
    print(title)
    print_table(["verdict", "place", "layer", "words", "says", "because"], rows)


def build_if_missing() -> None:
    """Build the dataset where there is none of this version yet, as after installing the package.

    The further texts of one of an earlier version stay in.
    """
    from haidiyan.dataset.store import is_missing

    if is_missing():
        from haidiyan.dataset import texts
        from haidiyan.dataset.build import build as build_dataset

        with _progress() as report:
            build_dataset(progress=report, text=texts.kept())


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    if not sys.stderr.isatty():
        yield lambda stage: print(_WORDS[stage], file=sys.stderr, flush=True)
        return
    from rich.console import Console

    with Console(stderr=True).status("…") as status:
        yield lambda stage: status.update(_WORDS[stage])
