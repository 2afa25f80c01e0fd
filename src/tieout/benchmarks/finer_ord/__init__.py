"""FiNER-ORD (arXiv 2302.11157): persons, places and organisations in financial news."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tieout.benchmarks.finer_ord.labels import Labelling
    from tieout.evaluation import Task

__all__ = ["tasks"]


def tasks() -> tuple[Task[list[str], Labelling]]:
    """The tasks of this benchmark, for the registry."""
    from tieout.benchmarks.finer_ord.task import NER

    return (NER,)
