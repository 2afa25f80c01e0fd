"""A task: one declaration of everything that evaluating it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from tieout.evaluation.prompts import Prompt
from tieout.evaluation.published import Published
from tieout.evaluation.samples import Sample, SampleInput
from tieout.evaluation.statistics import Array, Sums
from tieout.report.errors import InputError

__all__ = ["Engine", "EngineAnswer", "EngineFactory", "EngineSetup", "Metric", "Retrieval", "Scorer", "Task"]

GoldT = TypeVar("GoldT")
PredictionT = TypeVar("PredictionT")


@dataclass(frozen=True, slots=True)
class Metric:
    """One number of a task's results: its key in ``results.json``, what it means, and how it follows from the sums.

    ``hits`` names the 0/1 statistic whose mean the metric is; only such metrics (accuracies) have a McNemar test. ``out_of``
    names the statistic that counts the samples it is a mean of.
    """

    name: str
    description: str
    compute: Callable[[Sums], Array]
    hits: str | None = None
    out_of: str = "n"
    higher_is_better: bool = True


@dataclass(frozen=True, slots=True)
class Scorer(Generic[GoldT, PredictionT]):
    """How a prediction becomes statistics, and the metrics that are computed from their sums.

    ``statistics(sample, prediction)`` gets None for a prediction that was not made (abstained, unparsable, truncated,
    refused): it has to count as wrong, and for a precision as not attempted. ``main`` is the metric that ranks.
    ``run_decimals``: see `intervals.estimate`.
    """

    statistics: Callable[[Sample[GoldT], PredictionT | None], Mapping[str, float]]
    metrics: tuple[Metric, ...]
    main: str
    run_decimals: int | None = None

    def computes(self) -> dict[str, Callable[[Sums], Array]]:
        return {metric.name: metric.compute for metric in self.metrics}


@dataclass(frozen=True, slots=True)
class EngineSetup:
    """What a built-in engine may know before it sees a sample: a trained artefact (None: the shipped one) and a seed."""

    model: Path | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """An engine's answer in the task's output format (None: it abstains), with the evidence that proves it."""

    output: str | None
    evidence: Any = None


Engine = Callable[[SampleInput], EngineAnswer]
EngineFactory = Callable[[EngineSetup], Engine]


@dataclass(frozen=True, slots=True)
class Retrieval:
    """How a task whose answer is one of many candidates is asked of a ranker of texts (`embed:` solvers).

    ``candidates(input)`` gives (id, text) pairs, ``output(ids)`` the output for a ranking, best first. ``forms`` are other ways
    of writing the candidates, by the name that ``embed:MODEL@BASE_URL#NAME`` takes.
    """

    query: Callable[[SampleInput], str]
    candidates: Callable[[SampleInput], Sequence[tuple[str, str]]]
    output: Callable[[Sequence[str]], str]
    forms: Mapping[str, Callable[[SampleInput], Sequence[tuple[str, str]]]] = field(default_factory=dict)


def _no_notes(data: Path, split: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[GoldT, PredictionT]):
    """A benchmark task. Bump ``version`` whenever samples, prompt, parser or metrics change: runs of two versions don't mix.

    - ``files(data, split)``: the official files that make the split, below the folder that the user names; raises
      InputError where one is missing. Their bytes make the data hash.
    - ``samples(data, split)``: the samples in official order, those of one document together.
    - ``parse(output, input)``: the prediction (JSON values) in a model's output; raises Unparsable or Abstained.
    - ``ideal(sample)``: the output that a perfect model would give; few-shot examples and the registry test use it.
    - ``engines``: factories by variant; ``""`` is what `--solver engine` means.
    - ``sizes``: samples in the official splits; where a user's data differs, the results say so.
    - ``data_notes(data, split)``: what the results should say about the user's data (files that the official data lack).
    - ``sheet(predictions)``: the predictions by id (None: no answer) in the form in which the benchmark's organisers take them
      (`tieout eval --export FILE`).
    - ``kept(prediction)``: what of a prediction stands in ``samples.jsonl``, where all of it would be too much; scores are
      always computed from the output.
    - ``retrieval``: where the answer is one of many candidates, what an embeddings endpoint needs to rank them.
    """

    name: str
    version: str
    title: str
    description: str
    paper: str
    licence: str
    layout: str
    splits: tuple[str, ...]
    files: Callable[[Path, str], Sequence[Path]]
    samples: Callable[[Path, str], Iterable[Sample[GoldT]]]
    prompt: Prompt
    parse: Callable[[str, SampleInput], PredictionT]
    ideal: Callable[[Sample[GoldT]], str]
    scorer: Scorer[GoldT, PredictionT]
    engines: Mapping[str, EngineFactory]
    published: tuple[Published, ...]
    published_split: str = "test"
    notes: tuple[str, ...] = ()
    few_shot_split: str | None = "train"
    max_tokens: int = 1024
    json_schema: Mapping[str, Any] | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    data_notes: Callable[[Path, str], Sequence[str]] = _no_notes
    sheet: Callable[[dict[str, Any]], Any] | None = None
    kept: Callable[[PredictionT], Any] | None = None
    retrieval: Retrieval | None = None

    def check_split(self, split: str) -> str:
        """``split`` itself; raises InputError when the task has no such split."""
        if split not in self.splits:
            raise InputError(f"{self.name} has no split {split!r}; it has {', '.join(self.splits)}")
        return split

    def splits_in(self, data: Path) -> list[str]:
        """The splits whose files are all in the folder ``data``."""
        present = []
        for split in self.splits:
            try:
                self.files(data, split)
            except InputError:
                continue
            present.append(split)
        return present
