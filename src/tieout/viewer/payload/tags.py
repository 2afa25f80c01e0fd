"""What the tagging engine says of each printed number, beside what the filing says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tieout.viewer.items import about_place
from tieout.viewer.payload.lean import lean, plain

if TYPE_CHECKING:
    from tieout.engines.tagging.differences import Difference
    from tieout.report import Evidence
    from tieout.viewer.subject import Subject

__all__ = ["part"]


def part(subject: Subject) -> dict[str, Any]:
    """``tags``: numbers with candidates and scores; where the filing's own tag is another, ``difference`` and ``suspicion``."""
    from tieout.engines.tagging.differences import differences
    from tieout.engines.tagging.tagging import tag

    report = subject.report
    numbers = tag(report)
    differing: dict[tuple[Any, ...], Difference] = {}
    if len(report.facts):
        differing = {_key(d.evidence): d for d in differences(numbers, report)}
    rows = []
    for n, number in enumerate(numbers):
        row = plain(number.to_dict())
        evidence = row.pop("evidence")
        difference = differing.pop(_key(number.evidence), None)
        filed = difference.filed if difference is not None else None
        noted = subject.note(
            f"t{n}", "tag", about_place(number.evidence, text=number.text, filed=filed, suggested=number.concept)
        )
        rows.append(
            noted | lean(**row, **_where(evidence), **_difference(difference)) | {"at": subject.places.of(number.evidence)}
        )
    for difference in differing.values():
        if difference.kind == "tagged":
            where = _where(difference.evidence.to_dict())
            row = lean(text=difference.text, type=difference.type, **where, **_difference(difference))
            about = about_place(difference.evidence, text=difference.text, filed=difference.filed)
            rows.append(subject.note(f"t{len(rows)}", "tag", about) | row | {"at": subject.places.of(difference.evidence)})
    return {"tags": rows}


def _key(evidence: Evidence) -> tuple[Any, ...]:
    return evidence.file, evidence.block, evidence.cell, evidence.span


def _where(evidence: dict[str, Any]) -> dict[str, Any]:
    names = ("page", "printed_page", "table", "cell", "block", "span", "element")
    return {name: evidence[name] for name in names}


def _difference(difference: Difference | None) -> dict[str, Any]:
    if difference is None:
        return {}
    return {"difference": difference.kind, "filed": difference.filed, "suspicion": round(difference.suspicion, 4)}
