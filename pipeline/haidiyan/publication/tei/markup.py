"""Write TEI elements: names, attributes, running text, and line breaks where they are no text."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable

from haidiyan.edition import Volume
from haidiyan.iris import individual

NAMESPACE = "http://www.tei-c.org/ns/1.0"
XML = "http://www.w3.org/XML/1998/namespace"
SCHEMA = "http://www.tei-c.org/release/xml/tei/custom/schema/relaxng/tei_all.rng"
ID, LANG = f"{{{XML}}}id", f"{{{XML}}}lang"
_RUNNING = {"l", "label", "p", "head", "byline"}
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    f'<?xml-model href="{SCHEMA}" schematypens="http://relaxng.org/ns/structure/1.0"?>\n'
)


def sub(parent: ET.Element, tag: str, text: str = "", /, **attributes: str | None) -> ET.Element:
    """A new child; ``id`` and ``lang`` are those of XML, a final ``_`` is dropped, empty attributes are left out."""
    names = {"id": ID, "lang": LANG}
    given = {names.get(name, name.rstrip("_")): value for name, value in attributes.items() if value}
    if LANG in given:
        given[LANG] = language(given[LANG])
    child = ET.SubElement(parent, tag, given)
    child.text = text or None
    return child


def write(parent: ET.Element, text: str) -> None:
    """Add running text behind what an element has."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def language(tag: str) -> str:
    """A language tag as BCP 47 advises to write it.

    >>> language("lzh-hant"), language("zh-latn-pinyin")
    ('lzh-Hant', 'zh-Latn-pinyin')
    """
    first, *rest = tag.split("-")
    return "-".join([first, *(part.title() if len(part) == 4 else part for part in rest)])


class Pointers:
    """Point to what stands in a volume's document by ``#name``, to all else by its IRI."""

    def __init__(self, volume: Volume) -> None:
        self._here = {each.name for each in volume.passages}
        self._here |= {segment.name for passage in volume.passages for segment in passage.segments}

    def to(self, names: Iterable[str]) -> str:
        """The pointers to segments and passages, parted by spaces."""
        return " ".join(map(self._to, names))

    def _to(self, name: str) -> str:
        if name in self._here:
            return f"#{name}"
        return individual("segment" if name.count("-") == 2 else "passage", name)


def agents(names: Iterable[str]) -> str:
    """The pointers to the statements of responsibility of some agents."""
    return " ".join(f"#{name}" for name in names)


def serialise(root: ET.Element) -> bytes:
    """The document; line breaks stand only where no text of the book can."""
    _indent(root, 0)
    return f"{_HEAD}{ET.tostring(root, encoding='unicode')}\n".encode()


def _indent(element: ET.Element, depth: int) -> None:
    if not len(element) or element.text or any(child.tail for child in element):
        return
    if element.tag in _RUNNING or element[0].tag in ("pc", "seg"):
        return
    element.text = "\n" + "  " * (depth + 1)
    for child in element:
        _indent(child, depth + 1)
        child.tail = element.text
    element[-1].tail = "\n" + "  " * depth
