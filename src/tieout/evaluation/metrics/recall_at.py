"""R@k: the share of the relevant documents that are among the first k (trec_eval's ``recall``)."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.evaluation.metrics.ranking import Qrels, grades, relevant

__all__ = ["recall_at"]


def recall_at(ranking: Sequence[str], qrels: Qrels, cutoff: int | None = None, rel: int = 1) -> float:
    found = sum(1 for grade in grades(ranking, qrels, cutoff) if grade >= rel)
    count = relevant(qrels, rel)
    return found / count if count else 0.0
