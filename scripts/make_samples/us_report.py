"""The pages of the made-up 10-K in order, the notes apart (`us_notes`)."""

from __future__ import annotations

from make_samples.filing import COVER, FLOAT, FY25, millions, number, said
from make_samples.story import Cell, Close, Grid, Item, Open, Page, Paragraph, Piece, Row, Tag, text
from make_samples.us_notes import notes
from make_samples.us_tables import grid

NAME = "Marrowbrook Instruments, Inc."
FICTITIOUS = (
    "Marrowbrook Instruments, Inc. does not exist. The company, its people, its customers and its figures were invented "
    "for this sample, and some of its figures are wrong on purpose."
)


def cover(concept: str, printed: str, format: str = "") -> Tag:
    return said(f"dei:{concept}", FY25, printed, format)


def box(concept: str, ticked: bool) -> Tag:
    return cover(concept, "\u2612" if ticked else "\u2610", "ixt-sec:boolballotbox")


def said_cell(pieces: list[Piece]) -> Cell:
    return Cell(pieces, left=True)


def centered(*pieces: Piece, bold: bool = False) -> Paragraph:
    return Paragraph(pieces, "bold" if bold else "center")


def hidden() -> list[Tag]:
    """Facts of the header that the cover does not print."""
    return [
        cover("AmendmentFlag", "false"),
        cover("DocumentFiscalYearFocus", "2025"),
        cover("DocumentFiscalPeriodFocus", "FY"),
        cover("EntityCentralIndexKey", "0009999901"),
    ]


def cover_page() -> Page:
    shares = number(
        "dei:EntityCommonStockSharesOutstanding", COVER, 24186350, unit="shares", decimals="INF", mark="cover-shares"
    )
    return Page(
        [
            centered("UNITED STATES", bold=True),
            centered("SECURITIES AND EXCHANGE COMMISSION", bold=True),
            centered("Washington, D.C. 20549"),
            Paragraph(["FORM ", cover("DocumentType", "10-K")], "title"),
            text(
                box("DocumentAnnualReport", True),
                "  ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934",
            ),
            centered(
                "For the fiscal year ended ",
                cover("DocumentPeriodEndDate", "September 30, 2025", "ixt:date-monthname-day-year-en"),
            ),
            text(
                box("DocumentTransitionReport", False),
                "  TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934",
            ),
            centered("Commission file number ", cover("EntityFileNumber", "000-99901")),
            Paragraph([cover("EntityRegistrantName", NAME)], "title"),
            centered("(a fictitious company; see the notice on page 2)"),
            Grid(
                1,
                [
                    Row(
                        ["State of incorporation"],
                        [said_cell([cover("EntityIncorporationStateCountryCode", "Delaware", "ixt-sec:stateprovnameen")])],
                    ),
                    Row(
                        ["I.R.S. employer identification number"],
                        [said_cell([cover("EntityTaxIdentificationNumber", "00-0000901")])],
                    ),
                    Row(
                        ["Address of principal executive offices"],
                        [
                            said_cell(
                                [
                                    cover("EntityAddressAddressLine1", "1 Nowhere Lane"),
                                    ", ",
                                    cover("EntityAddressCityOrTown", "Marrowbrook Falls"),
                                    ", ",
                                    cover("EntityAddressStateOrProvince", "Minnesota", "ixt-sec:stateprovnameen"),
                                    " ",
                                    cover("EntityAddressPostalZipCode", "00000"),
                                ]
                            )
                        ],
                    ),
                    Row(
                        ["Telephone"],
                        [said_cell(["(", cover("CityAreaCode", "555"), ") ", cover("LocalPhoneNumber", "555-0142")])],
                    ),
                    Row(
                        ["Fiscal year end"],
                        [said_cell([cover("CurrentFiscalYearEndDate", "September 30", "ixt:date-monthname-day-en")])],
                    ),
                ],
            ),
            centered("Securities registered pursuant to Section 12(b) of the Act:"),
            Grid(
                2,
                [
                    Row(["Title of each class"], [Cell(["Trading symbol"]), Cell(["Name of each exchange"])], header=True),
                    Row(
                        [cover("Security12bTitle", "Common stock, $0.01 par value")],
                        [
                            said_cell([cover("TradingSymbol", "MRWX")]),
                            said_cell([cover("SecurityExchangeName", "The Nasdaq Stock Market LLC", "ixt-sec:exchnameen")]),
                        ],
                    ),
                ],
            ),
            text(
                "Well-known seasoned issuer: ",
                cover("EntityWellKnownSeasonedIssuer", "No"),
                ". Not required to file reports: ",
                cover("EntityVoluntaryFilers", "No"),
                ". Has filed all reports required in the preceding 12 months: ",
                cover("EntityCurrentReportingStatus", "Yes"),
                ". Has submitted every Interactive Data File required: ",
                cover("EntityInteractiveDataCurrent", "Yes"),
                ".",
            ),
            text(
                "Filer status: ",
                cover("EntityFilerCategory", "Accelerated filer", "ixt-sec:entityfilercategoryen"),
                ". Smaller reporting company ",
                box("EntitySmallBusiness", False),
                "  Emerging growth company ",
                box("EntityEmergingGrowthCompany", False),
                "  Auditor attestation on internal control ",
                box("IcfrAuditorAttestationFlag", True),
                "  Correction of an error in previously issued statements ",
                box("DocumentFinStmtErrorCorrectionFlag", False),
                "  Shell company ",
                box("EntityShellCompany", False),
            ),
            text(
                "The aggregate market value of the common stock held by non-affiliates on March 31, 2025 was about $",
                millions("dei:EntityPublicFloat", FLOAT, "412.6"),
                " million.",
            ),
            text("As of November 14, 2024, the registrant had ", shares, " shares of common stock outstanding."),
            Open(cover("DocumentsIncorporatedByReferenceTextBlock", "")),
            text(
                "Documents incorporated by reference: parts of the proxy statement for the 2026 annual meeting are incorporated into Part III."
            ),
            Close("dei:DocumentsIncorporatedByReferenceTextBlock"),
        ]
    )


def contents_page() -> Page:
    lines = [
        ("Item 1.", "Business", "3"),
        ("Item 1A.", "Risk Factors", "3"),
        ("Item 2.", "Properties", "4"),
        ("Item 3.", "Legal Proceedings", "4"),
        ("Item 5.", "Market for Common Equity", "4"),
        ("Item 7.", "Management\u2019s Discussion and Analysis", "5"),
        ("Item 7A.", "Market Risk", "6"),
        ("Item 8.", "Financial Statements", "7"),
        ("Item 9A.", "Controls and Procedures", "20"),
        ("", "Signatures", "20"),
    ]
    return Page(
        [
            Paragraph(["Notice"], "heading"),
            text(FICTITIOUS),
            Paragraph(["Table of Contents"], "heading"),
            Grid(
                2,
                label_width=20,
                rows=[
                    Row(["Item"], [Cell(["Title"]), Cell(["Page"])], header=True),
                    *[Row([a], [said_cell([b]), Cell([c])]) for a, b, c in lines],
                ],
            ),
            Paragraph(["Forward-Looking Statements"], "sub"),
            text(
                "Words such as \u201cexpects\u201d and \u201cplans\u201d mark statements about the future. Actual results may differ for the "
                "reasons given under Risk Factors."
            ),
        ],
        "2",
    )


def business_page() -> Page:
    return Page(
        [
            Paragraph(["Part I"], "title"),
            Paragraph(["Item 1. Business"], "heading"),
            text(
                "Marrowbrook Instruments, Inc. designs, makes and services instruments that measure water: its quality, its depth and its "
                "movement through soil. Our Field Instruments segment sells rugged probes and data loggers to water utilities, farms and "
                "agencies in Minnesota, Ohio and Ontario. Our Laboratory Systems segment sells bench analyzers and service contracts "
                "to laboratories in the United States, Germany and Japan."
            ),
            text(
                "At September 30, 2025 we had 846 employees, of whom 612 worked in the United States and 234 at our plants in Lower "
                "Thistledown, Ontario and Neustadt am Nirgendwo, Germany. Our chief executive, Ottoline Fennimarsh, founded the company in "
                "1994 together with Barnaby Quillstone, who leads research."
            ),
            text(
                "Our backlog was $38.7 million at September 30, 2025, against $35.2 million a year earlier. We hold 41 United States patents."
            ),
            Paragraph(["Item 1A. Risk Factors"], "heading"),
            Paragraph(
                [
                    "One customer buys a large share of what we sell. ",
                    "Vale of Puddle Water Authority accounted for more than a tenth of our "
                    "revenue in each of the last three years. Losing it would hurt our results.",
                ],
                "item",
            ),
            Paragraph(
                [
                    "Some components come from a single supplier. ",
                    "Gallimaufry Optoelectronics Ltd. is our only source of two detectors; a "
                    "second source would take 12 to 18 months to qualify.",
                ],
                "item",
            ),
            Paragraph(
                [
                    "Our term loan bears a floating rate. ",
                    "A rise of 100 basis points would have cost us about $0.4 million in fiscal 2025.",
                ],
                "item",
            ),
        ],
        "3",
    )


def properties_page() -> Page:
    sites = [
        ("Marrowbrook Falls, Minnesota", "Headquarters, assembly", "148,000", "Owned"),
        ("Lower Thistledown, Ontario", "Probe manufacturing", "92,000", "Owned"),
        ("Neustadt am Nirgendwo, Germany", "Analyzer manufacturing", "61,000", "Leased"),
    ]
    prices = [
        ("First quarter", "20.85", "18.10", "0.060"),
        ("Second quarter", "22.40", "18.75", "0.060"),
        ("Third quarter", "23.60", "19.05", "0.060"),
        ("Fourth quarter", "24.75", "21.30", "0.060"),
    ]
    return Page(
        [
            Paragraph(["Item 2. Properties"], "heading"),
            Grid(
                3,
                label_width=34,
                rows=[
                    Row(["Location"], [Cell(["Use"]), Cell(["Square feet"]), Cell(["Title"])], header=True),
                    *[Row([a], [said_cell([b]), Cell([c]), said_cell([d])]) for a, b, c, d in sites],
                ],
            ),
            Paragraph(["Item 3. Legal Proceedings"], "heading"),
            text("See Note 9 to the financial statements."),
            Paragraph(["Part II"], "title"),
            Paragraph(["Item 5. Market for Common Equity"], "heading"),
            text("Our common stock trades under the symbol MRWX. On November 3, 2025 there were 317 holders of record."),
            Grid(
                3,
                [
                    Row(["Fiscal 2025"], [Cell(["High"]), Cell(["Low"]), Cell(["Dividend"])], header=True),
                    *[Row([a], [Cell([b], before="$"), Cell([c], before="$"), Cell([d], before="$")]) for a, b, c, d in prices],
                ],
            ),
            text("During the fourth quarter we repurchased 35,000 shares at an average price of $22.86."),
        ],
        "4",
    )


def analysis_pages() -> list[Page]:
    change = Grid(
        3,
        [
            Row([], [Cell(["Year ended September 30,"], columns=2), Cell(["Change"])], header=True),
            Row(["(in millions)"], [Cell(["2025"]), Cell(["2024"]), Cell(["%"])], header=True),
            Row(["Revenue"], [Cell(["214.6"], before="$"), Cell(["193.6"], before="$"), Cell(["10.9"], after="%")]),
            Row(["Gross profit"], [Cell(["102.6"]), Cell(["90.5"]), Cell(["13.3"], after="%")]),
            Row(["Operating income"], [Cell(["30.4"]), Cell(["22.8"]), Cell(["33.2"], after="%")]),
            Row(
                ["Net income attributable to Marrowbrook"],
                [Cell(["21.2"], before="$"), Cell(["14.5"], before="$"), Cell(["46.5"], after="%")],
                rule="double",
            ),
        ],
    )
    return [
        Page(
            [
                Paragraph(["Item 7. Management\u2019s Discussion and Analysis"], "heading"),
                Paragraph(["Results of operations"], "sub"),
                change,
                text(
                    "Revenue grew by $21.0 million, or 10.9%, to $214.6 million. Product revenue rose by $16.1 million on new probes for "
                    "utilities, and service revenue by $4.9 million on renewed contracts."
                ),
                text(
                    "Gross margin was 47.8% in fiscal 2025 and 46.8% in fiscal 2024. Research and development came to 11.6% and 11.4% of "
                    "revenue, and selling, general and administrative expense to 22.0% and 22.6%."
                ),
                text(
                    "Fiscal 2024 bore restructuring charges of $1.9 million for the closing of our Pebblewick warehouse. There were none in "
                    "fiscal 2025. Interest expense fell by $0.4 million to $3.1 million as we repaid debt. Our effective tax rate was 22.0%, "
                    "against 21.5% the year before."
                ),
            ],
            "5",
        ),
        Page(
            [
                Paragraph(["Liquidity and capital resources"], "sub"),
                text(
                    "Cash, cash equivalents and restricted cash were $33.0 million at September 30, 2025. Operating activities provided "
                    "$34.4 million, $9.7 million more than the year before, on higher earnings and higher accrued liabilities."
                ),
                text(
                    "We spent $13.1 million on property, plant and equipment, repaid $5.0 million of our term loan and $2.0 million of "
                    "short-term borrowings, bought back shares for $3.0 million and paid dividends of $5.8 million. We expect capital "
                    "expenditures of $14 million to $16 million in fiscal 2026."
                ),
                Paragraph(["Critical accounting estimates"], "sub"),
                text(
                    "Inventory reserves, the goodwill test and the warranty accrual need the most judgment. A 10% change in the warranty "
                    "accrual would move pre-tax income by about $0.2 million."
                ),
                Paragraph(["Item 7A. Market Risk"], "heading"),
                text(
                    "About 35% of our revenue is earned outside the United States. A 10% move of the euro against the dollar would change "
                    "annual operating income by about $1.1 million (fiscal 2024: $0.9 million)."
                ),
            ],
            "6",
        ),
    ]


def auditor_page() -> Page:
    return Page(
        [
            Paragraph(["Item 8. Financial Statements"], "heading"),
            Paragraph(["Report of Independent Registered Public Accounting Firm"], "sub"),
            text("To the stockholders and the board of directors of Marrowbrook Instruments, Inc."),
            text(
                "This is not an audit report. It stands where one would stand, because a report of a made-up company has none. A real one would "
                "give an opinion on the statements and on internal control over financial reporting."
            ),
            text("/s/ ", cover("AuditorName", "Pendlewick & Vane LLP")),
            text(cover("AuditorLocation", "Marrowbrook Falls, Minnesota")),
            text("Auditor firm identification number: ", cover("AuditorFirmId", "9999")),
            text("November 21, 2025"),
        ],
        "7",
    )


def statement(title: str, table: str, unit: str, printed: str, *after: Item) -> Page:
    return Page(
        [
            Paragraph([NAME], "center"),
            Paragraph([title], "title"),
            Paragraph([unit], "center"),
            grid(table),
            *after,
            Paragraph(["See the notes to the consolidated financial statements."], "small"),
        ],
        printed,
    )


def signature_page() -> Page:
    people = [
        ("Ottoline Fennimarsh", "Chief Executive Officer and Director"),
        ("Leopold Ashgrove-Tarn", "Chief Financial Officer"),
        ("Barnaby Quillstone", "Director"),
        ("Ingeborg Mossfeather", "Director"),
    ]
    return Page(
        [
            Paragraph(["Item 9A. Controls and Procedures"], "heading"),
            text("Management concluded that disclosure controls were effective at September 30, 2025."),
            Paragraph(["Signatures"], "heading"),
            text(
                "Pursuant to the requirements of Section 13 or 15(d) of the Securities Exchange Act of 1934, the registrant has caused this "
                "report to be signed on its behalf on November 21, 2025."
            ),
            Grid(1, [Row(["Name"], [Cell(["Title"])], header=True), *[Row([f"/s/ {n}"], [said_cell([t])]) for n, t in people]]),
        ],
        "20",
    )


def pages() -> list[Page]:
    thousands = "(in thousands, except per share amounts)"
    tax = Paragraph(
        ["(1) Revenue is stated net of sales and value-added taxes collected from customers."], "small", footnote="tax"
    )
    return [
        cover_page(),
        contents_page(),
        business_page(),
        properties_page(),
        *analysis_pages(),
        auditor_page(),
        statement("Consolidated Statements of Operations", "operations", thousands, "8", tax),
        statement("Consolidated Statements of Comprehensive Income", "comprehensive", "(in thousands)", "9"),
        statement("Consolidated Balance Sheets", "balance", "(in thousands)", "10"),
        statement("Consolidated Balance Sheets (Parenthetical)", "parenthetical", "", "11"),
        statement("Consolidated Statements of Equity", "equity", thousands, "12"),
        statement("Consolidated Statements of Cash Flows", "cashflow", "(in thousands)", "13"),
        *notes(),
        signature_page(),
    ]
