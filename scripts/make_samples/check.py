"""Does the made-up company tie out? Every sum of its tables, with the right values in place of the planted ones."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import Any

from make_samples.us_tables import TABLES


class DoesNotTie(Exception):
    """A figure of the tables that does not agree with the figures it is made of."""


def right(row: dict[str, Any], index: int) -> Decimal:
    """The figure of a column as it should be."""
    value = row.get("right", {}).get(str(index), row["v"][index])
    return Decimal(0) if value in ("", "nil") else Decimal(value)


def check_sums(name: str) -> None:
    """Rows that flow `into` a total must sum to it, column by column, as printed."""
    spec = TABLES[name]
    for index in range(len(spec["heads"])):
        totals: dict[str, Decimal] = {}
        parts: dict[str, Decimal] = defaultdict(Decimal)
        sliced: dict[str, Decimal] = defaultdict(Decimal)
        for row in spec["rows"]:
            if "head" in row or name == "equity":
                continue
            value = right(row, index)
            if row.get("dims"):
                sliced[row["c"]] += value
                continue
            totals[row["c"]] = value
            if "into" in row:
                parts[row["into"]] += value * row.get("weight", 1)
        for concept, total in [*parts.items(), *sliced.items()]:
            if concept in totals and totals[concept] != total:
                raise DoesNotTie(f"{name} column {index}: {concept} is {totals[concept]}, its parts sum to {total}")


def check_equity() -> None:
    """Each balance is the one before plus the movements between; each row sums across."""
    rows = TABLES["equity"]["rows"]
    running: list[Decimal] | None = None
    for row in rows:
        values = [right(row, i) for i in range(8)]
        if sum(values[1:7]) != values[7]:
            raise DoesNotTie(f"equity: {row['label']} sums to {sum(values[1:7])}, not {values[7]}")
        if not row.get("total"):
            assert running is not None
            running = [a + b for a, b in zip(running, values, strict=True)]
            continue
        if running is not None and running != values:
            raise DoesNotTie(f"equity: {row['label']} is {values}, rolls forward to {running}")
        running = values


def check_between() -> None:
    """A concept printed in several tables for one period has one value (planted mistakes apart)."""
    seen: dict[tuple[str, str], Decimal] = {}
    for name, spec in TABLES.items():
        if name in ("dims", "equity"):
            continue
        for row in spec["rows"]:
            if "head" in row or row.get("dims") or row.get("at"):
                continue
            for index, period in enumerate(spec["periods"]):
                value = abs(right(row, index))
                known = seen.setdefault((row["c"], period), value)
                if known != value:
                    raise DoesNotTie(f"{name}: {row['c']} {period} is {value}, elsewhere {known}")


def check_cash() -> None:
    """The cash flow statement's cash is the balance sheet's, restricted cash included, and years join."""
    flow = {(r["c"], r.get("at", "")): r["v"] for r in TABLES["cashflow"]["rows"] if "c" in r}
    cash = "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents"
    start, end = flow[cash, "start"], flow[cash, "end"]
    change = flow[f"{cash}PeriodIncreaseDecreaseIncludingExchangeRateEffect", ""]
    sheet = {r["c"]: r["v"] for r in TABLES["balance"]["rows"] if "c" in r}
    held = [a + b for a, b in zip(sheet["CashAndCashEquivalentsAtCarryingValue"], sheet["RestrictedCashCurrent"], strict=True)]
    if held != end[:2] or start[:2] != end[1:] or any(s + c != e for s, c, e in zip(start, change, end, strict=True)):
        raise DoesNotTie("cash of the cash flow statement")


def check() -> None:
    for name in TABLES:
        if name != "dims":
            check_sums(name)
    check_equity()
    check_between()
    check_cash()
