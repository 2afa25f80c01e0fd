"""Which tables are the group's statements: by the rows they hold, the headings above them, and their neighbours."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from tieout.engines.kpis.labels import matches
from tieout.engines.kpis.view import ReportView, TableView

__all__ = ["STATEMENTS", "Statement", "Statements", "locate"]

STATEMENTS = ("income", "balance", "cash_flow")


@cache
def _told() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("statements.toml").read_text(encoding="utf-8"))


@cache
def _names(kind: str) -> re.Pattern[str]:
    """Headings that name a statement, or what is none (``foreign``)."""
    return re.compile("|".join(_told()[kind]["names"]))


@cache
def _patterns(kind: str) -> tuple[tuple[float, re.Pattern[str]], ...]:
    return tuple((weight, re.compile(pattern)) for weight, pattern in _told()[kind]["rows"])


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the group: its tables in reading order, the one that holds most of it, and how sure that is."""

    kind: str
    main: TableView
    tables: tuple[TableView, ...]
    score: float


class Statements(dict[str, Statement]):
    """The group's statements by kind, as far as found."""

    def kind_of(self, table: TableView) -> str | None:
        return next((kind for kind, found in self.items() if any(table is one for one in found.tables)), None)


@lru_cache(maxsize=50_000)
def _anchors(name: str) -> tuple[tuple[str, str, float], ...]:
    """(statement, anchor, weight) of a row's name."""
    found = []
    sure = dict(matches(name))
    for kind in STATEMENTS:
        for kpi, weight in _told()[kind]["kpis"].items():
            if sure.get(kpi, 0) >= 0.85:
                found.append((kind, kpi, weight))
        for weight, pattern in _patterns(kind):
            if pattern.fullmatch(name):
                found.append((kind, pattern.pattern, weight))
    return tuple(found)


def content(table: TableView) -> dict[str, dict[str, float]]:
    """Anchors that the rows of a table hold, by statement, with their weights."""
    held: dict[str, dict[str, float]] = {kind: {} for kind in STATEMENTS}
    for row in table.rows:
        for kind, anchor, weight in _anchors(row.name):
            held[kind][anchor] = weight
        if "per share" in " ".join(row.sections) and row.name.startswith(("basic", "diluted")):
            held["income"][f"eps_{row.name.split()[0]}"] = 1.5
    return held


def locate(view: ReportView) -> Statements:
    """The group's statements; kept with the view."""
    found = view.kept.get("statements")
    if not isinstance(found, Statements):
        found = _locate(view)
        view.kept["statements"] = found
        # Statements say the scale of the report's figures; its discussion may be told in another one.
        scales = [one.main.scale for one in found.values() if one.main.scale is not None]
        if scales:
            view.scale = max(set(scales), key=scales.count)
        elif view.scale and found and _in_full(view, found):
            view.scale = 0
    return found


_FULL_DIGITS = 10**8
_LEAST_TABLE, _FEW = 4, 4


def _in_full(view: ReportView, found: Statements) -> bool:
    """Whether statements that state no scale, in a report of which some notes do, are printed in full.

    Told by how few of its tables state that scale, by amounts of nine digits and more; smaller ones by whether those notes
    print them shorter, or as they are.
    """
    large_tables = [table for table in view.tables if len(table.rows) > _LEAST_TABLE]
    if sum(1 for table in large_tables if table.scale == view.scale) * _FEW < len(large_tables):
        return True
    amounts = {abs(v.amount.value) for one in found.values() for row in one.main.rows for v in row.values}
    if max(amounts, default=Decimal(0)) >= _FULL_DIGITS:
        return True
    large = {amount for amount in amounts if amount >= 10 ** (view.scale + 1)}
    shorter = {(amount / 10**view.scale).to_integral_value() for amount in large}
    noted = {abs(v.amount.value) for t in view.tables if t.scale == view.scale for row in t.rows for v in row.values}
    return len(shorter & noted) > 2 * len(large & noted)


def _locate(view: ReportView) -> Statements:
    contents = [content(table) for table in view.tables]
    scores = {kind: [_score(kind, t, c) for t, c in zip(view.tables, contents, strict=True)] for kind in STATEMENTS}
    first = {kind: max(range(len(s)), key=lambda i, s=s: s[i], default=None) for kind, s in scores.items()}  # type: ignore[misc]
    pages = sorted(view.tables[i].page for i in first.values() if i is not None)
    found = Statements()
    for kind in STATEMENTS:
        near = [s + (2.0 if _near(view.tables[i].page, pages, kind, first, view) else 0.0) for i, s in enumerate(scores[kind])]
        best = max(range(len(near)), key=lambda i: near[i], default=None)
        if best is None or near[best] < 5:
            continue
        members = _continued(kind, best, view.tables, contents)
        found[kind] = Statement(kind, view.tables[best], tuple(view.tables[i] for i in members), near[best])
    return found


def _near(page: int, pages: Sequence[int], kind: str, first: dict[str, int | None], view: ReportView) -> bool:
    """Statements stand together: another kind's best table is within a few pages."""
    others = [view.tables[i].page for other, i in first.items() if other != kind and i is not None]
    return any(abs(page - other) <= 6 for other in others)


def _score(kind: str, table: TableView, held: dict[str, dict[str, float]]) -> float:
    score = sum(held[kind].values())
    if score < 3:
        return score
    near = table.above[-900:]
    if _names(kind).search(near):
        score += 3.0 + (1.0 if "consolidated" in near else 0.0)
    elif _names(kind).search(table.headings):
        score += 2.0
    if _names("foreign").search(near) or _names("foreign").search(table.headings.rpartition(" \n ")[2]):
        score -= 5.0
    if "parent company" in table.headings or "schedule" in table.headings:
        score -= 4.0
    dated = [column for column in table.columns if column.year is not None]
    if not dated:
        score -= 2.0
    if len(dated) > 3:
        score -= 1.5
    if any(column.span.change for column in table.columns):
        score -= 2.0
    return score + min(len(table.rows), 40) / 20


def _continued(kind: str, best: int, tables: Sequence[TableView], contents: Sequence[dict[str, dict[str, float]]]) -> list[int]:
    """The best table with those just before and after it that hold what it lacks."""
    members = [best]
    held = set(contents[best][kind])
    for step in (1, -1):
        at = best + step
        while 0 <= at < len(tables) and abs(tables[at].page - tables[at - step].page) <= 1 and len(members) < 5:
            own = contents[at][kind]
            new = {anchor: weight for anchor, weight in own.items() if anchor not in held}
            others = max((sum(contents[at][other].values()) for other in STATEMENTS if other != kind), default=0.0)
            gained, lost = sum(new.values()), sum(weight for anchor, weight in own.items() if anchor in held)
            if gained < 1.4 or gained <= lost or sum(own.values()) < others or not _same_years(tables[at], tables[best]):
                break
            if _names("foreign").search(tables[at].above[-400:]):
                break
            members.append(at)
            held |= set(new)
            at += step
    return sorted(members)


def _same_years(one: TableView, other: TableView) -> bool:
    years = set(one.years())
    return not years or bool(years & set(other.years()))
