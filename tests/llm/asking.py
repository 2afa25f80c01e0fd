"""Shorthands for tests that ask a loopback server."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.llm.server import LoopbackServer
from tieout.llm import ChatRequest, ChatResult, Client, RetryPolicy

QUICK = RetryPolicy(base_s=0.001, cap_s=0.01)


def saying(content: str, **details: Any) -> ChatRequest:
    return ChatRequest(messages=[{"role": "user", "content": content}], **details)


def client_of(server: LoopbackServer, **settings: Any) -> Client:
    return Client(server.base_url, "loopback-model", **{"retries": QUICK, **settings})


def ask(server: LoopbackServer, *requests: ChatRequest, **settings: Any) -> tuple[list[ChatResult], Client]:
    """The answers to ``requests``, one after the other, and the client that got them."""
    client = client_of(server, **settings)

    async def run() -> list[ChatResult]:
        async with client:
            return [await client.chat(request) for request in requests or (saying("hello"),)]

    return asyncio.run(run()), client


def ask_at_once(server: LoopbackServer, requests: list[ChatRequest], **settings: Any) -> tuple[list[Any], Client]:
    """The answers, or the exceptions, of ``requests`` sent together."""
    client = client_of(server, **settings)

    async def run() -> list[Any]:
        async with client:
            return await asyncio.gather(*map(client.chat, requests), return_exceptions=True)

    return asyncio.run(run()), client
