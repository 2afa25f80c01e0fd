"""Quality control as the paper's 4.2.4: a segment keeps its role, its hierarchy and what the question is about.

The second reading is the double extraction of the paper, done by program: the segment's text is read by the code that reads
prompts, which shares nothing with the code that cut it out, and what it finds is compared with the report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from tieout.benchmarks.finauditing.build.cases import Candidate
from tieout.engines.auditing.view import local
from tieout.report import Report

__all__ = ["check_segment", "second_reading", "summary"]

_KINDS = ("presentation", "calculation")


def check_segment(segment: str, case: Candidate) -> str | None:
    """What is wrong with a segment; None where it bears its role, its question's concepts and, for numbers, the gold value."""
    if case.role not in segment.replace("&amp;", "&"):
        return "the segment lacks its role"
    named = [case.question[key] for key in ("concept", "head", "tail") if key in case.question]
    gold = case.answer if isinstance(case.answer, list) else []
    for concept in (*named, *gold):
        if local(concept) not in segment:
            return "the segment lacks a concept that it is about"
    if isinstance(case.answer, dict) and str(case.answer["extracted_value"]) not in segment:
        return "the segment lacks the reported value as it is written"
    return None


def second_reading(segment: str, report: Report, case: Candidate) -> str | None:
    """What reading the segment's text again contradicts: the role's hierarchy, or the reported value of the gold; else None."""
    from tieout.benchmarks.finauditing.solver.question import read_prompt

    _, found = read_prompt(segment)
    for kind in _KINDS:
        networks = [n for n in report.networks if n.role == case.role and n.kind == kind]
        wanted = {(local(a.parent), local(a.child)) for n in networks for a in n.arcs}
        if wanted != {(arc.parent, arc.child) for arc in found.of_kind(kind)}:
            return f"the segment, read again, has another {kind} hierarchy"
    if isinstance(case.answer, dict):
        concept, value = local(case.question["concept"]), Decimal(case.answer["extracted_value"])
        if not any(fact.value == value for fact in found.by_concept(concept)):
            return "the segment, read again, has no such reported value"
    return None


def summary(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """How many instances were read twice, a task; those that didn't agree are among the dropped candidates."""
    counts = Counter((row["task"], bool(row.get("checked"))) for row in rows)
    return {
        task: {"instances": counts[task, True] + counts[task, False], "read_twice_and_agreed": counts[task, True]}
        for task in sorted({task for task, _ in counts})
    }
