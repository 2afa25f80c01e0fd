"""Blocks: what the order of a presented statement says of its totals. Lines stand above the total that they belong to."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tieout.report import Network

__all__ = ["Blocks"]

_NO_LINES = ("Abstract", "Table", "Axis", "Domain", "Member", "LineItems")


class Blocks:
    """Presentation networks by role; each is laid out when first asked for."""

    def __init__(self, presentations: Mapping[str, Network]) -> None:
        self._networks = presentations
        self._orders: dict[str, Mapping[str, int]] = {}

    def has_among(self, role: str, total: str, part: str, parts: Collection[str]) -> bool:
        """Whether ``part`` is presented below one of the ``parts`` of ``total``, with nothing but parts down to the total.

        The first line of a block may be one that stands above it, so it is none of its parts for sure.
        """
        order = self._order(role)
        here, end = order.get(part), order.get(total)
        known = {order[p] for p in parts if p in order} - {here, end}
        if here is None or end is None or here - 1 not in known:
            return False
        return here < end and set(range(here + 1, end)) <= known

    def is_above(self, role: str, one: str, other: str) -> bool:
        """Whether a line is presented above another; not so where one of them isn't presented."""
        order = self._order(role)
        return one in order and other in order and order[one] < order[other]

    def has_below(self, role: str, total: str, part: str, parts: Collection[str]) -> bool:
        """Whether ``part`` is presented below ``total``, all of whose other ``parts`` are above it."""
        order = self._order(role)
        here, end = order.get(part), order.get(total)
        others = [order[p] for p in parts if p in order and p != part]
        return here is not None and end is not None and len(others) > 1 and here > end and all(o < end for o in others)

    def _order(self, role: str) -> Mapping[str, int]:
        if role not in self._orders:
            self._orders[role] = _order(self._networks.get(role))
        return self._orders[role]


def _order(network: Network | None) -> Mapping[str, int]:
    """The lines of a presentation network from top to bottom, without abstracts; one that comes again counts once."""
    lines = (concept for _, concept, _ in network.walk()) if network is not None else ()
    found: dict[str, int] = {}
    for line in lines:
        if line not in found and not line.endswith(_NO_LINES):
            found[line] = len(found)
    return found
