"""What a PDF costs is bounded by its size, however much its pages hold: seconds, and memory with that of the PDFium process."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.fuzz.child import in_a_child, read_everything
from tests.fuzz.run import load_readers
from tests.reading.pdf_writer import repeated
from tieout.reading import Limits
from tieout.reading.pdf import read_pdf
from tieout.report import LimitError

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def rows_of(text: str, rows: int = 110, columns: int = 9) -> bytes:
    """A page of small print in rows and columns."""
    shown = "".join(f"1 0 0 1 {10 + 60 * c} {780 - 7 * r} Tm ({text}) Tj " for r in range(rows) for c in range(columns))
    return f"BT /F1 6 Tf {shown} ET".encode()


def scattered(text: str, times: int) -> bytes:
    shown = "".join(f"1 0 0 1 {37 * n % 600} {91 * n % 780} Tm ({text}) Tj " for n in range(times))
    return f"BT /F1 2 Tf {shown} ET".encode()


def drawn_lines(times: int) -> bytes:
    return "".join(f"{n % 600} {n % 700} m {7 * n % 600} {n % 700} l S " for n in range(times)).encode()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "rows of bars": lambda: repeated(rows_of("| | | | | | "), 40),
    "rows of numbers": lambda: repeated(rows_of("1 1 1 1 1 1 "), 40),
    "rows of numbers on a thousand pages": lambda: repeated(rows_of("1 1 1 1 1 1 "), 1_000),
    "words all over the page": lambda: repeated(scattered("| ", 20_000), 5),
    "parentheses all over the page": lambda: repeated(scattered("\\(", 20_000), 5),
    "one word a page": lambda: repeated(b"BT /F1 6 Tf (1,234) Tj ET", 5_000),
    "empty pages": lambda: repeated(b"BT ET", 10_001),
    "drawn lines": lambda: repeated(drawn_lines(50_000), 3),
    "drawn lines on a thousand pages": lambda: repeated(drawn_lines(5_000), 1_000),
    "one long line": lambda: repeated(b"BT /F1 1 Tf 1 100 Td (" + b"| " * 45_000 + b") Tj ET", 30),
    "one long word": lambda: repeated(b"BT /F1 1 Tf 1 100 Td (" + b"at-" * 16_000 + b") Tj ET", 30),
    "leaders that lead nowhere": lambda: repeated(b"BT /F1 1 Tf 1 100 Td (" + b"." * 45_000 + b"x) Tj ET", 30),
    "a number with forty marks": lambda: repeated(rows_of("1" + "*" * 34 + "x", columns=4), 20),
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", HOSTILE)
def test_reading_everything_stays_within_bounds(shape: str) -> None:
    load_readers()
    data = HOSTILE[shape]()
    outcome = in_a_child(lambda: read_everything(data, "hostile.pdf"), len(data))
    assert not outcome.is_failure, outcome


def test_more_words_than_the_size_explains_are_one_error_that_names_the_limit() -> None:
    data = repeated(rows_of("one two"), 3)
    assert len(read_pdf(data, "dense.pdf").pages) == 3
    with pytest.raises(
        LimitError, match=r"^dense\.pdf: has more words for a PDF of its size than the limit of 5,000; .*--max words="
    ):
        _ = read_pdf(data, "dense.pdf", Limits(words=5_000)).pages


def test_more_cells_than_the_size_explains_are_one_error_that_names_the_limit() -> None:
    data = repeated(rows_of("12"), 3)
    assert sum(len(table.cells) for table in read_pdf(data, "dense.pdf").tables) > 2_900
    with pytest.raises(LimitError, match=r"has more blocks and cells .* than the limit of 2,000; .*--max items="):
        _ = read_pdf(data, "dense.pdf", Limits(items=2_000)).tables


def test_what_the_size_of_the_file_explains_is_read_whatever_the_limit() -> None:
    data = repeated(rows_of("12"), 1) + b"%" + b" " * 600_000
    assert len(read_pdf(data, "large.pdf", Limits(words=0, items=0)).pages) == 1
