"""Whose report it is, from covers of several forms, and which words of a question are another company's name."""

from __future__ import annotations

import pytest

from tests.engines.kpis import reports
from tieout.engines.kpis.view import view_of
from tieout.engines.pages.engine import names_of
from tieout.engines.pages.intent import foreign_words, intent_of


def names(cover: str):
    return names_of(view_of(reports.report(cover, *reports.PAGES[1:])))


@pytest.mark.parametrize(
    "name",
    [
        "Global Business Machines Corporation",
        "Penrose Data Services, Inc.",
        "Ashdown Financial Management Corp",
        "Cash Securities Inc.",
    ],
)
def test_what_stands_above_exact_name_of_registrant_is_the_name_whatever_its_words(name):
    cover = f"# FORM 10-K\n\nCommission file number 1-2360\n\n{name}\n\n(Exact name of registrant as specified in its charter)"
    assert names(cover).name == name


def test_covers_with_a_table_of_registrants_have_the_name_below_the_head():
    table = reports.table(
        "Commission File Number | Exact Name of Registrant; State of Incorporation | IRS No.",
        "001-32871 | HARROW GRID CORPORATION | 27-0000798",
    )
    assert names(f"# UNITED STATES\n\nFORM 10-K\n\n{table}").name == "HARROW GRID CORPORATION"


def test_lines_of_the_cover_that_are_no_name_are_not_taken_for_one():
    assert (
        "Commission"
        not in names(
            "# FORM 10-K\n\nCommission file number 1-2360\n\n(Exact name of registrant)\n\nHarrow Lane Foods, Inc."
        ).name
    )


@pytest.mark.parametrize(
    "question",
    [
        "Which amount did Harrow Lane allocate to research and development in 2023?",
        "What were Harrow Lane's financing-related cash flows for 2023, kindly?",
        "top-line of Harrow Lane, FY2023",
        "Stockholders' equity incl. non-controlling interest of Harrow Lane in 2023",
        "WHAT DID HARROW LANE DISTRIBUTE IN DIVIDENDS DURING 2023?",
        "What Did Harrow Lane Allocate To Capital Expenditure In 2023?",
        "hlf capex 2023",
        "harrow lane revenue 2023",
    ],
)
def test_words_that_no_report_has_make_a_question_no_other_companys(question):
    own = names(reports.COVER)
    assert foreign_words(intent_of(question, own), own) == []


@pytest.mark.parametrize(
    "question",
    [
        "what was the revenue of penrose mills in 2023?",
        "penrose's capex 2023",
        "WHAT WAS THE REVENUE OF PENROSE MILLS IN 2023?",
        "Penrose Mills: revenue 2023",
        "What Was The Net Income Of Penrose In 2023?",
        "How much did Penrose earn in 2023?",
        "What did 3P Company owe in total during 2023?",
        "what was pm's capex in 2023?",
    ],
)
def test_other_companies_are_told_in_small_letters_and_in_capitals_too(question):
    own = names(reports.COVER)
    assert foreign_words(intent_of(question, own), own)
