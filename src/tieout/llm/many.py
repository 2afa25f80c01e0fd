"""Many chats at once: as many on their way as the client's connections, each answer handed on when it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from tieout.llm.chat import ChatRequest, ChatResult
from tieout.llm.client import Client
from tieout.llm.errors import LLMError

__all__ = ["chat_all"]

KeyT = TypeVar("KeyT")


async def chat_all(
    client: Client,
    requests: Sequence[tuple[KeyT, ChatRequest]],
    on_answer: Callable[[KeyT, ChatResult], None],
    at_once: int = 8,
) -> list[LLMError]:
    """Asks all, in order; gives the failures. ``client`` is opened here.

    Raises LLMError at once where the cost limit is reached, and where not a single request had an answer.
    """
    failures: list[LLMError] = []
    gate = asyncio.Semaphore(at_once)

    async def one(key: KeyT, request: ChatRequest) -> None:
        async with gate:
            try:
                result = await client.chat(request)
            except LLMError as error:
                if error.kind == "cost-limit":
                    raise
                failures.append(error)
                return
        on_answer(key, result)

    async with client:
        try:
            async with asyncio.TaskGroup() as group:
                for key, request in requests:
                    group.create_task(one(key, request))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
    if failures and len(failures) == len(requests):
        raise failures[0]
    return failures
