"""Each of the other rules: what it finds, and what it leaves alone."""

from __future__ import annotations

import pytest

import tieout
from tests.engines.auditing.made_up import DEFAULT, DOMAIN, MEMBER, Made, Role, found
from tieout.engines.auditing import Severity, all_rules
from tieout.engines.auditing.needs import NEEDS

CASH_FLOWS = "0008 - Statement - Cash Flows"
OPERATING, INVESTING, FINANCING = (
    f"us-gaap:NetCashProvidedByUsedIn{s}ActivitiesAbstract" for s in ("Operating", "Investing", "Financing")
)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda r: r.id)
def test_every_rule_is_declared_in_full(rule: object) -> None:
    from tieout.engines.auditing import Rule

    assert isinstance(rule, Rule)
    assert rule.title
    assert rule.category
    assert rule.source
    assert set(rule.needs) <= NEEDS.keys()
    assert rule.check.__doc__


def test_a_rule_without_its_input_says_what_it_lacks() -> None:
    result = tieout.audit(Made([("us-gaap:Assets", "1", "i24", "USD")]).report())
    reasons = {s.rule: s.reason for s in result.skipped}
    assert "no calculation network" in reasons["calculation-consistency"]
    assert "no dei facts" in reasons["cover-share-date"]
    assert set(reasons) | set(result.rules) == {r.id for r in all_rules()}
    assert not set(reasons) & set(result.rules)


# Signs --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("concept", "wrong"),
    [
        ("us-gaap:PaymentsToAcquirePropertyPlantAndEquipment", True),
        ("us-gaap:RepaymentsOfSomethingNew", True),
        ("us-gaap:CommonStockSharesOutstanding", True),
        ("us-gaap:LesseeNewLeaseLiabilityPaymentsDueYearThree", True),
        ("us-gaap:DisposalGroupIncludingDiscontinuedOperationGoodwill1", True),
        ("us-gaap:SomeNewSecuritiesFairValueNoncurrent", True),
        ("us-gaap:DerivativeLiabilityNotionalAmount", True),
        ("us-gaap:SomethingAcquiredNetAssets", False),
        ("us-gaap:GoodwillTransfers", False),
        ("us-gaap:IncreaseDecreaseInInventories", False),
        ("us-gaap:NetIncomeLoss", False),
        ("us-gaap:ProceedsFromRepaymentsOfShortTermDebt", False),
        ("us-gaap:AccumulatedOtherComprehensiveIncomeLossNetOfTax", False),
        ("x:PaymentsToNeighbours", False),
    ],
)
def test_only_what_has_one_sign_can_have_the_wrong_one(concept: str, wrong: bool) -> None:
    assert bool(found(Made([("us-gaap:Assets", "1", "i24", "USD"), (concept, "-5", "y24", "USD")]), "negative-value")) is wrong


@pytest.mark.parametrize(
    ("axis", "member", "excused"),
    [
        ("srt:ConsolidationItemsAxis", "us-gaap:IntersegmentEliminationMember", True),
        ("us-gaap:StatementEquityComponentsAxis", "us-gaap:RetainedEarningsMember", True),
        ("us-gaap:StatementBusinessSegmentsAxis", "x:CorporateMember", True),
        ("us-gaap:StatementBusinessSegmentsAxis", "x:NorthMember", False),
    ],
)
def test_eliminations_and_the_like_excuse_a_negative_number(axis: str, member: str, excused: bool) -> None:
    slice_ = {"s": (("2024-01-01", "2024-12-31"), {axis: member})}
    made = Made([("us-gaap:InterestExpense", "-5", "s", "USD")], contexts=slice_)
    assert bool(found(made, "negative-value")) is not excused


# Relations ----------------------------------------------------------------------------------------------------------


def test_a_known_part_is_not_the_total() -> None:
    role = Role("2 - Statement - Balance", sums={"us-gaap:AssetsCurrent": {"us-gaap:Assets": "1"}})
    (finding,) = found(Made([("us-gaap:Assets", "5", "i24", "USD")], [role]), "reversed-sum")
    assert finding.concepts == ("us-gaap:AssetsCurrent", "us-gaap:Assets")


def test_numbers_alone_tell_a_reversal() -> None:
    """Total 30 = 10 + 20 is filed as if 10 were the sum of 30, with 20 left below the total."""
    role = Role("2 - Disclosure - Things", sums={"x:PartOne": {"x:Total": "1"}, "x:Total": {"x:PartTwo": "1"}})
    facts = [("x:Total", "30", "i24", "USD"), ("x:PartOne", "10", "i24", "USD"), ("x:PartTwo", "20", "i24", "USD")]
    standard = ("us-gaap:Assets", "1", "i24", "USD")
    own = dict.fromkeys(("Total", "PartOne", "PartTwo"), 'type="xbrli:monetaryItemType" xbrli:periodType="instant"')
    (finding,) = found(Made([*facts, standard], [role], own=own), "reversed-sum")
    assert finding.concepts == ("x:PartOne", "x:Total")


def test_a_total_does_not_stand_beside_its_own_part() -> None:
    role = Role(
        "2 - Statement - Balance",
        sums={"us-gaap:Assets": {"us-gaap:AssetsCurrent": "1", "us-gaap:InventoryNet": "1"}},
    )
    rows = (("us-gaap:Assets", "30"), ("us-gaap:AssetsCurrent", "30"), ("us-gaap:InventoryNet", "10"))
    (finding,) = found(Made([(c, v, "i24", "USD") for c, v in rows], [role]), "reversed-sum")
    assert finding.concepts == ("us-gaap:AssetsCurrent", "us-gaap:InventoryNet")


def test_debit_and_credit_are_taken_from_one_another() -> None:
    own = {
        "Sales": 'type="xbrli:monetaryItemType" xbrli:periodType="duration" xbrli:balance="credit"',
        "Costs": 'type="xbrli:monetaryItemType" xbrli:periodType="duration" xbrli:balance="debit"',
        "Margin": 'type="xbrli:monetaryItemType" xbrli:periodType="duration" xbrli:balance="credit"',
    }
    facts = [("x:Sales", "9", "y24", "USD")]
    right = Role("3 - Statement - A", sums={"x:Margin": {"x:Sales": "1", "x:Costs": "-1"}})
    wrong = Role("3 - Statement - A", sums={"x:Margin": {"x:Sales": "1", "x:Costs": "1"}})
    assert not found(Made(facts, [right], own=own), "weight-against-balance")
    (finding,) = found(Made(facts, [wrong], own=own), "weight-against-balance")
    assert finding.concepts == ("x:Margin", "x:Costs")


# Presentation -------------------------------------------------------------------------------------------------------


def cash_flows(line: str, under: str) -> Made:
    role = Role(CASH_FLOWS, [("us-gaap:StatementOfCashFlowsAbstract", under), (under, line)])
    return Made([(line, "5", "y24", "USD")], [role])


@pytest.mark.parametrize(
    ("line", "under", "right"),
    [
        ("us-gaap:ProceedsFromSaleOfPropertyPlantAndEquipment", FINANCING, "investing"),
        ("us-gaap:PaymentsToAcquirePropertyPlantAndEquipment", OPERATING, "investing"),
        ("us-gaap:RepaymentsOfSomeNewKindOfDebt", INVESTING, "financing"),
        ("us-gaap:PaymentsOfSomethingFinancingActivities", INVESTING, "financing"),
        ("us-gaap:GainLossOnSomeNewKindOfSale", INVESTING, "operating"),
        ("us-gaap:IncreaseDecreaseInPrepaidPostage", FINANCING, "operating"),
        ("us-gaap:PaymentsForRoyaltiesOnStamps", INVESTING, "operating"),
        ("us-gaap:PaymentsToPurchaseStampLoansHeldForSale", INVESTING, "operating"),
        ("us-gaap:CollectionOfSomeReceivable", FINANCING, "investing"),
        ("us-gaap:PaymentOfDividendsOnStamps", OPERATING, "financing"),
    ],
)
def test_a_cash_flow_line_stands_in_its_section(line: str, under: str, right: str) -> None:
    (finding,) = found(cash_flows(line, under), "cash-flow-section")
    assert finding.expected == right
    home = f"us-gaap:NetCashProvidedByUsedIn{right.capitalize()}ActivitiesAbstract"
    assert not found(cash_flows(line, home), "cash-flow-section")


def test_a_filers_own_line_may_name_its_section() -> None:
    item = 'type="xbrli:monetaryItemType" xbrli:periodType="duration"'
    made = cash_flows("x:RafflesAndOtherOperatingActivities", INVESTING)
    made.facts = [*made.facts, ("us-gaap:Assets", "1", "i24", "USD")]
    made.own = {"RafflesAndOtherOperatingActivities": item}
    (finding,) = found(made, "cash-flow-section")
    assert (finding.expected, finding.severity.name) == ("operating", "warning")


def test_a_section_may_have_the_filers_own_head() -> None:
    made = cash_flows("us-gaap:PaymentsOfDividends", "x:CashFlowsFromInvestingActivitiesAbstract")
    made.own = {
        "CashFlowsFromInvestingActivitiesAbstract": 'type="xbrli:stringItemType" abstract="true" xbrli:periodType="duration"'
    }
    (finding,) = found(made, "cash-flow-section")
    assert (finding.reported, finding.expected) == ("investing", "financing")


@pytest.mark.parametrize("line", ["us-gaap:InterestPaidNet", "x:ProceedsFromRaffles", "us-gaap:SomethingUnheardOf"])
def test_a_line_that_nothing_is_known_of_may_stand_anywhere(line: str) -> None:
    made = cash_flows(line, FINANCING)
    made.facts = [*made.facts, ("us-gaap:Assets", "1", "i24", "USD")]
    assert not found(made, "cash-flow-section")


def test_lines_of_a_statement_take_part_in_sums() -> None:
    lines = ("us-gaap:Cash", "us-gaap:InventoryNet", "us-gaap:Assets")
    role = Role(
        "2 - Statement - Balance", [("us-gaap:AssetsAbstract", c) for c in lines], {"us-gaap:Assets": {"us-gaap:Cash": "1"}}
    )
    (finding,) = found(Made([(c, "1", "i24", "USD") for c in lines], [role]), "line-without-sum")
    assert finding.concepts == ("us-gaap:InventoryNet",)


def test_sums_are_presented_in_their_role() -> None:
    role = Role(
        "2 - Statement - Balance", [("us-gaap:AssetsAbstract", "us-gaap:Assets")], {"us-gaap:Assets": {"us-gaap:Cash": "1"}}
    )
    (finding,) = found(Made([("us-gaap:Cash", "1", "i24", "USD")], [role]), "sum-not-presented")
    assert finding.concepts == ("us-gaap:Cash",)


def test_facts_are_presented_somewhere() -> None:
    role = Role("2 - Statement - Balance", [("us-gaap:AssetsAbstract", "us-gaap:Assets")])
    (finding,) = found(
        Made([("us-gaap:Assets", "1", "i24", "USD"), ("us-gaap:Cash", "1", "i24", "USD")], [role]), "facts-not-presented"
    )
    assert finding.concepts == ("us-gaap:Cash",)


# Dimensions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("axis", "member", "wrong"),
    [
        ("us-gaap:FairValueByFairValueHierarchyLevelAxis", "us-gaap:MoneyMarketFundsMember", True),
        ("us-gaap:FairValueByFairValueHierarchyLevelAxis", "us-gaap:FairValueInputsLevel3Member", False),
        ("srt:RangeAxis", "srt:MaximumMember", False),
        ("srt:RangeAxis", "x:HighMember", True),
        ("srt:ProductOrServiceAxis", "us-gaap:FairValueInputsLevel1Member", True),
        ("srt:ProductOrServiceAxis", "x:GadgetMember", False),
        ("x:OwnAxis", "us-gaap:FairValueInputsLevel1Member", False),
        ("us-gaap:PlanNameAxis", "x:PlanOf2020Member", False),
        ("us-gaap:PlanNameAxis", "us-gaap:WarrantMember", True),
        ("us-gaap:StatementEquityComponentsAxis", "us-gaap:CommonStockMember", False),
        ("us-gaap:StatementEquityComponentsAxis", "us-gaap:CommonClassBMember", True),
        ("us-gaap:StatementClassOfStockAxis", "us-gaap:CommonClassBMember", False),
        ("srt:CounterpartyNameAxis", "us-gaap:RelatedPartyMember", False),
        ("us-gaap:MeasurementInputTypeAxis", "us-gaap:MeasurementInputOfSomeNewKindMember", False),
    ],
)
def test_a_member_stands_on_an_axis_that_suits_it(axis: str, member: str, wrong: bool) -> None:
    made = Made([("us-gaap:Assets", "1", "s", "USD")], contexts={"s": ("2024-12-31", {axis: member})})
    assert bool(found(made, "axis-member")) is wrong


def test_a_member_without_a_fact_is_found_in_the_networks() -> None:
    dimensions = [
        (DOMAIN, "srt:RangeAxis", "srt:RangeMember"),
        (MEMBER, "srt:RangeMember", "us-gaap:LandMember"),
    ]
    made = Made([("us-gaap:Assets", "1", "i24", "USD")], [Role("5 - Disclosure - Ranges", dimensions=dimensions)])
    (finding,) = found(made, "axis-member")
    assert finding.concepts == ("srt:RangeAxis", "us-gaap:LandMember")
    assert finding.facts == ()


def test_the_default_member_is_not_named() -> None:
    role = Role(
        "5 - Disclosure - Segments", dimensions=[(DEFAULT, "us-gaap:StatementBusinessSegmentsAxis", "us-gaap:SegmentDomain")]
    )
    slice_ = {"s": ("2024-12-31", {"us-gaap:StatementBusinessSegmentsAxis": "us-gaap:SegmentDomain"})}
    assert len(found(Made([("us-gaap:Assets", "1", "s", "USD")], [role], slice_), "default-member")) == 1


TYPE, BENCHMARK, WHO = (
    "us-gaap:ConcentrationRiskByTypeAxis",
    "us-gaap:ConcentrationRiskByBenchmarkAxis",
    "srt:MajorCustomersAxis",
)
CUSTOMER, SUPPLIER = "us-gaap:CustomerConcentrationRiskMember", "us-gaap:SupplierConcentrationRiskMember"
REVENUE, COST = "us-gaap:SalesRevenueNetMember", "us-gaap:CostOfGoodsTotalMember"


@pytest.mark.parametrize(
    ("members", "value", "says"),
    [
        ({TYPE: CUSTOMER, BENCHMARK: REVENUE, WHO: "x:CustomerAMember"}, "0.2", None),
        ({TYPE: SUPPLIER, BENCHMARK: COST, WHO: "x:SupplierAMember"}, "0.2", None),
        ({BENCHMARK: REVENUE, WHO: "x:CustomerAMember"}, "0.2", "lacks ConcentrationRiskByTypeAxis"),
        ({TYPE: CUSTOMER, WHO: "x:CustomerAMember"}, "0.2", "lacks ConcentrationRiskByBenchmarkAxis"),
        ({TYPE: CUSTOMER, BENCHMARK: REVENUE}, "0.2", "no axis that says which customer"),
        ({TYPE: CUSTOMER, BENCHMARK: REVENUE}, "1", None),
        ({}, "0.2", "has no dimensions"),
        ({}, "1", None),
        ({TYPE: SUPPLIER, BENCHMARK: REVENUE, WHO: "x:SupplierAMember"}, "0.2", "don't go together"),
        ({TYPE: CUSTOMER, BENCHMARK: SUPPLIER, WHO: "x:CustomerAMember"}, "0.2", "a type, on the axis of benchmarks"),
    ],
)
def test_a_concentration_says_of_what_by_what_and_in_whom(members: dict[str, str], value: str, says: str | None) -> None:
    slice_ = {"s": (("2024-01-01", "2024-12-31"), members)}
    findings = found(
        Made([("us-gaap:ConcentrationRiskPercentage1", value, "s", "pure", "2")], contexts=slice_), "concentration-risk"
    )
    assert [says in f.message for f in findings if says] == ([True] if says else [])
    assert len(findings) == (says is not None)


def test_a_single_location_needs_no_axis() -> None:
    axis = "us-gaap:BalanceSheetLocationAxis"
    slices = {f"s{n}": ("2024-12-31", {axis: f"us-gaap:Other{m}Member"}) for n, m in enumerate(("Assets", "Liabilities"))}
    one = [("us-gaap:OperatingLeaseLiability", "1", "s0", "USD")]
    assert len(found(Made(one, contexts=slices), "single-location")) == 1
    two = [*one, ("us-gaap:OperatingLeaseLiability", "2", "s1", "USD")]
    assert not found(Made(two, contexts=slices), "single-location")


# Dates and cover ----------------------------------------------------------------------------------------------------


def cover(context: str = "y24", shares: str = "late", **changed: str) -> Made:
    values = {
        "DocumentType": "10-K",
        "DocumentPeriodEndDate": "2024-12-31",
        "DocumentFiscalYearFocus": "2024",
        "DocumentFiscalPeriodFocus": "FY",
        "EntityRegistrantName": "Elmford Kettles, Inc.",
        "EntityCentralIndexKey": "0009990002",
        "AmendmentFlag": "false",
        "CurrentFiscalYearEndDate": "--12-31",
        "EntityFilerCategory": "Non-accelerated Filer",
        **changed,
    }
    facts = [(f"dei:{name}", value, context) for name, value in values.items() if value]
    counted = ("dei:EntityCommonStockSharesOutstanding", "1000", shares, "shares")
    return Made([*facts, counted], contexts={"late": "2025-02-20", "early": "2024-02-20"})


def test_a_proper_cover_is_left_alone() -> None:
    rules = ("cover-share-date", "cover-period", "fiscal-period", "missing-cover-facts", "entity-mismatch")
    assert [f.message for r in rules for f in found(cover(), r)] == []


@pytest.mark.parametrize(
    ("rule", "made"),
    [
        ("cover-share-date", cover(shares="early")),
        ("cover-period", cover(context="y23")),
        ("fiscal-period", cover(DocumentFiscalPeriodFocus="Q2")),
        ("fiscal-period", cover(DocumentType="10-Q")),
        ("fiscal-period", cover(DocumentFiscalYearFocus="2042")),
        ("missing-cover-facts", cover(EntityFilerCategory="")),
        ("entity-mismatch", cover(EntityCentralIndexKey="0009990003")),
    ],
)
def test_what_is_wrong_on_a_cover_is_found(rule: str, made: Made) -> None:
    assert found(made, rule)


def test_contexts_of_another_entity_are_found() -> None:
    made = Made([("us-gaap:Cash", "1", "i24", "USD"), ("us-gaap:Cash", "2", "i23", "USD")], entities={"i23": "0001112223"})
    made.facts = [*made.facts, ("us-gaap:Assets", "1", "i24", "USD")]
    (finding,) = found(made, "entity-mismatch")
    assert finding.reported == "0001112223"


@pytest.mark.parametrize("period", [("2024-12-31", "2024-01-01"), "0024-12-31", "31 December"])
def test_impossible_periods_are_found(period: str | tuple[str, str]) -> None:
    assert len(found(Made([("us-gaap:Cash", "1", "bad", "USD")], contexts={"bad": period}), "impossible-period")) == 1


def test_nobody_knows_next_years_total() -> None:
    made = cover()
    made.facts = [*made.facts, ("us-gaap:Assets", "1", "next", "USD")]
    made.contexts = {**made.contexts, "next": "2025-12-31"}
    assert len(found(made, "total-after-period")) == 1


def test_a_concept_has_one_kind_of_period() -> None:
    made = Made([("us-gaap:Cash", "1", "i24", "USD"), ("us-gaap:Cash", "1", "i23", "USD"), ("us-gaap:Cash", "1", "y24", "USD")])
    (finding,) = found(made, "period-type")
    assert str(finding.period) == "2024-01-01/2024-12-31"
    own = {"Store": 'type="xbrli:monetaryItemType" xbrli:periodType="instant"'}
    assert len(found(Made([("x:Store", "1", "y24", "USD")], own=own), "period-type")) == 1


# Duplicates, scale, units -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "decimals", "wrong"), [("3200000", "-5", True), ("3400000", "-5", False), ("3415000", "-3", False)]
)
def test_one_amount_is_not_reported_twice_differently(other: str, decimals: str, wrong: bool) -> None:
    name = "us-gaap:ShareBasedCompensation"
    made = Made([(name, "3415000", "y24", "USD", "-3"), (name, other, "y24", "USD", decimals)])
    assert bool(found(made, "inconsistent-duplicates")) is wrong


def test_the_same_fact_twice_is_a_note() -> None:
    made = Made([("us-gaap:Cash", "1", "i24", "USD"), ("us-gaap:Cash", "1", "i24", "USD")])
    (finding,) = found(made, "repeated-facts")
    assert finding.severity is Severity.info


def test_nil_and_a_value_exclude_each_other() -> None:
    made = Made([("us-gaap:Cash", None, "i24", "USD"), ("us-gaap:Cash", "5", "i24", "USD")])
    (finding,) = found(made, "nil-and-value")
    assert finding.expected == 5


@pytest.mark.parametrize(("value", "wrong"), [("5100000000", True), ("5100000", False), ("5", False)])
def test_a_number_of_another_magnitude_is_found(value: str, wrong: bool) -> None:
    rows = (("5000000", "y22"), ("5200000", "y23"), (value, "y24"))
    assert bool(found(Made([("us-gaap:Revenues", v, c, "USD") for v, c in rows]), "scale-outlier")) is wrong


@pytest.mark.parametrize(("value", "wrong"), [("12", True), ("0.12", False), ("1.5", False)])
def test_a_percentage_is_a_fraction(value: str, wrong: bool) -> None:
    made = Made([("us-gaap:DebtInstrumentInterestRateStatedPercentage", value, "i24", "pure", "2")])
    assert bool(found(made, "percentage-scale")) is wrong


@pytest.mark.parametrize(
    ("type_", "unit", "wrong"),
    [
        ("xbrli:monetaryItemType", "USD", False),
        ("xbrli:monetaryItemType", "pure", True),
        ("xbrli:sharesItemType", "USD", True),
        ("xbrli:sharesItemType", "shares", False),
        ("xbrli:pureItemType", "USD", True),
    ],
)
def test_a_unit_suits_its_concept(type_: str, unit: str, wrong: bool) -> None:
    own = {"Thing": f'type="{type_}" xbrli:periodType="instant"'}
    assert bool(found(Made([("x:Thing", "1", "i24", unit)], own=own), "unit-type")) is wrong


# Structure and labels -----------------------------------------------------------------------------------------------


def test_what_no_fact_uses_is_told() -> None:
    made = Made([("us-gaap:Cash", "1", "i24", "USD")], contexts={"left": "2020-12-31"}, units={"e": "iso4217:EUR"})
    (contexts,) = found(made, "unused-contexts")
    assert contexts.contexts == ("left",)
    (units,) = found(made, "unused-units")
    assert "iso4217:EUR" in units.message


def test_contexts_that_say_the_same_are_told() -> None:
    made = Made([("us-gaap:Cash", "1", "i24", "USD")], contexts={"again": "2024-12-31"})
    (finding,) = found(made, "equal-contexts")
    assert set(finding.contexts) == {"i24", "again"}


def test_facts_that_cannot_be_read_are_told_one_by_one() -> None:
    made = Made(
        [("us-gaap:Cash", "1", "i24", "USD"), ("us-gaap:Cash", "1", "nowhere", "USD"), ("us-gaap:Cash", "much", "i24", "USD")]
    )
    assert len(found(made, "unreadable-facts")) == 2


def test_own_concepts_have_labels_of_their_own() -> None:
    own = dict.fromkeys(("Kettles", "Pots"), 'type="xbrli:monetaryItemType" xbrli:periodType="instant"')
    facts = [("x:Kettles", "1", "i24", "USD"), ("x:Pots", "1", "i24", "USD"), ("us-gaap:Cash", "1", "i24", "USD")]
    (finding,) = found(Made(facts, own=own, labels={"x:Pots": "Pots"}), "missing-labels")
    assert finding.concepts == ("x:Kettles",)
    (finding,) = found(Made(facts, own=own, labels={"x:Pots": "Cash", "us-gaap:Cash": "cash"}), "same-labels")
    assert finding.concepts == ("x:Pots", "us-gaap:Cash")


def test_linkbases_with_faults_are_told() -> None:
    role = Role("2 - Statement - B", sums={"us-gaap:Assets": {"us-gaap:Cash": "much"}})
    assert len(found(Made([("us-gaap:Cash", "1", "i24", "USD")], [role]), "broken-parts")) == 1
