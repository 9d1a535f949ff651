"""The commands of the atlas, which reads the book on every chart at once: build it, and ask it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Annotated, Any

import typer

from haidiyan.cli.casting import Given, casting
from haidiyan.cli.options import ASKING, About, Use
from haidiyan.cli.reading import as_json_text, choices, ready
from haidiyan.errors import InputError

QUESTIONS = "Questions"

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the application."""
    commands = typer.Typer(help="Read the book on every chart at once, and ask what it says.", rich_markup_mode=None)
    commands.command()(build)
    commands.command()(casting(query))
    app.add_typer(commands, name="atlas")


def build(as_json: AsJson = False) -> None:
    """Make the tables of all 2,949,120 charts: base rates, what variants change, pairs of claims, authors."""
    from haidiyan.atlas import need_packages

    need_packages()
    from haidiyan.atlas.build import build as build_atlas

    ready()
    start = time.perf_counter()
    with _progress() as report:
        made, folder = build_atlas(progress=report)
    if as_json:
        print(made.to_json(), end="")
        return
    print(f"海底眼 {made.version}: an atlas of {made.charts} charts, made in {time.perf_counter() - start:.0f} s")
    for name, rows in made.rows.items():
        print(f"{rows:>8} rows  {folder / name}.parquet")


def query(
    given: Given,
    meet: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CLAIM",
            help="Given twice: the charts in which both claims are in force; by id or by exact words.",
            rich_help_panel=QUESTIONS,
        ),
    ] = None,
    rarest: Annotated[
        bool,
        typer.Option("--rarest", help="Of a chart: its claims in force, the rarest first.", rich_help_panel=QUESTIONS),
    ] = False,
    alike: Annotated[
        bool,
        typer.Option(
            "--alike",
            help="Of a chart: how many have the same claims in force, and which.",
            rich_help_panel=QUESTIONS,
        ),
    ] = False,
    first: Annotated[int, typer.Option(help="How many charts or claims to list.", rich_help_panel=QUESTIONS)] = 10,
    topic: Annotated[
        str | None, typer.Option(help="What is asked about: 疾病; else every topic.", rich_help_panel=ASKING)
    ] = None,
    about: About = None,
    use: Use = None,
    doctrine: Annotated[str, typer.Option(help="The doctrine that is followed.", rich_help_panel=ASKING)] = "verse",
    adopt: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AXIS=CHOICE", help="A choice in place of the doctrine’s; again for more.", rich_help_panel=ASKING
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask the atlas one of three questions: --meet, --rarest or --alike."""
    from haidiyan.atlas import need_packages

    asked = sum((bool(meet), rarest, alike))
    if asked != 1:
        raise InputError(f"Ask one of --meet, --rarest and --alike, not {asked or 'none'} of them.")
    if meet and len(meet) != 2:
        raise InputError(f"--meet is given twice, for two claims, not {len(meet)} times.")
    if first < 0:
        raise InputError(f"--first is how many to list, not {first}.")
    cast = [each.name for each in fields(Given) if getattr(given, each.name) not in (None, False)]
    if meet and cast:
        raise InputError(f"--meet looks through all charts: leave out --{cast[0].replace('_', '-')}.")
    need_packages()
    ready()
    from haidiyan.atlas import asking
    from haidiyan.atlas.factors import factors
    from haidiyan.atlas.firings import Atlas
    from haidiyan.chart.cast import cast as cast_chart
    from haidiyan.reading.question import ask
    from haidiyan.reading.why import find_claim

    chart = cast_chart(hexagram="1") if meet else given.cast()
    question = ask(chart, topic=topic, about=about, use=use, doctrine=doctrine, adopt=choices(adopt or []))
    pair = [find_claim(each) for each in meet or ()]
    with _progress() as report:
        atlas = Atlas(question.doctrine, tables=factors(progress=report))
    if pair:
        told = asking.meeting(atlas, pair[0], pair[1], question.use, question.topic, first)
    else:
        told = (asking.rarest if rarest else asking.alike)(atlas, chart, question.use, question.topic, first)
    print(as_json_text(told) if as_json else "\n".join(_lines(told)))


def _lines(told: dict[str, Any]) -> Iterator[str]:
    """What is told, a line each."""
    for each in told.get("claims", ()):
        yield f"{each['id']}  {each['count']:>8}  {_percent(each['share']):>10}  {each['quote']}"
    if "inForce" in told:
        yield f"{told['chart']}: {told['inForce']} claims in force"
    if "count" in told:
        yield f"{told['count']} of {told['charts']} charts, {_percent(told['share'])}"
    for each in told.get("first", ()):
        moving = ",".join(map(str, each["moving"])) or "—"
        yield f"{each['hexagram']:>2} {each['name']}  動 {moving}  {each['month']}月 {each['day']}日"


def _percent(share: float) -> str:
    return f"{share * 100:.4f} %"


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    if not sys.stderr.isatty():
        yield lambda stage: None if stage[-1:].isdigit() else print(stage, file=sys.stderr, flush=True)
        return
    from rich.console import Console

    with Console(stderr=True).status("…") as status:
        yield lambda stage: status.update(stage)
