"""A part is summed twice into the same total, or a sum contains itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View
from tieout.report import Network


@rule(
    id="repeated-arcs",
    title="A part is summed twice into the same total, or a sum contains itself",
    category="linkbase",
    severity=Severity.error,
    needs=("calculation",),
    source="Calculations 1.1 (calc11e:duplicateCalculationRelationships); XBRL 2.1, 5.2.5.2 (no directed cycles)",
)
def repeated_arcs(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a pair of concepts, and one a network with a cycle."""
    for network in view.calculations:
        role = network.definition or network.role
        for (parent, child), n in Counter((a.parent, a.child) for a in network.arcs).items():
            if n > 1:
                yield rule.finding(f"{child} goes into {parent} {n} times. {role}.", concepts=(parent, child), network=network)
        cycle = _in_cycle(network)
        if cycle is not None:
            yield rule.finding(f"{cycle} is a part of itself. {role}.", concepts=(cycle,), network=network)


def _in_cycle(network: Network) -> str | None:
    """A concept of a cycle, found by taking away what has no part left, again and again; None where nothing remains."""
    left = Counter(p for p, _ in {(a.parent, a.child) for a in network.arcs})
    ready = [c for c in network.concepts if c not in left]
    while ready:
        for parent in {a.parent for a in network.parents(ready.pop())}:
            left[parent] -= 1
            if not left[parent]:
                del left[parent]
                ready.append(parent)
    return min(left, default=None)
