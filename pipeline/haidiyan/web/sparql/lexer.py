"""Refuse a query that would have the engine ask another server, or change something, before the engine sees it.

Oxigraph fetches what SERVICE and LOAD name. Its grammar knows no words: ``SERVICE:x {…}`` and ``trueSERVICE<…> {…}``
are SERVICE to it, so that a word that holds SERVICE anywhere is refused. Whether ``<`` opens an IRI or compares depends
on what stands before; where that is open and the two ways would read on differently, the query is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from haidiyan.errors import InputError
from haidiyan.queries import DEEPEST

CHANGING = frozenset({"load", "insert", "delete", "clear", "drop", "create", "copy", "move", "add"})
"""The words with which an update begins; no query has them."""
FETCHING = "service"

_CHARACTER = "A-Za-z0-9_\u0080-\U0010ffff"
_ESCAPED = r"%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%]"
_TOKEN = re.compile(
    rf"""
    (?P<space>[ \t\r\n]+|\#[^\r\n]*)
  | (?P<string>\"\"\"(?:\"{{0,2}}(?:[^"\\]|\\[^\r\n]))*\"\"\"|'''(?:'{{0,2}}(?:[^'\\]|\\[^\r\n]))*'''
      |"(?!"")(?:[^"\\\r\n]|\\[^\r\n])*"|'(?!'')(?:[^'\\\r\n]|\\[^\r\n])*')
  | (?P<tag>@[A-Za-z]+(?:-+[A-Za-z0-9]+)*)
  | (?P<variable>[?$][{_CHARACTER}]+)
  | (?P<word>[{_CHARACTER}]+)
  | (?P<local>:(?:(?:[{_CHARACTER}:]|{_ESCAPED})(?:[{_CHARACTER}:\-]|{_ESCAPED}|\.+(?=[{_CHARACTER}:\-%\\]))*)?)
  | (?P<sign>\^\^|&&|\|\||!=|>=|[{{}}()\[\].,;=!>|&*/+\-^?~])
    """,
    re.VERBOSE,
)
_IRI = re.compile(r'<(?:[^<>"{}|^`\\\x00-\x20]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*>')
_OPERANDS_FOLLOW = frozenset({"(", ",", "=", "!=", "&&", "||", "^^", "^", "|", "/", "!", "+", "-", ">", ">="})
"""Signs after which ``<`` opens an IRI: nothing stands before it that it could compare."""
_CLOSING = {")": "(", "}": "{", "]": "["}
_DATA = "data"
"""The braces of VALUES, and the parentheses in them: there are no expressions inside."""
_AFTER_A_MARK = re.compile(rf"(?:true|false|[0-9][0-9e]*){FETCHING}")
"""A variable that is something else if ``?`` is taken for the sign of a path: ``:p?trueSERVICE``."""


@dataclass(frozen=True)
class Token:
    """A token: its kind, its text, and where it begins."""

    kind: str
    text: str
    start: int


def check(text: str) -> None:
    """Raise ``InputError``, with the line, for a query that must not reach the engine.

    >>> check("SELECT * { ?s ex:SERVICE 'SERVICE' } # SERVICE <http://example.org/>")
    >>> check("SELECT * { #\\rSERVICE <http://example.org/> {} }")
    Traceback (most recent call last):
    haidiyan.errors.InputError: Line 2, column 1: SERVICE is not taken; this endpoint asks no other server.
    """
    found = list(tokens(text))
    for token, following in zip_longest(found, found[1:]):
        folded = token.text.casefold()
        if token.kind == "word" and folded in CHANGING and not _adjoins(token, following):
            raise _refusal(text, token.start, f"{token.text} is not taken; this endpoint changes nothing.")
        if _may_fetch(token, folded):
            raise _refusal(text, token.start, _why(token))


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a query, without spaces and comments.

    Raises ``InputError`` for what is no token, for brackets that do not close, and for a ``<`` that is open to doubt.
    """
    open_: list[str] = []
    before: Token | None = None
    values = False
    """Whether the braces that open next are those of VALUES."""
    place = 0
    while place < len(text):
        token = _compared(text, place, open_, before) if text[place] == "<" else _token(text, place)
        place += len(token.text)
        if token.kind == "space":
            continue
        if token.kind == "word":
            values = token.text.casefold() == "values"
        if token.kind == "sign":
            values = _nest(text, token, open_, values)
        before = token
        yield token
    if open_:
        raise _refusal(text, len(text), "A bracket is not closed.")


def _nest(text: str, token: Token, open_: list[str], values: bool) -> bool:
    """Keep account of the brackets; whether the braces that open next are still those of VALUES."""
    sign = token.text
    if sign in ("{", "(", "["):
        inside = open_[-1:] == [f"{{{_DATA}"]
        open_.append(sign + _DATA if (sign == "{" and values) or (sign == "(" and inside) else sign)
        if len(open_) > DEEPEST:
            raise _refusal(text, token.start, f"The query nests deeper than {DEEPEST} brackets.")
        return values and sign == "("
    if sign in _CLOSING:
        if not open_ or open_.pop()[0] != _CLOSING[sign]:
            raise _refusal(text, token.start, f"Nothing that is open is closed by {sign}.")
        return values and sign == ")"
    return False


def _token(text: str, place: int) -> Token:
    found = _TOKEN.match(text, place)
    if not found:
        what = "a string that does not end" if text[place] in "\"'" else repr(text[place])
        raise _refusal(text, place, f"This is no SPARQL: {what}.")
    return Token(str(found.lastgroup), found[0], place)


def _compared(text: str, place: int, open_: list[str], before: Token | None) -> Token:
    """What begins with ``<``: an IRI, or in an expression a comparison."""
    if text.startswith("<<", place):
        raise _refusal(text, place, "<< is not taken: the dataset has no triple terms. (Before an IRI, leave a space.)")
    iri = _IRI.match(text, place)
    compares = open_[-1:] == ["("] and before is not None and before.text not in _OPERANDS_FOLLOW
    if not compares:
        if not iri:
            raise _refusal(text, place, "This is no SPARQL: an IRI that does not end, or has a forbidden character.")
        return Token("iri", iri[0], place)
    if not iri:
        return Token("sign", "<=" if text.startswith("<=", place) else "<", place)
    if set(iri[0]) & set("'#()"):
        raise _refusal(text, place, f"{iri[0]} may be an IRI or a comparison here; write a prefixed name, or a space.")
    return Token("iri", iri[0], place)


def _may_fetch(token: Token, folded: str) -> bool:
    """Whether the engine could take some of a token for SERVICE."""
    if token.kind in ("word", "tag"):
        return FETCHING in folded
    if token.kind == "local":
        return f".{FETCHING}" in folded
    return token.kind == "variable" and bool(_AFTER_A_MARK.match(folded, 1))


def _why(token: Token) -> str:
    if token.text.casefold() == FETCHING:
        return f"{token.text} is not taken; this endpoint asks no other server."
    return f"{token.text} is not taken, since SERVICE stands in it, which the engine might see; use another name."


def _adjoins(token: Token, following: Token | None) -> bool:
    """Whether a word is the prefix of a name."""
    end = token.start + len(token.text)
    return following is not None and following.kind == "local" and following.start == end


def _refusal(text: str, place: int, reason: str) -> InputError:
    ends = [found.end() for found in re.finditer(r"\r\n|\r|\n", text[:place])]
    return InputError(f"Line {len(ends) + 1}, column {place - (ends[-1] if ends else 0) + 1}: {reason}")
