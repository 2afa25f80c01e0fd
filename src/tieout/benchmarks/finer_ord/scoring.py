"""The metric of the paper's Table 3: entity F1 for each type, and their mean weighted by support.

Entities are counted sentence by sentence, exact in span and type (`metrics.spans`); a token that got no label counts as O.
Each metric stands twice: by the aligner that resynchronises, and as ``compat/…`` by the paper's.
"""

from __future__ import annotations

from collections.abc import Callable

from tieout.benchmarks.finer_ord.labels import TYPES, Labelling
from tieout.evaluation import Metric, Sample, Scorer, Sums, ratio
from tieout.evaluation.metrics import f1, span_statistics, spans_of, weighted
from tieout.evaluation.statistics import Array

__all__ = ["scorer"]

_ALIGNERS = (("", "labels"), ("compat/", "compat"))


def scorer() -> Scorer[list[str], Labelling]:
    metrics = tuple(metric for prefix, _ in _ALIGNERS for metric in _metrics(prefix))
    # The paper averages runs that were rounded to four decimals.
    return Scorer(statistics=_statistics, metrics=metrics, main="weighted_f1", run_decimals=4)


def _statistics(sample: Sample[list[str]], prediction: Labelling | None) -> dict[str, float]:
    gold = spans_of(sample.gold)
    statistics: dict[str, float] = {"tokens": len(sample.gold)}
    for prefix, name in _ALIGNERS:
        labels: list[str | None] = [None] * len(sample.gold) if prediction is None else prediction[name]  # type: ignore[literal-required]
        statistics[f"{prefix}unlabelled"] = labels.count(None)
        statistics.update(span_statistics(gold, spans_of([label or "O" for label in labels]), prefix))
    return statistics


def _metrics(prefix: str) -> list[Metric]:
    said = " (the paper's aligner)" if prefix else ""
    metrics = [
        Metric(f"{prefix}weighted_f1", f"entity F1, mean over types weighted by support{said}", _weighted_f1(prefix)),
        Metric(f"{prefix}micro_f1", f"entity F1 over all types together{said}", _micro_f1(prefix)),
    ]
    metrics.extend(Metric(f"{prefix}f1_{kind.lower()}", f"entity F1 of {kind}{said}", _type_f1(prefix, kind)) for kind in TYPES)
    unlabelled = Metric(
        f"{prefix}unlabelled", f"share of tokens that got no label{said}", _unlabelled(prefix), higher_is_better=False
    )
    return [*metrics, unlabelled]


def _counts(sums: Sums, prefix: str) -> tuple[Array, Array, Array]:
    """Right, predicted and gold entities, types on the last axis."""
    hits, predicted, gold = (sums.family(f"{prefix}{name}/", TYPES) for name in ("tp", "predicted", "gold"))
    return hits, predicted, gold


def _weighted_f1(prefix: str) -> Callable[[Sums], Array]:
    def compute(sums: Sums) -> Array:
        hits, predicted, gold = _counts(sums, prefix)
        return weighted(f1(hits, predicted, gold), gold)

    return compute


def _micro_f1(prefix: str) -> Callable[[Sums], Array]:
    def compute(sums: Sums) -> Array:
        hits, predicted, gold = _counts(sums, prefix)
        return f1(hits.sum(axis=-1), predicted.sum(axis=-1), gold.sum(axis=-1))

    return compute


def _type_f1(prefix: str, kind: str) -> Callable[[Sums], Array]:
    def compute(sums: Sums) -> Array:
        hits, predicted, gold = (sums[f"{prefix}{name}/{kind}"] for name in ("tp", "predicted", "gold"))
        return f1(hits, predicted, gold)

    return compute


def _unlabelled(prefix: str) -> Callable[[Sums], Array]:
    return lambda sums: ratio(sums[f"{prefix}unlabelled"], sums["tokens"])
