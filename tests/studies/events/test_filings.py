"""Filings in, announcements out: the original 10-K of each fiscal year that was accepted first."""

from __future__ import annotations

import json
from datetime import date

import pytest

from tests.studies.events.made_up import table, utc
from tieout.report.errors import InputError
from tieout.studies.events import read_filings, read_wanted, select

HEAD = "ticker,fiscal_year,period_end,form,accepted"


def chosen(folder, *rows, wanted=None):
    return [
        (s.ticker, s.fiscal_year, s.filing and s.filing.accepted.isoformat()[:16], s.reason)
        for s in select(read_filings([table(folder, "f.csv", HEAD, *rows)]), wanted)
    ]


def test_amendments_transition_and_quarterly_reports_announce_nothing(tmp_path):
    rows = [
        f"ASHQ,2023,,{form},2024-02-{day}T12:00:00Z"
        for day, form in ((10, "10-K/A"), (11, "10-KT"), (12, "10-Q"), (13, "10-K"), (14, "NT 10-K"))
    ]
    assert chosen(tmp_path, *rows) == [("ASHQ", 2023, "2024-02-13T12:00", "")]


def test_the_earliest_acceptance_counts_whatever_the_order(tmp_path):
    rows = ["ASHQ,2023,,10-K,2024-02-21T12:00:00Z", "ASHQ,2023,,10-k,2024-02-20T12:00:00Z"]
    assert chosen(tmp_path, *rows) == [("ASHQ", 2023, "2024-02-20T12:00", "")]


@pytest.mark.parametrize(
    ("stated", "end", "year"),
    [
        ("", "2024-01-27", 2023),  # 52 weeks that end in January are the year before's
        ("", "2024-02-03", 2024),
        ("2023", "2024-02-03", 2023),  # what the filer states goes first
        ("", "2023-12-31", 2023),
        ("", "2024-12-28", 2024),
    ],
)
def test_fiscal_years_of_52_and_53_weeks(tmp_path, stated, end, year):
    assert chosen(tmp_path, f"DUNV,{stated},{end},10-K,2024-03-20T12:00:00Z")[0][1] == year


def test_of_the_reports_wanted_those_without_a_filing_say_why(tmp_path):
    rows = ["ASHQ,2023,,10-K,2024-02-21T12:00:00Z", "ASHQ,2022,,10-K/A,2023-02-21T12:00:00Z"]
    wanted = read_wanted(table(tmp_path, "w.csv", "Ticker,Fiscal Year", "ashq,2023", "ASHQ,2022", "ASHQ,2021", "PELW,2023"))
    assert chosen(tmp_path, *rows, wanted=wanted) == [
        ("ASHQ", 2023, "2024-02-21T12:00", ""),
        ("ASHQ", 2022, None, "no original 10-K of fiscal year 2022, only 10-K/A"),
        ("ASHQ", 2021, None, "no filing of fiscal year 2021 among the 2 of this ticker"),
        ("PELW", 2023, None, "no filing of this ticker in the filings given"),
    ]


def submissions(**recent: list[str]) -> dict:
    columns = {
        "accessionNumber": ["0000000000-24-000001"], "reportDate": ["2024-01-27"], "form": ["10-K"],
        "acceptanceDateTime": ["2024-03-20T20:05:01.000Z"], **recent,
    }  # fmt: skip
    return {"cik": "0009990102", "tickers": ["DUNV", "DUNV-PA"], "filings": {"recent": columns, "files": []}}


def test_edgars_submissions_are_read_with_the_further_files_that_they_name(tmp_path):
    first, further = tmp_path / "CIK0009990102.json", tmp_path / "CIK0009990102-submissions-001.json"
    first.write_text(json.dumps(submissions()))
    further.write_text(json.dumps(submissions(reportDate=["2009-01-31"])["filings"]["recent"]))
    one, old = read_filings([first, further])
    assert (one.ticker, one.cik, one.fiscal_year, one.form) == ("DUNV", "9990102", 2023, "10-K")
    assert one.accepted == utc("2024-03-20T20:05:01")
    assert one.period_end == date(2024, 1, 27)
    assert (old.ticker, old.fiscal_year) == ("DUNV", 2008)


def test_what_was_fetched_is_read_from_its_manifest(tmp_path):
    entry = {"size": 1, "cik": 9990102, "form": "10-K", "period": "2024-01-27", "accepted": "2024-03-20T20:05:01.000Z"}
    files = {
        "DUNV/DUNV-10-K-2024-01-27.htm": entry,
        "CIK0009990103/a.htm": {**entry, "cik": 9990103},
        "labels.csv": {"size": 1},
    }
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps({"files": files}))
    one, other = read_filings([path])
    assert (one.ticker, one.cik, one.fiscal_year, one.accepted) == ("DUNV", "9990102", 2023, utc("2024-03-20T20:05:01"))
    assert (other.ticker, other.cik) == ("", "9990103")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["form,accepted", "10-K,2024-02-20T12:00:00Z"], "f.csv:2: names neither a ticker nor a cik"),
        (["ticker,form", "ASHQ,10-K"], "f.csv: has no column accepted"),
        ([HEAD, "ASHQ,2023,,10-K,20240220160632"], "f.csv:2: '20240220160632' is no date and time"),
        ([HEAD, "ASHQ,2023,,10-K,2024-13-20T12:00:00Z"], "is no date and time"),
        ([HEAD, "ASHQ,FY23,,10-K,2024-02-20T12:00:00Z"], "f.csv:2: fiscal_year 'FY23' is no year"),
        ([HEAD, "ASHQ,,31.12.2023,10-K,2024-02-20T12:00:00Z"], "f.csv:2: period_end '31.12.2023' is no date"),
        (['{"cik": 1}'], "is not EDGAR's submissions JSON"),
        (["{"], "is neither CSV nor JSON"),
        (["[" * 100_000], "is neither CSV nor JSON"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path, rows, said):
    with pytest.raises(InputError) as error:
        read_filings([table(tmp_path, "f.csv", *rows)])
    assert said in str(error.value)


def test_columns_of_submissions_that_differ_in_length_are_refused(tmp_path):
    path = tmp_path / "CIK0009990102.json"
    path.write_text(json.dumps(submissions(form=["10-K", "10-Q"])))
    with pytest.raises(InputError, match="not of one length"):
        read_filings([path])


def test_times_with_another_zone_are_put_into_utc(tmp_path):
    rows = ["ASHQ,2023,,10-K,2024-02-20T16:06:32-05:00", "ASHQ,2022,,10-K,2023-02-20 16:06"]
    found = read_filings([table(tmp_path, "f.csv", HEAD, *rows)])
    assert [f.accepted for f in found] == [utc("2024-02-20T21:06:32"), utc("2023-02-20T16:06:00")]
