"""Sections: where lines of the cash flow statement belong, by the standard statements, by other filings, by their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tieout.engines.auditing.lists import table
from tieout.engines.auditing.standard import known_sections

__all__ = ["OUTSIDE", "SECTIONS", "section_named", "sections_of"]

SECTIONS = ("operating", "investing", "financing")
_KNOWN_FROM = 3
_DISCONTINUED = re.compile(r"CashProvidedByUsedIn(Operating|Investing|Financing)ActivitiesDiscontinuedOperations")
_NAMED = re.compile(r"(Operating|Investing|Financing)Activit(?:ies|y)(?:Net)?\d?$")
# Totals and balances, and what filings add below the sections: they are in whatever section comes last.
OUTSIDE = (
    *("NetCashProvidedByUsedIn", "CashProvidedByUsedIn", "Cash", "RestrictedCash", "EffectOfExchangeRate", "InterestPaid"),
    *("IncomeTaxesPaid", "Noncash", "CapitalExpendituresIncurred", "SupplementalCashFlow", "ProceedsFromIncomeTaxRefunds"),
)


def sections_of(name: str, standard: Mapping[str, frozenset[str]]) -> tuple[str, ...] | None:
    """The sections a line may stand in, by its local name; None where nothing tells.

    ``standard`` is what the standard statements say (`Standard.sections`), empty where no taxonomy is loaded.
    """
    if (discontinued := _DISCONTINUED.fullmatch(name)) is not None:
        return (discontinued[1].lower(),)
    if name.startswith(OUTSIDE) or name.endswith("Abstract"):
        return None
    by_standard = standard.get(name, frozenset())
    section, issuers = known_sections().get(name, (None, 0))
    known = {section} if section is not None and issuers >= _KNOWN_FROM else set()
    if not by_standard and not known:
        known = {s for s in (_by_name(name),) if s is not None}
        if not known or section not in (None, *known):
            return None
    return tuple(s for s in SECTIONS if s in by_standard | known)


def section_named(name: str) -> tuple[str, ...] | None:
    """The section that a line of whatever taxonomy names itself (``ProceedsFromOtherFinancingActivities``); else None."""
    found = _NAMED.search(name)
    return (found[1].lower(),) if found is not None and not name.startswith(OUTSIDE) else None


def _by_name(name: str) -> str | None:
    for row in table("cash_flows")["named"]:
        if _fits(name, row):
            found: str = row["section"]
            return found
    return None


def _fits(name: str, row: Mapping[str, Any]) -> bool:
    """Whether a name ends or begins as the row says, or begins so, has one of its words and none of those that it must lack."""
    if name.endswith(tuple(row.get("ends", ()))) or name.startswith(tuple(row.get("begins", ()))):
        return True
    starts = tuple(row.get("starts", ("",)))
    if not name.startswith(starts) or name.startswith(tuple(row.get("starts_not", ()))):
        return False
    return any(word in name for word in row.get("has", ())) and not any(word in name for word in row.get("lacks", ()))
