"""FinTagging (arXiv 2505.20650): find the numbers of a 10-K, type them, and link them to concepts of the US GAAP taxonomy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tieout.evaluation import Task

__all__ = ["tasks"]


def tasks() -> tuple[Task[Any, Any], ...]:
    """The tasks of this benchmark, for the registry."""
    from tieout.benchmarks.fintagging.task import FINCL, FINCL_QUERY, FINNI, FULL

    return (FINNI, FINCL, FINCL_QUERY, FULL)
