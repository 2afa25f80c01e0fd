"""The second half of `tieout demo`: what the engines find in the sample, and the page that shows all of it."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.cli.demo_text import heading, number, say

if TYPE_CHECKING:
    from rich.console import Console

    from tieout.viewer.subject import Subject

__all__ = ["QUESTION", "show_engines", "write_page"]

QUESTION = "What was total revenue in 2025?"
_MOST = 3
_KPIS = ("revenue", "net_income", "total_assets", "operating_cash_flow")
_INDENT = 13


def show_engines(console: Console, subject: Subject, first: int) -> None:
    """Findings, tags, KPIs and the answer to one question, as numbered sections from ``first`` on."""
    for n, section in enumerate((_findings, _tags, _kpis, _answer), start=first):
        section(console, subject, n)


def _findings(console: Console, subject: Subject, section: int) -> None:
    findings = subject.part("audit")["findings"]
    counts = Counter(f["severity"] for f in findings)
    told = ", ".join(f"{counts[s]} {s}{'s' if counts[s] != 1 and s != 'info' else ''}" for s in ("error", "warning", "info"))
    heading(console, section, f"What the audit rules find: {told}")
    for finding in [f for f in findings if f["severity"] == "error"][:_MOST]:
        say(console, f"{finding['rule']}: {finding['message']}", "red")


def _tags(console: Console, subject: Subject, section: int) -> None:
    tags = subject.part("tags")["tags"]
    differing = sorted((t for t in tags if t.get("difference") == "concept"), key=lambda t: -t["suspicion"])
    heading(
        console,
        section,
        f"Tags suggested without looking at the filing's own: {len(tags)} numbers, {len(differing)} tagged otherwise",
    )
    for tag in differing[:_MOST]:
        say(console, f"“{tag['text']}” filed as {tag['filed']}, suggested {tag['concept']} ({tag['score']:.2f})")
        say(console, f"page {tag['page']}, {tag.get('cell') or tag.get('block')}", "dim", _INDENT)


def _kpis(console: Console, subject: Subject, section: int) -> None:
    kpis = subject.part("kpis")["kpis"]
    found = [k for k in kpis if k.get("found")]
    agree = sum(k.get("agreement") == "same" for k in found)
    heading(console, section, f"Key figures from the printed pages: {len(found)} of {len(kpis)} found, {agree} as tagged")
    chosen = [k for k in found if k["kpi"] in _KPIS] or found[:_MOST]
    for kpi in chosen[: _MOST + 1]:
        say(console, f"{_amount(kpi['value']):>12} {kpi['title']} {kpi['fiscal_year']}, page {kpi['page']}: {kpi['label']}")


def _answer(console: Console, subject: Subject, section: int) -> None:
    heading(console, section, f"A question: {QUESTION}")
    for answer in subject.part("kpis")["answers"]:
        if answer["found"]:
            say(console, f"{_amount(answer['value']):>12} on page {answer['page']}, {answer.get('cell', 'in a sentence')}")
        else:
            say(console, f"not found: {answer['reason']}", "dim")


def _amount(value: Any) -> str:
    return number(Decimal(value))


def write_page(subject: Subject, out: Path) -> None:
    """The report with all of this as one page."""
    from tieout.cli.output import destination
    from tieout.viewer.export import export_page

    with destination(out) as where, where.text() as stream:
        stream.write(export_page(subject))
