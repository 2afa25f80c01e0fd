"""Quality control as the paper's 4.2.4: a segment keeps its role and what the question is about."""

from __future__ import annotations

from tieout.benchmarks.finauditing.build.cases import Candidate
from tieout.engines.auditing.view import local

__all__ = ["check_segment"]


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
