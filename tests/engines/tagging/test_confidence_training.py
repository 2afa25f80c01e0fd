"""Confidence as it is learned from what rerankers said of issuers unknown to them."""

import numpy as np
import pytest

from tieout.engines.tagging.confidence import CONFIDENCE
from tieout.engines.tagging.confidence_training import Asked, told, train_confidence
from tieout.engines.tagging.ranking import SECOND


def asked(issuers: str, right, seed: int = 0) -> Asked:
    """Of each issuer 200 numbers, every other one Goodwill, with Revenues second; all else about them is noise."""
    rng = np.random.default_rng(seed)
    who = np.repeat(list(issuers), 200)
    concepts = np.array([["Goodwill", "Revenues"], ["Revenues", "Goodwill"]] * (len(who) // 2))
    hits = np.zeros((len(who), 4), dtype=bool)
    hits[:, 0] = right(who, concepts[:, 0], rng)
    hits[:, 1] = ~hits[:, 0]
    return Asked(
        who,
        np.repeat("full", len(who)),
        concepts,
        rng.normal(size=(len(who), 2, len(SECOND))).astype(np.float32),
        -np.sort(-rng.normal(size=(len(who), 4)), axis=1).astype(np.float32),
        hits,
        hits[:, 0],
    )


def goodwill_is_safe(_who, concepts, rng):
    return np.where(concepts == "Goodwill", rng.random(len(concepts)) < 0.97, rng.random(len(concepts)) < 0.4)


def test_a_concept_that_was_right_at_other_issuers_is_believed_and_another_is_not():
    folds = [asked(names, goodwill_is_safe, seed) for seed, names in enumerate(("abc", "def", "ghi"))]
    found = train_confidence(folds).metrics["calibration"]
    assert found["sure"] == pytest.approx(0.5, abs=0.02) and found["right_when_sure"] > 0.94
    assert found["expected_error"] < 0.05


def test_nothing_is_told_of_an_issuers_own_answers():
    folds = [asked("ab", lambda who, *_: who == "a"), asked("cd", lambda who, *_: who == "c", 1)]
    shares = {name: {"Goodwill": share} for name, share in zip("abcd", (1.0, 0.0, 1.0, 0.0), strict=True)}
    rows = told(folds[0], shares)
    goodwill = rows[::2, CONFIDENCE.index("right_before")]
    assert (goodwill[folds[0].issuers[::2] == "b"] > goodwill[folds[0].issuers[::2] == "a"].max()).all()
    assert set(rows[::2, CONFIDENCE.index("issuers_before")].tolist()) == {3.0}


def test_views_are_measured_apart_and_the_shares_are_of_all_issuers():
    folds = [asked(names, goodwill_is_safe, seed) for seed, names in enumerate(("abc", "def", "ghi"))]
    folds[0].views = np.repeat("row", len(folds[0].views))
    found = train_confidence(folds)
    assert (found.metrics["row"]["n"], found.metrics["full"]["n"]) == (600, 1200)
    assert found.metrics["row"]["acc@1"] == pytest.approx(folds[0].right[:, 0].mean(), abs=1e-4)
    assert found.metrics["full"]["acc@5"] == 1
    assert set(found.shares) == set("abcdefghi") and found.shares["a"]["Goodwill"] > 0.9 > 0.6 > found.shares["a"]["Revenues"]
