"""What a filing's cover says of itself: document type, period end, fiscal period."""

from __future__ import annotations

from datetime import date
from functools import cache

from tieout.engines.auditing.view import View
from tieout.report import Fact

__all__ = ["cover_fact", "day", "days_between", "document_type", "period_end"]


def cover_fact(view: View, name: str) -> Fact | None:
    """The first fact of a dei concept without dimensions."""
    return next((f for f in view.by_concept.get(f"dei:{name}", ()) if not f.dimensions), None)


def document_type(view: View) -> str:
    """``10-K``, ``10-Q/A`` …; empty where the filing doesn't say."""
    return (view.text("dei:DocumentType") or "").strip().upper()


def period_end(view: View) -> date | None:
    """The day that the cover names as the end of the period; None where it names none."""
    text = view.text("dei:DocumentPeriodEndDate")
    return day(text) if text else None


@cache
def day(text: str) -> date | None:
    """A date as XBRL writes it, a time after it dropped; None where it is no date."""
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None


def days_between(a: date, b: date) -> int:
    """Days from ``a`` to ``b``, negative if ``b`` is earlier."""
    return (b - a).days
