"""Speed of the table engine on one report: reading it, indexing it, and questions a second after that.

    python perf/tables.py DATA [--split valid] [--questions 200] [--model DIR]

DATA is a folder of the shared tasks' official layout. CPU seconds of one process, without the cache; medians over reports.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from itertools import groupby, islice
from pathlib import Path


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", type=Path)
    options.add_argument("--split", default="valid")
    options.add_argument("--reports", type=int, default=5)
    options.add_argument("--questions", type=int, default=200)
    options.add_argument("--model", type=Path)
    chosen = options.parse_args()
    os.environ["TIEOUT_CACHE"] = ""

    from tieout.benchmarks.securities_tables.prompts import report_of
    from tieout.engines.tables import TableEngine
    from tieout.engines.tables.index import index_of
    from tieout.evaluation import find_task

    engine = TableEngine.load(chosen.model)
    reading, indexing, rates = [], [], {"retrieval": [0.0, 0], "qa": [0.0, 0]}
    for task in ("retrieval", "qa"):
        samples = find_task(f"securities-tables/{task}").samples(chosen.data, chosen.split)
        for _, group in islice(groupby((s.input for s in samples), key=lambda given: given.document), chosen.reports):
            asked = list(islice(group, chosen.questions))
            start = time.process_time()
            view = report_of(asked[0])
            read = time.process_time()
            index_of(view)
            done = time.process_time()
            if task == "retrieval":
                reading.append(read - start)
                indexing.append(done - read)
            for given in asked:
                if task == "retrieval":
                    engine.table(view, given.fields["question"])
                else:
                    engine.cell(view, given.fields["question"], given.fields["table_id"])
            rates[task][0] += time.process_time() - done
            rates[task][1] += len(asked)
    print(f"reading   {statistics.median(reading):.2f} s a report (slowest {max(reading):.2f})")
    print(f"indexing  {statistics.median(indexing):.2f} s a report (slowest {max(indexing):.2f})")
    for task, (seconds, count) in rates.items():
        print(f"{task:9} {count / seconds:.0f} questions a second ({count} questions)")


if __name__ == "__main__":
    main()
