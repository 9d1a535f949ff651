"""Declare once the options that say what is asked of a chart."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ASKING = "Asking"

Topic = Annotated[str | None, typer.Option(help="What is asked about: 疾病.", rich_help_panel=ASKING)]
About = Annotated[
    str | None,
    typer.Option(help="The person or thing asked after, which selects the use line: 妻.", rich_help_panel=ASKING),
]
Use = Annotated[str | None, typer.Option(help="The use relation itself: 妻財.", rich_help_panel=ASKING)]
Baleful = Annotated[
    str | None,
    typer.Option(help="Positions of lines that carry 殺, which the text never defines: 3.", rich_help_panel=ASKING),
]
AllTopics = Annotated[
    bool, typer.Option("--all-topics", help="Read the claims of every topic.", rich_help_panel=ASKING)
]
With = Annotated[
    list[Path] | None,
    typer.Option(
        "--with",
        metavar="FILE",
        help="Your own Turtle, laid over the dataset for this reading: claims, emendations, choices, doctrines.",
        rich_help_panel=ASKING,
    ),
]
