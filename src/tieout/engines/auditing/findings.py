"""Finding and AuditResult: what an audit gives back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum
from functools import cached_property
from typing import Any

from tieout.report import Evidence, Fact, Member, Period, TypedMember

__all__ = ["Accepted", "AuditResult", "Finding", "Severity", "Sharpened", "Skipped", "Term"]

Value = Decimal | str | None


class Severity(IntEnum):
    """How much a finding matters: an error breaks a rule of the specification or of arithmetic, a warning wants a look."""

    info = 1
    warning = 2
    error = 3


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a sum: what was added, with which weight."""

    concept: str
    weight: Decimal
    value: Decimal

    def to_dict(self) -> dict[str, Any]:
        return {"concept": self.concept, "weight": self.weight, "value": self.value}


@dataclass(frozen=True)
class Finding:
    """Something that a rule found in a report.

    ``concepts`` has the parent of a sum, or the subject of whatever rule, first. ``contexts`` are ids, ``facts`` those that the
    finding is about, the one to look at first in front; ``evidence`` points at them. ``arithmetic`` spells out how ``expected``
    came about. ``role`` is the URI of the network, where the rule looked into one.
    """

    rule: str
    dqc: str | None
    severity: Severity
    message: str
    role: str | None = None
    concepts: tuple[str, ...] = ()
    contexts: tuple[str, ...] = ()
    period: Period | None = None
    dimensions: Mapping[str, Member] = field(default_factory=dict)
    reported: Value = None
    expected: Value = None
    arithmetic: tuple[Term, ...] = ()
    facts: tuple[Fact, ...] = field(default=(), repr=False, compare=False)

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """Where its facts stand, down to the printed cell (builds the report's pages on first use)."""
        return tuple(f.evidence for f in self.facts)

    @property
    def pointers(self) -> tuple[Evidence, ...]:
        """Where its facts stand by file and element alone: cheap, builds no pages."""
        return tuple(f.pointer for f in self.facts)

    @property
    def fingerprint(self) -> str:
        """Sixteen hex digits that stay the same from run to run while the finding does.

        Made of rule, role, concepts, period, dimensions and the reported value; not of ids or wording, which change from one
        draft of a filing to the next.
        """
        period = self.period.to_dict() if self.period else None
        dimensions = dict(sorted(_dimensions(self.dimensions).items()))
        parts = (self.rule, self.role, list(self.concepts), period, dimensions, _text(self.reported))
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]

    def to_dict(self, located: bool = True) -> dict[str, Any]:
        """The JSON form (docs/audit.md). Numbers stay Decimals, which writers turn into plain strings."""
        return {
            "rule": self.rule,
            "dqc": self.dqc,
            "severity": self.severity.name,
            "message": self.message,
            "role": self.role,
            "concepts": list(self.concepts),
            "contexts": list(self.contexts),
            "period": self.period.to_dict() if self.period is not None else None,
            "dimensions": _dimensions(self.dimensions),
            "reported": self.reported,
            "expected": self.expected,
            "arithmetic": [t.to_dict() for t in self.arithmetic],
            "evidence": [e.to_dict() for e in (self.evidence if located else self.pointers)],
            "fingerprint": self.fingerprint,
        }


def _dimensions(dimensions: Mapping[str, Member]) -> dict[str, Any]:
    return {a: {"typed": m.text} if isinstance(m, TypedMember) else m for a, m in dimensions.items()}


def _text(value: Value) -> str | None:
    return format(value, "f") if isinstance(value, Decimal) else value


@dataclass(frozen=True, slots=True)
class Skipped:
    """A rule that did not run, and why; ``by_choice`` where the user left it out, or did not ask for it."""

    rule: str
    reason: str
    by_choice: bool = False


@dataclass(frozen=True, slots=True)
class Sharpened:
    """A rule that a loaded taxonomy made sharper, and what it used of it."""

    rule: str
    source: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """A finding that somebody has accepted, and their reason."""

    finding: Finding
    reason: str


@dataclass(slots=True)
class AuditResult:
    """All that an audit of one report found; ``rules`` are the ids of those that ran."""

    report: str
    findings: list[Finding] = field(default_factory=list)
    rules: tuple[str, ...] = ()
    skipped: list[Skipped] = field(default_factory=list)
    sharpened: list[Sharpened] = field(default_factory=list)
    accepted: list[Accepted] = field(default_factory=list)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def of(self, *rules: str) -> Sequence[Finding]:
        """The findings of these rules, by id or by DQC id."""
        return [f for f in self.findings if f.rule in rules or (f.dqc is not None and f.dqc in rules)]

    def at_least(self, severity: Severity) -> Sequence[Finding]:
        """The findings that matter at least that much."""
        return [f for f in self.findings if f.severity >= severity]

    def to_dict(self, located: bool = True) -> dict[str, Any]:
        """The JSON form (docs/audit.md)."""
        return {
            "report": self.report,
            "findings": [f.to_dict(located) for f in self.findings],
            "rules": list(self.rules),
            "skipped": [{"rule": s.rule, "reason": s.reason} for s in self.skipped],
            "sharpened": [{"rule": s.rule, "source": s.source} for s in self.sharpened],
            "accepted": [{"reason": a.reason, **a.finding.to_dict(located)} for a in self.accepted],
        }
