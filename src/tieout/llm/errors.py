"""What a call to a model can fail with."""

from __future__ import annotations

from typing import Literal

from tieout.report.errors import TieoutError

__all__ = ["Kind", "LLMError", "one_line"]

Kind = Literal["transport", "http", "timeout", "bad-response", "cost-limit"]


class LLMError(TieoutError):
    """A call that gave no answer, after all retries; one line that names the endpoint, the fault and what to do.

    ``kind``: ``transport`` (no connection, or it broke), ``http`` (the server answered with an error), ``timeout``,
    ``bad-response`` (an answer that is no chat completion) or ``cost-limit`` (not sent, for it could exceed the limit).
    ``status`` is the HTTP status where there was one.
    """

    def __init__(self, message: str, *, kind: Kind, status: int | None = None) -> None:
        super().__init__(one_line(message, 600))
        self.kind: Kind = kind
        self.status = status


def one_line(text: str, most: int) -> str:
    """``text`` on one line without control characters, cut to ``most`` characters: safe for a terminal and for a log."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * most]).split())
    return words if len(words) <= most else words[: most - 1] + "…"
