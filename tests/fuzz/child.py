"""One reading in a process of its own, and what it cost: its own computing and memory, and that of its children."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import select
import signal
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["SECONDS", "SLACK", "Outcome", "PeakOfChildren", "in_a_child", "read_everything"]

MEGABYTE = 1_000_000
# Seconds of computing that a reading may take; on the clock it may be more where the machine is busy.
SECONDS, PATIENCE = 10.0, 90.0
# Memory that a reading may take: so many times its input, and this.
TIMES, SLACK = 4, 200 * MEGABYTE
_PAGE = resource.getpagesize()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one reading ended: ``report``, ``refused``, or what it did that it must not. Memory in bytes."""

    what: str
    detail: str
    seconds: float
    memory: int

    @property
    def is_failure(self) -> bool:
        return self.what not in {"report", "refused"}


def read_everything(data: bytes, name: str) -> str:
    """Read, then build every part that is made when asked for; the outcome's name."""
    from tieout.reading import read_bytes
    from tieout.report import TieoutError

    try:
        report = read_bytes(data, name)
        for fact in report.facts:
            fact.to_dict(located=True)
        for table in report.tables:
            table.to_rows()
            _ = [cell.amount for cell in table.cells]
        _ = sum(len(network) for network in report.networks)
        _ = len(report.concepts)
    except TieoutError as e:
        if "\n" in str(e) or not str(e):
            raise AssertionError(f"the error is not one clear line: {e!r}") from e
        return "refused"
    return "report"


def in_a_child(work: Callable[[], str], size: int) -> Outcome:
    """Outcome of ``work`` on an input of ``size`` bytes in a forked process, which is killed when it takes too long."""
    read_end, write_end = os.pipe()
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        _work_and_tell(work, write_end)
    os.close(write_end)
    said = _all_that_comes(read_end, start + PATIENCE)
    if said is None:
        os.killpg(child, signal.SIGKILL)  # with the children that it started
    _, status, usage = os.wait4(child, 0)  # counts the children that it has waited for
    seconds = usage.ru_utime + usage.ru_stime
    memory, what, detail = _parted(said or "")
    if said is None:
        return Outcome("stalled", f"over {PATIENCE:.0f} s on the clock, {seconds:.1f} s of computing", seconds, memory)
    if os.WIFSIGNALED(status):
        return Outcome("killed", signal.Signals(os.WTERMSIG(status)).name, seconds, memory)
    if seconds > SECONDS:
        return Outcome("slow", f"{seconds:.1f} s", seconds, memory)
    if memory > TIMES * size + SLACK:
        what, detail = "memory", f"{memory / MEGABYTE:.0f} MB for an input of {size / MEGABYTE:.1f} MB"
    return Outcome(what, detail, seconds, memory)


def _work_and_tell(work: Callable[[], str], write_end: int) -> None:
    try:
        os.setsid()
        before = _resident()
        with PeakOfChildren() as children:
            try:
                what, detail = work(), ""
            except BaseException:
                what, detail = "exception", traceback.format_exc()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before + children.peak
        with os.fdopen(write_end, "w", encoding="utf-8", errors="backslashreplace") as pipe:
            pipe.write(f"{max(0, peak)} {what}\n{detail}")
    finally:
        os._exit(0)  # whatever happens: the caller's program must not go on in two processes


class PeakOfChildren:
    """The most memory, in bytes, that a child of this process ever had, while the ``with`` lasts.

    What the system adds up for children that have ended won't do: it counts what this process had when it started them. So
    their own high-water marks are looked at, a hundred times a second; what a child takes in its last moment is missed. A
    child that hasn't begun its own program yet still has this process's memory; of it counts what it has beyond that.
    """

    def __init__(self) -> None:
        self.peak = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> PeakOfChildren:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.01):
            for task in Path("/proc/self/task").iterdir():
                with contextlib.suppress(OSError):
                    for child in (task / "children").read_text(encoding="ascii").split():
                        self.peak = max(self.peak, _of_its_own(Path("/proc", child)))


def _of_its_own(child: Path) -> int:
    # The program is asked for first: a child that begins its own in between then counts a hundredth of a second later.
    began = (child / "cmdline").read_bytes() != Path("/proc/self/cmdline").read_bytes()
    return max(0, _high_water(child) - (0 if began else _high_water(Path("/proc/self"))))


def _high_water(process: Path) -> int:
    status = (process / "status").read_text(encoding="ascii", errors="replace")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) * 1024 if found else 0


def _resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as f:  # noqa: PTH123  (a Path would weigh more than what is measured)
        return int(f.read().split()[1]) * _PAGE


def _all_that_comes(end: int, until: float) -> str | None:
    """What the other end of the pipe writes before it closes it; None when that takes too long."""
    pieces = []
    with os.fdopen(end, "rb", buffering=0) as pipe:
        while True:
            if not select.select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
                return None
            piece = pipe.read(65_536)
            if not piece:
                return b"".join(pieces).decode("utf-8", "replace")
            pieces.append(piece)


def _parted(said: str) -> tuple[int, str, str]:
    head, _, detail = said.partition("\n")
    memory, _, what = head.partition(" ")
    return int(memory or 0), what or "killed", detail
