"""The official training data as the table engine's examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tieout.benchmarks.securities_tables.data import Files, qa_samples, retrieval_samples
from tieout.engines.tables.opening import open_files
from tieout.engines.tables.training import Example
from tieout.engines.tables.view import ReportView

__all__ = ["examples_of", "opener"]

_SPLIT = "train"
_RETRIEVAL, _QA = Files("table_retrieval", "tr"), Files("table_qa", "tqa")


def examples_of(folders: Sequence[Path]) -> list[Example]:
    """Questions of both tasks' training splits below each folder; raises InputError where one is missing."""
    examples: list[Example] = []
    for number, folder in enumerate(folders):
        for qa in qa_samples(_QA, folder, _SPLIT):
            if qa.gold is not None:
                given = qa.input.fields
                report = f"{number}/{given['doc_id']}"
                examples.append(Example(report, given["question"], given["table_id"], qa.gold["cell_id"], qa.gold["value"]))
        for retrieval in retrieval_samples(_RETRIEVAL, folder, _SPLIT):
            if retrieval.gold is not None:
                given = retrieval.input.fields
                examples.append(Example(f"{number}/{given['doc_id']}", given["question"], retrieval.gold))
    return examples


def opener(folders: Sequence[Path]) -> Callable[[str], ReportView]:
    """Opens an example's report."""

    def opening(report: str) -> ReportView:
        number, _, document = report.partition("/")
        return open_files(_QA.report(folders[int(number)], _SPLIT, document), document)

    return opening
