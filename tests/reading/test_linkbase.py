"""Links: locators, arcs and what remains of them; numbers and attributes of arcs."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.reading.filings import arc, linkbase, loc
from tests.reading.filings import link as link_of
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.linkbase import LinkReader, effective, equivalence, extended_links, fragment_of
from tieout.report import Arc, LimitError


def read(content: str, kind: str = "presentation", limits: Limits = DEFAULT_LIMITS) -> tuple[list[Arc], list[str]]:
    """Arcs of one link whose locators point at ids, and the codes of the notices."""
    (link,) = extended_links(etree.fromstring(linkbase(link_of(content, kind))))
    reader = LinkReader(lambda _, id_: id_ if id_ != "nobody" else None, limits)
    arcs = [reader.arc(relation, key[0], "x.xml") for key, relation in reader.relations(link, "x.xml")]
    return [a for a in arcs if a is not None], [n.code for n in reader.faults.take()]


def test_an_arc_joins_what_its_locators_point_at() -> None:
    more = 'order="2.5" preferredLabel="http://r.example/total" closed="true" use="optional" priority="1"'
    arcs, notices = read(loc("a", "x.xsd#A") + loc("b", "x.xsd#B") + arc("a", "b", more=more))
    assert arcs == [Arc("A", "B", Decimal("2.5"), None, "http://r.example/total", {"closed": "true"})]
    assert notices == []


def test_locators_that_share_a_label_are_all_joined() -> None:
    """XBRL 2.1, 3.5.3.9: an arc relates every `from` end to every `to` end."""
    content = loc("a", "#A1") + loc("a", "#A2") + loc("b", "#B1") + loc("b", "#B2") + loc("b", "#B2") + arc("a", "b")
    arcs, _ = read(content)
    assert [(a.parent, a.child) for a in arcs] == [("A1", "B1"), ("A1", "B2"), ("A2", "B1"), ("A2", "B2")]


def test_ends_that_lead_nowhere_are_told_once() -> None:
    arcs, notices = read(
        loc("a", "#A") + loc("n", "#nobody") + loc("e", "") + arc("a", "n") + arc("a", "gone") + arc("gone", "a")
    )
    assert arcs == []
    assert sorted(notices) == ["arc-end", "locator"]


@pytest.mark.parametrize("order", ["one", "NaN", "INF", "1e999999", "", "9" * 1000])
def test_an_order_that_is_no_number_counts_as_one(order: str) -> None:
    arcs, notices = read(loc("a", "#A") + loc("b", "#B") + arc("a", "b", more=f'order="{order}"'))
    assert arcs[0].order == 1
    assert notices == ["arc-number"]


@pytest.mark.parametrize("weight", ['weight="x"', 'weight="NaN"', 'weight="0"', ""])
def test_a_calculation_arc_without_a_weight_is_left_out(weight: str) -> None:
    arcs, notices = read(loc("a", "#A") + loc("b", "#B") + arc("a", "b", "calculation", more=weight), "calculation")
    assert arcs == []
    assert notices == ["arc-number"]


def test_a_priority_that_is_no_number_counts_as_zero() -> None:
    (link,) = extended_links(
        etree.fromstring(linkbase(link_of(arc("a", "b", more=f'priority="{"9" * 5000}" use="prohibited"'))))
    )
    reader = LinkReader(lambda _, id_: id_)
    assert reader.standing(link[0], "x.xml") == (0, True)
    assert [n.code for n in reader.faults.take()] == ["arc-number"]


def test_a_flood_of_relations_stops_at_the_limit() -> None:
    content = "".join(loc("a", f"#A{n}") + loc("b", f"#B{n}") for n in range(100)) + arc("a", "b")
    with pytest.raises(LimitError, match="relations"):
        read(content, limits=replace(DEFAULT_LIMITS, relations=9_999))


@pytest.mark.parametrize(
    ("href", "id_"),
    [("x.xsd#A", "A"), ("x.xsd#element(A)", "A"), ("x.xsd#element(/1/14)", ""), ("x.xsd", ""), ("x.xsd#%E6%97%A5", "日")],
)
def test_the_fragment_of_an_href_is_an_id(href: str, id_: str) -> None:
    assert fragment_of(href) == id_


def test_prohibition_and_override() -> None:
    """XBRL 2.1, 3.5.3.9.7.5, on relations that are equivalent."""
    assert effective([("k", "first", 0, False), ("k", "second", 0, False)]) == ["first"]
    assert effective([("k", "first", 0, False), ("k", "higher", 1, False)]) == ["higher"]
    assert effective([("k", "first", 0, False), ("k", "no", 0, True)]) == []
    assert effective([("k", "no", 0, True), ("k", "first", 0, False)]) == []
    assert effective([("k", "no", 1, True), ("k", "back", 2, False)]) == ["back"]
    assert effective([("k", "no", 0, True), ("k", "higher", 1, False), ("other", "o", 0, False)]) == ["higher", "o"]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3), st.booleans()), max_size=12))
def test_at_most_one_relation_remains_and_only_the_highest_priority_decides(given: list[tuple[str, int, bool]]) -> None:
    remaining = effective([(key, (key, n), priority, no) for n, (key, priority, no) in enumerate(given)])
    for key in "ab":
        standing = [(p, no) for k, p, no in given if k == key]
        top = max((p for p, _ in standing), default=None)
        survives = bool(standing) and not any(no for p, no in standing if p == top)
        assert [k for k, _ in remaining].count(key) == int(survives)


def test_defaults_written_out_and_numbers_written_otherwise_make_no_other_relation() -> None:
    """XBRL 2.1, 3.5.3.9.7.4; XBRL Dimensions 1.0 gives `usable` and `closed` their defaults."""
    plain = Arc("A", "B", Decimal(1))
    assert equivalence(plain) == equivalence(Arc("A", "B", Decimal("1.0"), attributes={"usable": "true", "closed": "false"}))
    assert equivalence(plain) != equivalence(Arc("A", "B", Decimal(2)))
    assert equivalence(plain) != equivalence(Arc("A", "B", Decimal(1), attributes={"usable": "false"}))
