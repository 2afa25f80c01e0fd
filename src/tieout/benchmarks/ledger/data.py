"""The official layout: ``needle/SPLIT/data.parquet``, a row a question, and ``reports/SPLIT/data.parquet``, a row a report.

A solver is given the question and the report's text. Everything else in a row (company, year, KPI, value, judgments) is gold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from tieout.benchmarks.ledger.numbering import first_page, page_of
from tieout.benchmarks.ledger.texts import ReportText, query
from tieout.engines.kpis.catalogue import catalogue
from tieout.evaluation import Sample, SampleInput
from tieout.evaluation.data import data_file, data_folder
from tieout.report.errors import InputError

__all__ = [
    "SPLITS",
    "KpisGold",
    "NeedleGold",
    "PagesGold",
    "kpis_samples",
    "needle_files",
    "needle_samples",
    "pages_notes",
    "pages_samples",
    "reports_files",
]

SPLITS = ("train", "val", "test", "eval")
"""LEDGER's own data has ``eval`` alone, which is what other benchmarks call ``test``: either name finds either folder."""

_SAME = {"test": "eval", "eval": "test"}

_QUESTION = ("query_id", "query_text", "ticker", "exchange", "year", "kpi", "value", "source", "qrels")
_REPORT = ("ticker", "exchange", "year")


@dataclass(frozen=True, slots=True)
class PagesGold:
    """Grades (2 the primary source, 1 context) by page number, counted from 1."""

    grades: Mapping[int, int]


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


def needle_files(data: Path, split: str) -> list[Path]:
    return [_parquet(data, "needle", split)]


def reports_files(data: Path, split: str) -> list[Path]:
    return [_parquet(data, "reports", split)]


def _parquet(data: Path, configuration: str, split: str) -> Path:
    try:
        return data_file(data, configuration, split, "data.parquet")
    except InputError:
        if split not in _SAME or not (data_folder(data) / configuration / _SAME[split]).is_dir():
            raise
        return data_file(data, configuration, _SAME[split], "data.parquet")


def pages_samples(data: Path, split: str) -> Iterator[Sample[PagesGold]]:
    """Questions with at least one relevant page in their report, as in the paper; gold is the grade of each page."""
    for given, _, grades in _questions(data, split):
        if any(grade >= 1 for grade in grades.values()):
            yield Sample(given, PagesGold(grades))


def pages_notes(data: Path, split: str) -> list[str]:
    """How many questions have no relevant page and are not asked."""
    rows = [grades for _, _, grades in _questions(data, split)]
    without = sum(1 for grades in rows if not any(grade >= 1 for grade in grades.values()))
    return [f"{without} of {len(rows)} questions have no relevant page in their report and are not asked"] if without else []


def needle_samples(data: Path, split: str) -> Iterator[Sample[NeedleGold]]:
    """All questions; one whose row has no value is unanswerable."""
    questions = list(_questions(data, split))
    values: dict[tuple[str, int], dict[str, Decimal]] = defaultdict(dict)
    for _, row, _ in questions:
        if row["value"] is not None:
            values[_company(row), row["year"]][row["kpi"]] = row["value"]
    for given, row, grades in questions:
        kpi, year, company = row["kpi"], row["year"], _company(row)
        around = [other for other in range(year - 2, year + 3) if other != year]
        near = {other: values[company, other] for other in around if (company, other) in values}
        yield Sample(
            given,
            NeedleGold(
                value=row["value"],
                kpi=kpi,
                year=year,
                source=row["source"] or "",
                years={other: known[kpi] for other, known in near.items() if kpi in known},
                siblings={name: value for name, value in values.get((company, year), {}).items() if name != kpi},
                pages=grades,
                kind=row.get("kind") or "",
            ),
        )


def kpis_samples(data: Path, split: str) -> Iterator[Sample[KpisGold]]:
    """Reports; the solver is told the company and the fiscal year that the KPIs are wanted for, as the paper's prompt does."""
    path = reports_files(data, split)[0]
    columns = _columns(path, (*_REPORT, "mmd_text"))
    names = [name for name in catalogue() if name in columns]
    if not names:
        raise InputError(f"{path}: has none of the columns {', '.join(list(catalogue())[:3])}, …")
    company = "company_name" if "company_name" in columns else "ticker"
    wanted = ", ".join(f'"{name}"' for name in dict.fromkeys([*_REPORT, company, *names]))
    seen: set[str] = set()
    for row in query(path, f"SELECT file_row_number, {wanted} FROM data ORDER BY file_row_number"):  # noqa: S608 - our names
        document = _name(row)
        if document in seen:
            raise InputError(f"{path}: two rows for {document}")
        seen.add(document)
        report = ReportText(path, row["file_row_number"], _beside(data, document))
        fields = {"company": row[company] or row["ticker"], "year": int(row["year"]), "report": report}
        values = {name: value for name in names if (value := _decimal(row[name])) is not None}
        yield Sample(SampleInput(document, document, fields), KpisGold(values, int(row["year"])))


def _questions(data: Path, split: str) -> Iterator[tuple[SampleInput, dict[str, Any], dict[int, int]]]:
    """Each question with its row and the grades of its report's pages; questions of one report together."""
    path = needle_files(data, split)[0]
    columns = _columns(path, (*_QUESTION, "mmd_text"))
    extra = [name for name in ("report", "kind") if name in columns]
    wanted = ", ".join(f'"{name}"' for name in (*_QUESTION, *extra))
    rows = query(path, f"SELECT file_row_number, {wanted} FROM data ORDER BY file_row_number")  # noqa: S608 - our names

    def text_of(row: Mapping[str, Any], document: str) -> ReportText:
        return ReportText(path, row["file_row_number"], _beside(data, document))

    first = first_page(rows, text_of)
    seen: set[str] = set()
    for document, of_report in _by_report(rows, path).items():
        for row in of_report:
            id_ = str(row["query_id"])
            if id_ in seen:
                raise InputError(f"{path}: two rows have the query_id {id_}")
            seen.add(id_)
            grades = {
                page - first + 1: int(judged["relevance"])
                for judged in row["qrels"] or ()
                if (page := page_of(judged["doc_id"], document)) is not None
            }
            yield (
                SampleInput(id_, document, {"question": str(row["query_text"]), "report": text_of(row, document)}),
                row,
                grades,
            )


def _by_report(rows: Iterable[dict[str, Any]], path: Path) -> dict[str, list[dict[str, Any]]]:
    reports: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        try:
            row["value"], row["year"] = _decimal(row["value"]), int(row["year"])
            document = row.get("report") or _judged_report(row) or _name(row)
        except (KeyError, TypeError, ValueError):
            raise InputError(
                f"{path}: row {row['file_row_number']} ({row['query_id']}) is not in the official layout"
            ) from None
        reports.setdefault(str(document), []).append(row)
    return reports


def _judged_report(row: Mapping[str, Any]) -> str | None:
    """The report that the judgments are of; a question on an earlier year is put to a later year's report."""
    named = {str(judged["doc_id"]).rpartition("/")[0] for judged in row["qrels"] or ()}
    own = _name(row)
    return own if own in named or not named else min(named)


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['exchange']}_{row['ticker']}_{row['year']}"


def _company(row: Mapping[str, Any]) -> str:
    return f"{row['exchange']}_{row['ticker']}"


def _decimal(value: object) -> Decimal | None:
    """The exact decimal that a Parquet double is written as; None for null and for what is no number."""
    if value is None or isinstance(value, bool):
        return None
    number = Decimal(str(value))
    return number if number.is_finite() else None


def _columns(path: Path, needed: Iterable[str]) -> set[str]:
    found = {row["column_name"] for row in query(path, "DESCRIBE data")}
    missing = [name for name in needed if name not in found]
    if missing:
        raise InputError(f"{path}: has no column {missing[0]}; it is not in LEDGER's official layout")
    return found


def _beside(data: Path, document: str) -> Path | None:
    """``mmd/EXCHANGE_TICKER_YEAR.mmd`` of the data folder, where it is there."""
    folder = data_folder(data)
    path = (folder / "mmd" / f"{document}.mmd").resolve()
    return path if path.is_relative_to(folder) and path.is_file() else None
