"""Plain text: paragraphs parted by empty lines, a form feed between pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tieout.reading.encoding import decode_text
from tieout.report import Report
from tieout.report.layout import Block, Layout, Page
from tieout.report.report import Parts

__all__ = ["read_text"]

_GAP = re.compile(r"\n[^\S\n]*\n\s*")


def read_text(data: bytes, name: str) -> Report:
    """A report of one block a paragraph, each with its text as it stands in the file but for line ends (``\\n``)."""
    text = decode_text(data)[0].replace("\r\n", "\n").replace("\r", "\n")
    return Report(name, "text", (name,), Parts(layout=lambda: Layout(list(_pages(text, name)))))


def _pages(text: str, name: str) -> Iterator[Page]:
    count = 0
    for number, of_page in enumerate(text.split("\f"), start=1):
        page = Page(number, file=name)
        for paragraph in _GAP.split(of_page):
            if stored := paragraph.strip():
                page.items.append(Block(f"b{count}", "paragraph", stored, number, name))
                count += 1
        yield page
