"""Long-term debt as a whole in the notes: the table of its maturities, and places that print the sum of its two parts.

In the us-gaap taxonomy the maturities of long-term debt add up to LongTermDebt (Debt disclosures, maturities calculation), so
that a report whose statements show the two parts only has the tag on the total of that table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from tieout.engines.kpis.view import ReportView, Row, TableView, Value
from tieout.report.numerals import scaled

__all__ = ["maturity_totals", "places_of"]

_YEAR = re.compile(
    r"(?:(?:three|six|nine) months end(?:ed|ing)|(?:fiscal|financial|calendar)(?: years?)?|years?(?: end(?:ing|ed))?|"
    r"(?:the )?remainder of|remaining|due in|[a-z]+ [0-9]{1,2},)?"
    r"(?: ?[a-z]+ [0-9]{1,2},)? ?(20[0-9]{2})(?: \(.*\))?"
)
_LATER = re.compile(
    r"(?:thereafter|later|after|beyond|and (?:after|thereafter|beyond))\b.*|(?:fiscal )?20[0-9]{2} ?(?:and|-|to|through|\+).*"
)
_TOTAL = re.compile(r"|totals?\b.*|.*\btotal")
_OF_DEBT = re.compile(
    r"\b(?:debt|notes|borrowings?|loans?|debentures|bonds|indebtedness|mortgages?|term loan|credit (?:facility|agreement))\b"
)
_DUE = re.compile(r"\b(?:maturit|maturing|principal|repayments?|payments|contractual|obligations|due|payable)")
_OF_OTHERS = re.compile(
    r"\bleases?\b|\bamortization expense|\bintangible|\bpension|\bbenefit payments|\bpurchase (?:obligations|commitments)"
    r"|\breceivable|\bsublease|\bdeferred|\bdeposits\b|\bsecurities\b"
)
_LEAST_YEARS, _NEAR = 3, 420
_ROUNDING = Decimal("0.001")


def maturity_totals(view: ReportView) -> Sequence[tuple[TableView, Row, Value]]:
    """Totals of tables of debt by the year that it falls due, in reading order; kept with the view."""
    kept = view.kept.get("maturities")
    if isinstance(kept, list):
        return kept
    found = [one for table in view.tables if (one := _total(table)) is not None]
    view.kept["maturities"] = found
    return found


def _total(table: TableView) -> tuple[TableView, Row, Value] | None:
    first = next((at for at, row in enumerate(table.rows) if _YEAR.fullmatch(row.name)), None)
    if first is None or not _speaks_of_debt(table, table.rows[first]):
        return None
    last = first
    while last + 1 < len(table.rows) and (
        _YEAR.fullmatch(table.rows[last + 1].name) or _LATER.fullmatch(table.rows[last + 1].name)
    ):
        last += 1
    if last - first + 1 < _LEAST_YEARS or last + 1 >= len(table.rows) or not _TOTAL.fullmatch(table.rows[last + 1].name):
        return None
    total, terms = table.rows[last + 1], table.rows[first : last + 1]
    for value in reversed(total.values):
        if not value.amount.dash and _adds_up(value, terms):
            return table, total, value
    return None


def _speaks_of_debt(table: TableView, row: Row) -> bool:
    near = table.above[-_NEAR:] + " " + " ".join(row.sections[-1:])
    nearest = " ".join(part for part in near.split(" \n ")[-2:])
    if _OF_OTHERS.search(nearest) and not _OF_DEBT.search(nearest):
        return False
    if any(_OF_OTHERS.search(row.name) or "interest" in row.name for row in table.rows):
        return False
    said = nearest if _OF_DEBT.search(nearest) else near + " " + table.headings[-120:]
    return bool(_OF_DEBT.search(said) and _DUE.search(said))


def _adds_up(value: Value, terms: Sequence[Row]) -> bool:
    amounts = [one.amount.value for row in terms for one in row.values if one.column == value.column]
    whole = value.amount.value
    return (
        whole > 0
        and len(amounts) >= len(terms) - 1
        and abs(sum(amounts) - whole) <= max(whole * _ROUNDING, Decimal(len(terms)))
    )


def places_of(view: ReportView, amounts: set[Decimal]) -> Iterator[tuple[TableView, Row, Value]]:
    """Cells that print one of the amounts, given in full, in rows that have no leases in them."""
    if not amounts:
        return
    for table in view.tables:
        scale = table.scale if table.scale is not None else view.scale
        for row in table.rows:
            if "lease" in row.name:
                continue
            for value in row.values:
                if value.amount.value and not value.amount.scale and scaled(value.amount.value, scale) in amounts:
                    yield table, row, value
