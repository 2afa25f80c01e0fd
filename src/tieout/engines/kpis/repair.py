"""What reading by OCR spoils in tables, put right where the rest of the table tells how: a lost head, two rows in one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from tieout.engines.kpis.calendar import Calendar
from tieout.engines.kpis.fiscal import years_between
from tieout.engines.kpis.labels import LONGEST_LABEL, matches, normalise
from tieout.engines.kpis.periods import Span
from tieout.report.amounts import Amount, read_amount
from tieout.report.layout import Cell

__all__ = ["halves_of_label", "two_amounts", "with_lost_heads"]

_MOST_COLUMNS = 5
# What a head of a date, or of a year, may say beside it; digits are left out, as one may have been read wrongly.
_DATED_WORDS = re.compile(
    r"[^a-z]+|\b(?:for|the|as|of|at|fiscal|financial|years?|ended|ending|months?|weeks?|twelve|unaudited|audited|restated|in|thousands|"
    r"millions|dollars|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|"
    r"jun|jul|aug|sept?|oct|nov|dec)\b",
    re.I,
)


def with_lost_heads(spans: Mapping[int, Span], heads: Mapping[int, str], calendar: Calendar) -> Mapping[int, Span]:
    """The columns' periods, where exactly one head is missing, unreadable or of a year to come: told by its neighbours.

    Years stand side by side in their order, and of a report's tables one has its own year. Heads that say something else than a
    date are left as they are.
    """
    columns = sorted(spans)
    if calendar.year is None or not 2 <= len(columns) <= _MOST_COLUMNS or any(s.part or s.change for s in spans.values()):
        return spans
    if any(_DATED_WORDS.sub("", heads.get(column, "")) for column in columns):
        return spans
    if any(span.end is not None and _within_a_year(span.end, calendar) for span in spans.values()):
        return spans
    told: list[Span] = []
    for column in columns:
        span = spans[column]
        if span.dated and not _to_come(span, calendar) and span not in told:
            told.append(span)
    if len(told) != len(columns) - 1:
        return spans
    whole = _completed(told, [calendar.year_of(span) for span in told], calendar)
    return spans if whole is None else dict(zip(columns, whole, strict=True))


def _within_a_year(day: date, calendar: Calendar) -> bool:
    """Whether a day after the fiscal year's end is that of a quarter, and no year's end that was read wrongly."""
    return calendar.end is not None and day > calendar.end and years_between(calendar.end, day) is None


def _to_come(span: Span, calendar: Calendar) -> bool:
    if span.end is not None and calendar.end is not None:
        return span.end > calendar.end
    return (span.year or 0) > (calendar.year or 0)


def _completed(told: Sequence[Span], years: Sequence[int | None], calendar: Calendar) -> list[Span] | None:
    own = calendar.year or 0
    if own not in years:
        before = told[0].end is not None and calendar.end is not None and told[0].end < calendar.end
        if years[0] == own - 1 or (years[0] is None and before):
            return [Span(calendar.end, None if calendar.end else own, False, False), *told]
        return None
    known = [year for year in years if year is not None]
    if len(known) < len(years) or any(abs(b - a) != 1 for a, b in pairwise(known)):
        return None
    if known[0] == own:
        return [*told, Span(None, known[-1] - 1, False, False)]
    return [Span(None, known[0] - 1, False, False), *told] if known[-1] == own else None


def two_amounts(cell: Cell) -> tuple[Amount, Amount] | None:
    """The amounts of a cell that holds two, one after the other; None where it doesn't hold just two."""
    text = cell.text
    if len(text) > 60 or cell.amount is not None:
        return None
    for space in re.finditer(r"\s+", text):
        one, other = read_amount(text[: space.start()]), read_amount(text[space.end() :])
        if one is not None and other is not None:
            start, end = other.span
            return one, replace(other, span=(start + space.end(), end + space.end()))
    return None


def halves_of_label(label: str) -> tuple[str, str] | None:
    """Two labels that were joined, parted where either or both are names that a KPI goes by; None where none is."""
    best: tuple[float, str, str] | None = None
    for space in re.finditer(r"\s+(?=[A-Z(])", label[:LONGEST_LABEL]):
        one, other = label[: space.start()], label[space.end() :]
        sure = _surest(one) + _surest(other) + (0.01 if one.endswith(":") else 0.0)
        if sure >= 0.9 and (best is None or sure > best[0]):
            best = (sure, one, other)
    return None if best is None else best[1:]


def _surest(label: str) -> float:
    return max((sure for _, sure in matches(normalise(label))), default=0.0)
