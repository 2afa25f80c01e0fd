"""Read spoiled documents, each in a process of its own, and hold every reading to its bounds.

    python -m tests.fuzz.run --mutations 2000 --seed 1 FILE_OR_FOLDER…

A reading may end in a report or in one `TieoutError`. Anything else is a failure: another exception, a dead process, more than
ten seconds of computing, or more memory than four times the input and 200 MB (its own and that of the processes it starts).
Every kind of document gets the same share of the mutations. Inputs that fail are kept in ``--keep``.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.child import MEGABYTE, Outcome, in_a_child, read_everything
from tests.fuzz.mutations import mutate
from tests.fuzz.sources import Original, originals

__all__ = ["Trial", "fuzz", "load_readers"]


@dataclass(frozen=True, slots=True)
class Trial:
    """One spoiled document and how reading it ended."""

    original: Original
    mutations: str
    data: bytes
    outcome: Outcome


def load_readers() -> None:
    """Load every module that reads, so that no child has to."""
    import tieout.reading.description
    import tieout.reading.edinet
    import tieout.reading.html
    import tieout.reading.inline_report
    import tieout.reading.layout
    import tieout.reading.markdown
    import tieout.reading.packages
    import tieout.reading.pdf.isolated
    import tieout.reading.pdf.layout
    import tieout.reading.taxonomy
    import tieout.reading.xbrl_package  # noqa: F401


def fuzz(sources: Mapping[str, Sequence[Original]], mutations: int, seed: int) -> Iterator[Trial]:
    """Spoil and read ``mutations`` times, the kinds in turn."""
    rng = random.Random(seed)
    kinds = list(sources)
    for n in range(mutations):
        original = rng.choice(sources[kinds[n % len(kinds)]])
        whole = original.read()
        names, data = mutate(whole, rng)
        # A mutation such as 300 MB of zeros in a zip is work for the reader, not a larger input.
        outcome = in_a_child(lambda data=data, name=original.name: read_everything(data, name), len(data))  # type: ignore[misc]
        yield Trial(original, names, data, outcome)


@dataclass(slots=True)
class _Row:
    """What came of one kind of document."""

    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    memory: int = 0

    def add(self, outcome: Outcome) -> None:
        self.outcomes[outcome.what] += 1
        self.seconds.append(outcome.seconds)
        self.memory = max(self.memory, outcome.memory)

    def cells(self) -> str:
        others = {k: n for k, n in self.outcomes.items() if k not in ("report", "refused")}
        failed = ", ".join(f"{n} {k}" for k, n in others.items()) or "0"
        median = sorted(self.seconds)[len(self.seconds) // 2]
        return (
            f"{len(self.seconds):>6,} {self.outcomes['report']:>8,} {self.outcomes['refused']:>8,}"
            f" {median:>8.2f} {max(self.seconds):>8.2f} {self.memory / MEGABYTE:>7.0f}  {failed}"
        )


def _table(rows: Mapping[str, _Row], sources: Mapping[str, Sequence[Original]]) -> Iterator[str]:
    heads = f"{'spoiled':>7} {'reports':>8} {'refused':>8} {'median s':>8} {'slowest':>8} {'MB':>7}  failed"
    yield f"{'kind':<16} {'files':>6} {heads}"
    for kind, row in rows.items():
        yield f"{kind:<16} {len(sources[kind]):>6,} {row.cells()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--mutations", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-bytes", type=int, default=3 * MEGABYTE, help="larger sources are left out")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"))
    options = parser.parse_args()
    sources = originals(options.paths, options.max_bytes)
    load_readers()
    rows: dict[str, _Row] = {}
    failures = 0
    for n, trial in enumerate(fuzz(sources, options.mutations, options.seed), 1):
        rows.setdefault(trial.original.kind, _Row()).add(trial.outcome)
        if trial.outcome.is_failure:
            failures += 1
            kept = _keep(options.keep, n, trial)
            print(
                f"{trial.outcome.what}: {trial.original.path} {trial.mutations} -> {kept}\n{trial.outcome.detail}", flush=True
            )
        if n % 100 == 0:
            print(f"{n:,} of {options.mutations:,}, {failures} failed", file=sys.stderr)
    print(*_table(rows, sources), sep="\n")
    files = sum(map(len, sources.values()))
    print(f"{options.mutations:,} mutations of {files:,} documents, seed {options.seed}: {failures} failed")
    return 1 if failures else 0


def _keep(folder: Path, n: int, trial: Trial) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{n:05d}-{trial.original.name}"
    kept.write_bytes(trial.data)
    return kept


if __name__ == "__main__":
    sys.exit(main())
