"""Words of the pages of a PDF, read by another process, so that no file can crash, stall or swell this one."""

from __future__ import annotations

import json
import sys
import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from tieout.reading.limits import Limits, check_size, over
from tieout.reading.pdf.child import answers
from tieout.reading.pdf.document import lines
from tieout.reading.pdf.words import PageText
from tieout.report.errors import InputError

__all__ = ["PackedPage", "check", "packed_pages"]

# What reading one page may cost: seconds of computing (a page of a report takes a hundredth of one), and on the clock where the
# system is busy; bytes of memory, besides twice those of the file.
_SECONDS, _PATIENCE, _MEMORY = 2, 60, 110_000_000
# Seconds of computing for all pages, and for each of them.
_SECONDS_IN_ALL, _SECONDS_A_PAGE = 6, 0.03
# After so many pages that took too much or crashed PDFium, the rest of the file is not tried.
_FAILURES = 2

_lock = threading.Lock()

_WHY = {
    "password": "this PDF needs a password; save a copy without one and read that",
    "protected": "this PDF is protected in a way that can't be opened; save a copy without protection and read that",
    "damaged": "this PDF is damaged or cut off and can't be opened; get a whole copy of it",
}


def check(data: bytes, name: str, limits: Limits) -> int:
    """Number of pages of the PDF.

    Raises InputError if it is none, is damaged, needs a password or has no pages; LimitError if it is larger than allowed.
    """
    check_size(data, name, limits)
    if b"%PDF-" not in data[:1024]:
        raise InputError(f"{name}: this is no PDF: it does not begin with %PDF-")
    answer: dict[str, Any] = json.loads(next(_lines(data, 1, 0), b'{"error": "damaged"}'))
    if "error" in answer:
        raise InputError(f"{name}: {_WHY[answer['error']]}")
    pages: int = answer["pages"]
    if pages < 1:
        raise InputError(f"{name}: this PDF has no pages, or is damaged; get a whole copy of it")
    if pages > limits.pages:
        raise over(limits, "pages", f"{name}: has {pages:,} pages, more")
    return pages


@dataclass(frozen=True, slots=True)
class PackedPage:
    """A page as the other process told it, in a tenth of the memory that its words take; ``row`` is None for one not read."""

    number: int
    row: bytes | None

    def text(self) -> PageText:
        """The page with its words; an empty one where it could not be read."""
        if self.row is None:
            return PageText(self.number, 0.0, 0.0)
        return PageText.of_row(json.loads(zlib.decompress(self.row))["text"])


def packed_pages(data: bytes, pages: int) -> Iterator[PackedPage]:
    """Each of the pages in order.

    After pages that crash PDFium or take too much time or memory, the rest of the pages are told as not read.
    """
    number, failures = 1, 0
    seconds = _SECONDS_IN_ALL + _SECONDS_A_PAGE * pages
    while number <= pages and failures < _FAILURES and seconds > 0:
        for line in _lines(data, number, pages):
            row = json.loads(line)
            if "page" not in row:
                continue
            yield PackedPage(number, zlib.compress(line, 1) if row["text"] else None)
            number += 1
            seconds -= row["seconds"]
            if seconds <= 0:
                break
        else:
            if number <= pages:
                yield PackedPage(number, None)
                number += 1
                failures += 1
                seconds -= _SECONDS
    for rest in range(number, pages + 1):
        yield PackedPage(rest, None)


def _lines(data: bytes, first: int, last: int) -> Iterator[bytes]:
    """What `document.lines` tells, up to the last page or to where the other process was ended or crashed."""
    if not sys.executable or getattr(sys, "frozen", False):
        with _lock:
            told = ["".join(line).encode() for line in lines(data, first, last)]
        yield from told
        return
    numbers = (first, last, len(data), _MEMORY + 2 * len(data), _SECONDS)
    yield from answers("tieout.reading.pdf.worker", numbers, data, _PATIENCE, _line)


def _line(stream: IO[bytes]) -> bytes | None:
    line = stream.readline()
    return line if line.endswith(b"\n") else None
