"""Annotated HTML: ids as the shared tasks have them, no tag left, and only what is tagged in a `<td>` is told."""

from __future__ import annotations

import re

import pytest
from lxml import html

from tieout.benchmarks.securities_tables.build.annotate import Annotated, annotate
from tieout.report.errors import InputError

HEAD = (
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2008/inlineXBRL" '
    'xmlns:a="http://example.com/a"><body>'
)


def annotated(*bodies: str) -> Annotated:
    documents = [
        (f"PublicDoc/010{n}010_honbun_x.htm", f"{HEAD}{body}</body></html>".encode()) for n, body in enumerate(bodies, 1)
    ]
    return annotate(documents, "S100TEST")


def number(name: str, text: str) -> str:
    return f'<ix:nonFraction name="a:{name}" contextRef="c" unitRef="u" decimals="0">{text}</ix:nonFraction>'


def test_tables_are_numbered_through_the_report_and_cells_by_row_and_place() -> None:
    made = annotated(
        f"<table><tr><th>売上高</th><td>{number('Sales', '1,234')}</td></tr></table>",
        f"<table><tbody><tr><td colspan='2'>合計</td><td>{number('Total', '5')}</td></tr></tbody></table>",
    )
    assert list(made.files) == ["S100TEST-0101010.html", "S100TEST-0102010.html"]
    assert [(tag.concept, tag.cell) for tag in made.tags] == [
        ("a:Sales", "S100TEST-0101010-tab1-r1c2"),
        ("a:Total", "S100TEST-0102010-tab2-r1c2"),
    ]


def test_nothing_inline_is_left_and_the_header_goes_with_its_content() -> None:
    made = annotated(
        f"<div style='display:none'><ix:header><ix:hidden>{number('Hidden', '9')}</ix:hidden></ix:header></div>"
        f"<table><tr><td><p>△{number('Loss', '12')}百万円</p></td></tr></table>"
    )
    text = made.files["S100TEST-0101010.html"].decode()
    assert not re.search(r"ix:|xmlns|contextRef", text)
    assert "9" not in html.fromstring(text).text_content()
    assert html.fromstring(text).xpath("string(//td)") == "△12百万円"
    assert [tag.concept for tag in made.tags] == ["a:Loss"]


def test_tags_outside_of_cells_and_in_header_cells_are_left_out() -> None:
    made = annotated(
        f"<p>{number('Text', '1')}</p><table><tr><th>{number('Head', '2')}</th><td>{number('Cell', '3')}</td></tr></table>"
    )
    assert [tag.concept for tag in made.tags] == ["a:Cell"]


def test_a_table_within_a_cell_has_its_own_number() -> None:
    made = annotated(f"<table><tr><td><table><tr><td>{number('Inner', '1')}</td></tr></table></td></tr></table>")
    assert made.tags[0].cell == "S100TEST-0101010-tab2-r1c1"


def test_of_two_files_of_one_code_the_first_is_taken() -> None:
    document = f"{HEAD}<p>x</p></body></html>".encode()
    assert len(annotate([("0101010_a.htm", document), ("0101010_b.htm", document)], "S100TEST").files) == 1


@pytest.mark.parametrize("data", [b"", b"text", b'<!DOCTYPE x [<!ENTITY a "b">]><html>&a;</html>'])
def test_what_is_no_xhtml_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        annotate([("0101010_a.htm", data)], "S100TEST")
