"""Closing prices by ticker and day, from a user's file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from pathlib import Path

from tieout.report.errors import InputError
from tieout.studies.csv_files import read_lines

__all__ = ["PriceKind", "Prices", "read_prices"]

_COLUMNS = {
    "ticker": ("symbol",),
    "date": ("day",),
    "close": ("close_price", "closing_price"),
    "adjusted": ("adj_close", "adjusted_close", "adjclose"),
}


class PriceKind(StrEnum):
    """``adjusted`` for splits and dividends, or the ``close`` as it was quoted."""

    adjusted = "adjusted"
    close = "close"


@dataclass(frozen=True, slots=True)
class Prices:
    """``closes[ticker][day]``; ``kind`` says whether they are adjusted."""

    closes: Mapping[str, Mapping[date, Decimal]]
    kind: PriceKind

    def close(self, ticker: str, day: date) -> Decimal | None:
        """The price, or None: a missing day is never filled from its neighbours."""
        return self.closes.get(ticker, {}).get(day)


def read_prices(path: Path, tickers: Collection[str], kind: PriceKind | None = None) -> Prices:
    """Prices of ``tickers`` out of a CSV with the columns ticker, date, close and perhaps adjusted.

    By default adjusted ones where the file has them: a split between two days is no return. Lines without a price are left out.
    Raises InputError for prices that are not positive, and for two different ones of one day.
    """
    asked: tuple[str, ...] = ("ticker", "date") if kind is None else ("ticker", "date", kind.value)
    closes: dict[str, dict[date, Decimal]] = {}
    for line in read_lines(path, _COLUMNS, asked):
        if kind is None:
            kind = PriceKind.adjusted if "adjusted" in line.cells else PriceKind.close
            if kind.value not in line.cells:
                raise InputError(f"{path}: has neither a column close nor a column adjusted")
        ticker = line["ticker"].upper()
        if ticker not in tickers:
            continue
        day, price = line.day("date"), line.number(kind.value)
        if day is None:
            raise InputError(f"{line.where}: has no date")
        if price is None:
            continue
        if price <= 0:
            raise InputError(f"{line.where}: the price {price} is not positive")
        known = closes.setdefault(ticker, {}).setdefault(day, price)
        if known != price:
            raise InputError(f"{line.where}: {ticker} has two prices on {day}, {known} and {price}")
    return Prices(closes, kind or PriceKind.close)
