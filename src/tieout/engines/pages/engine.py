"""A question in plain English about an annual report: the value with its page, pages in order, or an honest "not found"."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tieout.engines.kpis.catalogue import Kpi, catalogue
from tieout.engines.kpis.engine import DEFAULT_LEAST, KpiAnswer, KpiEngine
from tieout.engines.kpis.view import ReportView, view_of
from tieout.engines.pages.company import Names, company_of
from tieout.engines.pages.intent import Intent, foreign_words, intent_of
from tieout.engines.pages.ranking import rank
from tieout.report import Report

__all__ = ["PageAnswer", "PagesEngine"]


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """What was understood, the KPI's value (or why there is none), and page numbers, the best first."""

    intent: Intent
    kpi: Kpi | None
    year: int | None
    value: KpiAnswer | None
    reason: str
    pages: list[int]

    @property
    def found(self) -> bool:
        return self.value is not None and self.value.found


class PagesEngine:
    """Answers questions about annual reports in English."""

    def __init__(self, engine: KpiEngine) -> None:
        self.engine = engine

    @classmethod
    def load(cls, model: Path | None = None, least: float = DEFAULT_LEAST) -> PagesEngine:
        """With the shipped ranker of KPIs, or the one of a folder; raises InputError where that is none."""
        return cls(KpiEngine.load(model, least))

    def answer(self, report: Report, question: str) -> PageAnswer:
        """The answer and the ranking of all pages."""
        view = view_of(report)
        names = names_of(view)
        intent = intent_of(question, names)
        kpi = catalogue()[intent.kpi] if intent.kpi is not None else None
        year = intent.year if intent.year is not None else view.calendar.year
        if intent.year is None and year is not None:
            year -= intent.back
        weighed = self.engine.weighed(view, year)[kpi.name] if kpi is not None and year is not None else []
        pages = rank(view, question, kpi, year, weighed)
        reason = "the question names no KPI that is known here" if kpi is None else _refusal(intent, names, view, year)
        if kpi is None or reason:
            return PageAnswer(intent, kpi, year, None, reason, pages)
        value = self.engine.answer(report, view, kpi, year)
        if value.found and value.evidence is not None and value.evidence.page is not None:
            pages = [value.evidence.page, *(page for page in pages if page != value.evidence.page)]
        return PageAnswer(intent, kpi, year, value, value.reason, pages)


def names_of(view: ReportView) -> Names:
    """The names of the report's company; kept with the view."""
    kept = view.kept.get("names")
    if not isinstance(kept, Names):
        kept = company_of(view.pages, "\n".join(page.text for page in view.pages))
        view.kept["names"] = kept
    return kept


def _refusal(intent: Intent, names: Names, view: ReportView, year: int | None) -> str:
    """Why the report can't answer, if it is about another company or a year to come."""
    foreign = foreign_words(intent, names)
    if foreign:
        return f"the question is about {' '.join(foreign)}, the report is {names.name or 'another company'}'s"
    if year is not None and view.calendar.year is not None and year > view.calendar.year:
        return f"the report is about {view.calendar.year}, before {year}"
    return ""
