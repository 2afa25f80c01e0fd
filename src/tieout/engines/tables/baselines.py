"""Plain baselines: BM25 (Robertson and Zaragoza 2009) and TF-IDF cosine over character bigrams, with nothing learned.

Japanese has no spaces between words; bigrams of characters are the usual index terms for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log, sqrt
from typing import Literal

from tieout.engines.tables.view import CellView, ReportView, TableView, plain

__all__ = ["rank_cells", "rank_tables"]

Weighting = Literal["bm25", "tfidf"]

_K1, _B = 1.2, 0.75


def rank_tables(report: ReportView, question: str, weighting: Weighting) -> list[TableView]:
    """All tables of the report, best first; a table's text is its headings, the lines above it and its cells."""
    index: _Index | None = report.cache.get("baseline")
    if index is None:
        index = report.cache["baseline"] = _Index([_table_text(table) for table in report.tables])
    return [report.tables[place] for place in index.rank(question, weighting)]


def rank_cells(table: TableView, question: str, weighting: Weighting) -> list[CellView]:
    """The cells below the header and beside the labels, best first; a cell's text has its row's labels and headers with it."""
    cells = [c for c in table.cells if c.text and c.rows and c.row >= table.header_rows and c.column >= table.label_columns]
    texts = []
    for cell in cells:
        beside = [c.text for c in table.cells if c.row == cell.row and c.column < table.label_columns]
        over = [c.text for c in table.cells if c.row < table.header_rows and c.column <= cell.column < c.column + c.columns]
        texts.append(" ".join([*beside, *over, cell.text]))
    return [cells[place] for place in _Index(texts).rank(question, weighting)]


def _table_text(table: TableView) -> str:
    return " ".join([*table.headings, *table.above, *(cell.text for cell in table.cells)])


def _terms(text: str) -> Counter[str]:
    flat = plain(text)
    return Counter(flat[i : i + 2] for i in range(len(flat) - 1))


class _Index:
    def __init__(self, texts: Sequence[str]) -> None:
        self.documents = [_terms(text) for text in texts]
        self.lengths = [sum(terms.values()) for terms in self.documents]
        self.frequency = Counter(term for terms in self.documents for term in terms)

    def rank(self, question: str, weighting: Weighting) -> list[int]:
        """Places of the documents by falling score; equal ones stay in their order."""
        query = _terms(question)
        score = self._bm25 if weighting == "bm25" else self._tfidf
        scores = [score(query, place) for place in range(len(self.documents))]
        return sorted(range(len(scores)), key=lambda place: -scores[place])

    def _bm25(self, query: Counter[str], place: int) -> float:
        terms, n = self.documents[place], len(self.documents)
        norm = _K1 * (1 - _B + _B * self.lengths[place] * n / max(1, sum(self.lengths)))
        return sum(
            log(1 + (n - self.frequency[term] + 0.5) / (self.frequency[term] + 0.5))
            * terms[term]
            * (_K1 + 1)
            / (terms[term] + norm)
            for term in query
            if term in terms
        )

    def _tfidf(self, query: Counter[str], place: int) -> float:
        terms = self.documents[place]
        dot = sum(count * terms[term] * self._idf(term) ** 2 for term, count in query.items() if term in terms)
        length = sqrt(sum((count * self._idf(term)) ** 2 for term, count in terms.items()))
        return dot / length if length else 0.0

    def _idf(self, term: str) -> float:
        return log((1 + len(self.documents)) / (1 + self.frequency[term])) + 1
