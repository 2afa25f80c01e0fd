"""TREC's run and qrels files: ``query Q0 REPORT/page_0012 1 score tag`` and ``query 0 REPORT/page_0012 2``, for trec_eval.

Page numbers in them count from 0, as in LEDGER's own judgments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tieout.benchmarks.ledger.build.relevance import DOCUMENT_ID
from tieout.evaluation import Sample

__all__ = ["qrels_lines", "run_lines"]


def qrels_lines(samples: Iterable[Sample[Any]]) -> Iterable[str]:
    """A line for each judged page."""
    for sample in samples:
        for page, grade in sorted(sample.gold.grades.items()):
            yield f"{_word(sample.input.id)} 0 {_document(sample, page)} {grade}\n"


def run_lines(samples: Iterable[Sample[Any]], answered: Mapping[str, Sequence[int] | None], tag: str) -> Iterable[str]:
    """A line for each ranked page; scores fall by one a rank. A question without an answer has no lines."""
    for sample in samples:
        pages = answered.get(sample.input.id) or ()
        for rank, page in enumerate(pages, start=1):
            yield f"{_word(sample.input.id)} Q0 {_document(sample, page)} {rank} {len(pages) - rank + 1} {_word(tag)}\n"


def _document(sample: Sample[Any], page: int) -> str:
    return _word(DOCUMENT_ID.format(report=sample.input.document, page=page - 1))


def _word(text: str) -> str:
    """The files are parted by white space, so that a name can hold none."""
    return "_".join(text.split()) or "_"
