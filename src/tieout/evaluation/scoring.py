"""From kept answers to results: no solver, no model, no network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tieout.evaluation.answers import read_answer
from tieout.evaluation.intervals import estimate
from tieout.evaluation.outcomes import OUTCOMES, Outcome
from tieout.evaluation.records import Record
from tieout.evaluation.samples import Sample
from tieout.evaluation.statistics import Scored
from tieout.evaluation.tasks import Task

__all__ = ["Scores", "results", "score"]


@dataclass(frozen=True, slots=True)
class Scores:
    """Every scored answer, the outcome counts, and how many answers there are not yet (errors not counted among them)."""

    scored: tuple[Scored, ...]
    outcomes: Mapping[Outcome, int]
    missing: int

    @property
    def complete(self) -> bool:
        return self.missing == 0 and self.outcomes["error"] == 0


def score(
    task: Task[Any, Any], samples: Sequence[Sample[Any]], records: Mapping[tuple[str, int], Record], repeats: int = 1
) -> Scores:
    """Read the raw outputs again and score them; an error is no answer and enters no metric."""
    scored: list[Scored] = []
    outcomes: Counter[Outcome] = Counter(dict.fromkeys(OUTCOMES, 0))
    missing = 0
    for sample in samples:
        for repeat in range(repeats):
            record = records.get((sample.input.id, repeat))
            if record is None:
                missing += 1
                continue
            prediction, outcome, _ = read_answer(task, sample.input, record.answer)
            outcomes[outcome] += 1
            if outcome != "error":
                statistics = task.scorer.statistics(sample, prediction)
                scored.append(Scored(sample.input.id, sample.input.document, repeat, statistics))
    return Scores(tuple(scored), dict(outcomes), missing)


def results(
    task: Task[Any, Any],
    scores: Scores,
    *,
    split: str,
    solver: str,
    n: int,
    repeats: int = 1,
    notes: Sequence[str] = (),
) -> dict[str, Any]:
    """The content of ``results.json``. ``n`` is the number of samples; outcomes count answers, n times ``repeats`` in all."""
    judged = {name for one in scores.scored for name, value in one.statistics.items() if value}
    # A share of nothing (of text instances, where there are none) is no result.
    kept = {m.name for m in task.scorer.metrics if m.hits is None or m.out_of in ("n", *judged) or m.name == task.scorer.main}
    computes = {name: compute for name, compute in task.scorer.computes().items() if name in kept}
    estimates = estimate(scores.scored, computes, repeats=repeats, decimals=task.scorer.run_decimals)
    keys = {metric.name for metric in task.scorer.metrics}
    content: dict[str, Any] = {
        "task": task.name,
        "version": task.version,
        "split": split,
        "solver": solver,
        "n": n,
        **({"repeats": repeats} if repeats > 1 else {}),
        "main": task.scorer.main,
        "metrics": {name: one.to_json() for name, one in estimates.items()},
        "outcomes": dict(scores.outcomes),
        "scored": len(scores.scored),
        "missing": scores.missing,
        "complete": scores.complete,
        "published": [row.to_json() for row in task.published if row.metric in keys and row.split == task.published_split],
        "notes": [*notes, *task.notes],
    }
    return content
