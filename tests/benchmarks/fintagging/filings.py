"""A small inline 10-K of an invented company, and folders and archives of such."""

from __future__ import annotations

import zipfile
from pathlib import Path

from lxml import etree

HEAD = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:us-gaap="http://fasb.org/us-gaap/2024"
 xmlns:dei="http://xbrl.sec.gov/dei/2024" xmlns:qf="http://quillet.example/2031"
 xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:link="http://www.xbrl.org/2003/linkbase"
 xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"
 xmlns:ixt-sec="http://www.sec.gov/inlineXBRL/transformation/2015-08-31"><head><title>Quillet</title></head><body>
<div style="display:none"><ix:header><ix:hidden>
<ix:nonNumeric name="dei:EntityCentralIndexKey" contextRef="y">{cik}</ix:nonNumeric>
<ix:nonNumeric name="dei:DocumentType" contextRef="y">10-K</ix:nonNumeric>
<ix:nonFraction name="us-gaap:CommonStockSharesAuthorized" contextRef="d" unitRef="sh" decimals="0">900,000</ix:nonFraction>
</ix:hidden><ix:resources>
<xbrli:context id="y"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">{cik}</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:startDate>2031-01-01</xbrli:startDate><xbrli:endDate>2031-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="d"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">{cik}</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:instant>2031-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="sh"><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unit>
<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>
</ix:resources></ix:header></div>
"""

BODY = """<p>{name} makes biscuits in 14 plants on three continents.</p>
<p>Hi 12.</p>
<div><span>In 2031 we repaid $</span><span>{repaid}</span><span> million of our notes, which bore </span>{rate}<span>% interest,
in {parts} instalments.</span></div>
<div>Our crews worked 1,200 hours in the plant at Harrow, and another 85 at Oban.<!-- a remark --> They rested for 3 days.</div>
<div>The outlook for 2032 names 40 new lines of biscuits and other sweets.</div>
<table><tr><td></td><td></td><td></td></tr>
<tr><td><span>(in millions)</span></td><td>2031</td><td>2030</td></tr>
<tr><td><div><span>Inventories</span></div></td><td>$</td><td>{inventory}</td></tr>
<tr><td>Prepaid parts</td><td>$</td><td>72</td></tr>
<tr><td>Allowance</td><td>({allowance})</td><td>{dash}</td></tr></table>
<table><tr><td>Plant</td><td>Lines</td></tr><tr><td>Harrow</td><td>12</td></tr></table>
<table><tr><td>Only</td><td>words</td></tr></table>
</body></html>"""


def number(name: str, text: str, unit: str = "usd", context: str = "d", **attributes: str) -> str:
    more = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<ix:nonFraction name="{name}" contextRef="{context}" unitRef="{unit}" decimals="0"{more}>{text}</ix:nonFraction>'


def document(cik: str = "0000000001", name: str = "Quillet Foods", period: str = "2031-12-31") -> str:
    tagged = {
        "repaid": number("us-gaap:RepaymentsOfNotesPayable", "46", context="y", scale="6"),
        "rate": number("us-gaap:DebtInstrumentInterestRateStatedPercentage", "4.5", "pure", scale="-2"),
        "parts": number("us-gaap:NumberOfInstallments", "two", "pure", format="ixt-sec:numwordsen"),
        "inventory": number("us-gaap:InventoryNet", "1,250", scale="6"),
        "allowance": number("us-gaap:AllowanceForDoubtfulAccountsReceivableCurrent", "72", scale="6", sign="-"),
        "dash": number("us-gaap:AllowanceForDoubtfulAccountsReceivableCurrent", "—", format="ixt:fixed-zero"),
    }
    filled = HEAD.format(cik=cik) + BODY.format(name=name, **tagged)
    return filled.replace("2031-12-31", period).replace("Hi 12.", f"Hi {number('qf:Own', '12')}.")


def untagged(text: str) -> str:
    """The document without its Inline XBRL elements: what a solver may know of it."""
    root = etree.fromstring(text.encode())
    for element in root.xpath("//*[namespace-uri()='http://www.xbrl.org/2013/inlineXBRL' and local-name()='header']"):
        element.getparent().remove(element)
    etree.strip_tags(root, "{http://www.xbrl.org/2013/inlineXBRL}*")
    return etree.tostring(root, encoding="unicode")


def write(folder: Path) -> None:
    """Two companies, one of them in a zip; its second year; a copy; what is no report, and one that is broken."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "quillet").mkdir()
    (folder / "quillet" / "10k.htm").write_text(document(), encoding="utf-8")
    (folder / "quillet" / "copy.htm").write_text(document(), encoding="utf-8")
    (folder / "quillet" / "later.htm").write_text(document(period="2032-12-31"), encoding="utf-8")
    (folder / "quillet" / "once more.htm").write_text(document().replace("Oban", "Oban now"), encoding="utf-8")
    with zipfile.ZipFile(folder / "morrow.zip", "w") as archive:
        archive.writestr("morrow/10k.htm", document("0000000002", "Morrow Tools"))
        archive.writestr("morrow/10k_lab.xml", "<labels/>")
    (folder / "notes.txt").write_text("no report")
    (folder / "page.htm").write_text("<html><body>No tags at all</body></html>")
    (folder / "cut.htm").write_text(document()[:3000], encoding="utf-8")
