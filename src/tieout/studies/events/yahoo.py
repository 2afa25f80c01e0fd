"""Closing prices from Yahoo Finance, through the library yfinance (extra ``yahoo``). This asks the network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from tieout.report.errors import InputError, TieoutError
from tieout.studies.events.prices import PriceKind, Prices

__all__ = ["fetch_prices", "prices_of_frame"]

_PLACES = Decimal("0.0001")


def fetch_prices(
    tickers: Sequence[str], first: date, last: date, kind: PriceKind | None = None, download: Callable[..., Any] | None = None
) -> Prices:
    """Prices from ``first`` to ``last``; adjusted ones by default. InputError without the library, TieoutError if it fails."""
    if download is None:
        try:
            from yfinance import download as found
        except ImportError:
            raise InputError("--prices yfinance needs a library: pip install 'tieout[yahoo]'") from None
        download = found
    closes: dict[str, dict[date, Decimal]] = {}
    chosen = kind or PriceKind.adjusted
    for ticker in dict.fromkeys(tickers):
        try:
            frame = download(
                ticker, start=first.isoformat(), end=(last + timedelta(days=1)).isoformat(), auto_adjust=False,
                multi_level_index=False, progress=False,
            )  # fmt: skip
        except Exception as e:  # whatever the library or the service makes of it
            raise TieoutError(f"--prices yfinance: {ticker}: {type(e).__name__}: {str(e)[:200]}") from e
        closes[ticker] = prices_of_frame(frame, chosen)
    return Prices(closes, chosen)


def prices_of_frame(frame: Any, kind: PriceKind) -> dict[date, Decimal]:
    """Prices by day of a table with the columns Close and Adj Close and an index of days, rounded to four places.

    Yahoo's numbers are binary floats of six or seven digits; what is not a positive number is left out.
    """
    if frame is None:
        return {}
    column = "Adj Close" if kind is PriceKind.adjusted else "Close"
    if column not in frame:
        return {}
    found = ((moment.date(), Decimal(repr(float(value)))) for moment, value in frame[column].items())
    return {day: price.quantize(_PLACES) for day, price in found if price.is_finite() and price > 0}
