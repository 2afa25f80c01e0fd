"""Words of the pages of a PDF, read by another process, so that no file can crash or stall this one."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

from tieout.reading.limits import Limits, check_size, over
from tieout.reading.pdf.document import Row, rows
from tieout.reading.pdf.words import PageText
from tieout.report.errors import InputError

__all__ = ["check", "page_texts"]

# What reading one page may cost: seconds of computing (a page of a report takes a hundredth of one), and on the clock where the
# system is busy; bytes of memory besides those for the file itself.
_SECONDS, _PATIENCE, _MEMORY = 2, 60, 1_000_000_000
# After so many pages that took too much or crashed PDFium, the rest of the file is not tried.
_FAILURES = 2
# What the words of a whole file may weigh here, in characters; a word or a drawn line weighs as much as some more characters.
_WEIGHT, _MOST_WEIGHT = 8, 20_000_000

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
    nothing: Row = {"error": "damaged"}
    answer = next(_rows(data, 1, 0), nothing)
    if "error" in answer:
        raise InputError(f"{name}: {_WHY[answer['error']]}")
    pages: int = answer["pages"]
    if pages < 1:
        raise InputError(f"{name}: this PDF has no pages, or is damaged; get a whole copy of it")
    if pages > limits.pages:
        raise over(limits, "pages", f"{name}: has {pages:,} pages, more")
    return pages


def page_texts(data: bytes, pages: int) -> Iterator[tuple[int, PageText | None]]:
    """(page number from 1, its words) for each of the pages in order; None for a page that can't be read.

    After pages that crash PDFium or take too much time or memory, and in a document that holds far more text than any
    report, the rest of the pages are None.
    """
    number, failures, weight = 1, 0, 0
    while number <= pages and failures < _FAILURES and weight <= _MOST_WEIGHT:
        for row in _rows(data, number, pages):
            if "page" not in row:
                continue
            text = PageText.of_row(row["text"]) if row["text"] else None
            yield number, text
            number += 1
            weight += text.characters + _WEIGHT * (len(text.words) + len(text.rules)) if text else 1
            if weight > _MOST_WEIGHT:
                break
        else:
            if number <= pages:
                yield number, None
                number += 1
                failures += 1
    for rest in range(number, pages + 1):
        yield rest, None


def _rows(data: bytes, first: int, last: int) -> Iterator[Row]:
    """Rows of `document.rows`, up to the last page or to where the other process was ended or crashed."""
    if not sys.executable or getattr(sys, "frozen", False):
        with _lock:
            yield from list(rows(data, first, last))
        return
    memory = _MEMORY + 2 * len(data)
    command = [sys.executable, "-m", "tieout.reading.pdf.worker", *map(str, (first, last, memory, _SECONDS))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            yield from _answers(process, data)
        finally:
            process.kill()


def _answers(process: subprocess.Popen[bytes], data: bytes) -> Iterator[Row]:
    if process.stdin is None or process.stdout is None:
        return
    with contextlib.suppress(BrokenPipeError, OSError):
        process.stdin.write(data)
        process.stdin.close()
    while True:
        timer = threading.Timer(_PATIENCE, process.kill)
        timer.daemon = True
        timer.start()
        try:
            line = process.stdout.readline()
        finally:
            timer.cancel()
        if not line.endswith(b"\n"):
            return
        answer: dict[str, Any] = json.loads(line)
        yield answer
