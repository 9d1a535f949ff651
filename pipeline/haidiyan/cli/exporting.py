"""The command that writes the data in the forms of other programs: export, with a sub-command a form."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

Output = Annotated[Path | None, typer.Option(metavar="FILE", help="The file to write, instead of standard output.")]


def register(app: typer.Typer) -> None:
    """Add the command of this module to the application."""
    forms = typer.Typer(help="Write the data in the forms of other programs.", rich_markup_mode=None)
    forms.command()(nanopub)
    forms.command()(tei)
    app.add_typer(forms, name="export")


def nanopub(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="A claim by its id: j2-p01-c02.")],
    output: Output = None,
) -> None:
    """Write a claim as a nanopublication (TriG): what it says, whose words they are, who gives it out."""
    from haidiyan.publication.nanopub import nanopub as of_claim

    _ready()
    _write(of_claim(claim), output)


def tei(
    volume: Annotated[int, typer.Argument(metavar="VOLUME", help="A volume by its number: 2.")],
    output: Output = None,
) -> None:
    """Write a volume as TEI P5."""
    from haidiyan.publication.tei import tei as of_volume

    _ready()
    _write(of_volume(volume), output)


def _ready() -> None:
    from haidiyan.cli.building import build_if_missing

    build_if_missing()


def _write(content: bytes, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(content.decode())
    else:
        output.write_bytes(content)
