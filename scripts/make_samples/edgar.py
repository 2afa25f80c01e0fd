"""What EDGAR would serve of the sample's company: a folder that any web server can stand in for it with (docs/fetch.md)."""

from __future__ import annotations

import json
from typing import Any

CIK, TICKER, NAME = 9999901, "MRWX", "Marrowbrook Instruments, Inc."
ACCESSION, DOCUMENT = "0009999901-24-000007", "mrw-20240930.htm"
# Concept, unit, and the years' values in single units; flows are over the fiscal year to September 30.
FLOWS: dict[tuple[str, str], dict[int, float]] = {
    ("RevenueFromContractWithCustomerExcludingAssessedTax", "USD"): {2023: 175_815_000, 2024: 193_575_000},
    ("NetIncomeLoss", "USD"): {2023: 13_635_000, 2024: 14_905_000},
    ("EarningsPerShareDiluted", "USD/shares"): {2024: 0.58},
}
STOCKS: dict[tuple[str, str], dict[int, float]] = {("Assets", "USD"): {2023: 198_120_000, 2024: 206_475_000}}
PAGE = f"""<html><head><title>{NAME}: annual report 2024</title></head><body>
<h1>{NAME}</h1><p>Form 10-K for the fiscal year ended September 30, 2024. The company is invented.</p>
<table><tr><td>(in thousands)</td><td>2024</td><td>2023</td></tr>
<tr><td>Total revenue</td><td>193,575</td><td>175,815</td></tr>
<tr><td>Net income</td><td>14,905</td><td>13,635</td></tr></table></body></html>
"""


def _entry(year: int, value: float, flow: bool) -> dict[str, Any]:
    start = {"start": f"{year - 1}-10-01"} if flow else {}
    return {**start, "end": f"{year}-09-30", "val": value, "fy": year, "fp": "FY", "form": "10-K", "filed": f"{year}-11-22"}


def facts() -> dict[str, Any]:
    concepts: dict[str, Any] = {}
    for table, flow in ((FLOWS, True), (STOCKS, False)):
        for (name, unit), values in table.items():
            concepts[name] = {"units": {unit: [_entry(year, value, flow) for year, value in values.items()]}}
    return {"cik": CIK, "entityName": NAME, "facts": {"us-gaap": concepts}}


def submissions() -> dict[str, Any]:
    recent = {
        "accessionNumber": [ACCESSION],
        "form": ["10-K"],
        "filingDate": ["2024-11-22"],
        "reportDate": ["2024-09-30"],
        "acceptanceDateTime": ["2024-11-22T21:05:11.000Z"],
        "primaryDocument": [DOCUMENT],
    }
    return {"cik": str(CIK), "name": NAME, "tickers": [TICKER], "filings": {"recent": recent, "files": []}}


def files() -> dict[str, bytes]:
    """Paths as EDGAR's two hosts have them."""
    content = {
        "files/company_tickers.json": {"0": {"cik_str": CIK, "ticker": TICKER, "title": NAME}},
        f"submissions/CIK{CIK:010d}.json": submissions(),
        f"api/xbrl/companyfacts/CIK{CIK:010d}.json": facts(),
    }
    made = {name: (json.dumps(body, indent=1) + "\n").encode() for name, body in content.items()}
    made[f"Archives/edgar/data/{CIK}/{ACCESSION.replace('-', '')}/{DOCUMENT}"] = PAGE.encode()
    return made
