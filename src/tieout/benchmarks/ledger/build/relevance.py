"""Graded relevance of pages: 2 where the fact itself is printed, 1 where the page gives it as context.

From inline facts the grade is exact, and no judge is needed. Grade 1 is a page that prints an amount within one percent of it
under a tag of the KPI, for a slice (a segment, a class) or another year.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from tieout.engines.kpis.catalogue import Kpi
from tieout.engines.kpis.tagged import TaggedReport, TaggedValue

__all__ = ["DOCUMENT_ID", "exact_relevance"]

DOCUMENT_ID = "{report}/page_{page:04d}"
_NEAR = Decimal("0.01")


def exact_relevance(tagged: TaggedReport, kpi: Kpi, value: TaggedValue) -> Mapping[int, int]:
    """Page number to grade (1 or 2); pages without relevance are left out. A value that was summed is printed nowhere.

    The pages of a sum's terms are context.
    """
    grades: dict[int, int] = {}
    for fact in value.facts:
        evidence = fact.evidence
        if evidence.printed and evidence.page is not None:
            grades[evidence.page] = 1 if value.summed else 2
    tags = set(kpi.tags)
    for fact in tagged.report.facts:
        if fact.concept in tags and fact.number is not None and _near(fact.number, value.value):
            evidence = fact.evidence
            if evidence.printed and evidence.page is not None:
                grades.setdefault(evidence.page, 1)
    return dict(sorted(grades.items()))


def _near(one: Decimal, other: Decimal) -> bool:
    """Within one percent of each other (LEDGER's bound for candidates)."""
    return abs(one - other) <= abs(other) * _NEAR
