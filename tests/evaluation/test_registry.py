"""Every registered task is whole: nothing can be registered half-done. A new task adds its made-up data to `made_up_data`."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.made_up_data import MADE_UP
from tieout.evaluation import Sample, SampleInput, Scored, Task, all_tasks, find_task, load_samples
from tieout.evaluation.data import data_hash
from tieout.evaluation.intervals import Resampling
from tieout.report.errors import InputError

TASKS = list(all_tasks().values())

pytestmark = pytest.mark.parametrize("task", TASKS, ids=[task.name for task in TASKS])


@pytest.fixture
def data(task: Task[Any, Any], tmp_path: Path) -> Path:
    assert task.name in MADE_UP, f"{task.name} has no made-up data in tests/made_up_data.py"
    MADE_UP[task.name](tmp_path)
    return tmp_path


@pytest.fixture
def samples(task: Task[Any, Any], data: Path) -> list[Sample[Any]]:
    return load_samples(task, data, task.splits_in(data)[-1])


def test_it_is_declared_in_full(task: Task[Any, Any]) -> None:
    assert re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", task.name)
    for text in (task.version, task.title, task.description, task.paper, task.licence, task.layout):
        assert text.strip()
    assert task.splits
    assert set(task.sizes) <= set(task.splits)
    assert task.published_split in task.splits
    assert task.few_shot_split is None or task.few_shot_split in task.splits
    assert find_task(task.name) is task


def test_its_metrics_are_described_and_the_main_one_is_among_them(task: Task[Any, Any]) -> None:
    names = [metric.name for metric in task.scorer.metrics]
    assert task.scorer.main in names
    assert len(set(names)) == len(names)
    assert all(metric.description for metric in task.scorer.metrics)


def test_its_published_numbers_name_their_table_and_a_metric_of_the_task(task: Task[Any, Any]) -> None:
    names = {metric.name for metric in task.scorer.metrics}
    assert task.published
    for row in task.published:
        assert row.metric in names, f"{row.system}: {row.metric}"
        assert re.search(r"arXiv:\d{4}\.\d{5}, .*(Table|Figure|Section)|repository|leaderboard", row.source)
        assert 0 <= row.value <= 1


def test_it_says_what_is_missing_from_an_empty_folder(task: Task[Any, Any], tmp_path: Path) -> None:
    for split in task.splits:
        with pytest.raises(InputError, match=re.escape(str(tmp_path))):
            task.files(tmp_path, split)
    assert task.splits_in(tmp_path) == []


def test_its_samples_have_ids_and_documents_and_no_gold_in_the_input(samples: list[Sample[Any]]) -> None:
    for sample in samples:
        assert type(sample.input) is SampleInput
        assert sample.input.id
        assert sample.input.document
        assert not {"gold", "answer", "label", "labels", "target"} & set(sample.input.fields)


def test_documents_are_not_torn_apart(samples: list[Sample[Any]]) -> None:
    documents = [sample.input.document for sample in samples]
    changes = sum(1 for one, other in itertools.pairwise(documents) if one != other)
    assert changes == len(set(documents)) - 1


def test_its_data_hash_sees_a_changed_byte(task: Task[Any, Any], data: Path) -> None:
    split = task.splits_in(data)[-1]
    files = task.files(data, split)
    before = data_hash(data, files)
    content = files[0].read_bytes()
    files[0].write_bytes(content[:-2] + bytes([content[-2] ^ 1]) + content[-1:])
    assert data_hash(data, files) != before


def test_its_prompt_shows_each_sample_and_differs_between_samples(task: Task[Any, Any], samples: list[Sample[Any]]) -> None:
    hashes = {task.prompt.render(sample.input).hash for sample in samples}
    assert len(hashes) == len(samples)
    assert task.prompt.long in task.prompt.places


def test_a_perfect_answer_scores_as_perfect(task: Task[Any, Any], samples: list[Sample[Any]]) -> None:
    assert value(task, [(sample, task.parse(task.ideal(sample), sample.input)) for sample in samples]) == pytest.approx(1.0)


def test_no_answer_at_all_scores_zero(task: Task[Any, Any], samples: list[Sample[Any]]) -> None:
    assert value(task, [(sample, None) for sample in samples]) == 0


def test_predictions_can_be_kept_as_json(task: Task[Any, Any], samples: list[Sample[Any]]) -> None:
    for sample in samples:
        prediction = task.parse(task.ideal(sample), sample.input)
        assert json.loads(json.dumps(prediction)) == prediction


def test_all_metrics_are_numbers_for_any_answers(task: Task[Any, Any], samples: list[Sample[Any]]) -> None:
    answers = [(sample, task.parse(task.ideal(sample), sample.input) if i % 2 else None) for i, sample in enumerate(samples)]
    resampling = Resampling([scored(task, *pair) for pair in answers])
    for metric in task.scorer.metrics:
        assert 0 <= resampling.values(metric.compute)[0] <= 1
    drawn = resampling.resampled(task.scorer.computes(), 50)
    assert all(values.shape == (50,) for values in drawn.values())


def scored(task: Task[Any, Any], sample: Sample[Any], prediction: Any) -> Scored:
    return Scored(sample.input.id, sample.input.document, 0, task.scorer.statistics(sample, prediction))


def value(task: Task[Any, Any], answers: list[tuple[Sample[Any], Any]]) -> float:
    main = next(metric for metric in task.scorer.metrics if metric.name == task.scorer.main)
    return Resampling([scored(task, *pair) for pair in answers]).values(main.compute)[0]
