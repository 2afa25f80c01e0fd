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
_BESIDES = re.compile(
    r"\(see [^()]{0,200}\)"
    r"|\b(?:excluding|exclusive of|other than|including|inclusive of)\b[^.:]{0,200}\bleases?\b(?: obligations| liabilities)?"
)
"""What is said to be in the debt, or not to be, besides: it doesn't make the table one of leases."""
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
    if first is None:
        return None
    last = first
    while last + 1 < len(table.rows) and (
        _YEAR.fullmatch(table.rows[last + 1].name) or _LATER.fullmatch(table.rows[last + 1].name)
    ):
        last += 1
    if last - first + 1 < _LEAST_YEARS or last + 1 >= len(table.rows):
        return None
    total, terms = table.rows[last + 1], table.rows[first : last + 1]
    if not _TOTAL.fullmatch(total.name) or _OF_OTHERS.search(total.name) or not _speaks_of_debt(table, terms[0]):
        return None
    for value in reversed(total.values):
        if not value.amount.dash and _adds_up(value, terms):
            return table, total, value
    return None


def _speaks_of_debt(table: TableView, row: Row) -> bool:
    """Whether what stands nearest over the table is of debt that falls due, and not of leases and the like."""
    near = " ".join((table.headings[-_NEAR // 4 :], table.above[-_NEAR:], *row.sections[-1:]))
    near = _BESIDES.sub("", near)
    debt, other = ([found.start() for found in pattern.finditer(near)] for pattern in (_OF_DEBT, _OF_OTHERS))
    return bool(debt) and (not other or debt[-1] > other[-1]) and bool(_DUE.search(near))


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
