"""P@k: the share of the first k places that hold a relevant document (trec_eval's ``P``)."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.evaluation.metrics.ranking import Qrels, grades

__all__ = ["precision_at"]


def precision_at(ranking: Sequence[str], qrels: Qrels, cutoff: int | None = None, rel: int = 1) -> float:
    """Places of a ranking shorter than the cutoff count as not relevant; without a cutoff, divided by its length."""
    places = cutoff if cutoff is not None else len(ranking)
    found = sum(1 for grade in grades(ranking, qrels, cutoff) if grade >= rel)
    return found / places if places else 0.0
