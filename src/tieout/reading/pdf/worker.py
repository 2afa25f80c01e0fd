"""The process that runs PDFium: a PDF comes in on standard input, rows of JSON go out on standard output.

Called by `isolated.py` as ``python -m tieout.reading.pdf.worker FIRST LAST MEMORY SECONDS``.
"""

from __future__ import annotations

import json
import sys

from tieout.reading.pdf.document import rows

__all__ = ["main"]


def _limit_memory(most: int) -> None:
    """At most so many bytes of address space, where the system can enforce it."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        return


def _limit_time(seconds: int) -> None:
    """At most so many more seconds of computing: the system ends the process when they are over."""
    try:
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        at = int(used.ru_utime + used.ru_stime) + 1 + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (at, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    except (ImportError, ValueError, OSError):
        return


def main(arguments: list[str]) -> None:
    first, last, memory, seconds = map(int, arguments)
    _limit_memory(memory)
    data = sys.stdin.buffer.read()
    _limit_time(seconds)
    for row in rows(data, first, last):
        sys.stdout.write(json.dumps(row, separators=(",", ":")))
        sys.stdout.write("\n")
        sys.stdout.flush()
        _limit_time(seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
