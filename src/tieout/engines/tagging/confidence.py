"""What the confidence in a first candidate is told by: all that is known of it, how it differs from the second, and how both
fared before."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.calibration import softmax
from tieout.engines.tagging.ranking import SECOND
from tieout.engines.tagging.record import RECORD, Record

__all__ = ["CONFIDENCE", "confidence_rows", "first_two"]

_RAW = ("score", "score_gap", "profile_sum")
"""Raw scores mean other things in a model of more issuers."""

_KNOWN = tuple(name for name in SECOND if name not in _RAW)
_COLUMNS = tuple(SECOND.index(name) for name in _KNOWN)
_LEAD = ("belief", "lead", "second", "spread")
"""Of a mention's scores: the first softmax probability, its lead, the second one, and the entropy of all."""

CONFIDENCE = (
    *_KNOWN,
    *_LEAD,
    *RECORD,
    *(f"behind_{name}" for name in _KNOWN),
    *(f"behind_{name}" for name in RECORD),
)
"""Columns of `confidence_rows`; ``behind_…`` is the second candidate's less the first one's, or its own record."""


def first_two(values: NDArray[Any], order: NDArray[np.intp]) -> NDArray[Any]:
    """Of what there is for each candidate (n x candidates x …) what there is for the first two (n x 2 x …) of the candidates'
    order, best first; for a single one twice the same."""
    two = order[:, [0, min(1, order.shape[1] - 1)]]
    return np.take_along_axis(values, two.reshape(*two.shape, *[1] * (values.ndim - 2)), axis=1)


def confidence_rows(
    features: NDArray[np.float32], scores: NDArray[np.floating], concepts: NDArray[np.integer], record: Record
) -> NDArray[np.float32]:
    """What the trees of confidence see (n x `CONFIDENCE`): of features of the second pass of the first two candidates (n x 2 x
    `SECOND`), scores, best first (n x candidates), and the numbers of the first two concepts (n x 2)."""
    known = features[:, :, _COLUMNS]
    p = softmax(scores)
    second = p[:, 1] if p.shape[1] > 1 else np.zeros(len(p))
    spread = -(p * np.log(np.maximum(p, 1e-12))).sum(axis=1)
    return np.column_stack(
        [
            *(known[:, 0], p[:, 0], p[:, 0] - second, second, spread, record.at(concepts[:, 0])),
            *(known[:, 1] - known[:, 0], record.at(concepts[:, 1])),
        ]
    ).astype(np.float32)
