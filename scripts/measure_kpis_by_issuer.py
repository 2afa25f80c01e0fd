"""How well the KPI engine does on issuers that its trees didn't learn from: cross-validation by issuer over built data.

    tieout build ledger --from 10-K/ --out data-1
    python scripts/measure_kpis_by_issuer.py data-1 data-2 … --folds 5

The issuers of all folders are parted into folds by a hash of their names. Trees are trained as `tieout train kpis` does, on what
the other folds hold, and asked for every KPI that the truth has, of the report's year and of the year before. Prints recall
and precision of each folder and of all, with 95 % intervals from drawing issuers anew. Every fold reads all reports: 150
take a quarter of an hour. The rules of the engine are the same for all, and may have been made with these very reports.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from tieout.engines.kpis.training import Example

_DRAWS = 1_000


class Asked(NamedTuple):
    """One KPI of a report: whether its year is the report's own, whether a value was given, and whether it was right."""

    folder: str
    issuer: str
    own_year: bool
    given: bool
    right: bool


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", nargs="+", type=Path, help="folders that `tieout build ledger` made")
    options.add_argument("--folds", type=int, default=5)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    asked = [one for fold in range(chosen.folds) for one in _measured(chosen.data, fold, chosen.folds, chosen.seed)]
    print("folder, year: KPIs of issuers; recall [95 %], precision [95 %]")
    for own_year in (True, False):
        for folder in (*dict.fromkeys(one.folder for one in asked), ""):
            part = [one for one in asked if one.own_year == own_year and folder in ("", one.folder)]
            if part:
                print(f"{folder or 'all'}, {'report’s year' if own_year else 'year before'}: {_line(part)}")


def _measured(folders: list[Path], fold: int, folds: int, seed: int) -> Iterator[Asked]:
    """What engines that learned from the other folds answer about this one's issuers."""
    from tieout.engines.kpis import KpiEngine
    from tieout.engines.kpis.catalogue import catalogue
    from tieout.engines.kpis.ranker import Ranker
    from tieout.engines.kpis.training import is_right, train_ranker
    from tieout.engines.kpis.view import view_of

    others = (example for _, example in _examples(folders) if _fold(example.issuer, folds) != fold)
    engine = KpiEngine(Ranker(*train_ranker(others, seed=seed)))
    for folder, example in _examples(folders):
        if _fold(example.issuer, folds) != fold:
            continue
        view = view_of(example.report)
        own = max(year for _, year in example.known)
        for (kpi, year), truth in example.known.items():
            if truth is not None:
                answer = engine.answer(example.report, view, catalogue()[kpi], year)
                value = answer.value if answer.found else None
                right = value is not None and is_right(value, truth)
                yield Asked(folder.name, example.issuer, year == own, value is not None, right)


def _examples(folders: list[Path]) -> Iterator[tuple[Path, Example]]:
    from tieout.benchmarks.ledger.training import examples_of

    yield from ((folder, example) for folder in folders for example in examples_of(folder))


def _fold(issuer: str, folds: int) -> int:
    return int(sha256(issuer.encode()).hexdigest(), 16) % folds


def _line(asked: list[Asked]) -> str:
    by_issuer: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in asked:
        for place, counts in enumerate((one.right, one.given, True)):
            by_issuer[one.issuer][place] += counts
    counts = np.array(list(by_issuer.values()))
    random = np.random.default_rng(0)
    drawn = counts[random.integers(0, len(counts), (_DRAWS, len(counts)))].sum(axis=1)
    right, given, total = counts.sum(axis=0)
    shares = []
    for share, draws in ((right / total, drawn[:, 0] / drawn[:, 2]), (right / max(given, 1), drawn[:, 0] / drawn[:, 1])):
        low, high = np.percentile(draws, [2.5, 97.5])
        shares.append(f"{share:.3f} [{low:.3f}, {high:.3f}]")
    return f"{total:,} of {len(counts)}; {shares[0]}, {shares[1]}"


if __name__ == "__main__":
    main()
