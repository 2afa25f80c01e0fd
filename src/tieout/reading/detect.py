"""What a file is, told by looking into it; the extension only decides between forms that look the same inside."""

from __future__ import annotations

import re
from typing import Literal

__all__ = ["INLINE_NAMESPACES", "FileKind", "detect", "has_tags", "is_inline"]

INLINE_NAMESPACES = ("http://www.xbrl.org/2013/inlineXBRL", "http://www.xbrl.org/2008/inlineXBRL")

FileKind = Literal[
    "zip", "pdf", "inline", "instance", "schema", "linkbase", "html", "markdown", "other-xml", "text", "binary", "empty"
]

_MARKS = tuple(n.encode() for n in INLINE_NAMESPACES)
_CELL_ID = b' cell-id="'
_TAGGED = re.compile(rb"<(?:[\w.-]+:)?(?:nonfraction|nonnumeric)\b", re.I)
_HEAD = 16_384
_BLANK = b" \t\r\n\x00"
_CONTROL = bytes(c for c in range(32) if c not in b"\t\n\x0c\r\x1b")
_ROOT = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)")
_SKIPPED = re.compile(r"\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)", re.S | re.I)
_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body|table|div|p|span|h[1-6]|font|center)\b", re.I)
_MARKDOWN = re.compile(r"^(?:#{1,6} \S|[ \t]*\|.+\|[ \t\r]*$|[ \t]*[-*+] \S)", re.M)


def detect(data: bytes, name: str = "") -> FileKind:
    """The kind of file that ``data`` is. ``name`` is asked only whether plain text calls itself Markdown or HTML."""
    if not data[:_HEAD].strip(_BLANK) and not data.strip(_BLANK):
        return "empty"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return "zip"
    if b"%PDF-" in data[:1024]:
        return "pdf"
    head = _text(data[:_HEAD])
    if head is None:
        return "binary"
    start = head.lstrip("\ufeff \t\r\n")
    if not start.startswith(("<?xml", "<html", "<!DOCTYPE")) and b"--- Page Split --->" in data:
        return "markdown"
    if start.startswith("<"):
        root = _root_name(start)
        if root == "xbrl":
            return "instance"
        if root == "schema":
            return "schema"
        if root == "linkbase":
            return "linkbase"
        if is_inline(data):
            return "inline"
        if (root or "").lower() in {"html", "body", "table", "div", "document", "type"} or _HTML.search(start):
            return "html"
        return "other-xml" if start.startswith("<?xml") or root else "text"
    lower = name.lower()
    if _HTML.search(start) and not lower.endswith((".md", ".mmd", ".markdown", ".txt")):
        return "html"
    if lower.endswith((".md", ".mmd", ".markdown")) or _MARKDOWN.search(start) or _HTML.search(start):
        return "markdown"
    return "text"


def has_tags(data: bytes) -> bool:
    """Whether there is an element of Inline XBRL that tags a number or a text, whatever its prefix."""
    return _TAGGED.search(data) is not None


def is_inline(data: bytes) -> bool:
    """Whether the bytes name an Inline XBRL namespace, in an encoding based on ASCII or in UTF-16.

    Annotated report HTML (`cell-id` on cells) may still name it though its Inline XBRL elements were taken out: that is none.
    """
    head = data[:_HEAD]
    if any(mark in head for mark in _MARKS) or any(mark in data for mark in _MARKS):
        return has_tags(data) or _CELL_ID not in data
    return data[:2] in (b"\xff\xfe", b"\xfe\xff") and any(
        mark.decode().encode(e) in data for mark in _MARKS for e in ("utf-16-le", "utf-16-be")
    )


def _root_name(text: str) -> str | None:
    at = 0
    while m := _SKIPPED.match(text, at):
        at = m.end()
    m2 = _ROOT.match(text, at + len(text[at:]) - len(text[at:].lstrip()))
    return m2[1] if m2 else None


def _text(head: bytes) -> str | None:
    """The head as text, or None where it can't be any: control bytes, or bytes that no encoding used for reports has."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return head.decode("utf-16", "replace")
    if b"\x00" in head[:4] and head.lstrip(b"\x00").startswith(b"<"):
        return head.decode("utf-16-be" if head[:1] == b"\x00" else "utf-16-le", "replace")
    if b"\x00" in head:
        return None
    if len(head) - len(head.translate(None, _CONTROL)) > len(head) // 100:
        return None
    return head.decode("utf-8", "replace")
