"""The commands that look at one chart: cast and read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haidiyan.cli.casting import Given, casting
from haidiyan.cli.options import ASKING, About, AllTopics, Baleful, Topic, Use, With
from haidiyan.cli.publishing import Endpoint, Timeout, dataset_at
from haidiyan.errors import InputError
from haidiyan.given import choices, numbers

if TYPE_CHECKING:
    from haidiyan.reading.reading import Reading

REASONS = "Reasons"

AsJson = Annotated[bool, typer.Option("--json", help="Print the JSON contract.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the application."""
    app.command()(casting(cast))
    app.command()(casting(read))


def cast(given: Given, as_json: AsJson = False) -> None:
    """Cast a hexagram and show its chart."""
    from haidiyan.publication.drawing import draw

    ready()
    chart = given.cast().to_dict()
    print(as_json_text(chart) if as_json else draw(chart))


def read(
    given: Given,
    topic: Topic = None,
    about: About = None,
    use: Use = None,
    baleful: Baleful = None,
    doctrine: Annotated[str, typer.Option(help="The doctrine that is followed.", rich_help_panel=ASKING)] = "verse",
    adopt: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AXIS=CHOICE",
            help="A choice in place of the doctrine’s; again for more.",
            rich_help_panel=ASKING,
        ),
    ] = None,
    all_topics: AllTopics = False,
    all_doctrines: Annotated[
        bool,
        typer.Option(
            "--all-doctrines",
            help="Show as not adopted what holds only under another choice.",
            rich_help_panel=ASKING,
        ),
    ] = False,
    order: Annotated[
        str,
        typer.Option(
            metavar="rate|text",
            help="Claims that speak of few charts first, or all in the order of the text.",
            rich_help_panel=ASKING,
        ),
    ] = "rate",
    overlay: With = None,
    why: Annotated[
        str | None,
        typer.Option(
            metavar="CLAIM",
            help="Instead of the reading: why a claim applies, down to its sources; by id or by its exact words.",
            rich_help_panel=REASONS,
        ),
    ] = None,
    why_not: Annotated[
        str | None,
        typer.Option(
            metavar="CLAIM", help="Instead of the reading: the first condition that fails.", rich_help_panel=REASONS
        ),
    ] = None,
    endpoint: Endpoint = None,
    timeout: Timeout = None,
    as_json: AsJson = False,
) -> None:
    """Cast a hexagram and read what the book says of it."""
    from haidiyan.reading.reading import read as read_chart
    from haidiyan.reading.reading import used

    there, laid = dataset_at(endpoint, timeout), one_overlay(overlay)
    if there is None:
        ready()
    with used(laid, there) as added:
        reading = read_chart(
            given.cast(),
            topic,
            about=about,
            use=use,
            doctrine=doctrine,
            adopt=choices(adopt or []),
            baleful=numbers(baleful, "--baleful") if baleful is not None else (),
            all_topics=all_topics,
            all_doctrines=all_doctrines,
            order=order,
            overlay=added,
        )
        if why is not None or why_not is not None:
            _explain(reading, why, why_not, as_json)
            return
        print(as_json_text(reading.to_dict()) if as_json else reading)


def _explain(reading: Reading, why_in: str | None, why_out: str | None, as_json: bool) -> None:
    from haidiyan.reading.why import find_claim, lines_of, whose, why, why_not

    if why_in is not None and why_out is not None:
        raise InputError("Ask either --why or --why-not, and not both.")
    if why_in is not None:
        steps = why(reading, find_claim(why_in))
    else:
        claim = find_claim(why_out or "")
        steps = [*whose(claim), why_not(reading, claim)]
    print(as_json_text(steps) if as_json else "\n".join(lines_of(steps)))


def one_overlay(given: Sequence[Path] | None) -> Path | None:
    """The file that ``--with`` names. Raises ``InputError`` for more than one: an overlay is of one author."""
    if given and len(given) > 1:
        raise InputError(f"--with is given {len(given)} times; an overlay is one file, of one author: leave one out.")
    return given[0] if given else None


def ready() -> None:
    """Build the dataset where there is none yet."""
    from haidiyan.cli.building import build_if_missing

    build_if_missing()


def as_json_text(value: Any) -> str:
    """A value as JSON, Chinese as it is."""
    return json.dumps(value, ensure_ascii=False, indent=1)
