"""Ask a solver for every sample that has no answer yet, and keep each answer as it comes."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from tieout.evaluation.answers import read_answer
from tieout.evaluation.outcomes import Answer, Outcome
from tieout.evaluation.records import Journal, Record
from tieout.evaluation.samples import SampleInput
from tieout.evaluation.solvers.base import Solver, StopRun
from tieout.evaluation.tasks import Task
from tieout.report.errors import InputError

__all__ = ["OnProgress", "Progress", "answer_all"]

Todo = tuple[SampleInput, int]


@dataclass(slots=True)
class Progress:
    """How far a run is. ``done`` counts answers of earlier sessions too, ``asked`` those of this one."""

    total: int
    done: int = 0
    asked: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    cost: Decimal | None = None
    started: float = field(default_factory=time.monotonic)

    def rate(self) -> float:
        """Answers a second, in this session."""
        return self.asked / max(time.monotonic() - self.started, 1e-9)


OnProgress = Callable[[Progress], None]


async def answer_all(
    task: Task[Any, Any],
    inputs: Sequence[SampleInput],
    repeats: int,
    solver: Solver,
    journal: Journal,
    on_progress: OnProgress | None = None,
) -> str | None:
    """Answer what the journal lacks. Returns why the run stopped early (a line for the user), or None when it got through.

    What failed before is asked again. Raises InputError when a finished sample's prompt is no longer what it was.
    """
    progress = Progress(total=len(inputs) * repeats)
    todo: list[Todo] = []
    for sample in _by_document(inputs):
        for repeat in range(repeats):
            record = journal.records.get((sample.id, repeat))
            if record is None or record.outcome == "error":
                todo.append((sample, repeat))
                continue
            _check_prompt(record, sample, solver)
            progress.done += 1
            progress.outcomes[record.outcome] += 1
    if not todo:
        return None
    async with solver:
        return await _Asking(task, solver, journal, progress, on_progress).run(todo)


def _by_document(inputs: Sequence[SampleInput]) -> list[SampleInput]:
    """Samples of one document follow each other, so that a server that caches prompt prefixes can reuse the document."""
    first: dict[str, int] = {}
    for place, sample in enumerate(inputs):
        first.setdefault(sample.document, place)
    return sorted(inputs, key=lambda sample: first[sample.document])


def _check_prompt(record: Record, sample: SampleInput, solver: Solver) -> None:
    if record.answer.prompt_hash is None:
        return
    now = solver.prompt_hash(sample)
    if now is not None and now != record.answer.prompt_hash:
        raise InputError(f"sample {sample.id!r} was answered with another prompt than it has now; start a new run folder")


class _Asking:
    """One session of asking: a few workers that share a list of samples."""

    def __init__(
        self, task: Task[Any, Any], solver: Solver, journal: Journal, progress: Progress, on_progress: OnProgress | None
    ) -> None:
        self._task = task
        self._solver = solver
        self._journal = journal
        self._progress = progress
        self._on_progress = on_progress
        self._failures = 0
        self._stopped: str | None = None

    async def run(self, todo: list[Todo]) -> str | None:
        remaining = iter(todo)
        try:
            async with asyncio.TaskGroup() as workers:
                for _ in range(min(self._solver.connections, len(todo))):
                    workers.create_task(self._work(remaining))
        except BaseExceptionGroup as failures:  # a full disk, an interrupt: one is enough to tell
            raise failures.exceptions[0] from None
        return self._stopped

    async def _work(self, remaining: Any) -> None:
        for sample, repeat in remaining:
            if self._stopped is not None:
                return
            try:
                answer = await self._solver.answer(sample, repeat)
            except StopRun as word:
                self._stopped = f"{word}; go on with --resume and a higher --cost-limit"
                return
            except Exception as error:  # one sample that our code fails on must not lose the others
                answer = Answer(None, error=f"{type(error).__name__}: {error}")
            self._keep(sample, repeat, answer)

    def _keep(self, sample: SampleInput, repeat: int, answer: Answer) -> None:
        if answer.prompt_hash is None:  # nothing was sent anywhere: what the solver was given stands for the prompt
            answer = replace(answer, prompt_hash=sample.hash())
        prediction, outcome, reason = read_answer(self._task, sample, answer)
        if prediction is not None and self._task.kept is not None:
            prediction = self._task.kept(prediction)
        self._journal.append(Record(sample.id, repeat, outcome, prediction, answer, reason))
        progress = self._progress
        progress.done += 1
        progress.asked += 1
        progress.outcomes[outcome] += 1
        progress.cost = self._solver.cost()
        if self._on_progress is not None:
            self._on_progress(progress)
        self._failures = self._failures + 1 if outcome == "error" else 0
        limit = self._solver.give_up_after
        if limit is not None and self._failures >= limit and self._stopped is None:
            self._stopped = f"stopped after {limit} failures in a row; the last: {answer.error}; go on with --resume"
