"""The grid: learning rates by batch sizes, three seeds each; of the best on validation, mean and deviation on another split."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.benchmarks.finer_ord.training import sentences
from tieout.report.errors import InputError, TieoutError

__all__ = ["Grid", "grid_search", "table_row"]


@dataclass(frozen=True, slots=True)
class Grid:
    """The paper's Appendix H: a run ends when validation F1 hasn't gained ``min_delta`` for ``patience`` epochs."""

    rates: tuple[float, ...] = (1e-4, 1e-5, 1e-6)
    batches: tuple[int, ...] = (32, 16, 8)
    seeds: tuple[int, ...] = (5768, 78516, 944601)
    epochs: int = 100
    patience: int = 7
    min_delta: float = 1e-2
    longest: int = 256  # pieces of a sentence


def grid_search(
    data: Path, encoder: Path, grid: Grid, split: str, say: Callable[[str], None] = lambda line: None
) -> Iterator[Mapping[str, Any]]:
    """One row a configuration and seed, then one for the configuration that is best on validation (mean over seeds).

    Raises InputError where data or model are missing, and TieoutError without ``tieout[plm]``.
    """
    try:
        from tieout.benchmarks.finer_ord.plm.tuning import Tuner
    except ImportError as error:
        raise TieoutError(f"fine-tuning needs torch and transformers ({error}): pip install 'tieout[plm]'") from None
    if not (encoder / "config.json").is_file():
        raise InputError(f"{encoder}: no config.json in it: name a folder that holds a transformers model")
    tuner = Tuner(encoder, sentences(data, "train"), sentences(data, "val"), sentences(data, split), grid)
    best: tuple[float, Sequence[Mapping[str, Any]]] | None = None
    for rate in grid.rates:
        for size in grid.batches:
            rows = []
            for seed in grid.seeds:
                rows.append(tuner.run(rate, size, seed, say))
                yield rows[-1]
            on_validation = statistics.fmean(row["val"]["main"] for row in rows)
            if best is None or on_validation > best[0]:
                best = on_validation, rows
    if best is not None:
        yield table_row(encoder.name, split, best[1])


def table_row(name: str, split: str, runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The row of a table like the paper's Table 3: means of runs rounded to four decimals, and standard deviations (n - 1)."""
    row: dict[str, Any] = {"model": name, "split": split, "rate": runs[0]["rate"], "batch": runs[0]["batch"], "runs": len(runs)}
    for metric in runs[0]["test"]:
        values = [round(run["test"][metric], 4) for run in runs]
        row[metric] = {"mean": statistics.fmean(values), "sd": statistics.stdev(values) if len(values) > 1 else None}
    return row
