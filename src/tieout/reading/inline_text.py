"""Text of inline elements: what counts as their content, plain and as escaped markup (Inline XBRL 1.1, 8.1 and 15.1)."""

from __future__ import annotations

from itertools import islice

from lxml import etree

__all__ = ["escaped_markup", "plain_text"]

_XHTML = "{http://www.w3.org/1999/xhtml}"
_INLINE = ("{http://www.xbrl.org/2013/inlineXBRL}", "{http://www.xbrl.org/2008/inlineXBRL}")
_EXCLUDE = frozenset(ns + "exclude" for ns in _INLINE)
# Elements that HTML knows as empty: written as `<br/>`, while an empty `<div></div>` keeps both tags.
_QUOTE, _QUOTED = '"', "&quot;"
_VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))


def plain_text(element: etree._Element, most: int | None = None) -> str:
    """Text of the element and all below it, leaving out ``ix:exclude``, comments and processing instructions.

    With ``most`` the text ends where more than so many elements begin and end.
    """
    if len(element) == 0:
        return element.text or ""
    pieces: list[str] = []
    skip: etree._Element | None = None
    walk = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, e in walk if most is None else islice(walk, 2 * most):
        if event == "start":
            if skip is None:
                if e.tag in _EXCLUDE and e is not element:
                    skip = e
                elif e.text:
                    pieces.append(e.text)
        else:
            if event == "end" and e is skip:
                skip = None
            if e is not element and skip is None and e.tail:
                pieces.append(e.tail)
    return "".join(pieces)


def escaped_markup(element: etree._Element) -> str:
    """Content of an element with ``escape="true"``: its XHTML as text, inline tags left out and names without prefix."""
    pieces: list[str] = []
    skip: etree._Element | None = None
    if element.text:
        pieces.append(_escape(element.text))
    for event, e in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        if e is element:
            continue
        if event == "start":
            if skip is not None:
                continue
            if e.tag in _EXCLUDE:
                skip = e
                continue
            tag = e.tag
            if not tag.startswith(_INLINE):
                pieces.append(_start_tag(e))
            if e.text:
                pieces.append(_escape(e.text))
        else:
            if event == "end":
                if skip is not None:
                    if e is not skip:
                        continue
                    skip = None
                elif not e.tag.startswith(_INLINE):
                    name = _local(e.tag)
                    if not (name in _VOID and not e.text and len(e) == 0):
                        pieces.append(f"</{name}>")
            if skip is None and e.tail:
                pieces.append(_escape(e.tail))
    return "".join(pieces)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _start_tag(e: etree._Element) -> str:
    name = _local(e.tag)
    attributes = "".join(f' {_local(str(k))}="{_escape(str(v)).replace(_QUOTE, _QUOTED)}"' for k, v in e.attrib.items())
    empty = name in _VOID and not e.text and len(e) == 0
    return f"<{name}{attributes}/>" if empty else f"<{name}{attributes}>"


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]
