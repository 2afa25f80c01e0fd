"""Runs: what is asked, kept, counted, refused, and scored again."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.evaluation.toy import TOY, parity, toy, write_data
from tieout.evaluation import RunOptions, SampleInput, Task, compare_runs, evaluate, load_samples, registry, rescore
from tieout.evaluation import evaluate as evaluate_task
from tieout.report.errors import InputError

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write_data(tmp_path / "data", split="train")
    return write_data(tmp_path / "data")


@pytest.fixture
def run(tmp_path: Path, data: Path) -> Run:
    def go(task: Task[str, str] = TOY, **options: Any) -> dict[str, Any]:
        given = {"data": data, "split": "test", "solver": "engine", "out": tmp_path / "run", **options}
        return evaluate(task, RunOptions(**given)).results

    return go


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy task under its name, as a package that brings it would register it."""
    monkeypatch.setattr("tieout.evaluation.jobs.find_task", lambda name: {TOY.name: TOY}[name])


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (path / "samples.jsonl").read_text().splitlines()]


def predictions(path: Path, outputs: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps({"id": id_, "output": output}) + "\n" for id_, output in outputs.items()))
    return f"predictions:{path}"


def test_an_engine_is_run_and_scored(run: Run, tmp_path: Path) -> None:
    results = run()
    assert results["task"] == "toy/parity"
    assert (results["n"], results["complete"]) == (30, True)
    assert results["metrics"]["accuracy"] == {"value": 1.0, "ci95": [1.0, 1.0]}
    assert results["outcomes"] == {"ok": 30, "abstained": 0, "unparsable": 0, "truncated": 0, "refused": 0, "error": 0}
    assert json.loads((tmp_path / "run" / "results.json").read_text()) == results
    described = json.loads((tmp_path / "run" / "run.json").read_text())
    assert described["solver"]["spec"] == "engine"
    assert len(described["data_hash"]) == 64
    assert {"python", "tieout", "numpy"} <= set(described["packages"])


def test_an_engine_sees_inputs_only(run: Run) -> None:
    seen: list[Any] = []

    def factory(setup: Any) -> Any:
        def solve(sample: Any) -> Any:
            seen.append(sample)
            return TOY.engines[""](setup)(sample)

        return solve

    run(replace(TOY, engines={"": factory}))
    assert len(seen) == 30
    assert all(type(sample) is SampleInput and set(sample.fields) == {"number"} for sample in seen)


def test_each_outcome_counts_as_it_should(run: Run, tmp_path: Path, data: Path) -> None:
    rows = [
        {"id": "test-0", "output": "even"},
        {"id": "test-1", "output": "even"},  # wrong
        {"id": "test-2", "output": "unsure"},
        {"id": "test-3", "output": "a prime"},
        {"id": "test-4", "output": "even", "finish_reason": "length"},
        {"id": "test-5", "output": "odd", "refused": True},
        {"id": "test-6", "output": None},
    ]
    file = tmp_path / "p.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    results = run(solver=f"predictions:{file}", limit=8)
    assert results["outcomes"] == {"ok": 2, "abstained": 3, "unparsable": 1, "truncated": 1, "refused": 1, "error": 0}
    assert sum(results["outcomes"].values()) == results["n"] == 8  # test-7 is not in the file: abstained
    assert results["metrics"]["accuracy"]["value"] == 1 / 8
    reasons = {row["id"]: row.get("reason", "") for row in lines(tmp_path / "run")}
    assert "neither even nor odd" in reasons["test-3"]
    assert "length limit" in reasons["test-4"]


def test_a_sample_that_the_engine_fails_on_is_left_out_reported_and_asked_again(run: Run, tmp_path: Path) -> None:
    fails = {"on": True}

    def answer(number: int) -> str:
        if number == 7 and fails["on"]:
            raise ZeroDivisionError("seven")
        return parity(number)

    task = toy(default=answer)
    results = run(task)
    assert results["complete"] is False
    assert results["outcomes"]["error"] == 1
    assert results["scored"] == 29
    assert results["metrics"]["accuracy"]["value"] == 1.0
    assert "ZeroDivisionError: seven" in next(row["reason"] for row in lines(tmp_path / "run") if row["outcome"] == "error")

    fails["on"] = False
    again = run(task, resume=True)
    assert (again["complete"], again["scored"]) == (True, 30)
    assert len(lines(tmp_path / "run")) == 31  # what failed stays on record


def test_what_an_engine_was_given_leaves_its_hash(run: Run, tmp_path: Path) -> None:
    run(limit=2)
    hashes = [row["prompt_hash"] for row in lines(tmp_path / "run")]
    assert len({*hashes}) == 2
    assert hashes[0] == SampleInput("other id", "other document", {"number": 0}).hash()


def test_files_in_a_sample_count_by_name_wherever_they_are() -> None:
    here, there, other = (
        SampleInput("s", "d", {"report": Path(path)}).hash() for path in ("/a/10-k.htm", "/b/10-k.htm", "/a/10-q.htm")
    )
    assert here == there != other


def test_a_full_disk_is_an_error_of_its_own_and_the_run_can_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write

    def full(file: int, content: bytes) -> int:
        if b'"test-5"' in bytes(content):
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, content)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        run()
    monkeypatch.undo()
    assert len(lines(tmp_path / "run")) == 5
    assert run(resume=True)["complete"]


def test_an_engine_abstains_with_none(run: Run) -> None:
    results = run(toy(default=lambda number: None if number < 3 else parity(number)))
    assert results["outcomes"]["abstained"] == 3
    assert results["metrics"]["accuracy"]["value"] == 0.9


def test_a_split_that_is_missing_is_told_the_ones_that_are_there(run: Run, data: Path) -> None:
    (data / "test.json").unlink()
    with pytest.raises(InputError, match=r"test\.json is missing; the folder has --split train"):
        run()


def test_a_parser_that_fails_is_an_error_of_that_sample_alone(run: Run, tmp_path: Path) -> None:
    def parse(output: str, sample: SampleInput) -> str:
        if sample.fields["number"] == 3:
            raise RecursionError("too deep")
        return TOY.parse(output, sample)

    results = run(replace(TOY, parse=parse))
    assert results["outcomes"]["error"] == 1
    assert results["complete"] is False
    assert "the parser of toy/parity failed: RecursionError" in lines(tmp_path / "run")[3]["reason"]


def test_an_engine_that_refuses_its_artefact_leaves_no_folder(run: Run, tmp_path: Path) -> None:
    def factory(setup: Any) -> Any:
        raise InputError(f"--model {setup.model}: not an artefact of this engine")

    (tmp_path / "artefact.json").write_text("{}")
    with pytest.raises(InputError, match="not an artefact"):
        run(replace(TOY, engines={"": factory}), model=tmp_path / "artefact.json")
    assert not (tmp_path / "run").exists()


def test_a_run_folder_is_not_run_over(run: Run, tmp_path: Path) -> None:
    run()
    before = (tmp_path / "run" / "samples.jsonl").read_bytes()
    with pytest.raises(InputError, match="already holds a run; go on with --resume"):
        run()
    assert (tmp_path / "run" / "samples.jsonl").read_bytes() == before


def test_a_folder_with_something_else_in_it_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="not an empty folder"):
        run()
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["thesis.txt"]


def test_a_finished_run_is_resumed_without_asking_anything(run: Run) -> None:
    asked: list[int] = []
    task = toy(default=lambda number: asked.append(number) or parity(number))  # type: ignore[func-returns-value]
    first = run(task)
    assert len(asked) == 30
    assert run(task, resume=True) == first
    assert len(asked) == 30


def test_resume_may_go_further_than_the_limit_was(run: Run) -> None:
    assert run(limit=5)["n"] == 5
    results = run(limit=20, resume=True)
    assert (results["n"], results["scored"]) == (20, 20)


def test_resume_starts_a_run_that_is_not_there_yet(run: Run) -> None:
    assert run(resume=True)["complete"]


def test_resume_refuses_what_would_mix_two_runs(run: Run, tmp_path: Path, data: Path) -> None:
    run(toy(other=lambda number: "odd"))
    for options, said in (
        ({"split": "train"}, "the split differs"),
        ({"solver": "engine:other"}, "the solver differs"),
        ({"repeats": 2}, "the number of repeats differs"),
        ({"seed": 5}, "the seed differs"),
    ):
        with pytest.raises(InputError, match=said):
            run(toy(other=lambda number: "odd"), resume=True, **options)
    with pytest.raises(InputError, match="the task's version differs \\(1 before, 2 now\\)"):
        run(replace(TOY, version="2"), resume=True)
    write_data(data, count=31)
    with pytest.raises(InputError, match=r"the data \(hash\) differs"):
        run(resume=True)


def test_repeats_give_mean_and_deviation(run: Run, tmp_path: Path) -> None:
    rows = [
        {"id": f"test-{n}", "repeat": repeat, "output": parity(n) if repeat < 2 else "odd"}
        for n in range(30)
        for repeat in range(3)
    ]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    results = run(solver=f"predictions:{tmp_path / 'p.jsonl'}", repeats=3)
    accuracy = results["metrics"]["accuracy"]
    assert accuracy["runs"] == [1.0, 1.0, 0.5]
    assert accuracy["value"] == pytest.approx(2.5 / 3)
    assert accuracy["sd"] == pytest.approx(0.288675, abs=1e-6)
    assert sum(results["outcomes"].values()) == 90
    assert (results["n"], results["repeats"]) == (30, 3)


def test_predictions_of_another_split_are_refused(run: Run, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="none of the 1 ids is in this split"):
        run(solver=predictions(tmp_path / "p.jsonl", {"train-1": "odd"}))
    assert not (tmp_path / "run").exists()


def test_predictions_for_unknown_samples_are_told(run: Run, tmp_path: Path) -> None:
    results = run(solver=predictions(tmp_path / "p.jsonl", {"test-1": "odd", "test-999": "odd"}))
    assert "1 predictions name no sample of this run and were left aside" in results["notes"]


def test_two_predictions_for_one_sample_are_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    file.write_text('{"id": "test-1", "output": "odd"}\n' * 2)
    with pytest.raises(InputError, match="line 2: a second output for 'test-1'"):
        run(solver=f"predictions:{file}")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"solver": "oracle"}, "write engine, engine:VARIANT"),
        ({"solver": "engine:bm25"}, "toy/parity has no solver engine:bm25; it has engine"),
        ({"solver": "predictions:nowhere.jsonl"}, "nowhere.jsonl"),
        ({"solver": "llm:gpt-4o"}, "llm:MODEL@BASE_URL"),
        ({"solver": "llm:m@http://key@localhost/v1"}, "keys come from the environment"),
        ({"split": "dev"}, "no split 'dev'; it has train, test"),
        ({"limit": 0}, "--limit 0"),
        ({"repeats": 0}, "--repeats 0"),
        ({"few_shot": 2}, "--few-shot is for llm: solvers"),
        ({"model": Path("nowhere")}, "--model nowhere"),
        ({"data": Path("nowhere")}, "nowhere: no such folder"),
        ({"data": Path(__file__).parent}, "test.json is missing; the layout is a folder with test.json"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_no_folder(run: Run, tmp_path: Path, options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as caught:
        run(**options)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "run").exists()


@pytest.mark.usefixtures("registered")
def test_rescoring_uses_the_kept_outputs_and_todays_metrics(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(solver=predictions(tmp_path / "p.jsonl", {f"test-{n}": "EVEN" for n in range(30)}))
    (tmp_path / "p.jsonl").unlink()
    before = (tmp_path / "run" / "samples.jsonl").read_bytes()
    assert rescore(tmp_path / "run", details=tmp_path / "details.jsonl") == first
    details = [json.loads(line) for line in (tmp_path / "details.jsonl").read_text().splitlines()]
    assert sum(row["statistics"]["correct"] for row in details) == 15
    stricter = replace(TOY, version="2", parse=lambda output, sample: "odd")
    monkeypatch.setattr("tieout.evaluation.jobs.find_task", lambda name: stricter)
    again = rescore(tmp_path / "run")
    assert "answered under version 1 of the task, scored under 2" in again["notes"]
    assert (tmp_path / "run" / "samples.jsonl").read_bytes() == before


@pytest.mark.usefixtures("registered")
def test_rescoring_finds_data_that_moved_and_refuses_data_that_changed(run: Run, tmp_path: Path, data: Path) -> None:
    first = run()
    moved = data.rename(tmp_path / "moved")
    with pytest.raises(InputError, match="--data says where it is now"):
        rescore(tmp_path / "run")
    assert rescore(tmp_path / "run", moved) == first
    write_data(moved, count=29)
    with pytest.raises(InputError, match="its hash differs"):
        rescore(tmp_path / "run", moved)


@pytest.mark.usefixtures("registered")
def test_two_runs_are_compared(run: Run, tmp_path: Path) -> None:
    run(out=tmp_path / "engine")
    run(out=tmp_path / "guess", solver=predictions(tmp_path / "p.jsonl", {f"test-{n}": "odd" for n in range(30)}))
    differences, both, _ = compare_runs(tmp_path / "guess", tmp_path / "engine")
    assert both == 30
    assert differences[0].difference == 0.5
    assert "engine is better by 0.5000" in differences[0].words
    run(out=tmp_path / "train", split="train")
    with pytest.raises(InputError, match="different splits"):
        compare_runs(tmp_path / "engine", tmp_path / "train")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 99}', "[" * 100_000])
def test_a_broken_run_folder_is_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "run.json").write_text(content)
    with pytest.raises(InputError, match=r"run\.json"):
        rescore(tmp_path)


def test_a_folder_that_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no run folder"):
        rescore(tmp_path)


def test_notes_say_where_a_run_differs_from_the_published(run: Run) -> None:
    task = replace(TOY, sizes={"test": 40}, published_split="test")
    assert "the data has 30 samples in test, the official split has 40" in run(task)["notes"]


def test_a_limit_that_cuts_nothing_is_not_told(run: Run, tmp_path: Path) -> None:
    task = replace(TOY, sizes={"test": 40}, published_split="test")
    assert "only the first 5 samples of the split (the official one has 40)" in run(task, limit=5)["notes"]
    notes = run(task, limit=35, out=tmp_path / "more")["notes"]
    assert "the data has 30 samples in test, the official split has 40" in notes
    assert not any("only the first" in note for note in notes)


def test_a_package_registers_its_tasks_by_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "outside"
    (package / "outside-1.0.dist-info").mkdir(parents=True)
    (package / "outside_tasks.py").write_text("from tests.evaluation.toy import TOY\n\n\ndef tasks():\n    return [TOY]\n")
    (package / "outside-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    (package / "outside-1.0.dist-info" / "entry_points.txt").write_text("[tieout.tasks]\noutside = outside_tasks:tasks\n")
    monkeypatch.syspath_prepend(str(package))
    registry.all_tasks.cache_clear()
    try:
        assert registry.find_task("toy/parity") is TOY
        assert "finer-ord/ner" in registry.all_tasks()
    finally:
        monkeypatch.undo()
        registry.all_tasks.cache_clear()


def test_an_unknown_task_is_told_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no task 'finer'; there are .*finer-ord/ner"):
        registry.find_task("finer")


def test_samples_of_one_id_are_refused(tmp_path: Path, data: Path) -> None:
    twice = replace(TOY, samples=lambda data, split: [*TOY.samples(data, split), *TOY.samples(data, split)])
    with pytest.raises(InputError, match="two samples of test have the id 'test-0'"):
        load_samples(twice, data, "test")


def test_progress_counts_what_was_there_before(tmp_path: Path, data: Path) -> None:
    options = RunOptions(data=data, split="test", solver="engine", out=tmp_path / "run", limit=10)
    evaluate_task(TOY, options)
    seen: list[tuple[int, int, int]] = []
    evaluate_task(
        TOY, replace(options, limit=30, resume=True), lambda state: seen.append((state.done, state.asked, state.total))
    )
    assert seen[0] == (11, 1, 30)
    assert seen[-1] == (30, 20, 30)
