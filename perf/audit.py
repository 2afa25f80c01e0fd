"""Seconds that reading and every audit rule take: ``python perf/audit.py FOLDER [--taxonomy PATH] [--processes N]``.

Each filing below FOLDER is read and audited in a process that did others before it, as a folder of filings is; CPU seconds are
counted, so that a busy machine changes little, and the wall clock of the whole is shown beside them.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import tieout
from tieout.cli.sources import find_sources
from tieout.reading import DEFAULT_LIMITS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--taxonomy", action="append", default=[])
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    count = sum(1 for _ in find_sources([str(asked.folder)]))
    started = time.perf_counter()
    parts = [(str(asked.folder), part, asked.processes, tuple(asked.taxonomy)) for part in range(asked.processes)]
    with ProcessPoolExecutor(asked.processes) as pool:
        found = [one for each in pool.map(measure, parts) for one in each]
    wall = time.perf_counter() - started
    seconds = [cpu for cpu, _ in found]
    print(f"{len(found)} of {count} reports, {sum(n for _, n in found)} findings")
    print(f"CPU seconds a report: median {statistics.median(seconds):.2f}, most {max(seconds):.2f}, all {sum(seconds):.1f}")
    print(f"wall clock with {asked.processes} processes: {wall:.1f} s")


def measure(part: tuple[str, int, int, tuple[str, ...]]) -> list[tuple[float, int]]:
    """(CPU seconds, findings) of every report that falls to this process."""
    folder, place, processes, taxonomy = part
    found = []
    for number, source in enumerate(find_sources([folder])):
        if number % processes != place:
            continue
        gc.collect()
        started = time.process_time()
        try:
            result = tieout.audit(source.read(DEFAULT_LIMITS), taxonomy=taxonomy)
        except tieout.TieoutError as error:
            print(f"{source.label}: {error}")
            continue
        found.append((time.process_time() - started, len(result.findings)))
    return found


if __name__ == "__main__":
    main()
