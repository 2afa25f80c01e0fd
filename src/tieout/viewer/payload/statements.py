"""Statements: the presentation networks as tables, or else the printed ones, with the sums that their numbers take part in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tieout.report.calculations import calculations
from tieout.statements import primary, statements_of
from tieout.viewer.payload.lean import lean

if TYPE_CHECKING:
    from tieout.statements import Row, Statement
    from tieout.viewer.subject import Subject

__all__ = ["part"]


def part(subject: Subject) -> dict[str, Any]:
    """``statements``, primary ones first; ``checks`` of a cell point into the calculations whose total it is."""
    report = subject.report
    found = statements_of(report) if len(report.facts) else []
    first = [s for s in primary(found) if s.kind != "other"]
    ids = subject.fact_ids
    checks: dict[str, list[int]] = {}
    for n, check in enumerate(calculations(report)):
        checks.setdefault(ids[check.total], []).append(n)
    ordered = [*first, *(s for s in found if not any(s is one for one in first))]
    return {"statements": [_statement(n, s, ids, checks) for n, s in enumerate(ordered)]}


def _statement(n: int, statement: Statement, ids: dict[Any, str], checks: dict[str, list[int]]) -> dict[str, Any]:
    return lean(note=statement.note, page=statement.page, printed_page=statement.printed_page) | {
        "id": f"s{n}",
        "title": statement.title,
        "kind": statement.kind,
        "columns": [[line for line in head if line] for head in statement.columns],
        "rows": [_row(row, ids, checks) for row in statement.rows],
    }


def _row(row: Row, ids: dict[Any, str], checks: dict[str, list[int]]) -> dict[str, Any]:
    cells: list[dict[str, Any] | None] = []
    for text, facts in zip(row.cells, row.facts, strict=True):
        named = [ids[fact] for fact in facts if fact in ids]
        sums = [n for id_ in named for n in checks.get(id_, ())]
        cells.append(lean(text=text, facts=named, checks=sums) if text or named else None)
    return lean(concept=row.concept, head=row.head, total=row.total, depth=row.depth or None) | {
        "label": row.label,
        "cells": cells,
    }
