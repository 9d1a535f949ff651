"""Say on which line of a Turtle text a thing is described, and how the text writes its name."""

from __future__ import annotations

import re

_PREFIX = re.compile(r"^\s*(?:@prefix|PREFIX)\s+([\w-]*):\s*<([^>]*)>", re.MULTILINE | re.IGNORECASE)


class TurtleLines:
    """The lines of a Turtle text by the names that its statements begin with.

    >>> lines = TurtleLines("@prefix my: <http://example.org/> .\\n\\nmy:c1 a my:Claim .")
    >>> lines.name("my.ttl", "http://example.org/c1")
    'my:c1 (my.ttl, line 3)'
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._prefixes = dict(_PREFIX.findall(text))

    def _spellings(self, iri: str) -> list[str]:
        short = [f"{prefix}:{iri[len(space) :]}" for prefix, space in self._prefixes.items() if iri.startswith(space)]
        return [*sorted(short, key=len), f"<{iri}>"]

    def _find(self, iri: str, before: str) -> tuple[str, int] | None:
        for spelling in self._spellings(iri):
            found = re.search(rf"{before}{re.escape(spelling)}(?=[\s;,.\])]|$)", self._text, re.MULTILINE)
            if found:
                return spelling, self._text.count("\n", 0, found.end()) + 1
        return None

    def name(self, file: str, iri: str) -> str | None:
        """How the text writes a thing, with the file and the line of its description; ``None`` where it has none."""
        found = self._find(iri, r"^[ \t]*")
        return f"{found[0]} ({file}, line {found[1]})" if found else None

    def at(self, iri: str) -> str:
        """``, line n`` of the first mention of a thing; empty where there is none."""
        found = self._find(iri, r"(?:^|[\s(\[])")
        return f", line {found[1]}" if found else ""
