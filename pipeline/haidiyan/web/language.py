"""Find the language of a visitor's interface, and its words in it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.requests import Request

from haidiyan.publication.simplified import simplify

TRADITIONAL, SIMPLIFIED, ENGLISH = "zh-hant", "zh-hans", "en"
LANGUAGES = {TRADITIONAL: "繁體", SIMPLIFIED: "简体", ENGLISH: "English"}
"""The languages of the interface, each by its own name; the first is that of a visitor who names none."""
COOKIE, PARAMETER = "lang", "lang"

_ASKED = {"zh-cn": SIMPLIFIED, "zh-sg": SIMPLIFIED, "zh-hans": SIMPLIFIED, "zh": TRADITIONAL, "en": ENGLISH}
"""What a browser asks for, by the beginning of its tag; the longest that fits."""


def language_of(request: Request) -> str:
    """The language that the address names, or the cookie, or else the browser."""
    for named in (request.query_params.get(PARAMETER), request.cookies.get(COOKIE)):
        if named in LANGUAGES:
            return named
    return preferred(request.headers.get("accept-language", ""))


def preferred(header: str) -> str:
    """The language that an ``Accept-Language`` header likes best of those there are.

    >>> preferred("fr, zh-CN;q=0.9, en;q=0.8"), preferred("en-GB"), preferred("")
    ('zh-hans', 'en', 'zh-hant')
    """
    liked: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, rest = part.strip().lower().partition(";")
        quality = rest.strip().removeprefix("q=") or "1"
        known = [start for start in _ASKED if tag == start or tag.startswith(f"{start}-")]
        try:
            if known and float(quality) > 0:
                liked.append((float(quality), _ASKED[max(known, key=len)]))
        except ValueError:
            continue
    return max(liked, key=lambda each: each[0])[1] if liked else TRADITIONAL


class Words:
    """The words of the interface in one language, by their place in ``words.toml``: ``nav.cast``."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, name: str, **values: object) -> str:
        """A word or a sentence, with values in the places that it names (``{count}``). Raises ``KeyError``."""
        return _words(self.language)[name].format(**values)

    def of(self, chinese: str, english: str = "") -> str:
        """Of the two names that a thing of the dataset has, the one to show; the other where it has but one."""
        if self.language == ENGLISH:
            return english or chinese
        return self.plain(chinese) or english

    def plain(self, chinese: str) -> str:
        """Chinese in the characters of the language. Never for the words of the source, which stay as they are."""
        return simplify(chinese) if self.language == SIMPLIFIED else chinese


@cache
def _words(language: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for path in sorted(Path(__file__).with_name("words").glob("*.toml")):
        for room, words in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for name, forms in words.items():
                text = forms["en"] if language == ENGLISH else forms["zh"]
                found[f"{room}.{name}"] = simplify(text) if language == SIMPLIFIED else text
    return found
