"""Labels as printed: what stands to the left of a concept's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tieout.report import Report

__all__ = ["printed_labels"]

# Kinds of report that print what they tag; an instance alone has no pages.
_WITH_PAGES = ("inline-xbrl", "edinet")
# A longer text beside a figure is a sentence.
_LONGEST = 80


def printed_labels(report: Report) -> Mapping[str, str]:
    """For each concept with a figure in a table, the row label that most of its least sliced facts have."""
    if report.kind not in _WITH_PAGES:
        return {}
    layout = report.layout
    found: dict[str, tuple[int, Counter[str]]] = {}
    for fact in report.facts:
        if not fact.is_numeric or fact.hidden:
            continue
        slices = len(fact.dimensions)
        known = found.get(fact.concept)
        if known is not None and known[0] < slices:
            continue
        cell = layout.cell_by_id(fact.evidence.cell or "")
        label = cell.row_label if cell is not None else ""
        if not label or len(label) > _LONGEST or label.startswith("-"):
            continue
        if known is None or known[0] > slices:
            known = found[fact.concept] = (slices, Counter())
        known[1][label] += 1
    return {concept: labels.most_common(1)[0][0] for concept, (_, labels) in found.items()}
