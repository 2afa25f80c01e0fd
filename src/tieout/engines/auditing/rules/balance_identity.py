"""The balance sheet doesn't balance."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.arithmetic import interval
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.lists import table
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View


@rule(
    id="balance-identity",
    dqc="DQC_0004",
    title="The balance sheet doesn't balance",
    category="calculation",
    severity=Severity.error,
    needs=("us-gaap",),
    source="DQC_0004, Element Values Are Equal; the accounting equation",
)
def balance_identity(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a pair of amounts and context, where no rounding lets them agree. Needs no network."""
    for left, right in table("identities")["equal"]:
        a, b = f"us-gaap:{left}", f"us-gaap:{right}"
        for key in view.numbers.get(a, {}):
            first, second = view.number(a, key), view.number(b, key)
            if first is None or second is None or first.number is None or second.number is None:
                continue
            if not interval(first.number, first.decimals).meets(interval(second.number, second.decimals)):
                yield rule.finding(
                    f"{view.label(a)} is {show(first.number)}, but {view.label(b)} is {show(second.number)}; they must agree."
                    f" {first.period}.",
                    first,
                    second,
                    reported=first.number,
                    expected=second.number,
                )
