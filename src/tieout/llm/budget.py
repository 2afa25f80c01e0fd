"""A cost limit that holds: money is set aside before a request is sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from decimal import Decimal

from tieout.llm.chat import Usage
from tieout.llm.errors import LLMError
from tieout.llm.faults import Fault
from tieout.llm.prices import Price

__all__ = ["Budget", "Reservation"]

OVERHEAD = 64
"""Tokens that a chat template may add around the messages."""


class Reservation:
    """Money set aside for one attempt; ``spend`` says what it really cost."""

    __slots__ = ("amount", "spent")

    def __init__(self, amount: Decimal) -> None:
        self.amount = amount
        self.spent: Decimal | None = None

    def spend(self, cost: Decimal | None) -> None:
        """Settles the attempt at ``cost``, or at all that was set aside if the server didn't say what it used."""
        self.spent = self.amount if cost is None else cost


class Budget:
    """What may be spent, is spent, and is set aside for requests on their way.

    A request is sent only if what is spent, what is set aside, and the most that it can cost stay within the limit. While
    others are on their way it waits for them, for they usually cost less than was set aside; alone, it is refused. The
    most that it can cost is the answer's ``max_tokens`` and an estimate of the prompt's tokens: half its bytes at first,
    then 1.1 times the largest ratio of tokens to bytes seen. An attempt that broke off after sending counts in full, for
    it may be charged.
    """

    def __init__(self, limit: Decimal, price: Price) -> None:
        self.limit = limit
        self.spent = Decimal(0)
        self._price = price
        self._ratio: float | None = None
        self._set_aside = Decimal(0)
        self._on_their_way = 0
        self._settled = asyncio.Condition()

    def most(self, prompt_bytes: int, completion_tokens: int) -> Decimal:
        """The most that a request can cost, by the estimate above."""
        ratio = 0.5 if self._ratio is None else min(1.0, 1.1 * self._ratio)
        return self._price.at_most(int(prompt_bytes * ratio) + OVERHEAD, completion_tokens)

    def learn(self, prompt_bytes: int, usage: Usage) -> None:
        """Takes note of how many tokens a prompt really had."""
        if usage.reported and prompt_bytes:
            self._ratio = max(self._ratio or 0.0, usage.prompt_tokens / prompt_bytes)

    @asynccontextmanager
    async def reserve(self, prompt_bytes: int, completion_tokens: int) -> AsyncIterator[Reservation]:
        """Sets money aside while the block runs; LLMError of kind ``cost-limit`` if there isn't enough."""
        async with self._settled:
            while self.spent + self._set_aside + (amount := self.most(prompt_bytes, completion_tokens)) > self.limit:
                if not self._on_their_way:
                    raise self._exhausted(amount)
                await self._settled.wait()
            self._set_aside += amount
            self._on_their_way += 1
        reservation = Reservation(amount)
        try:
            yield reservation
        except Fault as fault:
            if fault.charged and reservation.spent is None:
                reservation.spend(None)
            raise
        except asyncio.CancelledError:
            reservation.spend(None)
            raise
        finally:
            self._set_aside -= amount
            self._on_their_way -= 1
            self.spent += reservation.spent or 0
            await asyncio.shield(self._tell())

    async def _tell(self) -> None:
        async with self._settled:
            self._settled.notify_all()

    def _exhausted(self, amount: Decimal) -> LLMError:
        return LLMError(
            f"cost limit of {self.limit} reached: {_shown(self.spent)} spent, and the next request may cost {_shown(amount)}; "
            "raise the limit to go on",
            kind="cost-limit",
        )


def _shown(amount: Decimal) -> str:
    return f"{amount.quantize(Decimal('0.000001')).normalize():f}"
