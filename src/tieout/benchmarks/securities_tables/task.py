"""The declarations of ``securities-tables/retrieval`` and ``securities-tables/qa``."""

from __future__ import annotations

from functools import partial

from tieout.benchmarks.securities_tables.data import SPLITS, CellGold, Files, missing_reports, qa_samples, retrieval_samples
from tieout.benchmarks.securities_tables.parsing import CellPrediction, parse_qa, parse_retrieval
from tieout.benchmarks.securities_tables.prompts import ideal_qa, ideal_retrieval, qa_prompt, ranking, retrieval_prompt
from tieout.benchmarks.securities_tables.scoring import qa_scorer, qa_sheet, retrieval_scorer, retrieval_sheet
from tieout.benchmarks.securities_tables.solver import qa_engines, retrieval_engines
from tieout.evaluation import Task, load_published

__all__ = ["QA", "RETRIEVAL"]

_PACKAGE = "tieout.benchmarks.securities_tables"
_PAPER = "NTCIR-18 U4 and SIG-FIN UFO-2024 (CEUR-WS overview paper)"
_LICENCE = "reports: EDINET, public; annotations: see the organisers' repositories"
_NOTES = (
    "published results are on the dry run's questions, which are not the ones of today's splits",
    "u4 and ufo are two data sets in one layout; the folder given by --data is one of them",
    "questions whose gold is not published are asked, and count in no metric",
)

_RETRIEVAL_FILES = Files("table_retrieval", "tr")
_QA_FILES = Files("table_qa", "tqa")


def _layout(folder: str, short: str) -> str:
    return (
        f"a folder with {folder}/SPLIT/ for train, valid or test, each with questions.json, gold_standard.json "
        f"(test: gold_standard_{short}_pub.json) and reports/DOCUMENT/*.html"
    )


RETRIEVAL: Task[str | None, str] = Task(
    name="securities-tables/retrieval",
    version="1",
    title="Securities reports: which table answers the question",
    description="Find, among all tables of a Japanese securities report, the one that holds the answer to a question.",
    paper=_PAPER,
    licence=_LICENCE,
    layout=_layout("table_retrieval", "tr"),
    splits=SPLITS,
    files=_RETRIEVAL_FILES,
    samples=partial(retrieval_samples, _RETRIEVAL_FILES),
    prompt=retrieval_prompt(),
    parse=parse_retrieval,
    ideal=ideal_retrieval,
    scorer=retrieval_scorer(),
    engines=retrieval_engines(),
    published=load_published(_PACKAGE, "securities-tables/retrieval"),
    published_split="valid",
    notes=_NOTES,
    data_notes=partial(missing_reports, _RETRIEVAL_FILES),
    sheet=retrieval_sheet,
    retrieval=ranking(),
    max_tokens=200,
)

QA: Task[CellGold | None, CellPrediction] = Task(
    name="securities-tables/qa",
    version="1",
    title="Securities reports: which cell of a table answers the question, and its value",
    description="Find the cell of a given table that answers a question, and read its value in full.",
    paper=_PAPER,
    licence=_LICENCE,
    layout=_layout("table_qa", "tqa"),
    splits=SPLITS,
    files=_QA_FILES,
    samples=partial(qa_samples, _QA_FILES),
    prompt=qa_prompt(),
    parse=parse_qa,
    ideal=ideal_qa,
    scorer=qa_scorer(),
    engines=qa_engines(),
    published=load_published(_PACKAGE, "securities-tables/qa"),
    published_split="valid",
    notes=_NOTES,
    data_notes=partial(missing_reports, _QA_FILES),
    sheet=qa_sheet,
    max_tokens=200,
)
