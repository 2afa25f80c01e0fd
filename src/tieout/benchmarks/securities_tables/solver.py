"""The table engine and its plain baselines as solvers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal

from tieout.benchmarks.securities_tables.prompts import report_of
from tieout.evaluation import Engine, EngineAnswer, EngineFactory, EngineSetup, SampleInput
from tieout.report.errors import InputError

__all__ = ["qa_engines", "retrieval_engines"]

Weighting = Literal["bm25", "tfidf"]


def retrieval_engines() -> Mapping[str, EngineFactory]:
    return {"": _retrieval, "bm25": _retrieval_baseline("bm25"), "tfidf": _retrieval_baseline("tfidf")}


def qa_engines() -> Mapping[str, EngineFactory]:
    return {"": _qa, "bm25": _qa_baseline("bm25"), "tfidf": _qa_baseline("tfidf")}


def _retrieval(setup: EngineSetup) -> Engine:
    from tieout.engines.tables import NotFound, TableEngine

    engine = TableEngine.load(setup.model)

    def solve(sample: SampleInput) -> EngineAnswer:
        found = engine.table(report_of(sample), sample.fields["question"])
        if isinstance(found, NotFound):
            return EngineAnswer(None, {"reason": found.reason})
        evidence = {"table": found.table.id, "file": found.table.file, "page": found.table.page, "score": round(found.score, 4)}
        return EngineAnswer(json.dumps({"table_id": found.table.id}), evidence)

    return solve


def _qa(setup: EngineSetup) -> Engine:
    from tieout.engines.tables import NotFound, TableEngine

    engine = TableEngine.load(setup.model)

    def solve(sample: SampleInput) -> EngineAnswer:
        found = engine.cell(report_of(sample), sample.fields["question"], sample.fields["table_id"])
        if isinstance(found, NotFound):
            return EngineAnswer(None, {"reason": found.reason})
        answer = {"cell_id": found.cell.id, "value": found.value.text}
        evidence = {"cell": found.cell.id, "file": found.table.file, "quote": found.cell.text, "score": round(found.score, 4)}
        return EngineAnswer(json.dumps(answer, ensure_ascii=False), evidence)

    return solve


def _retrieval_baseline(weighting: Weighting) -> EngineFactory:
    def factory(setup: EngineSetup) -> Engine:
        _refuse_model(setup, weighting)
        from tieout.engines.tables.baselines import rank_tables

        def solve(sample: SampleInput) -> EngineAnswer:
            ranked = rank_tables(report_of(sample), sample.fields["question"], weighting)
            return EngineAnswer(json.dumps({"table_id": ranked[0].id}) if ranked else None)

        return solve

    return factory


def _qa_baseline(weighting: Weighting) -> EngineFactory:
    def factory(setup: EngineSetup) -> Engine:
        _refuse_model(setup, weighting)
        from tieout.engines.tables.baselines import rank_cells
        from tieout.engines.tables.values import printed_value

        def solve(sample: SampleInput) -> EngineAnswer:
            table = report_of(sample).table(sample.fields["table_id"])
            ranked = rank_cells(table, sample.fields["question"], weighting) if table is not None else []
            if table is None or not ranked:
                return EngineAnswer(None)
            answer = {"cell_id": ranked[0].id, "value": printed_value(table, ranked[0])}
            return EngineAnswer(json.dumps(answer, ensure_ascii=False))

        return solve

    return factory


def _refuse_model(setup: EngineSetup, weighting: str) -> None:
    if setup.model is not None:
        raise InputError(f"--model: engine:{weighting} counts words and has no trained artefact")
