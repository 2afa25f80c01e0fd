"""Open a PDF and take the words of its pages out of it: the one place that calls PDFium.

PDFium is not thread-safe, not even for two documents: every call happens under one lock.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from typing import Any

from tieout.reading.limits import Limits
from tieout.reading.pdf.words import PageText, page_text
from tieout.report.errors import InputError, LimitError

__all__ = ["MOST_CHARACTERS", "check", "page_texts"]

# A page of small print has 10,000 characters; a whole annual report of 300 pages a million.
MOST_CHARACTERS = 200_000
_MOST_CHARACTERS_IN_ALL = 30_000_000

_lock = threading.Lock()


class _Document:
    """A loaded document; use under the lock only."""

    def __init__(self, data: bytes, name: str) -> None:
        import pypdfium2  # type: ignore[import-untyped]  # noqa: F401  (loading it initialises PDFium)
        import pypdfium2.raw as raw  # type: ignore[import-untyped]

        self.raw: Any = raw
        self._data = data  # PDFium reads from this buffer as long as the document is open.
        self._buffer = (ctypes.c_char * len(data)).from_buffer_copy(data)
        self.handle = raw.FPDF_LoadMemDocument64(self._buffer, len(data), None)
        if not self.handle:
            raise InputError(_why(raw, name))
        self.pages = raw.FPDF_GetPageCount(self.handle)

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


def _why(raw: Any, name: str) -> str:
    code = raw.FPDF_GetLastError()
    if code == raw.FPDF_ERR_PASSWORD:
        return f"{name}: this PDF needs a password; save a copy without one and read that"
    if code == raw.FPDF_ERR_SECURITY:
        return f"{name}: this PDF is protected in a way that can't be opened; save a copy without protection and read that"
    return f"{name}: this PDF is damaged or cut off and can't be opened; get a whole copy of it"


def check(data: bytes, name: str, limits: Limits) -> int:
    """Number of pages of the PDF.

    Raises InputError if it is none, is damaged, needs a password or has no pages; LimitError if it is larger than allowed.
    """
    if len(data) > limits.file_size:
        raise LimitError(
            f"{name}: {len(data):,} bytes are more than the limit of {limits.file_size:,}; raise file_size to read it"
        )
    if b"%PDF-" not in data[:1024]:
        raise InputError(f"{name}: this is no PDF: it does not begin with %PDF-")
    with _lock:
        document = _Document(data, name)
        pages: int = document.pages
        document.close()
    if pages < 1:
        raise InputError(f"{name}: this PDF has no pages, or is damaged; get a whole copy of it")
    if pages > limits.pages:
        raise LimitError(f"{name}: {pages:,} pages are more than the limit of {limits.pages:,}; raise pages to read it")
    return pages


def page_texts(data: bytes, name: str) -> Iterator[tuple[int, PageText | None]]:
    """(page number from 1, its words) for each page in order; None for a page that can't be loaded.

    Stops early, with None for the page it stops at, where a document holds far more text than any report.
    """
    with _lock:
        document = _Document(data, name)
    try:
        total = 0
        for index in range(document.pages):
            with _lock:
                page = document.page(index)
            yield index + 1, page
            total += page.characters if page else 0
            if total > _MOST_CHARACTERS_IN_ALL:
                yield index + 2, None
                return
    finally:
        with _lock:
            document.close()
