"""FinAuditing (arXiv 2510.08886): errors in XBRL filings, found by tag (FinSM), by relation (FinRE) and by number (FinMR)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tieout.evaluation import Task

__all__ = ["tasks"]


def tasks() -> tuple[Task[Any, Any], ...]:
    """The tasks of this benchmark, for the registry."""
    from tieout.benchmarks.finauditing.task import FINMR, FINRE, FINSM

    return (FINSM, FINRE, FINMR)
