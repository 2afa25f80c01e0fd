"""How far a run over many reports is: a bar on a terminal, a sparse line elsewhere; always on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from tieout.cli.interrupts import kept_interrupts
from tieout.cli.terminal import console, is_terminal, plain, tell

__all__ = ["Progress", "progress"]

# Seconds between two lines where stderr is no terminal: enough to see life in a log, not enough to fill it.
PAUSE = 10.0


class Progress(Protocol):
    def step(self, name: str) -> None:
        """Another report is begun: ``name``."""
        ...


class _Silent:
    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check

    def step(self, name: str) -> None:
        self._check()


class _Lines:
    def __init__(self, total: int | None, check: Callable[[], None]) -> None:
        self._total = total
        self._check = check
        self._done = 0
        self._last = time.monotonic()

    def step(self, name: str) -> None:
        self._check()
        if time.monotonic() - self._last >= PAUSE:
            of = f" of {self._total}" if self._total else ""
            tell(f"{self._done}{of} done, reading {name}")
            self._last = time.monotonic()
        self._done += 1


@contextmanager
def progress(total: int | None, rows_on_terminal: bool) -> Iterator[Progress]:
    """Progress over ``total`` reports (None: unknown); silent for one report, or where it would disturb rows on a terminal.

    An interrupt ends the run at the next step at the latest, also where what is being read loses it.
    """
    with kept_interrupts() as check:
        if total == 1 or rows_on_terminal:
            yield _Silent(check)
        elif is_terminal(sys.stderr):
            with _bar(total, check) as bar:
                yield bar
        else:
            yield _Lines(total, check)


@contextmanager
def _bar(total: int | None, check: Callable[[], None]) -> Iterator[Progress]:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with RichProgress(*columns, console=console(sys.stderr), transient=True) as shown:
        task = shown.add_task("", total=total)
        begun = 0

        class Bar:
            def step(self, name: str) -> None:
                nonlocal begun
                check()
                shown.update(task, completed=begun, description=plain(name)[-40:])
                begun += 1

        yield Bar()
