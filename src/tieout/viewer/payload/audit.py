"""Findings of the audit rules, each with its facts and the places where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tieout.viewer.payload.lean import lean, plain

if TYPE_CHECKING:
    from tieout.viewer.subject import Subject

__all__ = ["part"]


def part(subject: Subject) -> dict[str, Any]:
    """``findings``, ``rules`` that ran, and ``skipped`` ones with the reason."""
    from tieout.engines.auditing import audit

    report = subject.report
    if not len(report.facts):
        return {"findings": [], "rules": [], "skipped": [], "why": "a report without tags has nothing to audit"}
    result = audit(report, taxonomy=subject.taxonomy)
    ids = subject.fact_ids
    findings = []
    for n, finding in enumerate(result):
        row = plain(finding.to_dict(located=False))
        row.pop("evidence")
        facts = [ids[f] for f in finding.facts if f in ids]
        about = {
            "rule": finding.rule,
            "fingerprint": finding.fingerprint,
            "role": finding.role,
            "concept": finding.concepts[0] if finding.concepts else None,
            "period": str(finding.period) if finding.period is not None else None,
        }
        noted = subject.note(f"a{n}", "finding", {k: v for k, v in about.items() if v is not None})
        at = [place for fact in finding.facts for place in subject.fact_places(fact)[:1]]
        findings.append(noted | lean(**row) | {"facts": facts, "at": at})
    return {
        "findings": findings,
        "rules": list(result.rules),
        "skipped": [{"rule": s.rule, "reason": s.reason} for s in result.skipped],
    }
