"""A filing's own HTML written anew: only elements and attributes that are known to do no harm, and text.

Nothing of the source is copied as markup: names come from lists, text and values are escaped. What browsers would move
elsewhere (text between the rows of a table) is put into cells, so that the text keeps its order and every place its offset.
"""

from __future__ import annotations

import html.entities
from collections.abc import Mapping
from html import escape
from typing import Any

from lxml import etree

from tieout.reading.layout import tags
from tieout.reading.layout.styles import NONE, PLAIN, StyleReader
from tieout.viewer.document.allowed import allowed
from tieout.viewer.document.characters import squeeze
from tieout.viewer.document.css import safe_sheet, safe_style
from tieout.viewer.document.document import Document, Span

__all__ = ["safe_markup"]

_FLOW, _TABLE, _ROW, _COLUMNS = range(4)
_TABLE_PARTS = frozenset(("caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "td", "th"))
# What may stand where: the parts of a table; everything else in one loses its tags and keeps its text.
_WITHIN = {
    _TABLE: _TABLE_PARTS,
    _ROW: frozenset(("td", "th")),
    _COLUMNS: frozenset(("col",)),
}
_CONTEXTS = {
    "table": _TABLE, "thead": _TABLE, "tbody": _TABLE, "tfoot": _TABLE, "tr": _ROW, "colgroup": _COLUMNS,
}  # fmt: skip
_INLINE = tuple(f"{{{space}}}" for space in tags.INLINE_XBRL)
_COUNT_INSIDE = etree.XPath("count(descendant::*)")
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_TWIN = ("-sec-ix-hidden:", "-esef-ix-hidden:")


def safe_markup(file: str, root: etree._Element, marks: Mapping[Any, str]) -> Document:
    """The document of a parsed tree. ``marks`` are elements whose spans are wanted, each with the text that its span element
    gets as ``data-t``; elements that aren't displayed get none.
    """
    walk = _Walk(marks)
    walk.run(root)
    return Document(
        file,
        "markup",
        "".join(walk.out),
        "".join(walk.text),
        "\n".join(walk.sheets),
        bool(root.getroottree().docinfo.doctype),  # type: ignore[attr-defined]
        root.get("lang") or root.get(_XML_LANG),
        (walk.starts, walk.ends),
        {},
        walk.tagged,
        walk.ordinals,
        walk.continuations,
        walk.continued,
        walk.twins,
    )


class _Walk:
    """One pass over a tree, without recursion."""

    def __init__(self, marks: Mapping[Any, str]) -> None:
        self.marks = marks
        self.allowed = allowed()
        self.out: list[str] = []
        self.text: list[str] = []
        self.sheets: list[str] = []
        self.at = 0
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.tagged: dict[Any, Span] = {}
        self.ordinals: dict[Any, int] = {}
        self.continuations: dict[str, Span] = {}
        self.continued: dict[str, str] = {}
        self.twins: dict[str, Span] = {}
        self._styles = StyleReader()
        self._safe: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def run(self, root: etree._Element) -> None:
        frames: list[tuple[str, int, int]] = []  # what closes the element, the context around it, its ordinal
        context = _FLOW
        out, starts, ends = self.out, self.starts, self.ends
        walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in walk:
            if event == "start":
                tag = element.tag
                if tag is etree.Entity:
                    frames.append(("", context, -1))
                    self._add(html.entities.html5.get(f"{element.name};", element.text or ""), context)
                    continue
                ordinal = len(starts)
                starts.append(self.at)
                ends.append(self.at)
                name = self._names.get(tag) or self._name(tag)
                css = element.get("style")
                style = self._styles.read(css) if css else PLAIN
                unseen = style.display == NONE or style.hidden or element.get("hidden") is not None
                if name == "!" or unseen:
                    if name == "!":
                        self._keep_sheet(element)
                    if len(element):
                        inside = int(_COUNT_INSIDE(element))  # type: ignore[arg-type]
                        starts.extend([self.at] * inside)
                        ends.extend([self.at] * inside)
                        walk.skip_subtree()
                    frames.append(("", context, -1))
                    continue
                close, inner = self._open(element, name, context, css)
                frames.append((close, context, ordinal))
                context = inner
                text = element.text
            else:
                if event == "end":
                    close, context, ordinal = frames.pop()
                    if close:
                        out.append(close)
                    if ordinal >= 0:
                        ends[ordinal] = self.at
                        self._note(element, ordinal, (starts[ordinal], self.at))
                    if not frames:
                        break
                text = element.tail
            if text:
                self._add(text, context)

    def _add(self, text: str, context: int) -> None:
        dense = squeeze(text)
        if context != _FLOW:
            if not dense:
                return
            cell = f"<td>{escape(text, quote=False)}</td>"
            self.out.append(cell if context == _ROW else f"<tr>{cell}</tr>")
        else:
            self.out.append(escape(text, quote=False))
        if dense:
            self.text.append(dense)
            self.at += len(dense)

    def _name(self, tag: str) -> str:
        """The element to write: a name of the list, ``""`` for none, ``!`` for one to leave out with all that is in it."""
        local = tag.rpartition("}")[2] if tag.startswith("{") else tag.rpartition(":")[2]
        local = local.lower()
        foreign = tag.startswith("{") and not tag.startswith("{" + tags.XHTML + "}")
        name = "div" if local == "body" else ""
        if local in self.allowed.dropped or (tags.kind_of(tag) == tags.SKIP and local not in ("col", "colgroup", "head")):
            name = "!"
        elif not foreign and ":" not in tag.rpartition("}")[2] and local in self.allowed.elements:
            name = local
        self._names[tag] = name
        return name

    def _open(self, element: etree._Element, name: str, context: int, css: str | None) -> tuple[str, int]:
        """Writes the start tag; what closes it, and the context inside."""
        mark = self.marks.get(element)
        within = _WITHIN.get(context)
        if mark is not None and within is None:
            self.out.append(f'<span data-t="{escape(mark)}">')
            return "</span>", context
        if within is not None and name not in within:
            return "", context
        if within is None and name in _TABLE_PARTS:
            name = "" if name in ("col", "colgroup") else "div"
        if not name:
            return "", context
        self.out.append(f"<{name}{self._attributes(element, name, css)}>")
        if name in self.allowed.void:
            return "", context
        return f"</{name}>", _CONTEXTS.get(name, _FLOW)

    def _attributes(self, element: etree._Element, name: str, css: str | None) -> str:
        found: list[str] = []
        for key, value in element.items():
            key, value = str(key).lower(), str(value)
            if key == "style":
                if safe := self._style(value):
                    found.append(f' style="{escape(safe)}"')
            elif key == "class":
                # The viewer's own marks are classes too: a filing can't write any.
                names = [n for n in value.split() if not n.lower().startswith("tieout")]
                if names:
                    found.append(f' class="{escape(" ".join(names))}"')
            elif key in self.allowed.attributes:
                found.append(f' {key}="{escape(value)}"')
            elif key == "href":
                if name == "a" and value.startswith("#"):
                    found.append(f' href="{escape(value)}"')
            elif key == "name":
                if name == "a" and element.get("id") is None:
                    found.append(f' id="{escape(value)}"')
            elif key == "src" and name == "img" and value.strip().lower().startswith(self.allowed.pictures):
                found.append(f' src="{escape(value.strip())}"')
        return "".join(found)

    def _style(self, css: str) -> str:
        safe = self._safe.get(css)
        if safe is None:
            safe = self._safe[css] = safe_style(css)
        return safe

    def _keep_sheet(self, element: etree._Element) -> None:
        if str(element.tag).rpartition("}")[2].lower() == "style":
            self.sheets.append(safe_sheet("".join(str(t) for t in element.itertext())))

    def _note(self, element: etree._Element, ordinal: int, span: Span) -> None:
        if element in self.marks:
            self.tagged[element] = span
            self.ordinals[element] = ordinal
        tag = element.tag
        if tag.endswith("continuation") and tag.startswith(_INLINE):
            id_ = element.get("id") or ""
            self.continuations.setdefault(id_, span)
            if more := element.get("continuedAt"):
                self.continued.setdefault(id_, more)
        css = element.get("style")
        if css and "ix-hidden" in css:
            for name in _TWIN:
                _, found, rest = css.replace(" ", "").partition(name)
                if found:
                    self.twins.setdefault(rest.partition(";")[0], span)
