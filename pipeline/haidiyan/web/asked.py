"""Read what an address asks: a chart, and what the book is to say of it. Every input stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from haidiyan.chart.calendar import moment_of
from haidiyan.chart.cast import Chart, cast
from haidiyan.errors import InputError
from haidiyan.given import choices, numbers
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE
from haidiyan.reading.reading import Reading, read

CASTING = ("lines", "hexagram", "moving", "omen", "month", "day", "hour", "year", "at", "late_zi")
ASKING = ("topic", "about", "use", "baleful", "doctrine", "adopt", "all_topics", "all_doctrines", "order")
ELSEWHERE = ("lang",)
"""What an address may have besides, and another module reads."""
SEVERAL = ("adopt",)
"""What may be given more than once."""
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def _tidy(name: str, value: str) -> str:
    """A value in one of the forms in which it can be given; what cannot be taken stays, to be refused by name."""
    with suppress(InputError):
        if name in ("lines", "moving", "baleful"):
            return ",".join(map(str, numbers(value, name)))
        if name == "at":
            return moment_of(value).replace(tzinfo=None).isoformat().removesuffix(":00")
    return value


@dataclass(frozen=True)
class Asked:
    """What an address asks: its names and values, in the order of ``CASTING`` and ``ASKING``, without empty ones."""

    given: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, query: QueryParams, besides: tuple[str, ...] = ()) -> Asked:
        """What a query string asks; ``besides`` are names that the page itself reads.

        Raises ``InputError`` for a name that is none of those, and for one that is given twice.
        """
        known = (*CASTING, *ASKING)
        strange = sorted(set(query) - {*known, *ELSEWHERE, *besides})
        if strange:
            raise InputError(f"The address asks for {', '.join(strange)}; it may have {', '.join(known)}.")
        found = []
        for name in known:
            values = [each.strip() for each in query.getlist(name) if each.strip()]
            if len(set(values)) > 1 and name not in SEVERAL:
                raise InputError(f"The address gives {name} twice, {' and '.join(values)}; give one.")
            found += [(name, _tidy(name, each)) for each in dict.fromkeys(values)]
        return cls(tuple(found))

    def one(self, name: str) -> str | None:
        """The value of a name that is given once."""
        return next((value for key, value in self.given if key == name), None)

    def several(self, name: str) -> list[str]:
        """Every value of a name."""
        return [value for key, value in self.given if key == name]

    def but(self, **changes: str | list[str] | None) -> Asked:
        """The same, with other values for some names; ``None`` leaves a name out."""
        kept = [each for each in self.given if each[0] not in changes]
        for name, value in changes.items():
            kept += [(name, each) for each in ([value] if isinstance(value, str) else value or [])]
        order = {name: place for place, name in enumerate((*CASTING, *ASKING))}
        return replace(self, given=tuple(sorted(kept, key=lambda each: order[each[0]])))

    @property
    def query(self) -> str:
        """The query string of the permanent address."""
        return urlencode(self.given, safe=",:=")

    def cast(self) -> Chart:
        """The chart. Raises ``InputError`` for whatever cannot be taken."""
        given: dict[str, Any] = {name: self.one(name) for name in CASTING}
        for name in ("lines", "moving"):
            given[name] = numbers(given[name], name) if given[name] is not None else None
        return cast(**given)

    def asking(self) -> Mapping[str, Any]:
        """What is asked of the chart, as ``haidiyan.read`` takes it. Raises ``InputError``."""
        baleful = self.one("baleful")
        return {
            "topic": self.one("topic"),
            "about": self.one("about"),
            "use": self.one("use"),
            "baleful": numbers(baleful, "baleful") if baleful else (),
            "doctrine": self.one("doctrine") or DEFAULT_DOCTRINE,
            "adopt": choices(self.several("adopt"), "adopt"),
            "all_topics": self._is_set("all_topics"),
            "all_doctrines": self._is_set("all_doctrines"),
            "order": self.one("order") or "rate",
        }

    def read(self) -> Reading:
        """The reading. Raises ``InputError`` for whatever cannot be taken."""
        return read(self.cast(), **self.asking())

    def _is_set(self, name: str) -> bool:
        value = (self.one(name) or NO[0]).lower()
        if value not in (*YES, *NO):
            raise InputError(f"{name} is 1 or 0, not {value!r}.")
        return value in YES
