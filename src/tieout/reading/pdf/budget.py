"""How much a PDF may hold, told by its size: a few kilobytes can draw the same page ten thousand times."""

from __future__ import annotations

from tieout.reading.limits import Limits, over
from tieout.reading.pdf.words import PageText
from tieout.report.layout import Page

__all__ = ["Budget"]

# The densest reports hold a word in eleven of their bytes, and a block or cell in a hundred. An item takes some 640 bytes of
# memory here, so that those which the size explains take four times the size.
_BYTES_A_WORD, _BYTES_AN_ITEM = 10, 160
_LONG_WORD = 10


class Budget:
    """Adds up the words of a PDF, then its blocks and cells, up to the limits and what the size of the file explains.

    A word of more than ten characters counts as several: in Japanese, a sentence is one word.
    """

    __slots__ = ("_items", "_limits", "_name", "_words")

    def __init__(self, name: str, size: int, limits: Limits) -> None:
        self._name = name
        self._limits = limits
        self._words = limits.words + size // _BYTES_A_WORD
        self._items = limits.items + size // _BYTES_AN_ITEM

    def charge_words(self, text: PageText) -> None:
        """Raises LimitError where the words and drawn lines of the page are too many."""
        self._words -= max(len(text.words), text.characters // _LONG_WORD) + len(text.rules)
        if self._words < 0:
            raise over(self._limits, "words", f"{self._name}: has more words for a PDF of its size")

    def charge_items(self, page: Page) -> None:
        """Raises LimitError where the blocks and cells of the page are too many."""
        self._items -= len(page.items) + sum(len(table.cells) for table in page.tables)
        if self._items < 0:
            raise over(self._limits, "items", f"{self._name}: has more blocks and cells for a PDF of its size")
