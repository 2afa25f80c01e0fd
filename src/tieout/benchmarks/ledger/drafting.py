"""Wordings of questions drafted by a model: templates for `tieout build ledger --templates`, to be read before use."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from importlib import resources
from typing import Any

from tieout.engines.kpis.catalogue import Kpi, catalogue
from tieout.evaluation import LLMSettings
from tieout.evaluation.solvers import model_named
from tieout.report.errors import InputError

__all__ = ["draft", "wordings"]

_COMPANY, _YEAR = re.compile(r"\bABC\b"), re.compile(r"\bX\b")
_LONGEST = 300
_PERIODS = {"flow": "over the fiscal year X", "stock": "at the end of the fiscal year X"}


def draft(spec: str, count: int, settings: LLMSettings) -> tuple[dict[str, list[str]], int]:
    """Up to ``count`` wordings for each KPI from ``llm:MODEL@BASE_URL``, and how many KPIs the model gave none for.

    Raises InputError for a ``spec`` that is none or a count below 1, LLMError where the endpoint can't be used.
    """
    from tieout.llm import ChatRequest, ChatResult
    from tieout.llm.many import chat_all

    if count < 1:
        raise InputError(f"--count {count}: has to be at least 1")
    model, base_url = model_named("--model", spec)
    client = settings.client(model, base_url)
    found: dict[str, list[str]] = {}

    def take(kpi: Kpi, result: ChatResult) -> None:
        found[kpi.name] = wordings(result.text)[:count]

    requests = [
        (
            kpi,
            ChatRequest(
                messages=_messages(kpi, count), temperature=settings.temperature, max_tokens=settings.max_tokens or 2000
            ),
        )
        for kpi in catalogue().values()
    ]
    asyncio.run(chat_all(client, requests, take, settings.max_connections))
    drafted: Mapping[str, list[str]] = {name: found[name] for name in catalogue() if found.get(name)}
    return dict(drafted), len(catalogue()) - len(drafted)


def wordings(output: str) -> list[str]:
    """The usable wordings of an output: a JSON list of texts, or lines; each names company (ABC) and year (X) once or more."""
    from tieout.llm import strip_reasoning

    text = strip_reasoning(output)
    start, end = text.find("["), text.rfind("]")
    listed: Any = None
    if 0 <= start < end:
        try:
            listed = json.loads(text[start : end + 1])
        except (ValueError, RecursionError):
            listed = None
    if not isinstance(listed, list):
        listed = [re.sub(r"^\s*(?:[-*•]|\d{1,3}[.)])\s*", "", line) for line in text.splitlines()]
    cleaned = (" ".join(one.split()) for one in listed if isinstance(one, str))
    return list(dict.fromkeys(one for one in cleaned if len(one) <= _LONGEST and _COMPANY.search(one) and _YEAR.search(one)))


def _messages(kpi: Kpi, count: int) -> list[dict[str, str]]:
    template = resources.files(__package__).joinpath("prompt_draft.txt").read_text(encoding="utf-8")
    return [{"role": "user", "content": template.format(count=count, title=kpi.title, period=_PERIODS[kpi.period])}]
