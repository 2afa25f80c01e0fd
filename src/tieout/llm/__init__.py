"""Chat and embeddings from any OpenAI-compatible endpoint: retries, adaptive concurrency, cache, cost, no leaked key.

>>> from tieout.llm import ChatRequest, Client
>>> async with Client("http://127.0.0.1:8000/v1", "my-model") as client:
...     result = await client.chat(ChatRequest(messages=[{"role": "user", "content": "Net sales?"}], max_tokens=64))
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from tieout.llm.chat import ChatRequest, ChatResult, Usage
from tieout.llm.errors import LLMError
from tieout.llm.fence import FENCE_RULE, fence
from tieout.llm.prefixes import order_by_prefix, shared_prefix
from tieout.llm.reasoning import strip_reasoning

if TYPE_CHECKING:
    from tieout.llm.client import Client
    from tieout.llm.retries import RetryPolicy
    from tieout.llm.stats import Stats
    from tieout.llm.transport import Timeouts

__all__ = [
    "FENCE_RULE",
    "ChatRequest",
    "ChatResult",
    "Client",
    "LLMError",
    "RetryPolicy",
    "Stats",
    "Timeouts",
    "Usage",
    "fence",
    "order_by_prefix",
    "shared_prefix",
    "strip_reasoning",
]

# The client needs asyncio, and httpx once it is made: nobody pays for them who only parses an answer.
_HOMES = {
    "Client": "tieout.llm.client",
    "RetryPolicy": "tieout.llm.retries",
    "Stats": "tieout.llm.stats",
    "Timeouts": "tieout.llm.transport",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'tieout.llm' has no attribute {name!r}")
    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
