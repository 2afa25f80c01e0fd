"""`tieout events` as its users run it, on the made-up sample that ships."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tieout.samples import path as sample

FILES = sample("studies")
GIVEN = (FILES / "filings.csv", "--prices", FILES / "prices.csv")


def test_each_event_has_its_session_days_returns_and_surprise(tieout: Run) -> None:
    done = tieout("events", *GIVEN, "--eps", FILES / "eps.csv", "--horizons", "-1,90")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [(r["ticker"], r["fiscal_year"], r["session"], r["event_day"]) for r in rows] == [
        ("ASHQ", 2022, "after-hours", "2023-02-21"),
        ("ASHQ", 2023, "pre-market", "2024-02-21"),
        ("DUNV", 2022, "intraday", "2023-03-23"),
        ("DUNV", 2023, "after-hours", "2024-03-28"),
        ("KESR", 2022, "non-trading day", "2023-04-06"),
        ("KESR", 2023, "after-hours", "2024-07-03"),
        ("PELW", 2022, "intraday", "2023-03-10"),
        ("PELW", 2023, "after-hours", "2024-03-08"),
    ]
    assert rows[0]["eps_surprise"] == "0.109091"
    assert rows[-1]["forward_90"] is None
    assert rows[-1]["reason"] == "no price on 2024-07-18 (forward_90); no EPS given for this year"


def test_a_split_is_no_return_unless_it_is_asked_for(tieout: Run) -> None:
    def forward(*options: str) -> float:
        done = tieout("events", *GIVEN, "--horizons", "20", "--format", "csv", *options)
        rows = {(r["ticker"], r["fiscal_year"]): r for r in csv.DictReader(io.StringIO(done.stdout.decode()))}
        return float(rows["KESR", "2022"]["price"])

    assert forward("--price", "close") == pytest.approx(2 * forward(), abs=0.02)


def test_means_and_their_chart(tieout: Run, tmp_path: Path) -> None:
    chart = tmp_path / "mean.svg"
    done = tieout("events", *GIVEN, "--horizons", "-5,5", "--mean", "--chart", chart)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(r["h"], r["return"], r["events"], r["companies"]) for r in rows] == [
        ("-5", "r_-5", 8, 4),
        ("+5", "forward_5", 8, 4),
    ]
    assert all(float(r["low"]) < float(r["mean"]) < float(r["high"]) for r in rows)
    root = ET.parse(chart).getroot()
    titles = [t.text or "" for t in root.iter("{http://www.w3.org/2000/svg}title")]
    assert [t.partition(":")[0] for t in titles] == ["r_-5", "forward_5"]


def test_parquet_and_workbook_can_be_written(tieout: Run, tmp_path: Path) -> None:
    for name in ("events.parquet", "events.xlsx"):
        assert tieout("events", *GIVEN, "--out", tmp_path / name).returncode == 0
        assert (tmp_path / name).stat().st_size > 1000


def test_without_any_return_the_status_is_1(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("ticker,date,close\n")
    done = tieout("events", FILES / "filings.csv", "--prices", tmp_path / "p.csv")
    assert done.returncode == 1
    assert b"tieout: 0 of 8 events have a return" in done.stderr
    assert {json.loads(line)["reason"] for line in done.stdout.splitlines()} == {
        f"no prices of {t}" for t in ("ASHQ", "DUNV", "KESR", "PELW")
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.csv", "--prices", "p.csv"], "none.csv: there is no such file"),
        ([str(FILES / "filings.csv"), "--prices", "p.csv"], "p.csv: there is no such file"),
        ([*map(str, GIVEN), "--price", "open"], "--price open: is adjusted or close"),
        ([*map(str, GIVEN), "--horizons", "0"], "--horizons '0'"),
        ([str(FILES / "filings.csv")], "--prices"),
    ],
)
def test_a_mistake_is_told_in_one_line(tieout: Run, tmp_path: Path, arguments: list[str], said: str) -> None:
    done = tieout("events", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == b""
    assert said in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1
