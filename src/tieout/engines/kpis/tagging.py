"""The same answers from a filing's tags, and where text and tags disagree."""

from __future__ import annotations

from tieout.engines.kpis.catalogue import Kpi, catalogue
from tieout.engines.kpis.engine import KpiAnswer
from tieout.engines.kpis.tagged import TaggedReport
from tieout.engines.kpis.training import is_right
from tieout.report import InputError, Report

__all__ = ["agreement", "tagged_kpis"]


def tagged_kpis(report: Report, year: int | None = None) -> list[KpiAnswer]:
    """All KPIs by the tags of a filing, by the waterfall of the catalogue, for a fiscal year (by default the filing's own).

    Raises InputError where the report has no tags, or they don't say when its fiscal year ends.
    """
    tagged = TaggedReport(report)
    if tagged.focus is None:
        raise InputError(
            f"{report.name}: has no tags that say when its fiscal year ends; leave --use-tags and --cross-check out"
        )
    wanted = year if year is not None else tagged.focus.year
    return [_answer(tagged, kpi, wanted) for kpi in catalogue().values()]


def _answer(tagged: TaggedReport, kpi: Kpi, year: int) -> KpiAnswer:
    found = tagged.value(kpi, year)
    if found is None:
        return KpiAnswer(kpi.name, year, False, how="tag", reason=f"no tag of it for {year}: {', '.join(kpi.tags)}")
    places = [fact.evidence for fact in found.facts]
    evidence = next((place for place in places if place.printed), places[0])
    how = "sum" if found.summed else "tag"
    return KpiAnswer(kpi.name, year, True, found.value, found.unit, None, 1.0, how, found.tag, "", evidence)


def agreement(text: KpiAnswer, tag: KpiAnswer) -> str:
    """``same`` (within 0.05 %), ``differs``, ``text only``, ``tag only`` or ``neither``."""
    if text.value is not None and tag.value is not None:
        return "same" if is_right(text.value, tag.value) else "differs"
    return "text only" if text.found else "tag only" if tag.found else "neither"
