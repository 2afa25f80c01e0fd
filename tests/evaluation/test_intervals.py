"""Bootstrap intervals: by document, reproducible, and the same as drawing documents one by one."""

from __future__ import annotations

import numpy as np
import pytest

from tieout.evaluation import Scored, Sums
from tieout.evaluation.intervals import Resampling, estimate
from tieout.evaluation.metrics import accuracy


def scored(hits: list[list[int]], repeat: int = 0) -> list[Scored]:
    """One inner list a document, 1 for a sample that was right."""
    return [
        Scored(f"{doc}-{place}", f"doc{doc}", repeat, {"n": 1, "correct": hit})
        for doc, of_doc in enumerate(hits)
        for place, hit in enumerate(of_doc)
    ]


def test_the_value_is_that_of_all_samples() -> None:
    found = estimate(scored([[1, 0, 1], [1]]), {"accuracy": accuracy})["accuracy"]
    assert found.value == 0.75
    assert found.ci95 is not None
    assert found.ci95[0] <= 0.75 <= found.ci95[1]


def test_whole_documents_are_drawn_and_not_samples() -> None:
    # Two documents, one all right and one all wrong: a draw holds 0, 1 or 2 of the first, whatever their sizes.
    drawn = Resampling(scored([[1] * 50, [0] * 50])).resampled({"accuracy": accuracy})["accuracy"]
    assert set(np.unique(drawn)) == {0.0, 0.5, 1.0}


def test_agrees_with_drawing_documents_one_by_one() -> None:
    rng = np.random.default_rng(7)
    hits = [list(rng.integers(0, 2, size=int(rng.integers(1, 9)))) for _ in range(40)]
    found = estimate(scored(hits), {"accuracy": accuracy})["accuracy"].ci95
    draws = []
    for _ in range(4000):
        chosen = [hits[i] for i in rng.integers(0, len(hits), size=len(hits))]
        draws.append(sum(map(sum, chosen)) / sum(map(len, chosen)))
    assert found == pytest.approx(tuple(np.percentile(draws, (2.5, 97.5))), abs=0.02)


def test_the_same_scores_give_the_same_interval() -> None:
    some = scored([[1, 0], [0, 0, 1], [1]])
    assert estimate(some, {"accuracy": accuracy}) == estimate(some, {"accuracy": accuracy})


def test_a_single_document_has_no_interval() -> None:
    assert estimate(scored([[1, 0]]), {"accuracy": accuracy})["accuracy"].ci95 is None


def test_nothing_scored_gives_no_numbers() -> None:
    assert estimate([], {"accuracy": accuracy}) == {}


def test_repeats_give_mean_and_standard_deviation_of_rounded_runs() -> None:
    runs = scored([[1, 0, 0], [1]], 0) + scored([[1, 0, 0], [0]], 1) + scored([[1, 1, 1], [0]], 2)
    found = estimate(runs, {"accuracy": accuracy}, repeats=3, decimals=1)["accuracy"]
    assert found.runs == (0.5, 0.2, 0.8)
    assert found.value == pytest.approx(0.5)
    assert found.sd == pytest.approx(0.3)  # n - 1 in the denominator


def test_a_statistic_that_no_sample_has_sums_to_zero() -> None:
    sums = Sums({"n": 0}, np.array([[3.0], [4.0]]))
    assert sums["absent"].tolist() == [0.0, 0.0]
    assert sums.family("tp/", []).shape == (2, 0)
