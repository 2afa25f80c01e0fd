"""What a server's answer means: chat completions and embeddings, checked field by field."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tieout.llm.bounded_json import sound_text
from tieout.llm.chat import Usage
from tieout.llm.faults import Fault
from tieout.llm.transport import http_fault, told_error

__all__ = ["Completion", "Vectors", "read_completion", "read_vectors"]

# Older servers' words for the two reasons that everybody has to know.
_REASONS = {"eos": "stop", "eos_token": "stop", "stop_sequence": "stop", "max_tokens": "length"}


@dataclass(frozen=True, slots=True)
class Completion:
    """The parts of a chat completion that we use."""

    text: str
    finish_reason: str
    refused: bool
    usage: Usage
    model: str


@dataclass(frozen=True, slots=True)
class Vectors:
    """Embeddings, one row a text, all of one length."""

    rows: list[list[float]]
    usage: Usage


def read_completion(answer: Any) -> Completion:
    """The first choice of a chat completion object; a Fault of kind ``bad-response`` names the field that is wrong."""
    _check_error(answer)
    choices = _field(answer, "choices", list)
    if not choices:
        raise _bad("the answer has no choices")
    message = _field(choices[0], "message", dict)
    reason = choices[0].get("finish_reason")
    reason = _REASONS.get(reason, reason) if isinstance(reason, str) else "unknown"
    refusal = message.get("refusal")
    text = _content(message.get("content"))
    refused = (isinstance(refusal, str) and bool(refusal)) or reason == "content_filter"
    model = answer.get("model")
    return Completion(
        text=sound_text(text or (refusal if isinstance(refusal, str) else "")),
        finish_reason=sound_text(reason)[:40],
        refused=refused,
        usage=read_usage(answer.get("usage")),
        model=sound_text(model)[:200] if isinstance(model, str) else "",
    )


def _content(content: Any) -> str:
    """Text of a message: a string, nothing, or a list of parts of which those of type ``text`` are the answer."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"]
        return "".join(text for text in texts if isinstance(text, str))
    raise _bad(f"the content of the message is {_name(content)}, not text")


def read_usage(usage: Any) -> Usage:
    """Token counts; servers name the cached part in two ways. Counts that make no sense are as good as none."""
    if not isinstance(usage, dict):
        return Usage(reported=False)
    prompt, completion = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens", 0))
    if prompt is None or completion is None:
        return Usage(reported=False)
    details = usage.get("prompt_tokens_details")
    cached = _count(details.get("cached_tokens")) if isinstance(details, dict) else _count(usage.get("prompt_cache_hit_tokens"))
    return Usage(prompt, completion, min(cached or 0, prompt))


def read_vectors(answer: Any, count: int) -> Vectors:
    """The embeddings of ``count`` texts in the order of the texts, all of one length; else a Fault."""
    _check_error(answer)
    items = _field(answer, "data", list)
    if len(items) != count:
        raise _bad(f"{len(items)} vectors for {count} texts")
    vectors: list[list[float] | None] = [None] * count
    for position, item in enumerate(items):
        vector = _field(item, "embedding", list)
        index = item.get("index", position)
        if not isinstance(index, int) or not 0 <= index < count or vectors[index] is not None:
            raise _bad(f"the index of vector {position} is {str(index)[:20]!r}")
        if not all(_is_number(x) for x in vector):
            raise _bad(f"vector {position} holds something that is no finite number")
        vectors[index] = vector
    lengths = {len(vector) for vector in vectors if vector is not None}
    if len(lengths) > 1 or lengths == {0}:
        raise _bad(f"vectors of lengths {sorted(lengths)[:5]}")
    return Vectors([vector for vector in vectors if vector is not None], read_usage(answer.get("usage")))


def _check_error(answer: Any) -> None:
    # Gateways answer 200 and put the error of the server behind them into the body.
    if isinstance(answer, dict) and answer.get("error") and "choices" not in answer:
        message, code = told_error(answer)
        if code.isdigit() and 400 <= int(code) < 600:
            raise http_fault(int(code), message, code)
        raise _bad(f"the answer is an error: {message or code}")


def _field(value: Any, name: str, kind: type) -> Any:
    if not isinstance(value, dict):
        raise _bad(f"expected an object with {name!r}, found {_name(value)}")
    found = value.get(name)
    if not isinstance(found, kind):
        raise _bad(f"field {name!r} is {_name(found)}, not {'a list' if kind is list else 'an object'}")
    return found


def _bad(message: str) -> Fault:
    return Fault("bad-response", message, retry=True, charged=True)


def _is_number(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**30


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9 else None


def _name(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "a truth value", type(None): "missing"}
    return names.get(type(value), "a number")
