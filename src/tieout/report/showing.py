"""A filing's texts made safe and short for showing."""

from __future__ import annotations

import html
import re
import unicodedata

__all__ = ["plain", "words"]

# Control characters, and the ones that turn the direction of writing: a filing's text may hold them, a terminal obeys them.
_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->", re.DOTALL)
# What a cut-off text block may end with.
_OPEN_TAG = re.compile(r"<[^<>]*$")
_MOST = 4_000


def plain(text: str) -> str:
    """Text that is safe to show: white space and characters that steer a terminal become single spaces."""
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", _STEERING.sub(" ", text))


def words(text: str) -> str:
    """The words of a text that may be markup, in one line; of a long one those of its beginning."""
    cut = text[:_MOST]
    if "<" in cut:
        cut = _OPEN_TAG.sub("", _TAG.sub(" ", cut)) if _TAG.search(cut) else cut
        cut = html.unescape(cut)
    return " ".join(cut.split())
