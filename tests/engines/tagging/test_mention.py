import tieout
from tieout.engines.tagging.mention import closed_up, mention_of_row, mentions, mentions_in

PAGE = """<html><body><h2>Note 3. Debt</h2>
<p>Acorn Widgets borrowed $ 46 million at 2.5 % in 2024. Nothing was repaid.</p>
<p>Long-term debt was as follows (in millions):</p>
<table>
<tr><td></td><td>December 31, 2024</td><td>December 31, 2023</td></tr>
<tr><td>Senior notes:</td><td></td><td></td></tr>
<tr><td>Notes due 2030</td><td>$1,200.5</td><td>$—</td></tr>
<tr><td>Less discount</td><td>(12)</td><td>(10)</td></tr>
</table></body></html>"""


def test_a_number_in_a_table_knows_its_surroundings(tmp_path):
    path = tmp_path / "acorn.html"
    path.write_text(PAGE, encoding="utf-8")
    report = tieout.read(path)
    found = mentions(report)
    debt = next(m for m in found if m.text == "1,200.5")
    assert (debt.kind, debt.value, debt.form, debt.currency, debt.alone) == ("table", "1200.5", "number", True, True)
    assert (debt.row_label, debt.section_rows) == ("Notes due 2030", ("Senior notes:",))
    assert debt.column_headers == ("December 31, 2024",)
    assert debt.caption.startswith("Long-term debt was as follows")
    assert debt.table_labels == ("Senior notes:", "Notes due 2030", "Less discount")
    discount = next(m for m in found if m.text == "12")
    assert discount.negative and discount.column_currency and not discount.currency
    assert [m.form for m in found if m.row_label == "Notes due 2030"] == ["number", "dash"]


def test_evidence_leads_back_to_the_printed_number(tmp_path):
    path = tmp_path / "acorn.html"
    path.write_text(PAGE, encoding="utf-8")
    report = tieout.read(path)
    found = mentions(report)
    assert len(found) == 6
    for mention in found:
        evidence = mention.evidence
        stored = report.layout.stored_text(evidence.block, evidence.cell)
        assert stored[evidence.span[0] : evidence.span[1]] == evidence.quote == mention.text


def test_a_number_in_prose_has_its_sentence_and_sides():
    rate = next(m for m in mentions_in("Acorn borrowed $ 46 million at 2.5 % in 2024. Nothing was repaid.") if m.text == "2.5")
    assert rate.sentence == "Acorn borrowed $46 million at 2.5% in 2024."
    assert rate.before.endswith("million at") and rate.after.startswith("% in 2024")
    assert rate.percent and not rate.currency


def test_white_space_around_tags_makes_no_difference():
    assert mentions_in("a $ 46 million loan at 5 % ( 3 ) .") == mentions_in("a $46 million loan at 5% (3).")


def test_a_table_that_lost_its_empty_cells_has_headers_by_order():
    html = (
        "<table><tr><td></td><td></td><td></td></tr><tr><td></td><td>2024</td><td></td><td>2023</td></tr>"
        "<tr><td>Lease cost Lease cost</td><td>$</td><td>763</td><td></td><td>$</td><td>( 150 )</td><td></td></tr>"
        "<tr><td>Other</td><td>—</td><td></td><td>5</td><td></td></tr></table>"
    )
    found = mentions_in(html)
    assert [(m.text, m.row_label, m.column_headers[-1][:4]) for m in found] == [
        ("763", "Lease cost", "2024"),
        ("150", "Lease cost", "2023"),
        ("—", "Other", "2024"),
        ("5", "Other", "2023"),
    ]


def test_a_row_alone_is_a_mention():
    mention = mention_of_row("25", ["Net sales Net sales", "$", "25", "30"], "monetaryItemType")
    assert (mention.row_label, mention.row) == ("Net sales", ("Net sales", "$", "25", "30"))
    assert mention.currency and mention.type == "monetaryItemType" and mention.place.column == 2
    assert mention_of_row("72", ["None"]).row_label == "None"


def test_closing_gaps_leaves_words_alone():
    assert closed_up("costs ( net ) of $ 5 , and  6 %") == "costs ( net ) of $5, and 6%"


def test_very_wide_and_very_long_input_takes_time_in_proportion():
    import time

    def cost(columns: int) -> float:
        head = "".join(f"<td>h{n}</td>" for n in range(columns))
        row = "".join(f"<td>{n + 10_000}</td>" for n in range(columns))
        start = time.process_time()
        found = mentions_in(f"<table><tr><td></td>{head}</tr>{f'<tr><td>Sales</td>{row}</tr>' * 4}</table>")
        assert len(found) == 4 * columns
        return time.process_time() - start

    cost(50)
    assert cost(2000) < 20 * max(cost(500), 0.02)
    start = time.process_time()
    assert len(mentions_in("It cost $5 more. " * 20_000)) == 20_000
    assert time.process_time() - start < 20


def test_what_stands_above_the_labels_is_known():
    table = "<table><tr><td>Dollars in millions</td><td>2031</td></tr><tr><td>Net sales</td><td>1,250</td></tr></table>"
    (sales,) = [m for m in mentions_in(table) if m.text == "1,250"]
    assert sales.corner == "Dollars in millions"


def test_a_number_that_a_cell_holds_twice_is_one_mention():
    table = (
        "<table><tr><td></td><td>2031 2031</td></tr><tr><td>Net loss Net loss</td><td>(72.5 (72.5</td><td>))</td></tr></table>"
    )
    assert [m.text for m in mentions_in(table)] == ["72.5"]
