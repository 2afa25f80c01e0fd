"""How well whole reports are tagged: `tieout tag` on inline filings, held against the filings' own tags, which it never sees.

    python scripts/measure_tagging.py 10-k.htm … [--model DIR]

Measured are numbers that carry a us-gaap tag: how many are found, how many of these have the right concept, and whether the
probabilities hold. Use filings of issuers that the model was not trained on.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("reports", type=Path, nargs="+")
    options.add_argument("--model", type=Path, help="a model of `tieout train tagging` instead of the shipped one")
    chosen = options.parse_args()

    from tieout.engines.tagging.calibration import calibration_lines
    from tieout.engines.tagging.examples import PREFIX, examples_of
    from tieout.engines.tagging.tagging import tag
    from tieout.reading import read

    lines, said, right = [], [], []
    for path in chosen.reports:
        report = read(path)
        gold = {
            (e.mention.evidence.block, e.mention.evidence.cell, e.mention.evidence.span): PREFIX + e.concept
            for context in examples_of(report)
            for e in context.examples
            if e.concept is not None and e.mention.evidence is not None
        }
        numbers = {(n.evidence.block, n.evidence.cell, n.evidence.span): n for n in tag(report, model=chosen.model)}
        found = [place for place in gold if place in numbers]
        said += [numbers[place].score for place in found]
        right += [numbers[place].concept == gold[place] for place in found]
        hit = sum(right[len(right) - len(found) :])
        lines.append(f"{path.name}: {len(gold):,} tagged, {len(found):,} of {len(numbers):,} found are such, {hit:,} right")
    lines += calibration_lines(np.array(said), np.array(right, dtype=float))
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
