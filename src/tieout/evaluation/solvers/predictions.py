"""A file of predictions as a solver: nothing is asked, the outputs are looked up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tieout.evaluation.interop.logs import LoggedOutput, read_outputs
from tieout.evaluation.outcomes import Answer
from tieout.evaluation.samples import SampleInput
from tieout.evaluation.solvers.base import Local
from tieout.report.errors import InputError

__all__ = ["PredictionsSolver"]


class PredictionsSolver(Local):
    """``predictions:FILE``. A sample that the file leaves out, or gives as null, counts as abstained."""

    def __init__(self, file: Path) -> None:
        """Raises InputError when the file can't be read as predictions, or gives one sample twice."""
        self.spec = f"predictions:{file}"
        self._file = file
        self._format, self._hash, outputs = read_outputs(file)
        self._outputs: dict[tuple[str, int], LoggedOutput] = {}
        for output in outputs:
            key = (output.id, output.repeat)
            if key in self._outputs:
                raise InputError(f"{output.where}: a second output for {output.id!r}; leave one")
            self._outputs[key] = output

    def identity(self) -> dict[str, Any]:
        return {"spec": self.spec, "format": self._format, "sha256": self._hash}

    def check_ids(self, ids: set[str]) -> tuple[int, int]:
        """How many predictions name a sample of ``ids`` and how many don't; raises InputError when none does."""
        known = sum(1 for id_, _ in self._outputs if id_ in ids)
        if self._outputs and not known:
            example = next(iter(self._outputs))[0]
            raise InputError(
                f"{self._file}: none of the {len(self._outputs)} ids is in this split (the first is {example!r}); "
                "`tieout tasks --samples TASK --data DIR` lists the ids"
            )
        return known, len(self._outputs) - known

    async def __aenter__(self) -> PredictionsSolver:
        return self

    async def answer(self, sample: SampleInput, repeat: int) -> Answer:
        found = self._outputs.get((sample.id, repeat))
        if found is None:
            return Answer(None)
        return Answer(found.output, finish_reason=found.finish_reason, refused=found.refused, error=found.error)
