"""Which primary statement a group of concepts, or a title, is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from tieout.statements.model import Kind

__all__ = ["anchors", "kind_of_title"]

# Notes on a statement name it; a parenthetical repeats what the statement says in brackets; "details", "tables" and
# "policies" are parts of notes.
_NOT_A_STATEMENT = re.compile(r"^notes?\b|parenthetical|\(?details?\)?|\(?tables?\)?|polic(y|ies)|disclosure", re.IGNORECASE)
# "Statements of Changes in Shareholders' Equity", "of Shareholders' Investment", "of Redeemable Interests and Equity", …
_OF_EQUITY = re.compile(
    r"statements?\s+of\s[^.;]{0,80}?(?:\b(?:equity|deficit|deficiency|capital)\b|holders?[’'`]?s?[’'`]?\s+investment)",
    re.IGNORECASE,
)


@cache
def _table() -> dict[Kind, tuple[frozenset[str], tuple[str, ...]]]:
    text = resources.files("tieout.statements").joinpath("kinds.toml").read_text("utf-8")
    return {kind: (frozenset(x["concepts"]), tuple(x["words"])) for kind, x in tomllib.loads(text).items()}  # type: ignore[misc]


def anchors(concepts: Iterable[str]) -> dict[Kind, int]:
    """For each kind, how many of ``concepts`` (with prefix) stand in that statement and hardly anywhere else."""
    local = {(c.partition(":")[2] or c).removesuffix("IFRS") for c in concepts}  # EDINET's IFRS elements end so
    found = {kind: len(names & local) for kind, (names, _) in _table().items()}
    return {kind: n for kind, n in found.items() if n}


def kind_of_title(title: str) -> Kind:
    """The kind that a heading, role definition or role URI names."""
    lower = title.lower()
    if _NOT_A_STATEMENT.search(lower):
        return "other"
    kinds: tuple[Kind, ...] = ("cash-flow", "equity", "comprehensive", "balance", "income")
    for kind in kinds:
        if any(word in lower for word in _table()[kind][1]) or (kind == "equity" and _OF_EQUITY.search(lower)):
            # "Statements of Operations and Comprehensive Income" is the income statement with a tail.
            if kind == "comprehensive" and any(
                w in lower for w in ("operations and comp", "income and comp", "operationsandcomp")
            ):
                return "income"
            return kind
    return "other"
