"""The prompts, in our words and in the papers' protocol: the table as text (or Markdown, or HTML) and the question.

For retrieval a report is too long for a prompt: the candidates are the ten tables that are nearest to the question (BM25).
An embeddings endpoint ranks all tables, written as their cells' text, Markdown or HTML: the overview paper's baseline.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping, Sequence
from importlib import resources

from tieout.benchmarks.securities_tables.data import CellGold
from tieout.engines.tables.view import ReportView, TableView
from tieout.evaluation import Prompt, Retrieval, Sample, SampleInput

__all__ = ["ideal_qa", "ideal_retrieval", "qa_prompt", "ranking", "report_of", "retrieval_prompt"]

_CANDIDATES = 10
_MOST_CHARS = 3000  # of one candidate


def qa_prompt() -> Prompt:
    """Places: ``question``, ``above`` (headings, lines), the table as ``table`` (text, cell ids), ``markdown``, ``html``."""
    return Prompt(_template("prompt_qa.txt"), ("question", "above", "table", "markdown", "html"), _qa_values, long="table")


def retrieval_prompt() -> Prompt:
    """Places: ``question``, and the candidates as ``tables`` (text)."""
    return Prompt(_template("prompt_retrieval.txt"), ("question", "tables"), _retrieval_values, long="tables")


def ranking() -> Retrieval:
    """All tables of the report as candidates for an embeddings endpoint."""
    return Retrieval(
        query=lambda sample: str(sample.fields["question"]),
        candidates=_candidates(_as_text),
        output=lambda ids: json.dumps({"table_id": ids[0]}),
        forms={"text": _candidates(_as_text), "markdown": _candidates(_as_markdown), "html": _candidates(_as_html)},
    )


def _candidates(written: Callable[[TableView], str]) -> Callable[[SampleInput], Sequence[tuple[str, str]]]:
    return lambda sample: [(table.id, written(table)) for table in report_of(sample).tables]


def ideal_qa(sample: Sample[CellGold | None]) -> str:
    """What a perfect model would answer; without gold, that there is no answer."""
    return json.dumps(sample.gold or {"cell_id": None, "value": None}, ensure_ascii=False)


def ideal_retrieval(sample: Sample[str | None]) -> str:
    return json.dumps({"table_id": sample.gold})


def report_of(sample: SampleInput) -> ReportView:
    """The tables of the sample's report, read once for all its questions."""
    from tieout.engines.tables.opening import open_files

    return open_files(sample.fields["files"], sample.fields["doc_id"])


def _template(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _qa_values(sample: SampleInput) -> Mapping[str, str]:
    table = report_of(sample).table(sample.fields["table_id"])
    values = {"question": sample.fields["question"]}
    if table is None:
        return {**values, "above": "(the table's file is missing)", "table": "", "markdown": "", "html": ""}
    return {
        **values,
        "above": "\n".join(" ".join(line.split()) for line in (*table.headings, *table.above)),
        "table": _as_text(table, ids=True),
        "markdown": _as_markdown(table),
        "html": _as_html(table),
    }


def _retrieval_values(sample: SampleInput) -> Mapping[str, str]:
    from tieout.engines.tables.baselines import rank_tables

    report = report_of(sample)
    nearest = rank_tables(report, sample.fields["question"], "bm25")[:_CANDIDATES]
    shown = [f"## {table.id}\n{' / '.join(table.headings)}\n{_as_text(table)[:_MOST_CHARS]}" for table in nearest]
    return {"question": sample.fields["question"], "tables": "\n\n".join(shown)}


def _rows(table: TableView) -> list[list[tuple[str, str]]]:
    """(short id, display text) of the cells that start in each row."""
    rows: list[list[tuple[str, str]]] = [[] for _ in range(table.rows)]
    for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.column)):
        if cell.rows and cell.row < table.rows:
            rows[cell.row].append((cell.id.rpartition("-")[2], " ".join(cell.text.split())))
    return rows


def _as_text(table: TableView, ids: bool = False) -> str:
    lines = ("\t".join(f"[{id_}] {text}" if ids else text for id_, text in row) for row in _rows(table))
    return "\n".join(lines)


def _as_markdown(table: TableView) -> str:
    lines = [f"| {' | '.join(text.replace('|', chr(92) + '|') for _, text in row)} |" for row in _rows(table)]
    return "\n".join([*lines[:1], "|" + "---|" * max(1, table.columns), *lines[1:]])


def _as_html(table: TableView) -> str:
    rows = ("".join(f'<td id="{id_}">{html.escape(text)}</td>' for id_, text in row) for row in _rows(table))
    return "<table>\n" + "\n".join(f"<tr>{row}</tr>" for row in rows) + "\n</table>"
