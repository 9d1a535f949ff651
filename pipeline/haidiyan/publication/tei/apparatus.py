"""Set the variants into the words that they concern, or beside the text where that cannot be."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from haidiyan.edition import Segment, Volume
from haidiyan.iris import local_name

from .header import KIND
from .markup import Pointers, agents, sub, write
from .records import Text, Variant

MISSING = "□"
"""The sign of a missing character."""
_FIRST = ("Lacuna", "NotedReading", "SilentEmendation")


@dataclass
class _Span:
    """Words that have readings, all of the very same words."""

    start: int
    end: int
    variants: list[Variant]


class Apparatus:
    """The variants of one volume: in the words, at anchors in them, and in the notes at the back."""

    def __init__(self, volume: Volume, variants: Iterable[Variant], siglum: str) -> None:
        self._text = volume.text
        self._pointers = Pointers(volume)
        self._siglum = siglum
        segments = {segment.name: segment for passage in volume.passages for segment in passage.segments}
        self._variants = [each for each in variants if each.segment in segments]
        self._spans: dict[str, list[_Span]] = defaultdict(list)
        self._beside: list[Variant] = []
        self._opening: dict[int, list[str]] = defaultdict(list)
        self._closing: dict[int, list[str]] = defaultdict(list)
        self._targets: dict[str, tuple[str, str | None]] = {}
        for variant in sorted(self._variants, key=lambda each: (*_rank(each), each.order)):
            if variant.broad == "Emendation" or self._is_gap(variant):
                if not self._within(variant):
                    self._beside.append(variant)
                    self._anchor(variant)
            else:
                segment = segments[variant.segment]
                if (variant.start, variant.end) == (segment.start, segment.end):
                    self._targets[variant.name] = (f"#{variant.segment}", None)
                else:
                    self._anchor(variant)

    def _is_gap(self, variant: Variant) -> bool:
        return variant.kind == "Lacuna" and MISSING in self._text[variant.start : variant.end]

    def _within(self, variant: Variant) -> bool:
        """Take a variant into its segment, unless its words overlap those of another."""
        start, end = variant.start, variant.end
        if variant.kind == "Lacuna":
            start = self._text.index(MISSING, start, end)
            end = start + 1
        spans = self._spans[variant.segment]
        for span in spans:
            if (span.start, span.end) == (start, end) and not {"Lacuna"} & {variant.kind, span.variants[0].kind}:
                span.variants.append(variant)
                return True
            if span.start < end and start < span.end:
                return False
        spans.append(_Span(start, end, [variant]))
        spans.sort(key=lambda each: each.start)
        return True

    def _anchor(self, variant: Variant) -> None:
        start, end = f"{variant.name}-from", f"{variant.name}-to"
        self._opening[variant.start].append(start)
        self._closing[variant.end].append(end)
        self._targets[variant.name] = (f"#{start}", f"#{end}")

    def words(self, parent: ET.Element, segment: Segment) -> None:
        """Write a segment's words with the readings and anchors in them."""
        at = segment.start
        for span in self._spans.get(segment.name, ()):
            self._plain(parent, at, span.start)
            self._read(parent, span)
            at = span.end
        self._plain(parent, at, segment.end)

    def _plain(self, parent: ET.Element, start: int, end: int) -> None:
        for place in range(start, end):
            self._anchors(parent, self._opening.get(place, ()))
            write(parent, self._text[place])
            self._anchors(parent, self._closing.get(place + 1, ()))

    def _anchors(self, parent: ET.Element, names: Iterable[str]) -> None:
        for name in names:
            sub(parent, "anchor", id=name)

    def _read(self, parent: ET.Element, span: _Span) -> None:
        if span.variants[0].kind == "Lacuna":
            self._anchors(parent, self._opening.get(span.start, ()))
            self._gap(parent, span)
            self._anchors(parent, self._closing.get(span.end, ()))
        elif all(_corrects(each) for each in span.variants):
            choice = sub(parent, "choice")
            self._plain(sub(choice, "sic"), span.start, span.end)
            for variant in span.variants:
                self._reading(choice, "corr", variant)
        else:
            app = sub(parent, "app")
            self._plain(sub(app, "lem", wit=f"#{self._siglum}"), span.start, span.end)
            for variant in span.variants:
                self._reading(app, "rdg", variant)

    def _gap(self, parent: ET.Element, span: _Span) -> None:
        variant = span.variants[0]
        gap = sub(
            parent,
            "gap",
            id=variant.name,
            ana=f"#{KIND}{variant.kind}",
            reason="not-given",
            unit="character",
            quantity="1",
            rend=self._text[span.start : span.end],
        )
        resp, cert = agents(variant.proposers), variant.certainty
        sub(gap, "desc", variant.reading.words, lang=variant.reading.language, resp=resp, cert=cert)

    def _reading(self, parent: ET.Element, tag: str, variant: Variant) -> None:
        parallel = variant.kind == "ParallelReading"
        reading = sub(
            parent,
            tag,
            id=variant.name,
            ana=f"#{KIND}{variant.kind}",
            lang=variant.reading.language if variant.reading.language != variant.base.language else None,
            resp=agents(variant.proposers),
            cert=variant.certainty,
            source=self._pointers.to([variant.reading_passage]) if parallel else None,
            corresp=self._pointers.to(filter(None, [variant.reading_segment])),
        )
        words = variant.reading.words
        # Another passage's own words supply nothing.
        before, missing, after = (words, "", "") if parallel else supplied(variant.base.words, words)
        write(reading, before)
        if missing:
            sub(reading, "supplied", missing, reason="omitted")
        write(reading, after)

    def back(self, text: ET.Element, encoders: str) -> None:
        """The readings beside the text, and a note on every variant; nothing where there is no variant."""
        if not self._variants:
            return
        division = sub(sub(text, "back"), "div", type="apparatus", resp=agents([encoders]))
        if self._beside:
            beside = sub(division, "listApp")
            for variant in sorted(self._beside, key=lambda each: each.order):
                start, end = self._targets[variant.name]
                app = sub(beside, "app", from_=start, to=end)
                sub(app, "lem", variant.base.words, wit=f"#{self._siglum}", lang=variant.base.language)
                self._reading(app, "rdg", variant)
        for variant in sorted(self._variants, key=lambda each: each.order):
            self._note(division, variant)

    def _note(self, division: ET.Element, variant: Variant) -> None:
        in_text = variant.broad == "Emendation" or self._is_gap(variant)
        start, end = (f"#{variant.name}", None) if in_text else self._targets[variant.name]
        note = sub(
            division,
            "note",
            type=_hyphenated(variant.broad),
            subtype=_hyphenated(variant.kind) if variant.kind != variant.broad else None,
            id=None if in_text else variant.name,
            ana=None if in_text else f"#{KIND}{variant.kind}",
            target=start,
            targetEnd=end,
            cert=variant.certainty,
            corresp=None if in_text else self._pointers.to(filter(None, [variant.reading_segment])),
        )
        if not in_text:
            _block(note, "base", variant.base)
            _block(note, "reading", variant.reading, resp=agents(variant.proposers))
        if variant.quote:
            source = self._pointers.to([variant.reading_segment or variant.reading_passage])
            _block(note, "quotation", variant.quote, source=source)
        for kind, iris in (("axis", [variant.axis]), ("choices", variant.choices)):
            if any(iris):
                block = sub(note, "ab", type=kind)
                for iri in iris:
                    sub(block, "ref", local_name(iri), target=iri)
        if variant.rejected_by:
            block = sub(note, "ab", type="rejected")
            for agent in variant.rejected_by:
                sub(block, "ref", agent, target=f"#{agent}")
        for kind, texts in (("explanation", variant.explanations), ("doubt", variant.doubts)):
            for each in texts:
                _block(note, kind, each)


def supplied(base: str, reading: str) -> tuple[str, str, str]:
    """A reading as what stands before, what it supplies, what stands after; nothing supplied where it replaces.

    >>> supplied("生旺", "生木旺")
    ('生', '木', '旺')
    >>> supplied("完", "看")
    ('看', '', '')
    """
    kept = 0
    while kept < len(base) and reading[kept : kept + 1] == base[kept]:
        kept += 1
    rest = len(base) - kept
    if len(reading) > len(base) and reading.endswith(base[kept:]):
        return reading[:kept], reading[kept : len(reading) - rest], base[kept:]
    return reading, "", ""


def _corrects(variant: Variant) -> bool:
    """Whether a reading is said to be right where the printed words are wrong, and nobody declines it."""
    return variant.kind == "NotedReading" and not variant.rejected_by


def _rank(variant: Variant) -> tuple[int, int]:
    """Which variant has the first claim to its place in the text: by kind, then the one of fewer words."""
    return (*_FIRST, variant.kind).index(variant.kind), variant.end - variant.start


def _block(note: ET.Element, kind: str, text: Text, **attributes: str) -> None:
    sub(note, "ab", text.words, type=kind, lang=text.language, **attributes)


def _hyphenated(name: str) -> str:
    """A class's name as a value of ``type``.

    >>> _hyphenated("RivalDoctrine")
    'rival-doctrine'
    """
    return "".join(f"-{each.lower()}" if each.isupper() else each for each in name).lstrip("-")
