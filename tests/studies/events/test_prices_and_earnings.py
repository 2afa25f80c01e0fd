"""Prices and earnings per share from files, and prices as yfinance gives them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pandas
import pytest

from tests.studies.events.made_up import table
from tieout.report.errors import InputError
from tieout.studies.events import eps_surprise, read_prices, read_surprises
from tieout.studies.events.prices import PriceKind
from tieout.studies.events.yahoo import fetch_prices

DAY = date(2024, 2, 20)


def test_adjusted_prices_are_taken_where_the_file_has_them(tmp_path):
    path = table(tmp_path, "p.csv", "Ticker,Date,Close,Adj Close", "ashq,2024-02-20,20.10,10.05")
    assert read_prices(path, {"ASHQ"}).close("ASHQ", DAY) == Decimal("10.05")
    assert read_prices(path, {"ASHQ"}, PriceKind.close).close("ASHQ", DAY) == Decimal("20.10")


def test_only_the_tickers_asked_for_are_kept(tmp_path):
    path = table(tmp_path, "p.csv", "ticker,date,close", "ASHQ,2024-02-20,20", "DUNV,not read,")
    prices = read_prices(path, {"ASHQ"})
    assert list(prices.closes) == ["ASHQ"]
    assert prices.kind is PriceKind.close


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["ASHQ,2024-02-20,0"], "p.csv:2: the price 0 is not positive"),
        (["ASHQ,2024-02-20,1e999"], "is no number"),
        (["ASHQ,2024-02-20,NaN"], "is no number"),
        (["ASHQ,2024-02-20,1,234.5", "ASHQ,2024-02-20,2"], "ASHQ has two prices on 2024-02-20, 1 and 2"),
        (["ASHQ,,12"], "p.csv:2: has no date"),
    ],
)
def test_a_price_that_can_not_be_is_refused_with_its_line(tmp_path, lines, said):
    with pytest.raises(InputError) as error:
        read_prices(table(tmp_path, "p.csv", "ticker,date,close", *lines), {"ASHQ"})
    assert said in str(error.value)


def test_an_empty_price_is_a_missing_one(tmp_path):
    assert read_prices(table(tmp_path, "p.csv", "ticker,date,close", "ASHQ,2024-02-20,"), {"ASHQ"}).close("ASHQ", DAY) is None


def test_the_surprise_keeps_its_sign_in_a_loss():
    assert eps_surprise(Decimal("0.55"), Decimal("0.50")) == Decimal("0.1")
    assert eps_surprise(Decimal("-0.45"), Decimal("-0.50")) == Decimal("0.1")
    assert eps_surprise(Decimal("-0.55"), Decimal("-0.50")) == Decimal("-0.1")
    assert eps_surprise(Decimal("0.10"), Decimal(0)) is None


def test_surprises_are_of_the_fourth_quarter(tmp_path):
    head = "ticker,fiscal_year,quarter,reported,consensus"
    found = read_surprises(table(tmp_path, "e.csv", head, "ASHQ,2023,Q3,9,1", "ashq,2023,Q4,0.55,0.5", "ASHQ,2022,4,0.3,0"))
    assert found["ASHQ", 2023].surprise == Decimal("0.1")
    assert (found["ASHQ", 2022].surprise, found["ASHQ", 2022].reason) == (None, "the consensus EPS is 0")


def test_two_surprises_of_one_year_are_refused(tmp_path):
    path = table(tmp_path, "e.csv", "ticker,fiscal_year,reported,consensus", "ASHQ,2023,1,2", "ASHQ,2023,1,3")
    with pytest.raises(InputError, match="ASHQ 2023 is there twice"):
        read_surprises(path)


def test_prices_of_yfinance_are_its_tables_days_and_numbers():
    """The table is of the form that yfinance's `download` returns; nothing is fetched."""
    asked = []

    def download(ticker, **options):
        asked.append((ticker, options["start"], options["end"]))
        index = pandas.DatetimeIndex(["2024-02-20", "2024-02-21", "2024-02-22"])
        return pandas.DataFrame({"Close": [20.1000003, float("nan"), 21.0], "Adj Close": [10.05, 10.1, float("inf")]}, index)

    prices = fetch_prices(["ASHQ", "ASHQ"], DAY, date(2024, 2, 22), download=download)
    assert asked == [("ASHQ", "2024-02-20", "2024-02-23")]
    assert prices.closes["ASHQ"] == {DAY: Decimal("10.0500"), date(2024, 2, 21): Decimal("10.1000")}
    raw = fetch_prices(["ASHQ"], DAY, DAY, PriceKind.close, download=download)
    assert raw.close("ASHQ", DAY) == Decimal("20.1000")
