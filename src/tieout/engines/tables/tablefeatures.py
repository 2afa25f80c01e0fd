"""Features of a table as the answer to a question, made from the scores of its best cells."""

from __future__ import annotations

import numpy as np

from tieout.engines.tables.features import NAMES as CELL_NAMES
from tieout.engines.tables.strings import Array

__all__ = ["NAMES", "table_features"]

NAMES = (
    *(f"best.{name}" for name in CELL_NAMES),
    "score", "second", "margin", "share", "count", "rank", "third", "mean",
)  # fmt: skip
"""``best.…`` are the features of the table's best cell; ``margin`` is how far its score is above the best of any other table's;
``share`` the table's part of the summed exponentials of the scores; ``count`` its cells among the candidates."""


def table_features(values: Array, scores: Array, tables: np.ndarray) -> tuple[np.ndarray, Array]:
    """The candidate tables (by place in the report), best first, and a row of `NAMES` for each.

    ``values`` and ``scores`` are of the candidate cells, ``tables`` their tables.
    """
    order = np.argsort(-scores, kind="stable")
    weights = np.exp(np.clip(scores - scores.max(), -50, 0))
    total = weights.sum()
    seen: dict[int, list[int]] = {}
    for place in order:
        seen.setdefault(int(tables[place]), []).append(int(place))
    ranked = list(seen)
    rows = np.empty((len(ranked), len(NAMES)), dtype=np.float32)
    best = scores[seen[ranked[0]][0]]
    runner_up = scores[seen[ranked[1]][0]] if len(ranked) > 1 else best - 10
    for rank, table in enumerate(ranked):
        cells = seen[table]
        top = scores[cells[0]]
        rows[rank, : len(CELL_NAMES)] = values[cells[0]]
        rows[rank, len(CELL_NAMES) :] = (
            top,
            scores[cells[1]] if len(cells) > 1 else top - 10,
            top - (runner_up if rank == 0 else best),
            weights[cells].sum() / total,
            len(cells),
            rank,
            scores[cells[2]] if len(cells) > 2 else top - 10,
            scores[cells].mean(),
        )
    return np.array(ranked), rows
