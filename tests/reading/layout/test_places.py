"""Where the text of tagged elements lies: `stored_text[start:end]` is the element's own text."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from tests.reading.layout.markup import MARKED, NUMERIC, TEXT, row, tree
from tieout.reading.layout import build_layout
from tieout.report import Layout

N = "<ix:nonFraction>{}</ix:nonFraction>"


def built(body: str) -> tuple[etree._Element, Layout]:
    root = tree(body)
    return root, build_layout([("f.htm", root)], "f.htm", marked=MARKED)


def quotes(body: str) -> list[str]:
    root, layout = built(body)
    return [_quote(layout, element) for element in root.iter(*MARKED)]


def _quote(layout: Layout, element: etree._Element) -> str:
    _, block, _, cell, start, end = layout.places[element]
    return layout.stored_text(block, cell)[start:end]


def test_in_a_paragraph() -> None:
    root, layout = built(f"<p>  We had <b>{N.format('12')}</b> ships and {N.format('3<i>40</i>')} boats.</p>")
    first, second = root.iter(NUMERIC)
    assert layout.places[first] == (1, "b1", None, None, 7, 9)
    assert _quote(layout, second) == "340"


def test_in_a_joined_cell_the_span_is_of_the_number_alone() -> None:
    cells = row("", "3*2024") + row("Loss", "$", f"({N.format('72')}", ")")
    root, layout = built(f"<table>{cells}{row('Cash', '', '5', '')}</table>")
    (element,) = root.iter(NUMERIC)
    page, block, table, cell, start, end = layout.places[element]
    found = layout.cell_by_id(cell or "")
    assert (page, block, table) == (1, None, "t1")
    assert found is not None and (found.text, start, end) == ("$(72)", 2, 4)


def test_nested_elements_have_the_same_place() -> None:
    assert quotes(f"<p>{N.format(N.format('50,847'))}</p>") == ["50,847", "50,847"]


def test_white_space_at_the_ends_of_a_tagged_number_is_its_own() -> None:
    assert quotes(f"<p> {N.format(' 45 ')} </p>") == [" 45 "]


def test_a_text_over_several_blocks_has_the_part_in_the_first() -> None:
    assert quotes("<ix:nonNumeric>\n <p>  First </p><p>Second</p></ix:nonNumeric>") == ["First"]
    body = f"<ix:nonNumeric><table>{row('Cash', '10') + row('Debt', '20')}</table><p>after</p></ix:nonNumeric>"
    assert quotes(body) == ["Cash"]


def test_a_text_inside_one_block_has_all_of_it() -> None:
    assert quotes("<p>Acme <ix:nonNumeric>Ltd<ix:exclude>7</ix:exclude> of Ys</ix:nonNumeric>.</p>") == ["Ltd7 of Ys"]


def test_an_empty_element_has_a_place_too() -> None:
    assert quotes(f"<table>{row('Cash', '<ix:nonFraction/>') + row('Debt', '20')}</table>") == [""]


def test_a_number_that_is_not_displayed_lies_in_a_hidden_block() -> None:
    root, layout = built(
        f"<p>a<span style='display:none'>{N.format('7')}</span>b</p><div style='display:none'>{N.format('8')}</div>"
    )
    for element, text in zip(root.iter(NUMERIC), "78", strict=True):
        _, block, _, _, start, end = layout.places[element]
        found = layout.block_by_id(block or "")
        assert found is not None and found.hidden and found.text[start:end] == text
    assert layout.pages[0].text == "ab"


def test_elements_of_the_header_have_no_place() -> None:
    _, layout = built(f"<div style='display:none'><ix:header><ix:hidden>{N.format('7')}</ix:hidden></ix:header></div>")
    assert layout.places == {}


@pytest.mark.corpus
@pytest.mark.parametrize("folder", ["inline-10k", "inline-10q", "inline-more"])
def test_every_displayed_number_of_the_filings_is_where_its_place_says(corpus: Path, folder: str) -> None:
    from tieout.reading.html import parse_html
    from tieout.reading.xml import parse_xml

    spaces = ("http://www.xbrl.org/2013/inlineXBRL", "http://www.xbrl.org/2008/inlineXBRL")
    numeric = tuple(f"{{{s}}}nonFraction" for s in spaces)
    marked = frozenset((*numeric, *(f"{{{s}}}nonNumeric" for s in spaces)))
    files = sorted(f for f in (corpus / "filings" / folder).rglob("*.htm*") if f.is_file())
    assert files
    numbers = 0
    for file in files:
        data = file.read_bytes()
        root = parse_xml(data, file.name) if b"inlineXBRL" in data[:20_000] else parse_html(data, file.name)
        layout = build_layout([(file.name, root)], file.name, marked=marked)
        hidden = {e for s in spaces for header in root.iter(f"{{{s}}}header") for e in header.iter(*numeric)}
        for element in root.iter(*numeric):
            if element in hidden:
                continue
            numbers += 1
            assert _quote(layout, element) == "".join(element.itertext()), (file.name, element.sourceline)
        ids = [c.id for p in layout.pages for t in p.tables for c in t.cells]
        assert len(ids) == len(set(ids))
    assert numbers > 10_000


def test_text_marks_are_kept_apart_from_numbers() -> None:
    root, layout = built(f"<p><ix:nonNumeric>Sales of {N.format('5')}</ix:nonNumeric> in all</p>")
    assert _quote(layout, next(root.iter(TEXT))) == "Sales of 5"
    assert _quote(layout, next(root.iter(NUMERIC))) == "5"
