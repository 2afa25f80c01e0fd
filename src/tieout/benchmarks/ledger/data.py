"""The official layout as samples: ``needle/SPLIT/data.parquet`` (a row a question), ``reports/SPLIT/data.parquet`` (a report).

A solver is given the question and the report's text. Everything else in a row (company, year, KPI, value, judgments) is gold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from tieout.benchmarks.ledger.rows import Question, question_rows, report_rows
from tieout.evaluation import Sample, SampleInput

__all__ = ["KpisGold", "NeedleGold", "PagesGold", "kpis_samples", "needle_samples", "pages_notes", "pages_samples"]


@dataclass(frozen=True, slots=True)
class PagesGold:
    """Grades (2 the primary source, 1 context) by page number, counted from 1."""

    grades: Mapping[int, int]
    kpi: str = ""
    year: int = 0
    source: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class NeedleGold:
    """The value in single units (None: the report doesn't answer the question), and what a wrong answer can be mistaken for.

    ``years``: the same KPI of the company in other years; ``siblings``: its other KPIs of that year; ``pages``: where it is
    printed; ``kind``: what sort of question it is, where the data says so (see `build.queries`).
    """

    value: Decimal | None
    kpi: str
    year: int
    source: str
    years: Mapping[int, Decimal] = field(default_factory=dict)
    siblings: Mapping[str, Decimal] = field(default_factory=dict)
    pages: Mapping[int, int] = field(default_factory=dict)
    kind: str = ""


@dataclass(frozen=True, slots=True)
class KpisGold:
    """The KPIs that are known of the report's fiscal year, in single units."""

    values: Mapping[str, Decimal]
    year: int


def pages_samples(data: Path, split: str) -> Iterator[Sample[PagesGold]]:
    """Questions with at least one relevant page in their report, as in the paper; gold is the grade of each page."""
    for one in question_rows(data, split):
        if _has_page(one):
            yield Sample(_input(one), PagesGold(one.grades, *_slices(one)))


def pages_notes(data: Path, split: str) -> list[str]:
    """How many questions have no relevant page and are not asked."""
    rows = list(question_rows(data, split))
    without = sum(1 for one in rows if not _has_page(one))
    return [f"{without} of {len(rows)} questions have no relevant page in their report and are not asked"] if without else []


def needle_samples(data: Path, split: str) -> Iterator[Sample[NeedleGold]]:
    """All questions; one whose row has no value is unanswerable."""
    questions = list(question_rows(data, split))
    values: dict[tuple[str, int], dict[str, Decimal]] = defaultdict(dict)
    for one in questions:
        if one.row["value"] is not None:
            values[_company(one.row), one.row["year"]][one.row["kpi"]] = one.row["value"]
    for one in questions:
        kpi, year, source, kind = _slices(one)
        company = _company(one.row)
        around = [other for other in range(year - 2, year + 3) if other != year]
        near = {other: values[company, other] for other in around if (company, other) in values}
        gold = NeedleGold(
            value=one.row["value"],
            kpi=kpi,
            year=year,
            source=source,
            years={other: known[kpi] for other, known in near.items() if kpi in known},
            siblings={name: value for name, value in values.get((company, year), {}).items() if name != kpi},
            pages=one.grades,
            kind=kind,
        )
        yield Sample(_input(one), gold)


def kpis_samples(data: Path, split: str) -> Iterator[Sample[KpisGold]]:
    """Reports; the solver is told the company and the fiscal year that the KPIs are wanted for, as the paper's prompt does."""
    for one in report_rows(data, split):
        company = one.row.get("company_name") or one.row["ticker"]
        fields = {"company": company, "year": one.row["year"], "report": one.text}
        yield Sample(SampleInput(one.document, one.document, fields), KpisGold(one.values, one.row["year"]))


def _input(one: Question) -> SampleInput:
    return SampleInput(one.id, one.document, {"question": str(one.row["query_text"]), "report": one.text})


def _has_page(one: Question) -> bool:
    return any(grade >= 1 for grade in one.grades.values())


def _slices(one: Question) -> tuple[str, int, str, str]:
    return str(one.row["kpi"]), one.row["year"], one.row["source"] or "", one.row.get("kind") or ""


def _company(row: Mapping[str, Any]) -> str:
    return f"{row['exchange']}_{row['ticker']}"
