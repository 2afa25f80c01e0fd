"""Sums: what rounding explains, what repeated and missing numbers do, and what is said of them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.engines.auditing.made_up import BALANCE, DOMAIN, MEMBER, Made, Role, found
from tieout.engines.auditing import Severity


def balance(cash: str, inventory: str, assets: str, decimals: str = "-3") -> Made:
    values = (("us-gaap:Cash", cash), ("us-gaap:InventoryNet", inventory), ("us-gaap:Assets", assets))
    return Made([(c, v, "i24", "USD", decimals) for c, v in values], [BALANCE])


@pytest.mark.parametrize(("assets", "wrong"), [("300000", False), ("301000", False), ("302000", True), ("298000", True)])
def test_three_numbers_in_thousands_may_be_off_by_one_and_a_half(assets: str, wrong: bool) -> None:
    assert bool(found(balance("100000", "200000", assets), "calculation-consistency")) is wrong


@pytest.mark.parametrize(("assets", "wrong"), [("303000", False), ("304000", True)])
def test_a_statement_may_be_off_by_one_for_each_number(assets: str, wrong: bool) -> None:
    assert bool(found(balance("100000", "200000", assets), "statement-sum")) is wrong


def test_a_finding_spells_out_the_sum() -> None:
    (finding,) = found(balance("100000", "200000", "350000"), "calculation-consistency")
    assert (finding.reported, finding.expected) == (Decimal(350000), Decimal(300000))
    assert [(t.concept, t.weight, t.value) for t in finding.arithmetic] == [
        ("us-gaap:Cash", 1, 100000),
        ("us-gaap:InventoryNet", 1, 200000),
    ]
    assert "100,000 + 200,000" in finding.message
    assert (finding.role, finding.contexts) == (BALANCE.uri, ("i24",))
    assert [f.concept for f in finding.facts] == ["us-gaap:Assets", "us-gaap:Cash", "us-gaap:InventoryNet"]


def test_a_weight_turns_a_part_around() -> None:
    role = Role(
        "3 - Statement - Income", sums={"us-gaap:GrossProfit": {"us-gaap:Revenues": "1", "us-gaap:CostOfRevenue": "-1"}}
    )
    facts = [("us-gaap:Revenues", "500", "y24", "USD"), ("us-gaap:CostOfRevenue", "300", "y24", "USD")]
    assert not found(Made([*facts, ("us-gaap:GrossProfit", "200", "y24", "USD")], [role]), "calculation-consistency")
    (finding,) = found(Made([*facts, ("us-gaap:GrossProfit", "800", "y24", "USD")], [role]), "calculation-consistency")
    assert finding.expected == 200


def test_numbers_of_other_contexts_and_units_are_not_added() -> None:
    facts = [
        ("us-gaap:Cash", "100", "i23", "USD"),
        ("us-gaap:InventoryNet", "7", "i24", "EUR"),
        ("us-gaap:Assets", "9", "i24", "USD"),
    ]
    assert not found(Made(facts, [BALANCE]), "calculation-consistency")


def test_contexts_that_say_the_same_are_one() -> None:
    facts = [("us-gaap:Cash", "100", "i24", "USD"), ("us-gaap:Assets", "900", "again", "USD")]
    assert len(found(Made(facts, [BALANCE], {"again": "2024-12-31"}), "calculation-consistency")) == 1


def test_of_repeated_numbers_all_have_to_be_possible_together() -> None:
    made = balance("100000", "200000", "300000")
    made.facts = [*made.facts, ("us-gaap:Assets", "300400", "i24", "USD", "-2")]
    assert not found(made, "calculation-consistency")
    made.facts = [*made.facts[:-1], ("us-gaap:Assets", "390000", "i24", "USD", "-3")]
    assert not found(made, "calculation-consistency")
    (finding,) = found(made, "statement-sum")
    assert finding.reported == 390000
    assert len(found(made, "inconsistent-duplicates")) == 1


def test_a_sum_with_digits_beyond_its_accuracy_is_not_judged_but_told() -> None:
    made = balance("100000", "200000", "350123")
    assert not found(made, "calculation-consistency")
    (finding,) = found(made, "excess-digits")
    assert (finding.reported, finding.expected) == (350123, 350000)


def test_a_sum_of_which_parts_are_missing_is_a_mere_note() -> None:
    parts = ("us-gaap:Cash", "us-gaap:InventoryNet", "us-gaap:Goodwill", "us-gaap:OtherAssets")
    role = Role(BALANCE.title, [("us-gaap:AssetsAbstract", "us-gaap:Assets")], {"us-gaap:Assets": dict.fromkeys(parts, "1")})
    facts = [*((c, "1", "i24", "USD") for c in parts), ("us-gaap:Assets", "4", "i24", "USD")]
    made = Made([*facts, ("us-gaap:Cash", "5", "i23", "USD"), ("us-gaap:Assets", "9", "i23", "USD")], [role])
    (finding,) = found(made, "calculation-consistency")
    assert finding.severity is Severity.info
    assert "Not reported for this period: us-gaap:InventoryNet, us-gaap:Goodwill" in finding.message
    assert not found(made, "statement-sum")


def test_a_line_that_one_year_lacks_does_not_excuse_its_total() -> None:
    made = balance("100000", "200000", "300000")
    made.facts = [*made.facts, ("us-gaap:Cash", "50000", "i23", "USD", "-3"), ("us-gaap:Assets", "90000", "i23", "USD", "-3")]
    (finding,) = found(made, "calculation-consistency")
    assert finding.severity is Severity.warning
    assert len(found(made, "statement-sum")) == 1


def test_a_part_that_is_summed_twice_is_told_and_counts_twice() -> None:
    made = balance("100000", "200000", "300000")
    twice = Role(BALANCE.title, BALANCE.presents, BALANCE.sums)
    report = Made(made.facts, [twice])
    linkbase = report._linkbase()
    arc = linkbase[linkbase.index("<link:calculationArc") :].split("/>")[0] + "/>"
    report._linkbase = lambda: linkbase.replace(arc, arc + arc.replace('order="1"', 'order="9"'))  # type: ignore[method-assign]
    assert len(found(report, "repeated-arcs")) == 1
    (finding,) = found(report, "calculation-consistency")
    assert finding.expected == 400000
    assert not found(report, "statement-sum")


def test_a_sum_that_contains_itself_is_told() -> None:
    cycle = Role("2 - Statement - B", sums={"us-gaap:Assets": {"us-gaap:Cash": "1"}, "us-gaap:Cash": {"us-gaap:Assets": "1"}})
    (finding,) = found(Made([("us-gaap:Cash", "1", "i24", "USD")], [cycle]), "repeated-arcs")
    assert "part of itself" in finding.message


def test_the_older_rule_rounds_the_parts_and_runs_only_when_asked_for() -> None:
    import tieout

    made = balance("100000", "200000", "301000")
    assert "calculation-xbrl21" not in tieout.audit(made.report()).rules
    assert len(found(made, "calculation-xbrl21")) == 1


TABLE = Role(
    "0003 - Statement - Operations",
    [
        ("us-gaap:IncomeStatementAbstract", "us-gaap:StatementTable"),
        ("us-gaap:StatementLineItems", "us-gaap:Revenues"),
        ("us-gaap:StatementLineItems", "us-gaap:CostOfRevenue"),
        ("us-gaap:StatementLineItems", "us-gaap:NetIncomeLoss"),
    ],
    dimensions=[
        (DOMAIN, "srt:ProductOrServiceAxis", "srt:ProductsAndServicesDomain"),
        (MEMBER, "srt:ProductsAndServicesDomain", "us-gaap:ProductMember"),
        (MEMBER, "srt:ProductsAndServicesDomain", "us-gaap:ServiceMember"),
    ],
)
SLICES = {
    f"{p}{m[8]}": ((f"20{p[1:]}-01-01", f"20{p[1:]}-12-31"), {"srt:ProductOrServiceAxis": m})
    for p in ("y24", "y23")
    for m in ("us-gaap:ProductMember", "us-gaap:ServiceMember", "us-gaap:LicenseMember")
}


def revenue(total24: str, more: tuple[tuple[str, str, str, str], ...] = ()) -> Made:
    rows = (("10", "y24P"), ("20", "y24S"), (total24, "y24"), ("1", "y23P"), ("2", "y23S"), ("3", "y23"))
    return Made([*(("us-gaap:Revenues", v, c, "USD") for v, c in rows), *more], [TABLE], SLICES)


def test_members_that_sum_up_in_one_year_have_to_in_the_other() -> None:
    (finding,) = found(revenue("40"), "dimension-sum")
    assert (finding.reported, finding.expected) == (40, 30)
    assert finding.concepts[:2] == ("us-gaap:Revenues", "srt:ProductOrServiceAxis")
    assert not found(revenue("30"), "dimension-sum")


def test_a_further_member_that_closes_the_gap_silences() -> None:
    assert not found(revenue("40", (("us-gaap:Revenues", "10", "y24L", "USD"),)), "dimension-sum")


def test_members_that_nowhere_sum_up_are_no_parts() -> None:
    made = revenue("40")
    made.facts = [f for f in made.facts if not f[2].startswith("y23")]
    assert not found(made, "dimension-sum")


def test_members_are_parts_where_their_sum_mends_the_calculation() -> None:
    """Even if they stand in one year and line alone: with 30 gross profit is 12, with the 40 reported it would be 22."""
    made = revenue("40", (("us-gaap:CostOfRevenue", "18", "y24", "USD"), ("us-gaap:GrossProfit", "12", "y24", "USD")))
    made.facts = [f for f in made.facts if not f[2].startswith("y23")]
    sums = {"us-gaap:GrossProfit": {"us-gaap:Revenues": "1", "us-gaap:CostOfRevenue": "-1"}}
    made.roles = [*made.roles, Role("0004 - Disclosure - Margins (Details)", sums=sums)]
    (finding,) = found(made, "dimension-sum")
    assert (finding.reported, finding.expected) == (40, 30)
    made.facts = [*made.facts[:-1], ("us-gaap:GrossProfit", "22", "y24", "USD")]
    assert not found(made, "dimension-sum")


def test_the_balance_sheet_has_to_balance_whatever_the_networks_say() -> None:
    facts = [("us-gaap:Assets", "10", "i24", "USD"), ("us-gaap:LiabilitiesAndStockholdersEquity", "12", "i24", "USD")]
    (finding,) = found(Made(facts), "balance-identity")
    assert finding.dqc == "DQC_0004"
    assert not found(Made([facts[0], (facts[1][0], "10", "i24", "USD")]), "balance-identity")


def test_no_more_shares_are_outstanding_than_issued() -> None:
    facts = [
        ("us-gaap:CommonStockSharesIssued", "10", "i24", "shares"),
        ("us-gaap:CommonStockSharesOutstanding", "12", "i24", "shares"),
    ]
    assert len(found(Made(facts), "part-exceeds-whole")) == 1
    assert not found(Made([facts[0], (facts[1][0], "9", "i24", "shares")]), "part-exceeds-whole")


@pytest.mark.parametrize(("change", "wrong"), [("30", False), ("31", True)])
def test_cash_changes_by_what_the_cash_flow_statement_says(change: str, wrong: bool) -> None:
    cash = "us-gaap:CashAndCashEquivalentsAtCarryingValue"
    flow = "us-gaap:CashAndCashEquivalentsPeriodIncreaseDecrease"
    made = Made([(cash, "70", "i23", "USD", "INF"), (cash, "100", "i24", "USD", "INF"), (flow, change, "y24", "USD", "INF")])
    assert bool(found(made, "cash-roll-forward")) is wrong


@pytest.mark.parametrize(("per_share", "wrong"), [("2.00", False), ("-2.00", True), ("2000", True), ("1.20", False)])
def test_earnings_per_share_fit_income_and_shares(per_share: str, wrong: bool) -> None:
    made = Made(
        [
            ("us-gaap:NetIncomeLoss", "2000000", "y24", "USD"),
            ("us-gaap:WeightedAverageNumberOfSharesOutstandingBasic", "1000000", "y24", "shares"),
            ("us-gaap:EarningsPerShareBasic", per_share, "y24", "USD", "2"),
        ]
    )
    assert bool(found(made, "per-share-amount")) is wrong


def test_shares_tagged_without_their_scale_are_told_as_such() -> None:
    made = Made(
        [
            ("us-gaap:NetIncomeLoss", "2000000000", "y24", "USD"),
            ("us-gaap:WeightedAverageNumberOfSharesOutstandingBasic", "250.5", "y24", "shares"),
            ("us-gaap:EarningsPerShareBasic", "7.98", "y24", "USD", "2"),
        ]
    )
    (finding,) = found(made, "per-share-amount")
    assert "as if the shares were tagged in millions without their scale" in finding.message
