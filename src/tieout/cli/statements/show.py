"""What `tieout facts` shows of one filing on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from tieout.cli.statements.render import print_line, render
from tieout.cli.terminal import plain
from tieout.report import Report
from tieout.statements import PRIMARY, Statement, primary, statements_of

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["headline", "primary", "show", "statements_of"]

# Facts that say what a document is (SEC's dei, EDINET's jpdei, UK's bus), best first.
_NAMES = (
    "EntityRegistrantName",
    "FilerNameInEnglishDEI",
    "FilerNameInJapaneseDEI",
    "EntityCurrentLegalOrRegisteredName",
    "NameOfReportingEntityOrOtherMeansOfIdentification",
)
_TYPES = ("DocumentType", "DocumentTypeDEI")
_ENDS = ("DocumentPeriodEndDate", "CurrentPeriodEndDateDEI", "EndDateForPeriodCoveredByReport", "CurrentFiscalYearEndDateDEI")


def headline(report: Report, label: str) -> str:
    """One line on what the report is: who, which form, which period, how many facts."""
    numbers = sum(1 for f in report.facts if f.is_numeric)
    parts = [_first(report, _NAMES) or label, _first(report, _TYPES), _first(report, _ENDS)]
    parts.append(f"{len(report.facts):,} facts, {numbers:,} of them numbers")
    return " · ".join(p for p in parts if p)


def _first(report: Report, local_names: Sequence[str]) -> str:
    found: dict[str, str] = {}
    for fact in report.facts:
        local = fact.concept.partition(":")[2]
        if local in local_names and local not in found and not fact.is_numeric:
            text = fact.value
            if isinstance(text, str) and text.strip():
                found[local] = " ".join(plain(text[:200]).split())
    return next((found[n] for n in local_names if n in found), "")


def show(report: Report, console: Console, label: str, everything: bool = False) -> None:
    """Prints the report's primary statements, or with ``everything`` all groups of its facts; then what else there is."""
    print_line(console, Text(headline(report, label), "bold cyan"))
    statements = statements_of(report)
    if not statements:
        _show_list(report, console)
        return
    first = primary(statements)
    shown = [*first, *(s for s in statements if s not in first)] if everything else first
    for statement in shown:
        console.print()
        render(statement, console)
    console.print()
    if _lacks_statements(report, statements):
        print_line(console, Text(_ELSEWHERE, "yellow"))
    if left := len(statements) - len(shown):
        print_line(console, Text(f"{left} more groups of facts (notes, details): add --all.", "dim"))
    print_line(console, Text("Every fact as a row, with evidence: --format jsonl, or --out facts.xlsx.", "dim"))


# Forms that bring financial statements (SEC), in this document or in another one of the filing.
_WITH_STATEMENTS = ("10-K", "10-KT", "10-Q", "10-QT", "20-F", "40-F")
_ELSEWHERE = (
    "No balance sheet, income statement or cash flows are tagged in this document. They may stand in another document of the "
    "filing, such as exhibit 13: give the filing's folder or zip."
)


def _lacks_statements(report: Report, statements: Sequence[Statement]) -> bool:
    """Is this a form that brings statements, and none of them is here?"""
    form = _first(report, _TYPES).removesuffix("/A")
    return form in _WITH_STATEMENTS and not any(s.kind in PRIMARY for s in statements)


def _show_list(report: Report, console: Console) -> None:
    """Facts one below the other: for a filing with neither networks nor printed tables."""
    from tieout.statements.values import Scale

    console.print()
    scale = Scale()
    for fact in report.facts[:_MOST_LISTED]:
        value = scale.show(fact)
        unit = f" {fact.unit.name}" if fact.unit is not None else ""
        print_line(console, Text(f"{plain(fact.concept)}  {fact.period}  {value}{unit}"))
    if len(report.facts) > _MOST_LISTED:
        print_line(console, Text(f"… and {len(report.facts) - _MOST_LISTED:,} more: --format jsonl has them all.", "dim"))


_MOST_LISTED = 200
