"""Totals and parts on wrong levels of a calculation: what tells where the numbers alone don't, and what is left alone."""

from __future__ import annotations

import pytest

from tests.engines.auditing.made_up import Made, Role, found
from tieout.engines.auditing import Severity
from tieout.engines.auditing.blocks import Blocks
from tieout.engines.auditing.view import View

ABSTRACT = "us-gaap:AssetsAbstract"
MONEY = 'type="xbrli:monetaryItemType" xbrli:periodType="instant"'


def pairs(made: Made) -> list[tuple[str, ...]]:
    return [finding.concepts for finding in found(made, "reversed-sum")]


def things(sums: dict[str, dict[str, str]], shown: tuple[str, ...] = (), **values: int) -> Made:
    """Sums of the filer's own lines, named by one word each, with one number each."""
    role = Role(
        "2 - Statement - Things",
        [(ABSTRACT, f"x:{name}") for name in shown],
        {f"x:{total}": {f"x:{part}": weight for part, weight in parts.items()} for total, parts in sums.items()},
    )
    facts = [(f"x:{name}", str(value), "i24", "USD") for name, value in values.items()]
    return Made([*facts, ("us-gaap:Cash", "1", "i24", "USD")], [role], own=dict.fromkeys(values, MONEY))


def test_a_line_of_one_part_that_it_never_equals_is_no_total() -> None:
    made = things({"Whole": {"Land": "1"}, "Land": {"Stock": "1"}}, Whole=99, Land=40, Stock=25)
    assert ("x:Land", "x:Stock") in pairs(made)


def test_a_line_that_equals_its_one_part_is_left_alone() -> None:
    assert pairs(things({"Land": {"Plot": "1"}}, Land=40, Plot=40)) == []


def test_of_two_equal_lines_one_may_stand_below_the_other() -> None:
    """Only the sum above tells: it is short of the one that is summed into its equal neighbour."""
    sums = {"Whole": {"Land": "1", "Stock": "1"}, "Land": {"Plot": "1"}}
    assert pairs(things(sums, Whole=140, Land=40, Plot=40, Stock=60)) == [("x:Land", "x:Plot")]
    assert pairs(things(sums, Whole=100, Land=40, Plot=40, Stock=60)) == []
    assert pairs(things(sums, Whole=999, Land=40, Plot=40, Stock=60)) == []


def test_a_usual_total_of_one_part_may_just_lack_others() -> None:
    role = Role("2 - Statement - B", sums={"us-gaap:Assets": {"x:Machines": "1"}})
    facts = [("us-gaap:Assets", "9", "i24", "USD"), ("x:Machines", "5", "i24", "USD")]
    assert pairs(Made(facts, [role], own={"Machines": MONEY})) == []


def test_two_names_in_each_others_place_are_told_by_the_sum_above() -> None:
    """Margin is sales less costs; with the names exchanged that sum still agrees, and the one above doesn't."""
    made = things(
        {"Result": {"Costs": "1", "Interest": "1"}, "Costs": {"Sales": "1", "Margin": "-1"}},
        Result=47, Margin=40, Interest=7, Sales=100, Costs=60,
    )  # fmt: skip
    assert pairs(made) == [("x:Costs", "x:Margin")]


def test_a_sum_that_agrees_without_a_part_does_not_have_it() -> None:
    made = things({"Land": {"Plot": "1", "Field": "1", "Stock": "1"}}, Land=40, Plot=30, Field=10, Stock=25)
    assert pairs(made) == [("x:Land", "x:Stock")]


def test_a_part_that_completes_the_sum_beside_it_belongs_there() -> None:
    """The sum above has other mistakes, so that nothing mends it."""
    sums = {"Whole": {"Current": "1", "Cash": "1", "Land": "1"}, "Current": {"Stock": "1", "Debtors": "1"}}
    made = things(sums, Whole=777, Current=60, Cash=35, Stock=15, Debtors=10, Land=40)
    assert pairs(made) == [("x:Current", "x:Cash")]


def test_a_line_among_the_parts_of_a_total_belongs_to_it() -> None:
    """Neither sum agrees, before or after."""
    sums = {"Whole": {"Current": "1", "Cash": "1", "Land": "1"}, "Current": {"Stock": "1", "Debtors": "1"}}
    values = {"Whole": 777, "Current": 166, "Cash": 35, "Stock": 15, "Debtors": 10, "Land": 40}
    assert pairs(things(sums, ("Stock", "Cash", "Debtors", "Current", "Land", "Whole"), **values)) == [("x:Current", "x:Cash")]
    assert pairs(things(sums, ("Cash", "Stock", "Debtors", "Current", "Land", "Whole"), **values)) == []
    assert pairs(things(sums, ("Stock", "Debtors", "Current", "Cash", "Land", "Whole"), **values)) == []


def test_a_part_below_the_total_that_closes_all_others_is_none() -> None:
    sums = {"Current": {"Stock": "1", "Debtors": "1", "Land": "1"}}
    values = {"Current": 166, "Stock": 15, "Debtors": 10, "Land": 40}
    assert pairs(things(sums, ("Stock", "Debtors", "Current", "Land"), **values)) == [("x:Current", "x:Land")]
    assert pairs(things(sums, ("Stock", "Debtors", "Land", "Current"), **values)) == []


def test_of_two_equal_numbers_the_one_presented_last_is_the_total() -> None:
    sums = {"Whole": {"Current": "1", "Cash": "1", "Land": "1"}}
    values = {"Whole": 75, "Current": 35, "Cash": 35, "Land": 40}
    assert pairs(things(sums, ("Cash", "Current", "Land", "Whole"), **values)) == [("x:Current", "x:Cash")]


def test_a_line_stands_beside_the_total_of_its_section() -> None:
    change = "us-gaap:CashAndCashEquivalentsPeriodIncreaseDecrease"
    section = "us-gaap:NetCashProvidedByUsedInInvestingActivities"
    bought, borrowed = "us-gaap:PaymentsToAcquirePropertyPlantAndEquipment", "us-gaap:ProceedsFromIssuanceOfLongTermDebt"
    for line, expected in ((bought, [(section, bought)]), (borrowed, [])):
        role = Role("5 - Statement - Cash", sums={change: {section: "1", line: "-1"}})
        facts = [(c, v, "y24", "USD") for c, v in ((change, "999"), (section, "-40"), (line, "7"))]
        assert pairs(Made(facts, [role])) == expected


def test_a_line_beside_its_section_is_told_even_if_it_is_too_small_for_a_sum_to_fail() -> None:
    change = "us-gaap:CashAndCashEquivalentsPeriodIncreaseDecrease"
    sections = [f"us-gaap:NetCashProvidedByUsedIn{section}Activities" for section in ("Investing", "Financing")]
    line = "us-gaap:PaymentsToAcquirePropertyPlantAndEquipment"
    role = Role("5 - Statement - Cash", sums={change: {sections[0]: "1", sections[1]: "1", line: "-1"}})
    facts = [(c, v, "y24", "USD") for c, v in ((change, "60"), (sections[0], "-40"), (sections[1], "100"), (line, "1"))]
    assert pairs(Made(facts, [role])) == [(sections[0], line)]


def test_no_section_of_the_cash_flow_statement_is_a_part_of_another() -> None:
    one, other = (f"us-gaap:NetCashProvidedByUsedIn{section}Activities" for section in ("Investing", "Financing"))
    role = Role("5 - Statement - Cash", sums={one: {other: "1"}})
    assert pairs(Made([(one, "5", "y24", "USD"), (other, "5", "y24", "USD")], [role])) == [(one, other)]


def test_net_income_has_no_parts_in_a_cash_flow_statement() -> None:
    """Not even where the statement's sums fail for other reasons."""
    total, profit = "us-gaap:NetCashProvidedByUsedInOperatingActivities", "us-gaap:ProfitLoss"
    stock, other = "us-gaap:IncreaseDecreaseInInventories", "us-gaap:IncomeLossFromDiscontinuedOperationsNetOfTax"
    facts = [(c, v, "y24", "USD") for c, v in ((total, "999"), (profit, "100"), (stock, "5"), (other, "7"))]
    for line, expected in ((stock, [(profit, stock)]), (other, [])):
        role = Role("5 - Statement - Cash", sums={total: {profit: "1"}, profit: {line: "1"}})
        assert pairs(Made(facts, [role])) == expected


def test_what_nobody_sums_may_be_a_total_of_usual_totals() -> None:
    """A total over the three sections is no part of one of them, though no list has it."""
    sections = [f"us-gaap:NetCashProvidedByUsedIn{s}Activities" for s in ("Operating", "Investing", "Financing")]
    unusual = "us-gaap:NetCashProvidedByUsedInContinuingOperations"
    role = Role("5 - Statement - Cash", sums={unusual: dict.fromkeys(sections, "1")})
    facts = [(c, v, "y24", "USD") for c, v in zip((unusual, *sections), ("999", "1", "2", "3"), strict=True)]
    assert pairs(Made(facts, [role])) == []


def test_a_usual_total_is_no_part_of_a_line_above_it() -> None:
    """Both numbers are the same, so that no sum fails."""
    line, total = "us-gaap:AccountsPayableTradeCurrent", "us-gaap:Liabilities"
    facts = [(c, "7", "i24", "USD") for c in (line, total)]
    for shown, expected in (((line, total), [(line, total)]), ((total, line), [])):
        role = Role("2 - Statement - B", [("us-gaap:LiabilitiesAbstract", c) for c in shown], {line: {total: "1"}})
        assert pairs(Made(facts, [role])) == expected


@pytest.mark.parametrize(
    ("part", "among", "below"), [("x:Cash", False, False), ("x:Stock", True, False), ("x:Land", False, True)]
)
def test_where_lines_stand(part: str, among: bool, below: bool) -> None:
    shown = ("Cash", "Debtors", "Stock", "Current", "Land")
    made = things({"Current": {"Debtors": "1", "Cash": "1"}}, shown, **dict.fromkeys(shown, 1))
    view = View(made.report())
    (role,) = view.presentations
    blocks = Blocks(view.presentations)
    parts = {"x:Cash", "x:Debtors"}
    assert blocks.has_among(role, "x:Current", part, parts - {part}) is among
    assert blocks.has_below(role, "x:Current", part, parts) is below
    assert blocks.is_above(role, "x:Cash", "x:Land")
    assert not blocks.is_above(role, "x:Cash", "x:Elsewhere")


def test_sums_of_very_many_parts_are_told_and_not_tried() -> None:
    names = [f"P{n}" for n in range(501)]
    made = things({"Whole": dict.fromkeys(names, "1")}, Whole=5, **dict.fromkeys(names, 1))
    (finding,) = found(made, "reversed-sum")
    assert finding.severity is Severity.info
    assert "501 parts" in finding.message


def test_what_is_tried_is_bounded_and_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tieout.engines.auditing.mending.Mending.__init__.__defaults__", (3,))
    made = things({"Land": {"Plot": "1", "Field": "1", "Stock": "1"}}, Land=40, Plot=30, Field=10, Stock=25)
    (finding,) = found(made, "reversed-sum")
    assert (finding.severity, finding.concepts) == (Severity.info, ())
