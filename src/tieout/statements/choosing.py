"""The statements of a report, and which of them are primary."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.report import Report
from tieout.statements.model import PRIMARY, Statement
from tieout.statements.networks import statements_from_networks
from tieout.statements.tables import statements_from_tables

__all__ = ["primary", "statements_of"]

# How many of a filing's groups to show when none of them is known as a primary statement.
_FIRST = 4


def statements_of(report: Report) -> list[Statement]:
    """Every group of facts: by the presentation networks where the filing has them, else by its printed tables."""
    return statements_from_networks(report) or statements_from_tables(report)


def primary(statements: Sequence[Statement]) -> list[Statement]:
    """The primary statements, in the order of annual reports; the first few groups where none is recognised."""
    known = [s for kind in PRIMARY for s in statements if s.kind == kind]
    return known or list(statements[:_FIRST])
