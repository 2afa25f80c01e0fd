"""Tier N: what the audit engine finds in filings as they are, labelled rule-derived."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from tieout.benchmarks.finauditing.build.cases import NINE, Candidate, Work, period_text
from tieout.engines.auditing import Finding

__all__ = ["LABELS", "TERMS", "candidate_of", "candidates"]

LABELS = {"DQC_0081": "Reversal", "DQC_0145": "Inappropriateness", "DQC_0001": "CombinationErr"}


def candidates(work: Work) -> Iterator[Candidate]:
    """One instance a finding of the nine rules that names all that its task asks for."""
    for rule in NINE:
        tags: dict[str, list[str]] = {}
        for finding in work.shuffled(list(work.findings(rule))):
            if NINE[rule] == "finsm":
                concepts = finding.concepts if rule == "DQC_0099" else finding.concepts[:1]
                role = finding.role or work.role_of(concepts[0])
                if role is not None:
                    tags[role] = list(dict.fromkeys((*tags.get(role, ()), *concepts)))
                continue
            found = candidate_of(work, finding)
            if found is not None:
                yield found
        for role, gold in tags.items():
            yield Candidate("finsm", "natural", rule, role, TERMS[rule], gold, tier="N")


TERMS = {
    "DQC_0099": {"term": "amounts of money that take part in no calculation", "what": "currency"},
    "DQC_0109": {
        "term": "the concentration of risk, which lacks what makes it readable",
        "what": "concentration of credit risk",
    },
    "DQC_0137": {"term": "amounts on a location axis that has a single member", "what": "currency"},
}


def candidate_of(work: Work, finding: Finding) -> Candidate | None:
    """The FinRE or FinMR instance of a finding; None where it lacks an element, a role or a number."""
    rule = finding.dqc or ""
    task = NINE.get(rule)
    if task == "finre" and len(finding.concepts) >= 2:
        head, tail = finding.concepts[:2]
        if rule == "DQC_0145":
            head, tail = tail, head
        role = finding.role or work.role_of(head, tail)
        if role is not None:
            return Candidate("finre", "natural", rule, role, {"head": head, "tail": tail}, LABELS[rule], tier="N")
    if task == "finmr" and isinstance(finding.reported, Decimal) and isinstance(finding.expected, Decimal):
        role = finding.role or work.role_of(finding.concepts[0])
        if role is not None and not finding.dimensions:
            question = {"concept": finding.concepts[0], "period": period_text(finding.period)}
            answer = {"extracted_value": format(finding.reported, "f"), "calculated_value": format(finding.expected, "f")}
            return Candidate("finmr", "natural", rule, role, question, answer, tier="N")
    return None
