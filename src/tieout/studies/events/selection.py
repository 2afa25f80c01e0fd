"""Which filing announced a fiscal year: the original 10-K of that year that was accepted first (LEDGER, section 3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tieout.report.errors import InputError
from tieout.studies.csv_files import read_lines
from tieout.studies.events.filings import Filing

__all__ = ["FORM", "Selected", "read_wanted", "select"]

FORM = "10-K"
"""The original form alone: no amendment (10-K/A), no report of a transition period (10-KT)."""


@dataclass(frozen=True, slots=True)
class Selected:
    """A company's fiscal year with the filing that announced it; ``filing`` is None where there is none, for a reason."""

    ticker: str
    cik: str
    fiscal_year: int
    filing: Filing | None
    reason: str = ""


def read_wanted(path: Path) -> list[tuple[str, int]]:
    """(ticker, fiscal year) of the reports in a CSV; InputError where a line lacks one of them."""
    wanted: list[tuple[str, int]] = []
    columns = {"ticker": ("symbol",), "fiscal_year": ("year",)}
    for line in read_lines(path, columns, tuple(columns)):
        year = line.year("fiscal_year")
        if not line["ticker"] or year is None:
            raise InputError(f"{line.where}: has to name a ticker and a fiscal year")
        wanted.append((line["ticker"].upper(), year))
    return list(dict.fromkeys(wanted))


def select(filings: Sequence[Filing], wanted: Iterable[tuple[str, int]] | None = None) -> list[Selected]:
    """For each wanted (ticker, fiscal year) its announcing filing; by default for all years of which there is an original 10-K.

    In the order wanted, else by company as it first stands in ``filings``, then by year.
    """
    originals: dict[tuple[str, int], Filing] = {}
    for filing in filings:
        if filing.form == FORM and filing.fiscal_year is not None:
            key = filing.company, filing.fiscal_year
            if key not in originals or filing.accepted < originals[key].accepted:
                originals[key] = filing
    if wanted is None:
        order = {company: place for place, company in enumerate(dict.fromkeys(f.company for f in filings))}
        chosen = sorted(originals.items(), key=lambda item: (order[item[0][0]], item[0][1]))
        return [Selected(filing.ticker, filing.cik, year, filing) for (_, year), filing in chosen]
    by_ticker: dict[str, list[Filing]] = {}
    for filing in filings:
        by_ticker.setdefault(filing.ticker, []).append(filing)
    rows: list[Selected] = []
    for ticker, year in wanted:
        own = by_ticker.get(ticker, [])
        candidates = [found for f in own if (found := originals.get((f.company, year))) is not None]
        first = min(candidates, key=lambda f: f.accepted, default=None)
        cik = next((f.cik for f in own if f.cik), "")
        rows.append(Selected(ticker, cik, year, first, "" if first else _why_none(own, year)))
    return rows


def _why_none(own: Sequence[Filing], year: int) -> str:
    if not own:
        return "no filing of this ticker in the filings given"
    forms = sorted({f.form for f in own if f.fiscal_year == year})
    if forms:
        return f"no original 10-K of fiscal year {year}, only {', '.join(forms)[:80]}"
    return f"no filing of fiscal year {year} among the {len(own)} of this ticker"
