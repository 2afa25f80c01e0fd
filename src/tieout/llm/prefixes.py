"""Prompts that begin with the same document: put side by side, sent first things first, and measured.

Servers with prefix caching (vLLM, SGLang, OpenAI, DeepSeek, llama.cpp) don't compute again what an earlier prompt already began
with, once that prompt has been read. So the order and the moment of sending matter: see :class:`PrefixGate`.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

__all__ = ["PrefixGate", "order_by_prefix", "shared_prefix"]

BLOCK = 256
"""Characters that are compared as one: sharing is measured to a block."""

WORTH_WAITING = 4096
"""Shared characters for which a prompt waits: about the 1,024 tokens from which hosted services cache a prefix."""

REMEMBERED = 200_000
"""Blocks of prompts already answered that are remembered (some 50 million characters)."""


def order_by_prefix(prompts: Sequence[str]) -> list[int]:
    """Indices of ``prompts`` in an order that puts those with a long common beginning side by side.

    It is the lexicographic order, in which every prompt's neighbours share the longest prefix that it shares with any.
    Equal prompts keep their order.
    """
    return sorted(range(len(prompts)), key=prompts.__getitem__)


def shared_prefix(prompts: Sequence[str]) -> int:
    """How many characters of ``prompts``, sent in this order, repeat the beginning of the prompt just before."""
    return sum(_common_prefix(first, second) for first, second in pairwise(prompts))


def _common_prefix(first: str, second: str) -> int:
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first.startswith(second[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


class PrefixGate:
    """Lets the first of several prompts with a long common prefix go ahead, and the others follow when it is answered.

    Prompts are cut into blocks, and a block is known by the hash of everything up to its end. A prompt waits while one
    that is on its way would give it at least ``worth`` more characters of prefix than those already answered do; all
    that wait for the same one then go together. If the one ahead fails, one of those that waited takes its place. Prompts
    whose common prefix is shorter never wait.
    """

    def __init__(self, worth: int = WORTH_WAITING) -> None:
        self._worth = max(1, worth // BLOCK)
        self._warm: OrderedDict[bytes, None] = OrderedDict()
        self._leading: dict[bytes, asyncio.Event] = {}

    @asynccontextmanager
    async def turn(self, prompt: str) -> AsyncIterator[int]:
        """Waits for the prompt's turn and gives the characters of its prefix that were answered before; wrap the call in it."""
        import asyncio

        chain = _chain(prompt)
        while (leader := self._worth_waiting_for(chain)) is not None:
            await leader.wait()
        answered = asyncio.Event()
        own = [block for block in chain if block not in self._warm and block not in self._leading]
        self._leading.update(dict.fromkeys(own, answered))
        try:
            yield self._warm_blocks(chain) * BLOCK
        except BaseException:
            self._leave(own, answered)
            raise
        self._leave(own, answered)
        self._remember(chain)

    def _worth_waiting_for(self, chain: list[bytes]) -> asyncio.Event | None:
        warm = self._warm_blocks(chain)
        ahead = warm
        while ahead < len(chain) and chain[ahead] in self._leading:
            ahead += 1
        return self._leading[chain[ahead - 1]] if ahead - warm >= self._worth else None

    def _warm_blocks(self, chain: list[bytes]) -> int:
        return next((number for number, block in enumerate(chain) if block not in self._warm), len(chain))

    def _leave(self, own: list[bytes], answered: asyncio.Event) -> None:
        for block in own:
            del self._leading[block]
        answered.set()

    def _remember(self, chain: list[bytes]) -> None:
        # Backwards, so that the beginning of a prompt is forgotten last: without it the rest counts for nothing.
        for block in reversed(chain):
            self._warm[block] = None
            self._warm.move_to_end(block)
        while len(self._warm) > REMEMBERED:
            self._warm.popitem(last=False)


def _chain(prompt: str) -> list[bytes]:
    running = hashlib.blake2b(digest_size=16)
    chain = []
    for start in range(0, len(prompt) - BLOCK + 1, BLOCK):
        running.update(prompt[start : start + BLOCK].encode("utf-8", "surrogatepass"))
        chain.append(running.digest())
    return chain
