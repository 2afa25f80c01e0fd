"""What both bridges share: the samples of a task by id, and the score of one output exactly as we score it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from tieout.evaluation.answers import read_answer
from tieout.evaluation.intervals import Resampling
from tieout.evaluation.loading import load_samples
from tieout.evaluation.outcomes import Answer, Outcome
from tieout.evaluation.registry import find_task
from tieout.evaluation.samples import Sample
from tieout.evaluation.statistics import Scored
from tieout.evaluation.tasks import Task
from tieout.report.errors import InputError

__all__ = ["DATA_VARIABLE", "aggregate", "loaded", "outcome_and_statistics", "prompt_text", "slug"]

DATA_VARIABLE = "TIEOUT_EVAL_DATA"


def slug(task: str) -> str:
    """A task's name as other tools can have it: ``finer-ord/ner`` becomes ``finer_ord_ner``."""
    return task.replace("/", "_").replace("-", "_")


def loaded(task: str, data: str | None, split: str) -> Mapping[str, Sample[Any]]:
    """The samples by id. ``data`` None: the folder that the environment variable TIEOUT_EVAL_DATA names."""
    folder = data or os.environ.get(DATA_VARIABLE)
    if not folder:
        raise InputError(f"{task}: where is the data? give `data`, the folder of the official files, or set {DATA_VARIABLE}")
    return _loaded(task, folder, split)


@lru_cache(maxsize=4)
def _loaded(task: str, data: str, split: str) -> Mapping[str, Sample[Any]]:
    return {sample.input.id: sample for sample in load_samples(find_task(task), Path(data), split)}


def prompt_text(task: Task[Any, Any], sample: Sample[Any]) -> str:
    """The prompt as one text: the system message, if there is one, then the user's."""
    return "\n\n".join(message["content"] for message in task.prompt.render(sample.input).messages)


def outcome_and_statistics(task: Task[Any, Any], sample: Sample[Any], answer: Answer) -> tuple[Outcome, dict[str, float]]:
    """As `scoring.score` does for one answer; an error has no statistics."""
    prediction, outcome, _ = read_answer(task, sample.input, answer)
    if outcome == "error":
        return outcome, {}
    return outcome, {name: float(value) for name, value in task.scorer.statistics(sample, prediction).items()}


def aggregate(task: Task[Any, Any], metric: str, statistics: Iterable[Mapping[str, float]]) -> float:
    """A metric over the statistics of many samples; 0 for none."""
    scored = [Scored(str(place), "", 0, one) for place, one in enumerate(statistics) if one]
    if not scored:
        return 0.0
    compute = task.scorer.computes()[metric]
    return Resampling(scored).values(compute)[0]
