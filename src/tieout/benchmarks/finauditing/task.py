"""The declarations of ``finauditing/finsm``, ``/finre`` and ``/finmr``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tieout.benchmarks.finauditing.data import SPLITS, files_of, samples_of
from tieout.benchmarks.finauditing.parsing import LABELS, Relation, Values, parse_relation, parse_tags, parse_values
from tieout.benchmarks.finauditing.scoring import finmr_scorer, finre_scorer, finsm_scorer
from tieout.benchmarks.finauditing.solver import finmr_engines, finre_engines, finsm_engines
from tieout.evaluation import Prompt, Sample, SampleInput, Task, Unparsable, load_published

__all__ = ["FINMR", "FINRE", "FINSM"]

_PACKAGE = "tieout.benchmarks.finauditing"


def _query(sample: SampleInput) -> Mapping[str, str]:
    return {"query": sample.fields["query"]}


def _tags(answer: str) -> list[str]:
    if not answer.strip():
        return []
    try:
        return parse_tags(answer, _NOTHING)
    except Unparsable:
        return [answer.strip()]  # a single tag, written plainly


def _label(answer: str) -> str:
    try:
        label = parse_relation(answer, _NOTHING)["label"]
    except Unparsable:
        label = None
    if label is None:
        raise ValueError(f"the answer is {answer[:40]!r}, none of {', '.join(LABELS)}")
    return label


def _values(answer: str) -> Values:
    try:
        return parse_values(answer, _NOTHING)
    except Unparsable as word:
        raise ValueError(f"the answer can't be read: {word}") from None


def _ideal_json(sample: Sample[Any]) -> str:
    return json.dumps(sample.gold, ensure_ascii=False)


def _ideal_label(sample: Sample[str]) -> str:
    return sample.gold


_NOTHING = SampleInput("", "", {})

# What the three declarations share. The official queries hold the whole prompt, so the template is the query alone.
_SHARED: dict[str, Any] = {
    "version": "1",
    "paper": "arXiv:2510.08886",
    "licence": "as the dataset card says; filings are public domain, the US GAAP taxonomy has FASB's terms",
    "splits": SPLITS,
    "prompt": Prompt(template="{{query}}", places=("query",), values=_query, long="query"),
    "few_shot_split": None,
    "max_tokens": 512,
}


def _layout(task: str) -> str:
    return (
        f"a folder with {task}/test.jsonl (or .csv, .parquet; columns id, query, answer), official or written by tieout build"
    )


FINSM: Task[list[str], list[str]] = Task(
    name="finauditing/finsm",
    title="FinSM: tags of an XBRL filing that don't fit what they tag",
    description="List the mismatched tags in one statement of a filing, best first.",
    layout=_layout("finsm"),
    files=files_of("finsm"),
    samples=samples_of("finsm", _tags),
    parse=parse_tags,
    ideal=_ideal_json,
    scorer=finsm_scorer(),
    engines=finsm_engines(),
    published=load_published(_PACKAGE, "finsm"),
    sizes={"test": 330},
    **_SHARED,
)

FINRE: Task[str, Relation] = Task(
    name="finauditing/finre",
    title="FinRE: what is wrong in the relation of two elements",
    description="Name the error between a head and a tail element: Reversal, Inappropriateness, CombinationErr or None.",
    layout=_layout("finre"),
    files=files_of("finre"),
    samples=samples_of("finre", _label),
    parse=parse_relation,
    ideal=_ideal_label,
    scorer=finre_scorer(),
    engines=finre_engines(),
    published=load_published(_PACKAGE, "finre"),
    sizes={"test": 440},
    notes=("the class None occurs only in data that tieout builds",),
    **_SHARED,
)

FINMR: Task[Values, Values] = Task(
    name="finauditing/finmr",
    title="FinMR: reported and recomputed value of a concept",
    description="Find the reported value of a concept in a period, and compute the value that it should have.",
    layout=_layout("finmr"),
    files=files_of("finmr"),
    samples=samples_of("finmr", _values),
    parse=parse_values,
    ideal=_ideal_json,
    scorer=finmr_scorer(),
    engines=finmr_engines(),
    published=load_published(_PACKAGE, "finmr"),
    sizes={"test": 332},
    notes=("published figures are an LLM judge's; ours is exact, with no tolerance",),
    **_SHARED,
)
