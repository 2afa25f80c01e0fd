"""The list of what is wrong on purpose, with the ids that the inline document gave to the elements."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from make_samples.filing import COVER_RIGHT
from make_samples.story import Tag
from make_samples.us_inline import STEM, Writer


@dataclass
class Consequence:
    """A further finding that the mistake causes elsewhere; ``expected`` follows from what is printed."""

    family: str
    role: str
    concept: str
    reported: str
    expected: str


@dataclass
class Mistake:
    id: str
    family: str
    dqc: str
    what: str
    marks: tuple[str, ...]
    right: str = ""
    role: str = ""
    consequences: list[Consequence] = field(default_factory=list)


MISTAKES = (
    Mistake(
        "current-assets-transposed",
        "calculation",
        "DQC_0126",
        "Total current assets of 2025 is printed as 112,567; its lines sum to 112,657 (two digits changed places).",
        ("assets-current-0",),
        "112657000",
        "ConsolidatedBalanceSheets",
        [Consequence("calculation", "ConsolidatedBalanceSheets", "us-gaap:Assets", "220847000", "220757000")],
    ),
    Mistake(
        "accumulated-depreciation-negative",
        "sign",
        "DQC_0015",
        "Accumulated depreciation of 2024 is tagged negative; the parentheses only say that it is deducted.",
        ("accumulated-depreciation-1",),
        "45485000",
        "PropertyPlantandEquipmentDetails",
        [
            Consequence(
                "calculation",
                "PropertyPlantandEquipmentDetails",
                "us-gaap:PropertyPlantAndEquipmentNet",
                "53640000",
                "144610000",
            )
        ],
    ),
    Mistake(
        "service-revenue-misprinted",
        "dimension-sum",
        "DQC_0117",
        "Service revenue of 2024 is printed as 40,265; product and service revenue then miss the total by 1,000.",
        ("service-revenue-1",),
        "41265000",
        "ConsolidatedStatementsofOperations",
    ),
    Mistake(
        "equipment-sale-in-financing",
        "presentation",
        "DQC_0145",
        "Proceeds from the sale of equipment stand under financing activities, and are summed there; they belong to investing "
        "activities. In 2025 investing would be -14,290 and financing -14,405.",
        ("equipment-sale-0", "equipment-sale-1", "equipment-sale-2"),
        "",
        "ConsolidatedStatementsofCashFlows",
    ),
    Mistake(
        "cover-date-a-year-early",
        "dates",
        "DQC_0005",
        "The share count of the cover is dated November 14, 2024, before the end of the fiscal year; the year should be 2025.",
        ("cover-shares",),
        COVER_RIGHT,
        "Cover",
    ),
    Mistake(
        "stock-compensation-twice",
        "duplicate",
        "",
        "Stock-based compensation of 2025 is 3,415 thousand in the cash flow statement, and $3.2 million in Note 10.",
        ("stock-compensation-note", "stock-compensation-statement-0"),
        "3415000",
    ),
    Mistake(
        "concentration-without-type",
        "concentration",
        "DQC_0109",
        "The customer's share of revenue of 2023 lacks the axis that says what type of concentration it is.",
        ("concentration-type",),
        "us-gaap:ConcentrationRiskByTypeAxis = us-gaap:CustomerConcentrationRiskMember",
    ),
    Mistake(
        "asset-class-on-level-axis",
        "member",
        "DQC_0001",
        "Money market funds stand on the axis of fair value levels, where only levels belong.",
        ("fair-value-member-0", "fair-value-member-1"),
        "us-gaap:FairValueInputsLevel1Member",
        "FairValueMeasurementsDetails",
    ),
)
"""Families: calculation, sign, dimension-sum, presentation, dates, duplicate, concentration, member."""

HEAD = f"""\
# What is wrong on purpose in {STEM}.htm, and nothing else is meant to be.
#
# family: the kind of audit rule that finds it; dqc: the public data quality rule that does, where there is one.
# elements: ids in the document, the wrong one first. reported and right: values as facts have them (for a date, member or
# axis: what should stand there). finding: what else an audit reports because of it, computed from what is printed.
# Written by scripts/make_samples; change it there.

file = "{STEM}.htm"
"""


def value(tag: Tag) -> str:
    number = Decimal(tag.printed.replace(",", "")).scaleb(tag.scale) if tag.printed else Decimal(0)
    return format(-number if tag.negative else number, "f")


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def period(tag: Tag) -> str:
    return f"{tag.where.start}/{tag.where.end}" if tag.where.start else tag.where.end


def entry(mistake: Mistake, writer: Writer) -> str:
    tags = [writer.marks[m] for m in mistake.marks]
    first = tags[0]
    reported = first.where.end if mistake.family == "dates" else value(first)
    dims = ", ".join(f"{quoted(axis)} = {quoted(member)}" for axis, member in first.where.dims)
    lines = {
        "id": quoted(mistake.id),
        "family": quoted(mistake.family),
        "dqc": quoted(mistake.dqc) if mistake.dqc else "",
        "what": quoted(mistake.what),
        "role": quoted(mistake.role) if mistake.role else "",
        "elements": f"[{', '.join(quoted(t.id) for t in tags)}]",
        "concept": quoted(first.concept),
        "period": quoted(period(first)),
        "dimensions": f"{{ {dims} }}" if dims else "",
        "reported": quoted(reported),
        "right": quoted(mistake.right) if mistake.right else "",
    }
    body = "[[mistake]]\n" + "".join(f"{k} = {v}\n" for k, v in lines.items() if v)
    for c in mistake.consequences:
        body += "\n[[mistake.finding]]\n" + "".join(
            f"{k} = {quoted(v)}\n"
            for k, v in (
                ("family", c.family),
                ("role", c.role),
                ("concept", c.concept),
                ("reported", c.reported),
                ("expected", c.expected),
            )
        )
    return body


def document(writer: Writer) -> bytes:
    return (HEAD + "".join("\n" + entry(m, writer) for m in MISTAKES)).encode("utf-8")
