"""The tables that the paper gives of its data: error types (Table 3) and lengths of inputs (Table 4)."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

__all__ = ["describe", "tokens"]

_PIECE = re.compile(r"[A-Za-z]{1,6}|\d{1,3}|[^\sA-Za-z\d]|\s+")


def tokens() -> tuple[str, Callable[[str], int]]:
    """(name, counter) of a tokenizer: cl100k_base where it is installed with its table, else an estimate of our own."""
    try:
        import tiktoken  # type: ignore[import-not-found, unused-ignore]

        encoding = tiktoken.get_encoding("cl100k_base")
        return "cl100k_base", lambda text: len(encoding.encode(text, disallowed_special=()))
    except Exception:  # not installed, or its table isn't there and may not be fetched
        return "estimate (no cl100k_base here)", lambda text: sum(1 for _ in _PIECE.finditer(text))


def describe(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """``error_types`` as Table 3 and ``lengths`` as Table 4, from the builder's log rows (task, rule, kind, tier, tokens)."""
    rows = list(rows)
    total = len(rows) or 1
    types = Counter((row["task"], row["rule"], row["kind"], row["tier"]) for row in rows)
    lengths = {}
    for task in ("finsm", "finre", "finmr"):
        lengths[task] = _lengths([row["tokens"] for row in rows if row["task"] == task])
    lengths["total"] = _lengths([row["tokens"] for row in rows])
    return {
        "error_types": [
            {"task": task, "rule": rule, "kind": kind, "tier": tier, "cases": n, "share": round(n / total, 4)}
            for (task, rule, kind, tier), n in sorted(types.items())
        ],
        "lengths": lengths,
    }


def _lengths(counts: Sequence[int]) -> dict[str, Any]:
    if not counts:
        return {"instances": 0, "tokens": 0}
    mean = sum(counts) / len(counts)
    deviation = math.sqrt(sum((c - mean) ** 2 for c in counts) / len(counts))
    return {
        "instances": len(counts), "tokens": sum(counts), "max": max(counts), "mean": round(mean, 2), "std": round(deviation, 2),
    }  # fmt: skip
