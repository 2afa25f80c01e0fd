"""A concentration of risk doesn't say of what, by what measure, or in what."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.lists import table
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View, local
from tieout.report import Fact, TypedMember


@rule(
    id="concentration-risk",
    dqc="DQC_0109",
    title="A concentration of risk lacks what makes it readable",
    category="concentration",
    severity=Severity.warning,
    needs=("us-gaap",),
    source="DQC_0109, Concentration Risk",
)
def concentration_risk(view: View, rule: Rule) -> Iterator[Finding]:
    """The percentage needs the axis of the type, that of the benchmark, and one that says who or what it is."""
    for name in table("concentration")["concepts"]:
        seen = set()
        for fact in view.by_concept.get(f"us-gaap:{name}", ()):
            key = (view.key(fact), fact.number)
            if not fact.number or key in seen:
                continue
            seen.add(key)
            problem = _problem(fact)
            if problem is not None:
                yield rule.finding(
                    f"{view.label(fact.concept)} of {show(fact.number * 100)} % {problem}. {fact.period}.",
                    fact,
                    concepts=(fact.concept, *fact.dimensions),
                    reported=fact.number,
                )


def _problem(fact: Fact) -> str | None:
    listed = table("concentration")
    axes = {local(a): local(m) for a, m in fact.dimensions.items() if not isinstance(m, TypedMember)}
    typed = len(fact.dimensions) - len(axes)
    kind, benchmark = axes.get(listed["type_axis"]), axes.get(listed["benchmark_axis"])
    if not fact.dimensions:
        return None if fact.number == 1 else "has no dimensions: nothing says of what, or in whom, the concentration is"
    missing = [listed[a] for a, there in (("type_axis", kind), ("benchmark_axis", benchmark)) if there is None]
    if missing:
        return f"lacks {' and '.join(missing)}"
    assert kind is not None  # noqa: S101  (told above)
    assert benchmark is not None  # noqa: S101
    if len(axes) + typed < 3 and fact.number != 1:
        return "has type and benchmark, but no axis that says which customer, product or place it is"
    if benchmark.endswith("ConcentrationRiskMember"):
        return f"has {benchmark}, a type, on the axis of benchmarks"
    if kind.endswith("BenchmarkMember"):
        return f"has {kind}, a benchmark, on the axis of types"
    words = listed["contradicts"].get(kind, ())
    if any(w in benchmark for w in words):
        return f"is a {kind} measured against {benchmark}, which don't go together"
    return None
