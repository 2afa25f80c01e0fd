"""A made-up inline annual report, two pages of it: a cover and statements that are short but whole."""

from __future__ import annotations

from pathlib import Path

from tests.reading.inline import IX

_CIK = '<xbrli:identifier scheme="http://www.sec.gov/CIK">{cik}</xbrli:identifier>'


def _context(id_: str, cik: str, period: str, segment: str = "") -> str:
    entity = f"<xbrli:entity>{_CIK.format(cik=cik)}{segment}</xbrli:entity>"
    return f'<xbrli:context id="{id_}">{entity}<xbrli:period>{period}</xbrli:period></xbrli:context>'


def _year(start: str, end: str) -> str:
    return f"<xbrli:startDate>{start}</xbrli:startDate><xbrli:endDate>{end}</xbrli:endDate>"


def _row(
    label: str, concept: str, contexts: tuple[str, ...], values: tuple[str, ...], unit: str = "usd", scale: int = 6
) -> str:
    cells = "".join(
        f'<td><ix:nonFraction name="us-gaap:{concept}" contextRef="{context}" unitRef="{unit}" decimals="-{scale}" '
        f'scale="{scale}" format="ixt:num-dot-decimal">{value}</ix:nonFraction></td>'
        for context, value in zip(contexts, values, strict=True)
    )
    return f"<tr><td>{label}</td>{cells}</tr>"


def annual_report(cik: str = "0000000101", name: str = "Tannery Mills Inc.", ticker: str = "TNM", focus: str = "2023") -> bytes:
    """Two years of figures; revenue stands on page 2 and, for the north segment, on page 3. There are no dividends."""
    flows, stocks = ("d23", "d22"), ("i23", "i22")
    dei = "".join(
        f'<p><ix:nonNumeric name="dei:{key}" contextRef="d23">{value}</ix:nonNumeric></p>'
        for key, value in {
            "EntityRegistrantName": name, "TradingSymbol": ticker, "SecurityExchangeName": "NYSE",
            "EntityCentralIndexKey": cik, "DocumentType": "10-K", "DocumentFiscalYearFocus": focus,
            "DocumentPeriodEndDate": "2023-12-31",
        }.items()
        if value
    )  # fmt: skip
    income = "".join((
        "<tr><td>(in millions)</td><td>2023</td><td>2022</td></tr>",
        _row("Net sales", "Revenues", flows, ("1,250", "1,100")),
        _row("Cost of sales", "CostOfRevenue", flows, ("700", "640")),
        _row("Net income", "NetIncomeLoss", flows, ("96", "81")),
    ))  # fmt: skip
    balance = "".join((
        "<tr><td>(in millions)</td><td>2023</td><td>2022</td></tr>",
        _row("Inventories", "InventoryNet", stocks, ("210", "190")),
        _row("Total assets", "Assets", stocks, ("2,400", "2,300")),
        _row("Shareholders&#8217; equity", "StockholdersEquity", stocks, ("1,500", "1,420")),
    ))  # fmt: skip
    segments = "".join((
        "<tr><td>North</td><td>2023</td></tr>",
        _row("Sales", "Revenues", ("north",), ("1,244",)),
        _row("Profit", "NetIncomeLoss", ("north",), ("5",)),
    ))  # fmt: skip
    north = (
        '<xbrli:segment><xbrldi:explicitMember dimension="us-gaap:StatementBusinessSegmentsAxis">'
        "ex:North</xbrldi:explicitMember></xbrli:segment>"
    )
    contexts = "".join((
        _context("d23", cik, _year("2023-01-01", "2023-12-31")),
        _context("d22", cik, _year("2022-01-01", "2022-12-31")),
        _context("i23", cik, "<xbrli:instant>2023-12-31</xbrli:instant>"),
        _context("i22", cik, "<xbrli:instant>2022-12-31</xbrli:instant>"),
        _context("north", cik, _year("2023-01-01", "2023-12-31"), north),
    ))  # fmt: skip
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="{IX}" xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
 xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:us-gaap="http://fasb.org/us-gaap/2023"
 xmlns:dei="http://xbrl.sec.gov/dei/2023" xmlns:ex="http://example.com/20231231">
<head><title>made up</title></head><body>
<div style="display:none"><ix:header><ix:resources>{contexts}
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources></ix:header></div>
<h1>Annual report</h1>{dei}<p>A price &lt;table&gt; in the text.</p>
<hr style="page-break-after:always"/>
<h2>Consolidated statements of income</h2><table>{income}</table>
<h2>Consolidated balance sheets</h2><table>{balance}</table>
<hr style="page-break-after:always"/>
<p>Segments</p><table>{segments}</table>
</body></html>""".encode()


def write_two(folder: Path) -> None:
    """The reports of two issuers, as files of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tnm.htm").write_bytes(annual_report())
    (folder / "oak.htm").write_bytes(annual_report("0000000202", "OAKFIELD FREIGHT CORP", "OAK"))
