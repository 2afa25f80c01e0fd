"""Amounts against real filings: every displayed number whose value the inline tags give away."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from tieout.reading.transformations import lookup
from tieout.report.amounts import read_amount

REGISTRY = "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"


@pytest.mark.corpus
def test_figures_of_filings_are_read_as_their_tags_say(corpus: Path) -> None:
    lxml = pytest.importorskip("lxml.etree")
    transform = lookup(REGISTRY, "num-dot-decimal")
    assert transform is not None
    tried, wrong = 0, []
    for path in sorted((corpus / "filings" / "inline-10k").rglob("*.htm"))[:6]:
        parser = lxml.XMLParser(recover=True, huge_tree=True, no_network=True, resolve_entities=False)
        for element in lxml.fromstring(path.read_bytes().lstrip(), parser).iter("{*}nonFraction"):
            text = element.text or ""
            if len(element) or not element.get("format", "").endswith("num-dot-decimal"):
                continue
            tried += 1
            amount = read_amount(text)
            expected = Decimal(transform(text))
            if (amount is None or amount.value != expected) and not 1900 <= expected < 2100:
                wrong.append(text)
    assert tried > 2000
    assert wrong == []
