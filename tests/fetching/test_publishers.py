"""Filings, documents, labels and datasets as their publishers serve them."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pytest

from tests.fetching.publisher import DOCUMENT, FACTS, HUB, Publisher, package, spoiled
from tieout.fetching import Fetcher, FetchError, Manifest
from tieout.fetching.datasets import dataset, datasets, fetch_dataset
from tieout.fetching.edgar import company, company_facts, fetch_filing, filings
from tieout.fetching.edinet import document_ids, fetch_document
from tieout.fetching.labels import alpha_vantage, coverage, from_alpha_vantage, from_company_facts, from_yahoo, merged
from tieout.report.errors import InputError


def test_a_filing_by_ticker_form_and_year(fetcher: Fetcher, tmp_path: Path) -> None:
    one = company(fetcher, "tnm")
    (found,) = filings(fetcher, one, "10-K", 2023)
    path = fetch_filing(fetcher, found, tmp_path)
    assert path == tmp_path / "TNM" / "TNM-10-K-2023-12-31.htm"
    assert path.read_bytes() == DOCUMENT
    entry = json.loads((tmp_path / "manifest.json").read_text())["files"]["TNM/TNM-10-K-2023-12-31.htm"]
    assert entry["source"].startswith("https://www.sec.gov/Archives/edgar/data/101/000000010124000001/")
    assert (entry["licence"], entry["size"]) == ("SEC filings: public domain", len(DOCUMENT))
    assert entry["accepted"] == "2024-02-01T21:00:00.000Z"
    assert len(entry["sha256"]) == 64


def test_a_filing_that_is_there_is_not_fetched_again(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    found = next(filings(fetcher, company(fetcher, "101"), "10-K"))
    fetch_filing(fetcher, found, tmp_path)
    before = len(publisher.asked)
    fetch_filing(fetcher, found, tmp_path)
    assert len(publisher.asked) == before


def test_packages_amendments_and_old_filings(fetcher: Fetcher, tmp_path: Path) -> None:
    one = company(fetcher, "TNM")
    path = fetch_filing(fetcher, next(filings(fetcher, one, "10-K", 2023)), tmp_path, package=True)
    assert (path.suffix, path.read_bytes()) == (".zip", package())
    assert [found.document for found in filings(fetcher, one, "10-K/A")] == ["tnm-a.htm"]
    assert [found.period for found in filings(fetcher, one, "10-K", 2009)] == ["2009-12-31"]
    assert [found.period for found in filings(fetcher, one, "10-K")] == ["2023-12-31", "2022-12-31", "2009-12-31"]
    with pytest.raises(InputError, match="EDGAR knows no such ticker"):
        company(fetcher, "NONE")


def test_names_from_a_server_lead_nowhere_else(fetcher: Fetcher, publisher: Publisher, monkeypatch: pytest.MonkeyPatch) -> None:
    fields = ("form", "filingDate", "reportDate", "acceptanceDateTime", "primaryDocument")
    recent = {"accessionNumber": ["../../x"], **{name: ["10-K"] for name in fields}}
    monkeypatch.setattr("tests.fetching.publisher.SUBMISSIONS", {"filings": {"recent": recent}})
    with pytest.raises(FetchError, match="can't be a name here"):
        next(filings(fetcher, company(fetcher, "101"), "10-K"))


def test_edinet_by_id_and_by_day(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    assert [one["docID"] for one in document_ids(fetcher, "key", date(2024, 6, 27))] == ["S100ABCD"]
    path = fetch_document(fetcher, "key", "S100ABCD", tmp_path)
    assert (path.name, path.read_bytes()) == ("S100ABCD.zip", package())
    assert fetch_document(fetcher, "key", "S100ABCD", tmp_path, "csv").name == "S100ABCD.csv.zip"
    assert {query["type"] for path_, query, _ in publisher.asked if path_.endswith("S100ABCD")} == {"1", "5"}
    assert "key" not in (tmp_path / "manifest.json").read_text().replace("Subscription-Key", "")
    with pytest.raises(FetchError, match="Access denied"):
        list(document_ids(fetcher, "wrong", date(2024, 6, 27)))
    with pytest.raises(FetchError, match="NOT FOUND"):
        fetch_document(fetcher, "key", "S100NONE", tmp_path)
    assert not (tmp_path / "S100NONE.zip").exists()
    for id_, form in (("../etc", "xbrl"), ("S100ABCD", "doc")):
        with pytest.raises(InputError):
            fetch_document(fetcher, "key", id_, tmp_path, form)


def test_a_dataset_comes_in_its_layout_and_only_once(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    assert fetch_dataset(fetcher, dataset("finer-ord"), tmp_path) == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["manifest.json", "test.csv", "train.csv", "val.csv"]
    assert Manifest(tmp_path).files["train.csv"]["licence"] == "CC BY-NC 4.0"
    before = len(publisher.asked)
    assert fetch_dataset(fetcher, dataset("finer-ord"), tmp_path) == 3
    assert len(publisher.asked) == before + 1, "the list alone"


def test_hashes_that_the_hub_tells_are_held_to(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    publisher.faults["/datasets/artefactory/LEDGER/resolve/main/needle/eval/data.parquet"] = [spoiled]
    with pytest.raises(FetchError, match="not what was announced"):
        fetch_dataset(fetcher, dataset("ledger"), tmp_path)
    assert not (tmp_path / "needle" / "eval" / "data.parquet").exists()
    fetch_dataset(fetcher, dataset("ledger"), tmp_path)
    assert (tmp_path / "needle" / "eval" / "data.parquet").read_bytes() == HUB["needle/eval/data.parquet"]
    assert (tmp_path / "mmd" / "A B.mmd").read_bytes() == b"text"


def test_a_repository_hosts_dataset(fetcher: Fetcher, tmp_path: Path) -> None:
    assert fetch_dataset(fetcher, dataset("ufo-2024"), tmp_path) == 2
    assert (tmp_path / "table_qa" / "train" / "reports" / "S1" / "S1.html").read_bytes() == b"{}"


def test_every_dataset_is_declared_in_full() -> None:
    for one in datasets().values():
        assert one.host in ("hub", "github")
        assert one.licence and one.layout and "/" in one.repository
        assert one.target("../x") is None or ".." in (one.target("../x") or "")
    assert datasets()["finer-ord"].notice
    with pytest.raises(InputError, match="there are finer-ord"):
        dataset("none")


def test_paths_that_lead_out_are_refused(fetcher: Fetcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fetching.publisher.HUB", {"needle/../../x.parquet": b"x"})
    with pytest.raises(FetchError, match="leads out of the folder"):
        fetch_dataset(fetcher, dataset("ledger"), tmp_path / "data")


def test_labels_of_companyfacts_by_waterfall_and_year(fetcher: Fetcher, tmp_path: Path) -> None:
    path = company_facts(fetcher, company(fetcher, "TNM"), tmp_path)
    labels = from_company_facts(json.loads(path.read_text()))
    assert {year: labels[year, "revenue"].value for year, kpi in labels if kpi == "revenue"} == {2023: 1250, 2022: 1100}
    assert labels[2023, "total_liabilities"].value == 600
    assert labels[2023, "eps_basic"].value == Decimal("1.5")
    assert labels[2023, "revenue"].tag == "us-gaap:Revenues"
    with pytest.raises(FetchError, match="no companyfacts"):
        from_company_facts({"facts": []})


def test_later_sources_fill_holes_and_never_override(fetcher: Fetcher) -> None:
    edgar = from_company_facts(FACTS)
    lines = {"Total Revenue": 7.0, "Capital Expenditure": -80.0, "Gross Profit": float("nan")}
    yahoo = from_yahoo([pd.DataFrame({pd.Timestamp("2023-12-31"): lines})])
    alpha = from_alpha_vantage(alpha_vantage(fetcher, "TNM", "key"))
    labels = merged(edgar, yahoo, alpha)
    found = {kpi: (str(labels[2023, kpi].value), labels[2023, kpi].source) for kpi in ("revenue", "capex", "gross_profit")}
    assert found == {"revenue": ("1250", "edgar"), "capex": ("80.0", "yahoo"), "gross_profit": ("550", "alpha_vantage")}
    rows = {row["kpi"]: row for row in coverage({"TNM": labels, "OAK": {}})}
    assert (rows["revenue"]["2022"], rows["inventory"]["2022"], rows["inventory"]["2023"]) == ("1/1", "0/1", "1/1")


def test_a_used_up_quota_is_said(fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fetching.publisher.ALPHA", {"INCOME_STATEMENT": {"Information": "25 requests a day"}})
    with pytest.raises(FetchError, match="25 requests a day"):
        alpha_vantage(fetcher, "TNM", "key")


@pytest.mark.parametrize("files", ['{"a": 5}', '{"a": {"size": "x", "sha256": ""}}', '{"a": {}}', "[1]", "7"])
def test_a_manifest_that_is_none_is_said(tmp_path: Path, files: str) -> None:
    (tmp_path / "manifest.json").write_text('{"files": ' + files + "}")
    with pytest.raises(InputError, match="is no manifest of fetched files"):
        Manifest(tmp_path)


def test_digits_of_other_scripts_are_no_cik(fetcher: Fetcher) -> None:
    with pytest.raises(InputError, match="knows no such ticker"):
        company(fetcher, "\N{SUPERSCRIPT TWO}")
