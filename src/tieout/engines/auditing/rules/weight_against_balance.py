"""A weight contradicts the balances of total and part."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View


@rule(
    id="weight-against-balance",
    title="A weight contradicts debit and credit",
    category="relation",
    severity=Severity.error,
    needs=("calculation", "balance"),
    source="XBRL 2.1, 5.1.1.2, table 6",
)
def weight_against_balance(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding an arc: debit and credit are taken from one another, equal balances added."""
    if view.standard is not None:
        view.sharpened[rule.id] = f"balances of {view.standard.name}"
    for network, parent, weights in view.sums():
        total = view.declared(parent)
        for child, weight in weights.items():
            part = view.declared(child)
            if total is None or part is None or total.balance is None or part.balance is None:
                continue
            if (weight > 0) != (total.balance == part.balance):
                facts = [f for c in (parent, child) for f in view.by_concept.get(c, ())[:1]]
                yield rule.finding(
                    f"{view.label(child)} ({part.balance}) goes into {view.label(parent)} ({total.balance}) with weight"
                    f" {show(weight)}; its sign contradicts the balances. {network.definition or network.role}.",
                    *facts,
                    concepts=(parent, child),
                    network=network,
                    reported=weight,
                    expected=-weight,
                )
