"""Letters with what came after them: one text a company and year."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from tieout.report.errors import InputError, LimitError
from tieout.studies.csv_files import LARGEST_FILE

__all__ = ["DEFAULT_TARGETS", "Targets", "TextSample", "read_samples", "targets_of"]

DEFAULT_TARGETS = ("eps_surprise", "forward_90")

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Targets:
    """Values by (ticker, fiscal year) and target; what is missing is not there."""

    names: tuple[str, ...]
    values: Mapping[Key, Mapping[str, Decimal]]


@dataclass(frozen=True, slots=True)
class TextSample:
    """All letters of one report, in its order, as one text."""

    ticker: str
    fiscal_year: int
    text: str
    targets: Mapping[str, Decimal]


def targets_of(path: Path, names: Sequence[str] | None = None) -> Targets:
    """The columns ``names`` of a table of `tieout events`, by default those of `DEFAULT_TARGETS` it has. Raises InputError."""
    values: dict[Key, dict[str, Decimal]] = {}
    seen: set[str] = set()
    for where, row in _rows(path):
        seen.update(row)
        key = _key(row, where)
        if key is None:
            continue
        for name in names or DEFAULT_TARGETS:
            value = _number(row.get(name), f"{where}: {name}")
            if value is not None:
                values.setdefault(key, {})[name] = value
    chosen = tuple(names) if names else tuple(name for name in DEFAULT_TARGETS if name in seen)
    missing = [name for name in chosen if name not in seen]
    if missing or not chosen:
        raise InputError(
            f"{path}: has no column {missing[0] if missing else ' or '.join(DEFAULT_TARGETS)}; name one with --target"
        )
    return Targets(chosen, values)


def read_samples(path: Path, targets: Targets) -> list[TextSample]:
    """Letters of `tieout letters` with ticker, fiscal year and any target, in the file's order. Raises InputError if none."""
    texts: dict[Key, list[str]] = {}
    unnamed = 0
    for where, row in _rows(path):
        text = row.get("text")
        if not isinstance(text, str) or not text.strip():
            continue
        key = _key(row, where)
        if key is None:
            unnamed += 1
        else:
            texts.setdefault(key, []).append(text)
    samples = [
        TextSample(*key, "\n\n".join(parts), targets.values[key]) for key, parts in texts.items() if key in targets.values
    ]
    if not samples:
        hint = "; reports have to be called EXCHANGE_TICKER_YEAR" if unnamed and not texts else ""
        raise InputError(f"{path}: {len(texts)} letters with ticker and year, none of a company-year in the targets{hint}")
    return samples


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    if path.stat().st_size > LARGEST_FILE:
        raise LimitError(f"{path}: has more than {LARGEST_FILE:,} bytes")
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            if path.suffix.lower() == ".csv":
                csv.field_size_limit(10_000_000)  # a letter is a cell
                for row in csv.DictReader(stream):
                    yield str(path), dict(row)
                return
            for number, line in enumerate(stream, 1):
                if line.strip():
                    content = json.loads(line)
                    if not isinstance(content, dict):
                        raise ValueError("a line is no object")
                    yield f"{path}:{number}", content
    except (ValueError, RecursionError, csv.Error) as e:
        raise InputError(f"{path}: is neither JSON lines nor CSV as tieout writes them ({str(e)[:100]})") from None


def _key(row: Mapping[str, Any], where: str) -> Key | None:
    ticker, year = row.get("ticker"), row.get("fiscal_year")
    if not ticker or year in (None, ""):
        return None
    if not str(year).isdigit() or len(str(year)) != 4:
        raise InputError(f"{where}: fiscal_year {str(year)[:40]!r} is no year")
    return str(ticker).upper(), int(str(year))


def _number(value: Any, where: str) -> Decimal | None:
    if value is None or value == "":
        return None
    try:
        number = Decimal(str(value)[:60])
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise InputError(f"{where} {str(value)[:40]!r} is no number")
    return number
