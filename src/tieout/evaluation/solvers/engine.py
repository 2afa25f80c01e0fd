"""A built-in engine as a solver."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from typing import Any

from tieout._version import __version__
from tieout.evaluation.outcomes import Answer
from tieout.evaluation.samples import SampleInput
from tieout.evaluation.solvers.base import Local
from tieout.evaluation.tasks import EngineSetup, Task
from tieout.report.errors import InputError

__all__ = ["EngineSolver"]


class EngineSolver(Local):
    """``engine`` or ``engine:VARIANT`` of a task."""

    def __init__(self, task: Task[Any, Any], variant: str, setup: EngineSetup) -> None:
        """Raises InputError when the task has no such engine, or the artefact is not there or not for it."""
        if variant not in task.engines:
            named = ", ".join(f"engine:{name}" if name else "engine" for name in task.engines)
            raise InputError(f"{task.name} has no solver engine:{variant}; it has {named or 'no engine'}")
        self.spec = f"engine:{variant}" if variant else "engine"
        self._artefact = _artefact_hash(setup.model) if setup.model is not None else None
        self._engine = task.engines[variant](setup)

    def identity(self) -> dict[str, Any]:
        identity: dict[str, Any] = {"spec": self.spec, "tieout": __version__}
        if self._artefact is not None:
            identity["model_sha256"] = self._artefact
        return identity

    async def __aenter__(self) -> EngineSolver:
        return self

    async def answer(self, sample: SampleInput, repeat: int) -> Answer:
        started = time.perf_counter()
        found = self._engine(sample)
        return Answer(found.output, evidence=found.evidence, latency_s=round(time.perf_counter() - started, 6))


def _artefact_hash(path: Path) -> str:
    if not path.exists():
        raise InputError(f"--model {path}: no such file or folder")
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    total = hashlib.sha256()
    for file in files:
        with file.open("rb") as handle:
            total.update(hashlib.file_digest(handle, "sha256").digest())
    return total.hexdigest()
