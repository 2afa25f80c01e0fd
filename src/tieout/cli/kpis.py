"""`tieout kpis`: the 31 KPIs of a report or of thousands, with the page that proves each; and how to train what weighs them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.many import RowsOfReports
from tieout.cli.options import FormatOption, MaxOption, OutOption, PathsArgument, choose_format, limits
from tieout.cli.statuses import NO
from tieout.cli.terminal import is_terminal

if TYPE_CHECKING:
    from tieout.cli.output import Columns
    from tieout.cli.sources import Source
    from tieout.engines.kpis import KpiAnswer
    from tieout.report import Report

__all__ = ["kpi_columns", "kpis", "register", "register_training", "train_kpis"]


EPILOG = examples(
    ("tieout kpis report.mmd", "all 31, of the report's own fiscal year"),
    ("tieout kpis 10-k.htm --year 2023", "of another year that the statements show"),
    ("tieout kpis reports/ --out kpis.xlsx", "a folder of reports, one row a KPI"),
    ("tieout kpis 10-k.htm --cross-check", "where the printed figures and the tags disagree"),
)
TRAIN_EPILOG = examples(("tieout train kpis --from data --out model", "from data of `tieout build ledger`"))


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command("kpis", short_help="The 31 KPIs of a report, with page evidence.", epilog=EPILOG, no_args_is_help=True)(kpis)


def register_training(app: typer.Typer) -> None:
    """Adds the engine to `tieout train`."""
    app.command(
        "kpis", short_help="The weighing of KPI candidates, from inline filings.", epilog=TRAIN_EPILOG, no_args_is_help=True
    )(train_kpis)


def kpis(
    paths: PathsArgument,
    year: Annotated[
        int | None, typer.Option("--year", metavar="YEAR", help="A fiscal year; by default the report's.", show_default=False)
    ] = None,
    use_tags: Annotated[bool, typer.Option("--use-tags", help="From the tags of an XBRL filing, not from its text.")] = False,
    cross_check: Annotated[bool, typer.Option("--cross-check", help="From both, and whether they agree.")] = False,
    least: Annotated[
        float | None,
        typer.Option(
            "--min-score", metavar="P", min=0.0, max=1.0, help="Abstain below this chance of being right.", show_default=False
        ),
    ] = None,
    model: Annotated[
        Path | None, typer.Option("--model", metavar="DIR", help="A model of `tieout train kpis`.", show_default=False)
    ] = None,
    format: FormatOption = None,
    out: OutOption = None,
    max: MaxOption = None,
) -> None:
    """Find the 31 KPIs of annual reports, each with value, unit, fiscal year, page, and the cell or sentence that proves it.

    From what the report prints (Markdown, HTML, PDF); its tags are looked at only if asked for. What isn't sure is left out,
    with the reason. Exit status 1 says that no KPI was found at all.
    """
    from tieout.cli.sources import find_sources
    from tieout.engines.kpis import DEFAULT_LEAST

    on_terminal = is_terminal(sys.stdout)
    chosen = choose_format(format, out, on_terminal)
    bounds = limits(max)
    asked = _Asked(year, use_tags, cross_check, DEFAULT_LEAST if least is None else least, model)
    run = _Run(find_sources(paths), bounds, asked)
    run.write(chosen, out, on_terminal and out is None, kpi_columns(cross_check, many=run.many), "kpis")
    run.report("KPIs from")
    if not run.found:
        raise typer.Exit(NO)


def kpi_columns(cross_check: bool = False, many: bool = False) -> Columns:
    """Columns of KPIs in the flat formats; a listing of ``many`` reports says which of them a KPI is of."""
    from tieout.cli.output import Columns

    evidence = ("report", "file", "element", "element_id", "page", "block", "table", "cell", "span", "quote", "printed", "twin")
    tags = ("tagged", "tag", "agreement") if cross_check else ()
    names = ("kpi", "title", "value", "unit", "fiscal_year", "found", *tags, "page", "label", "how", "score", "reason")
    shown = ("kpi", "value", "unit", "fiscal_year", *tags, "page", "label", "reason")
    return Columns(
        names=("report", *names, *(f"evidence.{e}" for e in evidence)),
        numeric=frozenset({"value", "tagged"}),
        types={
            "fiscal_year": "BIGINT", "found": "BOOLEAN", "page": "BIGINT", "score": "DOUBLE", "evidence.element": "BIGINT",
            "evidence.page": "BIGINT", "evidence.printed": "BOOLEAN",
        },
        widths={"report": 28, "label": 36, "reason": 36, "evidence.quote": 24, "title": 28},
        listed=(*(("report",) if many else ()), *shown),
        whole=frozenset({"kpi"}),  # cut, the kinds of long-term debt would look the same
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the user wants of each report."""

    year: int | None
    use_tags: bool
    cross_check: bool
    least: float
    model: Path | None

    def rows(self, report: Report) -> list[dict[str, Any]]:
        from tieout.engines.kpis import kpis as of_text
        from tieout.engines.kpis.tagging import agreement, tagged_kpis

        if self.use_tags and not self.cross_check:
            return [answer.to_dict() for answer in tagged_kpis(report, self.year)]
        if not self.cross_check:
            return [answer.to_dict() for answer in of_text(report, self.year, model=self.model, least=self.least)]
        tags = tagged_kpis(report, self.year)
        texts = of_text(report, tags[0].fiscal_year, model=self.model, least=self.least)
        return [
            {**text.to_dict(), **_tagged(tag), "agreement": agreement(text, tag)} for text, tag in zip(texts, tags, strict=True)
        ]


def _amounts(row: dict[str, Any]) -> dict[str, Decimal]:
    """The amounts of a row as numbers, which the writers keep exact: a text ``-310000`` would be quoted in a spreadsheet."""
    return {key: Decimal(row[key]) for key in ("value", "tagged") if row.get(key) is not None}


def _tagged(tag: KpiAnswer) -> dict[str, Any]:
    return {"tagged": None if tag.value is None else format(tag.value, "f"), "tag": tag.label or None}


@dataclass
class _Run(RowsOfReports):
    """One run of the verb: what to read, and what became of it."""

    asked: _Asked

    def rows_of(self, source: Source) -> Iterator[dict[str, Any]]:
        """One row a KPI; each names its report, for what isn't found has no evidence that would."""
        report = source.read(self.limits)
        name = source.label if self.many else report.name  # names of files repeat from folder to folder
        for row in self.asked.rows(report):
            if row["evidence"] is not None:
                row["evidence"]["report"] = name
            self.found += row["found"]
            yield {"report": name, **row, **_amounts(row)}


def train_kpis(
    data: Annotated[Path, typer.Option("--from", metavar="DIR", help="Data of `tieout build ledger`.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="A new folder for the model.", show_default=False)],
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="For the trees' sampling.")] = 1,
) -> None:
    """Train the weighing of KPI candidates on reports whose KPIs are known, in minutes on a CPU."""
    from tieout.benchmarks.ledger.training import examples_of
    from tieout.cli.train import check_target, say
    from tieout.engines.kpis.ranker import write_ranker
    from tieout.engines.kpis.training import train_ranker

    check_target(out)
    trees, facts = train_ranker(examples_of(data), seed=seed, say=say)
    write_ranker(trees, facts, out)
    sys.stdout.write(json.dumps({"model": str(out), **facts}, ensure_ascii=False) + "\n")
