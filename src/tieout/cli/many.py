"""A verb over many reports: the rows of each, or none; what failed is noted and the next one read; at the end, how it went."""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tieout.cli.statuses import FAULT, MISTAKE, fault
from tieout.cli.terminal import tell

if TYPE_CHECKING:
    from tieout.cli.options import Format
    from tieout.cli.output import Columns
    from tieout.cli.sources import Source
    from tieout.reading import Limits

__all__ = ["ManyReports"]

Row = dict[str, Any]


@dataclass
class ManyReports(ABC):
    """``failed`` are reports with the reason; ``faults`` is how many of these are faults of ours."""

    sources: Sequence[Source]
    limits: Limits
    found: int = field(default=0, kw_only=True)
    faults: int = field(default=0, kw_only=True)
    failed: list[tuple[str, str]] = field(default_factory=list, kw_only=True)

    @abstractmethod
    def rows_of(self, source: Source) -> Iterable[Row]:
        """The rows of one report; counts what it found in ``found``."""

    def fatal(self, error: Exception) -> bool:
        """Whether the next report would fare no better after ``error``, so that it ends the run."""
        return False

    @property
    def many(self) -> bool:
        return len(self.sources) > 1

    def write(self, format: Format, out: Path | None, rows_on_terminal: bool, columns: Columns, name: str) -> None:
        """All rows in ``format``; ``name`` is what a sheet of them is called."""
        from tieout.cli.output import destination, open_rows
        from tieout.cli.progress import progress

        with (
            progress(len(self.sources), rows_on_terminal) as shown,
            destination(out) as where,
            open_rows(format, where, columns, name) as writer,
        ):
            for source in self.sources:
                shown.step(source.label)
                for row in self._guarded(source):
                    writer.write(row)
                gc.collect()  # a report and its parts know each other: only the collector frees them

    def _guarded(self, source: Source) -> Sequence[Row]:
        """All rows of a report, or none: they are made before the first is written."""
        from tieout.report import TieoutError

        before = self.found
        try:
            return list(self.rows_of(source))
        except Exception as e:
            if self.fatal(e):
                raise
            self.found = before
            if isinstance(e, TieoutError):
                reason = str(e).removeprefix(f"{source.label}: ")
            elif isinstance(e, MemoryError | RecursionError):
                reason = f"takes more memory than there is ({type(e).__name__})"
            elif isinstance(e, OSError):
                reason = (e.strerror or str(e)).lower()
            else:
                self.faults += 1
                reason = fault(e)
            self.failed.append((source.label, reason))
            return ()

    def report(self, what: str, nothing: str | None = None) -> None:
        """Says on stderr how the run ended; raises typer.Exit(2) or (3) if any report failed.

        ``what`` was counted; ``nothing`` is said of a single report in which nothing was found.
        """
        if self.many:
            read = len(self.sources) - len(self.failed)
            tell(f"{self.found:,} {what} {read:,} of {len(self.sources):,} reports")
        elif nothing is not None and not self.found and not self.failed:
            tell(f"{self.sources[0].label}: {nothing}")
        for label, reason in self.failed:
            tell(f"{'  ' if self.many else ''}{label}: {reason}")
        if self.failed:
            raise typer.Exit(FAULT if self.faults else MISTAKE)
