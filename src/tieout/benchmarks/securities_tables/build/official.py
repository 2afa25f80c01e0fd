"""Writing the official layout: questions, gold and empty answer sheets of both tasks, and the annotated reports of each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tieout.benchmarks.securities_tables.build.entries import Entry

__all__ = ["Asked", "write_report", "write_split"]

_TASKS = (("table_retrieval", "tr"), ("table_qa", "tqa"))


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a report."""

    report: str
    company: str
    entry: Entry

    @property
    def table(self) -> str:
        return self.entry.cell.rpartition("-")[0]


def write_split(out: Path, split: str, asked: Sequence[Asked], random: Random) -> dict[str, int]:
    """Deals a split's questions to the two tasks, writes their files, and returns the number of each task's.

    Questions of train and valid carry their answers, as the official ones do; those of test don't, and their gold is in two
    parts, public and private.
    """
    dealt: dict[str, list[Asked]] = {folder: [] for folder, _ in _TASKS}
    for one in asked:
        dealt[_TASKS[random.random() < 0.5][0]].append(one)
    for folder, short in _TASKS:
        where = out / folder / split
        where.mkdir(parents=True, exist_ok=True)
        named = {f"question_{short}_{split}{number}": one for number, one in enumerate(dealt[folder], 1)}
        gold = {id_: one.table if short == "tr" else _cell(one) for id_, one in named.items()}
        _write(where / "questions.json", {id_: _question(one, short, split != "test") for id_, one in named.items()})
        _write(where / "answersheet.json", {id_: "" if short == "tr" else {"cell_id": "", "value": ""} for id_ in named})
        if split != "test":
            _write(where / "gold_standard.json", gold)
            continue
        public = {id_ for id_ in gold if random.random() < 0.5}
        _write(where / f"gold_standard_{short}_pub.json", {id_: right for id_, right in gold.items() if id_ in public})
        _write(where / f"gold_standard_{short}_pri.json", {id_: right for id_, right in gold.items() if id_ not in public})
    return {folder: len(ones) for folder, ones in dealt.items()}


def write_report(out: Path, split: str, report: str, files: dict[str, bytes]) -> None:
    """The report's HTML, once for each task: the second is a hard link where the disk allows it."""
    first: Path | None = None
    for folder, _ in _TASKS:
        where = out / folder / split / "reports" / report
        where.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            if first is None or not _linked(first / name, where / name):
                (where / name).write_bytes(data)
        first = where


def _linked(source: Path, target: Path) -> bool:
    try:
        target.hardlink_to(source)
    except OSError:
        return False
    return True


def _question(one: Asked, short: str, answers: bool) -> dict[str, str]:
    question = {"question": one.entry.question(one.company), "doc_id": one.report}
    if short == "tqa":
        return {**question, "table_id": one.table, **(_cell(one) if answers else {})}
    return {**question, **({"table_id": one.table} if answers else {})}


def _cell(one: Asked) -> dict[str, str]:
    return {"cell_id": one.entry.cell, "value": one.entry.value}


def _write(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
