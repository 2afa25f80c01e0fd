"""What a report's networks say about its axes: which members stand on which, in which network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tieout.report import Network

__all__ = ["axis_domains", "members_by_axis", "top_members"]

_DEFINITION = "/dimension-domain"
_MEMBER = "/domain-member"


def members_by_axis(networks: Iterable[Network]) -> Mapping[str, Mapping[str, list[Network]]]:
    """Axis to member to the networks that put the member there: definition networks, and presentation trees below an axis."""
    found: dict[str, dict[str, list[Network]]] = {}
    by_role: dict[str, list[Network]] = {}
    networks = tuple(networks)
    for n in networks:
        if n.arcrole.endswith((_MEMBER, _DEFINITION)):
            by_role.setdefault(n.role, []).append(n)
    for group in by_role.values():
        below = _children(group)
        for n in group:
            if n.arcrole.endswith(_DEFINITION):
                for arc in n.arcs:
                    for member in _descendants(arc.child, below):
                        _note(found, arc.parent, member, n)
    for n in networks:
        if n.kind == "presentation":
            below = _children([n])
            for axis in [c for c in below if c.endswith("Axis")]:
                for member in _descendants(axis, below)[1:]:
                    if member.endswith(("Member", "Domain")):
                        _note(found, axis, member, n)
    return found


def _note(found: dict[str, dict[str, list[Network]]], axis: str, member: str, network: Network) -> None:
    networks = found.setdefault(axis, {}).setdefault(member, [])
    if network not in networks:
        networks.append(network)


def _children(networks: Iterable[Network]) -> dict[str, list[str]]:
    below: dict[str, list[str]] = {}
    for n in networks:
        if not n.arcrole.endswith(_DEFINITION):
            for arc in n.arcs:
                below.setdefault(arc.parent, []).append(arc.child)
    return below


def _descendants(top: str, below: Mapping[str, list[str]]) -> list[str]:
    """``top`` and all below it, each once."""
    found: dict[str, None] = {top: None}
    pending = [top]
    while pending:
        for child in below.get(pending.pop(), ()):
            if child not in found:
                found[child] = None
                pending.append(child)
    return list(found)


def axis_domains(networks: Iterable[Network], role: str) -> Mapping[str, str]:
    """Axis to its domain member, in the definition networks of a role."""
    return {a.parent: a.child for n in networks if n.role == role and n.arcrole.endswith(_DEFINITION) for a in n.arcs}


def top_members(networks: Iterable[Network], role: str, domain: str) -> tuple[str, ...]:
    """The members directly below a domain, in the definition networks of a role, in order."""
    return tuple(
        dict.fromkeys(a.child for n in networks if n.role == role and n.arcrole.endswith(_MEMBER) for a in n.children(domain))
    )
