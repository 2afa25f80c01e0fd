"""Elements out of any text: XML with several roots, none, or a cut-off end, with prefixes declared or not.

A prompt holds fragments, not a document, so no XML parser would take it. This one looks for tags, one after the other, and
never goes back: time is linear in the text, and an unclosed tag costs only itself.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

__all__ = ["Element", "elements", "outside"]

_OPEN = re.compile(r"<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)(?=[\s/>])")
_ATTRIBUTE = re.compile(r"\s*([A-Za-z_][\w.:-]*)\s*=\s*(?:\"([^\"<]*)\"|'([^'<]*)')")
_END = re.compile(r"\s*(/?)>")
_TAG_SPAN = re.compile(r"<[!?/A-Za-z][^<>]*>?")
_MOST_ATTRIBUTES = 100
_MOST_TEXT = 2_000  # characters of an element's own text that are kept


@dataclass(slots=True)
class Element:
    """A start tag, with the text up to the next tag. ``depth`` counts open elements above it, as far as tags are balanced."""

    name: str
    attributes: Mapping[str, str]
    text: str
    start: int
    path: tuple[int, ...] = field(default=())

    @property
    def local(self) -> str:
        return self.name.rpartition(":")[2]

    def get(self, name: str) -> str | None:
        """An attribute by local name."""
        return self.attributes.get(name)


def elements(text: str) -> Iterator[tuple[Element | None, str]]:
    """(element, name) for each start tag, in order, and (None, name) for each end tag and after each empty element."""
    at = 0
    while (at := text.find("<", at)) >= 0:
        if text.startswith("<!--", at):
            end = text.find("-->", at)
            at = len(text) if end < 0 else end + 3
            continue
        if text.startswith("</", at):
            end = text.find(">", at, at + 300)
            if end > 0:
                yield None, text[at + 2 : end].strip().rpartition(":")[2]
            at += 2
            continue
        opened = _OPEN.match(text, at)
        if opened is None:
            at += 1
            continue
        attributes: dict[str, str] = {}
        place = opened.end()
        while len(attributes) < _MOST_ATTRIBUTES and (found := _ATTRIBUTE.match(text, place)):
            value = found[2] if found[2] is not None else found[3]
            name = found[1]
            key = name if name.startswith("xmlns") else name.rpartition(":")[2]
            attributes[key] = html.unescape(value) if "&" in value else value
            place = found.end()
        closed = _END.match(text, place)
        if closed is None:  # cut off, or no tag at all
            at = opened.end()
            if attributes:
                yield Element(opened[1], attributes, "", opened.start()), opened[1].rpartition(":")[2]
            continue
        at = closed.end()
        following = text.find("<", at)
        own = text[at : min(following if following >= 0 else len(text), at + _MOST_TEXT)]
        local = opened[1].rpartition(":")[2]
        yield Element(opened[1], attributes, html.unescape(own).strip(), opened.start()), local
        if closed[1]:
            yield None, local


def outside(text: str) -> str:
    """The words before the first tag and after the last: where a question stands."""
    first = _TAG_SPAN.search(text)
    if first is None:
        return text
    at = text.rfind("<")
    while (last := _TAG_SPAN.match(text, at)) is None:  # the first tag is met at the latest
        at = text.rfind("<", 0, at)
    return text[: first.start()] + "\n" + text[last.end() :]
