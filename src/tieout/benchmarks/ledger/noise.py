"""OCR noise for clean Markdown: seeded, in a given share of the tables, of kinds and rates that a data file names.

What is built from filings is cleaner than what OCR makes of printed reports; noise shows how far results fall. Judgments follow
their pages when a page is cut in two.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from tieout.reading.markdown import split_pages
from tieout.reading.to_markdown import PAGE_SPLIT
from tieout.report.errors import InputError

__all__ = ["Spoiled", "read_kinds", "spoil"]

_TABLE = re.compile(r"<table\b[^>]{0,1000}>.*?</table>", re.DOTALL | re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^>]{0,1000}>.*?</tr>", re.DOTALL | re.IGNORECASE)
_CELL = re.compile(r"(<t[dh]\b[^>]{0,1000}>)(.*?)(</t[dh]>)", re.DOTALL | re.IGNORECASE)
_SPAN = re.compile(r"\s(?:row|col)span\s*=\s*(?:\"\d+\"|'\d+'|\d+)", re.IGNORECASE)
_TAG = re.compile(r"(<[^<>]{0,1000}>)")
_SEPARATOR = re.compile(r"(?<=\d)[.,](?=\d)")
_EMPTY = "<td></td>"

Kinds = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A report's text with noise; ``pages``: for each of its pages, the page (from 1) of the clean text that it is of."""

    text: str
    pages: tuple[int, ...]
    tables: int
    spoiled: int
    kinds: Mapping[str, int]


def read_kinds(path: Path | None = None) -> Kinds:
    """The kinds and rates of ``path`` (TOML as our own ``noise.toml``), or ours. Raises InputError for what it can't be."""
    where = path if path is not None else "noise.toml"
    try:
        text = (
            path.read_text(encoding="utf-8") if path else resources.files(__package__).joinpath("noise.toml").read_text("utf-8")
        )
        kinds = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{where}: {error}") from None
    for name, kind in kinds.items():
        if name not in (*_SPOILERS, "cut"):
            raise InputError(f"{where}: no kind of noise {name!r}; there are {', '.join([*_SPOILERS, 'cut'])}")
        numbers = [kind.get("rate")] + ([kind.get("weight")] if name != "cut" else [])
        if not all(isinstance(number, int | float) and number >= 0 for number in numbers) or kind["rate"] > 1:
            raise InputError(f"{where}: {name} needs a rate from 0 to 1" + ("" if name == "cut" else " and a weight"))
    if not any(kinds[name]["weight"] for name in kinds if name != "cut"):
        raise InputError(f"{where}: no kind has a weight above 0")
    return kinds


def spoil(text: str, share: float, seed: str, kinds: Kinds) -> Spoiled:
    """``text`` with ``share`` of its tables spoiled, each in one way; the same seed always spoils the same."""
    rng = random.Random(seed)  # noqa: S311 - a draw, not a secret
    names = [name for name in kinds if name != "cut"]
    weights = [kinds[name]["weight"] for name in names]
    cut = kinds.get("cut", {}).get("rate", 0)
    out: list[str] = []
    pages: list[int] = []
    counts: Counter[str] = Counter()
    tables = 0
    end_of_last = 0
    for number, (start, end) in enumerate(split_pages(text), start=1):
        out.append(text[end_of_last:start])
        pages.append(number)
        at = start
        for table in _TABLE.finditer(text, start, end):
            tables += 1
            out.append(text[at : table.start()])
            at = table.end()
            if rng.random() >= share:
                out.append(table[0])
                continue
            name = rng.choices(names, weights)[0]
            counts[name] += 1
            if rng.random() < cut:
                counts["cut"] += 1
                out.append(f"\n{PAGE_SPLIT}\n")
                pages.append(number)
            out.append(_SPOILERS[name](table[0], rng, kinds[name]))
        out.append(text[at:end])
        end_of_last = end
    out.append(text[end_of_last:])
    spoiled = sum(count for name, count in counts.items() if name != "cut")
    return Spoiled("".join(out), tuple(pages), tables, spoiled, dict(counts))


def _shift(table: str, rng: random.Random, kind: Mapping[str, Any]) -> str:
    def moved(row: re.Match[str]) -> str:
        cells = [cell[0] for cell in _CELL.finditer(row[0])]
        if len(cells) < 3 or rng.random() >= kind["rate"]:
            return row[0]
        label, rest = cells[0], cells[1:]
        rest = [_EMPTY, *rest[:-1]] if rng.random() < 0.5 else [*rest[1:], _EMPTY]
        return f"<tr>{label}{''.join(rest)}</tr>"

    return _ROW.sub(moved, table)


def _merge(table: str, rng: random.Random, kind: Mapping[str, Any]) -> str:
    rows = [row[0] for row in _ROW.finditer(table)]
    if len(rows) < 2:
        return table
    merged: list[str] = []
    for row in rows:
        if merged and rng.random() < kind["rate"]:
            above, below = ([cell[2] for cell in _CELL.finditer(part)] for part in (merged[-1], row))
            width = max(len(above), len(below))
            both = zip(above + [""] * (width - len(above)), below + [""] * (width - len(below)), strict=True)
            cells = (" ".join(filter(None, pair)) for pair in both)
            merged[-1] = "".join(["<tr>", *(f"<td>{cell}</td>" for cell in cells), "</tr>"])
        else:
            merged.append(row)
    return f"<table>{''.join(merged)}</table>"


def _spans(table: str, rng: random.Random, kind: Mapping[str, Any]) -> str:
    return _SPAN.sub(lambda span: "" if rng.random() < kind["rate"] else span[0], table)


def _digits(table: str, rng: random.Random, kind: Mapping[str, Any]) -> str:
    confused: Mapping[str, str] = kind.get("confused", {})
    return _in_text(
        table, lambda text: "".join(confused.get(c, c) if c.isdigit() and rng.random() < kind["rate"] else c for c in text)
    )


def _separators(table: str, rng: random.Random, kind: Mapping[str, Any]) -> str:
    return _in_text(table, lambda text: _SEPARATOR.sub(lambda mark: "" if rng.random() < kind["rate"] else mark[0], text))


def _in_text(table: str, change: Callable[[str], str]) -> str:
    return "".join(part if part.startswith("<") else change(part) for part in _TAG.split(table))


_SPOILERS: Mapping[str, Callable[[str, random.Random, Mapping[str, Any]], str]] = {
    "shift": _shift,
    "merge": _merge,
    "spans": _spans,
    "digits": _digits,
    "separators": _separators,
}
