"""Real filings: nothing crashes, everything is quick, and what is found there is borne out."""

from __future__ import annotations

import gc
import time
from pathlib import Path

import pytest

import tieout

pytestmark = pytest.mark.corpus


def _folders(corpus: Path, name: str) -> list[Path]:
    return [p for p in sorted((corpus / "filings" / name).iterdir()) if p.is_dir()]


def test_sums_of_original_filings_disagree_only_where_the_documentation_lists_them(corpus: Path) -> None:
    """docs/audit.md has the arithmetic of each."""
    found = set()
    for folder in _folders(corpus, "xbrl-original"):
        for f in tieout.audit(tieout.read(folder), rules=["statement-sum", "dimension-sum", "calculation-consistency"]):
            found.add((folder.name, f.rule, f.concepts[0], f.severity.name))
    assert found == {
        ("aapl-2010", "calculation-consistency", "us-gaap:GrossProfit", "info"),
        ("aapl-2010", "calculation-consistency", "us-gaap:StockholdersEquity", "info"),
        ("aeon-2023q3", "calculation-consistency", "us-gaap:AssetAcquisitionConsiderationTransferred", "warning"),
    }


def test_a_median_filing_takes_less_than_a_second(corpus: Path) -> None:
    seconds = []
    for folder in _folders(corpus, "xbrl-packages")[::6]:
        begun = time.process_time()
        result = tieout.audit(tieout.read(folder))
        seconds.append(time.process_time() - begun)
        assert len(result.rules) > 20
        gc.collect()
    assert sorted(seconds)[len(seconds) // 2] < 1.0


def test_a_taxonomy_sharpens_rules_and_they_say_so(corpus: Path) -> None:
    packages = [corpus / "taxonomy" / n for n in ("us-gaap-2025", "sec-and-base-2025")]
    folder = corpus / "filings" / "xbrl-packages" / "SPR_FY_2023_2025"
    plain = tieout.audit(tieout.read(folder))
    sharp = tieout.audit(tieout.read(folder, taxonomy=packages), taxonomy=packages)
    assert not plain.sharpened
    assert {s.rule for s in sharp.sharpened} >= {"axis-member", "reversed-sum", "cash-flow-section", "part-exceeds-whole"}
    calculations = [
        {(f.role, f.concepts[0], f.contexts) for f in r.findings if f.rule == "calculation-consistency"} for r in (plain, sharp)
    ]
    assert calculations[0] == calculations[1]
