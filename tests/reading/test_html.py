"""Plain HTML: encodings, tag soup, annotated reports, and what hostile files may cost."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import tieout
from tieout.reading import Limits
from tieout.reading.encoding import decode_text
from tieout.reading.html import read_html
from tieout.report import InputError, LimitError, Report

JAPANESE = "<p>当期の売上高は、前期に比べて増加しました。ｱｲｳ</p>"


def read(text: str | bytes, limits: Limits | None = None) -> Report:
    data = text.encode() if isinstance(text, str) else text
    return read_html([("page.html", data)], "page.html", limits or Limits())


def first(report: Report) -> str:
    return report.blocks[0].text


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("<meta charset='Shift_JIS'>", "cp932"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=EUC-JP">', "euc_jp"),
        ("<meta charset=utf-8>", "utf-8"),
        ('<?xml version="1.0" encoding="UTF-8"?>', "utf-8"),
        ("", "utf-8"),
        ("", "utf-8-sig"),
        ("", "utf-16"),
        ("", "cp932"),
        ("", "euc_jp"),
        ("<meta charset=utf-8>", "cp932"),
        ("<meta charset='x-unknown'>", "euc_jp"),
        ("<meta charset=iso-2022-jp>", "iso2022_jp"),
    ],
)
def test_japanese_in_whatever_encoding(head: str, encoding: str) -> None:
    text = JAPANESE if encoding != "iso2022_jp" else JAPANESE.replace("ｱｲｳ", "")
    report = read((head + text).encode(encoding))
    assert first(report) == text[3:-4]


def test_latin_texts_fall_back_to_windows_1252() -> None:
    assert first(read("<p>Company’s “goodwill” – 5 €</p>".encode("cp1252"))) == "Company’s “goodwill” – 5 €"
    assert first(read("<meta charset=iso-8859-1><p>it’s</p>".encode("cp1252"))) == "it’s"
    assert first(read("<meta charset=iso-8859-1><p>it’s</p>")) == "it’s"


def test_a_few_broken_bytes_do_not_make_utf_8_another_encoding() -> None:
    text, encoding = decode_text("増加しました。".encode() * 50 + b"\xe5\xa2")
    assert encoding == "utf-8" and text.startswith("増加") and text.endswith("\ufffd")


def test_tag_soup() -> None:
    report = read("<P>One<P>Two<TABLE><TR><TD>Cash<TD ALIGN=right>1,000<TR><TD>Debt<TD>2,000</TABLE></body></html><p>After")
    assert [b.text for b in report.blocks] == ["One", "Two", "After"]
    assert report.tables[0].to_rows() == [["Cash", "1,000"], ["Debt", "2,000"]]


def test_rows_and_cells_outside_their_tables_do_no_harm() -> None:
    report = read("<tr><td>a</td></tr><table><td>Cash</td><td>1,000</td><tr><td>Debt<td>2,000</table><td>b")
    assert report.tables[0].to_rows() == [["Cash", "1,000"], ["Debt", "2,000"]]
    assert [b.text for b in report.blocks] == ["a", "b"]


def test_xhtml_is_parsed_as_xml_so_that_empty_elements_are_empty() -> None:
    report = read(
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><div id="a"/><p>One<a id="b"/></p><p>Two&nbsp;x</p></body></html>'
    )
    assert [b.text for b in report.blocks] == ["One", "Two\xa0x"]


def test_several_files_make_one_report() -> None:
    report = read_html([("1.html", b"<p>One</p>"), ("2.html", b"<p>Two</p>")], "set")
    assert (report.kind, report.files, [p.file for p in report.pages]) == ("html", ("1.html", "2.html"), ["1.html", "2.html"])


def test_cells_of_annotated_tables_are_found_by_their_ids() -> None:
    report = read(
        '<table table-id="S1-0101010-tab1"><tr><td cell-id="S1-0101010-tab1-r1c1">\n  売上高\n </td>'
        '<td cell-id="S1-0101010-tab1-r1c2">\n  <p>\n   ※1\n   1,200\n  </p>\n </td></tr></table>'
    )
    cell = report.layout.cell_by_id("S1-0101010-tab1-r1c2")
    assert cell is not None and cell.display == "※1 1,200"
    assert cell.table.id == "S1-0101010-tab1" and cell.row_label == "売上高"


@pytest.mark.parametrize("data", [b"", b"  \n ", b"<!-- only -->"])
def test_files_without_an_element_are_one_clear_error(data: bytes) -> None:
    with pytest.raises(InputError, match=r"page\.html: "):
        read(data)


@pytest.mark.parametrize(
    "data",
    [
        b"<div>" * 100_000,
        b"<b>" * 100_000 + b"x",
        b"<table><tr><td>" * 30_000,
        b"<div style='" + b"margin:1px;" * 1_000_000 + b"'>x</div>",
        b"<p>" + b"&lt;" * 1_000_000 + b"</p>",
        b"<p>" + b"<br>" * 200_000 + b"</p>",
        b"<table>" + b"<tr><td colspan=1000 rowspan=1000>1</td></tr>" * 2_000,
        b"<table><tr>" + b"<td>1</td>" * 100_000,
        b"<p>" + b"<span style='display:none'>x</span>" * 50_000,
    ],
    ids=["divs", "bolds", "tables", "style", "entities", "breaks", "spans", "cells", "hidden"],
)
def test_hostile_files_end_soon_in_a_layout_or_one_error(data: bytes) -> None:
    started = time.process_time()
    try:
        assert read(data).layout.pages is not None
    except LimitError as error:
        assert "\n" not in str(error)
    assert time.process_time() - started < 8


@pytest.mark.corpus
def test_every_annotated_cell_of_the_securities_reports_is_found(corpus: Path) -> None:
    import re

    folders = sorted((corpus / "securities_tables/u4-valid/table_retrieval/valid/reports").iterdir())[:4]
    assert folders
    for folder in folders:
        files = [(f.name, f.read_bytes()) for f in sorted(folder.glob("*.html"))]
        layout = read_html(files, folder.name).layout
        for name, data in files:
            for found in re.finditer(rb'\b(table|cell)-id="([^"]+)"', data):
                id_ = found[2].decode()
                assert (layout.table_by_id(id_) if found[1] == b"table" else layout.cell_by_id(id_)) is not None, (name, id_)


ANNOTATED = (
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><body>'
    '<table table-id="{0}-tab1"><tr><td cell-id="{0}-tab1-r1c1">売上高</td><td cell-id="{0}-tab1-r1c2">1,200</td></tr></table>'
    "</body></html>"
)


def test_annotated_reports_are_html_though_they_still_name_the_inline_namespace(tmp_path: Path) -> None:
    for n in ("0102010", "0101010"):
        (tmp_path / f"{n}.html").write_text(ANNOTATED.format(n), encoding="utf-8")
    assert tieout.read(tmp_path / "0101010.html").kind == "html"
    report = tieout.read(tmp_path)
    assert (report.kind, report.files) == ("html", ("0101010.html", "0102010.html"))
    assert [t.id for t in report.tables] == ["0101010-tab1", "0102010-tab1"]


def test_content_deep_in_layout_tables_is_looked_at_once() -> None:
    body = "<table><tr><td>a</td><td>" * 240 + "<p>1,000</p>" * 20_000 + "</td></tr></table>" * 240
    started = time.process_time()
    report = read(f"<html><body>{body}")
    assert len(report.blocks) == 20_240
    assert time.process_time() - started < 8
