"""White space that tells where a tag was: put right, so that no answer can be read from it.

The public data join text pieces by a space, so a tagged number stands as ``$ 46 million`` or ``( 72 )`` and an untagged one as
``$46 million``. `tidy` writes both alike. `Tidy` also says where each character went, for spans.
"""

from __future__ import annotations

import re
from bisect import bisect_left

__all__ = ["Tidy", "tidy"]

_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
_DROPPED = re.compile(
    r"(?<=[$€£¥(\[“‘])(?P<opened> +)"
    r"|(?P<closing> +)(?=[%)\]”]|’s\b|[,.;:!?](?!\d))"
    r"|(?<=\w)(?P<hyphen> +)(?=-[A-Za-z])"
    r"|(?<=>)(?P<after> +)|(?P<before> +)(?=</?t[drh][ />])"
)
_BLANK = re.compile(r"[^\S ]")
_STEPS = (re.compile(f"[{_INVISIBLE}]+"), re.compile(r"(?<= ) +"), _DROPPED)


class Tidy:
    """``text`` after tidying, and the place in it of each place of the original."""

    def __init__(self, original: str) -> None:
        text = _BLANK.sub(" ", original)  # one character for one, so places stay
        kept = list(range(len(text)))
        for pattern in _STEPS:
            text, kept = _without(pattern, text, kept)
        start = len(text) - len(text.lstrip(" "))
        end = len(text.rstrip(" "))
        self.text = text[start:end]
        self._kept = kept[start:end]

    def place(self, at: int) -> int:
        """Where the character that stood at ``at`` stands now, or the next one that was kept."""
        return bisect_left(self._kept, at)


def tidy(text: str) -> str:
    """White space as it would be if nothing in the text were tagged; the same for a text that is tidy already."""
    text = _BLANK.sub(" ", text)
    for pattern in _STEPS:
        text = pattern.sub("", text)
    return text.strip(" ")


def _without(pattern: re.Pattern[str], text: str, kept: list[int]) -> tuple[str, list[int]]:
    parts: list[str] = []
    places: list[int] = []
    at = 0
    for found in pattern.finditer(text):
        parts.append(text[at : found.start()])
        places += kept[at : found.start()]
        at = found.end()
    if not parts:
        return text, kept
    return "".join([*parts, text[at:]]), places + kept[at:]
