"""The cost limit of every verb that asks an endpoint is read by one rule."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tieout.cli.llm_options import amount
from tieout.report.errors import InputError


@pytest.mark.parametrize("text", ["0", "2.50", ".5", "999999999.999999"])
def test_amounts_are_exact(text: str) -> None:
    assert amount(text) == Decimal(text)


def test_no_limit_is_none() -> None:
    assert amount(None) is None


@pytest.mark.parametrize("text", ["", "cheap", "-1", "NaN", "Infinity", "1e9999", "1_000", "1,000", "٢", " 2", "2.", "$2"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"--cost-limit .*: not an amount; write it as 2\.50"):
        amount(text)
