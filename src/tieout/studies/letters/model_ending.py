"""Where letters end, by a language model that sees the numbered lines; what it can't answer stays as the rules have it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace

from tieout.evaluation.solvers.llm import LLMSettings, parse_llm_spec
from tieout.report.errors import InputError
from tieout.studies.letters.endings import MOST_PAGES
from tieout.studies.letters.finding import Place
from tieout.studies.letters.reading_order import Item

__all__ = ["check_end", "ends_by_model"]

_MOST_ITEMS, _SHOWN = 400, 160
_ANSWER_TOKENS = 2_000
_SCHEMA = {
    "type": "object",
    "properties": {"last": {"type": "integer"}},
    "required": ["last"],
    "additionalProperties": False,
}
_TASK = (
    "Below are numbered lines of an annual report, each shortened. Line 0 is the heading of a letter to shareholders. Find "
    "the last line that belongs to the letter: its signature with names and titles, or the last line before another section. "
    'Answer with JSON alone: {"last": NUMBER}.'
)


def check_end(spec: str) -> None:
    """Raises InputError where ``spec`` is neither ``rules`` nor ``llm:MODEL@BASE_URL``."""
    kind, _, rest = spec.partition(":")
    if spec != "rules":
        if kind != "llm":
            raise InputError(f"--end {spec}: write rules, or llm:MODEL@BASE_URL")
        parse_llm_spec(rest)


def ends_by_model(items: Sequence[Item], places: Sequence[Place], spec: str, settings: LLMSettings) -> tuple[list[Place], int]:
    """The places with the ends that ``llm:MODEL@BASE_URL`` gives, and how many it gave none for.

    Raises InputError for a spec that isn't one, LLMError where the endpoint can't be used at all.
    """
    check_end(spec)
    model, base_url = parse_llm_spec(spec.partition(":")[2])
    return asyncio.run(_ask(items, places, model, base_url, settings)) if places else ([], 0)


async def _ask(
    items: Sequence[Item], places: Sequence[Place], model: str, base_url: str, settings: LLMSettings
) -> tuple[list[Place], int]:
    from tieout.llm import FENCE_RULE, ChatRequest, ChatResult, fence
    from tieout.llm.many import chat_all

    ended = list(places)
    answered: set[int] = set()

    def on_answer(number: int, result: ChatResult) -> None:
        place = places[number]
        last = _read(result.text)
        if last is not None and 0 < last <= _bound(items, place) - place.first:
            ended[number] = replace(place, last=place.first + last, ended_by="llm")
            answered.add(number)

    requests = []
    for number, place in enumerate(places):
        shown = items[place.first : _bound(items, place) + 1]
        lines = "\n".join(f"{at}: {_shortened(item.text)}" for at, item in enumerate(shown))
        messages = [{"role": "system", "content": f"{_TASK} {FENCE_RULE}"}, {"role": "user", "content": fence(lines)}]
        schema = _SCHEMA if settings.json_schema else None
        requests.append((number, ChatRequest(messages=messages, max_tokens=_ANSWER_TOKENS, json_schema=schema)))
    client = settings.client(model, base_url)
    await chat_all(client, requests, on_answer, settings.max_connections)
    return ended, len(places) - len(answered)


def _bound(items: Sequence[Item], place: Place) -> int:
    """The last item that is shown: before the next letter, and within the pages and lines that a letter may have."""
    last = min(place.until, place.first + _MOST_ITEMS)
    while items[last].page - items[place.first].page >= MOST_PAGES:
        last -= 1
    return last


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN // 2]} … {line[-_SHOWN // 2 :]}"


def _read(output: str) -> int | None:
    from tieout.llm import strip_reasoning
    from tieout.llm.bounded_json import parse_json

    said = strip_reasoning(output)
    start, end = said.find("{"), said.rfind("}")
    try:
        answer = parse_json(said[start : end + 1].encode("utf-8", "replace"))
    except (ValueError, json.JSONDecodeError):
        return None
    last = answer.get("last") if isinstance(answer, dict) else None
    return last if isinstance(last, int) and not isinstance(last, bool) else None
