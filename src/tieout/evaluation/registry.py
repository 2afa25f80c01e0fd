"""The tasks that are installed, ours and other people's alike.

A package registers tasks through the entry-point group ``tieout.tasks``. The entry names a callable that returns tasks::

    [project.entry-points."tieout.tasks"]
    my-benchmark = "my_package.tasks:tasks"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution, entry_points
from pathlib import Path
from typing import Any

from tieout.evaluation.tasks import Task
from tieout.report.errors import InputError, TieoutError

__all__ = ["GROUP", "all_tasks", "find_task"]

GROUP = "tieout.tasks"


def find_task(name: str) -> Task[Any, Any]:
    """The registered task of that name; raises InputError, with the names there are, when there is none."""
    tasks = all_tasks()
    if name not in tasks:
        raise InputError(f"no task {name!r}; there are {', '.join(tasks)}")
    return tasks[name]


@cache
def all_tasks() -> dict[str, Task[Any, Any]]:
    """Every registered task by name, sorted. Raises TieoutError when an entry can't be loaded or two claim one name."""
    tasks: dict[str, Task[Any, Any]] = {}
    for entry in _entries():
        try:
            declared = list(entry.load()())
        except Exception as error:
            raise TieoutError(f"the tasks of {entry.value} ({GROUP} entry {entry.name!r}) can't be loaded: {error}") from error
        for task in declared:
            if task.name in tasks:
                raise TieoutError(f"two packages register the task {task.name!r}; uninstall one of them")
            tasks[task.name] = task
    return dict(sorted(tasks.items()))


def _entries() -> Iterable[EntryPoint]:
    installed = list(entry_points(group=GROUP))
    try:
        distribution("tieout")
    except PackageNotFoundError:
        installed.extend(_source_tree_entries())
    return sorted(set(installed), key=lambda entry: entry.name)


def _source_tree_entries() -> list[EntryPoint]:
    """Our own entries when the package runs from a source tree that nobody installed."""
    project = Path(__file__).resolve().parents[3] / "pyproject.toml"
    if not project.is_file():
        return []
    groups = tomllib.loads(project.read_text(encoding="utf-8"))["project"].get("entry-points", {})
    return [EntryPoint(name=name, value=value, group=GROUP) for name, value in groups.get(GROUP, {}).items()]
