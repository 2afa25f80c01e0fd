"""Training of the reranker: two passes of trees, each on what models of other issuers say, and the calibration of the last."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.calibration import Calibration, expected_error, reliability
from tieout.engines.tagging.confidence import CONFIDENCE, confidence_rows, first_two
from tieout.engines.tagging.learning import Context
from tieout.engines.tagging.ranking import FEATURES, SECOND, Scorer
from tieout.engines.tagging.record import Record

if TYPE_CHECKING:
    import lightgbm

__all__ = ["Rankers", "train_rankers"]

Say = Callable[[str], None]
Floats = NDArray[np.float32]


@dataclass(slots=True)
class Rankers:
    """Both passes' trees as text, those of confidence, the calibration, metrics by issuer-wise cross-validation, and its first
    candidates: concept, issuer, whether it was right."""

    first: str
    second: str
    confidence: str
    calibration: Calibration
    metrics: dict[str, Any]
    answers: list[tuple[str, str, bool]]


@dataclass(slots=True)
class _Rows:
    """A fold: features of both passes (mentions x candidates x `SECOND`), which candidate is right (-1: none), its contexts.

    There are gigabytes of them: those of the second pass are filled in when the first has been made, and nothing is copied.
    """

    features: Floats
    places: NDArray[np.int64]
    contexts: Sequence[Context]


def train_rankers(
    folds: Sequence[list[Context]],
    scorers: Sequence[Scorer],
    whole: Collection[str],
    *,
    trees: int = 60,
    seed: int = 1,
    say: Say = lambda _: None,
) -> Rankers:
    """From the contexts of each fold of issuers, whose candidates ``scorers`` made: of models trained on the other folds.

    Confidence, calibration and metrics are of the issuers ``whole``, of whose contexts all numbers are known: where only some
    are, as in notes, numbers are harder to tell than in use.
    """
    rows = [_rows(fold) for fold in folds]
    say("reranker: first pass")
    first = _trained(rows, FEATURES, trees, seed).model_to_string()
    firsts = []
    for number, own in enumerate(rows):
        say(f"reranker: first pass without fold {number + 1}")
        model = _trained([r for i, r in enumerate(rows) if i != number], FEATURES, trees, seed)
        firsts.append(_asked(model, own.features[:, :, : len(FEATURES)]))
    for scorer, own, said in zip(scorers, rows, firsts, strict=True):
        _fill(scorer, own, said)
    scores = []
    for number, own in enumerate(rows):
        say(f"reranker: second pass without fold {number + 1}")
        model = _trained([r for i, r in enumerate(rows) if i != number], SECOND, trees, seed)
        barred = np.concatenate([c.found.barred for c in own.contexts])
        scores.append(np.where(barred, -np.inf, _asked(model, own.features)))
    known = [_known(own, whole) for own in rows]
    ordered = [
        _ordered(own, said, mask, scorer.names.names)
        for own, said, mask, scorer in zip(rows, scores, known, scorers, strict=True)
    ]
    confidence, sure = _confident(ordered, seed)
    right = np.concatenate([o.right for o in ordered])
    calibration = Calibration.fit(np.concatenate(sure), right[:, 0])
    asked = _Asked(
        np.array([c.view for r in rows for c in r.contexts for _ in c.mentions])[np.concatenate(known)],
        (np.concatenate([r.places for r in rows]) == 0)[np.concatenate(known)],
    )
    metrics = _metrics(asked, np.concatenate([o.scores for o in ordered]), right, np.concatenate(sure), calibration)
    say(f"reranker: second pass on {len(right):,} numbers")
    second = _trained(rows, SECOND, trees, seed).model_to_string()
    return Rankers(first, second, confidence, calibration, metrics, [answer for o in ordered for answer in o.answers])


def _rows(fold: Sequence[Context]) -> _Rows:
    """All contexts together, whose own features from now on are parts of it."""
    places = np.concatenate([c.places for c in fold])
    features = np.empty((len(places), fold[0].found.features.shape[1], len(SECOND)), dtype=np.float32)
    for context, own in zip(fold, _slices(fold), strict=True):
        features[own, :, : len(FEATURES)] = context.found.features
        context.found.features = features[own, :, : len(FEATURES)]
    return _Rows(features, places, fold)


def _fill(scorer: Scorer, rows: _Rows, first: Floats) -> None:
    """Adds what the second pass is told besides, context by context, from the first one's scores."""
    for context, own in zip(rows.contexts, _slices(rows.contexts), strict=True):
        rows.features[own, :, len(FEATURES) :] = scorer.added(context.mentions, context.found, first[own])


def _slices(contexts: Sequence[Context]) -> list[slice]:
    ends = np.cumsum([len(c.mentions) for c in contexts]).tolist()
    return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]


def _trained(rows: Sequence[_Rows], names: Sequence[str], trees: int, seed: int) -> lightgbm.Booster:
    """Trees by which a mention's candidates are ordered (rank_xendcg; Bruch et al. 2020)."""
    import lightgbm

    # A mention whose concept is not among its candidates teaches nothing about their order.
    known = [np.flatnonzero(r.places >= 0) for r in rows]
    width = rows[0].features.shape[1]
    places = np.concatenate([r.places[k] for r, k in zip(rows, known, strict=True)])
    y = (places[:, None] == np.arange(width)[None, :]).ravel().astype(np.int8)
    x = [_sequence(r.features, k, len(names)) for r, k in zip(rows, known, strict=True)]
    settings = {
        "objective": "rank_xendcg", "learning_rate": 0.16, "num_leaves": 31, "min_data_in_leaf": 60, "feature_fraction": 0.4,
        "bagging_fraction": 0.6, "bagging_freq": 1, "lambda_l2": 5.0, "num_threads": 1, "seed": seed, "verbosity": -1,
        "objective_seed": seed, "deterministic": True, "max_bin": 63,
    }  # fmt: skip
    data = lightgbm.Dataset(x, y, group=np.full(len(places), width), feature_name=list(names), free_raw_data=True)
    return lightgbm.train(settings, data, trees)


def _sequence(features: Floats, mentions: NDArray[np.int64], columns: int) -> lightgbm.Sequence:
    """The candidates of those mentions, one after the other, with their first features: what LightGBM reads piece by piece."""
    import lightgbm

    width = features.shape[1]
    flat = features.reshape(-1, features.shape[2])
    rows = (mentions[:, None] * width + np.arange(width)).ravel()

    class Candidates(lightgbm.Sequence):
        def __getitem__(self, at: Any) -> NDArray[np.float64]:
            return flat[rows[at], :columns].astype(np.float64)

        def __len__(self) -> int:
            return len(rows)

    return Candidates()


def _asked(model: lightgbm.Booster, features: Floats) -> Floats:
    n, c, width = features.shape
    scores = [np.asarray(model.predict(features[i : i + 2_000].reshape(-1, width), num_threads=1)) for i in range(0, n, 2_000)]
    return np.concatenate(scores).reshape(n, c).astype(np.float32)


@dataclass(slots=True)
class _Ordered:
    """A fold's scores, best first (n x c), which of them is right, the features of the first two, the first as an answer, and
    the second's concept."""

    scores: Floats
    right: NDArray[np.bool_]
    two: Floats
    answers: list[tuple[str, str, bool]]
    seconds: list[str]


def _known(rows: _Rows, whole: Collection[str]) -> NDArray[np.bool_]:
    """Which of a fold's mentions are of those issuers."""
    return np.array([c.issuer in whole for c in rows.contexts for _ in c.mentions])


def _ordered(rows: _Rows, scores: Floats, known: NDArray[np.bool_], names: Sequence[str]) -> _Ordered:
    order = np.argsort(-scores, axis=1, kind="stable")
    best = np.take_along_axis(scores, order, axis=1)
    right = order == rows.places[:, None]
    two = first_two(np.concatenate([c.found.concepts for c in rows.contexts]), order)
    issuers = [c.issuer for c in rows.contexts for _ in c.mentions]
    own = np.flatnonzero(known).tolist()
    answers = [(names[two[i, 0]], issuers[i], bool(right[i, 0])) for i in own]
    return _Ordered(best[known], right[known], first_two(rows.features, order)[known], answers, [names[two[i, 1]] for i in own])


def _told(folds: Sequence[_Ordered], number: int, unknown: Collection[int]) -> Floats:
    """Rows that confidence in a fold's first candidates is told by; of the folds ``unknown`` nothing is known."""
    own = folds[number]
    pairs = [(first, second) for (first, _, _), second in zip(own.answers, own.seconds, strict=True)]
    concepts = list(dict.fromkeys(concept for pair in pairs for concept in pair))
    place = {concept: i for i, concept in enumerate(concepts)}
    record = Record.of((a for i, fold in enumerate(folds) if i not in unknown for a in fold.answers), concepts)
    numbers = np.array([[place[concept] for concept in pair] for pair in pairs], dtype=np.int64).reshape(-1, 2)
    return confidence_rows(own.two, own.scores, numbers, record)


def _confident(folds: Sequence[_Ordered], seed: int) -> tuple[str, list[NDArray[np.float64]]]:
    """Trees that say how likely a first candidate is right; and for each fold what those of the other folds say, to whom
    nothing of it was known."""
    import lightgbm

    every = range(len(folds))

    def trained(left_out: Collection[int]) -> lightgbm.Booster:
        settings = {
            "objective": "binary", "learning_rate": 0.05, "num_leaves": 31, "min_data_in_leaf": 100, "feature_fraction": 0.4,
            "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5.0, "extra_trees": True, "num_threads": 1, "seed": seed,
            "verbosity": -1, "deterministic": True,
        }  # fmt: skip
        others = [i for i in every if i not in left_out]
        # What is told of a fold's own answers must not have been learned from them.
        x = np.concatenate([_told(folds, i, {i, *left_out}) for i in others])
        y = np.concatenate([folds[i].right[:, 0] for i in others]).astype(np.int8)
        return lightgbm.train(settings, lightgbm.Dataset(x, y, feature_name=list(CONFIDENCE)), 300)

    said = [np.asarray(trained({i}).predict(_told(folds, i, {i}), num_threads=1)) for i in every]
    return trained(()).model_to_string(), said


@dataclass(slots=True)
class _Asked:
    """Of the mentions that are measured: the view that each was seen in, and whether the first impression was right."""

    views: NDArray[np.str_]
    before: NDArray[np.bool_]


def _metrics(
    asked: _Asked,
    scores: Floats,
    right: NDArray[np.bool_],
    confidence: NDArray[np.float64],
    calibration: Calibration,
) -> dict[str, Any]:
    views, before = asked.views, asked.before
    result: dict[str, Any] = {}
    for view in dict.fromkeys(views.tolist()):
        own = right[views == view]
        result[view] = {f"acc@{k}": round(float(own[:, :k].any(axis=1).mean()), 4) for k in (1, 5, 20)}
        result[view] |= {"acc@1_before_reranking": round(float(before[views == view].mean()), 4), "n": len(own)}
    p, hit = calibration.probabilities(scores, confidence)[:, 0], right[:, 0].astype(float)
    sure = p >= 0.9
    result["calibration"] = {
        "expected_error": round(expected_error(p, hit), 4),
        "sure": round(float(sure.mean()), 4),
        "right_when_sure": round(float(hit[sure].mean()), 4) if sure.any() else None,
        "reliability": [{k: round(v, 4) for k, v in row.items()} for row in reliability(p, hit)],
    }
    return result
