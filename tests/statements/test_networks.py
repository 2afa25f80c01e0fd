"""Statements from presentation networks look like the ones a person knows from paper."""

from __future__ import annotations

import pytest

from tests.statements.made import E22, E23, E24, PER_SHARE, Y23, Y24, Maker
from tieout.report import Cell, Period, Report, Table
from tieout.statements.kinds import kind_of_title
from tieout.statements.model import Row
from tieout.statements.networks import statements_from_networks, words_of

ROLE = "http://pinewharf.example/role/"


def shown(rows: list[Row]) -> list[tuple[int, str, list[str]]]:
    return [(r.depth, r.label, r.cells) for r in rows]


def balance_sheet() -> Maker:
    made = Maker()
    for period, assets, debt in ((E24, "8410000000", "-310000000"), (E23, "7655000000", "-402000000")):
        made.number("us-gaap:Assets", period, assets)
        made.number("us-gaap:AssetsCurrent", period, "2100000000")
        made.number("us-gaap:RetainedEarningsAccumulatedDeficit", period, debt)
    made.number("us-gaap:Assets", E22, "1")
    made.present(
        "0000002 - Statement - Consolidated Balance Sheets",
        ROLE + "BalanceSheets",
        [
            (0, "us-gaap:StatementOfFinancialPositionAbstract"),
            (1, "us-gaap:AssetsAbstract"),
            (2, "us-gaap:AssetsCurrent", "totalLabel"),
            (2, "us-gaap:Assets", "totalLabel"),
            (1, "us-gaap:LiabilitiesAbstract"),
            (2, "us-gaap:Liabilities"),
            (1, "us-gaap:StockholdersEquityAbstract"),
            (2, "us-gaap:RetainedEarningsAccumulatedDeficit"),
        ],
    )
    made.label("us-gaap:AssetsAbstract", "Assets [Abstract]")
    made.label("us-gaap:Assets", "Assets")
    made.label("us-gaap:Assets", "Total assets", "http://www.xbrl.org/2003/role/totalLabel")
    return made


def test_a_balance_sheet_has_its_dates_as_columns_and_the_networks_order_as_rows() -> None:
    (statement,) = statements_from_networks(balance_sheet().report())
    assert (statement.title, statement.kind) == ("Consolidated Balance Sheets", "balance")
    assert statement.note == "USD in millions"
    assert [c[-1] for c in statement.columns] == ["2024-12-31", "2023-12-31"]
    assert shown(statement.rows) == [
        (0, "Assets", []),
        (1, "Assets Current", ["2,100", "2,100"]),
        (1, "Total assets", ["8,410", "7,655"]),
        (0, "Stockholders Equity", []),
        (1, "Retained Earnings Accumulated Deficit", ["(310)", "(402)"]),
    ]
    assert statement.rows[2].total
    assert statement.rows[2].concept == "us-gaap:Assets"


def cash_flows() -> Maker:
    made = Maker()
    for period, flow in ((Y24, "270000000"), (Y23, "120000000")):
        made.number("us-gaap:NetCashProvidedByUsedInOperatingActivities", period, flow)
        made.number("us-gaap:PaymentsToAcquirePropertyPlantAndEquipment", period, "50000000")
    for instant, cash in ((E24, "1250000000"), (E23, "980000000"), (E22, "860000000")):
        made.number("us-gaap:Cash", instant, cash)
    made.present(
        "0000004 - Statement - Cash Flows",
        ROLE + "CashFlows",
        [
            (0, "us-gaap:StatementOfCashFlowsAbstract"),
            (1, "us-gaap:NetCashProvidedByUsedInOperatingActivities"),
            (1, "us-gaap:PaymentsToAcquirePropertyPlantAndEquipment", "negatedLabel"),
            (1, "us-gaap:Cash", "periodStartLabel"),
            (1, "us-gaap:Cash", "periodEndLabel"),
        ],
    )
    # arcs between the same two concepts differ by label only; a network keeps both
    return made


def test_cash_flows_have_opening_and_closing_balances_and_negated_labels() -> None:
    (statement,) = statements_from_networks(cash_flows().report())
    assert statement.kind == "cash-flow"
    assert statement.columns == [("12 months to", "2024-12-31"), ("12 months to", "2023-12-31")]
    assert [r.cells for r in statement.rows] == [["270", "120"], ["(50)", "(50)"], ["980", "860"], ["1,250", "980"]]


def test_a_quarter_stands_before_the_half_year_and_each_before_last_years() -> None:
    made = Maker()
    for start, end in (("04-01", "06-30"), ("01-01", "06-30")):
        for year in ("2023", "2024"):
            made.number("us-gaap:Revenues", Period(f"{year}-{start}", f"{year}-{end}"), "1000000")
    made.present(None, ROLE + "IncomeStatement", [(0, "us-gaap:IncomeStatementAbstract"), (1, "us-gaap:Revenues")])
    (statement,) = statements_from_networks(made.report())
    assert (statement.title, statement.kind) == ("Income Statement", "income")
    assert statement.columns == [
        ("3 months to", "2024-06-30"),
        ("3 months to", "2023-06-30"),
        ("6 months to", "2024-06-30"),
        ("6 months to", "2023-06-30"),
    ]


def test_an_annual_report_shows_years_and_not_its_quarters() -> None:
    made = Maker()
    made.text("dei:DocumentType", Y24, "10-K")
    for period in (Y24, Y23, *(Period(f"2024-{m}-01", f"2024-{m}-28") for m in ("03", "06", "09", "12"))):
        made.number("us-gaap:Revenues", period, "1000000")
    made.present(None, ROLE + "IncomeStatement", [(0, "us-gaap:IncomeStatementAbstract"), (1, "us-gaap:Revenues")])
    (statement,) = statements_from_networks(made.report())
    assert statement.columns == [("12 months to", "2024-12-31"), ("12 months to", "2023-12-31")]


def test_slices_stand_below_the_whole_in_the_order_of_their_members() -> None:
    made = Maker()
    axis = "us-gaap:StatementBusinessSegmentsAxis"
    made.number("us-gaap:Revenues", Y24, "500000000")
    made.number("us-gaap:Revenues", Y24, "200000000", dimensions={axis: "pw:SouthMember"})
    made.number("us-gaap:Revenues", Y24, "300000000", dimensions={axis: "pw:NorthMember"})
    made.number("us-gaap:Revenues", Y24, "7000000", dimensions={"us-gaap:OtherAxis": "pw:NorthMember"})
    made.number("us-gaap:EarningsPerShareBasic", Y24, "1.5", PER_SHARE, 2)
    made.present(
        "0000003 - Statement - Statements of Income",
        ROLE + "Income",
        [
            (0, "us-gaap:IncomeStatementAbstract"),
            (1, "us-gaap:StatementTable"),
            (2, axis),
            (3, "us-gaap:SegmentDomain"),
            (4, "pw:NorthMember"),
            (4, "pw:SouthMember"),
            (2, "us-gaap:StatementLineItems"),
            (3, "us-gaap:Revenues"),
            (3, "us-gaap:EarningsPerShareBasic"),
        ],
    )
    made.label("pw:NorthMember", "North [Member]")
    (statement,) = statements_from_networks(made.report())
    assert [(r.label, r.cells) for r in statement.rows if not r.head] == [
        ("Revenues", ["500"]),
        ("North", ["300"]),
        ("South", ["200"]),
        ("Earnings Per Share Basic", ["1.50"]),
    ]


def test_changes_in_equity_have_the_components_as_columns_and_the_years_as_blocks() -> None:
    made = Maker()
    axis = "us-gaap:StatementEquityComponentsAxis"
    for member, opening, income in (("us-gaap:CommonStockMember", "10", "0"), ("us-gaap:RetainedEarningsMember", "90", "15")):
        cut = {axis: member}
        made.number("us-gaap:StockholdersEquity", E23, opening + "000000", dimensions=cut)
        made.number("us-gaap:NetIncomeLoss", Y24, income + "000000", dimensions=cut)
    made.number("us-gaap:StockholdersEquity", E23, "100000000")
    made.present(
        "0000006 - Statement - Statements of Shareholders' Equity",
        ROLE + "Equity",
        [
            (0, "us-gaap:StatementTable"),
            (1, axis),
            (2, "us-gaap:EquityComponentDomain"),
            (3, "us-gaap:CommonStockMember"),
            (3, "us-gaap:RetainedEarningsMember"),
            (1, "us-gaap:StatementLineItems"),
            (2, "us-gaap:StockholdersEquity", "periodStartLabel"),
            (2, "us-gaap:NetIncomeLoss"),
        ],
    )
    (statement,) = statements_from_networks(made.report())
    assert statement.kind == "equity"
    assert statement.columns == [("Common Stock",), ("Retained Earnings",), ("Total",)]
    assert [(r.label, r.cells) for r in statement.rows] == [
        ("12 months to 2024-12-31", []),
        ("Stockholders Equity", ["10", "90", "100"]),
        ("Net Income Loss", ["—", "15", ""]),
    ]


def test_a_parenthetical_is_no_primary_statement_and_a_network_without_facts_is_none() -> None:
    made = balance_sheet()
    made.present(
        "0000003 - Statement - Consolidated Balance Sheets (Parenthetical)", ROLE + "P", [(0, "a:B"), (1, "us-gaap:Assets")]
    )
    made.present("0000009 - Disclosure - Something", ROLE + "S", [(0, "a:B"), (1, "a:C")])
    assert [s.kind for s in statements_from_networks(made.report())] == ["balance", "other"]


def test_a_parent_alone_is_shown_with_its_own_facts() -> None:
    made = Maker()
    axis = "jppfs_cor:ConsolidatedOrNonConsolidatedAxis"
    made.number("jppfs_cor:Assets", E24, "900000000")
    made.number("jppfs_cor:Assets", E24, "400000000", dimensions={axis: "jppfs_cor:NonConsolidatedMember"})
    made.present(
        None,
        "http://disclosure.example/role/jppfs/rol_BalanceSheet",
        [
            (0, "jppfs_cor:BalanceSheetHeading"),
            (1, axis),
            (2, "jppfs_cor:NonConsolidatedMember"),
            (1, "jppfs_cor:BalanceSheetLineItems"),
            (2, "jppfs_cor:Assets"),
        ],
    )
    (statement,) = statements_from_networks(made.report())
    assert statement.kind == "balance"
    assert [r.cells for r in statement.rows if not r.head] == [["400"]]


def test_changes_in_equity_of_a_parent_alone_take_none_of_the_groups_numbers() -> None:
    made = Maker()
    who, what = "jppfs_cor:ConsolidatedOrNonConsolidatedAxis", "jppfs_cor:ComponentsOfEquityAxis"
    capital, alone = {what: "jppfs_cor:CapitalStockMember"}, {who: "jppfs_cor:NonConsolidatedMember"}
    for cut, opening in ((capital, "70"), ({}, "90"), ({**alone, **capital}, "20"), (alone, "25")):
        made.number("jppfs_cor:NetAssets", E23, opening + "000000", dimensions=cut)
        made.number("jppfs_cor:DividendsFromSurplus", Y24, "-1000000", dimensions=cut)
    made.number("jppfs_cor:ProfitLoss", Y24, "3000000", dimensions={**alone, **capital})
    made.present(
        None,
        "http://disclosure.example/role/jppfs/rol_StatementOfChangesInEquity",
        [
            (0, "jppfs_cor:StatementOfChangesInEquityTable"),
            (1, who),
            (2, "jppfs_cor:NonConsolidatedMember"),
            (1, what),
            (2, "jppfs_cor:CapitalStockMember"),
            (1, "jppfs_cor:StatementOfChangesInEquityLineItems"),
            (2, "jppfs_cor:NetAssets", "periodStartLabel"),
            (2, "jppfs_cor:DividendsFromSurplus"),
            (2, "jppfs_cor:ProfitLoss"),
        ],
    )
    (statement,) = statements_from_networks(made.report())
    assert statement.columns == [("Capital Stock",), ("Total",)]
    assert [r.cells for r in statement.rows if not r.head] == [["20", "25"], ["(1)", "(1)"], ["3", ""]]


def printed(made: Maker) -> Report:
    """A balance sheet without labels of its own, printed in Japanese."""
    rows = [("", "当期末"), ("資産の部", ""), ("現金", "5"), ("土地", "7"), ("資産合計", "12")]
    cells = [Cell(f"t1-r{r}c{c}", r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row)]
    table = Table("t1", 1, len(rows), 2, cells, header_rows=1, headings=("①【貸借対照表】",))
    for row, (name, value) in enumerate((("Cash", "5"), ("Land", "7"), ("Assets", "12")), 2):
        made.number(f"jppfs_cor:{name}", E24, value + "000000", cell=("t1", f"t1-r{row}c1"))
    lines = [(0, "jppfs_cor:BalanceSheetLineItems"), (1, "jppfs_cor:AssetsAbstract")]
    lines += [(2, f"jppfs_cor:{name}") for name in ("Cash", "Land", "Assets")]
    lines += [(1, "jppfs_cor:NetAssetsAbstract"), (2, "jppfs_cor:NetAssets")]
    made.number("jppfs_cor:NetAssets", E24, "12000000")
    made.present(None, "http://disclosure.example/role/jppfs/rol_BalanceSheet", lines)
    return made.report([table])


def test_without_labels_title_headings_and_rows_are_called_what_is_printed() -> None:
    (statement,) = statements_from_networks(printed(Maker()))
    assert statement.title == "貸借対照表"
    assert [r.label for r in statement.rows] == ["資産の部", "現金", "土地", "資産合計", "Net Assets", "Net Assets"]


def test_opening_and_closing_balances_are_called_what_is_printed_beside_them() -> None:
    made = Maker()
    flows = [(name, label, "2", Y24) for name, label in (("Sales", "売上"), ("Loans", "借入"), ("Interest", "利息"))]
    rows = [("Cash", "期首残高", "5", E23), *flows, ("Cash", "期末残高", "11", E24)]
    cells = [Cell(f"t1-r{r}c{c}", r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row[1:3])]
    for r, (name, _, value, period) in enumerate(rows):
        made.number(f"jppfs_cor:{name}", period, value + "000000", cell=("t1", f"t1-r{r}c1"))
    lines = [(0, "jppfs_cor:LineItems"), (1, "jppfs_cor:Cash", "periodStartLabel")]
    lines += [*((1, f"jppfs_cor:{name}") for name, *_ in flows), (1, "jppfs_cor:Cash", "periodEndLabel")]
    made.present(None, "http://disclosure.example/role/rol_Flows", lines)
    (statement,) = statements_from_networks(made.report([Table("t1", 1, len(rows), 2, cells)]))
    assert [(r.label, r.cells) for r in statement.rows] == [(label, [value]) for _, label, value, _ in rows]


def test_the_heading_of_a_note_on_a_statement_is_no_statement() -> None:
    assert kind_of_title("Notes Consolidated Statement Of Changes In Equity") == "other"


def test_a_name_without_label_is_put_in_words() -> None:
    assert words_of("us-gaap:AccountsPayableCurrent") == "Accounts Payable Current"
    assert words_of("ko:EPSDilutedUSD_2") == "EPS Diluted USD 2"


@pytest.mark.parametrize(
    ("start", "end", "heading"),
    [
        ("2024-01-01", "2024-12-31", ("12 months to", "2024-12-31")),
        ("2023-10-01", "2024-09-28", ("12 months to", "2024-09-28")),
        ("2023-04-06", "2024-04-05", ("12 months to", "2024-04-05")),
        ("2022-09-25", "2023-09-30", ("2022-09-25 to", "2023-09-30")),
        ("2023-07-22", "2023-09-30", ("2023-07-22 to", "2023-09-30")),
        ("2024-07-01", "2024-09-30", ("3 months to", "2024-09-30")),
    ],
)
def test_months_are_said_only_of_a_duration_that_lasts_so_many(start: str, end: str, heading: tuple[str, str]) -> None:
    made = Maker()
    made.number("us-gaap:Revenues", Period(start, end), "500")
    made.present("0000004 - Statement - Statements of Operations", ROLE + "S", [(0, "a:B"), (1, "us-gaap:Revenues")])
    (statement,) = statements_from_networks(made.report())
    assert statement.columns == [heading]
