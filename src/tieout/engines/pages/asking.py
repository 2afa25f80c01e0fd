"""Asking a report in English: the answer in its stable JSON form, the same as of the table engine."""

from __future__ import annotations

from pathlib import Path

from tieout.engines.kpis.engine import DEFAULT_LEAST
from tieout.engines.pages.engine import PagesEngine
from tieout.engines.tables.asking import TableAnswer
from tieout.report import Report

__all__ = ["ask_report"]


def ask_report(report: Report, question: str, *, model: Path | None = None, least: float | None = None) -> TableAnswer:
    """The value of the KPI that a question in plain English asks for, or why there is none; see `tieout.ask`."""
    engine = PagesEngine.load(model, DEFAULT_LEAST if least is None else least)
    found = engine.answer(report, question)
    if found.value is None or not found.value.found:
        score = found.value.score if found.value is not None else 0.0
        return TableAnswer(False, score=score, reason=found.reason)
    value = found.value
    return TableAnswer(True, value.value, value.unit, value.scale, value.score, "", value.evidence)
