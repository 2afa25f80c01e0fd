"""Whether the probabilities of linked concepts hold: a reliability table of a run of fintagging/fincl.

    tieout eval fintagging/fincl --data D --solver engine --out RUN
    python scripts/measure_calibration.py RUN --data D

Samples whose answer has no score (failed ones) count as wrong, and as said with the probability 0.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("run", type=Path, help="folder that `tieout eval --out` wrote")
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--split", default="test")
    chosen = options.parse_args()

    from tieout.engines.tagging.calibration import calibration_lines
    from tieout.evaluation import find_task

    gold = {s.input.id: str(s.gold) for s in find_task("fintagging/fincl").samples(chosen.data, chosen.split)}
    said, right = [], []
    for line in (chosen.run / "samples.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        first = (json.loads(record["output"]).get("ranked") or [None])[0] if record["outcome"] == "ok" else None
        said.append(float((record.get("evidence") or {}).get("score") or 0) if first else 0.0)
        right.append(first is not None and first == gold[record["id"]].removeprefix("us-gaap:"))
    lines = calibration_lines(np.array(said), np.array(right, dtype=float))
    sys.stdout.write("\n".join([*lines, ""]))  # in one go, so that `| head` cuts nothing off midway


if __name__ == "__main__":
    main()
