"""``samples.jsonl``: one line for each answer, only ever added to.

Each line is one ``write`` to a file opened for appending, so a killed process loses at most the line that it was writing; that
torn line is cut off when the file is opened again. ``fsync`` runs at most once a second (and at the end), which bounds what a
machine that loses power can lose without slowing the run. A sample that failed may be answered again later; the last line wins.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import Any

from tieout.evaluation.outcomes import OUTCOMES, Answer, Outcome
from tieout.report.errors import InputError

__all__ = ["Journal", "Record", "read_records"]

Key = tuple[str, int]

_SYNC_EVERY_S = 1.0


@dataclass(frozen=True, slots=True)
class Record:
    """One answer as it is kept: the raw output, what was read from it, and what it counts as."""

    id: str
    repeat: int
    outcome: Outcome
    prediction: Any
    answer: Answer
    reason: str = ""

    @property
    def key(self) -> Key:
        return self.id, self.repeat

    def to_line(self) -> bytes:
        """One line of JSON; parts that say nothing are left out."""
        answer = {name: value for name, value in asdict(self.answer).items() if value is not None and value is not False}
        if answer.get("finish_reason") == "stop":
            del answer["finish_reason"]
        if self.answer.cost is not None:
            answer["cost"] = str(self.answer.cost)
        row = {
            "id": self.id,
            "repeat": self.repeat,
            "outcome": self.outcome,
            "output": answer.pop("output", None),
            "prediction": self.prediction,
            **({"reason": self.reason} if self.reason else {}),
            **answer,
        }
        # ASCII keeps lone surrogates, which a model's broken JSON can produce, writable.
        return json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes, where: str) -> Record:
        """Raises InputError, naming ``where``, for a line that is no record."""
        try:
            row = json.loads(line)
            outcome = row["outcome"]
            if outcome not in OUTCOMES:
                raise ValueError(f"unknown outcome {outcome!r}")
            answer = Answer(
                output=row.get("output"),
                finish_reason=row.get("finish_reason", "stop"),
                refused=row.get("refused", False),
                error=row.get("error"),
                cut=row.get("cut", False),
                prompt_hash=row.get("prompt_hash"),
                usage=row.get("usage"),
                cost=Decimal(row["cost"]) if "cost" in row else None,
                cached=row.get("cached", False),
                latency_s=row.get("latency_s"),
                evidence=row.get("evidence"),
            )
            return cls(row["id"], int(row["repeat"]), outcome, row.get("prediction"), answer, row.get("reason", ""))
        except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
            raise InputError(f"{where}: not a sample record ({error}); remove the line or start a new run folder") from None


def read_records(path: Path) -> Iterator[Record]:
    """The records of a file in its order. A torn last line is passed over; a broken line elsewhere raises InputError."""
    if not path.exists():
        return
    with path.open("rb") as handle:
        for number, line in enumerate(handle, start=1):
            if line.endswith(b"\n"):
                yield Record.from_line(line, f"{path}, line {number}")


class Journal:
    """A ``samples.jsonl`` open for appending, by one process at a time.

    ``records`` are those that are kept, the last one of each sample and repeat; ``appended`` counts those added since opening.
    """

    def __init__(self, path: Path) -> None:
        """Raises InputError when another process is writing the same run."""
        self._path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise InputError(
                f"{path.parent}: another process is writing this run; wait for it or choose another --out"
            ) from None
        try:
            self._cut_torn_line()
            self.records: dict[Key, Record] = {record.key: record for record in read_records(path)}
        except BaseException:
            os.close(self._file)
            raise
        self.appended = 0
        self._synced = time.monotonic()

    def append(self, record: Record) -> None:
        """Keep one record; after this returns, no kill of the process can lose it."""
        line = record.to_line()
        view = memoryview(line)
        while view:
            view = view[os.write(self._file, view) :]
        self.records[record.key] = record
        self.appended += 1
        now = time.monotonic()
        if now - self._synced >= _SYNC_EVERY_S:
            os.fsync(self._file)
            self._synced = now

    def close(self) -> None:
        os.fsync(self._file)
        os.close(self._file)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _cut_torn_line(self) -> None:
        size = os.fstat(self._file).st_size
        end = size
        while end > 0:
            start = max(0, end - 65536)
            newline = os.pread(self._file, end - start, start).rfind(b"\n")
            if newline >= 0:
                end = start + newline + 1
                break
            end = start
        if end < size:
            os.ftruncate(self._file, end)
            os.fsync(self._file)
