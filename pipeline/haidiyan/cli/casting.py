"""Declare once the options with which a command casts a hexagram."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec, get_type_hints

import typer

from haidiyan.given import numbers

if TYPE_CHECKING:
    from haidiyan.chart.cast import Chart

CASTING = "Casting"
Own = ParamSpec("Own")


@dataclass(frozen=True, kw_only=True)
class Given:
    """What was given to cast a chart, as the command line has it; each field is an option."""

    lines: Annotated[
        str | None,
        typer.Option(
            help="Six line values from the bottom up: 6 old yin, 7 young yang, 8 young yin, 9 old yang; 8,8,8,8,9,8.",
            rich_help_panel=CASTING,
        ),
    ] = None
    hexagram: Annotated[
        str | None,
        typer.Option(help="Instead of lines: a name, a number 1–64 or a symbol.", rich_help_panel=CASTING),
    ] = None
    moving: Annotated[
        str | None,
        typer.Option(
            help="With --hexagram: the positions that move, 1 at the bottom; 5 or 2,5.", rich_help_panel=CASTING
        ),
    ] = None
    coins: Annotated[
        bool, typer.Option("--coins", help="Instead of lines: throw three coins for each.", rich_help_panel=CASTING)
    ] = False
    seed: Annotated[
        int | None,
        typer.Option(help="With --coins: a number that makes them fall the same way again.", rich_help_panel=CASTING),
    ] = None
    omen: Annotated[
        str | None,
        typer.Option(
            metavar="DIRECTION",
            help="Instead of lines: where an omen came from, 西南, southwest or 坤; the hour says what line moves.",
            rich_help_panel=CASTING,
        ),
    ] = None
    month: Annotated[
        str | None, typer.Option(help="The branch of the month by solar term: 申.", rich_help_panel=CASTING)
    ] = None
    day: Annotated[
        str | None, typer.Option(help="The day’s pillar, 甲申, or its branch alone, 申.", rich_help_panel=CASTING)
    ] = None
    hour: Annotated[str | None, typer.Option(help="The branch of the hour.", rich_help_panel=CASTING)] = None
    year: Annotated[str | None, typer.Option(help="The pillar of the year.", rich_help_panel=CASTING)] = None
    at: Annotated[
        str | None,
        typer.Option(
            metavar="DATETIME",
            help="Instead of month, day, hour and year: the civil moment, 2026-11-30T10:00,"
            " in UTC+8 unless it carries an offset.",
            rich_help_panel=CASTING,
        ),
    ] = None
    now: Annotated[
        bool, typer.Option("--now", help="Instead of --at: the system clock’s moment.", rich_help_panel=CASTING)
    ] = False
    late_zi: Annotated[
        str | None,
        typer.Option(
            metavar="next|split|same",
            help="From 23:00 to midnight, of which day are day and hour stem: both of the next (the default);"
            " day of the same, hour stem of the next; both of the same.",
            rich_help_panel=CASTING,
        ),
    ] = None

    def cast(self) -> Chart:
        """The chart. Raises ``InputError`` for whatever cannot be taken."""
        from haidiyan.chart.cast import cast

        given: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(Given)}
        given["lines"] = None if self.lines is None else numbers(self.lines, "--lines")
        given["moving"] = numbers(self.moving, "--moving") if self.moving is not None else None
        return cast(**given)


def casting(command: Callable[Concatenate[Any, Own], None], kind: type[Given] = Given) -> Callable[..., None]:
    """The command with the options of ``Given``, or of a ``kind`` with more, before its own; handed to it as one."""
    hints = get_type_hints(kind, include_extras=True)
    options = [
        Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=hints[each.name])
        for each in fields(kind)
    ]
    shown = signature(command, eval_str=True)
    _, *own = shown.parameters.values()

    @wraps(command)
    def run(**values: Any) -> None:
        given = kind(**{option.name: values.pop(option.name) for option in options})
        command(given, **values)  # type: ignore[call-arg]

    parameters = [*options, *(each.replace(kind=Parameter.KEYWORD_ONLY) for each in own)]
    run.__signature__ = shown.replace(parameters=parameters)  # type: ignore[attr-defined]
    return run
