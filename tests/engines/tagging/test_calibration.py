import numpy as np
import pytest

from tieout.engines.tagging.calibration import Calibration, expected_error, isotonic, reliability, softmax, when_sure


def test_probabilities_hold_on_what_they_were_fitted_to():
    random = np.random.default_rng(3)
    scores = np.sort(random.normal(size=(4000, 5)), axis=1)[:, ::-1] * 3
    chance = 1 / (1 + np.exp(-(scores[:, 0] - scores[:, 1])))
    right = random.random(4000) < chance * 0.8
    p = softmax(scores)
    confidence = p[:, 0] - p[:, 1]
    fitted = Calibration.fit(confidence, right)
    p = fitted.probabilities(scores, confidence)
    assert expected_error(p[:, 0], right.astype(float)) < 0.03
    assert np.all(p[:, 0] >= p[:, 1]) and np.all((p >= 0) & (p <= 1))
    assert Calibration.of_json(fitted.to_json()).probabilities(scores, confidence) == pytest.approx(p, abs=1e-3)


def test_isotonic_never_falls():
    x = np.linspace(0, 1, 500)
    y = (np.arange(500) % 3 == 0).astype(float)
    raw, right = isotonic(x, y)
    assert raw == sorted(raw) and right == sorted(right)


def test_reliability_counts_every_answer_once():
    p, right = np.array([0.05, 0.95, 0.95, 1.0]), np.array([0.0, 1.0, 1.0, 0.0])
    rows = reliability(p, right)
    assert [(row["n"], row["right"]) for row in rows] == [(1, 0.0), (3, pytest.approx(2 / 3))]
    assert expected_error(p, right) == pytest.approx((0.05 + 3 * abs(2.9 / 3 - 2 / 3)) / 4)


def test_sure_is_nine_tenths_or_more():
    p, right = np.array([0.95, 0.9, 0.89, 0.1]), np.array([1.0, 0.0, 1.0, 0.0])
    assert when_sure(p, right) == (0.5, 0.5)
    share, hit = when_sure(p[2:], right[2:])
    assert share == 0 and np.isnan(hit)
