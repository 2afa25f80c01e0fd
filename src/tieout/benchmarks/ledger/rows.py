"""Rows of the official Parquet files, checked: which report each is of, its text, and the grades of the report's pages.

Rows with the same text are of one report, whatever their identity columns say: a question on another year or another company
is put to a report that isn't its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from tieout.benchmarks.ledger.numbering import first_page, page_of
from tieout.benchmarks.ledger.texts import ReportText, query
from tieout.engines.kpis.catalogue import catalogue
from tieout.evaluation.data import data_file, data_folder
from tieout.report.errors import InputError

__all__ = ["SPLITS", "Question", "ReportRow", "needle_files", "question_rows", "report_rows", "reports_files"]

SPLITS = ("train", "val", "test", "eval")
"""LEDGER's own data has ``eval`` alone, which is what other benchmarks call ``test``: either name finds either folder."""

_SAME = {"test": "eval", "eval": "test"}
_QUESTION = ("query_id", "query_text", "ticker", "exchange", "year", "kpi", "value", "source", "qrels")
_QUESTION_TOO = ("company_name", "industry", "tag", "unit", "kind", "report")  # taken where they are there
_TEXT = "CASE WHEN trim(mmd_text) != '' THEN hash(mmd_text) END AS text"
_REPORT = ("ticker", "exchange", "year")
_REPORT_TOO = ("company_name", "industry")


@dataclass(frozen=True, slots=True)
class Question:
    """A row of ``needle``: ``row`` has its columns, ``grades`` the relevance of pages counted from 1."""

    id: str
    document: str
    text: ReportText
    row: Mapping[str, Any]
    grades: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A row of ``reports``: ``values`` are the KPIs that it has."""

    document: str
    text: ReportText
    row: Mapping[str, Any]
    values: Mapping[str, Decimal]


def needle_files(data: Path, split: str) -> list[Path]:
    return [_parquet(data, "needle", split)]


def reports_files(data: Path, split: str) -> list[Path]:
    return [_parquet(data, "reports", split)]


def question_rows(data: Path, split: str) -> Iterator[Question]:
    """All questions, those of one report together, in the file's order. Raises InputError for another layout."""
    path = needle_files(data, split)[0]
    columns = _columns(path, (*_QUESTION, "mmd_text"))
    rows = _select(path, [*_QUESTION, *(name for name in _QUESTION_TOO if name in columns)], _TEXT)
    _check_ids(rows, path)
    reports = _by_text(rows, path)
    texts = {
        name: ReportText(path, of_report[0]["file_row_number"], _beside(data, name)) for name, of_report in reports.items()
    }
    first = first_page(rows, texts)
    for document, of_report in reports.items():
        for row in of_report:
            judged = {page_of(one["doc_id"], document): int(one["relevance"]) for one in row["qrels"] or ()}
            grades = {page - first + 1: grade for page, grade in judged.items() if page is not None}
            yield Question(str(row["query_id"]), document, texts[document], row, grades)


def report_rows(data: Path, split: str) -> Iterator[ReportRow]:
    """All reports, in the file's order. Raises InputError for another layout."""
    path = reports_files(data, split)[0]
    columns = _columns(path, (*_REPORT, "mmd_text"))
    names = [name for name in catalogue() if name in columns]
    if not names:
        raise InputError(f"{path}: has none of the columns {', '.join(list(catalogue())[:3])}, …")
    seen: set[str] = set()
    for row in _select(path, [*_REPORT, *(name for name in _REPORT_TOO if name in columns), *names]):
        document = _name(row)
        if document in seen:
            raise InputError(f"{path}: two rows for {document}")
        seen.add(document)
        values = {name: value for name in names if (value := _decimal(row[name])) is not None}
        text = ReportText(path, row["file_row_number"], _beside(data, document))
        yield ReportRow(document, text, {**row, "year": _year(row, path)}, values)


def _parquet(data: Path, configuration: str, split: str) -> Path:
    try:
        return data_file(data, configuration, split, "data.parquet")
    except InputError:
        if split not in _SAME or not (data_folder(data) / configuration / _SAME[split]).is_dir():
            raise
        return data_file(data, configuration, _SAME[split], "data.parquet")


def _columns(path: Path, needed: Iterable[str]) -> set[str]:
    found = {row["column_name"] for row in query(path, "DESCRIBE data")}
    missing = [name for name in needed if name not in found]
    if missing:
        raise InputError(f"{path}: has no column {missing[0]}; it is not in LEDGER's official layout")
    return found


def _select(path: Path, columns: Sequence[str], *also: str) -> list[dict[str, Any]]:
    wanted = ", ".join(["file_row_number", *(f'"{name}"' for name in columns), *also])
    return query(path, f"SELECT {wanted} FROM data ORDER BY file_row_number")  # noqa: S608 - names of ours only


def _check_ids(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    counts = Counter(str(row["query_id"]) for row in rows)
    twice = next((id_ for id_, count in counts.items() if count > 1), None)
    if twice is not None:
        raise InputError(f"{path}: two rows have the query_id {twice}")


def _by_text(rows: Sequence[dict[str, Any]], path: Path) -> dict[str, list[dict[str, Any]]]:
    """Rows by report: those with one text, under the name that most of their judgments, else most of the rows, bear."""
    groups: dict[object, list[dict[str, Any]]] = {}
    for row in rows:
        row["year"], row["value"] = _year(row, path), _decimal(row["value"])
        key = row["text"] if row["text"] is not None else _own_report(row)
        groups.setdefault(key, []).append(row)
    reports: dict[str, list[dict[str, Any]]] = {}
    for group in groups.values():
        votes = Counter(name for row in group for name in _judged_reports(row))
        votes = votes or Counter(_own_report(row) for row in group)
        name = max(votes, key=lambda one: (votes[one], one))
        reports.setdefault(name if name not in reports else f"{name}#{len(reports)}", []).extend(group)
    return reports


def _judged_reports(row: Mapping[str, Any]) -> set[str]:
    return {str(one["doc_id"]).rpartition("/")[0] for one in row["qrels"] or ()} - {""}


def _own_report(row: Mapping[str, Any]) -> str:
    return str(row.get("report") or _name(row))


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['exchange']}_{row['ticker']}_{row['year']}"


def _year(row: Mapping[str, Any], path: Path) -> int:
    try:
        return int(row["year"])
    except (TypeError, ValueError):
        raise InputError(f"{path}: row {row['file_row_number']} has no year; it is not in LEDGER's official layout") from None


def _decimal(value: object) -> Decimal | None:
    """The exact decimal that a Parquet double is written as; None for null and for what is no number."""
    if value is None or isinstance(value, bool):
        return None
    number = Decimal(str(value))
    return number if number.is_finite() else None


def _beside(data: Path, document: str) -> Path | None:
    """``mmd/EXCHANGE_TICKER_YEAR.mmd`` of the data folder, where it is there."""
    folder = data_folder(data)
    path = (folder / "mmd" / f"{document}.mmd").resolve()
    return path if path.is_relative_to(folder) and path.is_file() else None
