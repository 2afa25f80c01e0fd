"""`tieout ledger`: noise for clean data, results by slice, mistakes, TREC files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.llm_options import ConnectionsOption, CostOption, KeyOption, PricesOption, amount
from tieout.cli.statuses import INCOMPLETE
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
    ("tieout ledger mine --data data --out judged", "find the pages that print each value, and grade them"),
    ("tieout ledger draft --model llm:NAME@URL --out wordings.json", "questions worded by a model, for `tieout build ledger`"),
    ("tieout ledger agree human.txt judged.txt", "Cohen's kappa of two qrels files"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb, with its commands, to the program."""
    verb = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=EPILOG)
    verb.callback()(_studies)
    for command in (noise, slices, mistakes, trec, mine, agree, draft):
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


def mine(
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="A folder in the official layout.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="A new folder for the judged data.", show_default=False)],
    split: Annotated[str, typer.Option(metavar="S", help="The split to judge.")] = "eval",
    again: Annotated[bool, typer.Option("--again", help="Also questions that have judgments.")] = False,
    judge: Annotated[
        str | None, typer.Option("--judge", metavar="JUDGE", help="llm:MODEL@BASE_URL (a rule).", show_default=False)
    ] = None,
    max_connections: ConnectionsOption = 8,
    cost_limit: CostOption = None,
    prices: PricesOption = None,
    api_key_env: KeyOption = "OPENAI_API_KEY",
) -> None:
    """Judge questions that have no judged page: pages that print the value, graded by a rule or by a model.

    Exit status 3 says that the model gave some pages no grade; the same command asks for them again.
    """
    from tieout.benchmarks.ledger.judging import mine as mine_pages
    from tieout.evaluation import LLMSettings

    settings = LLMSettings(
        max_connections=max_connections, cost_limit=amount(cost_limit), prices=prices, api_key_env=api_key_env
    )
    told = mine_pages(data, out, split, judge, settings, again)
    _write(told)
    if told["failed"]:
        tell(f"incomplete: {told['failed']} pages got no grade; the same command asks for them again")
        raise typer.Exit(INCOMPLETE)


def agree(
    first: Annotated[Path, typer.Argument(metavar="FIRST", help="A qrels file.", show_default=False)],
    second: Annotated[Path, typer.Argument(metavar="SECOND", help="Another, of the same pages.", show_default=False)],
) -> None:
    """How far two graders agree: share of equal grades, Cohen's kappa, plain and quadratically weighted."""
    from dataclasses import asdict

    from tieout.benchmarks.ledger.judging import agreement, read_qrels

    _write(asdict(agreement(read_qrels(first), read_qrels(second))))


def draft(
    model: Annotated[str, typer.Option("--model", metavar="MODEL", help="llm:MODEL@BASE_URL.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Write the wordings there.", show_default=False)],
    count: Annotated[int, typer.Option(metavar="N", help="Wordings for each KPI.")] = 10,
    temperature: Annotated[float, typer.Option("--temperature", metavar="T", help="Sampling temperature.")] = 0.8,
    max_connections: ConnectionsOption = 8,
    cost_limit: CostOption = None,
    api_key_env: KeyOption = "OPENAI_API_KEY",
) -> None:
    """Have a model word questions for each KPI; read them before you build with them (`--templates`)."""
    from tieout.benchmarks.ledger.drafting import draft as drafted_by
    from tieout.evaluation import LLMSettings

    settings = LLMSettings(
        temperature=temperature, max_connections=max_connections, cost_limit=amount(cost_limit), api_key_env=api_key_env
    )
    drafted, without = drafted_by(model, count, settings)
    out.write_text(json.dumps(drafted, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    _write({"kpis": len(drafted), "wordings": sum(map(len, drafted.values())), "without": without, "out": str(out)})


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
