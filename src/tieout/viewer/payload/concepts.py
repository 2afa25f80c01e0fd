"""Concepts with labels and documentation, the networks they are part of, and the sums that the networks ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tieout.report.calculations import calculations
from tieout.viewer.payload.lean import lean

if TYPE_CHECKING:
    from tieout.report import Concept
    from tieout.viewer.subject import Subject

__all__ = ["part"]

_DOCUMENTATION = "documentation"


def part(subject: Subject) -> dict[str, Any]:
    """``concepts`` by name, ``networks`` with their arcs, ``calculations`` with facts and differences."""
    report = subject.report
    networks = {network: n for n, network in enumerate(report.networks)}
    ids = subject.fact_ids
    return {
        "concepts": {name: _concept(concept) for name, concept in report.concepts.items()},
        "networks": [
            lean(definition=network.definition)
            | {
                "id": n,
                "kind": network.kind,
                "role": network.role,
                "arcs": [
                    lean(parent=a.parent, child=a.child, order=a.order, weight=a.weight, label=a.preferred_label)
                    for a in network.arcs
                ],
            }
            for network, n in networks.items()
        ],
        "calculations": [
            {
                "network": networks[check.network],
                "total": ids[check.total],
                "parts": [{"fact": ids[fact], "weight": format(weight, "f")} for weight, fact in check.parts],
                "reported": format(check.reported, "f"),
                "expected": format(check.expected, "f"),
                "difference": format(check.difference, "f"),
                "agrees": check.agrees,
            }
            for check in calculations(report)
        ],
    }


def _concept(concept: Concept) -> dict[str, Any]:
    return lean(
        label=concept.label(),
        documentation=concept.label(_DOCUMENTATION),
        labels=[lean(role=x.role.rpartition("/")[2], language=x.language, text=x.text) for x in concept.labels],
        type=concept.type,
        period_type=concept.period_type,
        balance=concept.balance,
        abstract=concept.abstract,
        source=concept.source,
        references=[dict(r.parts) for r in concept.references],
    )
