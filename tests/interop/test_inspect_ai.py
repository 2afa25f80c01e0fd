"""inspect_ai, offline: our tasks are found by entry point, prompt as we do, and score the same outputs exactly as we do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from tests.interop.outputs import outputs
from tests.made_up_data import MADE_UP
from tieout.evaluation import RunOptions, Task, all_tasks, evaluate, load_samples
from tieout.evaluation.interop.samples import slug

pytestmark = pytest.mark.interop

TASKS = list(all_tasks().values())
USAGE = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)


@pytest.mark.parametrize(("format", "epochs"), [("eval", 1), ("json", 1), ("eval", 2)])
@pytest.mark.parametrize("task", TASKS, ids=[task.name for task in TASKS])
def test_it_scores_as_we_do_and_its_log_is_read_back(task: Task[Any, Any], format: Any, epochs: int, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    MADE_UP[task.name](data)
    split = task.splits_in(data)[-1]
    samples = load_samples(task, data, split)
    made = outputs(task, samples)
    answers = {user_text(task, sample): made[sample.input.id] for sample in samples}

    def answer(messages: Any, tools: Any, choice: Any, config: Any) -> ModelOutput:
        output = ModelOutput.from_content("mockllm", answers[messages[-1].text])
        output.usage = USAGE  # without it the mock model would fetch a tokenizer
        return output

    (log,) = inspect_eval(
        f"tieout/{slug(task.name)}",
        task_args={"data": str(data), "split": split},
        model=get_model("mockllm/model", custom_outputs=answer),
        log_dir=str(tmp_path / "logs"),
        log_format=format,
        epochs=epochs,
        display="none",
    )
    assert log.status == "success", log.error
    found = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}

    plain = tmp_path / "plain.jsonl"
    plain.write_text("".join(json.dumps({"id": id_, "output": output}) + "\n" for id_, output in made.items()))
    ours = evaluate(task, RunOptions(data=data, split=split, solver=f"predictions:{plain}", out=tmp_path / "ours"))
    metrics = {name: metric["value"] for name, metric in ours.results["metrics"].items()}
    decimals = task.scorer.run_decimals if epochs > 1 else None
    rounded = metrics if decimals is None else {name: round(value, decimals) for name, value in metrics.items()}
    assert {name: found[name] for name in rounded} == pytest.approx(rounded)
    # A share of nothing is left out of our results; inspect_ai needs a number and has 0.
    assert all(found[name] == 0 for name in found.keys() - rounded.keys())
    assert 0 < metrics[task.scorer.main] < 1

    options = RunOptions(data=data, split=split, solver=f"predictions:{log.location}", out=tmp_path / "again", repeats=epochs)
    again = evaluate(task, options)
    shown = {name: found[name] for name in rounded}
    assert {name: metric["value"] for name, metric in again.results["metrics"].items()} == pytest.approx(shown)
    assert sum(again.results["outcomes"].values()) == epochs * len(samples)
    assert json.loads((tmp_path / "again" / "run.json").read_text())["solver"]["format"] == "inspect_ai"


def user_text(task: Task[Any, Any], sample: Any) -> str:
    return task.prompt.render(sample.input).messages[-1]["content"]
