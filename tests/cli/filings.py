"""Small made-up filings to run the program on."""

from __future__ import annotations

from pathlib import Path

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
      xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" xmlns:xbrli="http://www.xbrl.org/2003/instance"
      xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:link="http://www.xbrl.org/2003/linkbase"
      xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
      xmlns:dei="http://xbrl.sec.gov/dei/2024" xmlns:us-gaap="http://fasb.org/us-gaap/2024"
      xmlns:pw="http://pinewharf.example/20241231">
<head><title>Pine Wharf Boats</title></head>
<body>
<div style="display:none"><ix:header>
  <ix:hidden><ix:nonNumeric name="dei:DocumentType" contextRef="y24" id="h1">10-K</ix:nonNumeric></ix:hidden>
  <ix:references><link:schemaRef xlink:type="simple" xlink:href="pw-20241231.xsd"/></ix:references>
  <ix:resources>
    <xbrli:context id="y24"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0009990001</xbrli:identifier>
      </xbrli:entity><xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate><xbrli:endDate>2024-12-31</xbrli:endDate>
      </xbrli:period></xbrli:context>
    <xbrli:context id="i24"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0009990001</xbrli:identifier>
      </xbrli:entity><xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>
    <xbrli:context id="i23"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0009990001</xbrli:identifier>
      </xbrli:entity><xbrli:period><xbrli:instant>2023-12-31</xbrli:instant></xbrli:period></xbrli:context>
    <xbrli:context id="i24n"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0009990001</xbrli:identifier>
      <xbrli:segment>
        <xbrldi:explicitMember dimension="us-gaap:StatementBusinessSegmentsAxis">pw:NorthMember</xbrldi:explicitMember>
      </xbrli:segment></xbrli:entity><xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>
    <xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
  </ix:resources>
</ix:header></div>
"""

BODY = """
<p>Annual report of
<ix:nonNumeric name="dei:EntityRegistrantName" contextRef="y24" id="t1">Pine Wharf Boats plc — 松</ix:nonNumeric></p>
<p><b>Consolidated Balance Sheets</b></p>
<table>
<tr><td>(In thousands)</td><td>2024</td><td>2023</td></tr>
<tr><td>Cash</td><td>{cash24}</td><td>{cash23}</td></tr>
<tr><td>Total current assets</td><td>{current24}</td><td>{current23}</td></tr>
<tr><td>Total assets</td><td>{assets24}</td><td>{assets23}</td></tr>
<tr><td>Accumulated deficit</td><td>({deficit24})</td><td>({deficit23})</td></tr>
</table>
<p>North held {north} thousand. <ix:nonNumeric name="pw:Motto" contextRef="y24" id="t2">=HYPERLINK("x")</ix:nonNumeric></p>
</body></html>
"""


def number(name: str, context: str, text: str, id: str, sign: str = "") -> str:
    return (
        f'<ix:nonFraction name="{name}" contextRef="{context}" unitRef="usd" decimals="-3" scale="3"{sign} '
        f'format="ixt:num-dot-decimal" id="{id}">{text}</ix:nonFraction>'
    )


NEGATIVE = ' sign="-"'

FILING = HEAD + BODY.format(
    cash24=number("us-gaap:CashAndCashEquivalentsAtCarryingValue", "i24", "1,250", "c24"),
    cash23=number("us-gaap:CashAndCashEquivalentsAtCarryingValue", "i23", "980", "c23"),
    current24=number("us-gaap:AssetsCurrent", "i24", "2,100", "ca24"),
    current23=number("us-gaap:AssetsCurrent", "i23", "1,900", "ca23"),
    assets24=number("us-gaap:Assets", "i24", "8,410", "a24"),
    assets23=number("us-gaap:Assets", "i23", "7,655", "a23"),
    deficit24=number("us-gaap:RetainedEarningsAccumulatedDeficit", "i24", "310", "d24", NEGATIVE),
    deficit23=number("us-gaap:RetainedEarningsAccumulatedDeficit", "i23", "402", "d23", NEGATIVE),
    north=number("us-gaap:Assets", "i24n", "3,000", "n24"),
)
# Facts that FILING holds, of which NUMBERS have a unit.
FACTS, NUMBERS = 12, 9


def write_filing(folder: Path, name: str = "pine.htm", more: int = 0) -> Path:
    """Writes FILING, with ``more`` further facts in it, and gives its path."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    extra = "".join(f"<p>{number('us-gaap:Assets', 'i23', str(i), f'm{i}')}</p>" for i in range(more))
    path.write_text(FILING.replace("</body>", f"{extra}</body>"), encoding="utf-8")
    return path
