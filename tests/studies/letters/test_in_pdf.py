"""Letters of a report that is a PDF: lines of running text, running heads, page numbers, a signature whose lines are joined."""

from __future__ import annotations

from tests.reading.pdf_writer import BOLD, Sheet, pdf
from tieout.reading.pdf import read_pdf
from tieout.studies.letters import find_letters

LINES = (
    "The year began with ports closed and ended with every berth of ours taken. In between,",
    "our people moved more goods than in any year before, without a single serious injury to",
    "anybody. Freight rates fell in the second half, as everybody had expected, and our long",
    "contracts held. Profit rose by an eighth, and debt fell for the fourth year in a row.",
)


def sheet(number: int, title: str = "", *after: str) -> Sheet:
    page = Sheet().text(60, 40, "Ashquay Shipping Annual Report 2022", size=7)
    if title:
        page.text(60, 90, title, size=18, font=BOLD)
    for paragraph in range(2):
        for place, line in enumerate(LINES):
            page.text(60, 130 + paragraph * 70 + place * 12, line)
    for place, line in enumerate(after):
        page.text(60, 300 + place * 12, line)
    return page.text(300, 760, str(number), size=8)


def test_a_letter_over_two_pages_is_found_with_its_places():
    contents = Sheet().text(60, 90, "Contents", size=18, font=BOLD)
    for place, entry in enumerate(["Financial highlights", "Letter from our Chief Executive", "Our markets", "Notes"]):
        contents.text(60, 130 + 20 * place, entry).text(500, 130 + 20 * place, str(3 + place))
    signed = ("Sincerely,", "Henrik Vasmer", "Chief Executive Officer")
    made = pdf(
        Sheet().text(60, 90, "Annual Report 2022", size=24, font=BOLD),
        contents,
        sheet(3, "Letter from our Chief Executive"),
        sheet(4, "", *signed),
        sheet(5, "Our markets"),
    )
    report = read_pdf(made, "LSE_ASHQ_2022.pdf")
    (letter,) = find_letters(report).letters
    assert (letter.ticker, letter.fiscal_year) == ("ASHQ", 2022)
    assert (letter.first_page, letter.last_page, letter.ended_by) == (3, 4, "signature")
    assert "Henrik Vasmer" in letter.text
    for span in letter.spans:
        assert report.block(span.block).text[slice(*span.span)] == span.quote
