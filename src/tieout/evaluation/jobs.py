"""The three jobs behind the command line: evaluate a solver, score a run again, compare two runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from tieout.evaluation.answers import read_answer
from tieout.evaluation.choosing import choose_solver
from tieout.evaluation.comparison import Difference, compare
from tieout.evaluation.data import data_hash
from tieout.evaluation.loading import load_samples
from tieout.evaluation.options import RunOptions, check_options, notes_on
from tieout.evaluation.records import Journal, read_records
from tieout.evaluation.registry import find_task
from tieout.evaluation.runner import OnProgress, answer_all
from tieout.evaluation.runs import RunFolder, package_versions, timestamp
from tieout.evaluation.samples import Sample, SampleInput
from tieout.evaluation.scoring import Scores, results, score
from tieout.evaluation.solvers import LLMSolver, PredictionsSolver, Solver
from tieout.evaluation.tasks import Task
from tieout.report.errors import InputError

__all__ = ["Evaluated", "compare_runs", "evaluate", "export", "predictions_of", "rescore"]


@dataclass(frozen=True, slots=True)
class Evaluated:
    """``results`` as in results.json; ``stopped`` tells why the run ended early, if it did; ``totals`` as in run.json."""

    results: dict[str, Any]
    run: Path
    stopped: str | None = None
    totals: dict[str, Any] = field(default_factory=dict)


def evaluate(task: Task[Any, Any], options: RunOptions, on_progress: OnProgress | None = None) -> Evaluated:
    """Run a solver over a split, or go on with a run, and score it.

    Raises InputError for everything that the user can put right, before anything is asked.
    """
    check_options(task, options)
    samples = load_samples(task, options.data, options.split, options.limit)
    existing = RunFolder.open(options.out) if options.resume and (options.out / "run.json").exists() else None
    spent = Decimal(existing.description.get("cost") or 0) if existing else Decimal(0)
    solver = choose_solver(task, options, spent)
    notes = [*notes_on(task, options, len(samples)), *task.data_notes(options.data, options.split)]
    if isinstance(solver, PredictionsSolver):
        notes += _prediction_notes(solver, samples, options.limit)
    description = {
        "task": task.name,
        "version": task.version,
        "split": options.split,
        "data": str(options.data.expanduser().resolve()),
        "data_hash": data_hash(options.data, task.files(options.data, options.split)),
        "solver": solver.identity(),
        "prompt_hash": solver.template_hash() if isinstance(solver, LLMSolver) else None,
        "seed": options.seed,
        "repeats": options.repeats,
        "few_shot": options.few_shot,
        "limit": options.limit,
        "packages": package_versions(),
        "notes": notes,
    }
    if existing is not None:
        existing.check(description)
        existing.description.update({key: description[key] for key in ("data", "limit", "packages", "notes")})
        run = existing
    else:
        run = RunFolder.create(options.out, description)
    with Journal(run.samples) as journal:
        stopped = _session(
            task, run, solver, [sample.input for sample in samples], options.repeats, journal, on_progress, spent
        )
        scores = score(task, samples, journal.records, options.repeats)
    content = _results(task, run, solver.spec, samples, scores)
    run.save_results(content)
    return Evaluated(content, run.path, stopped, run.description["sessions"][-1].get("totals", {}))


def rescore(path: Path, data: Path | None = None, details: Path | None = None) -> dict[str, Any]:
    """Score a run's kept answers again, with today's parser and metrics, and replace its results. Asks nobody anything.

    ``details``: also write each answer's statistics (what it adds to the sums of the metrics) to this file, as JSON lines.
    """
    run = RunFolder.open(path)
    task, samples, scores = _scored_run(run, data)
    if details is not None:
        rows = ({"id": one.id, "repeat": one.repeat, "statistics": dict(one.statistics)} for one in scores.scored)
        details.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    content = _results(task, run, run.description["solver"]["spec"], samples, scores)
    run.save_results(content)
    return content


def export(path: Path, out: Path, data: Path | None = None) -> int:
    """Write a run's predictions as the benchmark's organisers take them (`Task.sheet`); gives the number of answers in it.

    Raises InputError where the organisers take no such file, where the run asked each sample several times, and where samples
    have no answer yet: a sheet with holes would be scored as wrong answers.
    """
    run = RunFolder.open(path)
    task = find_task(run.description["task"])
    if task.sheet is None:
        raise InputError(f"--export: {task.name} has no answer sheet; the run folder holds every answer (samples.jsonl)")
    if run.description["repeats"] > 1:
        raise InputError("--export: with --repeats there are several answers for each question; run it once")
    if run.description.get("limit"):
        raise InputError(
            "--export: the run was limited to some questions, and a sheet has to answer all; run it without --limit"
        )
    where = data if data is not None else Path(run.description["data"])
    samples = load_samples(task, where, run.description["split"], run.description.get("limit"))
    predictions = _predictions(task, run, samples)
    missing = next((sample.input.id for sample in samples if sample.input.id not in predictions), None)
    if missing is not None:
        raise InputError(f"--export: {missing} has no answer yet; --resume asks for it again")
    out.write_text(json.dumps(task.sheet(predictions), ensure_ascii=False, indent=4) + "\n", encoding="utf-8")
    return sum(1 for prediction in predictions.values() if prediction is not None)


def predictions_of(path: Path, data: Path | None = None) -> tuple[Task[Any, Any], list[Sample[Any]], dict[str, Any]]:
    """The task, samples and predictions of a run, for whoever looks into them closer: by id, of the first repeat.

    None is an answer without a prediction (abstained, unparsable, …); a sample that has no answer yet is not in them.
    """
    run = RunFolder.open(path)
    task, samples, _ = _scored_run(run, data)
    return task, samples, _predictions(task, run, samples)


def compare_runs(first: Path, second: Path, data: Path | None = None) -> tuple[list[Difference], int, int]:
    """Differences of two runs of one task on the same data; see `comparison.compare`."""
    runs = [RunFolder.open(first), RunFolder.open(second)]
    for key, name in (("task", "tasks"), ("split", "splits"), ("data_hash", "data")):
        values = [run.description.get(key) for run in runs]
        if values[0] != values[1]:
            raise InputError(
                f"{first} and {second} are of different {name} ({values[0]} and {values[1]}); they can't be compared"
            )
    scored = [_scored_run(run, data) for run in runs]
    names = (first.name, second.name) if first.name != second.name else (str(first), str(second))
    return compare(scored[0][0], scored[0][2].scored, scored[1][2].scored, names=names)


def _session(
    task: Task[Any, Any],
    run: RunFolder,
    solver: Solver,
    inputs: Sequence[SampleInput],
    repeats: int,
    journal: Journal,
    on_progress: OnProgress | None,
    spent: Decimal,
) -> str | None:
    """Ask for what is missing; whatever happens, run.json tells what this session did."""
    session: dict[str, Any] = {"started": timestamp()}
    run.description["sessions"].append(session)
    try:
        stopped = asyncio.run(answer_all(task, inputs, repeats, solver, journal, on_progress))
        if stopped is not None:
            session["stopped"] = stopped
        return stopped
    finally:
        session.update(ended=timestamp(), answered=journal.appended)
        if journal.appended:
            session.update(totals=solver.totals())
        costs = [record.answer.cost for record in journal.records.values() if record.answer.cost is not None]
        total = max(sum(costs, Decimal(0)), spent + (solver.cost() or Decimal(0)))
        run.description["cost"] = str(total) if costs or total else None
        run.save()


def _predictions(task: Task[Any, Any], run: RunFolder, samples: Sequence[Sample[Any]]) -> dict[str, Any]:
    """Each sample's prediction in the first repeat; samples whose answer is missing or an error are left out."""
    records = {record.key: record for record in read_records(run.samples)}
    predictions: dict[str, Any] = {}
    for sample in samples:
        record = records.get((sample.input.id, 0))
        if record is not None:
            prediction, outcome, _ = read_answer(task, sample.input, record.answer)
            if outcome != "error":
                predictions[sample.input.id] = prediction
    return predictions


def _scored_run(run: RunFolder, data: Path | None) -> tuple[Task[Any, Any], list[Sample[Any]], Scores]:
    described = run.description
    task = find_task(described["task"])
    folder = data if data is not None else Path(described["data"])
    if not folder.is_dir():
        raise InputError(f"{folder}: the data of {run.path} is not there; --data says where it is now")
    samples = load_samples(task, folder, described["split"], described["limit"])
    if data_hash(folder, task.files(folder, described["split"])) != described["data_hash"]:
        raise InputError(f"{folder}: not the data that {run.path} was run on (its hash differs)")
    records = {record.key: record for record in read_records(run.samples)}
    return task, samples, score(task, samples, records, described["repeats"])


def _results(task: Task[Any, Any], run: RunFolder, spec: str, samples: Sequence[Sample[Any]], scores: Scores) -> dict[str, Any]:
    described = run.description
    notes = list(described.get("notes", ()))
    if described["version"] != task.version:
        notes.append(f"answered under version {described['version']} of the task, scored under {task.version}")
    content = results(
        task, scores, split=described["split"], solver=spec, n=len(samples), repeats=described["repeats"], notes=notes
    )
    if described.get("cost") is not None:
        content["cost"] = described["cost"]
    return content


def _prediction_notes(solver: PredictionsSolver, samples: Sequence[Sample[Any]], limit: int | None) -> list[str]:
    _, unknown = solver.check_ids({sample.input.id for sample in samples})
    return [f"{unknown} predictions name no sample of this run and were left aside"] if unknown and limit is None else []
