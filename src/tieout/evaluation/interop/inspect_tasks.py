"""Our tasks for inspect_ai, found by its entry-point group ``inspect_ai``; prompts, parsing and metrics are ours::

    inspect eval tieout/finer_ord_ner -T data=DIR -T split=val --model …

Epochs are repeats: each is scored as a run, and the mean of the runs is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, metric, scorer
from inspect_ai.solver import TaskState, generate

from tieout.evaluation.interop.logs import INSPECT_CUT_OFF
from tieout.evaluation.interop.samples import aggregate, loaded, outcome_and_statistics, slug
from tieout.evaluation.intervals import estimate
from tieout.evaluation.outcomes import Answer
from tieout.evaluation.registry import all_tasks, find_task
from tieout.evaluation.statistics import Scored

__all__: list[str] = []


@metric(scores="unreduced")
def tieout_metrics(name: str) -> Metric:
    """All metrics of a task, from the statistics of its samples."""
    ours = find_task(name)

    def compute(scores: list[SampleScore]) -> Value:
        met: Counter[str] = Counter()
        scored = []
        for one in scores:
            id_ = str(one.sample_id)
            kept = one.score.metadata or {}
            scored.append(Scored(id_, kept.get("document", ""), met[id_], kept.get("statistics", {})))
            met[id_] += 1
        repeats = max(met.values(), default=1)
        found = estimate(scored, ours.scorer.computes(), repeats=repeats, decimals=ours.scorer.run_decimals)
        return {metric.name: found[metric.name].value if found else 0.0 for metric in ours.scorer.metrics}

    return compute


def _scorer_of(name: str, data: str | None, split: str) -> Scorer:
    ours = find_task(name)

    @scorer(metrics=[tieout_metrics(name)], name="tieout")
    def build() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            sample = loaded(name, data, split)[str(state.sample_id)]
            reason = state.output.stop_reason
            answer = Answer(
                state.output.completion,
                finish_reason="length" if reason in INSPECT_CUT_OFF else "stop",
                refused=reason == "content_filter",
            )
            outcome, statistics = outcome_and_statistics(ours, sample, answer)
            return Score(
                value=aggregate(ours, ours.scorer.main, [statistics]),
                answer=answer.output,
                explanation=outcome,
                metadata={"statistics": statistics, "document": sample.input.document, "outcome": outcome},
            )

        return score

    return build()


def _register(name: str) -> Callable[..., Task]:
    ours = find_task(name)

    @task(name=slug(name))
    def build(data: str | None = None, split: str = "test") -> Task:
        kinds: dict[str, Any] = {"system": ChatMessageSystem, "user": ChatMessageUser}
        samples = [
            Sample(
                id=id_,
                input=[
                    kinds[message["role"]](content=message["content"]) for message in ours.prompt.render(one.input).messages
                ],
                target=ours.ideal(one),
            )
            for id_, one in loaded(name, data, split).items()
        ]
        return Task(
            dataset=MemoryDataset(samples, name=name),
            solver=generate(),
            scorer=_scorer_of(name, data, split),
            config=GenerateConfig(temperature=0.0, max_tokens=ours.max_tokens),
            version=ours.version,
        )

    return build


for _name in all_tasks():
    globals()[slug(_name)] = _register(_name)
