"""`tieout ledger`: noise for clean data, results by slice, mistakes, TREC files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.terminal import tell

__all__ = ["register"]

RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="A run folder of `tieout eval ledger/…`.", show_default=False)]
DataOption = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="Where the run's data is now.", show_default=False)
]
EPILOG = examples(
    ("tieout ledger noise --data data --out noisy --share 0.2", "spoil a fifth of the tables as OCR does"),
    ("tieout ledger slices RUN --by kpi", "recall and precision for each KPI"),
    ("tieout ledger mistakes RUN", "each value missed, wrong or made up, with its kind"),
    ("tieout ledger trec RUN --out trec", "run and qrels files for trec_eval"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb, with its commands, to the program."""
    verb = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=EPILOG)
    verb.callback()(_studies)
    for command in (noise, slices, mistakes, trec):
        verb.command(command.__name__, no_args_is_help=True)(command)
    app.add_typer(verb, name="ledger", short_help="LEDGER's tools: OCR noise, slices, mistakes, TREC files.")


def _studies() -> None:
    """Tools around LEDGER (arXiv 2606.13100). Each command writes JSON, one object a line."""


def noise(
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="A folder in the official layout.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="A new folder for the noisy data.", show_default=False)],
    share: Annotated[float, typer.Option(metavar="S", help="Share of the tables to spoil.")] = 0.2,
    seed: Annotated[int, typer.Option(metavar="N", help="Decides which tables are spoiled, and how.")] = 0,
    kinds: Annotated[
        Path | None, typer.Option(metavar="FILE", help="TOML with kinds, weights and rates of your own.", show_default=False)
    ] = None,
) -> None:
    """Write data again with noise in its tables: shifted cells, merged rows, lost spans, confused digits, cut pages."""
    from tieout.benchmarks.ledger.noise import read_kinds
    from tieout.benchmarks.ledger.noisy import add_noise

    _write({**add_noise(data, out, share, seed, read_kinds(kinds)), "out": str(out)})


def slices(
    run: RunArgument,
    by: Annotated[str, typer.Option(metavar="WHAT", help="kpi, year, source or kind (of question).")] = "kpi",
    data: DataOption = None,
) -> None:
    """A run's metrics for each KPI, year, source or kind of question, with intervals over reports."""
    from tieout.benchmarks.ledger.slices import SLICES, by_slice
    from tieout.report.errors import InputError

    if by not in SLICES:
        raise InputError(f"--by {by}: slices are {', '.join(SLICES)}")
    task, samples, answered = _answers(run, data)
    for row in by_slice(task.scorer, answered, samples, by):
        _write(row)


def mistakes(run: RunArgument, data: DataOption = None) -> None:
    """What a run of ledger/needle or ledger/kpis got wrong: not found, made up, another year, sign, scale, scope."""
    from collections import Counter

    from tieout.benchmarks.ledger.slices import mistakes as of_run

    _, samples, answered = _answers(run, data)
    counts: Counter[str] = Counter()
    for row in of_run(answered, samples):
        counts[row["kind"]] += 1
        _write(row)
    tell(", ".join(f"{count} {kind}" for kind, count in counts.most_common()) or "no mistakes")


def trec(
    run: RunArgument,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="A folder for run.txt and qrels.txt.", show_default=False)],
    data: DataOption = None,
) -> None:
    """The rankings of a run of ledger/pages, and its judgments, as trec_eval reads them."""
    from tieout.benchmarks.ledger.trec import qrels_lines, run_lines
    from tieout.report.errors import InputError

    task, samples, answered = _answers(run, data)
    if task.name != "ledger/pages":
        raise InputError(f"{run}: a run of {task.name}; only ledger/pages ranks pages")
    out.mkdir(parents=True, exist_ok=True)
    (out / "qrels.txt").write_text("".join(qrels_lines(samples.values())), encoding="utf-8")
    (out / "run.txt").write_text("".join(run_lines(samples.values(), answered, run.name)), encoding="utf-8")
    _write({"run": str(out / "run.txt"), "qrels": str(out / "qrels.txt"), "queries": len(samples)})


def _answers(run: Path, data: Path | None) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """The run's task, its samples by id, and the predictions by id (None: no answer)."""
    from tieout.evaluation import predictions_of
    from tieout.report.errors import InputError

    task, samples, answered = predictions_of(run, data)
    if not task.name.startswith("ledger/"):
        raise InputError(f"{run}: a run of {task.name}, not of LEDGER")
    return task, {sample.input.id: sample for sample in samples}, answered


def _write(row: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
