"""A data folder in the official layout, written again with noise in its reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from tieout.benchmarks.ledger.build.official import write_split
from tieout.benchmarks.ledger.build.relevance import DOCUMENT_ID
from tieout.benchmarks.ledger.noise import Kinds, Spoiled, spoil
from tieout.benchmarks.ledger.numbering import printed
from tieout.benchmarks.ledger.rows import SPLITS, Question, question_rows, report_rows
from tieout.benchmarks.ledger.texts import pages_of
from tieout.report.errors import InputError

__all__ = ["add_noise", "plain_row"]


def add_noise(data: Path, out: Path, share: float, seed: int, kinds: Kinds) -> dict[str, Any]:
    """``data`` with ``share`` of all tables spoiled, in ``out``; gives how many tables there are and what became of them.

    Raises InputError where ``out`` is not empty, or ``data`` holds no split of both configurations.
    """
    if not 0 <= share <= 1:
        raise InputError(f"--share {share}: has to be from 0 to 1")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: not empty; --out names a new folder")
    splits = [split for split in SPLITS if (data / "needle" / split).is_dir() and (data / "reports" / split).is_dir()]
    if not splits:
        raise InputError(f"{data}: holds no needle/SPLIT and reports/SPLIT")
    (out / "mmd").mkdir(parents=True)
    counts: Counter[str] = Counter()
    for split in splits:
        noise: dict[str, Spoiled] = {}
        for report in report_rows(data, split):
            noise[report.document] = spoil(report.text.read(), share, f"{seed}/{report.document}", kinds)
            (out / "mmd" / f"{report.document}.mmd").write_text(noise[report.document].text, encoding="utf-8")
        reports = [{**report.row, **report.values, "report": report.document} for report in report_rows(data, split)]
        queries = [_moved(one, noise[one.document]) for one in question_rows(data, split) if one.document in noise]
        write_split(out, split, [plain_row(row) for row in queries], [plain_row(row) for row in reports])
        for one in noise.values():
            counts.update(one.kinds)
            counts.update(tables=one.tables, spoiled=one.spoiled)
    return {"splits": splits, **counts}


def _moved(question: Question, noise: Spoiled) -> dict[str, Any]:
    """The row, judged where the noise left its pages: of a page cut in two, the part that prints the value, or both."""
    pages = pages_of(noise.text)
    qrels = []
    for clean, grade in question.grades.items():
        parts = [place for place, page in enumerate(noise.pages) if page == clean]
        value = question.row["value"]
        with_value = [place for place in parts if value is not None and printed(value, pages[place])]
        for place in with_value or parts:
            qrels.append({"doc_id": DOCUMENT_ID.format(report=question.document, page=place), "relevance": grade})
    return {**question.row, "report": question.document, "qrels": qrels}


def plain_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as JSON takes it: decimals as texts, no text of the report."""
    left_out = ("file_row_number", "text")
    return {k: format(v, "f") if isinstance(v, Decimal) else v for k, v in row.items() if k not in left_out}
