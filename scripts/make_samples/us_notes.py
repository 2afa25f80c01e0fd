"""Notes to the financial statements of the made-up 10-K: text blocks, tables, and figures in sentences."""

from __future__ import annotations

from dataclasses import replace

from make_samples.filing import (
    AT25,
    FY23,
    FY24,
    FY25,
    LATER,
    lasting,
    millions,
    number,
    per_share,
    percent,
    said,
    words,
    years,
)
from make_samples.story import Close, Item, Open, Page, Paragraph, Piece, Twin, Where, text
from make_samples.us_tables import grid

CUSTOMER = ("srt:MajorCustomersAxis", "mrw:CustomerOneMember")
BENCHMARK = ("us-gaap:ConcentrationRiskByBenchmarkAxis", "us-gaap:RevenueFromContractWithCustomerMember")
RECEIVABLE = ("us-gaap:ConcentrationRiskByBenchmarkAxis", "us-gaap:AccountsReceivableMember")
KIND = ("us-gaap:ConcentrationRiskByTypeAxis", "us-gaap:CustomerConcentrationRiskMember")
EVENT = ("us-gaap:SubsequentEventTypeAxis", "us-gaap:SubsequentEventMember")
LOWEST = ("srt:RangeAxis", "srt:MinimumMember")
HIGHEST = ("srt:RangeAxis", "srt:MaximumMember")


def block(concept: str, *items: Item, whole: bool = False) -> list[Item]:
    name = concept if ":" in concept else f"us-gaap:{concept}"
    return [Open(said(name, FY25, ""), whole), *items, Close(name)]


def sub(title: str) -> Paragraph:
    return Paragraph([title], "sub")


def heading(title: str) -> Paragraph:
    return Paragraph([title], "heading")


def three(make: str, concept: str, *values: str) -> list[Piece]:
    """ "a, b and c" for the three years."""
    maker = {"millions": millions, "percent": percent}[make]
    a, b, c = (maker(concept, at, v) for at, v in zip((FY25, FY24, FY23), values, strict=True))
    if make == "millions":
        return ["$", a, " million, $", b, " million and $", c, " million"]
    return [a, "%, ", b, "% and ", c, "%"]


def concentration() -> Paragraph:
    concept = "us-gaap:ConcentrationRiskPercentage1"
    return text(
        "One customer, Vale of Puddle Water Authority, accounted for ",
        percent(concept, FY25.of(BENCHMARK, KIND, CUSTOMER), "14"),
        "%, ",
        percent(concept, FY24.of(BENCHMARK, KIND, CUSTOMER), "13"),
        "% and ",
        percent(concept, FY23.of(BENCHMARK, CUSTOMER), "12", mark="concentration-type"),
        "% of revenue in fiscal 2025, 2024 and 2023. It owed ",
        percent(concept, FY25.of(RECEIVABLE, KIND, CUSTOMER), "11"),
        "% and ",
        percent(concept, FY24.of(RECEIVABLE, KIND, CUSTOMER), "12"),
        "% of accounts receivable at September 30, 2025 and 2024. No other customer passed a tenth of either. ",
        "Besides it, ",
        words("mrw:NumberOfMajorCustomers", FY25, 3),
        " customers each bought for more than $5 million in fiscal 2025.",
    )


def life(at: tuple[str, str], printed: str) -> Piece:
    return lasting("us-gaap:PropertyPlantAndEquipmentUsefulLife", AT25.of(at), printed)


def policies() -> list[list[Item]]:
    """The first note, on two pages: its text block is continued from one to the other."""
    return [
        [
            Open(said("us-gaap:SignificantAccountingPoliciesTextBlock", FY25, "")),
            heading("1. Nature of Business and Accounting Policies"),
            sub("Nature of business"),
            text(
                "Marrowbrook Instruments, Inc. and its subsidiaries (the \u201cCompany\u201d) make instruments that measure water. The Company "
                "operates in ",
                words("us-gaap:NumberOfCountriesInWhichEntityOperates", AT25, 4),
                " countries. The statements include a subsidiary in Germany of which others own 20%; their share is the noncontrolling interest.",
            ),
            *block(
                "UseOfEstimates",
                sub("Use of estimates"),
                text(
                    "Preparing the statements takes estimates, among them the reserves for excess inventory and for warranties. Actual "
                    "results may differ from them."
                ),
            ),
            *block(
                "RevenueFromContractWithCustomerPolicyTextBlock",
                sub("Revenue recognition"),
                text(
                    "Product revenue is recognized when control passes to the customer, usually on shipment. Service revenue is recognized "
                    "evenly over the contract, for which the usual term is ",
                    lasting("mrw:ServiceContractTerm", FY25, "three years"),
                    ". Revenue still to be recognized under signed contracts was $",
                    millions("us-gaap:RevenueRemainingPerformanceObligation", AT25, "22.4"),
                    " million at September 30, 2025.",
                ),
            ),
            Open(said("us-gaap:ConcentrationRiskCreditRisk", FY25, "")),
            sub("Concentration of credit risk"),
            concentration(),
        ],
        [
            text("The Company keeps its cash with banks of high standing and has had no losses on it."),
            Close("us-gaap:ConcentrationRiskCreditRisk"),
            *block(
                "CashAndCashEquivalentsPolicyTextBlock",
                sub("Cash and cash equivalents"),
                text(
                    "Investments with a maturity of three months or less when bought are cash equivalents. Restricted cash secures a "
                    "lease of the plant in Germany."
                ),
            ),
            *block(
                "InventoryPolicyTextBlock",
                sub("Inventories"),
                text(
                    "Inventories are stated at the lower of cost, by the first-in, first-out method, and net realizable value."
                ),
            ),
            *block(
                "PropertyPlantAndEquipmentPolicyTextBlock",
                sub("Property, plant and equipment"),
                text(
                    "Property, plant and equipment is stated at cost and depreciated evenly over useful lives of ",
                    life(LOWEST, "three years"),
                    " to ",
                    life(HIGHEST, "thirty years"),
                    ".",
                ),
            ),
            Close("us-gaap:SignificantAccountingPoliciesTextBlock"),
            *block(
                "FairValueDisclosuresTextBlock",
                heading("2. Fair Value Measurements"),
                text("Assets measured at fair value on a recurring basis were (in thousands):"),
                grid("fairvalue"),
            ),
            *block(
                "InventoryDisclosureTextBlock",
                heading("3. Inventories"),
                *block(
                    "ScheduleOfInventoryCurrentTableTextBlock", text("Inventories were (in thousands):"), grid("inventories")
                ),
            ),
        ],
    ]


def assets() -> list[Item]:
    lifetime = said("us-gaap:FiniteLivedIntangibleAssetUsefulLife", AT25, "P10Y")
    return [
        *block(
            "PropertyPlantAndEquipmentDisclosureTextBlock",
            heading("4. Property, Plant and Equipment"),
            *block(
                "PropertyPlantAndEquipmentTextBlock",
                text("Property, plant and equipment was (in thousands):"),
                grid("property"),
            ),
            text(
                "Depreciation expense was ",
                *three("millions", "us-gaap:Depreciation", "8.0", "7.3", "6.7"),
                " in fiscal 2025, 2024 and 2023.",
            ),
        ),
        *block(
            "GoodwillAndIntangibleAssetsDisclosureTextBlock",
            heading("5. Goodwill and Intangible Assets"),
            text(
                "Goodwill was $",
                millions("us-gaap:Goodwill", AT25, "24.4"),
                " million at the end of both years, all of it in Laboratory "
                "Systems. Intangible assets are customer lists and know-how, amortized over ",
                Twin("a decade", lifetime),
                ". Amortization expense was ",
                *three("millions", "us-gaap:AmortizationOfIntangibleAssets", "2.6", "2.6", "2.5"),
                " in fiscal 2025, 2024 and 2023.",
            ),
            *block(
                "ScheduleofFiniteLivedIntangibleAssetsFutureAmortizationExpenseTableTextBlock",
                text("Amortization of the intangible assets held at September 30, 2025 will be (in thousands):"),
                grid("intangibles"),
            ),
        ),
    ]


def liabilities() -> list[list[Item]]:
    line = "us-gaap:LineOfCreditFacility"
    return [
        [
            *block(
                "mrw:AccruedLiabilitiesDisclosureTextBlock",
                heading("6. Accrued Liabilities"),
                *block(
                    "ScheduleOfAccruedLiabilitiesTableTextBlock",
                    text("Accrued liabilities were (in thousands):"),
                    grid("accrued"),
                ),
            ),
            Open(said("us-gaap:DebtDisclosureTextBlock", FY25, ""), whole=True),
            heading("7. Debt"),
            text(
                "The Company has a term loan, first of $",
                millions("us-gaap:DebtInstrumentFaceAmount", AT25, "45.0"),
                " million, increased by $10.0 million in fiscal 2023, with a term of ",
                lasting("us-gaap:DebtInstrumentTerm", FY25, "seven years"),
                ". It bore interest at ",
                percent("us-gaap:DebtInstrumentInterestRateStatedPercentage", AT25, "6.85"),
                "% at September 30, 2025. The carrying amount was (in thousands):",
            ),
            grid("debt"),
        ],
        [
            text(
                "A revolving line of credit provides up to $",
                millions(f"{line}MaximumBorrowingCapacity", AT25, "20.0"),
                " million, of which $",
                millions(f"{line}RemainingBorrowingCapacity", AT25, "16.0"),
                " million was unused at September 30, 2025. The Company was in compliance with all covenants.",
            ),
            *block(
                "ScheduleOfMaturitiesOfLongTermDebtTableTextBlock",
                text("The principal falls due as follows (in thousands):"),
                grid("maturities"),
            ),
            Close("us-gaap:DebtDisclosureTextBlock"),
            *block(
                "IncomeTaxDisclosureTextBlock",
                heading("8. Income Taxes"),
                *block(
                    "ScheduleOfComponentsOfIncomeTaxExpenseBenefitTableTextBlock",
                    text("The provision for income taxes was (in thousands):"),
                    grid("taxes"),
                ),
                text(
                    "The federal statutory rate was ",
                    percent("us-gaap:EffectiveIncomeTaxRateReconciliationAtFederalStatutoryIncomeTaxRate", FY25, "21.0"),
                    "%. State taxes and research credits make up most of the difference.",
                ),
            ),
        ],
    ]


def people() -> list[Item]:
    award = "us-gaap:ShareBasedCompensationArrangementByShareBasedPaymentAward"
    unearned = "us-gaap:EmployeeServiceShareBasedCompensationNonvestedAwardsTotalCompensationCostNotYetRecognized"
    expense = "us-gaap:ShareBasedCompensation"
    return [
        *block(
            "CommitmentsAndContingenciesDisclosureTextBlock",
            heading("9. Commitments and Contingencies"),
            text(
                "Operating leases have a weighted-average remaining term of ",
                years("us-gaap:OperatingLeaseWeightedAverageRemainingLeaseTerm1", AT25, "5.5"),
                " years and a discount rate of ",
                percent("us-gaap:OperatingLeaseWeightedAverageDiscountRatePercent", AT25, "5.1"),
                "%. Commitments to buy components within a year came to $",
                millions("mrw:PurchaseCommitmentsDueWithinOneYear", AT25, "11.3"),
                " million.",
            ),
            text(
                "A former distributor, Hobnail & Sedge Trading Co., claims $",
                number("us-gaap:LossContingencyEstimateOfPossibleLoss", AT25, 1275000),
                ". The Company considers the claim without merit and has accrued nothing.",
            ),
        ),
        *block(
            "CompensationAndEmployeeBenefitPlansTextBlock",
            heading("10. Stock-Based Compensation"),
            text(
                "Stock-based compensation was $",
                millions(expense, FY25, "3.2", mark="stock-compensation-note"),
                " million, $",
                millions(expense, FY24, "2.9"),
                " million and $",
                millions(expense, FY23, "2.6"),
                " million in fiscal 2025, 2024 and 2023. Options vest over ",
                lasting(f"{award}AwardVestingPeriod1", FY25, "four years"),
                ". At September 30, 2025, ",
                number(f"{award}OptionsOutstandingNumber", AT25, 1486200, unit="shares", decimals="INF"),
                " options were outstanding at a weighted-average exercise price of $",
                per_share(f"{award}OptionsOutstandingWeightedAverageExercisePrice", AT25, "11.36"),
                ". Cost of $",
                millions(unearned, AT25, "5.8"),
                " million was still to be recognized, over ",
                years(f"{unearned}PeriodForRecognition1", FY25, "2.3"),
                " years.",
            ),
        ),
        *block(
            "EarningsPerShareTextBlock",
            heading("11. Earnings Per Share"),
            *block(
                "ScheduleOfEarningsPerShareBasicAndDilutedTableTextBlock",
                text("Earnings per share were computed as follows (in thousands, except per share amounts):"),
                grid("earnings"),
            ),
            text(
                "Options on ",
                number(
                    "us-gaap:AntidilutiveSecuritiesExcludedFromComputationOfEarningsPerShareAmount",
                    FY25,
                    84500,
                    unit="shares",
                    decimals="INF",
                ),
                " shares were left out in fiscal 2025 because they would have raised earnings per share.",
            ),
        ),
    ]


def segments() -> list[Item]:
    count = words("us-gaap:NumberOfReportableSegments", FY25, 2)
    both = replace(count, concept="us-gaap:NumberOfOperatingSegments", within=count)
    later: Where = LATER.of(EVENT)
    return [
        *block(
            "SegmentReportingDisclosureTextBlock",
            heading("12. Segment Information"),
            text(
                "The Company has ",
                both,
                " operating segments, both of them reportable: Field Instruments and Laboratory Systems. The "
                "chief executive officer decides on resources by their operating income.",
            ),
            *block(
                "ScheduleOfSegmentReportingInformationBySegmentTextBlock",
                grid("segments"),
                Paragraph(["(1) Includes the hire of instruments."], "small", footnote="field"),
            ),
            *block(
                "RevenueFromExternalCustomersByGeographicAreasTableTextBlock",
                text("Revenue by location of the customer was (in thousands):"),
                grid("geography"),
            ),
        ),
        *block(
            "SubsequentEventsTextBlock",
            heading("13. Subsequent Events"),
            text(
                "On October 28, 2025 the board declared a quarterly dividend of $",
                per_share("us-gaap:DividendsPayableAmountPerShare", Where(None, "2025-10-28", later.dims), "0.065"),
                " per share, payable on December 12, 2025. On the same day the Company bought ",
                words("us-gaap:NumberOfBusinessesAcquired", later, 2),
                " small makers of flow meters, Tarn & Thistle GmbH and Burblewick Sensors Ltd., for $",
                millions("us-gaap:BusinessCombinationConsiderationTransferred1", later, "9.5"),
                " million in cash. The accounting for the purchase is not complete.",
            ),
        ),
    ]


def notes() -> list[Page]:
    """Pages 14 to 19."""
    first, second = policies()
    third, fourth = liabilities()
    title = [Paragraph(["Notes to Consolidated Financial Statements"], "title")]
    rest = [[*title, *first], second, [*assets(), *third], fourth, people(), segments()]
    return [Page(items, str(14 + i)) for i, items in enumerate(rest)]
