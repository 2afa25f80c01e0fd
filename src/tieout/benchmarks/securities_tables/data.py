"""The official layout: ``table_retrieval/SPLIT`` and ``table_qa/SPLIT``, each with questions, gold and report folders.

In train and valid, ``questions.json`` holds the answers too. Only the fields that a solver may see are taken from it; gold
comes from ``gold_standard.json``. For test the organisers publish the gold of a part (``…_pub.json``): all questions are
samples, and those without gold are asked but not scored. ``test-private`` is the other part, for whoever has its gold.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypedDict

from tieout.evaluation import Sample, SampleInput
from tieout.evaluation.data import data_file, data_folder
from tieout.report.errors import InputError

__all__ = ["SPLITS", "CellGold", "Files", "missing_reports", "qa_samples", "retrieval_samples"]

SPLITS = ("train", "valid", "test-private", "test")

Gold = Mapping[str, Any]


class CellGold(TypedDict):
    cell_id: str
    value: str


class Files:
    """The files of one task's split; an instance is what `Task.files` takes."""

    def __init__(self, folder: str, short: str) -> None:
        """``folder`` is ``table_retrieval`` or ``table_qa``; ``short`` its abbreviation in the gold's file names."""
        self.folder, self.short = folder, short

    def __call__(self, data: Path, split: str) -> list[Path]:
        """Questions, gold and every HTML file of the reports asked about; raises InputError where JSON is missing."""
        questions = self.questions(data, split)
        reports = {document: self.report(data, split, document) for document in _documents(_object(questions))}
        return [questions, self.gold(data, split), *(path for paths in reports.values() for path in paths)]

    def questions(self, data: Path, split: str) -> Path:
        return data_file(data, self.folder, split.partition("-")[0], "questions.json")

    def gold(self, data: Path, split: str) -> Path:
        folder, _, part = split.partition("-")
        if folder != "test":
            return data_file(data, self.folder, folder, "gold_standard.json")
        return data_file(data, self.folder, folder, f"gold_standard_{self.short}_{'pri' if part else 'pub'}.json")

    def report(self, data: Path, split: str, document: str) -> list[Path]:
        """The report's HTML files by name; none where its folder is missing."""
        if not document or document in (".", "..") or "/" in document or "\\" in document:
            raise InputError(f"{data}: {document!r} is not the name of a report's folder")
        folder = data_folder(data)
        place = (folder / self.folder / split.partition("-")[0] / "reports" / document).resolve()
        if not place.is_relative_to(folder):
            raise InputError(f"{data}: the report {document} leads out of the data folder; copy it into it")
        found = [path.resolve() for path in place.glob("*.html")] if place.is_dir() else []
        if any(not path.is_relative_to(folder) for path in found):
            raise InputError(f"{data}: a file of the report {document} leads out of the data folder; copy it into it")
        return sorted(found)


def retrieval_samples(files: Files, data: Path, split: str) -> Iterator[Sample[str | None]]:
    """Questions with the gold table's id (None: not published). Answers that stand in ``questions.json`` are not looked at."""
    for given, gold in _samples(files, data, split, ("question", "doc_id")):
        if gold is not None and not isinstance(gold, str):
            raise InputError(f"{files.gold(data, split)}: {given.id}: a table's id has to be a text")
        yield Sample(given, gold)


def qa_samples(files: Files, data: Path, split: str) -> Iterator[Sample[CellGold | None]]:
    """Questions with their table, and the gold cell and value (None: not published)."""
    for given, gold in _samples(files, data, split, ("question", "doc_id", "table_id")):
        if gold is None:
            yield Sample(given, None)
        elif isinstance(gold, dict) and isinstance(gold.get("cell_id"), str) and isinstance(gold.get("value"), str):
            yield Sample(given, {"cell_id": gold["cell_id"], "value": gold["value"]})
        else:
            raise InputError(f"{files.gold(data, split)}: {given.id}: has to have the texts cell_id and value")


def missing_reports(files: Files, data: Path, split: str) -> list[str]:
    """A note on gold tables that are in no HTML file: the official data lack a few. Such questions are scored all the same."""
    questions = _object(files.questions(data, split))
    reports = {document: {path.stem for path in files.report(data, split, document)} for document in _documents(questions)}
    missing: set[str] = set()
    asked = 0
    for name, gold in _object(files.gold(data, split)).items():
        table = gold if isinstance(gold, str) else str(gold.get("cell_id", "")) if isinstance(gold, dict) else ""
        document, _, rest = table.partition("-")
        stem = rest.partition("-")[0]
        stems = reports.get(str(questions.get(name, {}).get("doc_id")), set())
        if stem and stem not in stems and f"{document}-{stem}" not in stems:
            asked += 1
            missing.add(f"{document}-{stem}.html")
    if not missing:
        return []
    named = ", ".join(sorted(missing)[:3]) + (", …" if len(missing) > 3 else "")
    lost = f"{asked} questions have their answer there and are scored all the same"
    return [f"{len(missing)} HTML files are missing ({named}); {lost}"]


def _samples(files: Files, data: Path, split: str, names: tuple[str, ...]) -> Iterator[tuple[SampleInput, Any]]:
    """Questions of one report together; reports, and the questions of each, in the file's order."""
    path = files.questions(data, split)
    questions, gold = _object(path), _object(files.gold(data, split))
    for document, ids in _documents(questions).items():
        report = files.report(data, split, document)
        for id_ in ids:
            fields: dict[str, Any] = {}
            for name in names:
                if not isinstance(questions[id_].get(name), str):
                    raise InputError(f"{path}: {id_} has no {name}")
                fields[name] = questions[id_][name]
            yield SampleInput(id_, document, {**fields, "files": report}), gold.get(id_)


def _documents(questions: Mapping[str, Any]) -> dict[str, list[str]]:
    documents: dict[str, list[str]] = {}
    for id_, question in questions.items():
        if not isinstance(question, dict) or not isinstance(question.get("doc_id"), str):
            raise InputError(f"questions.json: {id_} has no doc_id")
        documents.setdefault(question["doc_id"], []).append(id_)
    return documents


def _object(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as fault:
        raise InputError(f"{path}: is not JSON: {fault}") from None
    if not isinstance(content, dict):
        raise InputError(f"{path}: has to be one JSON object, by the questions' ids")
    return content
