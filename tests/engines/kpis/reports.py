"""Made-up annual reports as page-split Markdown: whole statements of invented companies, short."""

from __future__ import annotations

from tieout.reading import read_bytes
from tieout.report import Report

SPLIT = "\n<--- Page Split --->\n"


def table(*rows: str) -> str:
    """A HTML table; cells of a row are parted by ``|``."""
    cells = ("".join(f"<td>{cell.strip()}</td>" for cell in row.split("|")) for row in rows)
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"


COVER = """# FORM 10-K

ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d)

For the fiscal year ended December 31, 2024

Harrow Lane Foods, Inc.

As of February 3, 2025, there were 41,220,518 shares of the registrant's common stock outstanding.
"""
INCOME = "## CONSOLIDATED STATEMENTS OF OPERATIONS\n\n(in millions, except per share data)\n\n" + table(
    "Year ended December 31, | 2024 | 2023 | 2022",
    "Net sales | $ 2,418.5 | $ 2,290.1 | $ 2,104.7",
    "Cost of products sold | 1,530.2 | 1,471.0 | 1,362.9",
    "Gross profit | 888.3 | 819.1 | 741.8",
    "Selling, general and administrative expenses | 512.6 | 489.4 | 466.0",
    "Operating income | 375.7 | 329.7 | 275.8",
    "Interest expense | (41.3) | (38.8) | (30.2)",
    "Income before income taxes | 334.4 | 290.9 | 245.6",
    "Provision for income taxes | 78.9 | 68.2 | 55.4",
    "Net income | 255.5 | 222.7 | 190.2",
    "Net income per share: | | | ",
    "Basic | $ 6.21 | $ 5.38 | $ 4.55",
    "Diluted | 6.15 | 5.33 | 4.51",
    "Weighted average shares: | | | ",
    "Basic | 41.1 | 41.4 | 41.8",
    "Diluted | 41.5 | 41.8 | 42.2",
)
ASSETS = "## CONSOLIDATED BALANCE SHEETS\n\n(in millions)\n\n" + table(
    "December 31, | 2024 | 2023",
    "Current assets: | | ",
    "Cash and cash equivalents | $ 198.4 | $ 176.9",
    "Accounts receivable, net | 240.2 | 231.8",
    "Inventories | 305.7 | 298.3",
    "Total current assets | 744.3 | 707.0",
    "Property, plant and equipment, net | 901.6 | 877.2",
    "Total assets | $ 1,645.9 | $ 1,584.2",
)
LIABILITIES = "## CONSOLIDATED BALANCE SHEETS (continued)\n\n" + table(
    "December 31, | 2024 | 2023",
    "Current liabilities: | | ",
    "Accounts payable | $ 167.0 | $ 158.8",
    "Current portion of long-term debt | 25.0 | 25.0",
    "Total current liabilities | 340.4 | 328.1",
    "Long-term debt, less current portion | 610.0 | 635.0",
    "Total liabilities | 950.4 | 963.1",
    "Total stockholders' equity | 695.5 | 621.1",
    "Total liabilities and stockholders' equity | $ 1,645.9 | $ 1,584.2",
)
CASH_FLOW = "## CONSOLIDATED STATEMENTS OF CASH FLOWS\n\n(in millions)\n\n" + table(
    "Year ended December 31, | 2024 | 2023 | 2022",
    "Cash flows from operating activities: | | | ",
    "Net income | $ 255.5 | $ 222.7 | $ 190.2",
    "Depreciation and amortization | 96.0 | 91.5 | 88.1",
    "Accounts receivable | (8.4) | (11.2) | 2.0",
    "Inventories | (7.4) | (20.1) | (33.0)",
    "Net cash provided by operating activities | 344.1 | 290.8 | 241.7",
    "Cash flows from investing activities: | | | ",
    "Purchases of property, plant and equipment | (120.4) | (115.0) | (98.2)",
    "Net cash used in investing activities | (120.4) | (115.0) | (98.2)",
    "Cash flows from financing activities: | | | ",
    "Repayments of long-term debt | (25.0) | (25.0) | (25.0)",
    "Dividends paid | (98.6) | (91.1) | (84.4)",
    "Net cash used in financing activities | (202.2) | (150.1) | (120.5)",
    "Net increase in cash and cash equivalents | 21.5 | 25.7 | 23.0",
    "Cash and cash equivalents at beginning of year | 176.9 | 151.2 | 128.2",
    "Cash and cash equivalents at end of year | $ 198.4 | $ 176.9 | $ 151.2",
)
DISCUSSION = "## Management's discussion\n\nNet sales grew to $2.4 billion. Research was of no size.\n\n" + table(
    "(in millions) | 2024 | 2023 | Change", "Net sales | $ 2,418.5 | $ 2,290.1 | 5.6 %", "North | 1,400.0 | 1,350.0 | 3.7 %"
)
PAGES = (COVER, DISCUSSION, INCOME, ASSETS, LIABILITIES, CASH_FLOW)

IFRS = (
    "# Annual report 2024\n\nLindqvist Marine AB\n\nFor the year ended 31 December 2024",
    "## Consolidated income statement\n\n"
    + table(
        "€ million | Note | 2024 | 2023",
        "Revenue | 4 | 3,120 | 2,985",
        "Cost of sales | 5 | (2,011) | (1,960)",
        "Gross profit | | 1,109 | 1,025",
        "Administrative expenses | 6 | (402) | (377)",
        "Operating profit | | 707 | 648",
        "Finance costs | 7 | (58) | (49)",
        "Profit before tax | | 649 | 599",
        "Income tax expense | 8 | (150) | (141)",
        "Profit for the year | | 499 | 458",
        "Attributable to owners of the parent | | 480 | 441",
        "Non-controlling interests | | 19 | 17",
    ),
    "## Consolidated statement of financial position\n\n"
    + table(
        "€ million | Note | 31 December 2024 | 31 December 2023",
        "Inventories | 12 | 410 | 395",
        "Trade receivables | 13 | 520 | 488",
        "Cash and cash equivalents | 14 | 233 | 201",
        "Total current assets | | 1,163 | 1,084",
        "Total assets | | 4,800 | 4,611",
        "Trade payables | 15 | 377 | 366",
        "Total current liabilities | | 900 | 880",
        "Total liabilities | | 2,500 | 2,470",
        "Equity attributable to owners of the parent | | 2,200 | 2,050",
        "Non-controlling interests | | 100 | 91",
        "Total equity | | 2,300 | 2,141",
        "Total equity and liabilities | | 4,800 | 4,611",
    ),
)


def report(*pages: str, name: str = "report.mmd") -> Report:
    """The report that these pages make, by default Harrow Lane's."""
    return read_bytes(SPLIT.join(pages or PAGES).encode(), name)
