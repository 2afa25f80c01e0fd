"""Asking a `Report` of any source: the answer in its stable JSON form, with the evidence that proves it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from tieout.engines.tables.engine import FoundCell, NotFound, TableEngine
from tieout.engines.tables.view import ReportView, view_of
from tieout.report import Evidence, Report

__all__ = ["TableAnswer", "ask"]

DEFAULT_LEAST = 0.5
"""The least chance of being right that an answer needs; below it the engine abstains."""


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """One answer. ``value`` is a Decimal in full (a percentage as a fraction), a text, or None where nothing was found.

    ``unit`` is as in `Amount.unit`, ``unit_scale`` the power of ten that was applied to the printed number, ``score`` the
    calibrated chance of being right. ``reason`` says why there is no answer.
    """

    found: bool
    value: Decimal | str | None = None
    unit: str | None = None
    unit_scale: int | None = None
    score: float = 0.0
    reason: str = ""
    evidence: Evidence | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form; exact numbers as strings."""
        place = self.evidence
        return {
            "found": self.found,
            "value": format(self.value, "f") if isinstance(self.value, Decimal) else self.value,
            "unit": self.unit,
            "unit_scale": self.unit_scale,
            "page": place.page if place else None,
            "table": place.table if place else None,
            "cell": place.cell if place else None,
            "reason": self.reason or None,
            "score": round(self.score, 4),
            "evidence": place.to_dict() if place else None,
        }


def ask(report: Report, question: str, *, model: Path | None = None, least: float = DEFAULT_LEAST) -> TableAnswer:
    """The cell of the report's tables that answers a question, in the shared tasks' grammar or freely worded.

    Abstains, with the reason, where the question is about another company or year, where no table has such an item, and where
    the chance of being right is below ``least``. Raises InputError where ``model`` is no artefact.
    """
    engine = TableEngine.load(model)
    return _answer(report, _view(report), engine, question, least)


def _view(report: Report) -> ReportView:
    return view_of(report)


def _answer(report: Report, view: ReportView, engine: TableEngine, question: str, least: float) -> TableAnswer:
    found = engine.answer(view, question)
    if isinstance(found, NotFound):
        return TableAnswer(False, reason=found.reason)
    if found.score < least:
        near = f"the nearest is {found.cell.id}" if found.cell.id else "none is near"
        return TableAnswer(
            False, score=found.score, reason=f"no cell is sure enough ({found.score:.2f} of {least:.2f}); {near}"
        )
    evidence = _evidence(report, found)
    if evidence is None:
        return TableAnswer(False, score=found.score, reason="the cell can't be pointed at")
    unit = found.value.unit
    return TableAnswer(
        True,
        _number(found),
        unit.unit if unit is not None else None,
        unit.scale if unit is not None else None,
        found.score,
        "",
        evidence,
    )


def _number(found: FoundCell) -> Decimal | str:
    if found.value.printed is None:
        return found.value.text
    try:
        return Decimal(found.value.text)
    except InvalidOperation:
        return found.value.text


def _evidence(report: Report, found: FoundCell) -> Evidence | None:
    """The cell, and within it the printed number where one was read."""
    from dataclasses import replace

    table = report.layout.table_by_id(found.table.id)
    cell = next((one for one in table.cells if one.id == found.cell.id), None) if table is not None else None
    if cell is None:
        return None
    if found.value.printed is None:
        return cell.evidence
    start, end = found.value.printed.span
    return replace(cell.evidence, span=(start, end), quote=cell.text[start:end])
