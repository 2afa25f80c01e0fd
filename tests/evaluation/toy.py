"""A task small enough to check by hand: is a number even or odd? Ten numbers a document."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tieout.evaluation import (
    Abstained,
    Engine,
    EngineAnswer,
    EngineFactory,
    Metric,
    Prompt,
    Sample,
    SampleInput,
    Scorer,
    Task,
    Unparsable,
)
from tieout.evaluation.data import data_file
from tieout.evaluation.metrics import accuracy, average, class_statistics

WORDS = ("even", "odd")


def parity(number: int) -> str:
    return WORDS[number % 2]


def write_data(folder: Path, count: int = 30, split: str = "test") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{split}.json").write_text(json.dumps(list(range(count))))
    return folder


def samples(data: Path, split: str) -> Iterator[Sample[str]]:
    for number in json.loads(data_file(data, f"{split}.json").read_text()):
        given = SampleInput(f"{split}-{number}", f"{split}-doc{number // 10}", {"number": number})
        yield Sample(given, parity(number))


def parse(output: str, sample: SampleInput) -> str:
    said = output.strip().lower()
    if said == "unsure":
        raise Abstained("says that it is unsure")
    if said not in WORDS:
        raise Unparsable(f"neither even nor odd: {output!r}")
    return said


def statistics(sample: Sample[str], prediction: str | None) -> Mapping[str, float]:
    return class_statistics(sample.gold, prediction)


def engine(answer: Callable[[int], str | None]) -> EngineFactory:
    """An engine that answers each number so."""

    def factory(setup: Any) -> Engine:
        return lambda sample: EngineAnswer(answer(sample.fields["number"]))

    return factory


TOY: Task[str, str] = Task(
    name="toy/parity",
    version="1",
    title="Even or odd",
    description="Say whether a number is even or odd.",
    paper="none",
    licence="Apache-2.0",
    layout="a folder with test.json and train.json, each an array of numbers",
    splits=("train", "test"),
    files=lambda data, split: [data_file(data, f"{split}.json")],
    samples=samples,
    prompt=Prompt(
        "=== system\nAnswer even or odd.\n=== user\nIs {{number}} even or odd?",
        places=("number",),
        values=lambda sample: {"number": str(sample.fields["number"])},
        long="number",
    ),
    parse=parse,
    ideal=lambda sample: sample.gold,
    scorer=Scorer(
        statistics=statistics,
        metrics=(
            Metric("accuracy", "share of numbers named rightly", accuracy, hits="correct"),
            Metric("macro_f1", "F1, mean over even and odd", average("f1", "macro", only_gold=True)),
        ),
        main="accuracy",
    ),
    engines={"": engine(parity)},
    published=(),
    max_tokens=5,
)


def toy(**engines: Callable[[int], str | None]) -> Task[str, str]:
    """The task with engines of the test's own; ``default`` is what `--solver engine` means."""
    made = {"" if name == "default" else name: engine(answer) for name, answer in engines.items()}
    return replace(TOY, engines={**TOY.engines, **made})
