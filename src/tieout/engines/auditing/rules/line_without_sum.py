"""An amount of a primary statement takes part in no sum of it."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.lists import names
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import Statement, View, simple
from tieout.report import Fact

_PERIOD = {"balance": "instant", "income": "duration", "cash": "duration"}


@rule(
    id="line-without-sum",
    dqc="DQC_0099",
    title="Amounts of a primary statement take part in none of its sums",
    category="linkbase",
    severity=Severity.warning,
    needs=("facts", "statements"),
    source="DQC_0099, Financial Statement with No Associated Calculation",
)
def line_without_sum(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a statement, with all such lines.

    Amounts of money of the statement's kind of period that are reported and stand in no calculation arc, of whatever role,
    whose both ends the statement presents.
    """
    for statement in view.statements:
        if statement.kind is None:
            continue
        summed = {
            end
            for n in view.calculations
            for a in n.arcs
            if a.parent in statement.concepts and a.child in statement.concepts
            for end in (a.parent, a.child)
        }
        missing = [(c, f) for c, f in _amounts(view, statement) if c not in summed]
        if missing:
            what = ", ".join(view.label(c) for c, _ in missing[:8]) + (
                f" and {len(missing) - 8} more" if len(missing) > 8 else ""
            )
            whole = " The statement has no calculation at all." if not summed else ""
            yield rule.finding(
                f"{statement.title} presents {what}, which no calculation of its lines adds up.{whole}",
                *(f for _, f in missing),
                concepts=tuple(c for c, _ in missing),
                network=statement.presentation,
            )


def _amounts(view: View, statement: Statement) -> Iterator[tuple[str, Fact]]:
    """The statement's amounts of money that are reported without dimensions, in its order, each with its first fact."""
    wanted = _PERIOD[statement.kind or ""]
    apart = tuple(names("statement_lines", "never_summed_begins"))
    never, words = names("statement_lines", "never_summed"), tuple(names("statement_lines", "abstract_words"))
    path: list[str] = []
    seen: set[str] = set()
    for depth, concept, _ in statement.presentation.walk():
        del path[depth:]
        path.append(concept)
        if (
            concept in seen
            or simple(concept) in never
            or simple(concept).startswith(apart)
            or any(w in p for p in path[:-1] for w in words)
        ):
            continue
        seen.add(concept)
        for f in view.by_concept.get(concept, ()):
            if f.dimensions or f.number is None or f.unit is None:
                continue
            if f.unit.name.startswith("iso4217:") and not f.unit.denominator:
                if (f.period.instant is not None) == (wanted == "instant"):
                    yield concept, f
                break
