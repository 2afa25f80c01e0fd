"""Pages of a PDF as pictures, drawn by another process, so that no file can crash, stall or swell this one."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator

from tieout.reading.limits import DEFAULT_LIMITS, Limits
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
    command = [sys.executable, "-m", "tieout.reading.pdf.picture_worker", *map(str, numbers)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            yield from _received(process, data)
        finally:
            process.kill()


def _received(process: subprocess.Popen[bytes], data: bytes) -> Iterator[bytes]:
    """Pictures, each after its length in four bytes, until the process ends."""
    if process.stdin is None or process.stdout is None:
        return
    try:
        process.stdin.write(data)
        process.stdin.close()
    except OSError:
        return
    while True:
        timer = threading.Timer(_PATIENCE, process.kill)
        timer.daemon = True
        timer.start()
        try:
            head = process.stdout.read(4)
            length = struct.unpack(">I", head)[0] if len(head) == 4 else 0
            picture = process.stdout.read(length) if 0 < length <= _MOST_BYTES else b""
        finally:
            timer.cancel()
        if not picture or len(picture) != length:
            return
        yield picture
