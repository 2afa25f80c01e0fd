"""`tieout tasks`, `eval`, `score`, `compare`: measure a solver on a benchmark, and say how sure the numbers are."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.llm_options import amount
from tieout.cli.statuses import INCOMPLETE
from tieout.cli.terminal import is_terminal, tell
from tieout.report.errors import InputError

__all__ = ["compare", "evaluate", "register", "score", "tasks"]

DEFAULT_CONNECTIONS = 8


class View(StrEnum):
    table = "table"
    json = "json"
    jsonl = "jsonl"


class Cut(StrEnum):
    middle = "middle"
    end = "end"
    drop = "drop"


ViewOption = Annotated[
    View | None, typer.Option("--format", "-f", help="By default a table on a terminal, JSON in a pipe.", show_default=False)
]
DataOption = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Where the data of the run is now, if it moved.", show_default=False),
]

TASKS_EPILOG = examples(
    ("tieout tasks", "every task, with the best published result"),
    ("tieout tasks --data DIR", "and which splits are in DIR"),
    ("tieout tasks finer-ord/ner", "one task: data layout, metrics, all published results"),
    ("tieout tasks --samples finer-ord/ner --data DIR", "ids and inputs, to make predictions for"),
    ("lm_eval --include_path $(tieout tasks path) ...", "the tasks as a folder for lm_eval"),
)
EVAL_EPILOG = examples(
    ("tieout eval finer-ord/ner --data DIR --split val --solver engine", "the built-in engine"),
    ("tieout eval finer-ord/ner --data DIR --solver llm:gpt-4o@https://api.openai.com/v1 --out RUN", "a model over HTTP"),
    ("tieout eval finer-ord/ner --data DIR --solver llm:gpt-4o@https://api.openai.com/v1 --out RUN --resume", "go on with it"),
    ("tieout eval finer-ord/ner --data DIR --solver predictions:out.jsonl", "outputs you have already"),
)


def register(app: typer.Typer) -> None:
    """Adds the four verbs to the program."""
    app.command("tasks", short_help="The evaluation tasks, their data and published results.", epilog=TASKS_EPILOG)(tasks)
    app.command("eval", short_help="Run a solver on a task and score it.", epilog=EVAL_EPILOG, no_args_is_help=True)(evaluate)
    app.command("score", short_help="Score a run again; asks no model.", no_args_is_help=True)(score)
    app.command("compare", short_help="Compare two runs, sample by sample.", no_args_is_help=True)(compare)


def tasks(
    task: Annotated[
        str | None,
        typer.Argument(metavar="[TASK|path]", help="Show this task; or `path`: the lm_eval folder.", show_default=False),
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="A folder of official data.", show_default=False)
    ] = None,
    samples: Annotated[
        str | None, typer.Option("--samples", metavar="TASK", help="List this task's samples in --data.", show_default=False)
    ] = None,
    split: Annotated[
        str | None, typer.Option("--split", metavar="S", help="Only samples of this split.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="With `path`: where to write.", show_default=False)
    ] = None,
    format: ViewOption = None,
) -> None:
    """List the evaluation tasks; show one; list its samples; or write them all as a task folder for lm_eval."""
    from tieout.cli import evaluation_view as view
    from tieout.evaluation import all_tasks, find_task

    if samples is not None:
        if data is None:
            raise InputError("--samples needs --data DIR, the folder of the benchmark's official files")
        _write_lines(_sample_rows(samples, data, split))
    elif task == "path":
        from tieout.evaluation.interop.lm_eval import write_task_folder

        sys.stdout.write(f"{write_task_folder(out)}\n")
    elif task is not None:
        if _as_table(format):
            view.show_task(find_task(task), data)
        else:
            _write_json(view.task_json(find_task(task), data))
    elif _as_table(format):
        view.show_tasks(all_tasks().values(), data)
    else:
        _write_lines(view.task_json(one, data, brief=True) for one in all_tasks().values())


def evaluate(
    task: Annotated[str, typer.Argument(metavar="TASK", help="A task's name; `tieout tasks` lists them.")],
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="The folder of the official data.")],
    solver: Annotated[
        str,
        typer.Option(
            "--solver",
            metavar="SOLVER",
            help="engine, engine:VARIANT, llm:MODEL@BASE_URL, embed:MODEL@BASE_URL, predictions:FILE.",
        ),
    ] = "engine",
    split: Annotated[str, typer.Option("--split", metavar="S", help="The split to evaluate on.")] = "test",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="RUN", help="The run folder; by default a new one below runs/.", show_default=False
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", help="Only the first N samples.", show_default=False)
    ] = None,
    repeats: Annotated[int, typer.Option("--repeats", metavar="N", help="Ask each sample N times.")] = 1,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="For engines, examples and models.", show_default=False)
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option("--model", metavar="PATH", help="engine: a trained artefact, not the shipped one.", show_default=False),
    ] = None,
    temperature: Annotated[float, typer.Option("--temperature", metavar="T", help="llm: sampling temperature.")] = 0.0,
    max_tokens: Annotated[
        int | None, typer.Option("--max-tokens", metavar="N", help="llm: longest answer (the task's own).", show_default=False)
    ] = None,
    few_shot: Annotated[int, typer.Option("--few-shot", metavar="N", help="llm: examples from the training split.")] = 0,
    prompt: Annotated[
        Path | None, typer.Option("--prompt", metavar="FILE", help="llm: your own prompt template.", show_default=False)
    ] = None,
    truncate: Annotated[
        Cut | None,
        typer.Option("--truncate", help="llm: what to cut from a prompt that is too long.", show_default=False),
    ] = None,
    max_prompt_chars: Annotated[
        int | None,
        typer.Option("--max-prompt-chars", metavar="N", help="llm: what is too long (the server says).", show_default=False),
    ] = None,
    max_connections: Annotated[
        int, typer.Option("--max-connections", metavar="N", help="llm: requests at a time.")
    ] = DEFAULT_CONNECTIONS,
    timeout: Annotated[float, typer.Option("--timeout", metavar="S", help="llm: seconds for one answer.")] = 300.0,
    cost_limit: Annotated[
        str | None,
        typer.Option("--cost-limit", metavar="USD", help="llm: the most that the run may cost.", show_default=False),
    ] = None,
    prices: Annotated[
        Path | None, typer.Option("--prices", metavar="FILE", help="llm: your own price table.", show_default=False)
    ] = None,
    cache: Annotated[
        Path | None, typer.Option("--cache", metavar="FILE", help="llm: keep and reuse answers here.", show_default=False)
    ] = None,
    api_key_env: Annotated[
        str, typer.Option("--api-key-env", metavar="NAME", help="llm: the environment variable with the key.")
    ] = "OPENAI_API_KEY",
    export: Annotated[
        Path | None,
        typer.Option(
            "--export", metavar="FILE", help="Also write the answers as the organisers take them.", show_default=False
        ),
    ] = None,
    format: ViewOption = None,
) -> None:
    """Run a solver over a split and score it; answers are kept in a run folder, and a run that was stopped can go on.

    Exit status 3 says that some samples have no answer yet (`--resume` asks for them again).
    """
    from tieout.cli import evaluation_view as view
    from tieout.evaluation import LLMSettings, RunOptions, find_task
    from tieout.evaluation import evaluate as run_and_score

    if resume and out is None:
        raise InputError("--resume needs --out RUN, the folder of the run to go on with")
    chosen = find_task(task)
    settings = LLMSettings(
        temperature=temperature,
        max_tokens=max_tokens,
        seed=seed,
        truncate=truncate.value if truncate is not None else None,
        max_chars=max_prompt_chars,
        max_connections=max_connections,
        timeout_s=timeout,
        cost_limit=amount(cost_limit),
        cache=cache,
        prices=prices,
        api_key_env=api_key_env,
    )
    options = RunOptions(
        data=data,
        split=split,
        solver=solver,
        out=out or _new_run(task, split, solver),
        limit=limit,
        resume=resume,
        seed=seed,
        repeats=repeats,
        model=model,
        few_shot=few_shot,
        prompt=prompt,
        llm=settings,
    )
    with view.progress() as on_progress:
        done = run_and_score(chosen, options, on_progress)
    _show_results(done.results, format)
    tell(f"run folder: {done.run}")
    if done.totals.get("requests"):
        tell(view.said_totals(done.totals))
    if done.stopped is not None:
        tell(done.stopped)
    _end(done.results, done.run)
    if export is not None:
        from tieout.evaluation import export as write_sheet

        tell(f"{export}: {write_sheet(done.run, export, data)} answers")


def score(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder.")],
    data: DataOption = None,
    details: Annotated[
        Path | None,
        typer.Option("--details", metavar="FILE", help="Also write what each sample adds, as JSON lines.", show_default=False),
    ] = None,
    format: ViewOption = None,
) -> None:
    """Score the kept answers of a run again, with today's parser and metrics; no model is asked."""
    from tieout.evaluation import rescore

    results = rescore(run, data, details)
    _show_results(results, format)
    _end(results, run)


def compare(
    first: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder.")],
    second: Annotated[Path, typer.Argument(metavar="RUN", help="Another, of the same task and data.")],
    data: DataOption = None,
    format: ViewOption = None,
) -> None:
    """Compare two runs on the samples that both answered: paired bootstrap, McNemar's test for accuracies, and a sentence."""
    from tieout.cli import evaluation_view as view
    from tieout.evaluation import compare_runs

    differences, both, alone = compare_runs(first, second, data)
    if _as_table(format):
        view.show_differences(differences, both, alone, (str(first), str(second)))
    else:
        rows = [one.to_json() for one in differences]
        _write_json({"first": str(first), "second": str(second), "n": both, "only_in_one": alone, "metrics": rows})


def _show_results(results: dict[str, Any], format: View | None) -> None:
    from tieout.cli import evaluation_view as view

    if _as_table(format):
        view.show_results(results)
    else:
        _write_json(results)


def _end(results: dict[str, Any], run: Path) -> None:
    if not results["complete"]:
        from tieout.evaluation.records import read_records

        failed = next((one.answer.error for one in read_records(run / "samples.jsonl") if one.answer.error), None)
        if failed is not None and results["outcomes"]["error"]:
            tell(f"the first failure: {failed}")
        open_ = results["outcomes"]["error"] + results["missing"]
        tell(f"incomplete: {open_} answers are missing ({results['outcomes']['error']} failed); --resume asks for them again")
        raise typer.Exit(INCOMPLETE)


def _sample_rows(name: str, data: Path, split: str | None) -> Iterable[dict[str, Any]]:
    from tieout.evaluation import find_task, load_samples

    task = find_task(name)
    splits = [task.check_split(split)] if split is not None else task.splits_in(data)
    if not splits:
        raise InputError(f"{data} holds no split of {name}; its layout: {task.layout}")
    for one in splits:
        for sample in load_samples(task, data, one):
            given = sample.input
            yield {"id": given.id, "split": one, "document": given.document, "input": dict(given.fields)}


def _new_run(task: str, split: str, solver: str) -> Path:
    """A folder that is not there yet, named after what is run."""
    import re
    from datetime import UTC, datetime

    name = re.sub(r"[^A-Za-z0-9.-]+", "_", f"{task}-{split}-{solver.partition('@')[0]}")[:80]
    stem = f"{name}-{datetime.now(UTC):%Y%m%dT%H%M%S}"
    path, number = Path("runs") / stem, 2
    while path.exists():
        path, number = Path("runs") / f"{stem}-{number}", number + 1
    return path


def _as_table(format: View | None) -> bool:
    return format is View.table or (format is None and is_terminal(sys.stdout))


def _write_json(content: Any) -> None:
    sys.stdout.write(json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def _write_lines(rows: Iterable[dict[str, Any]]) -> None:
    for row in rows:
        sys.stdout.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")
