"""The official taxonomy workbook: sheets found by keyword, headers normalised, missing columns tolerated (Appendix B)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tieout.report.errors import InputError

__all__ = ["read_workbook"]

_SHEETS = {
    "concept": "",
    "presentation": "pres",
    "calculation": "calc",
    "definition": "def",
    "reference": "ref",
    "enumeration": "enum",
}
_FROM = ("from", "parent", "source", "concept", "domain")
_TO = ("to", "child", "target", "name", "member")

Row = dict[str, Any]


def read_workbook(path: Path) -> tuple[list[Row], list[Row]]:
    """(rows of concepts, rows of relations), as `chunks` takes them; raises InputError where the file is no such workbook."""
    try:
        import openpyxl  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise InputError(f"{path}: reading a workbook needs openpyxl (pip install openpyxl)") from None
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except Exception as error:  # its errors have no common class
        raise InputError(f"{path}: not a workbook: {error}") from None
    concepts: list[Row] = []
    relations: list[Row] = []
    for sheet in book.worksheets:
        keyword = next((word for word in _SHEETS if word in sheet.title.lower()), None)
        if keyword == "concept":
            concepts.extend(_concepts(path.name, sheet))
        elif keyword is not None:
            relations.extend(_relations(path.name, sheet, _SHEETS[keyword]))
    if not concepts:
        raise InputError(f"{path}: no sheet of concepts")
    return concepts, relations


def _rows(sheet: Any) -> Iterator[tuple[int, Mapping[str, str]]]:
    """(row number, cells by normalised header); a header is the first row with three named columns."""
    header: list[str] | None = None
    for number, cells in enumerate(sheet.iter_rows(values_only=True), start=1):
        texts = ["" if cell is None else str(cell).strip() for cell in cells]
        if header is None:
            if sum(bool(text) for text in texts) >= 3:
                header = [re.sub(r"[^a-z]", "", text.lower()) for text in texts]
            continue
        row = {name: text for name, text in zip(header, texts, strict=False) if name and text}
        if row:
            yield number, row


def _name(row: Mapping[str, str], *keys: str) -> str | None:
    """``prefix:name``, from one column, or from a prefix column and a name column."""
    for key in keys:
        prefix, name = row.get(f"{key}prefix"), row.get(f"{key}name", row.get(key))
        if prefix and name:
            return f"{prefix}:{name}"
        if name and ":" in name:
            return name
    if row.get("prefix") and row.get("name"):
        return f"{row['prefix']}:{row['name']}"
    return None


def _concepts(file: str, sheet: Any) -> Iterator[Row]:
    for number, row in _rows(sheet):
        name = _name(row, "concept", "element")
        if name is not None:
            yield {
                "concept": name, "label": row.get("label") or row.get("standardlabel"), "type": row.get("type"),
                "balance": row.get("balance"), "period_type": row.get("periodtype"),
                "abstract": row.get("abstract", "").lower() in ("true", "1", "yes"), "documentation": row.get("documentation"),
                "deprecated": row.get("deprecated") or row.get("deprecatedlabel") or row.get("deprecateddate"),
                "provenance": {"file": file, "sheet": sheet.title, "row": number},
            }  # fmt: skip


def _relations(file: str, sheet: Any, family: str) -> Iterator[Row]:
    """Rows with both ends; in a sheet of trees (a depth column), the parent is the last row of less depth."""
    path: list[tuple[int, str]] = []
    for number, row in _rows(sheet):
        source, target = _name(row, *_FROM), _name(row, *_TO)
        depth = row.get("depth", "")
        if depth.isdecimal():
            target = _name(row, "concept", "element", *_TO) or source
            while path and path[-1][0] >= int(depth):
                path.pop()
            source = path[-1][1] if path else None
            if target is not None:
                path.append((int(depth), target))
        elif row.get("parent") and source is None:
            source = _name({"concept": row["parent"]}, "concept")
        if family == "ref":
            source, target = target or source, None
        if source is None or (target is None and family != "ref"):
            continue
        yield {
            "family": family, "from": source, "to": target,
            "role": row.get("role") or row.get("linkrole") or row.get("definition"),
            "arcrole": row.get("arcrole"), "order": row.get("order"), "weight": row.get("weight"),
            "preferred_label": row.get("preferredlabel"),
            "parts": {k: v for k, v in row.items() if k not in ("prefix", "name")} if family == "ref" else None,
            "provenance": {"file": file, "sheet": sheet.title, "row": number},
        }  # fmt: skip
