"""Blocks: headings, paragraphs, list items; what is shown and what is not."""

from __future__ import annotations

import pytest
from lxml import etree

from tests.reading.layout.markup import layout_of, row
from tieout.reading import Limits
from tieout.reading.layout import build_layout
from tieout.report import LimitError


def blocks(body: str) -> list[tuple[str, str]]:
    return [(b.kind, b.text) for p in layout_of(body).pages for b in p.blocks if not b.hidden]


def test_a_block_is_not_split_by_inline_elements_and_keeps_its_white_space() -> None:
    assert blocks("<div><span>Net  sales</span> <b>rose</b>\n by <i>5</i>&#160;%</div>") == [
        ("paragraph", "Net  sales rose\n by 5\xa0%")
    ]


def test_line_breaks_are_newlines_and_nested_blocks_are_blocks() -> None:
    assert blocks("<div>One<br/>two<div>three</div>four</div>") == [
        ("paragraph", "One\ntwo"),
        ("paragraph", "three"),
        ("paragraph", "four"),
    ]


def test_display_in_the_style_attribute_decides_what_is_a_block() -> None:
    assert blocks("<p>a<span style='display:block'>b</span>c</p>") == [("paragraph", t) for t in "abc"]
    assert blocks("<p><div style='display:inline'>a</div><div style='display: INLINE'>b</div></p>") == [("paragraph", "ab")]


def test_what_is_not_displayed_is_not_there() -> None:
    assert blocks("<p>seen<span style='display:none'>unseen</span><span style='visibility:hidden'>&#8203;</span></p>") == [
        ("paragraph", "seen")
    ]
    assert blocks("<div style='DISPLAY : none'><p>x</p></div><p>y</p><script>z</script><ix:header>w</ix:header>") == [
        ("paragraph", "y")
    ]


def test_comments_and_processing_instructions_do_not_part_a_text() -> None:
    assert blocks("<p>4<!-- x -->2<?pi y?>0</p>") == [("paragraph", "420")]


@pytest.mark.parametrize(
    ("markup", "level"),
    [
        ("<h2>Risks</h2>", 2),
        ("<p><b>PART II</b></p>", 1),
        ("<div style='font-weight:700'>Item 7. Management’s Discussion</div>", 2),
        ("<div style='text-align:center'><span style='font-weight:bold'>CONSOLIDATED BALANCE SHEETS</span></div>", 0),
        ("<p style='font-style:italic'>Revenue recognition</p>", 0),
        ("<p><u>Leases</u></p>", 0),
        ("<p align='center'>NOTES TO THE ACCOUNTS</p>", 0),
        ("<p style='font-size:18pt'>Liquidity</p>", 0),
        ("<p>第一部【企業情報】</p>", 1),
        ("<p>第２【事業の状況】</p>", 2),
        ("<p>１【主要な経営指標等の推移】</p>", 3),
        ("<p>(1) 【連結財務諸表】</p>", 4),
        ("<p>①【連結貸借対照表】</p>", 5),
        ("<p>（貸借対照表関係）</p>", 0),
    ],
)
def test_headings(markup: str, level: int) -> None:
    (block,) = layout_of(markup).pages[0].blocks
    assert (block.kind, block.level) == ("heading", level)


@pytest.mark.parametrize(
    "markup",
    [
        "<p>Net sales rose.</p>",
        "<p><b>Net sales</b> rose.</p>",
        "<p><b>(In millions)</b></p>",
        "<p><b>45</b></p>",
        "<p><b><a href='#toc'>Table of Contents</a></b></p>",
        "<p><i>The accompanying notes are an integral part of these statements.</i></p>",
        "<p>当期の売上高は増加した。</p>",
    ],
)
def test_no_headings(markup: str) -> None:
    (block,) = layout_of(markup).pages[0].blocks
    assert block.kind == "paragraph"


def test_list_items() -> None:
    assert blocks("<ul><li>one</li><li>two <b>three</b></li></ul>") == [("list_item", "one"), ("list_item", "two three")]


def test_a_table_knows_the_headings_above_it_and_the_line_that_names_its_unit() -> None:
    data = f"<table>{row('Cash', '10') + row('Debt', '20')}</table>"
    layout = layout_of(
        "<h1>Annual report</h1><h2>Notes</h2><h3>1. Leases</h3><h3>2. Debt</h3><p>(in thousands)</p>"
        + data
        + "<h2>Exhibits</h2>"
        + data
        + "<p><b>A. Earnings per share</b> – as follows:</p>"
        + data
    )
    tables = [t for p in layout.pages for t in p.tables]
    assert tables[0].headings == ("Annual report", "Notes", "2. Debt")
    assert tables[0].caption == "(in thousands)"
    assert tables[1].headings == ("Annual report", "Exhibits")
    assert tables[2].headings[-1] == "A. Earnings per share"


def test_the_lines_of_one_title_stay_together() -> None:
    bold = "<p style='text-align:center;font-weight:bold'>{}</p>"
    layout = layout_of(
        bold.format("Acme Ltd")
        + bold.format("Balance Sheets")
        + f"<table>{row('Cash', '10') + row('Debt', '20')}</table>"
        + bold.format("Statements of Income")
        + f"<table>{row('Sales', '10') + row('Costs', '20')}</table>"
    )
    first, second = (t for p in layout.pages for t in p.tables)
    assert first.headings == ("Acme Ltd", "Balance Sheets")
    assert second.headings == ("Statements of Income",)


def test_a_running_head_is_no_new_heading() -> None:
    head = "<p style='text-align:center;font-weight:bold'>NOTES TO THE ACCOUNTS</p>"
    rule = "<hr style='page-break-after:always'/>"
    layout = layout_of(
        f"{head}<p><b>Note 3. Debt</b></p><p>Text</p>{rule}{head}<table>{row('Cash', '10') + row('Debt', '20')}</table>"
    )
    (table,) = layout.pages[1].tables
    assert table.headings == ("NOTES TO THE ACCOUNTS", "Note 3. Debt")
    assert layout.pages[1].blocks[0].kind == "paragraph"


def test_elements_are_counted_as_xpath_counts_them() -> None:
    markup = (
        "<html><head><title>t</title><style>p{}</style></head><body><!-- c --><div style='display:none'><p>x</p></div>"
        "<p>one</p><?pi?><table><tr><td>Cash</td><td><b>10</b></td></tr><tr><td>Debt</td><td>20</td></tr></table></body></html>"
    )
    root = etree.fromstring(markup)
    layout = build_layout([("f.htm", root)], "f.htm")
    ordinals = {e: n for n, e in enumerate(root.iter(etree.Element))}
    (block,) = layout.pages[0].blocks
    (table,) = layout.pages[0].tables
    assert block.element == ordinals[root.find(".//body/p")]
    assert table.element == ordinals[root.find(".//table")]
    assert [c.element for c in table.cells] == [ordinals[e] for e in root.iter("td")]


def test_nesting_up_to_the_limit_is_read_and_beyond_it_is_one_error() -> None:
    def nested(depth: int) -> etree._Element:
        root = deepest = etree.Element("div")
        for _ in range(depth - 1):
            deepest = etree.SubElement(deepest, "div")
        deepest.text = "deep"
        return root

    limits = Limits(depth=2_048)
    assert build_layout([("f", nested(2_048))], "f", limits).pages[0].blocks[0].text == "deep"
    with pytest.raises(LimitError, match=r"deeper .* than the limit of 2,048"):
        build_layout([("f", nested(2_049))], "f", limits)


def test_unresolved_entity_references_are_read_by_name() -> None:
    markup = b'<!DOCTYPE html PUBLIC "x" "x.dtd"><html><body><p>a&nbsp;b<i>&eacute;</i></p></body></html>'
    root = etree.fromstring(markup, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    assert build_layout([("f", root)], "f").pages[0].blocks[0].text == "a\xa0bé"
