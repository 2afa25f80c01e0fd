"""The tagging engine as a solver, and baselines with nothing learned: number patterns, and BM25 over concepts' names."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from tieout.benchmarks.fintagging.baselines import rule_facts
from tieout.benchmarks.fintagging.facts import Fact
from tieout.benchmarks.fintagging.prompts import candidates_for
from tieout.benchmarks.fintagging.retrieval import names_index, query_context
from tieout.benchmarks.fintagging.scoring import CUTOFFS
from tieout.evaluation import Engine, EngineAnswer, EngineFactory, EngineSetup, SampleInput
from tieout.report.errors import InputError

__all__ = ["fincl_engines", "fincl_query_engines", "finni_engines", "full_engines"]

_MOST = max(CUTOFFS)
_FROM_QUERY = 5


def finni_engines() -> Mapping[str, EngineFactory]:
    return {"": _found, "rules": _rules}


def fincl_engines() -> Mapping[str, EngineFactory]:
    return {"": _linked, "rerank": _reranked, "bm25": _bm25(typed=True), "bm25-untyped": _bm25(typed=False)}


def fincl_query_engines() -> Mapping[str, EngineFactory]:
    return {"": _linked, "rerank": _reranked, "bm25": _bm25(typed=True), "bm25-untyped": _bm25(typed=False)}


def full_engines() -> Mapping[str, EngineFactory]:
    return {"": _tagged, "rules": _rules_and_bm25}


def _found(setup: EngineSetup) -> Engine:
    from tieout.benchmarks.fintagging.tagger import Linker

    linker = Linker(setup, _MOST)

    def solve(sample: SampleInput) -> EngineAnswer:
        facts, evidence = linker.facts(sample)
        return EngineAnswer(facts_output(facts), evidence)

    return solve


def _linked(setup: EngineSetup) -> Engine:
    """Both regimes where the sample has the whole context; the query's row or sentence alone where it hasn't."""
    from tieout.benchmarks.fintagging.tagger import Linker

    linker = Linker(setup, _MOST)

    def solve(sample: SampleInput) -> EngineAnswer:
        alone = linker.in_query(sample)
        best = linker.in_context(sample) if "context" in sample.fields else alone
        if not best.ranked:
            return EngineAnswer(None, {"reason": "no concept of that type is known"})
        return EngineAnswer(linked_output(best.names, alone.names), best.evidence())

    return solve


def _reranked(setup: EngineSetup) -> Engine:
    """The second step alone: the candidates that a retriever gave, in the engine's order; its last ones in the retriever's."""
    from tieout.benchmarks.fintagging.tagger import Linker

    linker = Linker(setup, _MOST)

    def solve(sample: SampleInput) -> EngineAnswer:
        candidates = candidates_for(sample, _MOST)
        best = linker.in_context(sample) if "context" in sample.fields else linker.in_query(sample)
        if not candidates:
            return EngineAnswer(None, {"reason": "no candidates"})
        places = {name: place for place, name in enumerate(best.names)}
        ordered = sorted(candidates, key=lambda name: places.get(name, len(places)))
        return EngineAnswer(json.dumps({"ranked": ordered}), best.evidence())

    return solve


def _tagged(setup: EngineSetup) -> Engine:
    from tieout.benchmarks.fintagging.tagger import Linker

    linker = Linker(setup, 1)

    def solve(sample: SampleInput) -> EngineAnswer:
        facts, evidence = linker.triplets(sample)
        return EngineAnswer(facts_output(facts), evidence)

    return solve


def _rules(setup: EngineSetup) -> Engine:
    _refuse_model(setup, "rules")
    return lambda sample: EngineAnswer(facts_output(rule_facts(sample.fields["context"])))


def _bm25(typed: bool) -> EngineFactory:
    """Over the query's context; where it has none, over the whole context (in the query regime: abstain)."""

    def factory(setup: EngineSetup) -> Engine:
        _refuse_model(setup, "bm25")

        def solve(sample: SampleInput) -> EngineAnswer:
            index = names_index(_concepts(sample), typed)
            type_ = sample.fields["entity_type"]
            row = query_context(sample)
            from_query = index.rank(row, type_, _MOST) if row else []
            if "context" not in sample.fields:
                return EngineAnswer(json.dumps({"ranked": from_query}) if from_query else None)
            ranked = from_query or index.rank(sample.fields["context"], type_, _MOST)
            return EngineAnswer(linked_output(ranked, from_query) if ranked else None)

        return solve

    return factory


def _rules_and_bm25(setup: EngineSetup) -> Engine:
    """Facts by rules, each linked by BM25 over the text around it: a sentence's whole text, a table's row."""
    _refuse_model(setup, "rules")

    def solve(sample: SampleInput) -> EngineAnswer:
        index = names_index(_concepts(sample), typed=True)
        context = sample.fields["context"]
        facts: list[Fact] = []
        known: dict[tuple[str, str], list[str]] = {}
        for piece in (
            [context] if sample.fields["category"] == "text" else [f"<table>{row}" for row in context.split("<tr>")[1:]]
        ):
            for fact in rule_facts(piece.replace("<table>", "<table><tr>", 1)):
                key = piece, fact["Type"]
                if key not in known:
                    known[key] = index.rank(piece, fact["Type"], 1)
                if known[key]:
                    facts.append({**fact, "Tag": known[key][0]})
        return EngineAnswer(facts_output(facts))

    return solve


def facts_output(facts: list[Fact]) -> str:
    """Facts in the official form of an answer."""
    return json.dumps({"result": facts}, ensure_ascii=False)


def linked_output(ranked: Sequence[str], query: Sequence[str]) -> str:
    """Both regimes' concepts; of the query's only the first is scored, so a few are enough."""
    return json.dumps({"ranked": list(ranked), "query": list(query[:_FROM_QUERY])})


def _concepts(sample: SampleInput) -> Path:
    path: Path | None = sample.fields.get("concepts")
    if path is None:
        raise InputError(
            "BM25 needs the concept list: put us_gaap_2024_concepts.jsonl (or another *concepts*.jsonl) beside the data"
        )
    return path


def _refuse_model(setup: EngineSetup, variant: str) -> None:
    if setup.model is not None:
        raise InputError(f"--model: engine:{variant} has no trained artefact")
