"""Pick of the media types that there are the one that an ``Accept`` header likes best (RFC 9110, 12.5.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

_PART = re.compile(r'(?:[^,"]|"(?:[^"\\]|\\.)*")+')
_PARAMETER = re.compile(r';[ \t]*([^=;\s]+)[ \t]*(?:=[ \t]*("(?:[^"\\]|\\.)*"|[^;]*))?')
_RANGE = re.compile(r"[ \t]*([!#$%&'*+.^_`|~\w-]+)/([!#$%&'*+.^_`|~\w-]+)[ \t]*")
_QUALITY = re.compile(r"0(\.\d{0,3})?|1(\.0{0,3})?|\.\d{1,3}")
ANY = "*"


class Range(NamedTuple):
    """A media range of a header: type and subtype, either may be ``*``; parameters; how well it is liked, 0 to 1."""

    type: str
    subtype: str
    parameters: Mapping[str, str]
    quality: float

    def fits(self, media_type: str) -> bool:
        """Whether a media type, which may have parameters, is in the range."""
        kind, parameters = _split(media_type)
        main, _, sub = kind.partition("/")
        return (
            self.type in (ANY, main)
            and self.subtype in (ANY, sub)
            and all(parameters.get(name) == value for name, value in self.parameters.items())
        )

    @property
    def specificity(self) -> tuple[bool, bool, int]:
        """By which of two ranges that fit the quality is said: the greater one."""
        return self.type != ANY, self.subtype != ANY, len(self.parameters)


def best(header: str | None, offered: Sequence[str]) -> str | None:
    """The media type that a header likes best, of two that it likes alike the first; none where it takes none of them.

    No header, an empty one, and one that says nothing readable take anything. A part that is no media range is passed
    over.

    >>> best("text/turtle;q=0.8, text/html;q=0.9", ["text/turtle", "text/html"])
    'text/html'
    >>> best("text/*, text/html;q=0", ["text/html", "text/turtle"])
    'text/turtle'
    >>> best("image/png", ["text/html"]) is None
    True
    """
    ranges = list(_ranges(header or "")) or [Range(ANY, ANY, {}, 1.0)]
    liked = [(_quality(ranges, each), -place, each) for place, each in enumerate(offered)]
    quality, _, media_type = max(liked, default=(0.0, 0, None))
    return media_type if quality > 0 else None


def _quality(ranges: Sequence[Range], media_type: str) -> float:
    """How well a media type is liked: as the most specific range that fits it says; of two, the better one."""
    fitting = [(each.specificity, each.quality) for each in ranges if each.fits(media_type)]
    return max(fitting)[1] if fitting else 0.0


def _ranges(header: str) -> Iterator[Range]:
    for part in _PART.findall(header):
        found = _RANGE.match(part)
        if not found or (found[1] == ANY and found[2] != ANY):
            continue
        _, parameters = _split(part)
        quality = parameters.pop("q", "1")
        if _QUALITY.fullmatch(quality):
            yield Range(found[1].lower(), found[2].lower(), parameters, float(quality))


def _split(media_type: str) -> tuple[str, dict[str, str]]:
    """A media type without its parameters, and these; what follows the quality is no parameter of the type."""
    kind, semicolon, rest = media_type.partition(";")
    parameters: dict[str, str] = {}
    for name, value in _PARAMETER.findall(semicolon + rest):
        bare = re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value.strip()
        parameters[name.lower()] = bare.lower()
        if name.lower() == "q":
            break
    return kind.strip().lower(), parameters
