"""nDCG: normalised discounted cumulative gain, with the grades as gains.

Järvelin and Kekäläinen 2002, "Cumulated gain-based evaluation of IR techniques", with the discount log2(rank + 1) that
trec_eval uses. The ideal ranking is of all judged documents, cut at the same rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2

from tieout.evaluation.metrics.ranking import Qrels, grades

__all__ = ["ndcg"]


def ndcg(ranking: Sequence[str], qrels: Qrels, cutoff: int | None = None, rel: int = 1) -> float:
    """In [0, 1]. ``rel`` has no meaning for a graded measure and is ignored."""
    ideal = _dcg(sorted((grade for grade in qrels.values() if grade > 0), reverse=True)[:cutoff])
    return _dcg(grades(ranking, qrels, cutoff)) / ideal if ideal else 0.0


def _dcg(gains: Iterable[int]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1) if gain > 0)
