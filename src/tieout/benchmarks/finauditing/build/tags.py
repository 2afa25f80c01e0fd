"""FinSM instances: lines dropped from the sums of a statement, and concentrations without their axes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tieout.benchmarks.finauditing.build.cases import Candidate, Log, Work
from tieout.benchmarks.finauditing.build.filing import XLINK, Filing, locators
from tieout.engines.auditing import Finding
from tieout.engines.auditing.lists import table
from tieout.engines.auditing.view import local

__all__ = ["candidates"]

_MOST_DROPPED = 6


def candidates(work: Work) -> Iterator[Candidate]:
    """All kinds, each in an order that the seed decides."""
    yield from _dropped(work)
    yield from _concentrations(work)


def _dropped(work: Work) -> Iterator[Candidate]:
    """Lines of a statement that has none without a sum, taken out of its calculation; one to six at once."""
    unclean = {f.role for f in work.findings("DQC_0099")}
    for statement in work.shuffled([s for s in work.view.statements if s.kind and s.calculations and s.role not in unclean]):
        parents = {a.parent for n in statement.calculations for a in n.arcs}
        leaves = [
            a.child
            for n in statement.calculations
            for a in n.arcs
            if a.child not in parents and a.child in statement.concepts and len(n.children(a.parent)) > 2
        ]
        leaves = list(dict.fromkeys(leaves))
        for _ in range(3):
            count = min(work.rng.randint(1, _MOST_DROPPED), len(leaves) // 3)
            if count < 1:
                break
            chosen = set(work.rng.sample(leaves, count))
            order = [c for _, c, _ in statement.presentation.walk() if c in chosen]
            gold = list(dict.fromkeys(order))

            def is_it(finding: Finding, role: str = statement.role, chosen: set[str] = chosen) -> bool:
                return finding.role == role and set(finding.concepts) == chosen

            question = {"term": "amounts of money that take part in no calculation", "what": "currency"}
            apply = _drop(statement.role, {local(c) for c in chosen})
            yield Candidate("finsm", "dropped", "DQC_0099", statement.role, question, gold, apply, is_it)


def _drop(role: str, concepts: set[str]) -> Callable[[Filing], Log]:
    def apply(filing: Filing) -> Log:
        log: Log = []
        for name, link in filing.links("calculation", role):
            names = locators(link)
            for arc in list(link.iterchildren("{*}calculationArc")):
                ends = (names.get(arc.get(f"{XLINK}from", "")), names.get(arc.get(f"{XLINK}to", "")))
                if concepts & set(ends):
                    link.remove(arc)
                    filing.touch(name)
                    log.append({"file": name, "role": role, "dropped arc": list(ends)})
            used = {arc.get(f"{XLINK}{end}") for arc in link.iterchildren("{*}calculationArc") for end in ("from", "to")}
            for loc in list(link.iterchildren("{*}loc")):
                if loc.get(f"{XLINK}label") not in used:
                    link.remove(loc)
        return log

    return apply


def _concentrations(work: Work) -> Iterator[Candidate]:
    """A concentration's axis of type or of benchmark, taken out of its context."""
    listed = table("concentration")
    name = "us-gaap:ConcentrationRiskPercentage"
    role = work.role_of(name)
    if role is None or work.findings("DQC_0109"):
        return
    for fact in work.shuffled([f for f in work.view.by_concept.get(name, ()) if len(f.dimensions) >= 2]):
        axis = work.rng.choice([listed["type_axis"], listed["benchmark_axis"]])

        def is_it(finding: Finding) -> bool:
            return finding.concepts[0] == name

        question = {
            "term": "the concentration of risk, which lacks what makes it readable",
            "what": "concentration of credit risk",
        }
        apply = _strip_axis(fact.context.id, axis)
        yield Candidate("finsm", "concentration", "DQC_0109", role, question, [name], apply, is_it)


def _strip_axis(context: str, axis: str) -> Callable[[Filing], Log]:
    def apply(filing: Filing) -> Log:
        found = filing.context(context)
        if found is None:
            return []
        name, element = found
        log: Log = []
        for member in list(element.iter("{*}explicitMember")):
            if (member.get("dimension") or "").rpartition(":")[2] == axis:
                parent = member.getparent()
                if parent is not None:
                    parent.remove(member)
                    filing.touch(name)
                    log.append({"file": name, "context": context, "axis taken out": axis, "member": member.text})
        return log

    return apply
