"""Standard: what loaded packages of the US GAAP taxonomy say, and what lists of our own say where none is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from os import PathLike
from typing import TYPE_CHECKING

from tieout.engines.auditing.dimensions import members_by_axis
from tieout.engines.auditing.lists import rows
from tieout.engines.auditing.view import local

if TYPE_CHECKING:
    from tieout.reading.taxonomy import Taxonomy
    from tieout.report import Network

_GENERAL = ("StatementOfCashFlowsIndirect", "StatementOfCashFlowsDirect", "StatementOfCashFlowsIndirectAdditionalElements")

__all__ = ["Standard", "known_children", "known_members", "known_sections", "open_standard"]

_SECTIONS = {
    f"NetCashProvidedByUsedIn{section}Activities{suffix}Abstract": section.lower()
    for section in ("Operating", "Investing", "Financing")
    for suffix in ("", "ContinuingOperations")
}


@cache
def open_standard(paths: tuple[str | PathLike[str], ...]) -> Standard:
    """The standard taxonomy in the packages at these paths, opened once a process.

    Raises `InputError` where one is no taxonomy package.
    """
    from tieout.reading.taxonomy import Taxonomy

    return Standard(Taxonomy.open(paths))


class Standard:
    """Trees and rule lists of the standard taxonomy, by local name; each is read when first asked for."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self._taxonomy = taxonomy
        self.name = " + ".join(p.name for p in taxonomy.packages)

    @cached_property
    def _networks(self) -> tuple[Network, ...]:
        return self._taxonomy.networks

    @cached_property
    def children(self) -> Mapping[str, frozenset[str]]:
        """Total to the parts that any standard calculation network gives it."""
        return _pairs((a.parent, a.child) for n in self._networks if n.kind == "calculation" for a in n.arcs)

    @cached_property
    def descendants(self) -> Mapping[str, frozenset[str]]:
        """Total to all parts, parts of parts and so on, network by network (a part in one need not be one in another)."""
        found: dict[str, set[str]] = {}
        for network in self._networks:
            if network.kind != "calculation":
                continue
            for top in {a.parent for a in network.arcs}:
                below = found.setdefault(local(top), set())
                pending, seen = [top], {top}
                while pending:
                    for arc in network.children(pending.pop()):
                        if arc.child not in seen:
                            seen.add(arc.child)
                            below.add(local(arc.child))
                            pending.append(arc.child)
        return {k: frozenset(v) for k, v in found.items()}

    @cached_property
    def members(self) -> Mapping[str, frozenset[str]]:
        """Axis to the members that any standard table has on it."""
        networks = (n for n in self._networks if n.kind == "definition" and "/dqc/" not in n.role)
        found = members_by_axis(networks)
        merged: dict[str, set[str]] = {}
        for axis, members in found.items():
            merged.setdefault(local(axis), set()).update(local(m) for m in members)
        return {k: frozenset(v) for k, v in merged.items()}

    @cached_property
    def sections(self) -> Mapping[str, frozenset[str]]:
        """Line of the cash flow statement to the sections that standard statements have it in.

        Lines that only the statements of an industry have are left out: deposits are one thing to a bank, another to the rest.
        """
        general: set[str] = set()
        found: dict[str, set[str]] = {}
        for network in self._networks:
            if network.kind == "presentation" and "StatementOfCashFlows" in network.role:
                path: list[str] = []
                for depth, concept, _ in network.walk():
                    del path[depth:]
                    path.append(local(concept))
                    for name in path:
                        if name in _SECTIONS:
                            found.setdefault(local(concept), set()).add(_SECTIONS[name])
                            if network.role.endswith(_GENERAL):
                                general.add(local(concept))
        return {k: frozenset(v) for k, v in found.items() if k in general}

    def rule_list(self, number: str) -> Mapping[str, frozenset[str]]:
        """Of the DQC rules taxonomy, in the networks of a rule: each element to those below it; empty where it isn't there."""
        return _pairs((a.parent, a.child) for n in self._networks if n.role.endswith(f"/dqc/{number}") for a in n.arcs)

    def pairs(self, arcrole_end: str) -> Mapping[str, frozenset[str]]:
        """Source to targets of all networks whose arcrole ends so."""
        return _pairs((a.parent, a.child) for n in self._networks if n.arcrole.endswith(arcrole_end) for a in n.arcs)


def _pairs(pairs: Iterable[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for parent, child in pairs:
        found.setdefault(local(parent), set()).add(local(child))
    return {k: frozenset(v) for k, v in found.items()}


@cache
def known_children() -> Mapping[str, Mapping[str, int]]:
    """Total to part to the number of issuers whose filings sum so."""
    found: dict[str, dict[str, int]] = {}
    for r in rows("sums"):
        found.setdefault(r["parent"], {})[r["child"]] = int(r["issuers"])
    return found


@cache
def known_members() -> Mapping[str, Mapping[str, int]]:
    """Member to axis to the number of issuers who use it there."""
    found: dict[str, dict[str, int]] = {}
    for r in rows("axis_members"):
        found.setdefault(r["member"], {})[r["axis"]] = int(r["issuers"])
    return found


@cache
def known_sections() -> Mapping[str, tuple[str, int]]:
    """Line of the cash flow statement to its section, and the number of issuers who have it there."""
    return {r["concept"]: (r["section"], int(r["issuers"])) for r in rows("cash_sections")}
