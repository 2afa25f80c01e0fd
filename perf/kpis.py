"""Speed of the KPI and page engines on page-split Markdown: all 31 KPIs of a report, then questions a second.

    python perf/kpis.py DATA [--reports 5] [--questions 300]

DATA is a folder of `tieout build ledger`. CPU seconds of one process on one core, reading included; medians over reports.
"""

from __future__ import annotations

import argparse
import statistics
import time
from itertools import cycle, islice
from pathlib import Path


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", type=Path)
    options.add_argument("--reports", type=int, default=5)
    options.add_argument("--questions", type=int, default=300)
    chosen = options.parse_args()

    import duckdb

    import tieout
    from tieout.engines.pages import PagesEngine

    engine = PagesEngine.load()
    asked = duckdb.connect().execute(
        "SELECT report, query_text FROM read_parquet(?)", [str(chosen.data / "needle/*/*.parquet")]
    )
    questions: dict[str, list[str]] = {}
    for report, text in asked.fetchall():
        questions.setdefault(report, []).append(text)
    seconds, rates, pages = [], [], []
    for path in sorted((chosen.data / "mmd").glob("*.mmd"))[: chosen.reports]:
        start = time.process_time()
        report = tieout.read(path)
        tieout.kpis(report)
        seconds.append(time.process_time() - start)
        pages.append(len(report.pages))
        engine.answer(report, "What was revenue?")
        start = time.process_time()
        for question in islice(cycle(questions[path.stem]), chosen.questions):
            engine.answer(report, question)
        rates.append(chosen.questions / (time.process_time() - start))
    print(f"pages      {statistics.median(pages):.0f} a report (longest {max(pages)})")
    print(f"31 KPIs    {statistics.median(seconds):.2f} s a report (slowest {max(seconds):.2f})")
    print(f"questions  {statistics.median(rates):.0f} a second (slowest report {min(rates):.0f})")


if __name__ == "__main__":
    main()
