"""Pages of a PDF as pictures, drawn by another process, so that no file can crash, stall or swell this one."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import IO

from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.pdf.child import answers
from tieout.reading.pdf.isolated import check
from tieout.report.errors import InputError

__all__ = ["DPI", "page_pictures"]

DPI = 150
"""Dots an inch: the smallest print of a report stays legible, and a page stays under a megabyte."""

_SECONDS, _PATIENCE, _MEMORY = 20, 120, 400_000_000
_MOST_BYTES = 50_000_000  # of one picture
_FAILURES = 3


def page_pictures(
    data: bytes, name: str, limits: Limits = DEFAULT_LIMITS, dpi: int = DPI, first: int = 1
) -> Iterator[bytes | None]:
    """Each page from ``first`` on as a PNG in grey; None for one that PDFium can't draw in bounded time and memory.

    Raises InputError and LimitError as `read_pdf`, and InputError for a ``dpi`` that isn't from 36 to 600.
    """
    if not 36 <= dpi <= 600:
        raise InputError(f"{dpi} dots an inch: has to be from 36 to 600")
    pages = check(data, name, limits)
    number, failures = first, 0
    while number <= pages and failures < _FAILURES:
        for picture in _drawn(data, number, pages, dpi):
            yield picture
            number += 1
        if number <= pages:  # the process was ended, or crashed, on this page
            yield None
            number += 1
            failures += 1
    for _ in range(number, pages + 1):
        yield None


def _drawn(data: bytes, first: int, last: int, dpi: int) -> Iterator[bytes]:
    numbers = (first, last, len(data), _MEMORY + 2 * len(data), _SECONDS, dpi)
    return answers("tieout.reading.pdf.picture_worker", numbers, data, _PATIENCE, _picture)


def _picture(stream: IO[bytes]) -> bytes | None:
    """A picture, which comes after its length in four bytes; None where the process has ended."""
    head = stream.read(4)
    length = struct.unpack(">I", head)[0] if len(head) == 4 else 0
    picture = stream.read(length) if 0 < length <= _MOST_BYTES else b""
    return picture if picture and len(picture) == length else None
