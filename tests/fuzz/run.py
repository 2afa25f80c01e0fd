"""Read spoiled documents, each in a process of its own, and hold every reading to its bounds.

    python -m tests.fuzz.run --mutations 2000 --seed 1 FILE_OR_FOLDER…

A reading may end in a report or in one `TieoutError`. Anything else is a failure: another exception, a dead process, more than
ten seconds, or more memory than four times the input and 200 MB. Inputs that fail are kept in ``--keep``.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.mutations import mutate

SECONDS = 10
MEGABYTE = 1_000_000
SLACK = 200 * MEGABYTE
KINDS = {".htm", ".html", ".xml", ".md", ".mmd", ".pdf", ".zip"}


@dataclass(frozen=True)
class Outcome:
    """How one reading ended: ``report``, ``refused``, or what it did that it must not."""

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
        for fact in report.facts[:200]:
            fact.to_dict(located=False)
        for table in report.tables[:50]:
            table.to_rows()
            [cell.amount for cell in table.cells[:200]]
        for fact in report.facts[:50]:
            fact.to_dict(located=True)
        sum(len(network) for network in report.networks)
        len(report.concepts)
    except TieoutError as e:
        if "\n" in str(e) or not str(e):
            raise AssertionError(f"the error is not one clear line: {e!r}") from e
        return "refused"
    return "report"


def in_a_child(data: bytes, name: str) -> Outcome:
    """Outcome of reading in a forked process, which is killed when it takes too long."""
    read_end, write_end = os.pipe()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        signal.alarm(2 * SECONDS)
        try:
            what, detail = read_everything(data, name), ""
        except BaseException:
            what, detail = "exception", traceback.format_exc()
        with os.fdopen(write_end, "w") as pipe:
            pipe.write(f"{what}\n{detail}")
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        said = pipe.read()
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - start
    used = max(0, usage.ru_maxrss * 1024 - before)
    what, _, detail = said.partition("\n")
    if os.WIFSIGNALED(status):
        what, detail = "killed", signal.Signals(os.WTERMSIG(status)).name
    elif seconds > SECONDS:
        what, detail = "slow", f"{seconds:.1f} s"
    elif used > 4 * len(data) + SLACK:
        what, detail = "memory", f"{used / MEGABYTE:.0f} MB for an input of {len(data) / MEGABYTE:.1f} MB"
    return Outcome(what, detail, seconds, used)


def documents(paths: Sequence[Path]) -> list[Path]:
    found = [p for path in paths for p in (sorted(path.rglob("*")) if path.is_dir() else [path])]
    return [p for p in found if p.is_file() and p.suffix.lower() in KINDS]


def fuzz(sources: Sequence[Path], mutations: int, seed: int, max_bytes: int) -> Iterator[tuple[Path, str, bytes, Outcome]]:
    """Spoil and read ``mutations`` times; every (source, mutation names, data, outcome)."""
    rng = random.Random(seed)
    small = [s for s in sources if 0 < s.stat().st_size <= max_bytes]
    for n in range(mutations):
        source = small[n % len(small)] if n < len(small) else rng.choice(small)
        names, data = mutate(source.read_bytes(), rng)
        yield source, names, data, in_a_child(data, source.name)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--mutations", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-bytes", type=int, default=3 * MEGABYTE, help="larger sources are left out")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"))
    options = parser.parse_args()
    sources = documents(options.paths)
    outcomes: Counter[str] = Counter()
    slowest, largest = 0.0, 0
    import tieout.reading.html

    import tieout.reading.inline_report
    import tieout.reading.packages
    import tieout.reading.pdf  # noqa: F401  (loaded once, so that no child pays for it)

    for n, (source, names, data, outcome) in enumerate(fuzz(sources, options.mutations, options.seed, options.max_bytes), 1):
        outcomes[outcome.what] += 1
        slowest, largest = max(slowest, outcome.seconds), max(largest, outcome.memory)
        if outcome.is_failure:
            options.keep.mkdir(exist_ok=True)
            kept = options.keep / f"{n:05d}-{source.name}"
            kept.write_bytes(data)
            print(f"{outcome.what}: {source} {names} -> {kept}\n{outcome.detail}", file=sys.stderr)
        if n % 100 == 0:
            print(f"{n:,} of {options.mutations:,}: {dict(outcomes)}", file=sys.stderr)
    print(f"{sum(outcomes.values()):,} mutations of {len(sources)} documents, seed {options.seed}: {dict(outcomes)}")
    print(f"slowest {slowest:.1f} s, most memory {largest / MEGABYTE:.0f} MB")
    return 1 if set(outcomes) - {"report", "refused"} else 0


if __name__ == "__main__":
    sys.exit(main())
