"""Model outputs from files: our plain JSON lines, and the logs of lm_eval and inspect_ai.

- plain: one ``{"id": …, "output": …}`` a line; optional ``repeat`` (from 0), ``finish_reason``, ``refused``. An output that
  is not text is taken as the JSON that a model would have written; null means no answer.
- lm_eval: ``samples_TASK_TIME.jsonl`` of ``--log_samples``. The id is the one in ``doc`` (our generated tasks put it there).
- inspect_ai: a log as ``.json``, or ``.eval`` (a zip). Epochs are repeats.

Which one a file is, is told by looking into it.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tieout.report.errors import InputError

__all__ = ["INSPECT_CUT_OFF", "LogFormat", "LoggedOutput", "read_outputs"]

LogFormat = Literal["jsonl", "lm_eval", "inspect_ai"]

INSPECT_CUT_OFF = ("max_tokens", "model_length")
"""inspect_ai's stop reasons of an answer that reached its length limit."""

_MAX_MEMBER = 256 << 20  # bytes of one sample inside a log, unpacked
_MAX_TOTAL = 8 << 30  # bytes of all of them
_MAX_LINE = 256 << 20


@dataclass(frozen=True, slots=True)
class LoggedOutput:
    """One output. ``where`` is file and line (or member), for messages."""

    id: str
    output: str | None
    where: str
    repeat: int = 0
    finish_reason: str = "stop"
    refused: bool = False
    error: str | None = None


def read_outputs(path: Path) -> tuple[LogFormat, str, list[LoggedOutput]]:
    """Format, SHA-256 and outputs of a file; raises InputError where it is none of the three, or a part of it is broken."""
    try:
        with path.open("rb") as handle:
            start = handle.read(4)
            handle.seek(0)
            digest = hashlib.file_digest(handle, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"predictions:{path}: {error.strerror or error}") from None
    if start == b"PK\x03\x04":
        return "inspect_ai", digest, list(_inspect_zip(path))
    whole = _whole_inspect_log(path)
    if whole is not None:
        return "inspect_ai", digest, [_of(_inspect_sample, sample, f"{path}, sample {i}") for i, sample in enumerate(whole, 1)]
    rows = list(_lines(path))
    if not rows:
        raise InputError(f"predictions:{path}: no predictions in it")
    first = rows[0][1]
    if isinstance(first, dict) and "doc" in first and ("resps" in first or "filtered_resps" in first):
        return "lm_eval", digest, [_of(_lm_eval_row, row, where) for where, row in rows]
    return "jsonl", digest, [_of(_plain_row, row, where) for where, row in rows]


def _of(read: Callable[[Any, str], LoggedOutput], row: Any, where: str) -> LoggedOutput:
    try:
        return read(row, where)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        problem = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise InputError(f'{where}: not a prediction ({problem}); write {{"id": …, "output": …}}, one a line') from None


def _lines(path: Path) -> Iterator[tuple[str, Any]]:
    with path.open("rb") as handle:
        number = 0
        while line := handle.readline(_MAX_LINE + 1):
            number += 1
            where = f"{path}, line {number}"
            if len(line) > _MAX_LINE:
                raise InputError(f"{where}: longer than {_MAX_LINE} bytes")
            if line.strip():
                yield where, _json(line, where)


def _json(content: bytes, where: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not JSON ({error})") from None


def _plain_row(row: Any, where: str) -> LoggedOutput:
    output = row["output"]
    return LoggedOutput(
        id=str(row["id"]),
        output=output if output is None or isinstance(output, str) else json.dumps(output, ensure_ascii=False),
        where=where,
        repeat=int(row.get("repeat", 0)),
        finish_reason=str(row.get("finish_reason", "stop")),
        refused=bool(row.get("refused", False)),
    )


def _lm_eval_row(row: Any, where: str) -> LoggedOutput:
    responses = row.get("resps") or row["filtered_resps"]
    output = responses
    while isinstance(output, list):
        output = output[0]
    if not isinstance(output, str):
        raise TypeError("the response is not text")
    return LoggedOutput(id=str(row["doc"]["id"]), output=output, where=where)


def _whole_inspect_log(path: Path) -> Iterable[Any] | None:
    """The samples when the file is one JSON object as inspect_ai writes it; None when it is not."""
    if path.stat().st_size > _MAX_TOTAL // 8:
        return None
    try:
        log = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return None
    if isinstance(log, dict) and "eval" in log and isinstance(log.get("samples"), list):
        samples: list[Any] = log["samples"]
        return samples
    return None


def _inspect_zip(path: Path) -> Iterator[LoggedOutput]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = [m for m in archive.infolist() if m.filename.startswith("samples/") and m.filename.endswith(".json")]
            if not members:
                raise InputError(f"predictions:{path}: a zip without samples; an inspect_ai log (.eval) has samples/*.json")
            if sum(member.file_size for member in members) > _MAX_TOTAL:
                raise InputError(f"predictions:{path}: more than {_MAX_TOTAL} bytes unpacked")
            for member in members:
                where = f"{path}, {member.filename}"
                yield _of(_inspect_sample, _json(_unpacked(archive, member, where), where), where)
    except (zipfile.BadZipFile, NotImplementedError, OSError, EOFError) as error:
        raise InputError(
            f"predictions:{path}: the log can't be unpacked ({error}); `inspect log convert --to json` makes one that can"
        ) from None


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, where: str) -> bytes:
    with archive.open(member) as handle:
        content = handle.read(_MAX_MEMBER + 1)
    if len(content) > _MAX_MEMBER:
        raise InputError(f"{where}: more than {_MAX_MEMBER} bytes unpacked")
    return content


def _inspect_sample(sample: Any, where: str) -> LoggedOutput:
    choices = (sample.get("output") or {}).get("choices") or []
    problem = sample.get("error")
    if not choices:
        told = problem.get("message", "failed") if isinstance(problem, dict) else "no output in the log"
        return LoggedOutput(str(sample["id"]), None, where, repeat=int(sample.get("epoch", 1)) - 1, error=told)
    reason = choices[0].get("stop_reason", "stop")
    return LoggedOutput(
        id=str(sample["id"]),
        output=_message_text(choices[0]["message"]["content"]),
        where=where,
        repeat=int(sample.get("epoch", 1)) - 1,
        finish_reason="length" if reason in INSPECT_CUT_OFF else "stop",
        refused=reason == "content_filter",
    )


def _message_text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content if part.get("type") == "text")
