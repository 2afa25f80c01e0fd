"""LEDGER (arXiv 2606.13100): the page, the value, and all 31 KPIs of an annual report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tieout.evaluation import Task

__all__ = ["tasks"]


def tasks() -> tuple[Task[Any, Any], ...]:
    """The tasks of this benchmark, for the registry."""
    from tieout.benchmarks.ledger.task import KPIS, NEEDLE, PAGES

    return (PAGES, NEEDLE, KPIS)
