"""The command that compares: a chart under two doctrines, a passage or a claim across layers, an axis."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer

from haidiyan.cli.casting import Given, casting
from haidiyan.cli.options import About, AllTopics, Baleful, Topic, Use
from haidiyan.cli.publishing import Endpoint, Timeout, dataset_at
from haidiyan.cli.reading import AsJson, as_json_text, one_overlay, ready
from haidiyan.errors import InputError
from haidiyan.given import choices, numbers

SIDES = "Two sides of one chart"


def register(app: typer.Typer) -> None:
    """Add the command of this module to the application."""
    app.command()(casting(compare))


def compare(
    given: Given,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[PASSAGE|CLAIM|AXIS]",
            help="Across the layers of the book: a passage (2:57), a claim (j2-p57-c03), an axis (seasonal-void).",
        ),
    ] = None,
    topic: Topic = None,
    about: About = None,
    use: Use = None,
    baleful: Baleful = None,
    all_topics: AllTopics = False,
    doctrine: Annotated[
        list[str] | None,
        typer.Option(help="The doctrine of the left side; again: of the right side.", rich_help_panel=SIDES),
    ] = None,
    adopt: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AXIS=CHOICE",
            help="A choice in place of the doctrine’s: of the right side, where nothing else sets the sides apart,"
            " else of both; emendation=j2-p57-v1.",
            rich_help_panel=SIDES,
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DOCTRINE|AXIS=CHOICE",
            help="What the right side follows instead; again for more choices.",
            rich_help_panel=SIDES,
        ),
    ] = None,
    overlay: Annotated[
        list[Path] | None,
        typer.Option(
            "--with",
            metavar="FILE",
            help="Your own Turtle, laid over the right side, or over the book.",
            rich_help_panel=SIDES,
        ),
    ] = None,
    endpoint: Endpoint = None,
    timeout: Timeout = None,
    as_json: AsJson = False,
) -> None:
    """Compare a chart under two doctrines; or, of the book, a passage, a claim or an axis across its layers."""
    from haidiyan.reading.reading import refuse_both, used

    there, laid = dataset_at(endpoint, timeout), one_overlay(overlay)
    if there is None:
        ready()
    asked: dict[str, Any] = {"topic": topic, "about": about, "use": use, "all_topics": all_topics}
    sides = {"doctrine": doctrine, "adopt": adopt, "against": against, "baleful": baleful}
    if what is not None:
        _refuse_chart(what, given, {**asked, **sides})
    refuse_both(laid, there)
    with used(None, there):
        if what is not None:
            _across_layers(what, laid, as_json)
            return
        asked["baleful"] = numbers(baleful, "--baleful") if baleful is not None else ()
        _across_doctrines(
            given,
            asked,
            _two_sides(doctrine or ["verse"], adopt or [], against or [], laid is not None),
            laid,
            as_json,
        )


Side = tuple[str, list[str]]
"""A doctrine, and what is adopted in the place of its choices."""


def _two_sides(doctrines: list[str], adopt: list[str], against: list[str], laid: bool) -> tuple[Side, Side]:
    """What each side follows. Raises ``InputError`` where nothing sets them apart, or too much does."""
    named = [each for each in against if "=" not in each]
    replaced = [each for each in against if "=" in each]
    if len(doctrines) + len(named) > 2:
        raise InputError(f"A chart is compared under two doctrines, not {len(doctrines) + len(named)}.")
    if len(doctrines) == 2 or against:
        other = (named or doctrines[1:] or doctrines)[0]
        axes = {_axis(each) for each in replaced}
        kept = [each for each in adopt if _axis(each) not in axes]
        return (doctrines[0], adopt), (other, [*kept, *replaced])
    if adopt or laid:
        return (doctrines[0], []), (doctrines[0], adopt)
    raise InputError(
        "Nothing sets the two sides apart: give a second --doctrine, or --against, --adopt or --with;"
        " or name a passage, a claim or an axis."
    )


def _axis(adopted: str) -> str:
    """The axis of AXIS=CHOICE, by its name; or by its label. Raises ``InputError``."""
    from haidiyan.chart.catalog import catalog
    from haidiyan.reading.doctrine import find_axis

    return find_axis(catalog(), adopted.partition("=")[0])


def _across_doctrines(
    given: Given, asked: dict[str, Any], sides: tuple[Side, Side], overlay: Path | None, as_json: bool
) -> None:
    from haidiyan.comparison.doctrines import compare as compare_readings
    from haidiyan.publication.two_doctrines import tell
    from haidiyan.reading.reading import read

    chart = given.cast()
    left, right = sides
    found = compare_readings(
        read(chart, doctrine=left[0], adopt=choices(left[1]), **asked),
        read(chart, doctrine=right[0], adopt=choices(right[1]), overlay=overlay, **asked),
    )
    print(as_json_text(found) if as_json else tell(found))


def _refuse_chart(what: str, given: Given, options: dict[str, Any]) -> None:
    cast = [each.name for each in fields(Given) if getattr(given, each.name) not in (None, False)]
    more = [name for name, value in options.items() if value not in (None, False, [])]
    if cast or more:
        words = ", ".join(f"--{name.replace('_', '-')}" for name in (*cast, *more))
        raise InputError(f"{what} is compared across the layers of the book, without a chart: leave out {words}.")


def _across_layers(what: str, overlay: Path | None, as_json: bool) -> None:
    from haidiyan.comparison.find import of_book
    from haidiyan.publication.comparison import tell
    from haidiyan.reading.reading import used

    with used(overlay) as added:
        found = of_book(what, added)
    print(as_json_text(found) if as_json else tell(found))
