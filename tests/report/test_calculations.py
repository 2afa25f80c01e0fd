"""A filing's totals against its own calculation networks."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.statements.made import E23, E24, Maker
from tieout.report import Arc, Network
from tieout.report.calculations import calculations

ARCROLE = "http://www.xbrl.org/2003/arcrole/summation-item"


def made(weights: dict[str, str]) -> Maker:
    maker = Maker()
    arcs = [Arc("us-gaap:Assets", f"us-gaap:{c}", Decimal(i), Decimal(w)) for i, (c, w) in enumerate(weights.items())]
    maker.networks.append(Network("http://pinewharf.example/role/BS", ARCROLE, "calculation", None, arcs))
    return maker


def test_a_total_agrees_with_the_weighted_sum_of_its_parts() -> None:
    maker = made({"Cash": "1", "Allowance": "-1"})
    maker.number("us-gaap:Assets", E24, "90000000")
    maker.number("us-gaap:Cash", E24, "100000000")
    maker.number("us-gaap:Allowance", E24, "10000000")
    (check,) = calculations(maker.report())
    assert (check.expected, check.agrees, check.difference) == (90_000_000, True, 0)


@pytest.mark.parametrize(
    ("total", "agrees"), [("103000000", True), ("101000000", True), ("104000000", False), ("99000000", False)]
)
def test_rounding_of_every_number_is_allowed_for(total: str, agrees: bool) -> None:
    maker = made({"Cash": "1", "Inventory": "1"})
    maker.number("us-gaap:Assets", E24, total)
    maker.number("us-gaap:Cash", E24, "51000000")
    maker.number("us-gaap:Inventory", E24, "51000000")
    (check,) = calculations(maker.report())
    assert check.agrees is agrees


def test_parts_of_another_date_slice_or_unit_are_no_parts() -> None:
    maker = made({"Cash": "1"})
    maker.number("us-gaap:Assets", E24, "90000000")
    maker.number("us-gaap:Cash", E23, "1000000")
    maker.number("us-gaap:Cash", E24, "1000000", dimensions={"a:Axis": "a:Member"})
    assert list(calculations(maker.report())) == []


def test_of_repeated_facts_the_most_precise_counts() -> None:
    maker = made({"Cash": "1"})
    maker.number("us-gaap:Assets", E24, "90400000", decimals=-5)
    maker.number("us-gaap:Cash", E24, "90000000", decimals=-6)
    maker.number("us-gaap:Cash", E24, "90100000", decimals=-5)
    (check,) = calculations(maker.report())
    assert (check.expected, check.agrees) == (90_100_000, False)
