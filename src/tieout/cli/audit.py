"""`tieout audit`: what is wrong in one tagged filing or in thousands, with arithmetic and evidence."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.many import ManyReports
from tieout.cli.options import Format, MaxOption, OutOption, PathsArgument, TaxonomyOption, choose_format, limits
from tieout.cli.statuses import NO
from tieout.cli.terminal import is_terminal, tell

if TYPE_CHECKING:
    from tieout.cli.output import Columns, Destination
    from tieout.cli.sources import Source
    from tieout.engines.auditing import Acceptances, AuditResult, Severity

__all__ = ["AuditFormat", "FailOn", "finding_columns", "register"]


class AuditFormat(StrEnum):
    table = "table"
    json = "json"
    jsonl = "jsonl"
    csv = "csv"
    xlsx = "xlsx"
    parquet = "parquet"
    sarif = "sarif"
    md = "md"


class FailOn(StrEnum):
    error = "error"
    warning = "warning"
    info = "info"
    never = "never"


EPILOG = examples(
    ("tieout audit filing/", "every rule over one filing"),
    ("tieout audit 10-k.htm --fail-on warning", "as a check in a pipeline: exit status 1 if anything remains"),
    ("tieout audit filing/ --rules 0126,calculation-consistency", "only these rules"),
    ("tieout audit filing/ --taxonomy us-gaap-2025.zip", "with the standard trees and lists"),
    ("tieout audit filings/ --out findings.xlsx", "a folder of filings into one workbook"),
    ("tieout audit --list", "the rules, with their ids and sources"),
)


_MOST_REASONS = 2


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command("audit", short_help="What is wrong in filings, with arithmetic and evidence.", epilog=EPILOG)(audit)


def _list(asked: bool) -> None:
    if asked:
        from tieout.cli.audit_rules import list_rules

        list_rules()
        raise typer.Exit


def audit(
    paths: PathsArgument,
    format: Annotated[
        AuditFormat | None,
        typer.Option(
            "--format", "-f", help="How to write. By default a table on a terminal, jsonl in a pipe.", show_default=False
        ),
    ] = None,
    out: OutOption = None,
    fail_on: Annotated[
        FailOn, typer.Option("--fail-on", help="Exit with status 1 if findings at least this severe remain.")
    ] = FailOn.error,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            "-r",
            metavar="NAMES",
            help="Only these rules: ids, categories or DQC ids, comma-separated.",
            show_default=False,
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option("--exclude", "-a", metavar="NAMES", help="All rules but these.", show_default=False)
    ] = None,
    accepted: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Findings that are accepted, with reasons: TOML or JSON lines.", show_default=False),
    ] = None,
    locate: Annotated[
        bool,
        typer.Option("--locate/--no-locate", help="Point at page, table and cell of inline documents, or at elements only."),
    ] = True,
    list: Annotated[bool, typer.Option("--list", callback=_list, is_eager=True, help="List the rules, and end.")] = False,
    taxonomy: TaxonomyOption = None,
    max: MaxOption = None,
) -> None:
    """Check tagged filings (XBRL): sums, signs, duplicates, dimensions, dates, units and structure.

    Works on what a filing alone tells; --taxonomy makes some rules sharper. A rule that lacks its input says so.
    """
    from tieout.cli.sources import find_sources
    from tieout.engines.auditing import Severity, read_accepted
    from tieout.engines.auditing.engine import choose

    wanted, unwanted = _names(rules), _names(exclude)
    choose(wanted, unwanted)
    chosen = _format(format, out, is_terminal(sys.stdout))
    run = _Run(
        find_sources(paths),
        limits(max),
        tuple(taxonomy or ()),
        wanted,
        unwanted,
        read_accepted(accepted) if accepted is not None else None,
        locate,
        None if fail_on is FailOn.never else Severity[fail_on.value],
    )
    run.write(chosen, out)
    run.end()


def _names(given: list[str] | None) -> tuple[str, ...]:
    return tuple(n.strip() for names in given or () for n in names.split(",") if n.strip())


def _format(asked: AuditFormat | None, out: Path | None, on_terminal: bool) -> AuditFormat:
    if asked is None and out is not None and out.suffix.lower() in (".sarif", ".md"):
        return AuditFormat(out.suffix.lower()[1:])
    if asked in (AuditFormat.sarif, AuditFormat.md):
        return asked
    return AuditFormat(choose_format(Format(asked.value) if asked is not None else None, out, on_terminal).value)


def finding_columns() -> Columns:
    """Columns of findings in the flat formats."""
    from tieout.cli.output import Columns

    names = (
        *("report", "severity", "rule", "dqc", "message", "role", "concepts", "contexts"),
        *("period.start", "period.end", "period.instant", "dimensions", "reported", "expected", "arithmetic"),
        *("evidence", "fingerprint"),
    )
    return Columns(
        names=names,
        numeric=frozenset({"reported", "expected"}),
        widths={"message": 80, "role": 40, "concepts": 48, "arithmetic": 60, "evidence": 40, "report": 24, "rule": 24},
        listed=("report", "severity", "rule", "dqc", "message"),
    )


@dataclass
class _Run(ManyReports):
    """One run of the verb: what to audit, and what became of it."""

    taxonomy: Sequence[Path]
    rules: Sequence[str]
    exclude: Sequence[str]
    accepted: Acceptances | None
    located: bool
    fail_on: Severity | None
    counts: Counter[Severity] = field(default_factory=Counter, kw_only=True)
    audited: int = field(default=0, kw_only=True)
    set_aside: int = field(default=0, kw_only=True)
    empty: list[str] = field(default_factory=list, kw_only=True)

    def write(self, format: AuditFormat, out: Path | None) -> None:
        """Audits report by report; one that fails is noted and the next one read."""
        from tieout.cli.output import destination

        shows_rows = format is AuditFormat.table and out is None and is_terminal(sys.stdout)
        with destination(out) as where, _writer(format, where, many=self.many, located=self.located) as write:
            self.for_each(shows_rows, self._audit, lambda source, result: write(source.label, result))

    def _audit(self, source: Source) -> AuditResult:
        from tieout.engines.auditing import audit

        report = source.read(self.limits, self.taxonomy)
        if not len(report.facts):
            self.empty.append(f"{source.label}: no tagged facts in it")
        result = audit(report, rules=self.rules, exclude=self.exclude, taxonomy=self.taxonomy)
        result.report = source.label
        if self.accepted is not None:
            self.accepted.set_aside(result)
        for finding in result if self.located else ():
            _ = finding.evidence  # here, where a failure is this report's
        self.audited += 1
        self.counts.update(f.severity for f in result)
        self.set_aside += len(result.accepted)
        return result

    def end(self) -> None:
        """Says on stderr how the run went, and raises typer.Exit with the status that a script needs."""
        from tieout.engines.auditing import Severity

        for line in self.empty[:5]:
            tell(line)
        for entry in self.accepted.unused if self.accepted is not None and not self.failed else ():
            tell(f"{entry.where}: accepts a finding that isn't there any more: {entry.reason}")
        what = ", ".join(_count(self.counts[s], s.name) for s in sorted(Severity, reverse=True))
        aside = f"; {self.set_aside} accepted" if self.set_aside else ""
        of = f" in {self.audited:,} of {len(self.sources):,} reports" if self.many else ""
        if self.audited:
            tell(f"{what}{aside}{of}")
        self.tell_failed()
        if self.fail_on is not None and any(n and s >= self.fail_on for s, n in self.counts.items()):
            raise typer.Exit(NO)


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 or what == 'info' else 's'}"


def not_run(result: AuditResult) -> str:
    """One line on the rules that lacked something, most common reason first; empty if none did."""
    reasons = Counter(s.reason for s in result.skipped if not s.by_choice)
    if not reasons:
        return ""
    most = "; ".join(f"{reason} ({n})" for reason, n in reasons.most_common(_MOST_REASONS))
    more = len(reasons) - _MOST_REASONS
    rest = f"; {more} more reason{'s' if more > 1 else ''}" if more > 0 else ""
    return f"not run: {_count(reasons.total(), 'rule')}: {most}{rest}; --format table or md names them"


@contextmanager
def _writer(format: AuditFormat, where: Destination, many: bool, located: bool) -> Iterator[Any]:
    """A function that takes each report's label and result, and writes them as ``format``."""
    match format:
        case AuditFormat.table:
            from tieout.cli.audit_text import Table

            with where.text() as stream:
                yield Table(stream, many, located).write
        case AuditFormat.md:
            from tieout.cli.audit_text import Markdown

            with where.text() as stream:
                yield Markdown(stream, located).write
        case AuditFormat.sarif:
            from tieout.cli.audit_sarif import Sarif

            sarif = Sarif(located)
            yield sarif.add
            with where.text() as stream:
                sarif.write(stream)
        case _:
            from tieout.cli.output import open_rows

            flat = format not in (AuditFormat.json, AuditFormat.jsonl)
            with open_rows(Format(format.value), where, finding_columns(), "findings") as rows:

                def write(label: str, result: AuditResult) -> None:
                    for finding in result:
                        row = finding.to_dict(located)
                        for evidence in row["evidence"] if many else ():  # names of files repeat from folder to folder
                            evidence["report"] = label
                        rows.write(_flat(row, label) if flat else row)
                    if not many and (reasons := not_run(result)):
                        tell(reasons)

                yield write


def _flat(row: dict[str, Any], label: str) -> dict[str, Any]:
    """A row for the flat formats: the report, arithmetic as a person writes it, and places in short."""
    from tieout.cli.audit_text import place

    terms = [f"{t['weight']:f} × {t['value']:f} {t['concept']}" for t in row["arithmetic"]]
    places = [place(e) for e in row["evidence"]]
    return {**row, "report": label, "arithmetic": terms, "evidence": places}
