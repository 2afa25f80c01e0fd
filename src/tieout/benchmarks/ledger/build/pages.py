"""A filing's pages as Markdown, and which of them answer a question: of its printed document, or printed for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tieout.benchmarks.ledger.build.printing import as_year, print_filing
from tieout.benchmarks.ledger.build.relevance import PagesOf, exact_relevance, pages_in_document
from tieout.benchmarks.ledger.mining import Mined, candidates, rule_grade
from tieout.benchmarks.ledger.texts import pages_of as split
from tieout.engines.kpis.catalogue import Kpi
from tieout.engines.kpis.tagged import TaggedReport, TaggedValue
from tieout.reading.to_markdown import report_markdown
from tieout.report import Report

__all__ = ["ReportPages", "pages_of"]


@dataclass(slots=True)
class ReportPages:
    """Page-split Markdown; ``notes_from`` is the page from which no fact's place is known, and values are looked for."""

    tagged: TaggedReport
    text: str
    printed_on: PagesOf
    notes_from: int | None = None
    _mined: Mined | None = field(default=None, repr=False)

    def judge(self, kpi: Kpi, value: TaggedValue) -> Mapping[int, int]:
        """Grades of pages: exact by the facts, and on pages of printed-in notes 2 where a line names the KPI and its value."""
        grades = dict(exact_relevance(self.tagged, kpi, value, self.printed_on))
        if self.notes_from is None or value.summed:
            return grades
        if self._mined is None:
            self._mined = Mined(split(self.text))
        for one in candidates(self._mined, value.value, kpi.kind != "per_share"):
            if one.page >= self.notes_from and rule_grade(one, kpi.name) == 2:
                grades.setdefault(one.page, 2)
        return dict(sorted(grades.items()))


def pages_of(report: Report, tagged: TaggedReport) -> ReportPages:
    """The filing's own document as Markdown; where it has none, it is printed (see `printing`)."""
    interim = tagged.days[1] < 340
    if report.pages:
        text = report_markdown(report)
        return ReportPages(tagged, as_year(text, sum(tagged.days) // 2) if interim else text, pages_in_document)
    if tagged.focus is None:
        raise ValueError(f"{report.name}: no fiscal year")
    printed = print_filing(report, tagged.days, tagged.focus.end)
    return ReportPages(tagged, printed.text, lambda fact: printed.pages.get(fact.order, ()), printed.notes_from)
