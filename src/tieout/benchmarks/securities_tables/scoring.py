"""The metrics of both shared tasks: exact ids, and values that agree after `normalise`. Samples without gold count nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tieout.benchmarks.securities_tables.data import CellGold
from tieout.benchmarks.securities_tables.normalise import normalise
from tieout.benchmarks.securities_tables.parsing import CellPrediction
from tieout.evaluation import Metric, Sample, Scorer, Sums, ratio
from tieout.evaluation.statistics import Array
from tieout.report.errors import InputError

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
    """The leaderboard's ``answersheet.json``: a table's id for each question, empty where there is no answer.

    Raises InputError for an answer that is no text: a leaderboard refuses the whole sheet for it.
    """
    return {id_: _line(id_, found or "") for id_, found in predictions.items()}


def qa_sheet(predictions: dict[str, Any]) -> dict[str, CellPrediction]:
    """The leaderboard's ``answersheet.json``: cell and value for each question, empty where there is no answer.

    Raises InputError for an answer that isn't exactly two texts: a leaderboard refuses the whole sheet for it.
    """
    sheet: dict[str, CellPrediction] = {}
    for id_, found in predictions.items():
        answer = {"cell_id": "", "value": ""} if found is None else found
        if not isinstance(answer, dict) or answer.keys() != {"cell_id", "value"}:
            raise InputError(f"answer sheet: {id_} has to have cell_id and value, and nothing else")
        sheet[id_] = {"cell_id": _line(id_, answer["cell_id"]), "value": _line(id_, answer["value"])}
    return sheet


def _line(id_: str, text: object) -> str:
    if not isinstance(text, str):
        raise InputError(f"answer sheet: {id_}: {text!r:.60} is no text")
    return " ".join(text.split())


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
