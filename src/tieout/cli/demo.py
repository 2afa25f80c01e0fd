"""`tieout demo`: the main job, on the made-up report that ships."""

from __future__ import annotations

import shlex
import shutil
import sys
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tieout.cli.examples import examples

if TYPE_CHECKING:
    from rich.console import Console

    from tieout.cli.statements import Statement
    from tieout.report import Fact, Report

__all__ = ["register", "show_demo"]

# What the demonstration ties to paper: (concept, axis of its slice or None).
_TIED = (
    ("RevenueFromContractWithCustomerExcludingAssessedTax", None),
    ("RevenueFromContractWithCustomerExcludingAssessedTax", "ProductOrServiceAxis"),
    ("EarningsPerShareDiluted", None),
    ("Assets", None),
    ("ShareBasedCompensation", None),
)
_SAME_NUMBER = "Assets"
_MOST_FINDINGS = 4
_INDENT = 13
_TRY = (
    ("facts 10-k.htm", "its statements"),
    ("facts 10-k.htm --locate --out facts.xlsx", "every fact, with page, table and cell"),
    ("facts filings/ --out facts.parquet", "a folder of filings"),
    ("audit 10-k.htm", "what is wrong in it"),
    ("--help", "everything else"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    epilog = examples(("tieout demo", "needs no file and no network"))
    app.command("demo", short_help="See it at work on the report that ships with it.", epilog=epilog)(demo)


def demo() -> None:
    """See it at work on the report that ships with it: nothing to prepare, no network."""
    from tieout.cli.terminal import console
    from tieout.samples import path

    show_demo(console(), as_typed(sys.argv[0]), path("us_10k"))


def as_typed(argument: str) -> str:
    """How the user can start the program again: ``tieout`` where the shell finds it so, else by its path, or by Python's."""
    name = Path(argument).name
    if name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m tieout"
    found = shutil.which(name)
    return name if found is not None and Path(found).resolve() == Path(argument).resolve() else shlex.quote(argument)


def show_demo(console: Console, program: str = "tieout", sample: Path | None = None) -> None:
    """Prints the demonstration: a statement, facts tied to print, sums that fail, the same number in another form.

    What to try next begins with ``program``; with ``sample`` it has a command that works as it stands there.
    """
    from tieout.cli.statements.show import headline, primary, statements_of
    from tieout.reading import read
    from tieout.samples import path

    where = path("us_10k")
    report = read(where)
    _say(console, headline(report, where.name), "bold cyan")
    _say(console, "A made-up annual report that ships with tieout, with a few mistakes made on purpose.", "dim")
    _statement(console, primary(statements_of(report)))
    _tied(console, report)
    _sums(console, report)
    _other_form(console, report)
    _next(console, program, sample)


def _say(console: Console, text: str, style: str = "", indent: int = 0) -> None:
    """A line, wrapped and indented where the screen is too narrow for it."""
    from rich.text import Text

    from tieout.cli.statements.render import print_line

    for line in Text(text, style).wrap(console, console.width - indent):
        print_line(console, Text(" " * indent) + line)


def _heading(console: Console, number: int, text: str) -> None:
    console.print()
    _say(console, f"{number}. {text}", "bold magenta")


def _statement(console: Console, statements: list[Statement]) -> None:
    from tieout.cli.statements import render

    _heading(console, 1, "Its statements, laid out from the tags")
    if statements:
        render(statements[0], console)
        rest = ", ".join(s.title.removeprefix("Consolidated ") for s in statements[1:])
        _say(console, f"… and {len(statements) - 1} more: {rest}", "dim")


def _tied(console: Console, report: Report) -> None:
    from rich.text import Text

    from tieout.cli.statements.render import print_line

    _heading(console, 2, "Every number tied to the place where it is printed")
    for concept, axis in _TIED:
        fact = _latest(report, concept, axis)
        if fact is None:
            continue
        unit = fact.unit.name.replace("iso4217:", "").replace("xbrli:", "") if fact.unit else ""
        line = Text(f"{_number(fact.number):>12} {unit} ", "bold")
        line.append(f"{fact.concept.partition(':')[2]}{_slice(fact)} {fact.period.last_day}", "cyan")
        for part in line.wrap(console, console.width):
            print_line(console, part)
        _say(console, _place(report, fact), "dim", _INDENT)


def _latest(report: Report, concept: str, axis: str | None) -> Fact | None:
    """The printed fact of a concept with the latest period and, there, the most digits."""
    found = [
        f
        for f in report.facts
        if f.concept.endswith(":" + concept)
        and f.number is not None
        and not f.hidden
        and [a.partition(":")[2] for a in f.dimensions] == ([axis] if axis else [])
    ]
    return max(found, key=lambda f: (f.period.last_day or "", f.decimals if isinstance(f.decimals, int) else 0), default=None)


def _number(value: Decimal | None) -> str:
    text = format(value or 0, ",f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _slice(fact: Fact) -> str:
    members = [m.partition(":")[2] if isinstance(m, str) else m.text for m in fact.dimensions.values()]
    return f" [{', '.join(members)}]" if members else ""


def _place(report: Report, fact: Fact) -> str:
    """``“220,847”: page 4, table t9, cell t9-r20c2, characters 0-7, Total assets``."""
    from tieout.cli.reading_rows import page_words
    from tieout.report import display

    where = fact.evidence
    cell = report.layout.cell_by_id(where.cell) if where.cell else None
    parts = [
        f"page {page_words(where.page, where.printed_page)}" if where.page else "",
        f"table {where.table}" if where.table else "",
    ]
    parts += [f"cell {where.cell}" if where.cell else "", f"paragraph {where.block}" if where.block and not where.cell else ""]
    parts += [f"characters {where.span[0]}-{where.span[1]}" if where.span else ""]
    return f"“{display(where.quote)}”: " + ", ".join(p for p in [*parts, cell.row_label if cell is not None else ""] if p)


def _sums(console: Console, report: Report) -> None:
    from tieout.report.calculations import calculations

    checks = list(calculations(report))
    wrong = [c for c in checks if not c.agrees]
    _heading(console, 3, f"Its own sums: {len(checks)} checked, {len(checks) - len(wrong)} add up, {len(wrong)} do not")
    for check in wrong[:_MOST_FINDINGS]:
        concept = check.total.concept
        _say(
            console,
            f"{concept.partition(':')[2]} {check.total.period}: reported {_number(check.reported)}, "
            f"its parts give {_number(check.expected)}: off by {_number(abs(check.difference))}",
            "red",
        )
        _say(console, _place(report, check.total), "dim", _INDENT)


def _other_form(console: Console, report: Report) -> None:
    from tieout.reading import read
    from tieout.samples import path

    fact = _latest(report, _SAME_NUMBER, None)
    if fact is None or not fact.evidence.cell:
        return
    tagged = report.layout.cell_by_id(fact.evidence.cell)
    markdown = read(path("us_10k.md"))
    _heading(console, 4, "The same number in a report without tags (page-split Markdown)")
    for table in markdown.tables:
        for cell in table.cells:
            if tagged is None or cell.amount is None or cell.row_label != tagged.row_label:
                continue
            if cell.amount.value == (tagged.amount.value if tagged.amount else None):
                where = cell.evidence
                place = f"“{cell.display}”: page {where.page}, table {where.table}, cell {where.cell}, {cell.row_label}"
                _say(console, f"{markdown.name} {place}")
                return
    _say(console, "not found", "dim")


def _next(console: Console, program: str, sample: Path | None) -> None:
    from rich.text import Text

    from tieout.cli.statements.render import print_line

    console.print()
    if sample is not None:
        _say(console, "All statements of this report:", "bold")
        print_line(console, Text(f"  {program} facts {shlex.quote(str(sample))}"))  # whole, so that it can be copied
    _say(console, "Now with a report of your own:", "bold")
    width = max(len(command) for command, _ in _TRY)
    for command, meaning in _TRY:
        _say(console, f"  {program} {command:<{width}}  {meaning}", "")
