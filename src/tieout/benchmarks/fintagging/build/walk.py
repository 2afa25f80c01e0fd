"""The texts and tables of an inline document, from its own elements, before any tag is stripped.

A text is the inline content between two block borders outside of table cells; in what filers write that is a paragraph, div or
span of its own. A table nested in a cell is a table by itself. What is hidden or in the header is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lxml import etree

from tieout.benchmarks.fintagging.build.strings import Strip

__all__ = ["Part", "parts_of"]

_SKIPPED = frozenset(("header", "hidden", "head", "script", "style", "title", "resources", "references", "template"))
_BLOCKS = frozenset((
    "p", "div", "section", "article", "main", "header", "footer", "ul", "ol", "li", "dl", "dt", "dd", "h1",
    "h2", "h3", "h4", "h5", "h6", "hr", "center", "blockquote", "pre", "form", "address", "body",
))  # fmt: skip
_ELEMENTS = frozenset(("p", "div", "span"))
_CELLS = frozenset(("td", "th"))
_INVISIBLE = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_INLINE = "inlineXBRL}"


@dataclass(slots=True)
class Part:
    """A text (one row of one strip) or a table (its rows of cells)."""

    kind: Literal["text", "table"]
    rows: list[list[Strip]] = field(default_factory=list)


@dataclass(slots=True)
class _Table:
    rows: list[list[Strip]]
    outer: Strip | None  # the cell that it stands in


def parts_of(root: etree._Element, facts: Mapping[Any, Any]) -> Iterator[Part]:
    """Texts and tables in document order. ``facts`` gives the fact of each element that tags one."""
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    strip: Strip | None = Strip()
    tables: list[_Table] = []
    skipped: Any = None
    for event, element in walk:
        if event in ("comment", "pi"):
            if strip is not None:
                strip.text(element.tail)
            continue
        name = _name(element)
        if event == "start":
            if _is_skipped(element, name):
                skipped = element
                walk.skip_subtree()
                continue
            if name == "table":
                if not tables and strip:
                    yield Part("text", [[strip]])
                tables.append(_Table([], strip if tables else None))
                strip = None
            elif name == "tr" and tables:
                tables[-1].rows.append([])
                strip = None
            elif name in _CELLS and tables:
                if not tables[-1].rows:
                    tables[-1].rows.append([])
                strip = Strip()
                tables[-1].rows[-1].append(strip)
            elif name in _BLOCKS and not tables:
                if strip:
                    yield Part("text", [[strip]])
                strip = Strip()
            if strip is not None:
                if element in facts:
                    strip.mark("fact", element)
                elif name in _ELEMENTS:
                    strip.mark("element")
                elif name == "br":
                    strip.mark("break")
                if name in _BLOCKS:
                    strip.mark("break")
                strip.text(element.text)
            continue
        if element is skipped:
            skipped = None
        elif name == "table" and tables:
            done = tables.pop()
            if any(done.rows):
                yield Part("table", done.rows)
            strip = done.outer if tables else Strip()
        elif name in _CELLS and tables:
            strip = None
        elif strip is not None:
            if element in facts:
                strip.mark("/fact", element)
            elif name in _ELEMENTS:
                strip.mark("/element")
            if name in _BLOCKS:
                if not tables:
                    if strip:
                        yield Part("text", [[strip]])
                    strip = Strip()
                else:
                    strip.mark("break")
        if strip is not None:
            strip.text(element.tail)
    if strip and not tables:
        yield Part("text", [[strip]])


def _name(element: etree._Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _is_skipped(element: etree._Element, name: str) -> bool:
    if name in _SKIPPED and (name not in ("header",) or _INLINE in str(element.tag)):
        return True
    style = element.get("style")
    return style is not None and _INVISIBLE.search(style) is not None
