"""Filings of invented companies, tagged, and small enough to train on in a second or two."""

from __future__ import annotations

import random

NAMES = ("Acorn", "Bramble", "Cinder", "Dapple", "Ember", "Fennel")
LINES = (
    ("Net sales", "Revenues", "duration"),
    ("Cost of goods sold", "CostOfGoodsAndServicesSold", "duration"),
    ("Net income", "NetIncomeLoss", "duration"),
    ("Total assets", "Assets", "instant"),
    ("Total liabilities", "Liabilities", "instant"),
    ("Cash and cash equivalents", "CashAndCashEquivalentsAtCarryingValue", "instant"),
    ("Inventories", "InventoryNet", "instant"),
    ("Long-term debt", "LongTermDebt", "instant"),
)

_HEAD = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:us-gaap="http://fasb.org/us-gaap/2024"
 xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:link="http://www.xbrl.org/2003/linkbase"
 xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12">
<head><title>{name}</title></head><body><div style="display:none"><ix:header><ix:resources>
<xbrli:context id="d"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">{cik}</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate><xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="i"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">{cik}</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>
</ix:resources></ix:header></div>"""


def inline_filing(number: int, seed: int = 0, tables: int = 6) -> str:
    """Inline XHTML of one company: a discussion without tags, then notes and statements with tags."""
    rng = random.Random(1000 * number + seed)
    name = NAMES[number % len(NAMES)]
    parts = [_HEAD.format(name=name, cik=f"{number:010d}"), f"<h1>{name} Widgets Inc.</h1><h2>Discussion of results</h2>"]
    for _ in range(tables):
        parts.append(
            f"<p>Visits to our shops rose {rng.randint(2, 9)} % and we served {rng.randint(100, 900)} guests a day.</p>"
        )
        parts.append("<table><tr><td></td><td>Guests</td></tr>")
        parts += [f"<tr><td>Shop {s}</td><td>{rng.randint(100, 999)}</td></tr>" for s in "ABC"]
        parts.append("</table>")
    parts.append("<h2>Consolidated financial statements</h2>")
    for _ in range(tables):
        rate = rng.randint(11, 39)
        parts.append(
            f'<p>The effective tax rate was <ix:nonFraction name="us-gaap:EffectiveIncomeTaxRateContinuingOperations" '
            f'contextRef="d" unitRef="pure" decimals="2" scale="-2">{rate}</ix:nonFraction> % in the year.</p>'
        )
        parts.append("<p>The statement of the company (in millions):</p><table><tr><td></td><td>2024</td></tr>")
        for label, concept, period in rng.sample(LINES, len(LINES)):
            parts.append(
                f'<tr><td>{label}</td><td>$<ix:nonFraction name="us-gaap:{concept}" contextRef="{period[0]}" unitRef="usd" '
                f'decimals="-6" scale="6" format="ixt:num-dot-decimal">{rng.randint(1, 9)},{rng.randint(100, 999)}'
                "</ix:nonFraction></td></tr>"
            )
        parts.append("</table>")
    parts.append("</body></html>")
    return "".join(parts)


def without_tags(inline: str) -> str:
    """The same document as plain XHTML: no inline element, no header."""
    import re

    text = re.sub(r'<div style="display:none"><ix:header>.*?</ix:header></div>', "", inline, flags=re.DOTALL)
    text = re.sub(r"</?ix:[^>]*>", "", text)
    return re.sub(r' xmlns:(?:ix|xbrli|us-gaap|iso4217|link|xlink|ixt)="[^"]*"', "", text)
