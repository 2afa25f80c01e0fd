"""Small tables of filings and prices, written into a test's own folder."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tieout.studies.events import Filing, Selected


def table(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def announced(text: str, ticker: str = "ASHQ", year: int = 2023) -> Selected:
    """A company's year whose 10-K was accepted at that moment (UTC)."""
    return Selected(ticker, "", year, Filing(ticker, "", year, "10-K", utc(text)))
