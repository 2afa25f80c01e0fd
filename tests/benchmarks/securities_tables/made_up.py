"""The official layout with the made-up report that ships; as valid, train or test."""

from __future__ import annotations

import json
import shutil
from importlib import resources
from pathlib import Path

SAMPLE = Path(str(resources.files("tieout.samples") / "japan"))
SHORT = {"table_retrieval": "tr", "table_qa": "tqa"}


def write(folder: Path) -> None:
    """Both tasks, the split valid."""
    for task in SHORT:
        shutil.copytree(SAMPLE / task, folder / task)


def write_test(folder: Path, public: int) -> None:
    """Both tasks, the split test: questions without answers, and gold for the first ``public`` of them only."""
    for task, short in SHORT.items():
        shutil.copytree(SAMPLE / task / "valid", folder / task / "test")
        where = folder / task / "test"
        gold = json.loads((where / "gold_standard.json").read_text(encoding="utf-8"))
        (where / "gold_standard.json").unlink()
        parts = {"pub": list(gold)[:public], "pri": list(gold)[public:]}
        for part, ids in parts.items():
            (where / f"gold_standard_{short}_{part}.json").write_text(
                json.dumps({id_: gold[id_] for id_ in ids}), encoding="utf-8"
            )
        questions = json.loads((where / "questions.json").read_text(encoding="utf-8"))
        for question in questions.values():
            for answer in ("cell_id", "value", *(["table_id"] if task == "table_retrieval" else [])):
                question.pop(answer, None)
        (where / "questions.json").write_text(json.dumps(questions), encoding="utf-8")
