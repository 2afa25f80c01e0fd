"""One attempt that failed: what it was, whether trying again makes sense, whether it may have cost something."""

from __future__ import annotations

from dataclasses import dataclass

from tieout.llm.errors import Kind

__all__ = ["Fault"]


@dataclass(eq=False)
class Fault(Exception):
    """Internal to the client, which retries it or turns it into an LLMError.

    ``wait_s`` is how long the server asked to wait. ``code`` is the server's own error code. ``charged`` means that the
    server may have worked for us, so that a cost limit has to count the attempt as if it had been answered in full.
    """

    kind: Kind
    message: str
    status: int | None = None
    retry: bool = False
    wait_s: float | None = None
    code: str = ""
    charged: bool = False
    congested: bool = False

    def __str__(self) -> str:
        return self.message
