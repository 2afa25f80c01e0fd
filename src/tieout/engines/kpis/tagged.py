"""KPIs from the tags of an inline or XBRL filing: the first tag of the waterfall that the filing has for the year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fnmatch import fnmatchcase

from tieout.engines.kpis.catalogue import Kpi, catalogue
from tieout.engines.kpis.fiscal import LONGEST_YEAR, SHORTEST_YEAR, fiscal_year_of, years_between
from tieout.report import Fact, Report

__all__ = ["FiscalYear", "TaggedReport", "TaggedValue", "fiscal_year"]


_FEW_DAYS = 12


@dataclass(frozen=True, slots=True)
class FiscalYear:
    """The fiscal year that a filing is about, and its last day."""

    year: int
    end: date


@dataclass(frozen=True, slots=True)
class TaggedValue:
    """What the tags say of a KPI in a year. ``tag`` is the concept, or the terms of a sum; ``facts`` state it."""

    kpi: str
    year: int
    value: Decimal
    unit: str
    tag: str
    facts: tuple[Fact, ...]
    summed: bool = False


def fiscal_year(report: Report) -> FiscalYear | None:
    """The year that the filing states (DocumentFiscalYearFocus), else the one its period end falls into."""
    stated: int | None = None
    end: date | None = None
    for fact in report.facts:
        if fact.dimensions:
            continue
        if fact.concept == "dei:DocumentFiscalYearFocus":
            text = str(fact.value or "").strip()
            stated = int(text) if text.isdigit() and len(text) == 4 else stated
            end = end or _day(fact.period.end)
        elif fact.concept == "dei:DocumentPeriodEndDate" and end is None:
            end = _day(fact.period.end) or _day(str(fact.value))
    if end is None:
        return None
    return FiscalYear(stated if stated is not None else fiscal_year_of(end), end)


class TaggedReport:
    """Facts of a filing about the whole group (no dimensions), by concept and fiscal year.

    With ``interim`` a quarterly report's fiscal year to date is read as if it was a year, named by its end. ``days`` are those
    that a flow may span. Raises nothing: a filing that doesn't say when its year ends has no years, and so no values.
    """

    def __init__(self, report: Report, interim: bool = False) -> None:
        self.report = report
        self.focus = fiscal_year(report)
        self.days = (SHORTEST_YEAR, LONGEST_YEAR)
        to_date = _days_to_date(report) if interim else None
        if to_date is not None and to_date < SHORTEST_YEAR and self.focus is not None:
            self.days = (to_date - _FEW_DAYS, to_date + _FEW_DAYS)
            self.focus = FiscalYear(fiscal_year_of(self.focus.end), self.focus.end)
        self._facts: dict[tuple[str, int], list[Fact]] = defaultdict(list)
        self._concepts: set[str] = set()
        if self.focus is not None:
            for fact in report.facts:
                self._sort(fact, self.focus)

    def _sort(self, fact: Fact, focus: FiscalYear) -> None:
        if fact.number is None:
            return
        self._concepts.add(fact.concept)
        if fact.dimensions or not fact.concept.startswith(("us-gaap:", "dei:EntityCommonStock")):
            return
        if fact.concept.startswith("dei:"):
            self._facts[fact.concept, focus.year].append(fact)
            return
        days, end = fact.period.days, _day(fact.period.last_day)
        if end is None or (days is not None and not self.days[0] <= days <= self.days[1]):
            return
        back = years_between(end, focus.end)
        if back is not None and 0 <= back <= 10:
            self._facts[fact.concept, focus.year - back].append(fact)

    def years(self) -> list[int]:
        """Fiscal years that any KPI has a value for, the latest first."""
        return sorted({year for _, year in self._facts}, reverse=True)

    def facts(self, concept: str, year: int) -> list[Fact]:
        return self._facts.get((concept, year), [])

    def names(self, concepts: Iterable[str]) -> bool:
        """Whether any fact, of whatever period or segment, has one of the concepts; ``*`` stands for any characters.

        A name with ``*`` is looked for among the issuer's own concepts too.
        """
        for concept in concepts:
            if "*" not in concept:
                if concept in self._concepts:
                    return True
            elif any(fnmatchcase(own.partition(":")[2], concept.partition(":")[2]) for own in self._concepts):
                return True
        return False

    def value(self, kpi: Kpi, year: int) -> TaggedValue | None:
        """The KPI's value by the waterfall: first tag present, else the first sum whose terms are all there."""
        for tag in kpi.tags:
            chosen = self._chosen(tag, year, kpi)
            if chosen is not None:
                same = tuple(f for f in self.facts(tag, year) if f.number == chosen.number and f.unit == chosen.unit)
                return TaggedValue(kpi.name, year, _number(chosen), _unit(chosen), tag, same)
        for terms in kpi.sums:
            parts = [(sign, self._chosen(tag, year, kpi)) for sign, tag in terms]
            facts = [fact for _, fact in parts if fact is not None]
            if len(facts) == len(terms):
                total = sum((sign * _number(fact) for sign, fact in parts if fact is not None), Decimal(0))
                told = " ".join(f"{'-' if sign < 0 else '+'}{tag}" for sign, tag in terms)
                return TaggedValue(kpi.name, year, total, _unit(facts[0]), told, tuple(facts), summed=True)
        return None

    def values(self, year: int) -> Mapping[str, TaggedValue]:
        """All KPIs that the filing has in a year."""
        found = ((name, self.value(kpi, year)) for name, kpi in catalogue().items())
        return {name: value for name, value in found if value is not None}

    def _chosen(self, concept: str, year: int, kpi: Kpi) -> Fact | None:
        """Of several statements of one fact, the most precise."""
        facts = [f for f in self.facts(concept, year) if _fits(f, kpi)]
        return max(facts, key=lambda f: (_precision(f), -f.order), default=None)


def _days_to_date(report: Report) -> int | None:
    """Length of the period that the filing describes itself for."""
    described = ("dei:DocumentType", "dei:DocumentPeriodEndDate", "dei:EntityRegistrantName")
    return next((f.period.days for f in report.facts if f.concept in described and not f.dimensions and f.period.days), None)


def _fits(fact: Fact, kpi: Kpi) -> bool:
    unit = _unit(fact)
    if (fact.period.instant is None) == (kpi.period == "stock") and not fact.concept.startswith("dei:"):
        return False
    if kpi.kind == "shares":
        return unit == "xbrli:shares"
    return unit.startswith("iso4217:") and ("/" in unit) == (kpi.kind == "per_share")


def _precision(fact: Fact) -> int:
    return 99 if fact.decimals == "INF" else fact.decimals if isinstance(fact.decimals, int) else -99


def _number(fact: Fact) -> Decimal:
    return fact.number if fact.number is not None else Decimal(0)


def _unit(fact: Fact) -> str:
    return fact.unit.name if fact.unit is not None else ""


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat((text or "")[:10])
    except ValueError:
        return None
