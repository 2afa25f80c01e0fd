"""A verb over many reports: what each gives, or nothing; what failed is noted and the next one read; then how it went."""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from tieout.cli.statuses import FAULT, MISTAKE, fault
from tieout.cli.terminal import tell
from tieout.report.errors import TieoutError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tieout.cli.options import Format
    from tieout.cli.output import Columns
    from tieout.cli.sources import Source
    from tieout.reading import Limits

__all__ = ["ManyReports", "RowsOfReports"]

Row = dict[str, Any]
MadeT = TypeVar("MadeT")


@dataclass
class ManyReports:
    """``failed`` are reports with the reason; ``faults`` is how many of these are faults of ours."""

    sources: Sequence[Source]
    limits: Limits
    faults: int = field(default=0, kw_only=True)
    failed: list[tuple[str, str]] = field(default_factory=list, kw_only=True)

    def fatal(self, error: Exception) -> bool:
        """Whether the next report would fare no better after ``error``, so that it ends the run."""
        return False

    @property
    def many(self) -> bool:
        return len(self.sources) > 1

    def for_each(self, on_terminal: bool, make: Callable[[Source], MadeT], take: Callable[[Source, MadeT], None]) -> None:
        """Makes something of each report and hands it on; what fails in the making is noted, in the handing on raised.

        ``on_terminal``: what is handed on goes to the terminal, so that no bar may stand there.
        """
        from tieout.cli.progress import progress

        with progress(len(self.sources), on_terminal) as shown:
            for source in self.sources:
                shown.step(source.label)
                try:
                    made = make(source)
                except Exception as error:
                    if self.fatal(error):
                        raise
                    self._note(source, error)
                else:
                    take(source, made)
                    del made
                gc.collect()  # a report and its parts know each other: only the collector frees them

    def _note(self, source: Source, error: Exception) -> None:
        if isinstance(error, TieoutError):
            reason = _without_prefix(str(error), source)
        elif isinstance(error, MemoryError | RecursionError):
            reason = f"takes more memory than there is ({type(error).__name__})"
        elif isinstance(error, OSError):
            reason = (error.strerror or str(error)).lower()
        else:
            self.faults += 1
            reason = fault(error)
        self.failed.append((source.label, reason))

    def tell_failed(self) -> None:
        """Says on stderr which reports failed, and why; raises typer.Exit(2) or (3) if any did."""
        if self.many and self.failed:
            tell(f"{len(self.failed):,} failed:")
        for label, reason in self.failed:
            tell(f"{'  ' if self.many else ''}{label}: {reason}")
        if self.failed:
            raise typer.Exit(FAULT if self.faults else MISTAKE)


@dataclass
class RowsOfReports(ManyReports, ABC):
    """A verb that gives rows; ``found`` is how many things it found, as it counts them."""

    found: int = field(default=0, kw_only=True)

    @abstractmethod
    def rows_of(self, source: Source) -> Iterable[Row]:
        """The rows of one report; counts what it found in ``found``."""

    def write(self, format: Format, out: Path | None, rows_on_terminal: bool, columns: Columns, name: str) -> None:
        """All rows in ``format``; ``name`` is what a sheet of them is called."""
        from tieout.cli.output import destination, open_rows

        with destination(out) as where, open_rows(format, where, columns, name) as writer:

            def take(source: Source, rows: Sequence[Row]) -> None:
                for row in rows:
                    writer.write(row)

            self.for_each(rows_on_terminal, self._all_rows, take)

    def _all_rows(self, source: Source) -> Sequence[Row]:
        """All rows of a report, or none: they are made before the first is written."""
        before = self.found
        try:
            return list(self.rows_of(source))
        except Exception:
            self.found = before
            raise

    def report(self, what: str, nothing: str | None = None) -> None:
        """Says on stderr how the run ended; raises typer.Exit(2) or (3) if any report failed.

        ``what`` was counted; ``nothing`` is said of a single report in which nothing was found.
        """
        if self.many:
            read = len(self.sources) - len(self.failed)
            tell(f"{self.found:,} {what} {read:,} of {len(self.sources):,} reports")
        elif nothing is not None and not self.found and not self.failed:
            tell(f"{self.sources[0].label}: {nothing}")
        self.tell_failed()


def _without_prefix(message: str, source: Source) -> str:
    """The message without the path that the label says already."""
    for start in (f"{source.path}: ", f"{source.path.name}: ", f"{source.label}: "):
        if message.startswith(start):
            return message[len(start) :]
    return message
