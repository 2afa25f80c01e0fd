"""The sample that ships: every planted mistake is found by the rule family that it names, and nothing dishonest beside it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import tieout
import tieout.samples
from tieout.engines.auditing import AuditResult, Finding, Severity, all_rules

MISTAKES: list[dict[str, Any]] = tomllib.loads(tieout.samples.path("mistakes.toml").read_text("utf-8"))["mistake"]
CATEGORIES = {r.id: r.category for r in all_rules()}


@pytest.fixture(scope="module")
def result() -> AuditResult:
    return tieout.audit(tieout.read(tieout.samples.path("us_10k")))


def _elements(finding: Finding) -> set[str | None]:
    return {f.id for f in finding.facts}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m["id"])
def test_every_mistake_is_found_by_the_family_it_names(result: AuditResult, mistake: dict[str, Any]) -> None:
    found = [
        f
        for f in result
        if CATEGORIES[f.rule] == mistake["family"]
        and mistake["elements"][0] in _elements(f)
        and (mistake.get("dqc") is None or f.dqc in (mistake["dqc"], None))
    ]
    assert found
    if mistake.get("dqc"):
        assert any(f.dqc == mistake["dqc"] for f in found)


@pytest.mark.parametrize("mistake", [m for m in MISTAKES if m["family"] in ("calculation", "sign")], ids=lambda m: m["id"])
def test_what_is_reported_and_what_is_right_are_exact(result: AuditResult, mistake: dict[str, Any]) -> None:
    found = next(f for f in result if f.dqc == mistake["dqc"] and f.concepts[0] == mistake["concept"])
    assert (format(found.reported, "f"), format(found.expected, "f")) == (mistake["reported"], mistake["right"])
    assert str(found.period) == mistake["period"]


def test_what_follows_from_a_mistake_is_found_with_its_figures(result: AuditResult) -> None:
    for mistake in MISTAKES:
        for more in mistake.get("finding", ()):
            assert any(
                CATEGORIES[f.rule] == more["family"]
                and f.concepts[0] == more["concept"]
                and (f.role or "").endswith(more["role"])
                and format(f.reported, "f") == more["reported"]
                and format(f.expected, "f") == more["expected"]
                for f in result
            )


def test_nothing_else_is_found(result: AuditResult) -> None:
    """Each warning and error is about an element of a mistake, or about a sum that a mistake breaks."""
    wrong = {e for m in MISTAKES for e in m["elements"]}
    for finding in result.at_least(Severity.warning):
        assert wrong & _elements(finding), finding.message


def test_evidence_is_the_printed_cell(result: AuditResult) -> None:
    total = next(f for f in result if f.dqc == "DQC_0126" and f.concepts[0] == "us-gaap:AssetsCurrent")
    first = total.evidence[0]
    assert (first.element_id, first.quote, first.printed) == ("f-139", "112,567", True)
    assert first.cell is not None
    assert len(total.evidence) == 1 + len(total.arithmetic)
