"""NTCIR-18 U4 and SIG-FIN UFO-2024: tables and cells of Japanese securities reports that answer a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tieout.evaluation import Task

__all__ = ["tasks"]


def tasks() -> tuple[Task[Any, Any], ...]:
    """The two tasks of this benchmark, for the registry."""
    from tieout.benchmarks.securities_tables.task import QA, RETRIEVAL

    return (RETRIEVAL, QA)
