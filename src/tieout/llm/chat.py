"""What is asked of a chat model, and what comes back."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tieout.report.errors import InputError

__all__ = ["ChatRequest", "ChatResult", "Usage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One chat completion to ask for.

    ``messages`` are ``{"role", "content"}`` with text content. ``None`` leaves a parameter out, so that the server's own
    default holds. ``json_schema`` asks for an answer of that JSON Schema as far as the server can. ``repeat`` is not sent:
    it numbers repeated samples of the same request, so that each has its own place in the cache. ``pictures`` (PNG) are shown
    with the last message.
    Raises InputError for a request that no server could answer.
    """

    messages: Sequence[Mapping[str, str]]
    temperature: float | None = 0
    max_tokens: int | None = None
    seed: int | None = None
    json_schema: Mapping[str, Any] | None = None
    stop: str | Sequence[str] | None = None
    repeat: int = 0
    pictures: Sequence[bytes] = ()

    def __post_init__(self) -> None:
        if not self.messages:
            raise InputError("a chat request needs at least one message")
        for number, message in enumerate(self.messages, 1):
            if not isinstance(message.get("role"), str) or not isinstance(message.get("content"), str):
                raise InputError(f"message {number} of a chat request needs a role and a content, both text")
        if self.temperature is not None and not (math.isfinite(self.temperature) and self.temperature >= 0):
            raise InputError(f"temperature is {self.temperature}, but must be a number from 0 up")
        if self.max_tokens is not None and self.max_tokens < 1:
            raise InputError(f"max_tokens is {self.max_tokens}, but must be at least 1")

    def payload(self) -> dict[str, Any]:
        """The request as the OpenAI API words it, without model and schema; equal requests give equal payloads."""
        messages: list[dict[str, Any]] = [{"role": m["role"], "content": m["content"]} for m in self.messages]
        if self.pictures:
            shown = [{"type": "image_url", "image_url": {"url": _data_url(picture)}} for picture in self.pictures]
            messages[-1]["content"] = [{"type": "text", "text": messages[-1]["content"]}, *shown]
        body: dict[str, Any] = {"messages": messages}
        if self.temperature is not None:
            body["temperature"] = float(self.temperature)
        if self.max_tokens is not None:
            body["max_tokens"] = self.max_tokens
        if self.seed is not None:
            body["seed"] = self.seed
        if self.stop:
            body["stop"] = [self.stop] if isinstance(self.stop, str) else list(self.stop)
        return body

    def prompt(self) -> str:
        """All messages as one text, in order: what a server's prefix cache sees."""
        return "\n".join(f"{m['role']}\n{m['content']}" for m in self.messages)


def _data_url(picture: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(picture).decode()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; ``cached_tokens`` are those of the prompt that it had in its prefix cache.

    ``reported`` is False, and the counts are 0, where the server said nothing.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    reported: bool = True


@dataclass(frozen=True, slots=True)
class ChatResult:
    """The answer to one request.

    ``text`` is the answer without the fields in which servers return reasoning (inline blocks stay:
    :func:`tieout.llm.strip_reasoning` takes them out), or the wording of a refusal. ``finish_reason`` is ``stop``, ``length``
    (truncated), ``content_filter``, whatever else the server says, or ``unknown``. ``cost`` is what this call cost in the
    currency of the price table: 0 for an answer out of our cache, None where price or usage is unknown. ``latency_s`` is the
    time from sending to the last byte, of the attempt that succeeded. ``model`` is what the server says that answered.
    """

    text: str
    finish_reason: str
    refused: bool
    usage: Usage
    cost: Decimal | None
    cached: bool
    latency_s: float
    model: str = ""
