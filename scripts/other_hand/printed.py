"""Statements as an inline document prints them: lines in order, section heads, and sums that hold in every column."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tieout.report import Fact, Report, Table

__all__ = ["TITLES", "Built", "presented", "statements"]

SECTIONS = ("Operating", "Investing", "Financing")
CASH = tuple(f"us-gaap:NetCashProvidedByUsedIn{s}Activities" for s in SECTIONS)
INCOME = ("us-gaap:NetIncomeLoss", "us-gaap:ProfitLoss")
TITLES = {"balance": "BALANCE SHEETS", "income": "STATEMENTS OF INCOME", "cash": "STATEMENTS OF CASH FLOWS"}
TOPS = {
    "balance": "us-gaap:StatementOfFinancialPositionAbstract",
    "income": "us-gaap:IncomeStatementAbstract",
    "cash": "us-gaap:StatementOfCashFlowsAbstract",
}
HEADS = (
    (r"operating activities", "us-gaap:NetCashProvidedByUsedInOperatingActivitiesAbstract"),
    (r"investing activities", "us-gaap:NetCashProvidedByUsedInInvestingActivitiesAbstract"),
    (r"financing activities", "us-gaap:NetCashProvidedByUsedInFinancingActivitiesAbstract"),
    (r"supplement", "us-gaap:SupplementalCashFlowInformationAbstract"),
    (r"non-?cash (investing|financing|trans)", "us-gaap:NoncashInvestingAndFinancingItemsAbstract"),
    (r"adjustments? to reconcile|adjustments for", "us-gaap:AdjustmentsToReconcileNetIncomeLossToCashProvidedByUsedInOperatingActivitiesAbstract"),
    (r"changes? in .*(assets|liabilities|working|accounts|operating)", "us-gaap:IncreaseDecreaseInOperatingCapitalAbstract"),
    (r"current assets", "us-gaap:AssetsCurrentAbstract"),
    (r"current liabilities", "us-gaap:LiabilitiesCurrentAbstract"),
    (r"liabilities and", "us-gaap:LiabilitiesAndStockholdersEquityAbstract"),
    (r"^liabilities", "us-gaap:LiabilitiesAbstract"),
    (r"(stock|share)holders|^equity", "us-gaap:StockholdersEquityAbstract"),
    (r"^assets", "us-gaap:AssetsAbstract"),
    (r"cost.? and expenses|operating expenses", "us-gaap:OperatingExpensesAbstract"),
    (r"per (common )?share", "us-gaap:EarningsPerShareAbstract"),
    (r"revenue|net sales", "us-gaap:RevenuesAbstract"),
    (r"cost of", "us-gaap:CostOfRevenueAbstract"),
    (r"other (income|expense|\(income)", "us-gaap:NonoperatingIncomeExpenseAbstract"),
)  # fmt: skip
BREAKS = (
    "OperatingActivitiesAbstract",
    "InvestingActivitiesAbstract",
    "FinancingActivitiesAbstract",
    "SupplementalCashFlowInformationAbstract",
    "NoncashInvestingAndFinancingItemsAbstract",
)
LEAST_SUMMED = 0.7


@dataclass
class Line:
    """A printed row: ``values`` and printed signs by period; a head has no concept."""

    label: str
    concept: str | None = None
    values: dict[Any, Decimal] = field(default_factory=dict)
    printed: int = 0
    unit: Decimal = Decimal(0)
    is_money: bool = False


@dataclass
class Built:
    kind: str
    lines: list[Line]
    sums: dict[str, dict[str, int]]


def statements(report: Report, facts: Sequence[Fact], balances: Mapping[str, str]) -> Iterator[Built]:
    """The three statements that could be rebuilt."""
    cells: dict[str, dict[str, list[Fact]]] = defaultdict(lambda: defaultdict(list))
    for f in facts:
        if f.number is not None or f.nil:
            where = f.evidence
            if where.table and where.cell:
                cells[where.table][where.cell].append(f)
    tables = [t for t in report.tables if t.id in cells]
    for kind in TITLES:
        best: Built | None = None
        for group in _groups(kind, tables, cells):
            lines = [line for table in group for line in _lines(kind, table, cells[table.id])]
            built = Built(kind, lines, _sums(balances, kind, lines))
            if _is_whole(built) and (best is None or len(built.lines) > len(best.lines) + 2):
                best = built
        if best is not None:
            yield best


def _groups(kind: str, tables: list[Table], cells: Mapping[str, Mapping[str, list[Fact]]]) -> Iterator[list[Table]]:
    """Runs of one to three tables that have what the statement has to have."""
    for i in range(len(tables)):
        for size in (1, 2, 3):
            group = tables[i : i + size]
            first = {f.concept for fs in cells[group[0].id].values() for f in fs if not f.dimensions}
            found = {f.concept for t in group for fs in cells[t.id].values() for f in fs if not f.dimensions}
            if kind == "balance":
                fits = "us-gaap:Assets" in first and "us-gaap:LiabilitiesAndStockholdersEquity" in found
            elif kind == "cash":
                fits = CASH[0] in first and CASH[2] in found
            else:
                fits = not found.isdisjoint(INCOME) and "us-gaap:IncomeTaxExpenseBenefit" in found and CASH[0] not in found
            if fits:
                yield group
                break


def _lines(kind: str, table: Table, cells: Mapping[str, list[Fact]]) -> Iterator[Line]:
    by_row: dict[int, list[tuple[Any, Fact]]] = defaultdict(list)
    for cell_id, facts in cells.items():
        cell = next((c for c in table.cells if c.id == cell_id), None)
        if cell is not None:
            by_row[cell.row] += [(cell, f) for f in facts]
    for row in range(table.rows):
        label = table.row_label(row)
        plain = [(c, f) for c, f in by_row.get(row, ()) if c.column >= table.label_columns]
        by_row[row] = plain or by_row[row]
        found = [
            (c, f) for c, f in by_row.get(row, ()) if not f.dimensions and (f.period.instant is not None) == (kind == "balance")
        ]
        if kind != "balance":
            found += [(c, f) for c, f in by_row.get(row, ()) if not f.dimensions and f.period.instant is not None and not found]
        if not by_row.get(row):
            if label and table.is_section(row):
                yield Line(label)
            continue
        if not found:
            continue
        concept = Counter(f.concept for _, f in found).most_common(1)[0][0]
        line = Line(label, concept)
        votes = 0
        for cell, f in found:
            if f.concept != concept or f.number is None:
                continue
            line.values[f.period] = f.number
            line.is_money = f.unit is not None and f.unit.name.startswith("iso4217:") and not f.unit.denominator
            if isinstance(f.decimals, int):
                line.unit = max(line.unit, Decimal(1).scaleb(-f.decimals))
            if f.number:
                negative = bool(re.search(r"[(\u2212\u2013-]\s*\$?\s*[\d.]", cell.text))
                votes += 1 if negative == (f.number < 0) else -1
        line.printed = (votes > 0) - (votes < 0)
        if not line.values:
            line.is_money = any(
                f.unit is not None and f.unit.name.startswith("iso4217:") and not f.unit.denominator for _, f in found
            )
        yield line


def _sums(balances: Mapping[str, str], kind: str, lines: Sequence[Line]) -> dict[str, dict[str, int]]:
    """Total to the weight of each line: a line that is the sum, in each column, of the open lines right above it."""
    stack: list[Line] = []
    found: dict[str, dict[str, int]] = {}
    used: set[str] = set()
    for line in lines:
        if line.concept is None or not line.is_money or line.concept in used:
            continue
        if kind != "balance" and any(p.instant is not None for p in line.values):
            continue
        used.add(line.concept)
        for size in range(2, min(len(stack), 45) + 1):
            weights = _weights(balances, kind, line, stack[-size:])
            if weights is not None:
                while size < len(stack) and stack[-size - 1].concept not in found and not any(stack[-size - 1].values.values()):
                    size += 1
                weights = _weights(balances, kind, line, stack[-size:]) or weights
                found[line.concept] = {
                    part.concept: w for part, w in zip(stack[-len(weights) :], weights, strict=True) if part.concept
                }
                del stack[-len(weights) :]
                break
        else:
            if stack and len(stack[-1].values) and line.values == stack[-1].values and any(line.values.values()):
                continue  # said twice
        stack.append(line)
    return found


def _weights(known: Mapping[str, str], kind: str, total: Line, parts: Sequence[Line]) -> list[int] | None:
    """The weights with which the parts are the total in every column; None where they aren't."""
    columns = [p for p, v in total.values.items()]
    if not columns or not any(total.values.values()):
        return None
    weights: list[int] = []
    open_: list[int] = []
    for i, part in enumerate(parts):
        balances = [known.get((line.concept or "").partition(":")[2]) for line in (total, part)]
        if kind == "cash":
            weights.append(part.printed or 1)
        elif None not in balances:
            weights.append(1 if balances[0] == balances[1] else -1)
        else:
            weights.append(part.printed or 1)
            open_.append(i)
    for choice in range(2 ** min(len(open_), 3)):
        tried = list(weights)
        for bit, i in enumerate(open_[:3]):
            if choice >> bit & 1:
                tried[i] = -tried[i]
        if _adds_up(total, parts, tried, columns):
            return tried
    return None


def _adds_up(total: Line, parts: Sequence[Line], weights: Sequence[int], columns: Sequence[Any]) -> bool:
    exact = 0
    for column in columns:
        terms = [w * p.values[column] for w, p in zip(weights, parts, strict=True) if column in p.values]
        difference = abs(sum(terms, Decimal(0)) - total.values[column])
        if difference and (len(terms) < 3 or difference > total.unit * 2):
            return False
        exact += not difference or len(terms) > 6
    return 2 * exact >= len(columns)


def _is_whole(built: Built) -> bool:
    if built.kind == "cash":
        needed = [t for t in CASH if any(line.concept == t for line in built.lines)]
        if sum(t in built.sums for t in needed) < 3:
            return False
    money = {line.concept for line in built.lines if line.concept and line.is_money and any(line.values.values())}
    if built.kind == "cash":
        last = max((i for i, line in enumerate(built.lines) if line.concept in CASH), default=0)
        money = {
            line.concept
            for line in built.lines[: last + 1]
            if line.concept and line.is_money and any(p.end for p in line.values)
        }
    ends = {c for total, parts in built.sums.items() for c in (total, *parts)}
    return len(built.sums) >= 2 and len(money) >= 8 and len(money & ends) >= LEAST_SUMMED * len(money)


# Presentation -----------------------------------------------------------------------------------------------------------


def presented(built: Built) -> list[tuple[str, str]]:
    """(parent, child) in order."""
    top = TOPS[built.kind]
    arcs: list[tuple[str, str]] = []
    open_: list[tuple[str, int]] = [(top, -1)]
    place: dict[str, int] = {}
    seen: set[str] = {top}
    for i, line in enumerate(built.lines):
        if line.concept is None:
            name = _head(line.label, built.kind)
            if name is None or name in seen:
                continue
            seen.add(name)
            if name.endswith(BREAKS) and built.kind == "cash":
                keep = 2 if name.endswith("ItemsAbstract") and open_[-1][0].endswith("InformationAbstract") else 1
                del open_[keep:]
            arcs.append((open_[-1][0], name))
            open_.append((name, i))
            continue
        if line.concept in seen:
            continue
        seen.add(line.concept)
        place[line.concept] = i
        arcs.append((open_[-1][0], line.concept))
        parts = [place[c] for c in built.sums.get(line.concept, ()) if c in place]
        if parts:
            first = min(parts)
            inner = [k for k, (_, at) in enumerate(open_) if at > first]
            before = [k for k, (_, at) in enumerate(open_) if -1 < at < first]
            above = max((p for p in place.values() if p < first), default=-1)
            if inner:
                del open_[inner[0] :]
            if before and open_[before[-1]][1] > above and len(open_) > 1:
                del open_[before[-1] :]
    return arcs


def _head(label: str, kind: str) -> str | None:
    text = label.lower().strip(" :")
    for pattern, name in HEADS:
        if re.search(pattern, text) and (kind == "cash" or not name.endswith(BREAKS)):
            return name
    return None
