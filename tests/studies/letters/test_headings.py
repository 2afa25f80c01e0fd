"""What is the heading of a letter, and what only mentions one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.studies.letters.headings import read_heading


@pytest.mark.parametrize(
    ("text", "authors"),
    [
        ("Chairman's statement", {"chair"}),
        ("CHAIRMAN’S STATEMENT", {"chair"}),
        ("Chairman ’ s Statement", {"chair"}),
        ("Statement from the Chair", {"chair"}),
        ("A message from our CEO", {"ceo"}),
        ("Letter from the Chief Executive Officer, Henrik Vasmer", {"ceo"}),
        ("Group Chief Executive's review", {"ceo"}),
        ("Chairman and CEO Letter to Shareholders", {"chair", "ceo"}),
        ("Message from the Chairman of the Board and the President & CEO", {"chair", "ceo", "president"}),
        ("Managing Director's Report", {"managing_director"}),
        ("Executive Chairman's Review", {"chair"}),
        ("Letter to Shareholders", set()),
        ("Letter to our fellow shareholders, customers and employees", set()),
        ("To Our Shareholders", set()),
        ("To our Shareholders:", set()),
        ("Dear Fellow Shareowners,", set()),
        ("Dear shareholders and friends", set()),
        ("Chairman's statement 2022", {"chair"}),
        ("2022 Letter to Shareholders", set()),
        ("Annual Shareholder Letter", set()),
        ("From the desk of our Chairman", {"chair"}),
        ("From our Chief Executive", {"ceo"}),
        ("Fellow Shareholders,", set()),
        ("Ladies and gentlemen, dear shareholders,", set()),
        ("Chief Executive's Review: carrying on", {"ceo"}),
    ],
)
def test_a_heading_is_read_with_its_authors(text, authors):
    heading = read_heading(text)
    assert heading is not None
    assert heading.authors == authors


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The Chairman's statement on page 4 tells what the board decided about the dividend.",
        "Chairman's statement 4",
        "Letter from our Chief Executive . . . . . . 5",
        "Report of the Chair of the Remuneration Committee",
        "Chairman's introduction to corporate governance",
        "To the Shareholders and the Board of Directors of Ashquay Shipping plc",
        "Notice to shareholders of the annual general meeting",
        "Dear customers",
        "To employees",
        "Chief Financial Officer's review",
        "Letter of credit",
        "Statement of cash flows",
        "Message boards",
        "Chairman",
        "From the financial statements",
        "Shareholder information",
        "2022",
        "Review of operations",
        "Information for shareholders",
        "President's Message to shareholders, in which he says at length why he thinks that all went as it had to",
    ],
)
def test_what_only_looks_like_one_is_none(text):
    assert read_heading(text) is None


@given(st.text(max_size=300))
def test_any_text_is_read_without_a_fault(text):
    heading = read_heading(text)
    assert heading is None or heading.text


@given(
    st.lists(
        st.sampled_from(
            ["our", "the", "group", "vice", "chairman", "and", "of", "board", "letter", "to", "dear", "owners", "from"]
        ),
        max_size=40,
    )
)
def test_long_runs_of_its_words_take_no_longer(words):
    read_heading(" ".join(words))
