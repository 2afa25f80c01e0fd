"""The declarations of ``fintagging/finni``, ``/fincl``, ``/fincl-query`` and ``/full``."""

from __future__ import annotations

from typing import Any

from tieout.benchmarks.fintagging.data import fincl_notes, fincl_query_samples, fincl_samples, finni_samples, full_samples
from tieout.benchmarks.fintagging.facts import TYPES, Fact
from tieout.benchmarks.fintagging.files import SPLITS, files_of
from tieout.benchmarks.fintagging.parsing import Facts, Linked, first_of, parse_facts, parse_full, parse_linked
from tieout.benchmarks.fintagging.prompts import fincl_prompt, finni_prompt, full_prompt, ideal_concept, ideal_facts
from tieout.benchmarks.fintagging.retrieval import embedding_retrieval
from tieout.benchmarks.fintagging.scoring import fincl_query_scorer, fincl_scorer, finni_scorer, full_scorer
from tieout.benchmarks.fintagging.solver import fincl_engines, fincl_query_engines, finni_engines, full_engines
from tieout.evaluation import Task, load_published

__all__ = ["FINCL", "FINCL_QUERY", "FINNI", "FULL"]

_PACKAGE = "tieout.benchmarks.fintagging"

_WHITE_SPACE = "contexts are given with white space that doesn't show tags; split test-official has the official strings"

_SHARED: dict[str, Any] = {
    "version": "1",
    "paper": "arXiv:2505.20650",
    "licence": "as the dataset card says; filings are public domain, the US GAAP taxonomy has FASB's terms",
    "splits": SPLITS,
}


def _facts_schema(*names: str) -> dict[str, Any]:
    properties: dict[str, Any] = {name: {"type": "string"} for name in names}
    properties["Type"]["enum"] = list(TYPES)
    item = {"type": "object", "properties": properties, "required": list(names), "additionalProperties": False}
    return {
        "type": "object",
        "properties": {"result": {"type": "array", "items": item}},
        "required": ["result"],
        "additionalProperties": False,
    }


FINNI: Task[list[Fact], Facts] = Task(
    name="fintagging/finni",
    title="FinNI: the numbers of a 10-K that are facts, and of which type",
    description="List the (Fact, Type) pairs in a passage or a table of a 10-K.",
    layout="a folder with FinNI-eval*.csv (context_index, context, query, answer), or finni/SPLIT.csv written by tieout build",
    files=files_of("finni"),
    samples=finni_samples,
    prompt=finni_prompt(),
    parse=parse_facts,
    ideal=ideal_facts,
    scorer=finni_scorer(),
    engines=finni_engines(),
    published=load_published(_PACKAGE, "fintagging/finni"),
    sizes={"test": 6599},
    notes=(_WHITE_SPACE,),
    max_tokens=4096,
    json_schema=_facts_schema("Fact", "Type"),
    **_SHARED,
)

FINCL: Task[str, Linked] = Task(
    name="fintagging/fincl",
    title="FinCL: which us-gaap concept a number of a 10-K reports",
    description="Link a number to its concept, given the passage or table as a whole, and its official query.",
    layout="a folder with FinCL-eval*.csv (context, category, entity, entity_type, query, answer), or fincl/SPLIT.csv "
    "written by tieout build; beside it a concept list (*concepts*.jsonl)",
    files=files_of("fincl"),
    samples=fincl_samples,
    prompt=fincl_prompt(),
    parse=parse_linked,
    ideal=ideal_concept,
    scorer=fincl_scorer(),
    engines=fincl_engines(),
    published=load_published(_PACKAGE, "fintagging/fincl"),
    retrieval=embedding_retrieval(),
    kept=first_of,
    sizes={"test": 52572},
    notes=(
        _WHITE_SPACE,
        "published accuracies are from the official query alone: accuracy/query stands beside them, not accuracy",
        "accuracy/query is of answers that have a part for the query alone; models are asked by fintagging/fincl-query",
    ),
    data_notes=fincl_notes,
    max_tokens=1024,
    **_SHARED,
)

FINCL_QUERY: Task[str, Linked] = Task(
    name="fintagging/fincl-query",
    title="FinCL from the official query alone: which us-gaap concept a number reports",
    description="Link a number to its concept, given the official query: entity, type, and its row or sentence.",
    layout=FINCL.layout,
    files=files_of("fincl"),
    samples=fincl_query_samples,
    prompt=fincl_prompt(),
    parse=parse_linked,
    ideal=ideal_concept,
    scorer=fincl_query_scorer(),
    engines=fincl_query_engines(),
    published=load_published(_PACKAGE, "fintagging/fincl-query"),
    retrieval=embedding_retrieval(),
    kept=first_of,
    sizes={"test": 52572},
    data_notes=fincl_notes,
    max_tokens=1024,
    **_SHARED,
)

FULL: Task[list[Fact], Facts] = Task(
    name="fintagging/full",
    title="FinTagging: the facts of a 10-K with type and us-gaap concept",
    description="List the (Fact, Type, Tag) triplets in a passage or a table of a 10-K.",
    layout="a folder with full/SPLIT.csv written by tieout build (context_index, context, answer with Tag), or bio/SPLIT.txt "
    "(token label lines); beside it a concept list (*concepts*.jsonl)",
    files=files_of("full"),
    samples=full_samples,
    prompt=full_prompt(),
    parse=parse_full,
    ideal=ideal_facts,
    scorer=full_scorer(),
    engines=full_engines(),
    published=load_published(_PACKAGE, "fintagging/full"),
    notes=(
        _WHITE_SPACE,
        "micro and macro are over facts; …_bio are per BIO label and token, as the paper's Table 5",
        "the official subsets carry no tag beside FinNI's answers: this task runs on built rows and on BIO files",
    ),
    max_tokens=4096,
    json_schema=_facts_schema("Fact", "Type", "Tag"),
    **_SHARED,
)
