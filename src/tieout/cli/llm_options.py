"""Options of verbs that ask a model at an endpoint, declared once so that they mean the same everywhere."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import typer

from tieout.report.errors import InputError

__all__ = ["CacheOption", "ConnectionsOption", "CostOption", "KeyOption", "PricesOption", "amount"]

_AMOUNT = re.compile(r"\d{1,9}(?:\.\d{1,6})?|\.\d{1,6}", re.ASCII)

ConnectionsOption = Annotated[int, typer.Option("--max-connections", metavar="N", help="Requests at a time.")]
CostOption = Annotated[
    str | None, typer.Option("--cost-limit", metavar="USD", help="The most it may cost.", show_default=False)
]
PricesOption = Annotated[
    Path | None, typer.Option("--prices", metavar="FILE", help="Your own price table.", show_default=False)
]
CacheOption = Annotated[
    Path | None, typer.Option("--cache", metavar="FILE", help="Keep and reuse answers here.", show_default=False)
]
KeyOption = Annotated[str, typer.Option("--api-key-env", metavar="NAME", help="The environment variable with the key.")]


def amount(cost_limit: str | None) -> Decimal | None:
    """What `CostOption` was given, as an amount; raises InputError where it isn't one."""
    if cost_limit is None:
        return None
    if not _AMOUNT.fullmatch(cost_limit):
        raise InputError(f"--cost-limit {cost_limit}: not an amount; write it as 2.50")
    return Decimal(cost_limit)
