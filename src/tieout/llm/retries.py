"""When to try again, and after how long."""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from tieout.llm.faults import Fault

__all__ = ["RETRIED_STATUSES", "RetryPolicy", "is_congestion", "retry_after"]

RETRIED_STATUSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529})
"""Statuses after which the same request may succeed: RFC 9110 (408, 500, 502-504), RFC 6585 (429), RFC 8470 (425), the
conflict that inference servers report while loading (409), and what proxies in front of them add (52x, 529)."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Exponential backoff with full jitter: the wait before retry n is uniform in [0, min(cap_s, base_s · 2ⁿ)].

    A server's Retry-After is a lower bound of the wait, up to ``retry_after_cap_s``. An answer of status 200 that makes no
    sense is tried again only ``bad_response_retries`` times, for each try is paid.
    """

    retries: int = 6
    base_s: float = 0.5
    cap_s: float = 30.0
    retry_after_cap_s: float = 60.0
    bad_response_retries: int = 1

    def allows(self, fault: Fault, retries_done: int, senseless: int) -> bool:
        """Whether ``fault``, met after ``retries_done`` retries and so many ``senseless`` answers before, is worth another."""
        if fault.kind == "bad-response" and senseless >= self.bad_response_retries:
            return False
        return fault.retry and retries_done < self.retries

    def wait_s(self, fault: Fault, retries_done: int) -> float:
        """Seconds to wait before the next try."""
        jitter = random.uniform(0, min(self.cap_s, self.base_s * 2 ** min(retries_done, 30)))  # noqa: S311 - no secret
        if fault.wait_s is None:
            return jitter
        # The jitter stays on top: all who were told the same moment should not come back at the same moment.
        return min(fault.wait_s, self.retry_after_cap_s) + min(jitter, self.base_s)


def is_congestion(status: int, wait_s: float | None) -> bool:
    """Whether an answer says "slower", not "broken": 429, 529, and 503 with a Retry-After."""
    return status in (429, 529) or (status == 503 and wait_s is not None)


def retry_after(value: str | None, date: str | None = None) -> float | None:
    """Seconds that a Retry-After header asks to wait (RFC 9110, 10.2.3: seconds or a date), at least 0; None if unreadable.

    A date is taken relative to the server's own ``Date`` header where there is one, so that a wrong clock does no harm.
    """
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        moment = _moment(value)
        if moment is None:
            return None
        now = _moment(date) if date else None
        seconds = moment - (time.time() if now is None else now)
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _moment(value: str) -> float | None:
    try:
        return parsedate_to_datetime(value).timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
