"""Characters that count for places: all but white space."""

from __future__ import annotations

import re
from bisect import bisect_left

from tieout.reading.layout.raw import BLANKS

__all__ = ["Utf16", "squeeze"]

_BLANK = re.compile(f"[{re.escape(BLANKS)}]+")


def squeeze(text: str) -> str:
    """The text without any white space; the set is that of the stored text's edges (docs/view.md lists it)."""
    return _BLANK.sub("", text)


class Utf16:
    """Offsets in code points of a text, as offsets in UTF-16 code units."""

    def __init__(self, text: str) -> None:
        self._astral = [i for i, c in enumerate(text) if c > "\uffff"] if text and max(text) > "\uffff" else []

    def __call__(self, offset: int) -> int:
        return offset + bisect_left(self._astral, offset) if self._astral else offset
