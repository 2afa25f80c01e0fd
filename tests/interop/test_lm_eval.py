"""lm_eval, offline: our generated tasks load, prompt as we do, and score the same outputs exactly as we do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import lm_eval
import pytest
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

from tests.interop.outputs import outputs
from tests.made_up_data import MADE_UP
from tieout.evaluation import RunOptions, Task, all_tasks, evaluate, load_samples
from tieout.evaluation.interop.lm_eval import write_task_folder
from tieout.evaluation.interop.samples import prompt_text, slug

pytestmark = pytest.mark.interop

TASKS = list(all_tasks().values())


class Scripted(LM):
    """A model that answers each prompt as it was told to."""

    def __init__(self, answers: dict[str, str]) -> None:
        super().__init__()
        self.answers = answers

    def generate_until(self, requests: Any, disable_tqdm: bool = False) -> list[str]:
        return [self.answers[request.args[0]] for request in requests]

    def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> Any:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: Any, disable_tqdm: bool = False) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize("task", TASKS, ids=[task.name for task in TASKS])
def test_it_scores_as_we_do_and_its_log_is_read_back(task: Task[Any, Any], tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    MADE_UP[task.name](data)
    split = task.splits_in(data)[-1]
    samples = load_samples(task, data, split)
    made = outputs(task, samples)

    folder = write_task_folder(tmp_path / "tasks")
    manager = TaskManager(include_path=str(folder), include_defaults=False, metadata={"data": str(data), "split": split})
    theirs = lm_eval.simple_evaluate(
        model=Scripted({prompt_text(task, sample): made[sample.input.id] for sample in samples}),
        tasks=[f"tieout_{slug(task.name)}"],
        task_manager=manager,
        log_samples=True,
        bootstrap_iters=0,
    )
    found = theirs["results"][f"tieout_{slug(task.name)}"]

    plain = tmp_path / "plain.jsonl"
    plain.write_text("".join(json.dumps({"id": id_, "output": output}) + "\n" for id_, output in made.items()))
    ours = evaluate(task, RunOptions(data=data, split=split, solver=f"predictions:{plain}", out=tmp_path / "ours"))
    metrics = {name: metric["value"] for name, metric in ours.results["metrics"].items()}
    assert {name: found[f"{name},none"] for name in metrics} == pytest.approx(metrics)
    assert 0 < metrics[task.scorer.main] < 1

    log = tmp_path / "samples_task_2030-01-01.jsonl"
    rows = theirs["samples"][f"tieout_{slug(task.name)}"]
    log.write_text("".join(json.dumps(row, default=str) + "\n" for row in rows))
    again = evaluate(task, RunOptions(data=data, split=split, solver=f"predictions:{log}", out=tmp_path / "again"))
    assert again.results["metrics"] == ours.results["metrics"]
    assert json.loads((tmp_path / "again" / "run.json").read_text())["solver"]["format"] == "lm_eval"
