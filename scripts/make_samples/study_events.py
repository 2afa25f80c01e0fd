"""Filings, prices and earnings of four invented companies, for `tieout events`: each announcement of another kind."""

from __future__ import annotations

import random
from datetime import date, timedelta
from decimal import Decimal

# ticker, cik, fiscal year as stated (or empty), period end, form, accepted (UTC)
FILINGS = [
    ("ASHQ", "9990101", "2022", "2022-12-31", "10-K", "2023-02-21T21:06:32Z"),  # after the close
    ("ASHQ", "9990101", "2022", "2022-12-31", "10-K/A", "2023-02-27T14:00:00Z"),  # an amendment: not the announcement
    ("ASHQ", "9990101", "2023", "2023-12-31", "10-K", "2024-02-22T11:45:10Z"),  # before the open
    ("DUNV", "9990102", "", "2023-01-28", "10-K", "2023-03-23T18:15:00Z"),  # in trading hours, of fiscal 2022
    ("DUNV", "9990102", "2023", "2024-02-03", "10-K", "2024-03-28T20:00:00Z"),  # 53 weeks; the minute of the close
    ("KESR", "9990103", "2022", "2022-12-31", "10-K", "2023-04-07T13:02:00Z"),  # Good Friday: EDGAR works, the exchange doesn't
    ("KESR", "9990103", "2023", "2024-03-31", "10-K", "2024-07-03T17:30:00Z"),  # after an early close
    ("KESR", "9990103", "2023", "2023-12-31", "10-Q", "2024-02-09T21:10:00Z"),
    ("PELW", "9990104", "2022", "2022-12-31", "10-K", "2023-03-10T14:30:00Z"),  # the minute of the open
    ("PELW", "9990104", "2023", "2023-12-31", "10-K", "2024-03-08T21:30:05Z"),  # prices end before the last horizon
]
EPS = [
    ("ASHQ", 2022, "0.61", "0.55"), ("ASHQ", 2023, "-0.12", "-0.20"), ("DUNV", 2022, "1.08", "1.10"),
    ("DUNV", 2023, "1.31", "1.20"), ("KESR", 2022, "0.44", "0.44"), ("KESR", 2023, "0.35", "0.42"),
    ("PELW", 2022, "0.02", "0"),
]  # fmt: skip
# Days that the exchange was closed on, of those that are needed.
CLOSED = """2023-01-02 2023-01-16 2023-02-20 2023-04-07 2023-05-29 2023-06-19 2023-07-04 2023-09-04 2024-01-01 2024-01-15
2024-02-19 2024-03-29 2024-05-27 2024-06-19 2024-07-04 2024-09-02"""
BEFORE, AFTER = 22, 92
DELISTED = date(2024, 5, 31)
SPLIT_DAY = date(2024, 3, 14)  # KESR: two for one; closes before it are twice the adjusted price


def filings() -> str:
    rows = ["ticker,cik,fiscal_year,period_end,form,accepted", *(",".join(row) for row in FILINGS)]
    return "\n".join(rows) + "\n"


def eps() -> str:
    rows = [f"{ticker},{year},Q4,{reported},{consensus}" for ticker, year, reported, consensus in EPS]
    return "\n".join(["ticker,fiscal_year,quarter,reported,consensus", *rows]) + "\n"


def prices() -> str:
    """A walk for each company, kept for the days around its announcements."""
    rows = ["ticker,date,close,adjusted"]
    surprises = {(ticker, year): Decimal(r) - Decimal(c) for ticker, year, r, c in EPS}
    for seed, ticker in enumerate(dict.fromkeys(row[0] for row in FILINGS)):
        events = [(date.fromisoformat(r[5][:10]), int(r[2] or 2022)) for r in FILINGS if r[0] == ticker and r[4] == "10-K"]
        walk, price = random.Random(seed), 40.0 + 15 * seed  # noqa: S311 - prices, not secrets
        days = trading_days(date(2023, 1, 3), date(2024, 12, 31))
        kept = {day for event, _ in events for day in around(days, event)}
        for day in days:
            drift = sum(_drift(day, event, surprises.get((ticker, year), Decimal(0))) for event, year in events)
            price *= 1 + drift + walk.uniform(-0.012, 0.012)
            if day in kept and not (ticker == "PELW" and day > DELISTED):
                close = price * (2 if ticker == "KESR" and day < SPLIT_DAY else 1)
                rows.append(f"{ticker},{day},{close:.2f},{price:.2f}")
    return "\n".join(rows) + "\n"


def _drift(day: date, event: date, surprise: Decimal) -> float:
    """Some of a surprise is known before it is told, and some sinks in slowly."""
    distance = (day - event).days
    return float(max(min(surprise, Decimal("0.1")), Decimal("-0.1"))) * (
        0.06 if -8 <= distance < 0 else 0.03 if 0 <= distance < 20 else 0
    )


def trading_days(first: date, last: date) -> list[date]:
    closed = {date.fromisoformat(text) for text in CLOSED.split()}
    days = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return [day for day in days if day.weekday() < 5 and day not in closed]


def around(days: list[date], event: date) -> list[date]:
    at = sum(1 for day in days if day <= event) - 1
    return days[max(at - BEFORE, 0) : at + AFTER]


def files() -> dict[str, bytes]:
    return {"filings.csv": filings().encode(), "prices.csv": prices().encode(), "eps.csv": eps().encode()}
