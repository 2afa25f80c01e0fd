"""KPI labels as LEDGER made them: the SEC's companyfacts, else Yahoo Finance, and Alpha Vantage for holes only.

A source never overrides one before it (the paper's section 3.2). Values of companyfacts are by the tag waterfall of the KPI
catalogue, of fiscal years by the paper's rule; of several filings that state a year the first one's count.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib import resources
from typing import Any

from tieout.engines.kpis.catalogue import Kpi, catalogue
from tieout.engines.kpis.fiscal import LONGEST_YEAR, SHORTEST_YEAR, fiscal_year_of
from tieout.fetching.places import place
from tieout.fetching.transfer import Fetcher, FetchError

__all__ = ["Label", "alpha_vantage", "coverage", "from_alpha_vantage", "from_company_facts", "from_yahoo", "merged"]

Labels = Mapping[tuple[int, str], "Label"]
"""By fiscal year and KPI."""


@dataclass(frozen=True, slots=True)
class Label:
    """One value in single units, where it comes from, and what it is called there."""

    year: int
    kpi: str
    value: Decimal
    source: str
    tag: str


def from_company_facts(content: Any) -> dict[tuple[int, str], Label]:
    """Labels of a companyfacts document. Raises FetchError where it is none."""
    try:
        by_concept = {
            f"{taxonomy}:{name}": concept["units"]
            for taxonomy, concepts in content["facts"].items()
            for name, concept in concepts.items()
        }
    except (KeyError, TypeError, AttributeError):
        raise FetchError("this is no companyfacts document of the SEC") from None
    found: dict[tuple[int, str], Label] = {}
    for kpi in catalogue().values():
        series = {tag: _series(by_concept.get(tag), kpi) for tag in (*kpi.tags, *(tag for sum_ in kpi.sums for _, tag in sum_))}
        for year in {year for values in series.values() for year in values}:
            label = _waterfall(kpi, series, year)
            if label is not None:
                found[year, kpi.name] = label
    return found


def _waterfall(kpi: Kpi, series: Mapping[str, Mapping[int, Decimal]], year: int) -> Label | None:
    for tag in kpi.tags:
        if year in series[tag]:
            return Label(year, kpi.name, series[tag][year], "edgar", tag)
    for terms in kpi.sums:
        if all(year in series[tag] for _, tag in terms):
            total = sum((sign * series[tag][year] for sign, tag in terms), Decimal(0))
            return Label(year, kpi.name, total, "edgar", " ".join(f"{'-' if sign < 0 else '+'}{tag}" for sign, tag in terms))
    return None


def _series(units: Any, kpi: Kpi) -> dict[int, Decimal]:
    """The concept's annual values by fiscal year, of the first filing that states each."""
    found: dict[int, tuple[str, Decimal]] = {}
    for unit, entries in units.items() if isinstance(units, dict) else ():
        if not _unit_fits(str(unit), kpi) or not isinstance(entries, list):
            continue
        for entry in entries:
            read = _entry(entry, kpi)
            if read is not None and (read[0] not in found or read[1] < found[read[0]][0]):
                found[read[0]] = (read[1], read[2])
    return {year: value for year, (_, value) in found.items()}


def _entry(entry: Any, kpi: Kpi) -> tuple[int, str, Decimal] | None:
    """Fiscal year, filing date and value; None for what isn't of a whole year, or not of an annual report."""
    try:
        if not str(entry.get("form", "")).startswith(("10-K", "20-F", "40-F")):
            return None
        end = date.fromisoformat(entry["end"])
        if kpi.period == "flow":
            days = (end - date.fromisoformat(entry["start"])).days + 1
            if not SHORTEST_YEAR <= days <= LONGEST_YEAR:
                return None
        return fiscal_year_of(end), str(entry.get("filed", "")), Decimal(str(entry["val"]))
    except (KeyError, TypeError, ValueError, AttributeError, InvalidOperation):
        return None


def _unit_fits(unit: str, kpi: Kpi) -> bool:
    if kpi.kind == "shares":
        return unit == "shares"
    return ("/shares" in unit) if kpi.kind == "per_share" else len(unit) == 3


@cache
def _names(source: str) -> dict[str, list[str]]:
    content = tomllib.loads(resources.files(__package__).joinpath("labels.toml").read_text(encoding="utf-8"))
    return {name: list(terms) for name, terms in content[source].items()}


def from_yahoo(statements: Iterable[Any]) -> dict[tuple[int, str], Label]:
    """Labels of Yahoo's statements as yfinance gives them: frames with a row a line and a column a period's end."""
    values: dict[tuple[int, str], Decimal] = {}
    for frame in statements:
        for end in frame.columns:
            year = fiscal_year_of(date(end.year, end.month, end.day))
            for line in frame.index:
                value = _decimal(frame.at[line, end])
                if value is not None:
                    values.setdefault((year, str(line)), value)
    return _named(values, "yahoo")


def alpha_vantage(fetcher: Fetcher, ticker: str, key: str) -> list[Any]:
    """Alpha Vantage's three annual statements of a company. Raises FetchError, also for a used-up quota."""
    statements = []
    for function in ("INCOME_STATEMENT", "BALANCE_SHEET", "CASH_FLOW"):
        content = fetcher.json(place("alpha_vantage", "query"), {"function": function, "symbol": ticker, "apikey": key})
        if not isinstance(content, dict) or not isinstance(content.get("annualReports"), list):
            said = " ".join(str(value) for value in content.values())[:200] if isinstance(content, dict) else "no object"
            raise FetchError(f"Alpha Vantage gives no {function.lower().replace('_', ' ')} of {ticker}: {said or 'nothing'}")
        statements.append(content)
    return statements


def from_alpha_vantage(statements: Iterable[Any]) -> dict[tuple[int, str], Label]:
    """Labels of Alpha Vantage's annual statements."""
    values: dict[tuple[int, str], Decimal] = {}
    for content in statements:
        for report in content["annualReports"]:
            try:
                year = fiscal_year_of(date.fromisoformat(str(report["fiscalDateEnding"])))
            except (KeyError, TypeError, ValueError):
                continue
            for line, given in report.items():
                value = _decimal(given)
                if value is not None:
                    values.setdefault((year, str(line)), value)
    return _named(values, "alpha_vantage")


def _named(values: Mapping[tuple[int, str], Decimal], source: str) -> dict[tuple[int, str], Label]:
    found: dict[tuple[int, str], Label] = {}
    for year in {year for year, _ in values}:
        for kpi, lines in _names(source).items():
            for line in lines:
                sign, name = (-1, line[1:]) if line.startswith("-") else (1, line)
                if (year, name) in values:
                    found[year, kpi] = Label(year, kpi, sign * values[year, name], source, name)
                    break
    return found


def merged(*sources: Labels) -> dict[tuple[int, str], Label]:
    """All labels; where several sources have one, the first's."""
    found: dict[tuple[int, str], Label] = {}
    for labels in sources:
        for key, label in labels.items():
            found.setdefault(key, label)
    return found


def coverage(labels: Mapping[str, Labels]) -> list[dict[str, Any]]:
    """Of companies' labels: for each KPI the share of companies that have it, by year; years that any company has."""
    years = sorted({year for own in labels.values() for year, _ in own})
    with_year = {year: sum(1 for own in labels.values() if any(one == year for one, _ in own)) for year in years}
    rows = []
    for kpi in catalogue():
        have = {year: sum((year, kpi) in own for own in labels.values()) for year in years}
        rows.append({"kpi": kpi, **{str(year): f"{have[year]}/{with_year[year]}" for year in years}})
    return rows


def _decimal(value: object) -> Decimal | None:
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def sources_of(labels: Sequence[Label]) -> dict[str, int]:
    """How many labels each source gave."""
    return {source: sum(one.source == source for one in labels) for source in sorted({one.source for one in labels})}
