"""Letters of reports: where they begin and end, and what is passed over."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.studies.letters.made_up import PROSE, prose, report
from tieout.samples import path as sample
from tieout.studies.letters import find_letters
from tieout.studies.letters.letter import company_year


def found(*pages: str) -> list[tuple[str, int, int, str]]:
    return [(x.heading, x.first_page, x.last_page, x.ended_by) for x in find_letters(report(*pages)).letters]


def test_the_samples_letters_are_found_in_order_with_evidence_for_each_block():
    import tieout

    read = tieout.read(sample("studies") / "reports" / "LSE_ASHQ_2022.mmd")
    chair, ceo = find_letters(read).letters
    assert (chair.heading, chair.first_page, chair.last_page) == ("Chairman's statement", 4, 4)
    assert (ceo.heading, ceo.first_page, ceo.last_page) == ("Letter from our Chief Executive", 5, 6)
    assert (chair.ticker, chair.fiscal_year) == ("ASHQ", 2022)
    assert chair.text.endswith("Chairman\n\n28 February 2023")
    assert "Ottoline" not in ceo.text
    for span in (*chair.spans, *ceo.spans):
        block = read.block(span.block)
        assert block.page == span.page
        assert block.text[slice(*span.span)] == span.quote


def test_a_letter_ends_with_its_signature():
    page = f"# Letter to Shareholders\n\n{prose()}\n\nSincerely,\n\nOttoline Farrow-Beck\n\nChairman\n\nMarch 2023\n\n{PROSE}"
    (letter,) = find_letters(report(page)).letters
    assert letter.ended_by == "signature"
    assert letter.text.endswith("March 2023")


def test_name_and_title_alone_are_a_signature_where_nothing_follows():
    signed = "Henrik Vasmer\n\nChief Executive Officer"
    assert found(f"# CEO Letter\n\n{prose()}\n\n{signed}", f"# Products\n\n{prose()}") == [("CEO Letter", 1, 1, "signature")]


def test_under_a_picture_they_are_a_caption():
    signed = "Henrik Vasmer\n\nChief Executive Officer"
    pages = (
        f"# CEO Letter\n\n{prose()}\n\n{signed}\n\n{prose()}",
        f"{prose()}\n\nRegards,\n\n{signed}",
        f"# Products\n\n{prose()}",
    )
    assert found(*pages) == [("CEO Letter", 1, 2, "signature")]


def test_a_letter_ends_before_the_heading_of_another_section():
    assert found(f"# CEO Letter\n\n{prose()}", "## Financial highlights\n\n10") == [("CEO Letter", 1, 1, "section")]


def test_headings_of_its_parts_do_not_end_it():
    page = f"# CEO Letter\n\n{prose()}\n\n## Our strategy\n\n{prose()}\n\n## Sustainability\n\n{prose()}"
    assert found(page, f"## Our strategy\n\n{prose()}") == [("CEO Letter", 1, 1, "section")]
    (letter,) = find_letters(report(page)).letters
    assert letter.words > 300
    assert letter.ended_by == "report"


def test_another_letter_ends_it_and_is_one_itself():
    pages = (f"# Chairman's statement\n\n{prose()}", f"# Chief Executive's review\n\n{prose()}")
    assert found(*pages) == [("Chairman's statement", 1, 1, "letter"), ("Chief Executive's review", 2, 2, "report")]


def test_running_heads_and_the_salutation_are_no_letters_of_their_own():
    pages = (
        f"# Letter from our Chief Executive\n\nDear shareholders,\n\n{prose()}",
        f"Letter from our Chief Executive\n\n{prose()}\n\n2",
        f"Letter from our Chief Executive\n\n{prose(1)}\n\nSincerely,\n\nHenrik Vasmer\n\n3",
    )
    (letter,) = find_letters(report(*pages)).letters
    assert (letter.first_page, letter.last_page, letter.ended_by) == (1, 3, "signature")
    assert letter.text.count("Letter from our Chief Executive") == 1
    assert letter.text.endswith("Henrik Vasmer")


def test_contents_are_passed_over_however_they_are_set():
    lines = "Financial highlights 3\nChairman's statement 4\nLetter to shareholders 6\nNotes 30"
    table = "<table><tr><td>Chairman's statement</td><td>4</td></tr><tr><td>Notes</td><td>30</td></tr></table>"
    before = "4\n\nChairman's statement\n\n6\n\nLetter to shareholders\n\n30 Notes\n\n40 Glossary"
    for page in (
        f"# Contents\n\n{lines}",
        f"# Contents\n\n{table}",
        f"## In this report\n\n{before}",
        lines.replace("\n", "\n\n"),
    ):
        assert found(page, f"# Chairman's statement\n\n{prose()}") == [("Chairman's statement", 2, 2, "report")], page


def test_a_letter_beside_the_contents_is_one():
    page = f"# Contents\n\nHighlights 3\n\nNotes 30\n\n# Dear shareholders\n\n{prose()}"
    assert found(page) == [("Dear shareholders", 1, 1, "report")]


def test_the_auditors_address_is_no_letter():
    assert found(f"# Independent auditor's report\n\nTo the shareholders\n\n{prose()}") == []


def test_a_heading_with_hardly_a_word_after_it_is_no_letter():
    assert found("# Chairman's statement\n\nSee overleaf.") == []


def test_a_heading_on_two_lines_is_one():
    assert found(f"# LETTER TO\n\n# OUR SHAREHOLDERS\n\n{prose()}") == [("LETTER TO OUR SHAREHOLDERS", 1, 1, "report")]


def test_a_letter_has_no_more_than_fifteen_pages():
    assert found(f"# CEO Letter\n\n{prose()}", *[prose()] * 20) == [("CEO Letter", 1, 15, "length")]


@pytest.mark.parametrize(
    ("first", "marker"),
    [
        ("UNITED STATES\n\nSECURITIES AND EXCHANGE COMMISSION", "SEC header"),
        ("Washington, D. C.  20549", "Washington, D.C. 20549"),
        ("<table><tr><td>Commission</td><td>File Number: 1-2</td></tr></table>", "Commission file number"),
        ("☒ Annual report pursuant to Section 13 or 15 (d)", "annual report pursuant to Section 13 or 15(d)"),
    ],
)
def test_a_10k_is_told_by_any_marker_in_its_first_pages(first, marker):
    letter = f"# CEO Letter\n\n{prose()}"
    for pages in ((first, letter), ("Ashquay", "Inc.", "2022", first, letter)):
        result = find_letters(report(*pages))
        assert (result.letters, result.marker and result.marker.name) == ((), marker)
        assert f"is a 10-K: {marker}" in result.reason
        assert len(find_letters(report(*pages), also_10k=True).letters) == 1
    fifth = find_letters(report("a", "b", "c", "d", first, letter))
    assert fifth.marker is None


def test_a_glossy_report_that_speaks_of_the_commission_is_no_10k():
    mention = f"{PROSE} Our filings with the United States Securities and Exchange Commission say more. {PROSE}"
    assert len(find_letters(report(mention, f"# CEO Letter\n\n{prose()}")).letters) == 1


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("NYSE_AS.Q_2022.mmd", ("AS.Q", 2022)),
        ("NYSE_ASHQ_2022.mmd", ("ASHQ", 2022)),
        ("ASHQ_2022.pdf", ("ASHQ", 2022)),
        ("a/b/NASDAQ_ASHQ_2009.md", ("ASHQ", 2009)),
        ("report.mmd", (None, None)),
    ],
)
def test_company_and_year_are_in_the_name_of_the_file(name, key):
    assert company_year(name) == key


PIECES = st.sampled_from(
    [
        "# Chairman's statement", "# CEO letter", "Dear shareholders,", PROSE, "Sincerely,", "Henrik Vasmer", "Chairman",
        "# Contents", "Notes 30", "# Financial highlights", "12", "<table><tr><td>a</td></tr></table>",
    ]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(PIECES, max_size=8), min_size=1, max_size=8))
def test_letters_never_overlap_and_stand_in_order(pages):
    made = report("Annual report", *("\n\n".join(page) for page in pages))
    letters = find_letters(made).letters
    order = {block.id: place for place, block in enumerate(made.blocks)}
    places = [[order[span.block] for span in letter.spans if span.block] for letter in letters]
    for own in places:
        assert own == sorted(set(own))
    for before, after in pairwise(places):
        assert before[-1] < after[0]


def test_a_signature_may_be_one_block_and_thanks_in_a_sentence_are_none():
    signed = "Sincerely, Henrik Vasmer Chief Executive Officer"
    page = f"# CEO Letter\n\n{prose()}\n\nThank you, dear shareholders, for your trust.\n\n{PROSE}\n\n{signed}\n\n{PROSE}"
    (letter,) = find_letters(report(page)).letters
    assert letter.ended_by == "signature"
    assert letter.text.endswith(signed)
