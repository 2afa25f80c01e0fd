"""From `us_tables.toml` to grids of tags, and to the networks that the tables imply."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from make_samples import filing
from make_samples.filing import number
from make_samples.story import Cell, Grid, Piece, Row, Tag, Where

TABLES: dict[str, Any] = tomllib.loads((Path(__file__).parent / "us_tables.toml").read_text(encoding="utf-8"))
SHAPES = {"usd": (3, 0), "shares": (3, 0), "usdPerShare": (0, 2), "percent": (-2, 1)}
"""Unit of a row: scale and decimal places of what is printed."""


def full(name: str) -> str:
    return name if ":" in name else f"us-gaap:{name}"


def where(name: str) -> Where:
    found = getattr(filing, name)
    assert isinstance(found, Where)
    return found


def sliced(base: Where, names: list[str]) -> Where:
    return base.of(*(tuple(TABLES["dims"][n]) for n in names))


def period_of(row: dict[str, Any], column: Where) -> Where:
    """The column's period; for the cash of a cash flow statement its first (``start``) or last (``end``) day."""
    if row.get("at") == "end":
        return Where(None, column.end)
    if row.get("at") == "start":
        assert column.start is not None
        return Where(None, f"{int(column.end[:4]) - 1}-09-30")
    return column


def mark_of(row: dict[str, Any], index: int) -> str:
    return f"{row['mark']}-{index}" if "mark" in row else ""


def figure(row: dict[str, Any], column: Where, value: Any, index: int) -> Cell:
    """One figure of a statement: its tag, with $, parentheses and % beside it."""
    if value == "":
        return Cell()
    at = sliced(period_of(row, column), row.get("dims", []))
    unit = row.get("unit", "usd")
    if value == "nil":
        return Cell([Tag(full(row["c"]), at, "", unit, nil=True)])
    scale, places = SHAPES[unit]
    scale = row.get("scale", scale)
    decimals = "INF" if unit == "shares" and scale == 0 else places - scale
    tag = number(
        full(row["c"]),
        at,
        value,
        unit="number" if unit == "percent" else unit,
        scale=scale,
        places=places,
        decimals=decimals,
        mark=mark_of(row, index),
        note=row.get("note", ""),
    )
    printed = Decimal(value)
    if printed != 0 and row.get("negate") and index not in row.get("keep_sign", []):
        tag.negative = not tag.negative
    dollar = "$" if row.get("dollar") else ""
    after = ")" if printed < 0 else "%" if unit == "percent" else ""
    return Cell([tag], before=dollar + ("(" if printed < 0 else ""), after=after)


def label_of(row: dict[str, Any], columns: list[Where]) -> list[Piece]:
    label: str = row["label"]
    if "inline" in row:
        pieces: list[Piece] = []
        for at, value in zip(columns, row["inline"]["v"], strict=True):
            before, _, label = label.partition(f"{value:,}")
            pieces += [before, number(full(row["inline"]["c"]), at, value, scale=3)]
        return [*pieces, label]
    if "per_share" in row:
        before, _, after = label.partition(row["per_share"])
        return [
            before,
            filing.per_share("us-gaap:CommonStockDividendsPerShareDeclared", where(row["at"]), row["per_share"]),
            after,
        ]
    return [label, " (1)"] if "note" in row else [label]


def rule_of(row: dict[str, Any]) -> Literal["", "single", "double"]:
    """The line above a total, and the double line below the last one."""
    return "double" if row.get("double") else "single" if row.get("total") else ""


def heads(spec: dict[str, Any]) -> list[Row]:
    rows = []
    if "over" in spec:
        rows.append(Row([], [Cell([spec["over"]], columns=len(spec["heads"]))], header=True))
    rows.append(Row([], [Cell([h]) for h in spec["heads"]], header=True))
    return rows


def grid(name: str) -> Grid:
    """The table of that name as rows of tagged figures."""
    spec = TABLES[name]
    if name == "equity":
        return equity_grid(spec)
    columns = [where(p) for p in spec["periods"]]
    rows = heads(spec)
    for row in spec["rows"]:
        if "head" in row:
            rows.append(Row([row["label"]], [Cell() for _ in columns], row.get("level", 0), bold=row.get("bold", False)))
            continue
        cells = [figure(row, at, v, i) for i, (at, v) in enumerate(zip(columns, row["v"], strict=True))]
        rows.append(Row(label_of(row, columns), cells, row.get("level", 0), rule_of(row), bold=bool(row.get("total"))))
    return Grid(len(columns), rows)


def equity_grid(spec: dict[str, Any]) -> Grid:
    rows = heads(spec)
    for row in spec["rows"]:
        at = where(row["at"])
        cells = []
        for i, (member, value) in enumerate(zip(spec["members"], row["v"], strict=True)):
            if i == 0 and value != "":
                cells.append(
                    Cell(
                        [
                            number(
                                full(row["shares"]),
                                at.of(("us-gaap:StatementEquityComponentsAxis", full(member))),
                                value,
                                unit="shares",
                                scale=3,
                            )
                        ]
                    )
                )
                continue
            here = at.of(("us-gaap:StatementEquityComponentsAxis", full(member))) if member else at
            cell = figure({**row, "at": ""}, here, value, i)
            cell.before = cell.before if i else cell.before.replace("$", "")
            cells.append(cell)
        rows.append(Row(label_of(row, []), cells, 0, rule_of(row), bold=bool(row.get("total"))))
    return Grid(len(spec["heads"]), rows, label_width=28)


@dataclass
class Node:
    """A concept in a presentation tree."""

    concept: str
    children: list[Node] = field(default_factory=list)
    preferred: str = "label"


@dataclass
class Sum:
    parent: str
    child: str
    weight: int


def line_items(spec: dict[str, Any]) -> list[Node]:
    """The tree of a table's rows: a heading row holds the rows that are indented below it."""
    top = Node("")
    stack: list[tuple[int, Node]] = [(-1, top)]
    seen: set[tuple[str, str]] = set()
    for row in spec["rows"]:
        level = row.get("level", 0)
        if "head" in row:
            if row.get("flat"):
                continue
            while stack[-1][0] >= level:
                stack.pop()
            node = Node(full(row["head"]))
            stack[-1][1].children.append(node)
            stack.append((level, node))
            continue
        while stack[-1][0] >= level:
            stack.pop()
        preferred = preferred_label(row)
        for name, role in ((row.get("shares"), "label"), (row["c"], preferred)):
            if name and (full(name), role.replace("total", "")) not in seen and not row.get("dims"):
                seen.add((full(name), role.replace("total", "")))
                stack[-1][1].children.append(Node(full(name), preferred=role))
    top.children += [Node(full(name)) for name in spec.get("extra", [])]
    return top.children


def preferred_label(row: dict[str, Any]) -> str:
    if row.get("at") == "start":
        return "periodStartLabel"
    if row.get("at") == "end":
        return "periodEndLabel"
    if row.get("total"):
        return "totalLabel"
    return "negatedLabel" if row.get("negate") else "label"


def presentation(name: str) -> list[Node]:
    """The presentation tree of the role that a table stands for."""
    spec = TABLES[name]
    items = line_items(spec)
    if "table" in spec:
        table, lines = spec["table"]
        axes = [Node(axis, [Node(domain, [Node(m) for m in members])]) for axis, domain, *members in spec["axes"]]
        items = [Node(full(table), [*axes, Node(full(lines), items)])]
    return [Node(full(spec["abstract"]), items)]


def sums(name: str) -> Iterator[Sum]:
    """The calculation arcs of a table, each once."""
    seen = set()
    for row in () if TABLES[name].get("unlinked") else TABLES[name]["rows"]:
        if "into" in row and not row.get("dims"):
            weight = row.get("weight", 1) * (-1 if row.get("negate") else 1)
            key = (row["into"], row["c"])
            if key not in seen:
                seen.add(key)
                yield Sum(full(row["into"]), full(row["c"]), weight)


def labels() -> Iterator[tuple[str, str, str]]:
    """Concept, label role and text as the tables print them; the first table to print a concept names it."""
    seen = set()
    for name, spec in TABLES.items():
        if name == "dims":
            continue
        for row in spec["rows"]:
            if "head" in row or row.get("dims"):
                continue
            key = (full(row["c"]), preferred_label(row))
            if key not in seen:
                seen.add(key)
                label = row["label"].partition(", net of allowance")[0].partition(" ($0")[0].removeprefix("Less: ")
                yield *key, label
