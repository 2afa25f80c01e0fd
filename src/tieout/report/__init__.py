"""The model of a report. Imports nothing but the standard library."""

from tieout.report.amounts import Amount, find_amounts, read_amount
from tieout.report.concepts import STANDARD_LABEL, Arc, Concept, Label, Network, Reference
from tieout.report.errors import InputError, LimitError, Notice, TieoutError
from tieout.report.evidence import Evidence
from tieout.report.facts import Context, Fact, Facts, FactSource, Footnote, Member, Period, TypedMember, Unit
from tieout.report.layout import Block, Box, Cell, Layout, Page, Table, display
from tieout.report.report import Parts, Report, SourceKind

__all__ = [
    "STANDARD_LABEL",
    "Amount",
    "Arc",
    "Block",
    "Box",
    "Cell",
    "Concept",
    "Context",
    "Evidence",
    "Fact",
    "FactSource",
    "Facts",
    "Footnote",
    "InputError",
    "Label",
    "Layout",
    "LimitError",
    "Member",
    "Network",
    "Notice",
    "Page",
    "Parts",
    "Period",
    "Reference",
    "Report",
    "SourceKind",
    "Table",
    "TieoutError",
    "TypedMember",
    "Unit",
    "display",
    "find_amounts",
    "read_amount",
]
