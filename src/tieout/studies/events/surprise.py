"""EPS surprise: reported earnings per share of the fourth quarter against what analysts expected (LEDGER, equation 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from tieout.report.errors import InputError
from tieout.studies.csv_files import read_lines

__all__ = ["Surprise", "eps_surprise", "read_surprises"]

_COLUMNS = {
    "ticker": ("symbol",),
    "fiscal_year": ("year",),
    "quarter": ("fiscal_quarter",),
    "reported": ("reported_eps", "eps_reported", "actual", "eps_actual"),
    "consensus": ("consensus_eps", "eps_consensus", "estimate", "eps_estimate", "estimated_eps"),
}
_FOURTH = ("4", "Q4")
_PLACES = Decimal("0.000001")


@dataclass(frozen=True, slots=True)
class Surprise:
    """Both amounts in currency a share; ``surprise`` is None where one is missing or the consensus is 0, for a reason."""

    reported: Decimal | None
    consensus: Decimal | None
    surprise: Decimal | None
    reason: str = ""


def eps_surprise(reported: Decimal, consensus: Decimal) -> Decimal | None:
    """(reported - consensus) / |consensus|, rounded to six places: above 0 where more was earned than expected, also in a loss.

    None where the consensus is 0.
    """
    return ((reported - consensus) / abs(consensus)).quantize(_PLACES) if consensus else None


def read_surprises(path: Path) -> Mapping[tuple[str, int], Surprise]:
    """By (ticker, fiscal year) from a CSV: ticker, fiscal_year, reported, consensus, and perhaps quarter (only Q4 is read).

    Raises InputError where a company's year is there twice with different amounts.
    """
    found: dict[tuple[str, int], Surprise] = {}
    for line in read_lines(path, _COLUMNS, ("ticker", "fiscal_year", "reported", "consensus")):
        year = line.year("fiscal_year")
        if "quarter" in line.cells and line["quarter"].upper() not in _FOURTH:
            continue
        if year is None or not line["ticker"]:
            raise InputError(f"{line.where}: has to name a ticker and a fiscal year")
        one = _surprise(line.number("reported"), line.number("consensus"))
        if found.setdefault((line["ticker"].upper(), year), one) != one:
            raise InputError(f"{line.where}: {line['ticker']} {year} is there twice, with different amounts")
    return found


def _surprise(reported: Decimal | None, consensus: Decimal | None) -> Surprise:
    if reported is None or consensus is None:
        return Surprise(reported, consensus, None, f"no {'reported' if reported is None else 'consensus'} EPS")
    value = eps_surprise(reported, consensus)
    return Surprise(reported, consensus, value, "" if value is not None else "the consensus EPS is 0")
