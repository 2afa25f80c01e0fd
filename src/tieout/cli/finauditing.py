"""`tieout finauditing`: judge FinMR answers by a model, and draw the paper's figures of one's own runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from tieout.cli.examples import examples
from tieout.cli.llm_options import CacheOption, ConnectionsOption, CostOption, KeyOption, PricesOption, amount
from tieout.cli.statuses import INCOMPLETE
from tieout.cli.terminal import tell

__all__ = ["register"]

EPILOG = examples(
    ("tieout finauditing judge RUN --judge llm:gpt-4o@https://api.openai.com/v1", "a model as judge, beside the exact one"),
    ("tieout finauditing charts RUN RUN2 --out figures/", "Figures 3 to 5 as SVG, with the published systems"),
    ("tieout finauditing charts RUN --figure 5", "one of them on the terminal"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb, with its commands, to the program."""
    verb = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=EPILOG)
    verb.callback()(_studies)
    for command in (judge, charts):
        verb.command(command.__name__, no_args_is_help=True)(command)
    app.add_typer(verb, name="finauditing", short_help="FinAuditing's studies: a model as judge, the figures.")


def _studies() -> None:
    """The rest of the FinAuditing paper (arXiv 2510.08886); `tieout build finauditing` makes data."""


def judge(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The run folder of a finauditing/finmr run.", show_default=False)],
    judge: Annotated[str, typer.Option("--judge", metavar="JUDGE", help="llm:MODEL@BASE_URL.", show_default=False)],
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="Where the run's data is now, if it moved.", show_default=False)
    ] = None,
    temperature: Annotated[float, typer.Option("--temperature", metavar="T", help="Sampling temperature.")] = 0.0,
    max_tokens: Annotated[int, typer.Option("--max-tokens", metavar="N", help="Longest output of the judge.")] = 512,
    max_connections: ConnectionsOption = 8,
    timeout: Annotated[float, typer.Option("--timeout", metavar="S", help="Seconds for one label.")] = 300.0,
    cost_limit: CostOption = None,
    prices: PricesOption = None,
    cache: CacheOption = None,
    api_key_env: KeyOption = "OPENAI_API_KEY",
) -> None:
    """Let a model label each kept FinMR answer A, S, E or C; writes judge.jsonl and judge.json into the run folder.

    Exit status 3 says that some answers got no label; the same command asks for them again.
    """
    from tieout.benchmarks.finauditing.llm_judge import judge_run
    from tieout.evaluation import LLMSettings

    settings = LLMSettings(
        temperature=temperature,
        max_tokens=max_tokens,
        max_connections=max_connections,
        timeout_s=timeout,
        cost_limit=amount(cost_limit),
        cache=cache,
        prices=prices,
        api_key_env=api_key_env,
    )
    content = judge_run(run, judge, settings, data)
    sys.stdout.write(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    if content["failed"]:
        tell(f"incomplete: {content['failed']} answers got no label; the same command asks for them again")
        raise typer.Exit(INCOMPLETE)


def charts(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run folders, or results.json.", show_default=False)],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="Write SVG files there.", show_default=False)
    ] = None,
    figure: Annotated[
        str | None, typer.Option("--figure", metavar="3|4|5", help="Only this figure.", show_default=False)
    ] = None,
    published: Annotated[bool, typer.Option(help="Draw the published systems too.")] = True,
) -> None:
    """Draw F1 of each relation type (Figure 3), accuracy (4) and error rates (5) of runs."""
    from tieout.benchmarks.finauditing.charts import FIGURES, chart_of, read_results, to_svg, to_text

    results = [read_results(run) for run in runs]
    wanted = [figure] if figure is not None else [f for f in FIGURES if FIGURES[f].task in {r["task"] for r in results}]
    if not wanted:
        wanted = ["3"]  # whose error tells which runs are needed
    for one in wanted:
        chart = chart_of(one, results, published)
        if out is None:
            sys.stdout.write(to_text(chart) + "\n")
            continue
        out.mkdir(parents=True, exist_ok=True)
        path = out / f"figure-{one}.svg"
        path.write_text(to_svg(chart), encoding="utf-8")
        tell(f"{path}: {chart.title}")
