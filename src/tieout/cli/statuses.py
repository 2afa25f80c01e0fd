"""How a run of the program ends: its exit statuses, and the line for what nobody foresaw."""

from __future__ import annotations

import os

__all__ = ["DONE", "FAULT", "INCOMPLETE", "INTERRUPTED", "MISTAKE", "NO", "PIPE_CLOSED", "debugging", "fault"]

DONE = 0
NO = 1
"""It ran, and the answer is "no"."""
MISTAKE = 2
"""The user's, or the input's, or the disk's."""
FAULT = 3
"""Ours."""
INCOMPLETE = 3
"""An endpoint left answers out; the same command asks for them again."""
INTERRUPTED, PIPE_CLOSED = 130, 141


def fault(e: BaseException) -> str:
    """The line for an exception that nobody foresaw: whose fault it is, and how to see more."""
    line = " ".join(str(e).split())[:300]
    how = "" if debugging() else " (TIEOUT_DEBUG=1 shows where; please report it)"
    return f"a fault of tieout, not of your input: {type(e).__name__}: {line}{how}"


def debugging() -> bool:
    """Whether TIEOUT_DEBUG asks for tracebacks."""
    return os.environ.get("TIEOUT_DEBUG", "") not in ("", "0")
