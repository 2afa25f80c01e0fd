"""Small made-up inline documents: the few lines that a test is about, within a whole that reads."""

from __future__ import annotations

from decimal import Decimal

from tieout.reading.inline_xbrl import read_inline
from tieout.report import Fact, Facts, Notice

IX = "http://www.xbrl.org/2013/inlineXBRL"
IX_1_0 = "http://www.xbrl.org/2008/inlineXBRL"
IXT = "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"

CONTEXTS = """
<xbrli:context id="c23"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0000000001</xbrli:identifier></xbrli:entity>
 <xbrli:period><xbrli:startDate>2023-01-01</xbrli:startDate><xbrli:endDate>2023-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="i23"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0000000001</xbrli:identifier></xbrli:entity>
 <xbrli:period><xbrli:instant>2023-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:context id="north"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0000000001</xbrli:identifier>
 <xbrli:segment><xbrldi:explicitMember dimension="us-gaap:StatementBusinessSegmentsAxis">ex:NorthMember</xbrldi:explicitMember>
 <xbrldi:typedMember dimension="ex:LotAxis"><ex:lot> A-7 </ex:lot></xbrldi:typedMember></xbrli:segment></xbrli:entity>
 <xbrli:period><xbrli:instant>2023-12-31</xbrli:instant></xbrli:period></xbrli:context>
"""

UNITS = """
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="shares"><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unit>
<xbrli:unit id="perShare"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>
 <xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>
"""


def document(
    body: str, *, header: str = "", resources: str | None = None, ix: str = IX, root: str = "", ixt: str = IXT
) -> bytes:
    """A whole document with ``body`` as its visible part; ``header`` goes before the resources, ``root`` into the root tag."""
    if resources is None:
        resources = CONTEXTS + UNITS
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="{ix}" xmlns:ixt="{ixt}"
 xmlns:ixt-sec="http://www.sec.gov/inlineXBRL/transformation/2015-08-31"
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
 xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
 xmlns:us-gaap="http://fasb.org/us-gaap/2023" xmlns:dei="http://xbrl.sec.gov/dei/2023"
 xmlns:ex="http://example.com/20231231" {root}>
<head><title>made up</title></head><body>
<div style="display:none"><ix:header>{header}<ix:resources>{resources}</ix:resources></ix:header></div>
{body}
</body></html>""".encode()


def facts_of(*files: bytes) -> Facts:
    into: list[Fact] = []
    read_inline([(f"file{n}.htm", data) for n, data in enumerate(files, 1)], "report", into=into)
    return Facts(into)


def read_with_notices(*files: bytes) -> tuple[Facts, list[Notice]]:
    into: list[Fact] = []
    notices: list[Notice] = []
    read_inline([(f"file{n}.htm", data) for n, data in enumerate(files, 1)], "report", notices=notices, into=into)
    return Facts(into), notices


def number(text: str, **attributes: str) -> str:
    """An ix:nonFraction of total assets in dollars, with other or further attributes as given."""
    given = {"name": "us-gaap:Assets", "contextRef": "i23", "unitRef": "usd", "decimals": "0"} | attributes
    return (
        "<ix:nonFraction "
        + " ".join(f'{k.replace("_", ":")}="{v}"' for k, v in given.items() if v)
        + f">{text}</ix:nonFraction>"
    )


def value(text: str, **attributes: str) -> Decimal | str | None:
    """Value of the one number that a document holds."""
    (fact,) = facts_of(document(number(text, **attributes)))
    assert fact.error is None, fact.error
    return fact.value
