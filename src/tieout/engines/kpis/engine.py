"""The engine: candidates weighed, identities checked, and one answer a KPI, or none with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from tieout.engines.kpis.calendar import is_quarterly, tells_only_quarters
from tieout.engines.kpis.candidates import Candidate, candidates
from tieout.engines.kpis.catalogue import Kpi, catalogue
from tieout.engines.kpis.identities import settle
from tieout.engines.kpis.ranker import Ranker, load_ranker
from tieout.engines.kpis.statements import locate
from tieout.engines.kpis.view import ReportView, view_of
from tieout.report import Evidence, Report
from tieout.report.layout import Cell

__all__ = ["DEFAULT_LEAST", "KpiAnswer", "KpiEngine", "kpis"]

DEFAULT_LEAST = 0.25
"""The least chance of being right that an answer needs; below it the engine abstains."""


@dataclass(frozen=True, slots=True)
class KpiAnswer:
    """One KPI. ``value`` is in full (no thousands), with the sign of its us-gaap tag; None where nothing was found.

    ``how`` is ``row`` of a table, ``text``, ``sum`` (of printed rows; the evidence is one of them) or ``tag``. ``scale`` is the
    power of ten applied to the printed number, ``score`` the chance of being right, ``reason`` why there is no value.
    """

    kpi: str
    fiscal_year: int | None
    found: bool
    value: Decimal | None = None
    unit: str | None = None
    scale: int | None = None
    score: float = 0.0
    how: str = ""
    label: str = ""
    reason: str = ""
    evidence: Evidence | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form; exact numbers as strings."""
        return {
            "kpi": self.kpi,
            "title": catalogue()[self.kpi].title,
            "value": None if self.value is None else format(self.value, "f"),
            "unit": self.unit,
            "fiscal_year": self.fiscal_year,
            "found": self.found,
            "page": self.evidence.page if self.evidence else None,
            "label": self.label or None,
            "how": self.how or None,
            "score": round(self.score, 4),
            "reason": self.reason or None,
            "evidence": self.evidence.to_dict() if self.evidence else None,
        }


class KpiEngine:
    """Finds KPIs in reports. Safe to use from several threads."""

    def __init__(self, ranker: Ranker, least: float = DEFAULT_LEAST) -> None:
        self.ranker, self.least = ranker, least

    @classmethod
    def load(cls, model: Path | None = None, least: float = DEFAULT_LEAST) -> KpiEngine:
        """With the shipped ranker, or the one of a folder; raises InputError where that is none."""
        return cls(load_ranker(model), least)

    def weighed(self, view: ReportView, year: int) -> dict[str, list[Candidate]]:
        """Candidates of every KPI for a year, the best first; kept with the view."""
        key = f"weighed/{id(self.ranker)}/{year}"
        kept = view.kept.get(key)
        if isinstance(kept, dict):
            return kept
        found = {kpi.name: candidates(view, kpi, year) for kpi in catalogue().values()}
        self.ranker.score([one for some in found.values() for one in some])
        for some in found.values():
            some.sort(key=lambda one: -one.score)
        settle(found, view.calendar.end)
        view.kept[key] = found
        return found

    def answer(self, report: Report, view: ReportView, kpi: Kpi, year: int | None) -> KpiAnswer:
        """One KPI of a year, by default the report's own."""
        year = year if year is not None else view.calendar.year
        if year is None:
            return KpiAnswer(kpi.name, None, False, reason="the report doesn't tell which fiscal year it is about")
        some = self.weighed(view, year)[kpi.name]
        if not some or (kpi.period == "flow" and _of_quarter(view)):
            return KpiAnswer(kpi.name, year, False, reason=self._missing(view, kpi, year))
        best = _displayed(some)
        if best.score < self.least:
            near = f"the nearest is {_label(best)!r} on page {best.page}"
            return KpiAnswer(
                kpi.name, year, False, score=best.score, reason=f"no place is sure enough ({best.score:.2f}); {near}"
            )
        return KpiAnswer(
            kpi.name, year, True, best.value, best.unit, best.scale, best.score, best.how, _label(best), "",
            evidence_of(report, best),
        )  # fmt: skip

    def _missing(self, view: ReportView, kpi: Kpi, year: int) -> str:
        if kpi.period == "flow" and is_quarterly([page.text for page in view.pages[:3]]):
            return f"a quarterly report: it has no {kpi.title.lower()} of a fiscal year"
        statement = locate(view).get(kpi.statement)
        years = statement.main.years() if statement is not None else []
        if years and year not in years:
            return f"the report shows {', '.join(map(str, sorted(years)))}, not {year}"
        return f"the report has no row or sentence for {kpi.title.lower()} in {year}"


def _of_quarter(view: ReportView) -> bool:
    """Whether the report is about a quarter; kept with the view."""
    if "quarter" not in view.kept:
        view.kept["quarter"] = tells_only_quarters([page.text for page in view.pages[:3]])
    return bool(view.kept["quarter"])


def _displayed(some: list[Candidate]) -> Candidate:
    """The best; of several that say the same amount surely enough, the one in the statement and of the surest name."""
    best = some[0]
    if (
        best.features["in_statement"] and best.features["sure"] >= 0.6
    ) or best.kpi.name == "long_term_debt_total":  # which notes state
        return best
    same = (one for one in some if one.features["in_statement"] and one.value == best.value and one.score > best.score / 2)
    other = max(same, key=lambda one: one.features["sure"], default=None)
    if other is None or other is best:
        return best
    other.score = best.score
    return other


def evidence_of(report: Report, one: Candidate) -> Evidence:
    """Pointer to the amount in its cell or block."""
    from dataclasses import replace

    source, (start, end) = one.source, one.span
    if isinstance(source, Cell):
        return replace(source.evidence, report=report.name, span=(start, end), quote=source.text[start:end])
    page = report.layout.printed_number(source.page)
    return Evidence(
        report=report.name, file=source.file, element=source.element, page=source.page, printed_page=page, block=source.id,
        span=(start, end), quote=source.text[start:end],
    )  # fmt: skip


def _label(one: Candidate) -> str:
    return " ".join(one.match.row.label.split())[:120] if one.match is not None else ""


def kpis(
    report: Report, year: int | None = None, *, model: Path | None = None, least: float = DEFAULT_LEAST
) -> list[KpiAnswer]:
    """All 31 KPIs of a report for a fiscal year, by default its own, from what it prints: no tag is looked at.

    In the catalogue's order; what isn't found, or isn't sure by ``least``, is there with the reason. Raises InputError where
    ``model`` is no artefact of `tieout train kpis`.
    """
    engine, view = KpiEngine.load(model, least), view_of(report)
    return [engine.answer(report, view, kpi, year) for kpi in catalogue().values()]
