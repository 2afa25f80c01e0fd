"""Rule: one check, declared beside its code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from tieout.engines.auditing.findings import Finding, Severity, Term
from tieout.report import Fact, Member, Period

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tieout.engines.auditing.view import View
    from tieout.report import Network

__all__ = ["Check", "Need", "Rule", "rule"]

Check = Callable[["View", "Rule"], Iterable[Finding]]
Need = str
"""What a rule can't do without; `tieout.engines.auditing.needs` knows how to tell whether a report has it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One check.

    ``dqc`` is the data quality rule of XBRL US that a preparer would look up. ``needs`` names what the rule can't do without
    (see `needs.py`); where a report lacks it the rule is reported as skipped. ``source`` is where the rule comes from.
    ``optional`` rules run only when asked for by name.
    """

    id: str
    title: str
    category: str
    severity: Severity
    source: str
    check: Check = field(repr=False)
    dqc: str | None = None
    needs: tuple[Need, ...] = ()
    optional: bool = False

    def answers_to(self, name: str) -> bool:
        """Whether a user who writes ``name`` means this rule: its id, its category, ``DQC_0126`` or ``0126``."""
        wanted = name.strip().lower()
        number = self.dqc.lower().removeprefix("dqc_") if self.dqc else None
        return wanted in (self.id, self.category) or (number is not None and wanted.removeprefix("dqc_") == number)

    def finding(
        self,
        message: str,
        *facts: Fact,
        concepts: Sequence[str] = (),
        network: Network | None = None,
        reported: Decimal | str | None = None,
        expected: Decimal | str | None = None,
        arithmetic: Sequence[Term] = (),
        severity: Severity | None = None,
        period: Period | None = None,
        contexts: Sequence[str] = (),
        dimensions: Mapping[str, Member] | None = None,
    ) -> Finding:
        """A finding of this rule; what isn't said is taken from the first of ``facts``."""
        first = facts[0] if facts else None
        if first is not None:
            concepts = concepts or tuple(dict.fromkeys(f.concept for f in facts))
            contexts = contexts or tuple(dict.fromkeys(f.context.id for f in facts))
            period = period or first.period
            dimensions = first.dimensions if dimensions is None else dimensions
        return Finding(
            rule=self.id,
            dqc=self.dqc,
            severity=self.severity if severity is None else severity,
            message=message,
            role=network.role if network is not None else None,
            concepts=tuple(concepts),
            contexts=tuple(contexts),
            period=period,
            dimensions=dict(dimensions or {}),
            reported=reported,
            expected=expected,
            arithmetic=tuple(arithmetic),
            facts=facts,
        )


def rule(**declared: Any) -> Callable[[Check], Rule]:
    """Turns a check into a `Rule`: ``@rule(id=..., title=..., category=..., severity=..., source=...)``."""

    def declare(check: Check) -> Rule:
        return Rule(check=check, **declared)

    return declare
