"""Tasks, results and comparisons as a person reads them, and the progress of a run."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.cli.terminal import console, is_terminal, plain, tell

if TYPE_CHECKING:
    from rich.table import Table

    from tieout.evaluation import Difference, Published, Task
    from tieout.evaluation.runner import OnProgress, Progress

__all__ = ["progress", "said_totals", "show_differences", "show_results", "show_task", "show_tasks", "task_json"]

PAUSE_S = 10.0
_BEST = 3  # published rows shown beside a result


def task_json(task: Task[Any, Any], data: Path | None, *, brief: bool = False) -> dict[str, Any]:
    """A task as data; ``brief`` leaves out everything but what the list shows."""
    best = _best(task, task.scorer.main)
    row: dict[str, Any] = {
        "task": task.name,
        "version": task.version,
        "title": task.title,
        "paper": task.paper,
        "licence": task.licence,
        "splits": list(task.splits),
        "data": None if data is None else _splits_in(task, data),
        "solvers": [f"engine:{name}" if name else "engine" for name in task.engines],
        "main": task.scorer.main,
        "best": best[0].to_json() if best else None,
    }
    if brief:
        return row
    return {
        **row,
        "description": task.description,
        "layout": task.layout,
        "sizes": dict(task.sizes),
        "metrics": {metric.name: metric.description for metric in task.scorer.metrics},
        "prompt": task.prompt.template,
        "notes": list(task.notes),
        "published": [one.to_json() for one in task.published],
    }


def show_tasks(tasks: Iterable[Task[Any, Any]], data: Path | None) -> None:
    table = _table("task", "what", "splits" if data is None else "in the data", "main metric", "best published")
    for task in tasks:
        best = _best(task, task.scorer.main)
        shown = f"{best[0].value:.4f} {best[0].system}" if best else "-"
        splits = task.splits if data is None else _splits_in(task, data)
        table.add_row(task.name, task.title, ", ".join(splits) or "none", task.scorer.main, shown)
    console().print(table)


def show_task(task: Task[Any, Any], data: Path | None) -> None:
    out = console()
    out.print(f"{task.name}, version {task.version}: {task.title}")
    out.print(task.description)
    splits = ", ".join(f"{split} ({task.sizes[split]})" if split in task.sizes else split for split in task.splits)
    lines = {"Paper": task.paper, "Licence": task.licence, "Data": task.layout, "Splits": splits}
    if data is not None:
        lines["In the data"] = ", ".join(_splits_in(task, data)) or "none"
    lines["Solvers"] = ", ".join([*(f"engine:{name}" if name else "engine" for name in task.engines), "llm:…", "predictions:…"])
    for name, text in lines.items():
        out.print(f"  {name}: {text}")
    metrics = _table("metric", "meaning", "best published")
    for metric in task.scorer.metrics:
        best = _best(task, metric.name)
        metrics.add_row(metric.name, metric.description, f"{best[0].value:.4f} {_system(best[0])}" if best else "")
    out.print(metrics)
    names = [metric.name for metric in task.scorer.metrics if any(row.metric == metric.name for row in task.published)]
    published = _table("published", "on", "where", *names)
    for (system, split, source), values in _by_system(task.published).items():
        published.add_row(system, split, source, *(f"{values[name]:.4f}" if name in values else "" for name in names))
    out.print(published)
    for note in task.notes:
        out.print(f"  Note: {note}")


def show_results(results: Mapping[str, Any]) -> None:
    """The metrics with their intervals beside the best published numbers, the outcomes, and where the two differ."""
    out = console()
    repeats = results.get("repeats", 1)
    asked = f"{results['n']} samples" + (f", {repeats} times each" if repeats > 1 else "")
    out.print(f"{results['task']} (version {results['version']}), {results['split']}, {plain(results['solver'])}: {asked}")
    table = _table("metric", "value", "95 % interval", *(["sd"] if repeats > 1 else []), "published")
    for name, metric in results["metrics"].items():
        interval = f"{metric['ci95'][0]:.4f} to {metric['ci95'][1]:.4f}" if metric["ci95"] else "-"
        rows = [row for row in results["published"] if row["metric"] == name and row.get("comparable", True)]
        best = sorted(rows, key=lambda row: row["value"], reverse=True)[:_BEST]
        shown = "; ".join(f"{row['value']:.4f} {row['system']}" for row in best)
        table.add_row(name, f"{metric['value']:.4f}", interval, *([f"{metric['sd']:.4f}"] if repeats > 1 else []), shown)
    out.print(table)
    total = results["n"] * repeats
    outcomes = ", ".join(f"{count} {name}" for name, count in results["outcomes"].items())
    missing = f", {results['missing']} not asked yet" if results["missing"] else ""
    out.print(f"Outcomes of {total}: {outcomes}{missing}. Metrics are over {results['scored']} of {total}.")
    if results.get("cost") is not None:
        out.print(f"Cost: {results['cost']}")
    for note in results["notes"]:
        out.print(f"Note: {note}")


def show_differences(differences: Sequence[Difference], both: int, alone: int, runs: tuple[str, str]) -> None:
    out = console()
    out.print(f"{both} samples in both runs" + (f"; {alone} in only one, left out" if alone else ""))
    table = _table("metric", plain(runs[0]), plain(runs[1]), "difference", "95 % interval", "p", "McNemar p")
    for one in differences:
        table.add_row(
            one.metric,
            f"{one.first:.4f}",
            f"{one.second:.4f}",
            f"{one.difference:+.4f}",
            f"{one.ci95[0]:+.4f} to {one.ci95[1]:+.4f}" if one.ci95 else "-",
            f"{one.p:.3f}" if one.p is not None else "-",
            f"{one.mcnemar_p:.3f}" if one.mcnemar_p is not None else "",
        )
    out.print(table)
    for one in differences:
        out.print(one.words)


def said_totals(totals: Mapping[str, Any]) -> str:
    """What a session asked of a model, and how much of its prompts a prefix cache could reuse."""
    shared = totals["shared_prefix_chars"] / max(totals["prompt_chars"], 1)
    return (
        f"{totals['requests']} requests ({totals['retries']} of them retries), {totals['cache_hits']} answers from the cache, "
        f"{totals['prompt_tokens']} tokens in and {totals['completion_tokens']} out; "
        f"{shared:.0%} of the prompts was a prefix that an earlier one had"
    )


@contextmanager
def progress() -> Iterator[OnProgress]:
    """A bar with rate, cost and outcomes on a terminal; elsewhere a line now and then."""
    if not is_terminal(sys.stderr):
        yield _lines()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Bar(*columns, console=console(sys.stderr), transient=True) as bar:
        shown = bar.add_task("", total=None)

        def update(state: Progress) -> None:
            bar.update(shown, total=state.total, completed=state.done, description=_said(state))

        yield update


def _lines() -> OnProgress:
    last = time.monotonic()

    def update(state: Progress) -> None:
        nonlocal last
        if time.monotonic() - last >= PAUSE_S:
            tell(f"{state.done} of {state.total}: {_said(state)}")
            last = time.monotonic()

    return update


def _said(state: Progress) -> str:
    cost = f", cost {state.cost:.4f}" if state.cost is not None else ""
    return f"{state.rate():.1f}/s{cost}, " + ", ".join(f"{count} {name}" for name, count in sorted(state.outcomes.items()))


def _table(*columns: str) -> Table:
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(box=SIMPLE, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _splits_in(task: Task[Any, Any], data: Path) -> list[str]:
    """Splits in the folder itself, or in one right below it (a folder of several benchmarks)."""
    from tieout.evaluation.data import data_folder

    folder = data_folder(data)
    candidates = [folder, *sorted(path for path in folder.iterdir() if path.is_dir())]
    return next((found for one in candidates if (found := task.splits_in(one))), [])


def _best(task: Task[Any, Any], metric: str) -> list[Published]:
    """Published results for a metric that a run can be compared with, best first."""
    higher = next((one.higher_is_better for one in task.scorer.metrics if one.name == metric), True)
    rows = [row for row in task.published if row.metric == metric and row.comparable and row.split == task.published_split]
    return sorted(rows, key=lambda row: row.value, reverse=higher)


def _system(row: Published) -> str:
    return f"{row.system} ({row.setting})" if row.setting else row.system


def _by_system(published: Iterable[Published]) -> dict[tuple[str, str, str], dict[str, float]]:
    grouped: dict[tuple[str, str, str], dict[str, float]] = {}
    for row in published:
        grouped.setdefault((_system(row), row.split, row.source.rpartition("Table ")[2]), {})[row.metric] = row.value
    return grouped
