"""What a terminal shows around the statements of a filing."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tests.statements.made import E24, Y24, Maker
from tieout.cli.statements.show import show

ELSEWHERE = "may stand in another document"


def shown(made: Maker) -> str:
    out = io.StringIO()
    show(made.report(), Console(file=out, width=300), label="made.htm")
    return out.getvalue()


def with_form(form: str) -> Maker:
    made = Maker()
    made.text("dei:DocumentType", Y24, form)
    return made


@pytest.mark.parametrize("form", ["10-K", "10-K/A", "20-F", "10-Q"])
def test_a_form_without_its_statements_says_where_they_may_be(form: str) -> None:
    made = with_form(form)
    made.number("us-gaap:AllowanceForCreditLosses", E24, "431")
    made.present("9 - Schedule - Valuation Accounts", "urn:schedule", [(0, "pw:Head"), (1, "us-gaap:AllowanceForCreditLosses")])
    assert ELSEWHERE in shown(made)


def test_a_form_with_statements_or_without_any_due_says_nothing() -> None:
    made = with_form("10-K")
    made.number("us-gaap:Assets", E24, "431")
    made.present("2 - Statement - Consolidated Balance Sheets", "urn:balance", [(0, "pw:Head"), (1, "us-gaap:Assets")])
    assert ELSEWHERE not in shown(made)
    current = with_form("8-K")
    current.number("us-gaap:Assets", E24, "431")
    assert ELSEWHERE not in shown(current)
