"""One answer for one payload: through the limiter and the budget, tried again while that makes sense, and accounted for."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, Protocol, TypeVar

from tieout.llm.budget import Budget, Reservation
from tieout.llm.chat import Usage
from tieout.llm.faults import Fault
from tieout.llm.limiter import Limiter
from tieout.llm.prices import Price
from tieout.llm.retries import RetryPolicy
from tieout.llm.stats import Stats
from tieout.llm.transport import Transport

__all__ = ["Exchange", "Paid"]


class HasUsage(Protocol):
    """An answer that says what it used."""

    @property
    def usage(self) -> Usage: ...


T = TypeVar("T", bound=HasUsage)


@dataclass(frozen=True, slots=True)
class Paid(Generic[T]):
    """An answer with its cost (None where unknown) and the seconds that the attempt which gave it took."""

    answer: T
    cost: Decimal | None
    latency_s: float


class Exchange:
    """Everything between a payload and its answer except what the two mean."""

    def __init__(self, connections: int, policy: RetryPolicy, price: Price | None, budget: Budget | None) -> None:
        self.transport: Transport | None = None
        self.stats = Stats(cost=None if price is None else Decimal(0))
        self._limiter = Limiter(connections)
        self._policy = policy
        self._price = price
        self._budget = budget

    async def post(self, path: str, payload: dict[str, Any], answer_tokens: int, read: Callable[[Any], T]) -> Paid[T]:
        """The answer of ``path`` to ``payload`` as ``read`` understands it; the last Fault after the last retry.

        ``answer_tokens`` bounds the tokens of the answer, for the budget.
        """
        body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        retries = senseless = 0
        while True:
            try:
                return await self._attempt(path, body, answer_tokens, read)
            except Fault as fault:
                if not self._policy.allows(fault, retries, senseless):
                    if retries:
                        fault.message += f" (tried {retries + 1} times)"
                    raise
                wait_s = self._policy.wait_s(fault, retries)
                senseless += fault.kind == "bad-response"
            await asyncio.sleep(wait_s)
            retries += 1
            self.stats.retries += 1

    async def _attempt(self, path: str, body: bytes, answer_tokens: int, read: Callable[[Any], T]) -> Paid[T]:
        if self.transport is None:
            raise RuntimeError("a client is used inside `async with client:`")
        async with self._limiter.slot() as slot:
            reserved = self._budget.reserve(len(body), answer_tokens) if self._budget else nullcontext(None)
            async with reserved as reservation:
                self.stats.requests += 1
                started = time.perf_counter()
                try:
                    answer = read(await self.transport.post(path, body))
                except Fault as fault:
                    if fault.congested:
                        cap = self._policy.retry_after_cap_s
                        slot.was_too_much(None if fault.wait_s is None else min(fault.wait_s, cap))
                    raise
                latency_s = time.perf_counter() - started
                slot.went_well()
                return Paid(answer, self._account(answer.usage, len(body), reservation), latency_s)

    def _account(self, usage: Usage, prompt_bytes: int, reservation: Reservation | None) -> Decimal | None:
        cost = self._price.cost(usage) if self._price is not None and usage.reported else None
        self.stats.add(usage, cost)
        if self._budget is not None and reservation is not None:
            self._budget.learn(prompt_bytes, usage)
            reservation.spend(cost)
        return cost
