"""Speed and memory of the tagging engine on one report: reading it, finding its facts, and facts linked a second.

    python perf/tagging.py 10-k.htm [--model DIR] [--runs 3]

CPU seconds of this one process on one thread; the memory is its peak (resident set), reading and models included.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from pathlib import Path


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("report", type=Path)
    options.add_argument("--model", type=Path)
    options.add_argument("--runs", type=int, default=3)
    chosen = options.parse_args()

    from tieout.engines.tagging.engine import Tagger
    from tieout.engines.tagging.tagging import FACT_THRESHOLD
    from tieout.reading import read

    start = time.process_time()
    tagger = Tagger.load(chosen.model) if chosen.model else Tagger.shipped()
    loading = time.process_time() - start
    reading, finding, linking = [], [], []
    for _ in range(chosen.runs):
        start = time.process_time()
        report = read(chosen.report)
        pages = len(report.pages)
        done = time.process_time()
        reading.append(done - start)
        found = list(tagger.find_in(report))
        start, done = done, time.process_time()
        finding.append(done - start)
        facts = [[m.of_type(f.type) for m, f in context if f.probability >= FACT_THRESHOLD] for context in found]
        for context in facts:
            if context:
                tagger.rank(context, 5)
        linking.append(time.process_time() - done)
    numbers, linked = sum(map(len, found)), sum(map(len, facts))
    read_, find, link = map(statistics.median, (reading, finding, linking))
    # Linux counts in KiB, macOS in bytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(f"loading the model   {loading:.2f} s")
    print(f"reading             {read_:.2f} s ({pages} pages)")
    print(f"finding             {find:.2f} s, {numbers / find:,.0f} numbers a second ({numbers:,} numbers)")
    print(f"linking             {link:.2f} s, {linked / link:,.0f} facts a second ({linked:,} facts)")
    print(f"all of one report   {loading + read_ + find + link:.2f} s")
    print(f"peak memory         {peak / 1e6:,.0f} MB")


if __name__ == "__main__":
    main()
