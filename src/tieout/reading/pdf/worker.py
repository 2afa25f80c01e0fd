"""The process that runs PDFium: a PDF comes in on standard input, lines of JSON go out on standard output.

Called by `isolated.py` as ``python -m tieout.reading.pdf.worker FIRST LAST SIZE MEMORY SECONDS``.
"""

from __future__ import annotations

import sys

from tieout.reading.pdf.document import lines

__all__ = ["given", "limit_memory", "limit_time", "main"]


def limit_memory(most: int) -> None:
    """At most so many bytes of memory of its own, besides what is mapped from files, where the system can enforce it."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        return


def limit_time(seconds: int) -> None:
    """At most so many more seconds of computing: the system ends the process when they are over."""
    try:
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        at = int(used.ru_utime + used.ru_stime) + 1 + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (at, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    except (ImportError, ValueError, OSError):
        return


def given(size: int, memory: int, seconds: int) -> bytearray | None:
    """The PDF of ``size`` bytes on standard input, and from then on the limits; None where it is cut short."""
    limit_memory(memory)
    data = bytearray(size)
    with open(0, "rb", closefd=False) as standard_input:
        if standard_input.readinto(data) != size:
            return None
    limit_time(seconds)
    return data


def main(arguments: list[str]) -> None:
    first, last, size, memory, seconds = map(int, arguments)
    data = given(size, memory, seconds)
    if data is None:
        return
    for line in lines(data, first, last):
        for piece in line:
            sys.stdout.write(piece)
        sys.stdout.flush()
        limit_time(seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
