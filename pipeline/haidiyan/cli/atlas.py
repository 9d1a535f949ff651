"""The commands of the atlas, which reads the book on every chart at once: build it, and ask it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer

from haidiyan.cli.casting import Given, casting
from haidiyan.cli.options import ASKING, About, Use, With
from haidiyan.cli.reading import as_json_text, one_overlay, ready
from haidiyan.errors import InputError
from haidiyan.given import choices

QUESTIONS = "Questions"

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the application."""
    commands = typer.Typer(help="Read the book on every chart at once, and ask what it says.", rich_markup_mode=None)
    commands.command()(build)
    commands.command()(rates)
    commands.command()(casting(query))
    app.add_typer(commands, name="atlas")


def build(
    wide: Annotated[
        bool,
        typer.Option(
            "--wide", help="Also the base rates over the 424,673,280 charts that have an hour and a year as well."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make the tables of all 2,949,120 charts: base rates, what variants change, pairs of claims, authors."""
    from haidiyan.atlas import need_packages

    need_packages()
    from haidiyan.atlas.build import build as build_atlas

    ready()
    start = time.perf_counter()
    with _progress() as report:
        made, folder = build_atlas(progress=report, wide=wide)
    if as_json:
        print(made.to_json(), end="")
        return
    print(f"海底眼 {made.version}: an atlas of {made.charts} charts, made in {time.perf_counter() - start:.0f} s")
    for name, rows in made.rows.items():
        print(f"{rows:>8} rows  {folder / name}.parquet")


def rates(
    file: Annotated[
        Path | None, typer.Argument(help="Where to write them; data/base-rates.ttl of a checkout if left out.")
    ] = None,
    text: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Those of a further text that the dataset was built with, into its base-rates.ttl."
        ),
    ] = None,
) -> None:
    """Write the base rate of every claim of the book, or of a text, as the Turtle to build with; then build anew."""
    from haidiyan.atlas import need_packages

    need_packages()
    from haidiyan.atlas.factors import factors
    from haidiyan.atlas.firings import Atlas
    from haidiyan.atlas.linked import describe
    from haidiyan.atlas.rates import with_any_use
    from haidiyan.chart.catalog import catalog
    from haidiyan.dataset import texts
    from haidiyan.dataset.base_rates import FILE
    from haidiyan.iris import local_name
    from haidiyan.reading.doctrine import DEFAULT_DOCTRINE, choose
    from haidiyan.resources import is_checkout, root

    if file is None and text is None and not is_checkout():
        raise InputError("Name the file to write the base rates to: this is no checkout, and has no data/ of its own.")
    ready()
    (folder,) = texts.given([text]) if text else [None]
    prefixes = texts.prefixes_of(folder.name if folder else "", texts.volumes())
    if not prefixes:
        raise InputError(f"The dataset in use has no text called {text}: run `haidiyan build --text {text}` first.")
    with _progress() as report:
        atlas = Atlas(choose(catalog(), DEFAULT_DOCTRINE, {}), tables=factors(progress=report))
    counted = [each for each in with_any_use(atlas) if local_name(each[0]).split("-")[0] in prefixes]
    place = file or (folder / texts.RATES if folder else root() / FILE)
    try:
        place.write_bytes(describe(counted, DEFAULT_DOCTRINE))
    except OSError as error:
        raise InputError(f"The base rates cannot be written to {place}: {error.strerror}.") from error
    print(f"{len(counted)} base rates in {place}; the next build takes them up")


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
            help="Of a chart: how many have the same claims in force, which, and which read most like it.",
            rich_help_panel=QUESTIONS,
        ),
    ] = False,
    change: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AXIS=CHOICE",
            help="In how many charts the reading differs under another choice or an emendation, and by which claims.",
            rich_help_panel=QUESTIONS,
        ),
    ] = None,
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
    overlay: With = None,
    as_json: AsJson = False,
) -> None:
    """Ask the atlas one of four questions: --meet, --rarest, --alike or --change."""
    from haidiyan.atlas import need_packages

    asked = sum((bool(meet), rarest, alike, bool(change)))
    if asked != 1:
        raise InputError(f"Ask one of --meet, --rarest, --alike and --change, not {asked or 'none'} of them.")
    if meet and len(meet) != 2:
        raise InputError(f"--meet is given twice, for two claims, not {len(meet)} times.")
    if change and len(change) != 1:
        raise InputError(f"--change is given once, for one choice or one emendation, not {len(change)} times.")
    cast = [each.name for each in fields(Given) if getattr(given, each.name) not in (None, False)]
    if (meet or change) and cast:
        which = "--meet" if meet else "--change"
        raise InputError(f"{which} looks through all charts: leave out --{cast[0].replace('_', '-')}.")
    if change and adopt:
        raise InputError("--change is against a doctrine as it stands: leave out --adopt.")
    laid = one_overlay(overlay)
    need_packages()
    from haidiyan.atlas.words import CHARTS

    if not 0 <= first <= CHARTS:
        raise InputError(f"--first is how many to list, from 0 to {CHARTS}, not {first}.")
    ready()
    from haidiyan.atlas import asking
    from haidiyan.atlas.factors import factors
    from haidiyan.atlas.firings import Atlas
    from haidiyan.chart.cast import cast as cast_chart
    from haidiyan.chart.catalog import catalog
    from haidiyan.reading.question import ask
    from haidiyan.reading.reading import used
    from haidiyan.reading.why import find_claim

    with used(laid) as added:
        chart = cast_chart(hexagram="1") if meet or change else given.cast()
        question = ask(chart, topic=topic, about=about, use=use, doctrine=doctrine, adopt=choices(adopt or []))
        pair = [find_claim(each) for each in meet or ()]
        variant = asking.variant_of(catalog(), doctrine, choices(change, "--change")) if change else None
        with _progress() as report:
            atlas = Atlas(question.doctrine, tables=factors(progress=report))
        if pair:
            told = asking.meeting(atlas, pair[0], pair[1], question.use, question.topic, first)
        elif variant:
            told = asking.changes(atlas, variant, question.use, question.topic)
        else:
            told = (asking.rarest if rarest else asking.alike)(atlas, chart, question.use, question.topic, first)
        told["overlay"] = added and added.to_dict()
    print(as_json_text(told) if as_json else "\n".join(_lines(told)))


def _lines(told: dict[str, Any]) -> Iterator[str]:
    """What is told, a line each."""
    for each in told.get("changes", ()):
        counts = "  ".join(
            f"{name} {each[name]}" for name in ("gained", "lost", "overridden", "restored") if each[name]
        )
        same = f"  (other words, same condition: {each['sameCondition']})" if each["sameCondition"] else ""
        yield f"{each['id']}  {counts}{same}  {each['quote']}"
    for each in told.get("claims", ()):
        yield f"{each['id']}  {each['count']:>8}  {_percent(each['share']):>10}  {each['quote']}"
    if "inForce" in told:
        yield f"{told['chart']}: {told['inForce']} claims in force"
    if "count" in told:
        yield f"{told['count']} of {told['charts']} charts, {_percent(told['share'])}"
    if "conditionCount" in told:
        turned, words = told["conditionCount"], told["count"] - told["conditionCount"]
        yield f"{turned} by a condition, {_percent(told['conditionShare'])}; {words} in words alone"
    for each in told.get("first", ()):
        yield _chart(each)
    if told.get("nearest"):
        yield "most like it: the part that claims in force in both are of those in force in either, in bits"
    for each in told.get("nearest", ()):
        apart = "".join(
            f"  {sign} {' '.join(each[name])}" for sign, name in (("−", "lacks"), ("+", "adds")) if each[name]
        )
        yield f"{each['likeness']:.4f}  {each['count']:>7}  {_chart(each['chart'])}{apart}"


def _chart(told: dict[str, Any]) -> str:
    moving = ",".join(map(str, told["moving"])) or "—"
    return f"{told['hexagram']:>2} {told['name']}  動 {moving}  {told['month']}月 {told['day']}日"


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
