"""What rules can't do without, and how a report tells whether it has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tieout.engines.auditing.view import View

__all__ = ["NEEDS", "missing"]

NEEDS: dict[str, tuple[Callable[[View], object], str]] = {
    "facts": (lambda v: v.facts, "the report has no tagged facts"),
    "calculation": (lambda v: v.calculations, "the report has no calculation network: its schema and linkbases aren't there"),
    "presentation": (
        lambda v: v.presentations,
        "the report has no presentation network: its schema and linkbases aren't there",
    ),
    "statements": (
        lambda v: v.statements,
        "no presentation network is a primary statement by its role definition (… - Statement - …)",
    ),
    "schema": (
        lambda v: any(c.source == "schema" for c in v.concepts.values()),
        "the report's own schema isn't there",
    ),
    "dimensions": (
        lambda v: any(c.dimensions for c in v.used_contexts) or v.members,
        "the report has no dimensions",
    ),
    "inline": (lambda v: v.report.kind in ("inline-xbrl", "edinet"), "the report is no inline document"),
    "instance": (lambda v: v.report.kind == "xbrl", "the report is no plain XBRL instance"),
    "dei": (lambda v: any(c.startswith("dei:") for c in v.by_concept), "the report has no dei facts"),
    "us-gaap": (
        lambda v: any(c.startswith("us-gaap:") for c in v.by_concept),
        "the report uses no concept of the US GAAP taxonomy, which this rule is about",
    ),
    "balance": (
        lambda v: any(c.balance for c in v.concepts.values()),
        "no schema or taxonomy that is loaded says which concepts are debit and which credit; load one with --taxonomy",
    ),
    "taxonomy": (lambda v: v.standard, "needs the standard taxonomy; load one with --taxonomy"),
}


def missing(view: View, needs: tuple[str, ...]) -> str | None:
    """Why a rule with these needs can't run on the report; None if it can."""
    return next((reason for need in needs for has, reason in (NEEDS[need],) if not has(view)), None)
