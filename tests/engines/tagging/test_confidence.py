"""Rows that the confidence in a first candidate is told by."""

import numpy as np
import pytest

from tieout.engines.tagging.confidence import CONFIDENCE, confidence_rows, first_two
from tieout.engines.tagging.ranking import SECOND
from tieout.engines.tagging.record import Record

RECORD = Record.of([{"Goodwill": 1.0}] * 3, ["Goodwill", "Revenues", "Assets"])


def rows(features, order, scores, concepts):
    table = confidence_rows(first_two(features, order), scores, concepts, RECORD)
    return [dict(zip(CONFIDENCE, row.tolist(), strict=True)) for row in table]


def test_the_first_stands_for_itself_and_the_second_for_how_it_differs():
    features = np.arange(2 * 3 * len(SECOND), dtype=np.float32).reshape(2, 3, len(SECOND))
    order = np.array([[2, 0, 1], [0, 1, 2]])
    scores = np.array([[2.0, 1.0, -np.inf], [1.0, 1.0, 1.0]], dtype=np.float32)
    one, other = rows(features, order, scores, np.array([[0, 1], [2, 0]]))
    at = SECOND.index("rank")
    assert (one["rank"], one["behind_rank"]) == (features[0, 2, at], features[0, 0, at] - features[0, 2, at])
    assert one["belief"] == pytest.approx(1 / (1 + np.exp(-1))) and one["lead"] == pytest.approx(one["belief"] * 2 - 1)
    assert other["spread"] == pytest.approx(np.log(3))
    assert (one["issuers_before"], one["behind_issuers_before"], other["behind_issuers_before"]) == (3, 0, 3)


def test_a_single_candidate_has_no_second():
    features = np.ones((1, 1, len(SECOND)), dtype=np.float32)
    (row,) = rows(features, np.array([[0]]), np.array([[3.0]], dtype=np.float32), np.array([[1, 1]]))
    assert (row["belief"], row["second"], row["behind_rank"]) == (1, 0, 0)
