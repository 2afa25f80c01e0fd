"""The model of a report. Imports nothing but the standard library.

What facts alone need is loaded at once; the rest when it is first asked for, because reading the facts of a filing takes no
longer than loading a few modules does.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from tieout.report.errors import InputError, LimitError, Notice, TieoutError
from tieout.report.evidence import Evidence
from tieout.report.facts import Context, Fact, Facts, FactSource, Footnote, Member, Period, TypedMember, Unit
from tieout.report.report import Parts, Report, SourceKind

if TYPE_CHECKING:
    from tieout.report.amounts import Amount, find_amounts, read_amount
    from tieout.report.concepts import STANDARD_LABEL, Arc, Concept, Label, Network, Reference
    from tieout.report.layout import Block, Box, Cell, Layout, Page, Table, display

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

_LATER = {
    "Amount": "tieout.report.amounts",
    "find_amounts": "tieout.report.amounts",
    "read_amount": "tieout.report.amounts",
    "STANDARD_LABEL": "tieout.report.concepts",
    "Arc": "tieout.report.concepts",
    "Concept": "tieout.report.concepts",
    "Label": "tieout.report.concepts",
    "Network": "tieout.report.concepts",
    "Reference": "tieout.report.concepts",
    "Block": "tieout.report.layout",
    "Box": "tieout.report.layout",
    "Cell": "tieout.report.layout",
    "Layout": "tieout.report.layout",
    "Page": "tieout.report.layout",
    "Table": "tieout.report.layout",
    "display": "tieout.report.layout",
}


def __getattr__(name: str) -> Any:
    home = _LATER.get(name)
    if home is None:
        raise AttributeError(f"module 'tieout.report' has no attribute {name!r}")
    return getattr(importlib.import_module(home), name)
