"""Years as steps: which year of a schedule a row or a column is about, whatever the calendar says.

``2026, 2027, 2028, thereafter`` below each other are the first, second and third year of a schedule, and the concepts of their
numbers say so (…InYearTwo); ``2025, 2024, 2023, 2022, prior`` beside each other count back from the latest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tieout.engines.tagging.mention import Mention

__all__ = ["stepped", "steps"]

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LEAST_ROWS, _LEAST_COLUMNS = 3, 4
_FARTHEST = 9


def steps(texts: Iterable[str], least: int) -> dict[str, str]:
    """By text with just one year in it: ``up`` or ``down`` (as the first two run) and years since the first; empty where fewer
    than ``least`` different years are there."""
    years = {text: int(found[0]) for text in texts if len(found := _YEAR.findall(text)) == 1}
    different = list(dict.fromkeys(years.values()))
    if len(different) < least:
        return {}
    way, start = ("up", min(different)) if different[1] > different[0] else ("down", max(different))
    return {text: f"{way} {min(abs(year - start), _FARTHEST)}" for text, year in years.items()}


def stepped(mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions of one table, each told which step its row and its column are."""
    rows = steps(dict.fromkeys(m.row_label for m in mentions), _LEAST_ROWS)
    columns = steps(dict.fromkeys(text for m in mentions for text in m.column_headers), _LEAST_COLUMNS)
    if not rows and not columns:
        return list(mentions)
    return [
        replace(
            m,
            row_step=rows.get(m.row_label, ""),
            column_step=next((columns[text] for text in reversed(m.column_headers) if text in columns), ""),
        )
        for m in mentions
    ]
