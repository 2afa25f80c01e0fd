"""A percentage is reported a hundred times too large."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View, local
from tieout.report import Fact

_NAME = re.compile(r"(?:Percentage|Percent|Rate)(?:\d|$)|Percentage|InterestRate")
_SUSPICIOUS = Decimal(10)


@rule(
    id="percentage-scale",
    title="A percentage is reported a hundred times too large",
    category="scale",
    severity=Severity.warning,
    needs=("facts",),
    source="EDGAR Filer Manual 6.6.33 (12 % is 0.12)",
)
def percentage_scale(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a fact: printed with a percent sign and no scale for it, or, without a print, beyond 1,000 %."""
    for concept, facts in view.by_concept.items():
        if not _NAME.search(local(concept)):
            continue
        for fact in facts:
            if (
                fact.number is None
                or "Volatility" in concept
                or fact.unit is None
                or fact.unit.name != "xbrli:pure"
                or abs(fact.number) <= 1
            ):
                continue
            if _printed_in_percent(fact) if view.report.kind != "xbrl" else abs(fact.number) >= _SUSPICIOUS:
                right = fact.number.scaleb(-2)
                yield rule.finding(
                    f"{view.label(concept)} is reported as {show(fact.number)}, which is {show(fact.number * 100)} %: "
                    + (f"{show(right)} looks meant." if abs(right) < _SUSPICIOUS else "that is no percentage.")
                    + f" {fact.period}.",
                    fact,
                    reported=fact.number,
                    expected=right if abs(right) < _SUSPICIOUS else None,
                )


def _printed_in_percent(fact: Fact) -> bool:
    """Whether a percent sign follows the printed number, which its scale doesn't turn into a fraction."""
    node = fact.node
    after = node.tail or ""
    if not after.strip() and node.getparent() is not None:
        after = node.getparent().tail or ""
    return after.lstrip().startswith("%") and (node.get("scale") or "0").strip() in ("", "0")
