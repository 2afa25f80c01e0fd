"""Official rows ``id, query, answer``, as CSV, JSON lines or parquet.

The folder holds one file a task and split: ``finsm/test.jsonl``, ``FinSM/test-00000-of-00001.parquet``, ``finsm_test.csv`` and
the like, below ``data/`` or not. A row may name its ``document`` (data that we build does): intervals then
resample documents, else rows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tieout.evaluation import Sample, SampleInput
from tieout.evaluation.data import data_file, data_folder
from tieout.report.errors import InputError

__all__ = ["SPLITS", "files_of", "samples_of"]

SPLITS = ("train", "val", "test")

_SUFFIXES = (".jsonl", ".json", ".csv", ".parquet")
_FOLDERS = ("", "data")
_MOST_CHARS = 64 << 20  # of one row; segments have some hundred thousand

GoldT = TypeVar("GoldT")


def files_of(task: str) -> Callable[[Path, str], list[Path]]:
    """The finder of one task's files (``finsm``); what it gives raises InputError where a split has none."""

    def files(data: Path, split: str) -> list[Path]:
        folder = data_folder(data)
        for place in _places(folder, task):
            found = sorted(p.name for p in place.iterdir() if _is_of(p.name, task, split, place != folder))
            if found:
                return [data_file(data, *place.relative_to(folder).parts, name) for name in found]
        raise InputError(f"{data}: {task}/{split}.jsonl (or .csv, .parquet) is missing")

    return files


def samples_of(task: str, gold_of: Callable[[str], GoldT]) -> Callable[[Path, str], Iterator[Sample[GoldT]]]:
    """The reader of one task's samples; ``gold_of`` reads an answer, and raises ValueError for one that it can't read."""

    def samples(data: Path, split: str) -> Iterator[Sample[GoldT]]:
        by_document: dict[str, list[Sample[GoldT]]] = {}
        for path in files_of(task)(data, split):
            for number, row in enumerate(_rows(path), start=1):
                where = f"{path}, row {number}"
                id_ = _text(row, "id", where)
                document = str(row.get("document") or id_)
                given = SampleInput(id_, document, {"query": _text(row, "query", where)})
                try:
                    gold = gold_of(_text(row, "answer", where))
                except ValueError as error:
                    raise InputError(f"{where}: {error}") from None
                by_document.setdefault(document, []).append(Sample(given, gold))
        for group in by_document.values():
            yield from group

    return samples


def _places(folder: Path, task: str) -> Iterator[Path]:
    """The task's own folders first, then the folder itself."""
    own = sorted(
        p for p in folder.iterdir() if p.is_dir() and re.sub(r"[^a-z]", "", p.name.lower()) in (task, f"finauditing{task}")
    )
    for base in (*own, folder):
        for name in _FOLDERS:
            if (base / name).is_dir():
                yield base / name


def _is_of(name: str, task: str, split: str, below_own: bool) -> bool:
    lower = name.lower()
    if not lower.endswith(_SUFFIXES):
        return False
    words = re.split(r"[^a-z]+", lower.rpartition(".")[0])
    names_task = any(task in word for word in words)
    wanted = {"val": ("val", "valid", "validation", "dev")}.get(split, (split,))
    if below_own and not names_task and any(other in lower for other in ("finsm", "finre", "finmr")):
        return False
    names_split = any(word in wanted or word.removeprefix(task) in wanted for word in words)
    return names_split and (below_own or names_task)


def _text(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key)
    if value is None:
        raise InputError(f"{where}: no {key}; rows have id, query and answer")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    if path.suffix.lower() in (".jsonl", ".json"):
        yield from _json_rows(path)
        return
    import duckdb

    source = (
        f"read_csv(?, header=true, all_varchar=true, quote='\"', escape='\"', max_line_size={_MOST_CHARS})"
        if path.suffix.lower() == ".csv"
        else "read_parquet(?)"
    )
    try:
        with duckdb.connect() as database:
            found = database.execute(f"SELECT * FROM {source}", [str(path)])  # noqa: S608  (one of two constants)
            names = [column[0] for column in found.description or ()]
            while batch := found.fetchmany(64):
                yield from (dict(zip(names, cells, strict=True)) for cells in batch)
    except duckdb.Error as error:
        raise InputError(f"{path}: can't be read: {str(error).splitlines()[0]}") from None


def _json_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Lines of objects, or one array of them."""
    try:
        with path.open(encoding="utf-8-sig") as handle:
            first = handle.read(1)
            handle.seek(0)
            rows: Sequence[Any] | Iterator[Any]
            rows = json.load(handle) if first == "[" else (json.loads(line) for line in handle if line.strip())
            for row in rows:
                if not isinstance(row, dict):
                    raise InputError(f"{path}: a row is no object with id, query and answer")
                yield row
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not JSON: {error}") from None
