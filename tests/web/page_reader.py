"""Read a page as a visitor has it: its elements by anchor, its links, the words of the book in it."""

from __future__ import annotations

from html.parser import HTMLParser

EMPTY = {"meta", "link", "input", "br", "img", "hr"}


class Element:
    """An element with its attributes, and in order what it holds."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None) -> None:
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.holds: list[str | Element] = []

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    @property
    def is_hidden(self) -> bool:
        return "hidden" in self.attributes or (self.parent is not None and self.parent.is_hidden)

    def all(self, tag: str = "", name: str = "") -> list[Element]:
        """The elements within, of a tag and of a class where these are given."""
        inner = [each for each in self.holds if isinstance(each, Element)]
        found = []
        for each in inner:
            if tag in ("", each.tag) and (not name or name in each.classes):
                found.append(each)
            found += each.all(tag, name)
        return found

    def at(self, anchor: str) -> Element:
        """The one element with an id."""
        found = [each for each in self.all() if each.attributes.get("id") == anchor]
        assert len(found) == 1, f"{anchor} stands {len(found)} times"
        return found[0]

    def words(self, hidden: bool = True) -> str:
        """The text without what the page sets among it to be pressed; ``hidden`` keeps what is not shown."""
        if "data-ui" in self.attributes or (not hidden and self.is_hidden):
            return ""
        return "".join(each if isinstance(each, str) else each.words(hidden) for each in self.holds)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.open = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.holds.append(element)
        if tag not in EMPTY:
            self.open = element

    def handle_endtag(self, tag: str) -> None:
        assert self.open.tag == tag, f"</{tag}> closes <{self.open.tag}>"
        assert self.open.parent is not None
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.open.holds.append(data)


def read(html: str) -> Element:
    """A page. Fails where an element is not closed, or closed out of turn."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open is reader.root, f"<{reader.open.tag}> is not closed"
    return reader.root
