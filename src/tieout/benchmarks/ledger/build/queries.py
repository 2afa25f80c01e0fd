"""The queries of one report: what it answers for its year and the year before, and what it can't answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from tieout.benchmarks.ledger.build.identity import Identity
from tieout.benchmarks.ledger.build.templates import Templates, fill
from tieout.engines.kpis.catalogue import Kpi, catalogue
from tieout.engines.kpis.tagged import TaggedReport, TaggedValue

__all__ = ["KINDS", "Judge", "Query", "answerable", "unanswerable"]

KINDS = ("current", "prior", "wrong-year", "other-company", "absent-kpi")
"""Kinds of queries: of the report's fiscal year, of the year before, and three that the report doesn't answer."""

_YEARS_OFF = (*range(1, 6), *range(-14, -6))


@dataclass(frozen=True, slots=True)
class Query:
    """One question to one report. ``value`` is None, and ``qrels`` are empty, where the report has no answer."""

    id: str
    text: str
    kind: str
    year: int
    kpi: str
    value: Decimal | None
    unit: str
    tag: str
    qrels: Mapping[int, int]


Judge = Callable[[Kpi, TaggedValue], Mapping[int, int]]
"""The grades of pages (from 1) for a KPI's value."""


def answerable(
    tagged: TaggedReport, who: Identity, templates: Templates, rng: Random, prior: int, judge: Judge
) -> Iterator[Query]:
    """A question for every KPI of the report's year, and for ``prior`` KPIs of the year before, as far as it shows them."""
    for kind, year, most in (("current", who.year, len(catalogue())), ("prior", who.year - 1, prior)):
        values = list(tagged.values(year).values())
        if kind == "prior":
            # A sum has no page, and shares on the cover are of one date only: neither is a fair question of the year before.
            values = [value for value in values if not value.summed]
            values = sorted(rng.sample(values, min(most, len(values))), key=lambda value: list(catalogue()).index(value.kpi))
        for value in values:
            kpi = catalogue()[value.kpi]
            text = fill(templates, kpi, rng.choice(who.aliases), year, rng)
            id_ = f"{who.ticker}_{kpi.name}_{year}" + ("" if kind == "current" else f"-{kind}")
            qrels = judge(kpi, value)
            yield Query(id_, text, kind, year, kpi.name, value.value, value.unit, value.tag, qrels)


def unanswerable(
    tagged: TaggedReport, who: Identity, others: Sequence[Identity], templates: Templates, rng: Random, each: int
) -> Iterator[Query]:
    """``each`` questions of each kind that the report has no answer to, as far as it allows them.

    A year is wrong where no fact of the KPI is about it; another company is another issuer of the set; a KPI is absent where
    the filing has neither its tags nor those that state nearly the same, in whatever period.
    """
    kpis = [catalogue()[name] for name in tagged.values(who.year)]
    for kpi in rng.sample(kpis, min(each, len(kpis))):
        years = [who.year + off for off in _YEARS_OFF if tagged.value(kpi, who.year + off) is None]
        yield _query(who, kpi, "wrong-year", rng.choice(who.aliases), rng.choice(years), templates, rng)
    if others:
        for kpi in rng.sample(kpis, min(each, len(kpis))):
            yield _query(who, kpi, "other-company", rng.choice(rng.choice(others).aliases), who.year, templates, rng)
    absent = [
        kpi for kpi in catalogue().values() if not tagged.names((*kpi.tags, *kpi.also)) and tagged.value(kpi, who.year) is None
    ]
    for kpi in rng.sample(absent, min(each, len(absent))):
        yield _query(who, kpi, "absent-kpi", rng.choice(who.aliases), who.year, templates, rng)


def _query(who: Identity, kpi: Kpi, kind: str, company: str, year: int, templates: Templates, rng: Random) -> Query:
    text = fill(templates, kpi, company, year, rng)
    return Query(f"{who.ticker}_{kpi.name}_{year}-{kind}@{who.year}", text, kind, year, kpi.name, None, "", "", {})
