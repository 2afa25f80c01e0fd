"""Logistic regression with an L2 penalty: the linear probe."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["fit", "predict"]

Array = NDArray[np.float64]


def fit(features: Any, labels: Array, strength: float = 1.0) -> tuple[Array, float]:
    """Weights and intercept that minimise ``|w|² / 2 + strength * sum of log losses``; the intercept is not penalised.

    ``features`` is a dense or sparse matrix, one row a text; ``labels`` are 1 or 0. With one class alone the weights are 0, and
    the intercept says that class.
    """
    from scipy.optimize import minimize

    count = features.shape[1]
    if labels.min() == labels.max():
        return np.zeros(count), 10.0 if labels[0] else -10.0
    signs = 2 * labels - 1

    def loss(parameters: Array) -> tuple[float, Array]:
        weights, intercept = parameters[:-1], parameters[-1]
        margins = signs * (features @ weights + intercept)
        slope = -signs / (1 + np.exp(np.clip(margins, -700, 700)))
        value = strength * np.logaddexp(0, -margins).sum() + weights @ weights / 2
        return float(value), np.append(strength * (features.T @ slope) + weights, strength * slope.sum())

    found = minimize(
        loss, np.zeros(count + 1), jac=True, method="L-BFGS-B", options={"maxiter": 1000, "ftol": 1e-12, "gtol": 1e-8}
    )
    return np.asarray(found.x[:-1]), float(found.x[-1])


def predict(features: Any, weights: Array, intercept: float) -> Array:
    """Scores on the scale of log odds."""
    return np.asarray(features @ weights + intercept, dtype=np.float64)
