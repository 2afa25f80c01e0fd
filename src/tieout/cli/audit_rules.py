"""`tieout audit --list`: the rules."""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["list_rules", "rule_rows"]


def rule_rows() -> list[dict[str, Any]]:
    """One row a rule, in the order in which they run."""
    from tieout.engines.auditing import all_rules

    return [
        {
            "rule": r.id,
            "dqc": r.dqc,
            "severity": r.severity.name,
            "category": r.category,
            "title": r.title,
            "needs": ", ".join(r.needs),
            "source": r.source,
            "optional": r.optional,
        }
        for r in all_rules()
    ]


def list_rules() -> None:
    """Prints them: a table on a terminal, JSON lines in a pipe."""
    from tieout.cli.options import Format
    from tieout.cli.output import Columns, destination, open_rows
    from tieout.cli.terminal import is_terminal

    columns = Columns(
        names=("rule", "dqc", "severity", "category", "title", "needs", "source", "optional"),
        listed=("rule", "dqc", "severity", "title"),
    )
    format = Format.table if is_terminal(sys.stdout) else Format.jsonl
    with destination(None) as where, open_rows(format, where, columns, "rules") as writer:
        for row in rule_rows():
            writer.write(row)
