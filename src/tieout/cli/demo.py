"""`tieout demo`: the main job, on the made-up report that ships."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.cli.demo_text import heading, number, say
from tieout.cli.examples import examples

if TYPE_CHECKING:
    from rich.console import Console

    from tieout.cli.statements import Statement
    from tieout.report import Fact, Report

__all__ = ["as_typed", "register", "show_demo"]

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
    ("view 10-k.htm", "in the browser"),
    ("facts 10-k.htm", "its statements"),
    ("facts 10-k.htm --locate --out facts.xlsx", "every fact, with page, table and cell"),
    ("facts filings/ --out facts.parquet", "a folder of filings"),
    ("audit 10-k.htm", "what is wrong in it"),
    ("--help", "everything else"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    epilog = examples(
        ("tieout demo", "needs no file and no network"), ("tieout demo --page demo.html", "and a page for the browser")
    )
    app.command("demo", short_help="See it at work on the report that ships with it.", epilog=epilog)(demo)


def demo(
    page: Annotated[
        Path | None,
        typer.Option("--page", metavar="FILE", help="Also write all of it as one page for a browser.", show_default=False),
    ] = None,
) -> None:
    """See it at work on the report that ships with it: nothing to prepare, no network.

    The whole main job, in some ten seconds: facts, sums, findings, tags, key figures and a question.
    """
    from tieout.cli.demo_engines import QUESTION, show_engines, write_page
    from tieout.cli.terminal import console
    from tieout.reading import read
    from tieout.samples import path
    from tieout.viewer.subject import Subject

    where = path("us_10k")
    subject = Subject(where.name, lambda: read(where), questions=(QUESTION,))
    screen, program = console(), as_typed(sys.argv[0])
    sections = show_demo(screen, subject.report)
    show_engines(screen, subject, sections + 1)
    if page is not None:
        write_page(subject, page)
        screen.print()
        say(screen, f"All of it is in {page}: open it in a browser, for example by", "bold")
        say(screen, f"  {_opener()} {shlex.quote(str(page))}")
    _next(screen, program, where)


def as_typed(argument: str) -> str:
    """How the user can start the program again: ``tieout`` where the shell finds it so, else by its path, or by Python's."""
    name = Path(argument).name
    if name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m tieout"
    found = shutil.which(name)
    return name if found is not None and Path(found).resolve() == Path(argument).resolve() else shlex.quote(argument)


def _opener() -> str:
    """The command that opens a file with the program that the user has for it."""
    return {"darwin": "open", "win32": "start"}.get(sys.platform, "xdg-open")


def show_demo(console: Console, report: Report) -> int:
    """Prints the first half: a statement, facts tied to print, sums that fail, the same number in another form.

    Gives how many numbered sections there are.
    """
    from tieout.cli.statements.show import headline, primary, statements_of

    say(console, headline(report, report.name), "bold cyan")
    say(console, "A made-up annual report that ships with tieout, with a few mistakes made on purpose.", "dim")
    _statement(console, primary(statements_of(report)))
    _tied(console, report)
    _sums(console, report)
    _other_form(console, report)
    return 4


def _statement(console: Console, statements: list[Statement]) -> None:
    from tieout.cli.statements import render

    heading(console, 1, "Its statements, laid out from the tags")
    if statements:
        render(statements[0], console)
        rest = ", ".join(s.title.removeprefix("Consolidated ") for s in statements[1:])
        say(console, f"… and {len(statements) - 1} more: {rest}", "dim")


def _tied(console: Console, report: Report) -> None:
    from rich.text import Text

    from tieout.cli.statements.render import print_line

    heading(console, 2, "Every number tied to the place where it is printed")
    for concept, axis in _TIED:
        fact = _latest(report, concept, axis)
        if fact is None:
            continue
        unit = fact.unit.name.replace("iso4217:", "").replace("xbrli:", "") if fact.unit else ""
        line = Text(f"{number(fact.number):>12} {unit} ", "bold")
        line.append(f"{fact.concept.partition(':')[2]}{_slice(fact)} {fact.period.last_day}", "cyan")
        for part in line.wrap(console, console.width):
            print_line(console, part)
        say(console, _place(report, fact), "dim", _INDENT)


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
    heading(console, 3, f"Its own sums: {len(checks)} checked, {len(checks) - len(wrong)} add up, {len(wrong)} do not")
    for check in wrong[:_MOST_FINDINGS]:
        concept = check.total.concept
        say(
            console,
            f"{concept.partition(':')[2]} {check.total.period}: reported {number(check.reported)}, "
            f"its parts give {number(check.expected)}: off by {number(abs(check.difference))}",
            "red",
        )
        say(console, _place(report, check.total), "dim", _INDENT)


def _other_form(console: Console, report: Report) -> None:
    from tieout.reading import read
    from tieout.samples import path

    fact = _latest(report, _SAME_NUMBER, None)
    if fact is None or not fact.evidence.cell:
        return
    tagged = report.layout.cell_by_id(fact.evidence.cell)
    markdown = read(path("us_10k.md"))
    heading(console, 4, "The same number in a report without tags (page-split Markdown)")
    for table in markdown.tables:
        for cell in table.cells:
            if tagged is None or cell.amount is None or cell.row_label != tagged.row_label:
                continue
            if cell.amount.value == (tagged.amount.value if tagged.amount else None):
                where = cell.evidence
                place = f"“{cell.display}”: page {where.page}, table {where.table}, cell {where.cell}, {cell.row_label}"
                say(console, f"{markdown.name} {place}")
                return
    say(console, "not found", "dim")


def _next(console: Console, program: str, sample: Path) -> None:
    from rich.text import Text

    from tieout.cli.statements.render import print_line

    console.print()
    say(console, "All statements of this report:", "bold")
    print_line(console, Text(f"  {program} facts {shlex.quote(str(sample))}"))  # whole, so that it can be copied
    say(console, "Now with a report of your own:", "bold")
    width = max(len(command) for command, _ in _TRY)
    for command, meaning in _TRY:
        say(console, f"  {program} {command:<{width}}  {meaning}", "")
