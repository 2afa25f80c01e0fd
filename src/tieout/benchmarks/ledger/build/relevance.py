"""Graded relevance of pages: 2 where the fact itself is printed, 1 where the page gives it as context.

From inline facts the grade is exact, and no judge is needed. Grade 1 is a page that prints an amount within one percent of it
under a tag of the KPI, for a slice (a segment, a class) or another year.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal

from tieout.engines.kpis.catalogue import Kpi
from tieout.engines.kpis.tagged import TaggedReport, TaggedValue
from tieout.report import Fact

__all__ = ["DOCUMENT_ID", "PagesOf", "exact_relevance", "pages_in_document"]

DOCUMENT_ID = "{report}/page_{page:04d}"
_NEAR = Decimal("0.01")


PagesOf = Callable[[Fact], Iterable[int]]
"""The pages (from 1) that print a fact."""


def pages_in_document(fact: Fact) -> Iterable[int]:
    """Where the filing's own document prints the fact."""
    evidence = fact.evidence
    return (evidence.page,) if evidence.printed and evidence.page is not None else ()


def exact_relevance(
    tagged: TaggedReport, kpi: Kpi, value: TaggedValue, pages_of: PagesOf = pages_in_document
) -> Mapping[int, int]:
    """Page number to grade (1 or 2); pages without relevance are left out. A value that was summed is printed nowhere.

    The pages of a sum's terms are context.
    """
    grades: dict[int, int] = {}
    for fact in value.facts:
        for page in pages_of(fact):
            grades[page] = 1 if value.summed else 2
    tags = set(kpi.tags)
    for fact in tagged.report.facts:
        if fact.concept in tags and fact.number is not None and _near(fact.number, value.value):
            for page in pages_of(fact):
                grades.setdefault(page, 1)
    return dict(sorted(grades.items()))


def _near(one: Decimal, other: Decimal) -> bool:
    """Within one percent of each other (LEDGER's bound for candidates)."""
    return abs(one - other) <= abs(other) * _NEAR
