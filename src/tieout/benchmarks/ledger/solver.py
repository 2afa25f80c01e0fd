"""The KPI and page engines, and a lexical baseline, as solvers. They are given the question and the report's text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from tieout.benchmarks.ledger.baselines import Bm25
from tieout.benchmarks.ledger.texts import pages_of
from tieout.evaluation import Engine, EngineAnswer, EngineFactory, EngineSetup, Retrieval, SampleInput
from tieout.report import Report
from tieout.report.errors import InputError

__all__ = ["kpis_engines", "needle_engines", "pages_engines", "pages_retrieval"]

_MOST_PAGES = 100  # of a ranking: no measure looks further


def pages_engines() -> Mapping[str, EngineFactory]:
    return {"": _ranked, "bm25": _bm25}


def needle_engines() -> Mapping[str, EngineFactory]:
    return {"": _needle}


def kpis_engines() -> Mapping[str, EngineFactory]:
    return {"": _kpis}


def pages_retrieval() -> Retrieval:
    """Pages as candidates of an embeddings endpoint; the id is the page's number."""
    return Retrieval(
        query=lambda sample: str(sample.fields["question"]),
        candidates=lambda sample: [(str(n), text) for n, text in enumerate(sample.fields["report"].pages(), start=1)],
        output=lambda ids: _pages([int(id_) for id_ in ids]),
    )


def _pages(numbers: Sequence[int]) -> str:
    return json.dumps({"pages": list(numbers[:_MOST_PAGES])})


def _bm25(setup: EngineSetup) -> Engine:
    if setup.model is not None:
        raise InputError("--model: engine:bm25 counts words and has no trained artefact")

    def solve(sample: SampleInput) -> EngineAnswer:
        ranked = _index(sample.fields["report"].read()).rank(sample.fields["question"])
        return EngineAnswer(_pages([place + 1 for place in ranked]) if ranked else None)

    return solve


def _ranked(setup: EngineSetup) -> Engine:
    from tieout.engines.pages import PagesEngine

    engine = PagesEngine.load(setup.model)

    def solve(sample: SampleInput) -> EngineAnswer:
        found = engine.answer(_report(sample.fields["report"].read()), sample.fields["question"])
        return EngineAnswer(_pages(found.pages) if found.pages else None)

    return solve


def _needle(setup: EngineSetup) -> Engine:
    from tieout.engines.pages import PagesEngine

    engine = PagesEngine.load(setup.model)

    def solve(sample: SampleInput) -> EngineAnswer:
        found = engine.answer(_report(sample.fields["report"].read()), sample.fields["question"])
        value = found.value
        if value is None or value.value is None or value.evidence is None:
            return EngineAnswer(json.dumps({"found": False, "value": None, "unit_scale": None, "page": None}), found.reason)
        page, quote = value.evidence.page, value.evidence.quote
        scale = "per_share" if (value.unit or "").endswith("/xbrli:shares") else "units"
        told = {"found": True, "value": format(value.value, "f"), "unit_scale": scale, "page": page}
        return EngineAnswer(json.dumps(told), {"page": page, "quote": quote})

    return solve


def _kpis(setup: EngineSetup) -> Engine:
    from tieout.engines.kpis import KpiEngine, catalogue
    from tieout.engines.kpis.calendar import own_year
    from tieout.engines.kpis.view import view_of

    engine = KpiEngine.load(setup.model)

    def solve(sample: SampleInput) -> EngineAnswer:
        report = _report(sample.fields["report"].read())
        view = view_of(report)
        year = own_year(view.calendar, sample.fields["year"])  # the row is of the report's own year, whatever it calls it
        answers = [engine.answer(report, view, kpi, year) for kpi in catalogue().values()]
        values = {one.kpi: format(one.value, "f") for one in answers if one.value is not None}
        evidence = {one.kpi: {"page": one.evidence.page, "quote": one.evidence.quote} for one in answers if one.evidence}
        return EngineAnswer(json.dumps(values), evidence)

    return solve


@lru_cache(maxsize=2)
def _report(text: str) -> Report:
    from tieout.reading.markdown import read_markdown

    return read_markdown(text.encode("utf-8", "replace"), "report.mmd")


@lru_cache(maxsize=2)
def _index(text: str) -> Bm25:
    return Bm25(pages_of(text))
