"""`tieout facts`: the tagged facts of one filing or of thousands, with their evidence."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.many import RowsOfReports
from tieout.cli.options import (
    Format,
    FormatOption,
    MaxOption,
    OutOption,
    PathsArgument,
    TaxonomyOption,
    choose_format,
    limits,
    one_of,
)
from tieout.cli.reading_rows import readable
from tieout.cli.selection import Selection
from tieout.cli.terminal import is_terminal, tell
from tieout.cli.unmatched import Unmatched
from tieout.report.errors import InputError

if TYPE_CHECKING:
    from tieout.cli.output import Columns
    from tieout.cli.sources import Source
    from tieout.report import Fact, Report

__all__ = ["fact_columns", "fact_row", "register"]

EPILOG = examples(
    ("tieout facts 10-k.htm", "the statements, as a person expects them"),
    ("tieout facts 10-k.htm --concept Assets", "one concept, all periods"),
    ("tieout facts 10-k.htm --concept '*Revenue*' --period 2023", "wildcards; periods that end in 2023"),
    ("tieout facts 10-k.htm --numeric --locate --out facts.xlsx", "numbers with page, table and cell"),
    ("tieout facts filings/ --out facts.parquet", "every filing below a folder"),
    ("curl -s $URL | tieout facts - | head -3", "from standard input, as JSON lines"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command(
        "facts", short_help="The tagged facts of filings, each with its evidence.", epilog=EPILOG, no_args_is_help=True
    )(facts)


def facts(
    paths: PathsArgument,
    format: FormatOption = None,
    out: OutOption = None,
    concept: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Only this concept, with or without prefix; * matches anything. May be repeated.",
            show_default=False,
        ),
    ] = None,
    period: Annotated[
        list[str] | None,
        typer.Option(metavar="DATE", help="Only this period: 2023-12-31, 2023 or 2023-01-01/2023-12-31.", show_default=False),
    ] = None,
    unit: Annotated[
        list[str] | None, typer.Option(metavar="UNIT", help="Only this unit: USD, shares, USD/shares.", show_default=False)
    ] = None,
    dimensions: Annotated[bool, typer.Option("--dimensions", help="Only facts of a slice.")] = False,
    no_dimensions: Annotated[bool, typer.Option("--no-dimensions", help="Only facts of the whole entity.")] = False,
    numeric: Annotated[bool, typer.Option("--numeric", help="Only numbers.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Only texts.")] = False,
    hidden: Annotated[bool, typer.Option("--hidden", help="Only facts that are not printed.")] = False,
    no_hidden: Annotated[bool, typer.Option("--no-hidden", help="Only facts that are printed.")] = False,
    locate: Annotated[
        bool, typer.Option("--locate", help="Add page, table, cell and characters to each fact's evidence (takes longer).")
    ] = False,
    all: Annotated[
        bool, typer.Option("--all", help="In the table of a filing: the notes too, not only the main statements.")
    ] = False,
    taxonomy: TaxonomyOption = None,
    max: MaxOption = None,
) -> None:
    """Show or export the tagged facts (XBRL) of filings, each with the evidence where it stands.

    On a terminal the facts of one filing are laid out as its statements; --format or a filter gives rows instead.
    """
    from tieout.cli.sources import find_sources

    selection = Selection(
        tuple(concept or ()),
        tuple(period or ()),
        tuple(unit or ()),
        dimensions=one_of("--dimensions", dimensions, "--no-dimensions", no_dimensions),
        numeric=one_of("--numeric", numeric, "--text", text),
        hidden=one_of("--hidden", hidden, "--no-hidden", no_hidden),
    )
    selection.check()
    on_terminal = is_terminal(sys.stdout)
    chosen = choose_format(format, out, on_terminal)
    bounds = limits(max)
    sources = find_sources(paths)
    run = _Run(sources, bounds, tuple(taxonomy or ()), selection, locate, chosen is Format.table)
    if chosen is Format.table and selection.is_everything and not locate and len(sources) == 1:
        run.statements(out, everything=all)
    else:
        run.write(chosen, out, on_terminal and out is None, fact_columns(locate, many=run.many), "facts")
    run.end()


def fact_columns(located: bool, many: bool = False) -> Columns:
    """Columns of facts in the flat formats; a listing of ``many`` reports says which of them a fact is in."""
    from tieout.cli.output import Columns
    from tieout.report.rows import FACT_COLUMNS

    place = ("evidence.page", "evidence.table", "evidence.cell")
    return Columns(
        names=FACT_COLUMNS,
        numeric=frozenset({"value"}),
        types={"nil": "BOOLEAN", "evidence.element": "BIGINT", "evidence.page": "BIGINT", "evidence.printed": "BOOLEAN"},
        dates=frozenset({"period.start", "period.end", "period.instant"}),
        integers=frozenset({"decimals"}),
        widths={
            "concept": 48,
            "label": 48,
            "value": 20,
            "unit": 16,
            "dimensions": 48,
            "footnotes": 32,
            "error": 32,
            "period.start": 15,
            "period.end": 15,
            "evidence.report": 28,
            "evidence.file": 28,
            "evidence.element_id": 24,
            "evidence.quote": 40,
        },
        listed=(
            *(("evidence.report",) if many else ()),
            *("concept", "period", "value", "unit", "dimensions", *(place if located else ())),
        ),
        whole=frozenset({"period", *place}),
    )


def fact_row(fact: Fact, report: Report, located: bool) -> dict[str, Any]:
    """The JSON form of a fact (docs/json.md), its number still a Decimal for the writers to keep exact."""
    from tieout.report.rows import with_label

    row = fact.to_dict(located)
    if fact.is_numeric:
        row["value"] = fact.value
    label = report.facts.label_of(fact.concept)
    if label is None and located and (cell := report.layout.cell_by_id(row["evidence"]["cell"])) is not None:
        label = cell.row_label or None  # what is printed beside the figure
    return with_label(row, label)


@dataclass
class _Run(RowsOfReports):
    """One run of the verb: what to read, and what became of it."""

    taxonomy: Sequence[Path]
    selection: Selection
    located: bool
    for_reading: bool
    errors: int = field(default=0, kw_only=True)
    first_error: str = field(default="", kw_only=True)
    unmatched: Unmatched = field(default_factory=Unmatched, kw_only=True)
    empty: list[str] = field(default_factory=list, kw_only=True)

    def statements(self, out: Path | None, everything: bool) -> None:
        """The one report, laid out for reading."""
        from tieout.cli.output import destination
        from tieout.cli.statements import show
        from tieout.cli.terminal import console

        source = self.sources[0]
        report = source.read(self.limits, self.taxonomy)
        _refuse_taxonomy(source, report)
        self.found = len(report.facts)
        self._count_errors(report.facts)
        self._note_if_empty(source, report)
        if not self.found:
            return
        with destination(out) as where, where.text() as stream:
            show(report, console(stream), label=source.label, everything=everything)
        _tell_notices(report)

    def rows_of(self, source: Source) -> Iterable[dict[str, Any]]:
        """One row a fact."""
        report = source.read(self.limits, self.taxonomy)
        if not self.many:
            _refuse_taxonomy(source, report)
        found = self.selection.of(report.facts)
        rows = [fact_row(f, report, self.located) for f in found]
        self._note_if_empty(source, report)
        self.found += len(rows)
        self._count_errors(found)
        if not self.found:
            self.unmatched.add(report.facts)
        if self.many:  # names of files repeat from folder to folder
            for row in rows:
                row["evidence"]["report"] = source.label
        else:
            _tell_notices(report)
        return map(readable, rows) if self.for_reading else rows

    def _count_errors(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            if fact.error:
                self.errors += 1
                self.first_error = self.first_error or fact.error

    def _note_if_empty(self, source: Source, report: Report) -> None:
        if not len(report.facts):
            self.empty.append(f"{source.label}: no tagged facts in it ({KINDS.get(report.kind, report.kind)})")

    def end(self) -> None:
        """Says on stderr how a run ended; raises typer.Exit(2) or (3) if any report failed."""
        for line in self.empty[:5]:
            tell(line)
        if len(self.empty) > 5:
            tell(f"… and {len(self.empty) - 5} more reports without tagged facts")
        if self.empty:
            tell("without tags: `tieout view` shows a report, `kpis`, `tag` and `ask` find figures in it, `read` writes it out")
        if not self.found and not self.selection.is_everything:
            for line in self.unmatched.lines(self.selection):
                tell(line)
        if self.errors:
            carry = "carry an error" if self.errors > 1 else "carries an error"
            tell(f"{self.errors:,} of {self.found:,} facts {carry}, the first: {self.first_error}")
        self.report("facts from")


# Notices that nearly every filing has, and that no fact depends on: standard taxonomies don't come with filings. Errors of
# facts stand with the facts, and are counted at the end.
UNREMARKABLE = frozenset({"document-missing", "taxonomy-incomplete", "fact-error"})

KINDS = {
    "inline-xbrl": "inline XBRL",
    "xbrl": "XBRL instance",
    "edinet": "EDINET filing",
    "taxonomy": "a taxonomy package",
    "markdown": "page-split Markdown",
    "html": "plain HTML",
    "pdf": "PDF",
}


def _refuse_taxonomy(source: Source, report: Report) -> None:
    """Raises InputError where the only thing given is a taxonomy."""
    if report.kind == "taxonomy" or any(n.code == "no-instance" for n in report.notices):
        raise InputError(
            f"{source.label}: is a taxonomy without a filing, so there are no facts: name it with --taxonomy, beside a filing"
        )


def _tell_notices(report: Report) -> None:
    """What a reader of this report should know, one line a kind; the library has every notice (`Report.notices`)."""
    counts = Counter(n.code for n in report.notices if n.code not in UNREMARKABLE)
    for code in counts:
        first = next(n for n in report.notices if n.code == code)
        more = f" (and {counts[code] - 1} more of this kind)" if counts[code] > 1 else ""
        tell(f"note: {first.where + ': ' if first.where else ''}{first.message}{more}")
