"""Networks: children in order, walks that end."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

from tieout.report import Arc, Network


def network(*arcs: tuple[str, str, int]) -> Network:
    return Network("http://example.com/role", "arcrole", "presentation", None, [Arc(p, c, Decimal(o)) for p, c, o in arcs])


def test_children_come_in_their_order() -> None:
    tree = network(("a", "late", 2), ("a", "early", 1))
    assert [arc.child for arc in tree.children("a")] == ["early", "late"]


def test_a_walk_goes_depth_first_from_the_roots() -> None:
    tree = network(("a", "b", 1), ("b", "c", 1), ("a", "d", 2), ("x", "d", 1))
    assert [(depth, concept) for depth, concept, _ in tree.walk()] == [
        (0, "a"),
        (1, "b"),
        (2, "c"),
        (1, "d"),
        (0, "x"),
        (1, "d"),
    ]


def test_a_cycle_is_cut_where_it_closes() -> None:
    tree = network(("a", "b", 1), ("b", "c", 1), ("c", "b", 1))
    assert [concept for _, concept, _ in tree.walk()] == ["a", "b", "c", "b"]


def test_a_network_with_more_paths_than_can_be_walked_ends_all_the_same() -> None:
    levels = [f"n{i}" for i in range(60)]
    tree = network(*((a, b, n) for a, b in pairwise(levels) for n in (1, 2)))
    assert sum(1 for _ in tree.walk(limit=5_000)) == 5_000
