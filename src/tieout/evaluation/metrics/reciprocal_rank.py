"""RR: one over the rank of the first relevant document; its mean over queries is MRR (Kantor and Voorhees 2000)."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.evaluation.metrics.ranking import Qrels, grades

__all__ = ["reciprocal_rank"]


def reciprocal_rank(ranking: Sequence[str], qrels: Qrels, cutoff: int | None = None, rel: int = 1) -> float:
    """0 when no document of grade ``rel`` or more is among the first ``cutoff``."""
    for rank, grade in enumerate(grades(ranking, qrels, cutoff), start=1):
        if grade >= rel:
            return 1 / rank
    return 0.0
