"""Pages that list what the report contains: a letter's heading there is an entry, and not the letter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tieout.studies.letters.phrases import phrases
from tieout.studies.letters.reading_order import Item

__all__ = ["contents_pages"]

_NUMBERED = re.compile(r"^\d{1,3}\s+\D{3,}|\D{3,}[\s.…·|]+\d{1,3}$")
_LEAST = 4  # numbered lines
_TITLE_LEAST = 2  # with a title over them


def contents_pages(items: Sequence[Item]) -> set[int]:
    """Numbers of the pages where lines begin or end with a page number: four and half of all, or two below a title."""
    titles = set(phrases()["contents"]["titles"])
    lines: dict[int, list[str]] = {}
    titled: set[int] = set()
    for item in items:
        for line in _lines(item):
            lines.setdefault(item.page, []).append(line)
        if item.is_line and item.plain in titles:
            titled.add(item.page)
    found: set[int] = set()
    for page, all_lines in lines.items():
        numbered = sum(1 for line in all_lines if len(line) < 150 and _NUMBERED.search(line))
        if numbered >= (_TITLE_LEAST if page in titled else _LEAST) and (page in titled or numbered * 2 >= len(all_lines)):
            found.add(page)
    return found


def _lines(item: Item) -> list[str]:
    """Lines as they are set: a list of contents may be one block of many lines."""
    text = item.text if item.block is None else item.block.text
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]
