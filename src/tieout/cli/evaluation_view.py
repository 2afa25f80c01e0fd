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
_WIDE = 96  # columns that a comparison needs for its intervals
_COMPARABLE = "Best published: of the results that a run here can be compared with (same split, same way of scoring)."


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
    table = _table(
        "task", "what", "splits" if data is None else "in the data", "main metric", "best published", whole=("task",)
    )
    for task in tasks:
        best = _best(task, task.scorer.main)
        shown = f"{best[0].value:.4f} {best[0].system}" if best else "-"
        splits = task.splits if data is None else _splits_in(task, data)
        table.add_row(task.name, task.title, ", ".join(splits) or "none", task.scorer.main, shown)
    console().print(table)
    console().print(_COMPARABLE)


def show_task(task: Task[Any, Any], data: Path | None) -> None:
    out = console()
    out.print(f"{task.name}, version {task.version}: {task.title}")
    out.print(task.description)
    splits = ", ".join(f"{split} ({task.sizes[split]})" if split in task.sizes else split for split in task.splits)
    lines = {"Paper": task.paper, "Licence": task.licence, "Data": task.layout, "Splits": splits}
    if data is not None:
        lines["In the data"] = ", ".join(_splits_in(task, data)) or "none"
    lines["Solvers"] = ", ".join(
        [
            *(f"engine:{name}" if name else "engine" for name in task.engines),
            "llm:…",
            *(["embed:…"] if task.retrieval else []),
            "predictions:…",
        ]
    )
    for name, text in lines.items():
        out.print(f"  {name}: {text}")
    metrics = _table("metric", "meaning", "best published")
    for metric in task.scorer.metrics:
        best = _best(task, metric.name)
        metrics.add_row(metric.name, metric.description, f"{best[0].value:.4f} {_system(best[0])}" if best else "")
    out.print(metrics)
    names = [metric.name for metric in task.scorer.metrics if any(row.metric == metric.name for row in task.published)]
    out.print(_COMPARABLE)
    published = _table("published", "on", "where", *names, "comparable")
    for (system, split, source, comparable), values in _by_system(task.published, task.published_split).items():
        figures = (f"{values[name]:.4f}" if name in values else "" for name in names)
        published.add_row(system, split, source, *figures, comparable)
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
    """One line a metric, where the screen is wide enough; the sentence of the first, which is the task's main one."""
    out = console()
    for name, run in zip("AB", runs, strict=True):
        out.print(f"{name}: {plain(run)}")
    out.print(f"{both} samples in both runs" + (f"; {alone} in only one, left out" if alone else ""))
    wide = out.width >= _WIDE
    with_mcnemar = any(one.mcnemar_p is not None for one in differences)
    ends = ("95 % interval", "p", *(["McNemar p"] if with_mcnemar else [])) if wide else ("p",)
    table = _table("metric", "A", "B", "B - A", *ends, whole=("metric", "A", "B", "B - A", *ends))
    for one in differences:
        interval = f"{one.ci95[0]:+.4f} to {one.ci95[1]:+.4f}" if one.ci95 else "-"
        cells = [one.metric, f"{one.first:.4f}", f"{one.second:.4f}", f"{one.difference:+.4f}", *([interval] if wide else [])]
        cells.append(f"{one.p:.3f}" if one.p is not None else "-")
        if wide and with_mcnemar:
            cells.append(f"{one.mcnemar_p:.3f}" if one.mcnemar_p is not None else "")
        table.add_row(*cells)
    out.print(table)
    if differences:
        out.print(differences[0].words)
    if not wide:
        out.print("A wider window shows intervals; --format json has everything.")


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


def _table(*columns: str, whole: Sequence[str] = ()) -> Table:
    """An empty table; the columns named in ``whole`` are neither wrapped nor cut."""
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(box=SIMPLE, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column in whole)
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


def _by_system(published: Iterable[Published], split: str) -> dict[tuple[str, str, str, str], dict[str, float]]:
    """Values by metric for each (system, split, where, whether comparable)."""
    grouped: dict[tuple[str, str, str, str], dict[str, float]] = {}
    for row in published:
        where = row.source.rpartition("Table ")[2]
        grouped.setdefault((_system(row), row.split, where, _comparable(row, split)), {})[row.metric] = row.value
    return grouped


def _comparable(row: Published, split: str) -> str:
    if row.comparable and row.split == split:
        return "yes"
    return "no" + (f": {row.note}" if row.note else ": other split" if row.split != split else "")
