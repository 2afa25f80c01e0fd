"""The prompts, in our words and in the paper's protocol (Appendix H has no wording in the text that we have).

FinNI asks for facts and types. FinCL is the reranking step: candidates come from a file that `tieout fintagging candidates`
wrote beside the data, else from BM25 over the names of the concepts of the entity's type. Full asks for everything at once: the
paper's ablation by extreme classification (4.3).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources

from tieout.benchmarks.fintagging.facts import Fact
from tieout.benchmarks.fintagging.retrieval import names_index, query_context
from tieout.evaluation import Prompt, Sample, SampleInput

__all__ = ["candidates_for", "fincl_prompt", "finni_prompt", "full_prompt", "ideal_concept", "ideal_facts"]

_SHOWN = 20
"""Candidates in a prompt. The paper's limit of 4,096 tokens leaves room for some 150 names; 20 hold most of what BM25 finds."""


def finni_prompt() -> Prompt:
    """Places: ``context``, and the official ``query`` for those who want its wording."""
    return Prompt(
        _template("prompt_finni.txt"),
        ("context", "category", "query"),
        lambda sample: {key: str(sample.fields[key]) for key in ("context", "category", "query")},
        long="context",
    )


def fincl_prompt() -> Prompt:
    """Places: ``entity``, ``entity_type``, ``place`` (the context; else that of the query), ``candidates``, ``query``."""
    return Prompt(
        _template("prompt_fincl.txt"),
        ("entity", "entity_type", "place", "candidates", "query", "category"),
        _linking_values,
        long="place",
    )


def full_prompt() -> Prompt:
    """Places: ``context``."""
    return Prompt(
        _template("prompt_full.txt"),
        ("context", "category"),
        lambda sample: {key: str(sample.fields[key]) for key in ("context", "category")},
        long="context",
    )


def ideal_facts(sample: Sample[list[Fact]]) -> str:
    return json.dumps({"result": sample.gold}, ensure_ascii=False)


def ideal_concept(sample: Sample[str]) -> str:
    return f"us-gaap:{sample.gold}"


def candidates_for(sample: SampleInput, most: int = _SHOWN) -> list[str]:
    """What a reranker may choose from: the file's candidates, else BM25's; empty where there is no concept list."""
    if "candidates" in sample.fields:
        return list(sample.fields["candidates"][:most])
    if sample.fields.get("concepts") is None:
        return []
    text = sample.fields.get("context") if sample.fields["category"] == "text" else None
    return names_index(sample.fields["concepts"]).rank(text or query_context(sample), sample.fields["entity_type"], most)


def _linking_values(sample: SampleInput) -> Mapping[str, str]:
    candidates = "\n".join(f"us-gaap:{name}" for name in candidates_for(sample))
    row = query_context(sample)
    context = sample.fields.get("context")
    place = f"{context}\n\nIts row or sentence: {row}" if context is not None and row else context or row or "(not known)"
    return {
        "entity": sample.fields["entity"],
        "entity_type": sample.fields["entity_type"],
        "category": sample.fields["category"],
        "query": sample.fields["query"],
        "place": place,
        "candidates": candidates or "(no list: name the concept from what you know)",
    }


def _template(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
