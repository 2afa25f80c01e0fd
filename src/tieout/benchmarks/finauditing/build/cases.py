"""Case: one instance in the making, before it has a prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from tieout.benchmarks.finauditing.build.filing import Filing
from tieout.engines.auditing import Finding, audit
from tieout.engines.auditing.view import Statement, View
from tieout.report import Period, Report

__all__ = ["NINE", "Candidate", "Log", "Work", "period_text"]

NINE = {
    "DQC_0099": "finsm",
    "DQC_0109": "finsm",
    "DQC_0137": "finsm",
    "DQC_0081": "finre",
    "DQC_0145": "finre",
    "DQC_0001": "finre",
    "DQC_0126": "finmr",
    "DQC_0117": "finmr",
    "DQC_0015": "finmr",
}
"""The nine rules of the paper's Table 3, and the task that each belongs to."""

Log = list[dict[str, Any]]


@dataclass(frozen=True)
class Candidate:
    """An instance that could be made.

    ``apply`` edits a copy of the filing and returns the edit log (empty: it can't be done; None: nothing is edited). The
    instance is kept where the findings of ``rule`` before and after differ by exactly one, which ``expected`` recognises; where
    ``expected`` is None, where they don't differ at all. ``question`` fills the prompt; ``answer`` is the gold.
    """

    task: str
    kind: str
    rule: str
    role: str
    question: Mapping[str, str]
    answer: Any
    apply: Callable[[Filing], Log] | None = None
    expected: Callable[[Finding], bool] | None = None
    tier: str = "I"
    document: str = ""


@dataclass
class Work:
    """A filing with its report and what the audit finds in it as it is."""

    filing: Filing
    report: Report
    rng: Random
    found: dict[str, Sequence[Finding]] = field(default_factory=dict)

    @cached_property
    def view(self) -> View:
        return View(self.report)

    @cached_property
    def entity(self) -> str:
        """The identifier that most contexts bear: splits go by it."""
        entities = [f.context.entity for f in self.report.facts]
        return max(set(entities), key=entities.count) if entities else self.filing.name

    def findings(self, rule: str) -> Sequence[Finding]:
        if rule not in self.found:
            self.found[rule] = tuple(audit(self.report, rules=[rule]))
        return self.found[rule]

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        """The items in an order that the seed decides."""
        copy = list(items)
        self.rng.shuffle(copy)
        return copy

    def role_of(self, *concepts: str) -> str | None:
        """A role that presents all these concepts: a primary statement before any other."""
        wanted = set(concepts)
        statements = [s.role for s in self.view.statements if wanted <= s.concepts]
        if statements:
            return statements[0]
        return next((role for role, network in self.view.presentations.items() if wanted <= network.concepts), None)

    def plain_statements(self) -> list[Statement]:
        return [s for s in self.view.statements if not s.has_table and s.calculations]


def period_text(period: Period | None) -> str:
    """``2023-12-31`` or ``2023-01-01 to 2023-12-31``."""
    if period is None:
        return ""
    return str(period.instant) if period.instant is not None else f"{period.start} to {period.end}"
