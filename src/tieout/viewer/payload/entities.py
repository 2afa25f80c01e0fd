"""Persons, places and organisations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tieout.viewer.items import about_place
from tieout.viewer.payload.lean import lean

if TYPE_CHECKING:
    from tieout.viewer.subject import Subject

__all__ = ["part"]


def part(subject: Subject) -> dict[str, Any]:
    """``entities`` in reading order; the recogniser reads English."""
    from tieout.engines.asking import is_japanese
    from tieout.engines.entities import entities

    report = subject.report
    if not report.pages or is_japanese(report):
        return {"entities": [], "why": "names are found in reports in English"}
    found = []
    for n, mention in enumerate(entities(report)):
        evidence = mention.evidence
        noted = subject.note(f"e{n}", "entity", about_place(evidence, text=mention.text, type=mention.type))
        found.append(
            noted
            | lean(type=mention.type, text=mention.text, page=evidence.page, cell=evidence.cell, block=evidence.block)
            | {"at": subject.places.of(evidence)}
        )
    return {"entities": found}
