"""A run folder that is looked at."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.report.errors import InputError, TieoutError

if TYPE_CHECKING:
    from tieout.evaluation import Sample, Task
    from tieout.evaluation.records import Record

__all__ = ["RunView", "is_run"]

_SHOWN = ("task", "version", "split", "data", "solver", "seed", "repeats", "few_shot", "limit", "started", "cost", "packages")
_MOST_EXPORTED = 2_000


def is_run(path: Path) -> bool:
    """Whether a folder holds a run of `tieout eval`."""
    return (path / "run.json").is_file()


@dataclass(eq=False)
class RunView:
    """One run; ``data`` is the folder of the benchmark, where it isn't any more what the run says.

    Prompts and gold come from the data: where that isn't there, outputs are shown without.
    """

    path: Path
    data: Path | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock, init=False, repr=False)
    _loaded: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def label(self) -> str:
        return self.path.resolve().name

    def overview(self) -> dict[str, Any]:
        """What was run, its results, charts and samples (docs/view.md, "Runs").

        Raises InputError where the folder is no run, or has no results yet.
        """
        made: dict[str, Any] = self._made("overview", self._overview)
        return made

    def sample(self, id_: str, repeat: int = 0) -> dict[str, Any] | None:
        """One answer with prompt, output, prediction, gold and evidence; None if there is none."""
        record = self._records().get((id_, repeat))
        if record is None:
            return None
        row = self._row(record) | {"output": record.answer.output, "prediction": record.prediction}
        more = {
            "error": record.answer.error,
            "evidence": record.answer.evidence,
            "usage": record.answer.usage,
            "seconds": record.answer.latency_s,
        }
        row |= {key: value for key, value in more.items() if value is not None}
        task, samples, _ = self._data()
        sample = samples.get(id_)
        if task is not None and sample is not None:
            rendered = task.prompt.render(sample.input)
            row["prompt"] = list(rendered.messages)
            row["gold"] = task.ideal(sample)
            if record.answer.prompt_hash not in (rendered.hash, sample.input.hash()):
                row["note"] = "the model was asked with another template, or with examples; shown is the task's own prompt"
        return row

    def everything(self) -> dict[str, Any]:
        """The overview with the samples in full, the first 2,000 of them: what an exported page holds."""
        full = [self.sample(r.id, r.repeat) for r in list(self._records().values())[:_MOST_EXPORTED]]
        return {"overview": self.overview(), "samples": full}

    def _overview(self) -> dict[str, Any]:
        from tieout.evaluation import find_task
        from tieout.evaluation.runs import RunFolder
        from tieout.viewer.runs.chart import chart

        description = RunFolder.open(self.path).description
        results = self._results()
        try:
            metrics = {m.name: m for m in find_task(description["task"]).scorer.metrics}
        except TieoutError:
            metrics = {}
        charts = []
        names = sorted(results["metrics"], key=lambda name: name != results.get("main"))
        for name in names:
            rows = [r for r in results.get("published", ()) if r["metric"] == name and r.get("comparable", True)]
            if rows or name == results.get("main"):
                higher = metrics[name].higher_is_better if name in metrics else True
                charts.append({"metric": name, "svg": chart(name, results["metrics"][name], rows, higher)})
        *_, why = self._data()
        return {
            "format": 1,
            "label": self.label,
            "run": {key: description[key] for key in _SHOWN if description.get(key) is not None},
            "meanings": {name: m.description for name, m in metrics.items()},
            "results": results,
            "charts": charts,
            "samples": [self._row(record) for record in self._records().values()],
            **({"why": why} if why else {}),
        }

    def _results(self) -> dict[str, Any]:
        try:
            results = json.loads((self.path / "results.json").read_text("utf-8"))
        except FileNotFoundError:
            raise InputError(f"{self.path}: has no results yet; `tieout score {self.path}` makes them") from None
        except (OSError, ValueError, RecursionError) as e:
            raise InputError(f"{self.path / 'results.json'}: can't be read: {e}") from e
        if not isinstance(results, dict) or not isinstance(results.get("metrics"), dict):
            raise InputError(f"{self.path / 'results.json'}: is no file of results")
        return results

    def _records(self) -> dict[tuple[str, int], Record]:
        from tieout.evaluation.records import read_records

        def make() -> dict[tuple[str, int], Record]:
            return {record.key: record for record in read_records(self.path / "samples.jsonl")}

        records: dict[tuple[str, int], Record] = self._made("records", make)
        return records

    def _row(self, record: Record) -> dict[str, Any]:
        _, samples, _ = self._data()
        row: dict[str, Any] = {"id": record.id, "repeat": record.repeat, "outcome": record.outcome}
        if record.reason:
            row["reason"] = record.reason
        sample = samples.get(record.id)
        if sample is not None and sample.input.document != record.id:
            row["document"] = sample.input.document
        scored = self._statistics().get(record.key)
        if scored is not None:
            row["statistics"] = scored
        return row

    def _statistics(self) -> dict[tuple[str, int], dict[str, float]]:
        """What each answer adds to the sums of the metrics."""

        def make() -> dict[tuple[str, int], dict[str, float]]:
            from tieout.evaluation.scoring import score

            task, samples, _ = self._data()
            if task is None:
                return {}
            repeats = 1 + max((repeat for _, repeat in self._records()), default=0)
            scores = score(task, list(samples.values()), self._records(), repeats)
            return {(one.id, one.repeat): {k: float(v) for k, v in one.statistics.items()} for one in scores.scored}

        made: dict[tuple[str, int], dict[str, float]] = self._made("statistics", make)
        return made

    def _data(self) -> tuple[Task[Any, Any] | None, dict[str, Sample[Any]], str]:
        """The task, its samples by id, and why there are none."""

        def make() -> tuple[Task[Any, Any] | None, dict[str, Sample[Any]], str]:
            from tieout.evaluation import find_task, load_samples
            from tieout.evaluation.data import data_hash
            from tieout.evaluation.runs import RunFolder

            described = RunFolder.open(self.path).description
            folder = self.data if self.data is not None else Path(str(described.get("data")))
            try:
                task = find_task(described["task"])
                if not folder.is_dir():
                    return None, {}, f"{folder}: the data of this run is not there; --data says where it is now"
                if data_hash(folder, task.files(folder, described["split"])) != described["data_hash"]:
                    return None, {}, f"{folder}: is not the data of this run (its hash differs)"
                samples = load_samples(task, folder, described["split"], described.get("limit"))
            except TieoutError as e:
                return None, {}, str(e)
            return task, {s.input.id: s for s in samples}, ""

        made: tuple[Task[Any, Any] | None, dict[str, Sample[Any]], str] = self._made("data", make)
        return made

    def _made(self, name: str, make: Any) -> Any:
        with self._lock:
            if name not in self._loaded:
                self._loaded[name] = make()
            return self._loaded[name]
