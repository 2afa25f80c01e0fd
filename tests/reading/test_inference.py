"""Without its schema, a concept is what the filing's facts, contexts and networks tell; what they don't tell stays open."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.reading.filings import DIM, FACTS, PER_SHARE, instance
from tieout.reading.inference import infer_concepts
from tieout.reading.instance import read_instance
from tieout.report import Arc, Concept, Network


def inferred(facts: str = FACTS, networks: tuple[Network, ...] = (), known: tuple[str, ...] = ()) -> dict[str, Concept]:
    _, found = read_instance(instance(facts).encode(), "nvt.xml", "nvt")
    return infer_concepts({name: Concept(name) for name in known}, found, networks)


def test_known_concepts_are_left_alone() -> None:
    assert "us-gaap:Assets" not in inferred(known=("us-gaap:Assets",))
    assert all(c.source == "inferred" for c in inferred().values())


def test_period_types_come_from_contexts() -> None:
    concepts = inferred()
    assert concepts["us-gaap:Assets"].period_type == "instant"
    assert concepts["us-gaap:EarningsPerShareBasic"].period_type == "duration"


@pytest.mark.parametrize(
    ("measure", "type_"),
    [
        ("iso4217:EUR", "xbrli:monetaryItemType"),
        ("xbrli:shares", "xbrli:sharesItemType"),
        ("xbrli:pure", "xbrli:pureItemType"),
        ("nvt:Tonne", "xbrli:decimalItemType"),
    ],
)
def test_types_come_from_units(measure: str, type_: str) -> None:
    unit = f'<xbrli:unit id="u"><xbrli:measure>{measure}</xbrli:measure></xbrli:unit>'
    concepts = inferred(unit + '<nvt:X contextRef="d" unitRef="u">1</nvt:X>')
    assert concepts["nvt:X"].type == type_


def test_a_ratio_is_per_share_only_of_money_and_shares() -> None:
    other = PER_SHARE.replace('id="eps"', 'id="o"').replace("xbrli:shares", "nvt:Tonne")
    concepts = inferred(FACTS + other + '<nvt:X contextRef="d" unitRef="o">1</nvt:X>')
    assert concepts["us-gaap:EarningsPerShareBasic"].type == "dtr-types:perShareItemType"
    assert concepts["nvt:X"].type == "xbrli:decimalItemType"


def test_text_has_no_type_but_its_name_may_tell() -> None:
    concepts = inferred('<nvt:Policy contextRef="d">x</nvt:Policy><nvt:PolicyTextBlock contextRef="d">x</nvt:PolicyTextBlock>')
    assert concepts["nvt:Policy"].type is None
    assert concepts["nvt:PolicyTextBlock"].type == "dtr-types:textBlockItemType"


def test_axes_members_and_hypercubes_come_from_contexts_and_arcs() -> None:
    arcs = [Arc("b:Table_", "b:Axis_", Decimal(1))]
    concepts = inferred(networks=(Network("r", DIM + "hypercube-dimension", "definition", None, arcs),))
    assert concepts["us-gaap:StatementBusinessSegmentsAxis"].substitution_group == "xbrldt:dimensionItem"
    assert concepts["nvt:SawsMember"].type == "dtr-types:domainItemType"
    assert concepts["b:Table_"].substitution_group == "xbrldt:hypercubeItem"
    assert concepts["b:Axis_"].abstract is True


def test_balance_is_never_guessed() -> None:
    assert {c.balance for c in inferred().values()} == {None}
