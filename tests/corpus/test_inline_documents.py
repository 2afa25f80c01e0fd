"""Every real inline document: one fact for each element, valued, or with a reason that holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import etree

import tieout

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

# Two folders' documents have no inline tags at all: they are from before the SEC asked for them.
PLAIN = {"AA/0001193125-18-236766.htm", "META/0001326801-19-000037.htm"}
NUMERIC = re.compile(rb"<(?:\w+:)?nonFraction[\s>]")


def documents(corpus: Path, kind: str) -> list[Path]:
    return sorted(p for p in (corpus / "filings" / kind).rglob("*.htm") if "/".join(p.parts[-2:]) not in PLAIN)


@pytest.mark.parametrize("kind", ["inline-10k", "inline-10q"])
def test_each_numeric_element_is_one_fact_with_value_unit_and_period(corpus: Path, kind: str) -> None:
    paths = documents(corpus, kind)
    assert len(paths) > 50
    for path in paths:
        facts = [f for f in tieout.read(path).facts if f.is_numeric]
        assert len(facts) == len(NUMERIC.findall(path.read_bytes())), path
        wrong = [f for f in facts if f.error or not (f.nil or f.number is not None) or f.period.is_forever or not f.unit.name]
        assert not wrong, (path, wrong[0], wrong[0].error)


@pytest.mark.parametrize("kind", ["inline-10k", "inline-10q"])
def test_the_evidence_of_each_number_quotes_the_text_printed_there(corpus: Path, kind: str) -> None:
    for path in documents(corpus, kind)[::6]:
        root = etree.parse(path, etree.XMLParser(huge_tree=True, resolve_entities=False)).getroot()
        elements = list(root.iter(etree.Element))
        report = tieout.read(path)
        for fact in report.facts.where(numeric=True):
            evidence = fact.evidence
            own = "".join(elements[evidence.element].itertext(etree.Element))
            assert evidence.quote == own, (path, fact)
            assert evidence.element_id == elements[evidence.element].get("id")
            if not evidence.printed:
                continue
            start, end = evidence.span
            assert report.layout.stored_text(evidence.block, evidence.cell)[start:end] == own, (path, fact)
            assert evidence.page is not None
