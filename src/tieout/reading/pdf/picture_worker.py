"""The process that draws pages: a PDF comes in on standard input, PNG pictures go out on standard output.

Called by `pictures.py` as ``python -m tieout.reading.pdf.picture_worker FIRST LAST SIZE MEMORY SECONDS DPI``. Each picture
comes after its length in four bytes.
"""

from __future__ import annotations

import ctypes
import struct
import sys
import zlib
from collections.abc import Iterator
from typing import Any

from tieout.reading.pdf.worker import given, limit_time

__all__ = ["main", "png"]

_MOST_PIXELS = 12_000_000  # of a page: A3 at 200 dots an inch; a larger page is drawn smaller


def png(width: int, height: int, rows: bytes, stride: int) -> bytes:
    """A picture of 8-bit grey (PNG 1.2, sections 3 and 4), from rows that are ``stride`` bytes apart."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    # Each row begins with its filter: 0, none.
    lines = b"".join(b"\0" + rows[at : at + width] for at in range(0, stride * height, stride))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 6)) + chunk(b"IEND", b"")


def _pictures(data: bytearray, first: int, last: int, dpi: int) -> Iterator[bytes]:
    import pypdfium2  # type: ignore[import-untyped]  # noqa: F401  (loading it initialises PDFium)
    import pypdfium2.raw as raw  # type: ignore[import-untyped]

    buffer = (ctypes.c_char * len(data)).from_buffer(data)
    document = raw.FPDF_LoadMemDocument64(buffer, len(data), None)
    for number in range(first, min(last, raw.FPDF_GetPageCount(document)) + 1):
        page = raw.FPDF_LoadPage(document, number - 1)
        if not page:
            return
        yield _picture(raw, page, dpi)
        raw.FPDF_ClosePage(page)


def _picture(raw: Any, page: Any, dpi: int) -> bytes:
    points = max(1.0, raw.FPDF_GetPageWidthF(page)), max(1.0, raw.FPDF_GetPageHeightF(page))
    scale = min(dpi / 72, (_MOST_PIXELS / (points[0] * points[1])) ** 0.5)
    width, height = (max(1, round(side * scale)) for side in points)
    bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_Gray, None, 0)
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_ANNOT | raw.FPDF_GRAYSCALE)
        stride = raw.FPDFBitmap_GetStride(bitmap)
        return png(width, height, ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), stride * height), stride)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)


def main(arguments: list[str]) -> None:
    first, last, size, memory, seconds, dpi = map(int, arguments)
    data = given(size, memory, seconds)
    if data is None:
        return
    for picture in _pictures(data, first, last, dpi):
        sys.stdout.buffer.write(struct.pack(">I", len(picture)) + picture)
        sys.stdout.buffer.flush()
        limit_time(seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
