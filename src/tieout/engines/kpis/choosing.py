"""Putting one of a KPI's candidates before the others."""

from __future__ import annotations

from tieout.engines.kpis.candidates import Candidate

__all__ = ["put_first"]


def put_first(some: list[Candidate], one: Candidate, score: float) -> None:
    """Makes one of the candidates the first, with a score."""
    some.remove(one)
    some.insert(0, one)
    one.score = score
