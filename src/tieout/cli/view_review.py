"""A review as a table: for `tieout view --review-out`, and for the viewer's own links."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.cli.options import Format

if TYPE_CHECKING:
    from tieout.cli.output import Columns

__all__ = ["review_columns", "review_file", "write_review"]


def review_columns() -> Columns:
    """Columns of a review's entries in the flat formats."""
    from tieout.cli.output import Columns

    evidence = ("file", "page", "table", "cell", "block", "span", "quote")
    return Columns(
        names=(
            *(
                "at",
                "by",
                "action",
                "stands",
                "kind",
                "text",
                "value",
                "filed",
                "concept",
                "suggested",
                "reason",
                "rule",
                "kpi",
            ),
            *(
                "question",
                "period",
                "role",
                *(f"evidence.{name}" for name in evidence),
                "fingerprint",
                "report",
                "id",
                "undoes",
            ),
        ),
        numeric=frozenset(),
        types={"evidence.page": "BIGINT", "stands": "BOOLEAN"},
        widths={"at": 24, "reason": 60, "filed": 40, "concept": 40, "text": 24, "evidence.quote": 24},
        listed=("at", "by", "action", "kind", "text", "filed", "concept", "reason"),
        whole=frozenset(("text", "value", "reason", "evidence.quote")),
    )


def write_review(review: Mapping[str, Any], out: Path, format: Format) -> None:
    """Writes the entries of `Review.to_dict`, in order, each with whether it ``stands``."""
    from tieout.cli.output import destination, open_rows

    standing = {entry["id"] for entry in review["standing"].values()}
    rows: Sequence[dict[str, Any]] = [{**entry, "stands": entry["id"] in standing} for entry in review["entries"]]
    flat = format not in (Format.json, Format.jsonl)
    with destination(out) as where, open_rows(format, where, review_columns(), "review") as writer:
        for row in rows:
            writer.write({**dict.fromkeys(review_columns().names), **row} if flat else row)


def review_file(review: Mapping[str, Any], format: str) -> bytes:
    """The same as the content of a file: ``xlsx``, ``csv`` or ``json``."""
    with tempfile.TemporaryDirectory(prefix="tieout-") as folder:
        out = Path(folder) / f"review.{format}"
        write_review(review, out, Format(format))
        return out.read_bytes()
