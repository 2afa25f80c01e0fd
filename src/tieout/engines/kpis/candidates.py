"""Cells that may hold a KPI: rows whose name means it, in statements and elsewhere, each with readable features."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from tieout.engines.kpis.catalogue import Kpi, catalogue
from tieout.engines.kpis.debt import maturity_totals, places_of
from tieout.engines.kpis.equity import balances
from tieout.engines.kpis.labels import kpi_labels, matches, normalise
from tieout.engines.kpis.repair import halves_of_label
from tieout.engines.kpis.signs import tax_sign
from tieout.engines.kpis.statements import Statements, locate
from tieout.engines.kpis.structure import placed_rows
from tieout.engines.kpis.telling import label_scale, shares_on_cover, told_amounts
from tieout.engines.kpis.view import ReportView, Row, TableView, Value
from tieout.report.layout import Block, Cell
from tieout.report.numerals import scaled

__all__ = ["Candidate", "RowMatch", "candidates", "row_matches"]

_EXPENSES = frozenset({
    "cost_of_revenue", "rd_expense", "sga_expense", "interest_expense", "capex", "depreciation_amortization", "dividends_paid",
    "long_term_debt_current", "long_term_debt_noncurrent", "long_term_debt_total", "short_term_borrowings", "accounts_payable",
    "total_liabilities", "inventory", "accounts_receivable",
})  # fmt: skip
"""KPIs that are positive by nature: what prints them in parentheses subtracts them."""

_TOTAL = re.compile(
    r"(?:|totals?|total costs?"
    r"|total company.*|consolidated|worldwide(?: total)?|consolidated total|total consolidated|grand total)"
)
_PER_SHARE = re.compile(r"per (?:common |ordinary |diluted |basic )*(?:share|unit)|\beps\b|\bper$")
_COUNTS = re.compile(r"weighted|average|shares outstanding|number of|denominator")


@dataclass(frozen=True, slots=True)
class RowMatch:
    """A row that may mean a KPI: how surely by its own name (``sure``), or by the section it totals (``under``)."""

    table: TableView
    row: Row
    sure: float
    under: bool
    statement: str | None


@dataclass(slots=True)
class Candidate:
    """One place for one KPI and year. ``value`` is in full, with the KPI's sign; ``features`` are what the ranker weighs.

    ``source`` is a cell, or a block of running text, and ``span`` the amount in it; ``match`` is the row, where it is one's.
    ``how`` is ``row``, ``text``, or ``sum`` of rows that the report prints.
    """

    kpi: Kpi
    year: int
    value: Decimal
    unit: str | None
    scale: int
    page: int
    source: Cell | Block
    span: tuple[int, int]
    features: dict[str, float]
    match: RowMatch | None = None
    how: str = "row"
    score: float = 0.0


@lru_cache(maxsize=50_000)
def _under(section: str) -> tuple[str, ...]:
    return tuple(name for name, told in kpi_labels().items() if told.under is not None and told.under.fullmatch(section))


def row_matches(view: ReportView) -> dict[str, list[RowMatch]]:
    """Rows by the KPI that they may mean, in reading order; kept with the view."""
    kept = view.kept.get("rows")
    if isinstance(kept, dict):
        return kept
    statements = locate(view)
    found: dict[str, list[RowMatch]] = {name: [] for name in catalogue()}
    for table in view.tables:
        statement = statements.kind_of(table)
        for row in table.rows:
            if not row.values:
                continue
            for name, sure in matches(row.name) or _matches_of_half(row, statement):
                if _means(name, row, table):
                    found[name].append(RowMatch(table, row, sure, False, statement))
            for name in _per_share_section(row):
                found[name].append(RowMatch(table, row, 0.9, True, statement))
            if _TOTAL.fullmatch(row.name):
                for section in row.sections[-2:]:
                    for name in _under(section):
                        found[name].append(RowMatch(table, row, 0.75, True, statement))
        for name, row, sure in placed_rows(table, statement):
            found[name] = [match for match in found[name] if match.row is not row or match.sure >= sure]
            if not any(match.row is row for match in found[name]):
                found[name].append(RowMatch(table, row, sure, True, statement))
    for name, some in found.items():
        if len(some) > _MOST_MATCHES:
            # Candidates are compared with each other; no report has so many rows of one name but one that is made to be slow.
            kept_rows = sorted(some, key=lambda match: (match.statement is None, -match.sure))[:_MOST_MATCHES]
            found[name] = sorted(kept_rows, key=lambda match: (match.table.number, match.row.index))
    view.kept["rows"] = found
    return found


_MOST_MATCHES = 300
_HALF_SURE = 0.9


def _matches_of_half(row: Row, statement: str | None) -> tuple[tuple[str, float], ...]:
    """What a statement's row is whose label was joined with a heading's above or below it."""
    halves = halves_of_label(row.label) if statement is not None else None
    names = [half for half in halves or () if not half.endswith(":")]
    if len(names) == 2:
        names = [half for half in names if not half.isupper()]
    if len(names) != 1:
        return ()
    return tuple((name, sure * _HALF_SURE) for name, sure in matches(normalise(names[0])) if sure >= _HALF_SURE)


def _per_share_section(row: Row) -> tuple[str, ...]:
    """EPS whose row is called ``Net income attributable to …``, perhaps ``… per share``, below ``Basic earnings per share``."""
    if not row.sections or not any(name == "net_income" for name, _ in matches(_PER_SHARE.sub("", row.name).strip())):
        return ()
    return tuple(n for n, sure in matches(row.sections[-1]) if n.startswith("eps_") and sure >= 0.9)


_BASIC, _DILUTED = re.compile(r"\bbasic\b"), re.compile(r"\bdilut")


def _means(name: str, row: Row, table: TableView) -> bool:
    """Rows called ``Basic`` are of shares or of earnings per share; what stands over them tells, also of which of the two."""
    needs = kpi_labels()[name].needs
    if needs is None:
        return True
    above = row.sections[-1] if row.sections else ""
    if "discontinued" in above and "continuing" not in above and not _PER_SHARE.search(row.name):
        return False
    own, other = (_BASIC, _DILUTED) if name == "eps_basic" else (_DILUTED, _BASIC)
    if other.search(above) and not own.search(above) and not own.search(row.name):
        return False
    if _COUNTS.search(row.name):
        return False
    if needs.search(row.name):
        return True
    sections = " ".join(row.sections[-1:])
    if _COUNTS.search(sections):
        return False
    return bool(_PER_SHARE.search(" ".join(row.sections)) or _PER_SHARE.search(table.above[-300:]))


def candidates(view: ReportView, kpi: Kpi, year: int) -> list[Candidate]:
    """All cells for a KPI and year, unscored."""
    statements = locate(view)
    found: list[Candidate] = []
    for match in row_matches(view)[kpi.name]:
        value = match.row.value(year)
        if kpi.name == "cash_incl_restricted" and _of_beginning(match.row):
            continue
        if value is None or _misplaced(kpi.name, match) or value.amount.unit in ("percent", "percentage-point", "basis-point"):
            continue
        one = _candidate(view, statements, kpi, year, match, value)
        if one is not None:
            found.append(one)
    found.extend(told(view, kpi, year))
    if kpi.name.startswith("stockholders_equity"):
        found.extend(_in_changes_of_equity(view, kpi, year))
    if kpi.name == "total_liabilities":
        found.extend(_liabilities(view, kpi, year))
    elif kpi.name == "stockholders_equity_incl_nci":
        found.extend(_with_minority(view, kpi, year))
    elif kpi.name in ("gross_profit", "cost_of_revenue"):
        found.extend(_by_subtotal(view, kpi, year))
    elif kpi.name == "long_term_debt_total":
        found.extend(_whole_debt(view, kpi, year, found))
    _compare(found)
    return found


_BEGINNING = re.compile(r".*\b(?:beginning|start) of\b.*")


def _of_beginning(row: Row) -> bool:
    """Whether a row stands below ``Cash at the beginning of the year``, as the parts of that sum may."""
    return bool(row.sections) and bool(_BEGINNING.fullmatch(row.sections[-1]))


def _in_changes_of_equity(view: ReportView, kpi: Kpi, year: int) -> Iterator[Candidate]:
    """The total of the year's last day in the statement of changes in equity."""
    for name, table, row, value in balances(view, year):
        if name == kpi.name:
            match = RowMatch(table, row, 0.9, True, None)
            one = _candidate(view, locate(view), kpi, year, match, value)
            if one is not None:
                one.features["kind"] = 6.0
                yield one


_CURRENT_ONLY = frozenset({
    "long_term_debt_current", "short_term_borrowings", "accounts_payable", "inventory", "accounts_receivable",
    "cash_and_equivalents",
})  # fmt: skip
_TOTAL_OF = {
    **dict.fromkeys(("long_term_debt_current", "short_term_borrowings", "accounts_payable"), "total current liabilities"),
    **dict.fromkeys(("inventory", "accounts_receivable", "cash_and_equivalents"), "total current assets"),
    "long_term_debt_noncurrent": "total current liabilities",
}


_CAPITALIZATION = re.compile(
    r"total capitalization|total (?:equity|capital) and long-term debt|total long-term debt and equity"
)


def _misplaced(name: str, match: RowMatch) -> bool:
    """In a balance sheet, current items stand above the total of their kind, and long-term debt below."""
    total = _TOTAL_OF.get(name)
    if match.statement != "balance" or total is None:
        return False
    at = next((row.index for row in match.table.rows if row.name == total), None)
    if at is None:
        return False
    if name in _CURRENT_ONLY:
        return match.row.index > at
    # Utilities put equity and long-term debt, as their capitalization, above the current liabilities.
    capital = next((row.index for row in match.table.rows if _CAPITALIZATION.fullmatch(row.name)), 0)
    return match.row.index < at and not match.row.index < capital < at


def told(view: ReportView, kpi: Kpi, year: int) -> Iterator[Candidate]:
    """What running text and long labels say of the KPI in the year."""
    for one in told_amounts(view, kpi, year):
        currency = one.unit or view.currency
        unit = "xbrli:shares" if kpi.kind == "shares" else f"iso4217:{currency}" if currency else None
        features = dict.fromkeys(_FEATURES, 0.0) | {"kind": one.kind, "sure": one.sure, "values": float(one.amounts)}
        yield Candidate(kpi, year, one.value, unit, 0, one.page, one.source, one.span, features, how="text")


def _candidate(
    view: ReportView, statements: Statements, kpi: Kpi, year: int, match: RowMatch, value: Value
) -> Candidate | None:
    amount, table = value.amount, match.table
    if amount.dash and kpi.kind != "money":
        return None
    declared = table.scale if kpi.kind == "money" else table.shares if kpi.kind == "shares" else 0
    if kpi.kind == "shares":
        money = table.scale if table.scale is not None else view.scale
        # The cover's number is of the latest year: of the year before there may have been far fewer.
        latest = match.row.values[0].amount.value if match.row.values[0].amount.value else amount.value
        scale = label_scale(latest, table.shares, money, shares_on_cover(view))
    else:
        scale = declared if declared is not None else view.scale
    if amount.scale or kpi.kind == "per_share":
        scale = 0
    if kpi.kind == "per_share" and (abs(amount.value) >= 10_000 or not amount.decimals):
        return None
    if kpi.kind == "per_share" and amount.decimals == 1 and not _PER_SHARE.search(match.row.name):
        return None  # the numerator of a note's computation, in millions
    if kpi.kind == "money" and scale != view.scale and not amount.scale and _beyond(view, amount.value, scale):
        scale = view.scale
    full = scaled(amount.value, scale)
    currency = (amount.unit or "").removeprefix("iso4217:") if (amount.unit or "").startswith("iso4217:") else None
    currency = currency or table.currency or view.currency
    unit = _unit(kpi, currency)
    features = _features(view, statements, kpi, year, match, value, declared is not None)
    signed = _signed(kpi, match, full, year)
    return Candidate(kpi, year, signed, unit, scale, table.page, value.cell, amount.span, features, match)


_BEYOND = 50


def _beyond(view: ReportView, value: Decimal, scale: int) -> bool:
    """A line near the table spoke of another scale than the report's, and the amount would be many times all assets."""
    kept = view.kept.get("assets")
    if not isinstance(kept, Decimal):
        balance = locate(view).get("balance")
        found = [v.amount.value for m in row_matches(view)["total_assets"] if m.statement == "balance" for v in m.row.values]
        own = balance.main.scale if balance is not None and balance.main.scale is not None else view.scale
        kept = max((scaled(abs(v), own) for v in found), default=Decimal(0))
        view.kept["assets"] = kept
    return bool(kept) and scaled(abs(value), scale) > _BEYOND * kept


def _unit(kpi: Kpi, currency: str | None) -> str | None:
    if kpi.kind == "shares":
        return "xbrli:shares"
    if currency is None:
        return None
    return f"iso4217:{currency}" + ("/xbrli:shares" if kpi.kind == "per_share" else "")


def _signed(kpi: Kpi, match: RowMatch, value: Decimal, year: int) -> Decimal:
    if kpi.name in _EXPENSES:
        return abs(value)
    if kpi.name == "income_tax_expense":
        sign = tax_sign(match.table, match.row, year)
        if sign is not None:
            return sign * value
    flipped = kpi_labels()[kpi.name].flipped
    if flipped is not None and flipped.fullmatch(match.row.name):
        return -value
    return value


def _features(
    view: ReportView, statements: Statements, kpi: Kpi, year: int, match: RowMatch, value: Value, declared: bool
) -> dict[str, float]:
    table, row = match.table, match.row
    labels = kpi_labels()[kpi.name]
    main = statements.get(kpi.statement)
    sections = " ".join(row.sections[-1:])
    headings = table.headings.rpartition(" \n ")[2]
    zone = [s.main.page for s in statements.values()]
    return {
        "kind": 0.0,
        "sure": match.sure,
        "under": float(match.under),
        "in_statement": float(match.statement == kpi.statement),
        "in_main": float(main is not None and table is main.main),
        "in_income": float(match.statement == "income"),
        "in_balance": float(match.statement == "balance"),
        "in_cash_flow": float(match.statement == "cash_flow"),
        "in_no_statement": float(match.statement is None),
        "home": float(labels.home is not None and bool(labels.home.search(headings) or labels.home.search(table.above[-300:]))),
        "after_statements": float(bool(zone) and table.page > max(zone)),
        "before_statements": float(bool(zone) and table.page < min(zone)),
        "rows": float(min(len(table.rows), 60)),
        "row_at": row.index / max(1, table.table.rows),
        "values": float(len(row.values)),
        "dated_columns": float(sum(1 for column in table.columns if column.year is not None)),
        "several_of_year": float(sum(1 for one in row.values if one.year == year)),
        "segment": float("segment" in headings or "segment" in table.above[-200:]),
        "parent": float("parent" in headings or "schedule" in headings or "parent company" in table.above),
        "declared_scale": float(declared),
        "dash": float(value.amount.dash),
        "negative": float(value.amount.negative),
        "changes_section": float("change" in sections or "adjust" in sections),
        "supplement_section": float("supplement" in sections or "non-cash" in sections or "paid" in sections),
        "noncurrent_section": float(sections.startswith(("non-current", "noncurrent", "long-term"))),
        "current_section": float(sections.startswith("current")),
        "total_name": float(row.name.startswith(("total", "net ", "consolidated"))),
        "label_length": float(min(len(row.name), 120)),
        "latest": float(year == max(table.years(), default=year)),
    }  # fmt: skip


_FEATURES = (
    "kind", "sure", "under", "in_statement", "in_main", "in_income", "in_balance", "in_cash_flow", "in_no_statement", "home",
    "after_statements", "before_statements", "rows", "row_at", "values", "dated_columns", "several_of_year", "segment",
    "parent", "declared_scale", "dash", "negative", "changes_section", "supplement_section", "noncurrent_section",
    "current_section", "total_name", "label_length", "latest",
)  # fmt: skip


def _liabilities(view: ReportView, kpi: Kpi, year: int) -> Iterator[Candidate]:
    """Total liabilities of a balance sheet that doesn't print them: total assets less equity (LEDGER's waterfall)."""
    balance = locate(view).get("balance")
    rows = row_matches(view)
    if balance is None or any(match.statement == "balance" for match in rows[kpi.name] if match.sure > 0.9):
        return
    assets = _in_balance(rows["total_assets"], year)
    equity = _in_balance(rows["stockholders_equity_incl_nci"], year)
    if assets is None or equity is None:
        return
    (_, total), (match, own) = assets, equity
    scale = match.table.scale if match.table.scale is not None else view.scale
    value = scaled(total.amount.value - own.amount.value, scale)
    if value > 0:
        unit = _unit(kpi, match.table.currency or view.currency)
        features = dict.fromkeys(_FEATURES, 0.0) | {"kind": 4.0, "sure": match.sure, "in_statement": 1.0}
        yield Candidate(kpi, year, value, unit, scale, match.table.page, own.cell, own.amount.span, features, how="sum")


_MINORITY = re.compile(r"(?:total )?(?:non-?controlling|minority) interests?.*")
_WHOLE_EQUITY = re.compile(r"total (?:equity|deficit|equity or deficit)")


def _with_minority(view: ReportView, kpi: Kpi, year: int) -> Iterator[Candidate]:
    """The parent's equity and the minority's next to it, where the balance sheet prints no sum of both."""
    balance = locate(view).get("balance")
    if balance is None:
        return
    for table in balance.tables:
        if any(_WHOLE_EQUITY.fullmatch(row.name) for row in table.rows):
            return
        parents = [m for m in row_matches(view)["stockholders_equity"] if m.table is table and m.sure >= 0.9]
        for match in parents[-1:]:
            own = match.row.value(year)
            at = next(i for i, row in enumerate(table.rows) if row is match.row)
            minority = next((row.value(year) for row in table.rows[at + 1 : at + 3] if _MINORITY.fullmatch(row.name)), None)
            if own is None or minority is None:
                continue
            scale = table.scale if table.scale is not None else view.scale
            features = dict.fromkeys(_FEATURES, 0.0) | {"kind": 4.0, "sure": 1.0, "in_statement": 1.0}
            value, unit = scaled(own.amount.value + minority.amount.value, scale), _unit(kpi, table.currency or view.currency)
            yield Candidate(kpi, year, value, unit, scale, table.page, own.cell, own.amount.span, features, how="sum")


def _whole_debt(view: ReportView, kpi: Kpi, year: int, known: list[Candidate]) -> Iterator[Candidate]:
    """Long-term debt as a whole by other names: the total of its maturities, and rows that print the sum of its two parts."""
    places: list[tuple[float, TableView, Row, Value]] = []
    if year == view.calendar.year:
        places.extend((7.0, *one) for one in maturity_totals(view))
    rows = row_matches(view)
    parts = [
        [
            scaled(value.amount.value, match.table.scale if match.table.scale is not None else view.scale)
            for match in rows[f"long_term_debt_{part}"]
            if match.statement == "balance"
            and not _misplaced(f"long_term_debt_{part}", match)
            and (value := match.row.value(year))
        ][:4]
        for part in ("noncurrent", "current")
    ]
    sums = {later + soon for later in parts[0] for soon in parts[1] if later > 0 and soon > 0}
    cells = {id(one.source) for one in known}
    for table, row, value in places_of(view, sums):
        if value.year in (None, year) and locate(view).kind_of(table) is None and id(value.cell) not in cells:
            places.append((8.0, table, row, value))
    for kind, table, row, value in places[:_MOST_PLACES]:
        one = _candidate(view, locate(view), kpi, year, RowMatch(table, row, 0.6, True, None), value)
        if one is not None:
            one.features["kind"] = kind
            yield one


_MOST_PLACES = 12


def _by_subtotal(view: ReportView, kpi: Kpi, year: int) -> Iterator[Candidate]:
    """A subtotal without a name right after the costs is gross profit, where it is revenue less the row above it."""
    income = locate(view).get("income")
    if income is None:
        return
    rows = income.main.rows
    revenues = [m for m in row_matches(view)["revenue"] if m.table is income.main and m.sure >= 0.9]
    for match in revenues[:2]:
        revenue = match.row.value(year)
        at = next(i for i, row in enumerate(rows) if row is match.row)
        for before, row in zip(rows[at + 1 : at + 9], rows[at + 2 : at + 10], strict=False):
            cost, rest = before.value(year), row.value(year)
            if row.name or revenue is None or cost is None or rest is None:
                continue
            if revenue.amount.value - abs(cost.amount.value) != rest.amount.value:
                continue
            chosen = rest if kpi.name == "gross_profit" else cost
            own = RowMatch(income.main, row if chosen is rest else before, 0.95, True, "income")
            one = _candidate(view, locate(view), kpi, year, own, chosen)
            if one is not None:
                one.features["kind"] = 5.0
                yield one


def _in_balance(matches: list[RowMatch], year: int) -> tuple[RowMatch, Value] | None:
    """The surest row of the balance sheet with an amount for the year, of several the last."""
    found = [(m, v) for m in matches if m.statement == "balance" and m.sure >= 0.6 and (v := m.row.value(year)) is not None]
    return max(found, key=lambda one: (one[0].sure, one[0].row.index), default=None)


def _compare(found: list[Candidate]) -> None:
    """What a candidate is among the others: how many say the same, and its place among equals of its table."""
    for one in found:
        same = [other for other in found if other is not one and _same(one.value, other.value)]
        one.features["echoes"] = float(min(len({_where(other) for other in same}), 6))
        one.features["echo_in_statement"] = float(any(other.features["in_statement"] for other in same))
        best = max(other.features["sure"] for other in found)
        one.features["surest"] = float(one.features["sure"] >= best)
        there = [other for other in found if other.match and one.match and other.match.table is one.match.table]
        one.features["place"] = float(sum(1 for other in there if _row(other) < _row(one)))
        one.features["surer_in_table"] = float(sum(1 for o in there if o.features["sure"] > one.features["sure"]))
        in_statement = [other for other in found if other.features["in_statement"]]
        one.features["rivals_in_statement"] = float(min(len(in_statement), 6))
        largest = max((abs(other.value) for other in found), default=Decimal(0))
        one.features["relative"] = float(abs(one.value) / largest) if largest else 0.0
        one.features["candidates"] = float(min(len(found), 30))


def _where(one: Candidate) -> int:
    return one.match.table.number if one.match is not None else -one.page


def _row(one: Candidate) -> int:
    return one.match.row.index if one.match is not None else 0


def _same(one: Decimal, other: Decimal) -> bool:
    return abs(abs(one) - abs(other)) <= abs(other) * Decimal("0.0005") and one != 0
