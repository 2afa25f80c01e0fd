"""Options that several verbs share, declared once so that they mean the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.report.errors import TieoutError

if TYPE_CHECKING:
    from tieout.reading import Limits

__all__ = [
    "Format",
    "FormatOption",
    "MaxOption",
    "OutOption",
    "PathsArgument",
    "TaxonomyOption",
    "choose_format",
    "limits",
    "one_of",
]


class Format(StrEnum):
    table = "table"
    json = "json"
    jsonl = "jsonl"
    csv = "csv"
    xlsx = "xlsx"
    parquet = "parquet"


PathsArgument = Annotated[
    list[str],
    typer.Argument(metavar="PATH...", help="A file, a folder, a zip, or - for standard input.", show_default=False),
]
FormatOption = Annotated[
    Format | None,
    typer.Option("--format", "-f", help="How to write. By default a table on a terminal, jsonl in a pipe.", show_default=False),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", metavar="FILE", help="Write into this file; its extension tells the format.", show_default=False
    ),
]
MaxOption = Annotated[
    list[str] | None,
    typer.Option(
        "--max",
        metavar="NAME=VALUE",
        help="Raise a limit on what is read, such as file_size=500MB or cells=2000000; may be repeated (docs/cli.md has all).",
        show_default=False,
    ),
]
TaxonomyOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--taxonomy",
        metavar="PATH",
        exists=True,
        help="A taxonomy package (zip or folder) to take labels and networks from; may be given several times.",
        show_default=False,
    ),
]

_SIZE = re.compile(r"\s*([0-9]{1,18}(?:\.[0-9]{1,9})?)\s*([kmgt]?)(i?)b?\s*", re.IGNORECASE)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}


def limits(raised: Sequence[str] | None) -> Limits:
    """The default limits, with those that the user names (``cells=2000000``) raised or lowered. TieoutError for any other."""
    from dataclasses import asdict, replace

    from tieout.reading import DEFAULT_LIMITS

    changed: dict[str, int] = {}
    for text in raised or ():
        name, equals, value = text.partition("=")
        if not equals or name not in asdict(DEFAULT_LIMITS):
            known = ", ".join(asdict(DEFAULT_LIMITS))
            raise TieoutError(f"--max {text}: names no limit; write NAME=VALUE with one of {known}")
        found = size(value) if name.endswith("_size") else _whole(value)
        if not found:
            how = "500MB or 2GB" if name.endswith("_size") else "a whole number from 1"
            raise TieoutError(f"--max {text}: {value[:50]!r} is not a value of it; write {how}")
        changed[name] = found
    # One file that may be larger than all files together would be no use.
    changed.setdefault("total_size", max(changed.get("file_size", 0), DEFAULT_LIMITS.total_size))
    return replace(DEFAULT_LIMITS, **changed)


def size(text: str) -> int | None:
    """Bytes that ``500MB``, ``2 GiB`` or ``1000000`` mean; None where it means none."""
    match = _SIZE.fullmatch(text)
    if match is None:
        return None
    return int(Decimal(match[1]) * (1024 if match[3] else 1000) ** _POWERS[match[2].lower()])


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,18}", text) else None


def one_of(yes: str, said_yes: bool, no: str, said_no: bool) -> bool | None:
    """True, False or None for a pair of opposite options; a TieoutError where both were given."""
    if said_yes and said_no:
        raise TieoutError(f"{yes} and {no} exclude each other: give one of them, or neither for both kinds")
    return True if said_yes else False if said_no else None


def choose_format(asked: Format | None, out: Path | None, on_terminal: bool) -> Format:
    """The format to write: what was asked for, else what the file's extension says, else what suits the stream."""
    if asked is not None:
        if asked in (Format.xlsx, Format.parquet) and out is None and on_terminal:
            raise TieoutError(f"--format {asked} is not for a terminal: name a file with --out FILE.{asked}")
        return asked
    if out is None:
        return Format.table if on_terminal else Format.jsonl
    extension = out.suffix.lower().lstrip(".")
    extension = {"ndjson": "jsonl", "txt": "table", "pq": "parquet"}.get(extension, extension)
    try:
        return Format(extension)
    except ValueError:
        known = ", ".join(f.value for f in Format)
        raise TieoutError(f"--out {out}: its extension names no format; add --format with one of {known}") from None
