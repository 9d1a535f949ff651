"""Declare once the options with which a command chooses what it writes: of the dataset, or of a chart or a reading."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haidiyan.cli.casting import Given
from haidiyan.cli.options import ASKING, About, AllTopics, Baleful, Topic, Use
from haidiyan.errors import InputError
from haidiyan.given import choices, numbers

if TYPE_CHECKING:
    from haidiyan.publication.scopes import Selection
    from haidiyan.reading.reading import Reading

WHAT = "What of it"
PARTS = ("module", "volume", "claim", "variant", "chart", "reading")


@dataclass(frozen=True, kw_only=True)
class Scope(Given):
    """What is to be written, as the command line has it; each field is an option. Without any, the whole dataset."""

    module: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GRAPH",
            help="A named graph: cosmology, ontology, claims, choice-body-self … Again for more.",
            rich_help_panel=WHAT,
        ),
    ] = None
    volume: Annotated[
        int | None, typer.Option(help="A volume, its text, claims and variants: 2.", rich_help_panel=WHAT)
    ] = None
    claim: Annotated[
        str | None, typer.Option(help="A claim with its words and its condition: j2-p01-c03.", rich_help_panel=WHAT)
    ] = None
    variant: Annotated[
        str | None, typer.Option(help="A variant with its two sides: j2-p57-v1.", rich_help_panel=WHAT)
    ] = None
    chart: Annotated[
        bool, typer.Option("--chart", help="A chart, cast by the options below.", rich_help_panel=WHAT)
    ] = False
    reading: Annotated[
        bool, typer.Option("--reading", help="A chart with what the book says of it.", rich_help_panel=WHAT)
    ] = False
    topic: Topic = None
    about: About = None
    use: Use = None
    baleful: Baleful = None
    doctrine: Annotated[
        str | None, typer.Option(help="The doctrine that is followed; verse.", rich_help_panel=ASKING)
    ] = None
    adopt: Annotated[
        list[str] | None,
        typer.Option(metavar="AXIS=CHOICE", help="A choice in place of the doctrine’s.", rich_help_panel=ASKING),
    ] = None
    all_topics: AllTopics = False
    overlay: Annotated[
        Path | None,
        typer.Option("--with", metavar="FILE", help="Your own Turtle, laid over the dataset.", rich_help_panel=ASKING),
    ] = None

    @property
    def part(self) -> str | None:
        """Which of ``PARTS`` is wanted. Raises ``InputError`` for two, and for options that the part has no use for."""
        wanted = [each for each in PARTS if self._has(each)]
        if len(wanted) > 1:
            raise InputError(f"Give one of --{wanted[0]} and --{wanted[1]}, and not both.")
        part = wanted[0] if wanted else None
        casting = [each.name for each in fields(Given)]
        asking = [each.name for each in fields(Scope) if each.name not in (*casting, *PARTS)]
        for each in filter(self._has, (*casting, *asking)):
            name = "with" if each == "overlay" else each.replace("_", "-")
            if part not in ("chart", "reading"):
                raise InputError(f"--{name} is for a chart or a reading: add --chart or --reading.")
            if part == "chart" and each in asking:
                raise InputError(f"--{name} is for a reading, and a chart asks nothing: give --reading for --chart.")
        return part

    def _has(self, name: str) -> bool:
        value = getattr(self, name)
        return value is not None and value is not False and value != []

    def select(self) -> Selection:
        """The quads. Raises ``InputError`` for whatever there is not."""
        from haidiyan.publication import scopes

        part = self.part
        if part == "module":
            return scopes.modules(self.module or [])
        if part == "volume":
            return scopes.volume(self.volume or 0)
        if part == "claim":
            return scopes.claim(self.claim or "")
        if part == "variant":
            return scopes.variant(self.variant or "")
        if part == "chart":
            chart = self.cast()
            return scopes.of_graph(f"chart-{chart.name}", f"The chart {chart.name}", chart.graph)
        if part == "reading":
            reading = self.read()
            words = f"A reading of the chart {reading.chart.name}"
            return scopes.of_graph(f"reading-{reading.chart.name}", words, reading.graph)
        return scopes.whole()

    def read(self) -> Reading:
        """The reading that the options ask for. Raises ``InputError``, and ``BuildError`` for an overlay."""
        from haidiyan.reading.reading import read

        asked: dict[str, Any] = {"topic": self.topic, "about": self.about, "use": self.use}
        if self.doctrine is not None:
            asked["doctrine"] = self.doctrine
        if self.baleful is not None:
            asked["baleful"] = numbers(self.baleful, "--baleful")
        return read(
            self.cast(),
            **asked,
            adopt=choices(self.adopt or []),
            all_topics=self.all_topics,
            overlay=self.overlay,
        )
