"""The samples of a split, checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tieout.evaluation.data import data_folder
from tieout.evaluation.samples import Sample
from tieout.evaluation.tasks import Task
from tieout.report.errors import InputError

__all__ = ["load_samples"]


def load_samples(task: Task[Any, Any], data: Path, split: str, limit: int | None = None) -> list[Sample[Any]]:
    """The samples of a split; raises InputError where there are none, or two of one id."""
    task.check_split(split)
    data_folder(data)
    samples: list[Sample[Any]] = []
    seen: set[str] = set()
    for sample in task.samples(data, split):
        if limit is not None and len(samples) >= limit:
            break
        if sample.input.id in seen:
            raise InputError(f"{data}: two samples of {split} have the id {sample.input.id!r}")
        seen.add(sample.input.id)
        samples.append(sample)
    if not samples:
        raise InputError(f"{data}: the split {split} has no samples")
    return samples
