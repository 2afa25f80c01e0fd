"""What a run is asked to be: its options, whether they can work, and how it differs from what was published."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tieout.evaluation.data import data_folder
from tieout.evaluation.solvers import LLMSettings
from tieout.evaluation.tasks import Task
from tieout.report.errors import InputError

__all__ = ["RunOptions", "check_options", "notes_on"]


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What `tieout eval` was asked to do. ``limit`` takes the first samples of the split."""

    data: Path
    split: str
    solver: str
    out: Path
    limit: int | None = None
    resume: bool = False
    seed: int | None = None
    repeats: int = 1
    model: Path | None = None
    few_shot: int = 0
    prompt: Path | None = None
    llm: LLMSettings = field(default_factory=LLMSettings)


def check_options(task: Task[Any, Any], options: RunOptions) -> None:
    """Raises InputError for a number out of range, an unknown split, and a split whose files are missing."""
    _check_numbers(options)
    _check_split(task, options)


def _check_numbers(options: RunOptions) -> None:
    for name, value, least in (
        ("--limit", options.limit, 1),
        ("--repeats", options.repeats, 1),
        ("--few-shot", options.few_shot, 0),
        ("--max-connections", options.llm.max_connections, 1),
        ("--max-tokens", options.llm.max_tokens, 1),
    ):
        if value is not None and value < least:
            raise InputError(f"{name} {value}: has to be at least {least}")


def _check_split(task: Task[Any, Any], options: RunOptions) -> None:
    """Where the split's files are missing but others are there, say which ones."""
    task.check_split(options.split)
    data_folder(options.data)
    try:
        task.files(options.data, options.split)
    except InputError as error:
        present = task.splits_in(options.data)
        if not present:
            raise InputError(f"{error}; the layout is {task.layout}") from None
        raise InputError(f"{error}; the folder has --split {' or '.join(present)}") from None


def notes_on(task: Task[Any, Any], options: RunOptions, count: int) -> list[str]:
    """Where this run differs from what the published numbers were measured on."""
    notes = []
    official = task.sizes.get(options.split)
    if options.limit is not None and options.limit <= count:
        notes.append(
            f"only the first {count} samples of the split" + (f" (the official one has {official})" if official else "")
        )
    elif official is not None and official != count:
        notes.append(f"the data has {count} samples in {options.split}, the official split has {official}")
    if options.split != task.published_split and task.published:
        notes.append(f"published numbers are for the split {task.published_split}; this run is on {options.split}")
    if options.few_shot:
        notes.append(f"{options.few_shot} examples in the prompt (few-shot)")
    if options.prompt is not None:
        notes.append(f"own prompt: {options.prompt.name}")
    return notes
