"""The prompts, in our words and in the paper's protocol: the whole report first, so that all its questions share one prefix.

A server that caches prefixes then reads the report once (the paper saves 21 times the prefill); the totals of a run say how
much of its prompts was shared, and so saved.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

from tieout.benchmarks.ledger.data import KpisGold, NeedleGold, PagesGold
from tieout.benchmarks.ledger.texts import ReportText
from tieout.engines.kpis.catalogue import catalogue
from tieout.evaluation import Prompt, Sample, SampleInput
from tieout.llm.fence import FENCE_RULE, fence

__all__ = [
    "NEEDLE_SCHEMA",
    "ideal_kpis",
    "ideal_needle",
    "ideal_pages",
    "kpis_prompt",
    "kpis_schema",
    "needle_prompt",
    "pages_prompt",
]

_KINDS = {"money": "an amount", "per_share": "an amount a share", "shares": "a number of shares"}
_PERIODS = {"flow": "of the fiscal year", "stock": "at its end"}

NEEDLE_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "found": {"type": "boolean"},
        "value": {"type": ["number", "null"]},
        "unit_scale": {"type": ["string", "null"], "enum": ["units", "thousands", "millions", "billions", "per_share", None]},
        "page": {"type": ["integer", "null"]},
    },
    "required": ["found", "value", "unit_scale", "page"],
    "additionalProperties": False,
}


def kpis_schema() -> Mapping[str, Any]:
    """One number or null a KPI; all names are required, so that a model decides on each."""
    names = list(catalogue())
    properties = {name: {"type": ["number", "null"]} for name in names}
    return {"type": "object", "properties": properties, "required": names, "additionalProperties": False}


def pages_prompt() -> Prompt:
    """Places: ``report`` (with page numbers), ``question``, ``fence_rule``."""
    return Prompt(_template("prompt_pages.txt"), ("report", "question", "fence_rule"), _question_values, long="report")


def needle_prompt() -> Prompt:
    """Places: as `pages_prompt`."""
    return Prompt(_template("prompt_needle.txt"), ("report", "question", "fence_rule"), _question_values, long="report")


def kpis_prompt() -> Prompt:
    """Places: ``report``, ``company``, ``year``, ``kpis`` (the list with a line each), ``fence_rule``."""
    return Prompt(
        _template("prompt_kpis.txt"), ("report", "company", "year", "kpis", "fence_rule"), _kpis_values, long="report"
    )


def ideal_pages(sample: Sample[PagesGold]) -> str:
    """Relevant pages by falling grade."""
    grades = sample.gold.grades
    return json.dumps({"pages": sorted((page for page in grades if grades[page] >= 1), key=lambda page: (-grades[page], page))})


def ideal_needle(sample: Sample[NeedleGold]) -> str:
    gold = sample.gold
    if gold.value is None:
        return json.dumps({"found": False, "value": None, "unit_scale": None, "page": None})
    page = min(gold.pages, key=lambda number: (-gold.pages[number], number), default=None)
    return json.dumps({"found": True, "value": str(gold.value), "unit_scale": None, "page": page})


def ideal_kpis(sample: Sample[KpisGold]) -> str:
    return json.dumps({name: str(sample.gold.values[name]) if name in sample.gold.values else None for name in catalogue()})


def _template(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _question_values(sample: SampleInput) -> Mapping[str, str]:
    return {"report": _numbered(sample.fields["report"]), "question": sample.fields["question"], "fence_rule": FENCE_RULE}


def _kpis_values(sample: SampleInput) -> Mapping[str, str]:
    lines = (f"- {kpi.name}: {kpi.title}, {_KINDS[kpi.kind]} {_PERIODS[kpi.period]}" for kpi in catalogue().values())
    return {
        "report": _numbered(sample.fields["report"]),
        "company": str(sample.fields["company"]),
        "year": str(sample.fields["year"]),
        "kpis": "\n".join(lines),
        "fence_rule": FENCE_RULE,
    }


def _numbered(report: ReportText) -> str:
    return fence("\n".join(f"[Page {number}]\n{text.strip()}" for number, text in enumerate(report.pages(), start=1)))
