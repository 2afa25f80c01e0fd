"""Training examples for the KPI engine from data in LEDGER's layout."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from tieout.engines.kpis.training import Example
from tieout.reading import read
from tieout.report.errors import InputError

__all__ = ["examples_of"]

_QUESTIONS = """
    SELECT report, ticker, kpi, year, value, kind FROM read_parquet(?)
    WHERE kind IN ('current', 'prior', 'absent-kpi') ORDER BY report
"""


def examples_of(data: Path) -> Iterator[Example]:
    """One example a report: what `tieout build ledger` knows of it, absent KPIs too.

    Raises InputError where the folder has no questions, or they lack the columns that the builder adds.
    """
    import duckdb

    files = sorted(str(path) for path in (data / "needle").glob("*/data.parquet"))
    if not files:
        raise InputError(f"{data}: no data of LEDGER: needle/SPLIT/data.parquet is missing; `tieout build ledger` makes it")
    try:
        with duckdb.connect() as db:
            rows = db.execute(_QUESTIONS, [files]).fetchall()
    except duckdb.Error as fault:
        raise InputError(f"{data}: not data of `tieout build ledger`: {str(fault).splitlines()[0]}") from fault
    known: dict[str, dict[tuple[str, int], Decimal | None]] = {}
    issuers: dict[str, str] = {}
    for report, ticker, kpi, year, value, kind in rows:
        issuers[report] = ticker
        known.setdefault(report, {})[kpi, year] = None if kind == "absent-kpi" else value
    for report, truth in known.items():
        yield Example(read(data / "mmd" / f"{report}.mmd"), issuers[report], truth)
