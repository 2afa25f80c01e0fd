"""Answers to questions about a report, and the order of its pages."""

from __future__ import annotations

from decimal import Decimal

import pytest

import tieout
from tests.engines.kpis import reports
from tieout.engines.pages import PagesEngine
from tieout.report import Report


@pytest.fixture(scope="module")
def harrow() -> Report:
    return reports.report()


@pytest.fixture(scope="module")
def engine() -> PagesEngine:
    return PagesEngine.load()


@pytest.mark.parametrize(
    ("question", "value", "page"),
    [
        ("What was Harrow Lane's revenue in 2024?", "2418500000", 3),
        ("How much did Harrow Lane Foods spend on capex in 2023?", "115000000", 6),
        ("What did Harrow Lane's total liabilities stand at in 2023?", "963100000", 5),
        ("What were inventories?", "305700000", 4),
        ("What was net income last year?", "222700000", 3),
    ],
)
def test_the_value_and_first_the_page_that_proves_it(harrow, engine, question, value, page):
    found = engine.answer(harrow, question)
    assert found.value is not None and found.value.value == Decimal(value)
    assert found.pages[0] == page and sorted(found.pages) == [1, 2, 3, 4, 5, 6]


def test_pages_that_print_the_value_again_come_next(harrow, engine):
    assert engine.answer(harrow, "What was Harrow Lane's revenue in 2024?").pages[:2] == [3, 2]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What was Penrose Mills' revenue in 2024?", "the question is about Penrose Mills"),
        ("What was Harrow Lane's revenue in 2026?", "the report is about 2024, before 2026"),
        ("What was Harrow Lane's revenue in 2015?", "the report shows 2022, 2023, 2024, not 2015"),
        ("What was Harrow Lane's research and development expense in 2024?", "no row or sentence for r&d expense"),
        ("How many employees did Harrow Lane have in 2024?", "names no KPI"),
    ],
)
def test_what_the_report_does_not_hold_is_not_found(harrow, engine, question, reason):
    found = engine.answer(harrow, question)
    assert not found.found and reason in found.reason
    assert len(found.pages) == 6


def test_ask_gives_the_same_form_for_reports_of_either_language(harrow):
    answer = tieout.ask(harrow, "What was Harrow Lane's gross profit in 2024?")
    told = answer.to_dict()
    assert (told["found"], told["value"], told["unit"], told["unit_scale"], told["page"]) == (
        True, "888300000", "iso4217:USD", 6, 3,
    )  # fmt: skip
    assert told["cell"] == told["evidence"]["cell"]
