"""The metrics of both shared tasks: exact ids, and values that agree after `normalise`. Samples without gold count nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tieout.benchmarks.securities_tables.data import CellGold
from tieout.benchmarks.securities_tables.normalise import normalise
from tieout.benchmarks.securities_tables.parsing import CellPrediction
from tieout.evaluation import Metric, Sample, Scorer, Sums, ratio
from tieout.evaluation.statistics import Array

__all__ = ["qa_scorer", "qa_sheet", "retrieval_scorer", "retrieval_sheet"]


def retrieval_scorer() -> Scorer[str | None, str]:
    return Scorer(
        statistics=_table, metrics=(_accuracy("accuracy", "share of questions with exactly the gold table"),), main="accuracy"
    )


def qa_scorer() -> Scorer[CellGold | None, CellPrediction]:
    metrics = (
        _accuracy("value_accuracy", "share of questions whose value equals the gold value after normalisation"),
        _accuracy("cell_accuracy", "share of questions with exactly the gold cell"),
    )
    return Scorer(statistics=_cell, metrics=metrics, main="value_accuracy")


def retrieval_sheet(predictions: dict[str, Any]) -> dict[str, str]:
    """The leaderboard's ``answersheet.json``: a table's id for each question, empty where there is no answer."""
    return {id_: found or "" for id_, found in predictions.items()}


def qa_sheet(predictions: dict[str, Any]) -> dict[str, CellPrediction]:
    """The leaderboard's ``answersheet.json``: cell and value for each question, empty where there is no answer."""
    empty: CellPrediction = {"cell_id": "", "value": ""}
    return {id_: found if found is not None else empty for id_, found in predictions.items()}


def _table(sample: Sample[str | None], prediction: str | None) -> dict[str, float]:
    if sample.gold is None:
        return {"judged": 0, "accuracy": 0}
    return {"judged": 1, "accuracy": float(prediction == sample.gold)}


def _cell(sample: Sample[CellGold | None], prediction: CellPrediction | None) -> dict[str, float]:
    gold = sample.gold
    if gold is None:
        return {"judged": 0, "value_accuracy": 0, "cell_accuracy": 0}
    value = prediction is not None and normalise(prediction["value"]) == normalise(gold["value"])
    cell = prediction is not None and prediction["cell_id"] == gold["cell_id"]
    return {"judged": 1, "value_accuracy": float(value), "cell_accuracy": float(cell)}


def _accuracy(name: str, description: str) -> Metric:
    return Metric(name, description, _share(name), hits=name, out_of="judged")


def _share(name: str) -> Callable[[Sums], Array]:
    return lambda sums: ratio(sums[name], sums["judged"])
