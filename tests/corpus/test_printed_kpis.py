"""Key figures of ten reports as PDF against what a person read there (`printed_kpis.toml`)."""

from __future__ import annotations

import tomllib
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import tieout

pytestmark = pytest.mark.corpus

TRUTH: dict[str, Any] = tomllib.loads(Path(__file__).with_name("printed_kpis.toml").read_text(encoding="utf-8"))
NEAR = Decimal("0.0005")
"""The benchmark's tolerance: a twentieth of a per cent."""


@pytest.fixture(scope="module")
def reports(corpus: Path) -> dict[str, tieout.Report]:
    return {name: tieout.read(corpus / "filings" / "pdf" / f"{name}.pdf") for name in TRUTH}


@pytest.mark.parametrize("back", [0, 1], ids=["latest", "year-before"])
def test_what_is_printed_is_found_and_what_is_not_is_not(reports: dict[str, tieout.Report], back: int) -> None:
    counts: Counter[str] = Counter()
    for name, report in reports.items():
        truth = TRUTH[name]
        for answer in tieout.kpis(report, year=truth["year"] - back):
            gold = truth["values"].get(answer.kpi, ["", ""])[back]
            beside = truth["beside"].get(answer.kpi, [[], []])[back]
            counts["there"] += gold != ""
            if answer.value is None:
                continue
            if gold:
                counts["said"] += 1
                counts["right"] += near(answer.value, gold)
            else:
                counts["said"] += not any(near(answer.value, value) for value in beside)
    assert counts["there"] == (235, 235)[back]
    assert counts["right"] >= 0.97 * counts["there"], counts
    assert counts["right"] >= 0.97 * counts["said"], counts


def near(value: Decimal, printed: str) -> bool:
    return abs(value - Decimal(printed)) <= NEAR * abs(Decimal(printed))
