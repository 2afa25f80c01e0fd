"""McNemar's test for two systems' hits on the same samples, exact (McNemar 1947; two-sided binomial form)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import exp, lgamma, log

__all__ = ["discordant", "mcnemar"]

_EXACT_UP_TO = 1000


def discordant(pairs: Iterable[tuple[bool, bool]]) -> tuple[int, int]:
    """How many pairs only the first got right, and how many only the second."""
    only_first = only_second = 0
    for first, second in pairs:
        only_first += first and not second
        only_second += second and not first
    return only_first, only_second


def mcnemar(only_first: int, only_second: int) -> float:
    """Two-sided p-value that the discordant pairs split evenly; 1 when there are none."""
    total = only_first + only_second
    fewer = min(only_first, only_second)
    if total <= _EXACT_UP_TO:
        term, tail = 1, 0  # the binomial coefficient of k, and the sum up to it
        for k in range(fewer + 1):
            tail += term
            term = term * (total - k) // (k + 1)
        return min(1.0, float(2 * Fraction(tail, 2**total)))
    logs = [lgamma(total + 1) - lgamma(k + 1) - lgamma(total - k + 1) - total * log(2) for k in range(fewer + 1)]
    top = max(logs)
    return min(1.0, 2 * exp(top) * sum(exp(value - top) for value in logs))
