"""Reading a PDF: pages, blocks, printed page numbers, notices, and one clear error for what can't be read."""

from __future__ import annotations

import threading

import pytest

from tests.reading.pdf_writer import BOLD, UNMAPPED, Sheet, pdf
from tieout.reading.limits import Limits
from tieout.reading.pdf import read_pdf
from tieout.report.errors import InputError, LimitError
from tieout.report.report import Report

PROSE = "Our products are sold in many places, and nothing that we say here is meant to be read by anybody."


def read(*sheets: Sheet) -> Report:
    return read_pdf(pdf(*sheets), "made-up.pdf")


def test_the_report_is_of_kind_pdf_and_has_no_facts() -> None:
    report = read(Sheet().text(60, 60, "Annual report"))
    assert (report.kind, report.name, report.files) == ("pdf", "made-up.pdf", ("made-up.pdf",))
    assert len(report.facts) == 0


def test_pages_know_their_size_in_points() -> None:
    report = read(Sheet().text(60, 60, "one"), Sheet(wide=841.89, high=595.28).text(60, 60, "two"))
    assert [p.size for p in report.pages] == [(612.0, 792.0), (841.89, 595.28)]
    assert [p.number for p in report.pages] == [1, 2]


def test_blocks_have_text_kind_page_and_box() -> None:
    page = Sheet().text(60, 60, "Item 1. Business", size=16, font=BOLD).text(60, 90, PROSE).text(60, 102, "Second line of it.")
    page.text(60, 130, "• the first thing").text(60, 146, "• the second thing").text(60, 175, PROSE)
    blocks = read(page).blocks
    assert [b.kind for b in blocks] == ["heading", "paragraph", "list_item", "list_item", "paragraph"]
    assert blocks[1].text == f"{PROSE} Second line of it."
    box = blocks[0].box
    assert box is not None
    assert 59 < box[0] < 62 and box[1] < 60 < box[3] < 66


def test_larger_headings_have_higher_levels() -> None:
    page = Sheet()
    for n in range(3):
        y = 60 + 120 * n
        page.text(60, y, "Part", size=18, font=BOLD).text(60, y + 30, "Section", size=13, font=BOLD).text(60, y + 50, PROSE)
        page.text(60, y + 70, PROSE)
    assert {(b.text, b.level) for b in read(page).blocks if b.kind == "heading"} == {("Part", 1), ("Section", 2)}


def test_printed_page_numbers_come_from_the_footer() -> None:
    pages = [Sheet().text(60, 60, f"{PROSE} {n}").text(300, 760, f"F-{n + 7}") for n in range(4)]
    assert [p.printed for p in read(*pages).pages] == ["F-7", "F-8", "F-9", "F-10"]


def test_printed_page_numbers_stand_beside_a_name() -> None:
    pages = [Sheet().text(60, 60, PROSE).text(300, 760, f"Millwright Ltd | 2023 Form 10-K | {n + 31}") for n in range(4)]
    assert [p.printed for p in read(*pages).pages] == ["31", "32", "33", "34"]


def test_a_lonely_number_at_the_foot_is_no_page_number() -> None:
    pages = [Sheet().text(60, 60, PROSE).text(300, 760, str(n)) for n in (812, 3, 77, 15)]
    assert [p.printed for p in read(*pages).pages] == [None] * 4


def test_a_footer_is_no_part_of_a_table_above_it() -> None:
    pages = []
    for n in range(4):
        page = Sheet().right(450, 700, "2023").right(550, 700, "2022").right(550, 760, str(n + 1))
        page.text(60, 716, "Sales").right(450, 716, "51").right(550, 716, "42")
        page.text(60, 732, "Costs").right(450, 732, "49").right(550, 732, "41")
        pages.append(page)
    assert [t.rows for t in read(*pages).tables] == [3] * 4


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_a_rotated_page_reads_as_it_is_shown(rotate: int) -> None:
    turn = {0: "1 0 0 1", 90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"}[rotate]
    page = Sheet(rotate=rotate)
    at = {0: (100, 200), 90: (200, 692), 180: (512, 592), 270: (412, 100)}[rotate]
    page.text(*at, "Shown upright", turn=turn)
    report = read(page)
    (block,) = report.blocks
    assert report.pages[0].size == ((612.0, 792.0) if rotate % 180 == 0 else (792.0, 612.0))
    assert block.text == "Shown upright"
    assert block.box is not None
    assert block.box[0] == pytest.approx(100, abs=2) and block.box[1] < 200 < block.box[3]
    assert block.box[2] - block.box[0] > block.box[3] - block.box[1]


def test_a_page_with_a_picture_and_no_text_needs_ocr() -> None:
    report = read(Sheet().text(60, 60, PROSE), Sheet().picture(), Sheet().picture(), Sheet())
    assert [p.text for p in report.pages[1:]] == ["", "", ""]
    (notice,) = report.notices
    assert notice.code == "pdf-no-text"
    assert "OCR" in notice.message
    assert notice.where == "made-up.pdf, page 2-3"


def test_fonts_that_do_not_say_their_characters_are_told() -> None:
    page = Sheet()
    for n in range(10):
        page.text(60, 60 + 14 * n, "\x01" + "abcdefghij\x02", font=UNMAPPED)
    report = read(page)
    assert report.pages[0].number == 1
    assert [n.code for n in report.notices] == ["pdf-garbled"]


def test_notices_come_once_with_the_pages() -> None:
    report = read(Sheet().picture())
    assert report.notices == []
    _ = report.pages, report.tables, report.blocks
    assert len(report.notices) == 1


def test_a_file_that_is_no_pdf_is_refused() -> None:
    with pytest.raises(InputError, match=r"^x\.pdf: this is no PDF"):
        read_pdf(b"PK\x03\x04 not a pdf", "x.pdf")
    with pytest.raises(InputError, match="this is no PDF"):
        read_pdf(b"", "x.pdf")


def test_a_pdf_without_objects_is_refused() -> None:
    with pytest.raises(InputError, match="damaged or cut off"):
        read_pdf(b"%PDF-1.7\n", "x.pdf")


def test_a_password_is_asked_for_in_one_line() -> None:
    key = "(" + "x" * 32 + ")"
    secret = f"/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /O {key} /U {key} /P -44 >> /ID [(1234567890123456) (a)]"
    with pytest.raises(InputError, match="needs a password"):
        read_pdf(pdf(Sheet().text(60, 60, "secret"), trailer=secret), "x.pdf")


def test_a_pdf_without_pages_is_refused() -> None:
    with pytest.raises(InputError, match="no pages"):
        read_pdf(pdf(), "x.pdf")


def test_limits_on_size_and_pages_name_what_to_raise() -> None:
    data = pdf(*[Sheet() for _ in range(5)])
    with pytest.raises(LimitError, match="5 pages, more than the limit of 4; raise it with --max pages"):
        read_pdf(data, "x.pdf", Limits(pages=4))
    with pytest.raises(LimitError, match="--max file_size"):
        read_pdf(data, "x.pdf", Limits(file_size=100))


def test_reports_can_be_read_from_several_threads() -> None:
    data = pdf(*[Sheet().text(60, 60, f"page {n}") for n in range(20)])
    seen: list[list[str]] = []

    def work() -> None:
        seen.append([p.text for p in read_pdf(data, "x.pdf").pages])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert seen == [[f"page {n}" for n in range(20)]] * 4
