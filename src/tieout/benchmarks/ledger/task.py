"""The declarations of ``ledger/pages``, ``ledger/needle`` and ``ledger/kpis``."""

from __future__ import annotations

from tieout.benchmarks.ledger.data import (
    KpisGold,
    NeedleGold,
    PagesGold,
    kpis_samples,
    needle_samples,
    pages_notes,
    pages_samples,
)
from tieout.benchmarks.ledger.parsing import NeedlePrediction, parse_kpis, parse_needle, parse_pages
from tieout.benchmarks.ledger.prompts import (
    NEEDLE_SCHEMA,
    ideal_kpis,
    ideal_needle,
    ideal_pages,
    kpis_prompt,
    kpis_schema,
    needle_prompt,
    pages_prompt,
)
from tieout.benchmarks.ledger.rows import SPLITS, needle_files, reports_files
from tieout.benchmarks.ledger.scoring import kpis_scorer, needle_scorer, pages_scorer
from tieout.benchmarks.ledger.solver import kpis_engines, needle_engines, pages_engines, pages_retrieval
from tieout.evaluation import Task, load_published

__all__ = ["KPIS", "NEEDLE", "PAGES"]

_PACKAGE = "tieout.benchmarks.ledger"
_PAPER = "arXiv:2606.13100 (LEDGER)"
_LICENCE = "CC BY 4.0 (data), MIT (the authors' code); what is built from SEC filings is public"
_NEEDLE_LAYOUT = (
    "a folder with needle/SPLIT/data.parquet (query_id, query_text, …, qrels, mmd_text), and mmd/*.mmd where mmd_text is empty"
)

PAGES: Task[PagesGold, list[int]] = Task(
    name="ledger/pages",
    version="1",
    title="LEDGER: which page of an annual report answers the question",
    description="Rank the pages of one annual report by how well they answer a question about one KPI of one year.",
    paper=_PAPER,
    licence=_LICENCE,
    layout=_NEEDLE_LAYOUT,
    splits=SPLITS,
    files=needle_files,
    samples=pages_samples,
    prompt=pages_prompt(),
    parse=parse_pages,
    ideal=ideal_pages,
    scorer=pages_scorer(),
    engines=pages_engines(),
    published=load_published(_PACKAGE, "ledger/pages"),
    published_split="eval",
    notes=("relevance 1 and 2 count as relevant; nDCG uses both grades",),
    data_notes=pages_notes,
    few_shot_split=None,
    max_tokens=300,
    retrieval=pages_retrieval(),
)

NEEDLE: Task[NeedleGold, NeedlePrediction] = Task(
    name="ledger/needle",
    version="1",
    title="LEDGER: one KPI from a whole annual report",
    description="Answer a question about one KPI of one year from the whole report: value, scale and page, or not found.",
    paper=_PAPER,
    licence=_LICENCE,
    layout=_NEEDLE_LAYOUT,
    splits=SPLITS,
    files=needle_files,
    samples=needle_samples,
    prompt=needle_prompt(),
    parse=parse_needle,
    ideal=ideal_needle,
    scorer=needle_scorer(),
    engines=needle_engines(),
    published=load_published(_PACKAGE, "ledger/needle"),
    published_split="eval",
    notes=('"not found" is an answer: its outcome is ok, and it is right where the row has no value',),
    few_shot_split=None,
    max_tokens=300,
    json_schema=NEEDLE_SCHEMA,
)

KPIS: Task[KpisGold, dict[str, str]] = Task(
    name="ledger/kpis",
    version="1",
    title="LEDGER: all 31 KPIs of an annual report",
    description="Give all KPIs of one fiscal year that a whole annual report states.",
    paper=_PAPER,
    licence=_LICENCE,
    layout=(
        "a folder with reports/SPLIT/data.parquet (ticker, exchange, year, a column a KPI, mmd_text), "
        "and mmd/*.mmd where mmd_text is empty"
    ),
    splits=SPLITS,
    files=reports_files,
    samples=kpis_samples,
    prompt=kpis_prompt(),
    parse=parse_kpis,
    ideal=ideal_kpis,
    scorer=kpis_scorer(),
    engines=kpis_engines(),
    published=load_published(_PACKAGE, "ledger/kpis"),
    published_split="eval",
    notes=("values without gold count in neither recall nor precision; `extra` says how many they are",),
    few_shot_split=None,
    max_tokens=2000,
    json_schema=kpis_schema(),
)
