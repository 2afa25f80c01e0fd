"""The golden pair: an inline document, and the plain instance that the SEC extracted from it."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from html import unescape
from pathlib import Path

import pytest
from lxml import etree, html

import tieout
from tieout.report import Fact, TypedMember

pytestmark = pytest.mark.corpus

XBRLI = "{http://www.xbrl.org/2003/instance}"
XSI_NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"
Row = tuple[object, ...]


@pytest.fixture(scope="module")
def folder(corpus: Path) -> Path:
    return corpus / "filings" / "xbrl-original" / "aeon-2023q3"


@pytest.fixture(scope="module")
def facts(folder: Path) -> tieout.Facts:
    return tieout.read(folder / "aeon-20230930x10q.htm").facts


@pytest.fixture(scope="module")
def instance(folder: Path) -> etree._Element:
    return etree.parse(folder / "aeon-20230930x10q_htm.xml").getroot()


def key_of(context: etree._Element) -> tuple[object, ...]:
    """Period and dimensions of a context, read here anew and as simply as can be."""
    dates = tuple((e.tag.removeprefix(XBRLI), (e.text or "").strip()) for e in context.find(f"{XBRLI}period"))
    members = frozenset((e.get("dimension"), (e.text or "").strip()) for e in context.iter("{http://xbrl.org/2006/xbrldi}*"))
    return dates, members


def unit_of(unit: etree._Element) -> str:
    """Measures by their prefix in the instance; one without a prefix is in the instance's default namespace, XBRL's own."""

    def measures(part: etree._Element) -> str:
        texts = [(m.text or "").strip() for m in part.iter(f"{XBRLI}measure")]
        return "*".join(t if ":" in t else f"xbrli:{t}" for t in texts)

    divide = unit.find(f"{XBRLI}divide")
    return measures(unit) if divide is None else "/".join(measures(part) for part in divide)


def expected(instance: etree._Element, numeric: bool) -> list[tuple[Row, str]]:
    contexts = {c.get("id"): key_of(c) for c in instance.iter(f"{XBRLI}context")}
    units = {u.get("id"): unit_of(u) for u in instance.iter(f"{XBRLI}unit")}
    prefixes = {uri: prefix for prefix, uri in instance.nsmap.items()}
    rows = []
    for e in instance:
        if not isinstance(e.tag, str) or e.get("contextRef") is None or (e.get("unitRef") is not None) != numeric:
            continue
        q = etree.QName(e)
        nil = e.get(XSI_NIL) == "true"
        rows.append(
            (
                (
                    f"{prefixes[q.namespace]}:{q.localname}",
                    *contexts[e.get("contextRef")],
                    units.get(e.get("unitRef")),
                    e.get("decimals"),
                    nil,
                ),
                e.text or "",
            )
        )
    return rows


def found(fact: Fact) -> Row:
    period = fact.period
    dates = (("instant", period.instant),) if period.instant else (("startDate", period.start), ("endDate", period.end))
    members = frozenset((a, m.text if isinstance(m, TypedMember) else m) for a, m in fact.dimensions.items())
    decimals = None if fact.decimals is None else str(fact.decimals)
    return fact.concept, dates, members, str(fact.unit) if fact.unit else None, decimals, fact.nil


def test_all_numeric_facts_agree(facts: tieout.Facts, instance: etree._Element) -> None:
    ours = Counter((found(f), f.value) for f in facts if f.is_numeric)
    theirs = Counter((row, Decimal(text) if text else None) for row, text in expected(instance, numeric=True))
    assert sum(theirs.values()) == 1_002
    assert ours == theirs


def words(markup: str) -> str:
    """The words of a text value: markup is compared by what it says, since serialisers differ in white space and quotes."""
    text = unescape(markup)
    if "<" in text:
        text = "".join(html.fromstring(f"<div>{text}</div>").itertext())
    return "".join(text.split())


def test_all_text_facts_agree(facts: tieout.Facts, instance: etree._Element) -> None:
    ours = Counter((found(f), words(str(f.value))) for f in facts if not f.is_numeric)
    theirs = Counter((row, words(text)) for row, text in expected(instance, numeric=False))
    assert sum(theirs.values()) == 130
    assert ours == theirs
