"""Hostile PDFs end in pages, notices or one clear error, in bounded time and memory, and never take this process down."""

from __future__ import annotations

import contextlib
import time
import zlib

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reading.pdf_writer import Sheet, pdf
from tieout.reading.pdf import read_pdf
from tieout.report.errors import InputError

SAMPLE = pdf(
    Sheet()
    .text(60, 60, "Annual report")
    .right(450, 80, "2023")
    .text(60, 96, "Sales")
    .right(450, 96, "1,200")
    .rule(60, 99, 450),
    Sheet().picture().text(60, 700, "Page 2"),
)


def bomb(depth: int, fan: int) -> bytes:
    """Forms that draw ``fan`` times the next form, ``depth`` levels deep."""
    forms = []
    for n in range(depth):
        body = f"/Fm{n + 1} Do\n" * fan if n < depth - 1 else "BT /F1 5 Tf 10 10 Td (x) Tj ET"
        forms.append(
            f"\n{1000 + n} 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /Fm{n + 1}"
            f" {1001 + n} 0 R >> >> /Length {len(body)} >>\nstream\n{body}\nendstream\nendobj\n"
        )
    return pdf(Sheet(), Sheet().text(60, 60, "after the bomb"), extra="".join(forms), contents=[b"/Fm1 Do", b""])


def test_forms_that_draw_forms_cost_one_page_and_bounded_time() -> None:
    began = time.monotonic()
    report = read_pdf(bomb(30, 10), "bomb.pdf")
    assert len(report.pages) == 2
    assert [n.code for n in report.notices] == ["pdf-page-unreadable"]
    assert report.notices[0].where == "bomb.pdf, page 1"
    assert time.monotonic() - began < 60


def test_a_stream_that_unpacks_to_far_more_is_not_kept() -> None:
    raw = zlib.compress(zlib.compress(b"0 0 m " * 30_000_000, 1), 9)
    data = pdf(Sheet(), contents=[raw])
    length = b"/Length %d >>\nstream" % len(raw)
    assert length in data
    data = data.replace(length, b"/Length %d /Filter [/FlateDecode /FlateDecode] >>\nstream" % len(raw))
    report = read_pdf(data, "bomb.pdf")
    assert report.pages[0].items == []


def test_a_hundred_thousand_tiny_objects_are_read_in_part() -> None:
    page = Sheet()
    for n in range(100_000):
        page.ops.append(f"BT /F1 3 Tf {n * 7 % 600} {n // 90 % 780} Td (x) Tj ET")
    report = read_pdf(pdf(page), "tiny.pdf")
    assert report.pages[0].tables == []
    assert {n.code for n in report.notices} == {"pdf-page-cut", "pdf-dense"}


def test_letters_that_stand_apart_are_joined_in_one_go() -> None:
    # What a spoiled font does to a whole report: every glyph is a word, and no word of the line is a number.
    page = Sheet()
    for n in range(100):
        page.text(20, 30 + 7 * n, "} " * 200, size=6)
    began = time.process_time()
    report = read_pdf(pdf(*[page] * 15), "apart.pdf")
    assert report.pages[0].blocks[0].text.startswith("} } }")
    assert time.process_time() - began < 20  # four on a quiet machine; joined letter by letter it takes 35


def test_a_page_tree_that_contains_itself_ends() -> None:
    data = pdf(Sheet().text(60, 60, "x")).replace(b"/Kids [10 0 R] /Count 1", b"/Kids [2 0 R 2 0 R 10 0 R] /Count 9")
    report = read_pdf(data, "loop.pdf")
    assert any(p.text == "x" for p in report.pages) or report.notices


def test_absurd_page_sizes_are_no_page_sizes() -> None:
    data = pdf(Sheet().text(60, 60, "x")).replace(b"[0 0 612 792]", b"[9e37 0 -9e38 1e-9]")
    for page in read_pdf(data, "absurd.pdf").pages:
        assert page.size is not None
        assert all(0 < side < 1_000_000 for side in page.size)


def test_a_cut_off_file_reads_or_says_so() -> None:
    for share in (10, 30, 50, 70, 90, 99):
        with contextlib.suppress(InputError):
            assert len(read_pdf(SAMPLE[: len(SAMPLE) * share // 100], "cut.pdf").pages) <= 2


@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(st.integers(9, len(SAMPLE) - 1), st.binary(max_size=12)), min_size=1, max_size=8))
def test_changed_bytes_end_in_pages_or_an_input_error(changes: list[tuple[int, bytes]]) -> None:
    data = bytearray(SAMPLE)
    for at, new in changes:
        data[at : at + len(new)] = new
    try:
        report = read_pdf(bytes(data), "changed.pdf")
    except InputError as error:
        assert str(error).startswith("changed.pdf: ")
        assert "\n" not in str(error)
    else:
        for page in report.pages:
            page.text.encode()
