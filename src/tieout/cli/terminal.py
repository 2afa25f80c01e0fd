"""What the program's streams can show: encodings, widths, colours, and text that must not steer a terminal."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["PIPE_WIDTH", "console", "is_terminal", "plain", "prepare_streams", "silence_stdout", "tell"]

PIPE_WIDTH = 120

# Control characters, and the ones that turn the direction of writing: a filing's text may hold them, a terminal obeys them.
_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+")


def prepare_streams() -> None:
    """UTF-8 into files and pipes whatever the locale; on a terminal, what it can't show becomes a question mark.

    A lone surrogate (from a file name that is no UTF-8) is written as ``\\udcXX``, which JSON reads back.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if is_terminal(stream):
            reconfigure(errors="replace")
        elif stream is sys.stdout:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        else:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def is_terminal(stream: IO[str] | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def silence_stdout() -> None:
    """Drops what is still buffered for a stdout that can't take it, so that the interpreter's exit stays quiet."""
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, sys.stdout.fileno())
        os.close(sink)
    except (OSError, ValueError):
        pass


def tell(line: str) -> None:
    """One line to stderr, under the program's name."""
    try:
        sys.stderr.write(f"tieout: {plain(line)}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass  # nobody listens


def plain(text: str) -> str:
    """Text that is safe to show: white space and characters that steer a terminal become single spaces."""
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", _STEERING.sub(" ", text))


def console(stream: IO[str] | None = None, width: int | None = None, record: bool = False) -> Console:
    """A rich console for ``stream`` (stdout): coloured on a terminal, plain and `PIPE_WIDTH` columns wide elsewhere."""
    from rich.console import Console

    stream = stream or sys.stdout
    if width is None and not is_terminal(stream):
        columns = os.environ.get("COLUMNS", "")
        width = int(columns) if columns.isdigit() and int(columns) >= 40 else PIPE_WIDTH
    return Console(file=stream, width=width, record=record, highlight=False, markup=False, emoji=False, soft_wrap=False)
