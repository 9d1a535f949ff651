"""The command that writes the data in the forms of other programs: export, with a sub-command a form."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from haidiyan.cli.casting import casting
from haidiyan.cli.scoping import Scope
from haidiyan.errors import InputError

if TYPE_CHECKING:
    from haidiyan.publication.tables import Table

Value = TypeVar("Value", int, str)

RDF = {
    "turtle": "Write Turtle: one graph; into a folder, a file for each named graph.",
    "trig": "Write TriG, graph by graph.",
    "nquads": "Write N-Quads: sorted, canonical (RDFC-1.0).",
    "jsonld": "Write JSON-LD, graph by graph, with its context inside.",
    "rdfxml": "Write RDF/XML: one graph; into a folder, a file for each named graph.",
}
"""The forms of RDF (``haidiyan.publication.serialise``) and what their commands say of them."""

Output = Annotated[
    str | None,
    typer.Option(metavar="PATH", help="The file to write instead of standard output; or a folder, ending in /."),
]


Simplified = Annotated[
    bool,
    typer.Option("--simplified", help="With the labels in simplified characters (zh-hans) beside the traditional."),
]


def register(app: typer.Typer) -> None:
    """Add the command of this module to the application."""
    forms = typer.Typer(help="Write the data in the forms of other programs.", rich_markup_mode=None)
    for name, words in RDF.items():
        forms.command(name, help=words)(casting(_rdf(name), Scope))
    forms.command("csv")(casting(table, Scope))
    forms.command()(tei)
    forms.command()(nanopub)
    forms.command()(release)
    app.add_typer(forms, name="export")


def _rdf(form: str) -> Callable[[Scope, Output, Simplified], None]:
    def export(scope: Scope, output: Output = None, simplified: Simplified = False) -> None:
        from haidiyan.publication.serialise import FORMS

        _check(scope)
        kind = FORMS[form]
        chosen = scope.select()
        if simplified:
            from haidiyan.publication.simplified import with_simplified

            chosen = replace(chosen, quads=with_simplified(chosen.quads))
        if not _is_folder(output):
            quads = chosen.quads if kind.keeps_graphs else chosen.single
            _write(kind.write(quads, chosen.header), output)
        elif kind.keeps_graphs:
            _write_all(output, {f"{chosen.name}.{kind.ending}": kind.write(chosen.quads, chosen.header)})
        else:
            _write_all(
                output,
                {f"{name}.{kind.ending}": kind.write(quads, chosen.header) for name, quads in chosen.graphs.items()},
            )

    return export


def table(
    scope: Scope,
    name: Annotated[
        str | None, typer.Option("--table", metavar="NAME", help="One table alone: claims, variants, passages …")
    ] = None,
    excel: Annotated[
        bool, typer.Option("--excel", help="For spreadsheets: marked as UTF-8, and no cell is run as a formula.")
    ] = False,
    output: Output = None,
) -> None:
    """Write CSV tables, one a kind of thing, into a folder; one --table, a chart or a reading into a file."""
    from haidiyan.publication.tables import DESCRIPTION, description, to_csv

    _check(scope)
    found = _tables(scope, name)
    folder = _is_folder(output)
    if len(found) == 1 and not folder:
        _write(to_csv(found[0], excel), output)
        return
    if not folder:
        raise InputError(
            f"These are {len(found)} tables: give a folder, --output tables/, or one --table of"
            f" {', '.join(each.name for each in found)}."
        )
    files = {f"{each.name}.csv": to_csv(each, excel) for each in found}
    _write_all(output, files if excel else {**files, DESCRIPTION: description(found)})


def tei(
    number: Annotated[
        int | None, typer.Argument(metavar="[VOLUME]", help="A volume by its number: 2. Without it, each of them.")
    ] = None,
    volume: Annotated[int | None, typer.Option(help="The same.")] = None,
    output: Output = None,
) -> None:
    """Write a volume as TEI P5; without a volume, each of them into a folder."""
    from haidiyan.dataset import texts
    from haidiyan.publication.tei import tei as of_volume

    wanted = _one_of(number, volume, "volume")
    _ready()
    if wanted is not None and not _is_folder(output):
        _write(of_volume(wanted), output)
        return
    numbers = [each.number for each in texts.volumes()] if wanted is None else [wanted]
    if not _is_folder(output):
        raise InputError(f"These are {len(numbers)} volumes: name one, or give a folder, --output tei/.")
    _write_all(output, {f"haidiyan-{each}.xml": of_volume(each) for each in numbers})


def nanopub(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[CLAIM]", help="A claim by its id: j2-p01-c02. Without it, each of them."),
    ] = None,
    claim: Annotated[str | None, typer.Option(help="The same.")] = None,
    volume: Annotated[int | None, typer.Option(help="Each claim of a volume.")] = None,
    output: Output = None,
) -> None:
    """Write a claim as a nanopublication (TriG): what it says, whose words they are, who gives it out.

    Without a claim, all of them; into a folder, a file for each.
    """
    from haidiyan.publication import nanopub as publication

    wanted = _one_of(name, claim, "claim")
    if wanted is not None and volume is not None:
        raise InputError("Give one of CLAIM and --volume, and not both.")
    _ready()
    if wanted is not None and not _is_folder(output):
        _write(publication.nanopub(wanted), output)
        return
    names = [wanted] if wanted is not None else publication.claims()
    if volume is not None:
        names = [each for each in names if each.startswith(f"j{volume}-")]
        if not names:
            raise InputError(f"There is no claim of a volume {volume}.")
    if _is_folder(output):
        _write_all(output, {f"{each}.trig": publication.nanopub(each) for each in names})
    else:
        _write(publication.nanopubs(names), output)


def release(output: Output = None) -> None:
    """Write what a release says of itself, its hashes among it; into a folder, with the dataset in every form."""
    from haidiyan.publication.deposit import METADATA, describe, files

    _ready()
    if not _is_folder(output):
        _write(_json(describe({})), output)
        return
    made = dict(files())
    _write_all(output, {**made, METADATA: _json(describe(made))})


def _tables(scope: Scope, name: str | None) -> list[Table]:
    from haidiyan.publication import tables
    from haidiyan.publication.frames import CHART_COLUMNS, READING_COLUMNS, chart_rows, reading_rows

    part = scope.part
    if part in ("chart", "reading"):
        if name is not None:
            raise InputError(f"--table is for the dataset; a {part} is one table.")
        if part == "chart":
            return [tables.Table("chart", CHART_COLUMNS, list(chart_rows(scope.cast().to_dict())))]
        return [tables.Table("reading", READING_COLUMNS, list(reading_rows(scope.read().to_dict())))]
    subjects = None if part is None else scope.select().subjects
    return tables.tables(subjects) if name is None else [tables.table(name, subjects)]


def _check(scope: Scope) -> None:
    """See that the options agree before a dataset is built for them."""
    _ = scope.part
    _ready()


def _one_of(first: Value | None, second: Value | None, name: str) -> Value | None:
    if first is not None and second is not None and first != second:
        raise InputError(f"Two {name}s are given, {first} and {second}; name one.")
    return second if first is None else first


def _ready() -> None:
    from haidiyan.cli.building import build_if_missing

    build_if_missing()


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _is_folder(output: str | None) -> bool:
    if output is not None and not output.strip():
        raise InputError("--output has no path; leave it out for standard output.")
    return output is not None and (output.endswith(("/", os.sep)) or Path(output).is_dir())


def _write(content: bytes, output: str | None) -> None:
    if output is None:
        sys.stdout.write(content.decode())
    else:
        Path(output).write_bytes(content)


def _write_all(output: str | None, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, which is made where it is missing; other files there stay."""
    folder = Path(output or ".")
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    print(f"{len(files)} files in {folder}", file=sys.stderr)
