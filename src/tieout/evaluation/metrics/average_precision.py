"""AP: the mean, over relevant documents, of the precision at each one's rank (Harman 1992; trec_eval's ``map``)."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.evaluation.metrics.ranking import Qrels, grades, relevant

__all__ = ["average_precision"]


def average_precision(ranking: Sequence[str], qrels: Qrels, cutoff: int | None = None, rel: int = 1) -> float:
    """Relevant documents that were not retrieved add 0; divided by all relevant ones, also under a cutoff."""
    total, hits = 0.0, 0
    for rank, grade in enumerate(grades(ranking, qrels, cutoff), start=1):
        if grade >= rel:
            hits += 1
            total += hits / rank
    count = relevant(qrels, rel)
    return total / count if count else 0.0
