"""Training in one go, on the questions of the sample report asked of several invented companies."""

from __future__ import annotations

import json
from importlib import resources
from itertools import count
from pathlib import Path

import pytest

from tieout.engines.tables import NotFound, TableEngine, open_files
from tieout.engines.tables.artefact import read_artefact, write_artefact
from tieout.engines.tables.questions import parse_question
from tieout.engines.tables.training import FOLDS, Example, fold_of, train_artefact
from tieout.report.errors import InputError

SAMPLE = Path(str(resources.files("tieout.samples") / "japan" / "table_qa" / "valid"))
COMPANY = "株式会社星見川計器"


def examples(companies: int) -> list[Example]:
    """The sample's questions once for each company; companies are named so that each falls into another fold."""
    questions = json.loads((SAMPLE / "questions.json").read_text(encoding="utf-8")).values()
    made = []
    for fold in range(companies):
        names = (f"株式会社星見川計器{number}" for number in count())
        name = next(name for name in names if fold_of(parse_question(f"{name}の2024年における「甲」は？")) == fold)
        made += [
            Example("S100SMPL", q["question"].replace(COMPANY, name), q["table_id"], q["cell_id"], q["value"])
            for q in questions
        ]
    return made


@pytest.mark.slow
def test_the_same_examples_give_the_same_artefact_and_it_answers(tmp_path: Path) -> None:
    report = open_files((SAMPLE / "reports" / "S100SMPL").glob("*.html"), "S100SMPL")
    for name in ("one", "two"):
        write_artefact(train_artefact(examples(FOLDS), lambda _: report), tmp_path / name)
    manifests = [(tmp_path / name / "manifest.json").read_text(encoding="utf-8") for name in ("one", "two")]
    assert manifests[0] == manifests[1]
    engine = TableEngine(read_artefact(tmp_path / "one"))
    asked = examples(1)
    found = [engine.cell(report, one.question, one.table_id) for one in asked]
    right = [not isinstance(f, NotFound) and f.cell.id == one.cell_id for f, one in zip(found, asked, strict=True)]
    assert sum(right) >= 20


def test_too_few_companies_are_refused() -> None:
    report = open_files((SAMPLE / "reports" / "S100SMPL").glob("*.html"), "S100SMPL")
    with pytest.raises(InputError, match="more companies"):
        train_artefact(examples(2), lambda _: report)
