"""Another process that is given a PDF and answers page by page: what it reads can crash, stall or swell only it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO

__all__ = ["answers"]


def answers(
    module: str, numbers: tuple[int, ...], data: bytes, patience: float, read_one: Callable[[IO[bytes]], bytes | None]
) -> Iterator[bytes]:
    """What ``read_one`` reads from ``python -m module NUMBERS…``, one by one, until it reads None.

    The process is ended when it takes longer than ``patience`` seconds for one answer, and when no more is asked for.
    """
    command = [sys.executable, "-m", module, *map(str, numbers)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            yield from _answers(process, data, patience, read_one)
        finally:
            process.kill()


def _answers(
    process: subprocess.Popen[bytes], data: bytes, patience: float, read_one: Callable[[IO[bytes]], bytes | None]
) -> Iterator[bytes]:
    if process.stdin is None or process.stdout is None:
        return
    with suppress(OSError):  # it has crashed already; what it told before is still to be read
        process.stdin.write(data)
        process.stdin.close()
    while True:
        timer = threading.Timer(patience, process.kill)
        timer.daemon = True
        timer.start()
        try:
            answer = read_one(process.stdout)
        finally:
            timer.cancel()
        if answer is None:
            return
        yield answer
