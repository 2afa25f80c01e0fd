"""What a client did and spent so far."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

from tieout.llm.chat import Usage

__all__ = ["Stats"]


@dataclass(slots=True)
class Stats:
    """Counters of one client.

    ``requests`` counts HTTP requests, retries among them. ``cost`` is in the price table's currency, None while the price
    is unknown; ``unpriced`` counts answers whose cost is not in it, for want of a price or of reported usage.
    ``prompt_chars`` are the characters of all prompts sent, ``shared_prefix_chars`` those of them that repeat the beginning
    of a prompt already answered.
    """

    requests: int = 0
    retries: int = 0
    cache_hits: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost: Decimal | None = None
    unpriced: int = 0
    prompt_chars: int = 0
    shared_prefix_chars: int = 0

    @property
    def tokens(self) -> int:
        """Tokens of prompts and answers together."""
        return self.prompt_tokens + self.completion_tokens

    def add(self, usage: Usage, cost: Decimal | None) -> None:
        """Counts one answer."""
        self.prompt_tokens += usage.prompt_tokens
        self.completion_tokens += usage.completion_tokens
        self.cached_tokens += usage.cached_tokens
        if cost is None:
            self.unpriced += 1
        else:
            self.cost = (self.cost or Decimal(0)) + cost

    def as_dict(self) -> dict[str, Any]:
        """For JSON; the cost as text, for it is exact."""
        return {**asdict(self), "cost": None if self.cost is None else str(self.cost)}
