"""Success@k (hit rate): 1 when a relevant document is among the first k (trec_eval's ``success``)."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.evaluation.metrics.ranking import Qrels, grades

__all__ = ["hit_rate"]


def hit_rate(ranking: Sequence[str], qrels: Qrels, cutoff: int | None = None, rel: int = 1) -> float:
    return float(any(grade >= rel for grade in grades(ranking, qrels, cutoff)))
