"""How many requests may be on their way at once: as many as the server bears."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["Limiter", "Slot"]


class Slot:
    """Permission for one request; tell it how the server took the request."""

    __slots__ = ("_limiter", "_round")

    def __init__(self, limiter: Limiter, current: int) -> None:
        self._limiter = limiter
        self._round = current

    def went_well(self) -> None:
        self._limiter._raise()

    def was_too_much(self, wait_s: float | None) -> None:
        self._limiter._lower(self._round, wait_s)


class Limiter:
    """Additive increase, multiplicative decrease, as TCP does it.

    The limit starts at ``most``, is halved when the server says "too many requests" (once for all requests that were on
    their way together, and never below 1), and grows by one each time as many requests succeeded as the limit allows. A
    Retry-After stops all new requests until then. Who waits is served in order of arrival.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._limit = float(most)
        self._in_flight = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._round = 0
        self._closed_until = 0.0

    @property
    def limit(self) -> int:
        """Requests that may be on their way at once, now."""
        return int(self._limit)

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[Slot]:
        """Waits for permission to send, and holds it while the block runs."""
        await self._enter()
        try:
            while (wait := self._closed_until - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            yield Slot(self, self._round)
        finally:
            self._in_flight -= 1
            self._admit()

    async def _enter(self) -> None:
        if not self._waiting and self._in_flight < self.limit:
            self._in_flight += 1
            return
        permission = asyncio.get_running_loop().create_future()
        self._waiting.append(permission)
        try:
            await permission
        except asyncio.CancelledError:
            if permission.done() and not permission.cancelled():  # permitted and cancelled in the same moment
                self._in_flight -= 1
                self._admit()
            raise

    def _admit(self) -> None:
        while self._waiting and self._in_flight < self.limit:
            permission = self._waiting.popleft()
            if not permission.done():
                self._in_flight += 1
                permission.set_result(None)

    def _raise(self) -> None:
        self._limit = min(float(self._most), self._limit + 1 / self._limit)
        self._admit()

    def _lower(self, sent_in: int, wait_s: float | None) -> None:
        if sent_in == self._round:
            self._limit = max(1.0, self._limit / 2)
            self._round += 1
        if wait_s is not None:
            self._closed_until = max(self._closed_until, time.monotonic() + wait_s)
