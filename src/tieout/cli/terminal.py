"""What the program's streams can show: encodings, widths, colours, and text that must not steer a terminal."""

from __future__ import annotations

import os
import re
import sys
from typing import IO, TYPE_CHECKING

from tieout.report.showing import plain

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["PIPE_WIDTH", "Shown", "console", "is_terminal", "plain", "prepare_streams", "silence_stdout", "tell"]

PIPE_WIDTH = 120

# What `plain` takes out, but for tab and line feed, as it stands in data; each alone, so that each is seen.
_STEERING_IN_DATA = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# A screen narrower than this is taken for one that does not know its width.
_NARROWEST = 20


class Shown:
    """A terminal as a stream that takes data: characters that would steer it are written as ``\\u001b``."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(_STEERING_IN_DATA.sub(lambda m: f"\\u{ord(m[0]):04x}", text))


def prepare_streams() -> None:
    """UTF-8 into files and pipes whatever the locale; on a terminal, what it can't show becomes a question mark.

    A lone surrogate (from a file name that is no UTF-8) is written as ``\\udcXX``, which JSON reads back. Standard streams that
    the caller closed are opened on nothing, so that no file of ours gets their number: what is written there is an error.
    """
    _open_what_is_closed()
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


def _open_what_is_closed() -> None:
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            # Standard output the wrong way round: writing to it has to fail, as on a disk that is full.
            opened = os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


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


def console(stream: IO[str] | None = None, width: int | None = None, record: bool = False) -> Console:
    """A rich console for ``stream`` (stdout): coloured on a terminal, plain and `PIPE_WIDTH` columns wide elsewhere."""
    from rich.console import Console

    stream = stream or sys.stdout
    if width is None and not is_terminal(stream):
        columns = os.environ.get("COLUMNS", "")
        width = int(columns) if columns.isdigit() and int(columns) >= 40 else PIPE_WIDTH
    made = Console(file=stream, width=width, record=record, highlight=False, markup=False, emoji=False, soft_wrap=False)
    if made.width < _NARROWEST:
        made.width = _NARROWEST if made.width > 1 else 80
    return made
