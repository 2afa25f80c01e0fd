"""FinMR instances: altered totals, turned signs, and numbers that look wrong but aren't."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal

from tieout.benchmarks.finauditing.build.cases import Candidate, Log, Work, period_text
from tieout.benchmarks.finauditing.build.filing import Filing
from tieout.engines.auditing import Finding
from tieout.engines.auditing.arithmetic import EXACT, unit_of
from tieout.engines.auditing.dimensions import axis_domains, top_members
from tieout.engines.auditing.signs import cannot_be_negative, excuses, goes_both_ways
from tieout.engines.auditing.sums import Bound, bound_sums
from tieout.engines.auditing.view import local
from tieout.report import Fact

__all__ = ["candidates"]


def candidates(work: Work) -> Iterator[Candidate]:
    """All kinds, each in an order that the seed decides."""
    yield from _totals(work)
    yield from _signs(work)
    yield from _member_totals(work)


def _set_value(concept: str, contexts: set[str], value: Decimal) -> Callable[[Filing], Log]:
    """An edit: every number of a concept in these contexts becomes ``value``."""

    def apply(filing: Filing) -> Log:
        log: Log = []
        for name, element in list(filing.facts(local(concept))):
            if element.get("contextRef") in contexts and (element.text or "").strip():
                log.append(
                    {
                        "file": name, "concept": concept, "context": element.get("contextRef"),
                        "before": element.text, "after": format(value, "f"),
                    }
                )  # fmt: skip
                element.text = format(value, "f")
                filing.touch(name)
        return log

    return apply


def _numbers(task_value: Decimal, should_be: Decimal) -> dict[str, str]:
    return {"extracted_value": format(task_value, "f"), "calculated_value": format(should_be, "f")}


def _totals(work: Work) -> Iterator[Candidate]:
    """Totals of statements without a table that agree with their lines: altered beyond tolerance, and within it."""
    bounds: list[tuple[str, Bound]] = []
    for statement in work.plain_statements():
        for bound in bound_sums(work.view, statement.calculations):
            if not bound.total.dimensions and bound.parent in statement.concepts and bound.total.number is not None:
                bounds.append((statement.role, bound))
    # A total that is summed further can't be altered without the sum above failing too.
    summed = {(fs[0].concept, bound.key) for _, bound in bounds for _, fs in bound.parts}
    bounds = [one for one in bounds if (one[1].parent, one[1].key) not in summed]
    for role, bound in work.shuffled(bounds):
        value, unit = bound.total.number, unit_of(bound.total.decimals) or Decimal(1)
        tolerance = unit * (len(bound.terms) + 1)
        if len(bound.terms) < 2 or abs(EXACT.subtract(value, bound.expected)) > tolerance or not value:
            continue
        altered = _altered(work, value, unit, tolerance)
        contexts = {f.context.id for f in bound.totals}
        question = {"concept": bound.parent, "period": period_text(bound.total.period)}

        def is_it(finding: Finding, bound: Bound = bound) -> bool:
            return finding.concepts[0] == bound.parent and finding.period == bound.total.period

        yield Candidate(
            "finmr", "total", "DQC_0126", role, question, _numbers(altered, bound.expected),
            _set_value(bound.parent, contexts, altered), is_it,
        )  # fmt: skip
        near = EXACT.add(value, unit)
        yield Candidate(
            "finmr", "total-within-tolerance", "DQC_0126", role, question, _numbers(near, bound.expected),
            _set_value(bound.parent, contexts, near), None,
        )  # fmt: skip


def _altered(work: Work, value: Decimal, unit: Decimal, tolerance: Decimal) -> Decimal:
    """A total as slips make it: off by a round amount, or by some percent; always by more than thrice the tolerance."""
    step = max(tolerance * 3, abs(value) * Decimal(work.rng.randint(2, 30)) / 100)
    shift = (step / unit).to_integral_value() * unit
    return EXACT.add(value, shift if work.rng.random() < 0.5 else -shift)


def _signs(work: Work) -> Iterator[Candidate]:
    """Positive numbers that can't be negative, turned; and negative ones that may be, left as they are (a negative)."""
    view = work.view
    facts = [f for f in view.facts if f.number and not f.dimensions and f.unit and f.concept.startswith("us-gaap:")]
    for fact in work.shuffled([f for f in facts if f.number and f.number > 0 and cannot_be_negative(local(f.concept))]):
        role = work.role_of(fact.concept)
        if role is None or excuses(fact.context) or _conflicts(work, fact):
            continue
        turned = EXACT.minus(fact.number)
        question = {"concept": fact.concept, "period": period_text(fact.period)}
        contexts = {f.context.id for f in view.numbers[fact.concept][view.key(fact)]}

        def is_it(finding: Finding, fact: Fact = fact) -> bool:
            return finding.concepts[0] == fact.concept and finding.period == fact.period

        yield Candidate(
            "finmr", "sign", "DQC_0015", role, question, _numbers(turned, fact.number),
            _set_value(fact.concept, contexts, turned), is_it,
        )  # fmt: skip
    summed = {parent for _, parent, _ in view.sums()}
    for fact in work.shuffled([f for f in facts if f.number and f.number < 0 and goes_both_ways(local(f.concept))]):
        role = work.role_of(fact.concept)
        if role is not None and fact.concept not in summed and not _conflicts(work, fact):
            question = {"concept": fact.concept, "period": period_text(fact.period)}
            yield Candidate("finmr", "legitimate-negative", "DQC_0015", role, question, _numbers(fact.number, fact.number))


def _conflicts(work: Work, fact: Fact) -> bool:
    """Whether the fact's number is reported twice, differently, so that no answer would be the right one."""
    return len({f.number for f in work.view.numbers[fact.concept][work.view.key(fact)]}) > 1


def _member_totals(work: Work) -> Iterator[Candidate]:
    """Totals of statements with a table, altered so that the members no longer add up."""
    view = work.view
    found: list[tuple[str, str, list[str], str]] = []
    for statement in view.statements:
        for axis, domain in axis_domains(view.networks, statement.role).items() if statement.has_table else ():
            members = [m for m in top_members(view.networks, statement.role, domain) if m != domain]
            found.extend(
                (statement.role, axis, members, concept) for concept in sorted(statement.concepts & view.numbers.keys())
            )
    for role, axis, members, concept in work.shuffled(found):
        plain = [f for f in view.by_concept[concept] if f.number and not f.dimensions]
        for total in plain[:3]:
            parts = [
                f
                for f in view.by_concept[concept]
                if f.number is not None
                and f.period == total.period
                and f.dimensions.keys() == {axis}
                and f.dimensions[axis] in members
            ]
            computed = sum((f.number for f in parts if f.number is not None), Decimal(0))
            if len(parts) < 2 or computed != total.number:
                continue
            unit = unit_of(total.decimals) or Decimal(1)
            altered = _altered(work, total.number, unit, unit * (len(parts) + 1))
            question = {"concept": concept, "period": period_text(total.period)}

            def is_it(finding: Finding, concept: str = concept, total: Fact = total) -> bool:
                return finding.concepts[0] == concept and finding.period == total.period

            yield Candidate(
                "finmr", "members", "DQC_0117", role, question, _numbers(altered, computed),
                _set_value(concept, {total.context.id}, altered), is_it,
            )  # fmt: skip
