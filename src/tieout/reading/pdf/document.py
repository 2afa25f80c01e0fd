"""A PDF opened with PDFium, and the words of its pages as JSON: the one place that calls PDFium.

PDFium is C++: a hostile file may crash it, or keep it busy for ever with a few kilobytes (forms that draw forms that draw
forms). So it runs in a process of its own (`isolated.py`), under limits on time and memory; `lines` is what that process
does. PDFium is not thread-safe either: where there can be no other process, `isolated.py` calls `lines` under a lock.
"""

from __future__ import annotations

import ctypes
import json
import time
from collections.abc import Iterator
from itertools import chain
from typing import Any

from tieout.reading.pdf.words import PageText, page_text

__all__ = ["MOST_CHARACTERS", "lines"]

# A page of small print has 10,000 characters; a whole annual report of 300 pages a million.
MOST_CHARACTERS = 50_000


class _Document:
    """A loaded document. ``error`` is ``password``, ``protected`` or ``damaged`` where it can't be opened."""

    def __init__(self, data: bytes | bytearray) -> None:
        import pypdfium2  # type: ignore[import-untyped]  # noqa: F401  (loading it initialises PDFium)
        import pypdfium2.raw as raw  # type: ignore[import-untyped]

        self.raw: Any = raw
        self.error: str | None = None
        # PDFium reads from this buffer as long as the document is open.
        self._buffer = (ctypes.c_char * len(data)).from_buffer(data) if isinstance(data, bytearray) else ctypes.c_char_p(data)
        self.handle = raw.FPDF_LoadMemDocument64(self._buffer, len(data), None)
        if not self.handle:
            code = raw.FPDF_GetLastError()
            self.error = {raw.FPDF_ERR_PASSWORD: "password", raw.FPDF_ERR_SECURITY: "protected"}.get(code, "damaged")
        self.pages: int = raw.FPDF_GetPageCount(self.handle) if self.handle else 0

    def close(self) -> None:
        if self.handle:
            self.raw.FPDF_CloseDocument(self.handle)
            self.handle = None

    def page(self, index: int) -> PageText | None:
        """Words of the page with that index from 0; None where PDFium can't load it."""
        raw = self.raw
        page = raw.FPDF_LoadPage(self.handle, index)
        if not page:
            return None
        try:
            textpage = raw.FPDFText_LoadPage(page)
            if not textpage:
                return None
            try:
                return page_text(raw, page, textpage, index + 1, MOST_CHARACTERS)
            finally:
                raw.FPDFText_ClosePage(textpage)
        finally:
            raw.FPDF_ClosePage(page)


def lines(data: bytes | bytearray, first: int, last: int) -> Iterator[Iterator[str]]:
    """The document as lines of JSON, each in pieces.

    The first is ``{"pages": n}`` or ``{"error": code}``. Then, for each page number from ``first`` to ``last``,
    ``{"page": number, "seconds": …, "text": …}`` with the computing that it took and the page's `PageText.to_json`, or null
    where the page can't be loaded.
    """
    document = _Document(data)
    try:
        if document.error:
            yield iter((json.dumps({"error": document.error}), "\n"))
            return
        yield iter((json.dumps({"pages": document.pages}), "\n"))
        for number in range(first, min(last, document.pages) + 1):
            start = time.process_time()
            text = document.page(number - 1)
            seconds = round(time.process_time() - start, 4)
            yield chain([f'{{"page":{number},"seconds":{seconds},"text":'], text.to_json() if text else ["null"], ["}\n"])
    finally:
        document.close()
