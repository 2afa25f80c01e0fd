"""Training of confidence: how likely a first candidate is right, from what rerankers said of issuers unknown to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.calibration import Calibration, expected_error, reliability, when_sure
from tieout.engines.tagging.confidence import CONFIDENCE, confidence_rows
from tieout.engines.tagging.drawing import Drawn
from tieout.engines.tagging.ranking import Floats
from tieout.engines.tagging.record import Record, shares_by_issuer
from tieout.engines.tagging.reranker import Reranker

if TYPE_CHECKING:
    import lightgbm

__all__ = ["Asked", "Confidence", "ask", "told", "train_confidence"]


@dataclass(slots=True)
class Asked:
    """What a reranker said of mentions (n) of issuers that it never saw: their issuers and views, the first two concepts (n x
    2) and their features (n x 2 x `SECOND`), scores and which of them is right, best first (n x finalists), and whether the
    first impression was right."""

    issuers: NDArray[np.str_]
    views: NDArray[np.str_]
    concepts: NDArray[np.str_]
    two: Floats
    scores: Floats
    right: NDArray[np.bool_]
    before: NDArray[np.bool_]


@dataclass(slots=True)
class Confidence:
    """Trees as text, the calibration of what they say, metrics by issuer-wise cross-validation, and by issuer and concept the
    share of first candidates that were right."""

    trees: str
    calibration: Calibration
    metrics: dict[str, Any]
    shares: dict[str, dict[str, float]]


def ask(reranker: Reranker, drawn: Iterable[Drawn]) -> Asked:
    """What the reranker says of drawn contexts; of each only what confidence is told by is kept."""
    names = reranker.scorer.names
    parts: list[tuple[NDArray[Any], ...]] = []
    for context in drawn:
        ranked = reranker.ranked(context.mentions)
        targets = np.array([names.number.get(concept, -1) for concept in context.concepts])
        many = len(targets)
        parts.append(
            (
                np.repeat(context.issuer, many),
                np.repeat(context.view, many),
                np.array([[names.names[i] for i in pair] for pair in ranked.first_concepts.tolist()]),
                ranked.two,
                ranked.scores.astype(np.float32),
                ranked.concepts == targets[:, None],
                ranked.found.concepts[:, 0] == targets,
            )
        )
    return Asked(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def train_confidence(folds: Sequence[Asked], *, seed: int = 1) -> Confidence:
    """From what was said of each fold's issuers by rerankers that learned from the other folds."""
    shares = shares_by_issuer(
        answer
        for fold in folds
        for answer in zip(fold.issuers.tolist(), fold.concepts[:, 0].tolist(), fold.right[:, 0].tolist(), strict=True)
    )
    sure = []
    for number, own in enumerate(folds):
        others = [fold for i, fold in enumerate(folds) if i != number]
        known = {issuer: shares[issuer] for fold in others for issuer in np.unique(fold.issuers).tolist()}
        sure.append(np.asarray(_trained(others, known, seed).predict(told(own, known), num_threads=1)))
    right = np.concatenate([fold.right[:, 0] for fold in folds])
    calibration = Calibration.fit(np.concatenate(sure), right)
    metrics = _metrics(folds, np.concatenate(sure), calibration)
    return Confidence(_trained(folds, shares, seed).model_to_string(), calibration, metrics, shares)


def told(fold: Asked, shares: dict[str, dict[str, float]]) -> Floats:
    """Rows that confidence in a fold's first candidates is told by, where ``shares`` are known.

    What is told of an issuer's answers is of all other issuers: as in use.
    """
    concepts, numbers = np.unique(fold.concepts, return_inverse=True)
    numbers = numbers.reshape(fold.concepts.shape)
    rows = np.empty((len(numbers), len(CONFIDENCE)), dtype=np.float32)
    for issuer in np.unique(fold.issuers).tolist():
        own = np.flatnonzero(fold.issuers == issuer)
        record = Record.of((s for other, s in shares.items() if other != issuer), concepts.tolist())
        rows[own] = confidence_rows(fold.two[own], fold.scores[own], numbers[own], record)
    return rows


def _trained(folds: Sequence[Asked], shares: dict[str, dict[str, float]], seed: int) -> lightgbm.Booster:
    import lightgbm

    settings = {
        "objective": "binary", "learning_rate": 0.03, "num_leaves": 31, "min_data_in_leaf": 100, "feature_fraction": 0.4,
        "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5.0, "extra_trees": True, "num_threads": 1, "seed": seed,
        "verbosity": -1, "deterministic": True,
    }  # fmt: skip
    x = np.concatenate([told(fold, shares) for fold in folds])
    y = np.concatenate([fold.right[:, 0] for fold in folds]).astype(np.int8)
    return lightgbm.train(settings, lightgbm.Dataset(x, y, feature_name=list(CONFIDENCE)), 600)


def _metrics(folds: Sequence[Asked], confidence: NDArray[np.float64], calibration: Calibration) -> dict[str, Any]:
    views = np.concatenate([fold.views for fold in folds])
    right = np.concatenate([fold.right for fold in folds])
    before = np.concatenate([fold.before for fold in folds])
    result: dict[str, Any] = {}
    for view in dict.fromkeys(views.tolist()):
        own = right[views == view]
        result[view] = {f"acc@{k}": round(float(own[:, :k].any(axis=1).mean()), 4) for k in (1, 5, 20)}
        result[view] |= {"acc@1_before_reranking": round(float(before[views == view].mean()), 4), "n": len(own)}
    p = calibration.probabilities(np.concatenate([fold.scores for fold in folds]), confidence)[:, 0]
    hit = right[:, 0].astype(float)
    sure, right_then = when_sure(p, hit)
    result["calibration"] = {
        "expected_error": round(expected_error(p, hit), 4),
        "sure": round(sure, 4),
        "right_when_sure": round(right_then, 4) if sure else None,
        "reliability": [{k: round(v, 4) for k, v in row.items()} for row in reliability(p, hit)],
    }
    return result
