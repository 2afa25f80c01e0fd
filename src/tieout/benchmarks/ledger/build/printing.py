"""A filing that comes without a printed document, printed: cover, statements from its presentation networks, notes.

Labels, their order and the figures' scale are the issuer's own; notes are the text blocks as they were printed in the report.
How heads and currency signs are set is drawn by issuer, as reports differ in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from html import escape
from random import Random

from tieout.reading.to_markdown import PAGE_SPLIT, page_markdown
from tieout.report import Fact, Period, Report
from tieout.report.errors import TieoutError
from tieout.statements import Row, Statement
from tieout.statements.networks import statements_from_networks

__all__ = ["Printed", "as_year", "print_filing"]

_CATEGORY = re.compile(r"^\s*\S+\s+-\s+(\w+)\s+-\s+(.+?)\s*$", re.DOTALL)
_DETAIL = re.compile(r"\((?:polic|table|detail|narrative)", re.I)
_BALANCE = re.compile(r"\bbalances?\b", re.I)
_SHOWN = ("income", "comprehensive", "balance", "cash-flow", "equity")
_PAGE_LENGTH = 3_500
_MOST_COLUMNS = 3
_MOST_BLOCKS = 80
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_MONEY_IN = re.compile(r"[A-Z]{3} in (thousands|millions|billions)\b")
_PARTS = {
    3: r"(?:three|3)[ \u00a0-]months?|(?:thirteen|fourteen|twelve|1[234])[ \u00a0-]weeks?",
    6: r"(?:six|6)[ \u00a0-]months?|(?:twenty[ -]six|2[4678])[ \u00a0-]weeks?",
    9: r"(?:nine|9)[ \u00a0-]months?|(?:thirty[ -]nine|36|39|40)[ \u00a0-]weeks?",
}


@dataclass(slots=True)
class Printed:
    """Page-split Markdown, the pages (from 1) that print each fact by its ``order``, and the page on which the notes begin."""

    text: str
    pages: Mapping[int, Sequence[int]]
    notes_from: int


def as_year(text: str, days: int) -> str:
    """Text of a quarterly report with its fiscal year to date, of so many days, called a year."""
    months = round(days / 30.4)
    part = _PARTS.get(months)
    if part is None:
        return text
    text = re.sub(rf"\bfirst (?:{part}) of\b", "", text, flags=re.I)
    text = re.sub(rf"\b(?:{part})(?=\s+(?:ended|ending|20))", lambda m: _cased("year", m[0]), text, flags=re.I)
    text = re.sub(r"quarterly period ended", "fiscal year ended", text, flags=re.I)
    if months == 6:
        text = re.sub(r"first half", "Year", text, flags=re.I)
    if months == 3:
        text = re.sub(r"\bquarter ended", "Year ended", text, flags=re.I)
        text = re.sub(r"\b(?:first|1st) quarter(?: of)?\b(?! and)|\bQ1\b", "", text, flags=re.I)
    return text


def _cased(word: str, like: str) -> str:
    return word.upper() if like.isupper() else word.title() if like[0].isupper() else word


def print_filing(report: Report, days: tuple[int, int], end: date) -> Printed:
    """The filing as its issuer would print it, with columns of periods of so many days (from, to) and of instants.

    Amounts of other lengths, as a quarter beside the year to date, are left out of the statements.
    """
    told = _described(report)
    name = told.get("EntityRegistrantName", report.name)
    rng = Random(name)  # noqa: S311  (a draw, no secret)
    press = _Press(name, end, days, rng.choice(("one", "two", "each")), rng.choice(("joined", "joined", "apart", "none")))
    press.page(_cover(report, told, name, end))
    titles = set(_titles(report))
    for statement in statements_from_networks(report):
        if statement.kind in _SHOWN or statement.title in titles:
            press.statement(statement)
    notes_from = len(press.pages) + 1
    interim = days[1] < 340
    for text in _notes(report):
        press.page(as_year(text, sum(days) // 2) if interim else text)
    return Printed(f"\n{PAGE_SPLIT}\n".join(press.pages) + "\n", press.printed, notes_from)


def _titles(report: Report) -> Iterator[str]:
    """Titles of the networks that the filing calls statements."""
    for network in report.networks:
        found = _CATEGORY.match(network.definition or "")
        if found is not None and found[1].lower() == "statement":
            yield " ".join(found[2].split())


def _described(report: Report) -> dict[str, str]:
    told: dict[str, str] = {}
    for fact in report.facts:
        if fact.concept.startswith("dei:") and not fact.dimensions and fact.value is not None:
            told.setdefault(fact.concept[4:], " ".join(str(fact.value).split()))
    return told


def _cover(report: Report, told: Mapping[str, str], name: str, end: date) -> str:
    shares = [
        f
        for f in report.facts
        if f.concept == "dei:EntityCommonStockSharesOutstanding" and f.number is not None and f.period.instant
    ]
    lines = [
        "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549", f"## FORM {_form(told)}",
        "☒ ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934",
        f"For the fiscal year ended {_day(end)}", f"Commission file number: {told.get('EntityFileNumber', '000-00000')}",
        f"# {name}", "(Exact name of registrant as specified in its charter)",
        f"{told.get('EntityAddressAddressLine1', '')} {told.get('EntityAddressCityOrTown', '')}".strip(),
    ]  # fmt: skip
    if "TradingSymbol" in told:
        heads = "<tr><td>Title of each class</td><td>Trading symbol</td><td>Name of each exchange</td></tr>"
        cells = (
            told.get("Security12bTitle", "Common stock"), told["TradingSymbol"], told.get("SecurityExchangeName", "None"),
        )  # fmt: skip
        lines.append(f"<table>{heads}<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr></table>")
    for fact in shares[:3]:
        count = fact.number.quantize(Decimal(1)) if fact.number is not None else Decimal(0)
        of = next((str(member).partition(":")[2] for member in fact.dimensions.values()), "")
        kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", of.removesuffix("Member")) or "common stock"
        day = _day(date.fromisoformat((fact.period.instant or "")[:10]))
        lines.append(f"As of {day}, the registrant had {count:,f} shares of {kind} outstanding.")
    return "\n\n".join(line for line in lines if line)


def _form(told: Mapping[str, str]) -> str:
    return "20-F" if told.get("DocumentType", "").startswith(("20-F", "6-K")) else "10-K"


def _day(day: date) -> str:
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


def _notes(report: Report) -> Iterator[str]:
    """Pages of the notes: text blocks of disclosures, each whole note once, cut where a page is full."""
    from tieout.reading.html import read_html

    blocks: dict[str, Fact] = {}
    for fact in report.facts:
        if fact.concept.endswith("TextBlock") and not fact.dimensions and fact.value is not None:
            blocks.setdefault(fact.concept, fact)
    seen: set[str] = set()
    for network in report.networks:
        found = _CATEGORY.match(network.definition or "") if network.kind == "presentation" else None
        if found is None or found[1].lower() != "disclosure" or _DETAIL.search(found[2]):
            continue
        for _, concept, _ in network.walk():
            if concept not in blocks or concept in seen or len(seen) >= _MOST_BLOCKS:
                continue
            seen.add(concept)
            markup = f"<html><body>{blocks[concept].value}</body></html>".encode()
            try:
                pages = read_html([("note.htm", markup)], "note").pages
            except TieoutError:
                continue
            for page in pages:
                yield from _cut(page_markdown(page))


def _cut(text: str) -> Iterator[str]:
    kept: list[str] = []
    length = 0
    for item in text.split("\n\n"):
        if kept and length + len(item) > _PAGE_LENGTH:
            yield "\n\n".join(kept)
            kept, length = [], 0
        kept.append(item)
        length += min(len(item), _PAGE_LENGTH // 2) if item.startswith("<table") else len(item)
    if any(item.strip() for item in kept):
        yield "\n\n".join(kept)


@dataclass(slots=True)
class _Press:
    """Pages as they come out; ``heads`` and ``signs`` are the issuer's way of setting columns and currency signs."""

    name: str
    end: date
    days: tuple[int, int]
    heads: str
    signs: str
    pages: list[str] = field(default_factory=list)
    printed: dict[int, list[int]] = field(default_factory=dict)

    def page(self, text: str) -> None:
        self.pages.append(f"{text}\n\n{len(self.pages) + 1}")

    def statement(self, statement: Statement) -> None:
        by_member = statement.kind == "equity" and any(row.head and row.total for row in statement.rows)
        if by_member:
            shown = list(range(len(statement.columns)))
            heads = [[column[-1] for column in statement.columns]]
        else:
            periods = self._shown(statement)
            shown, heads = list(periods), self._heads(list(periods.values()))
        if not shown:
            return
        number = len(self.pages) + 1
        rows = [f"<tr><td></td>{''.join(self._head(cell) for cell in row)}</tr>" for row in _spanned(heads)]
        signed = True
        for row in _in_order(statement.rows):
            facts = [row.facts[i] if i < len(row.facts) else () for i in shown]
            cells = [_of_share(row.cells[i] if i < len(row.cells) else "", some) for i, some in zip(shown, facts, strict=True)]
            if not row.head and not any(fact.number is not None for some in facts for fact in some):
                continue
            self._note(facts, number)
            label = escape(_dated(row, facts) if by_member else row.label, quote=False)
            told = (
                "".join(self._cell(c, f, signed or row.total) for c, f in zip(cells, facts, strict=True)) if any(cells) else ""
            )
            rows.append(f"<tr><td>{label}</td>{told}</tr>")
            signed = signed and row.head
        title = statement.title.upper() if self.heads == "two" else statement.title
        table = f"<table>{''.join(rows)}</table>"
        self.page("\n\n".join(filter(None, (self.name, f"## {title}", _scale_line(statement), table))))

    def _note(self, facts: Sequence[Sequence[Fact]], number: int) -> None:
        for fact in (one for some in facts for one in some):
            pages = self.printed.setdefault(fact.order, [])
            if number not in pages:
                pages.append(number)

    def _shown(self, statement: Statement) -> dict[int, Period]:
        """Columns to print: of flows those of the wanted length, and instants only where there are none."""
        told = {column: period for column in range(len(statement.columns)) if (period := _period(statement, column))}
        wanted = {column: period for column, period in told.items() if self._wanted(period)}
        flows = {column: period for column, period in wanted.items() if period.start is not None}
        chosen = flows if flows and statement.kind != "balance" else wanted
        return dict(list(chosen.items())[:_MOST_COLUMNS])

    def _wanted(self, period: Period) -> bool:
        return period.instant is not None or self.days[0] <= (period.days or 0) <= self.days[1]

    def _heads(self, periods: Sequence[Period]) -> list[list[str]]:
        ends = [date.fromisoformat((period.last_day or "")[:10]) for period in periods]
        flows = bool(periods) and periods[0].start is not None
        same = len({(one.month, one.day) for one in ends}) == 1
        if not same or self.heads == "one" or not ends:
            texts = [_day(one) for one in ends]
            return [["Year Ended"] * len(ends), texts] if flows else [texts]
        if self.heads == "each":
            return [[f"For the Year Ended {_day(one)}" if flows else f"As of {_day(one)}" for one in ends]]
        day = _day(ends[0]).rpartition(" ")[0]
        return [[f"Years Ended {day}" if flows else day] * len(ends), [str(one.year) for one in ends]]

    def _head(self, cell: tuple[str, int]) -> str:
        text, width = cell
        width *= 2 if self.signs == "apart" else 1
        return f'<td colspan="{width}">{escape(text)}</td>' if width > 1 else f"<td>{escape(text)}</td>"

    def _cell(self, text: str, facts: Iterable[Fact], signed: bool) -> str:
        money = any(fact.unit is not None and fact.unit.name.startswith("iso4217:") for fact in facts)
        sign = "$" if money and signed and text and self.signs != "none" else ""
        if self.signs == "apart":
            return f"<td>{sign}</td><td>{escape(text)}</td>"
        return f"<td>{sign}{escape(text)}</td>"


def _period(statement: Statement, column: int) -> Period | None:
    """What most facts of a column are about; durations before instants, which a statement of flows holds as balances."""
    counts = Counter(f.period for row in statement.rows for f in (row.facts[column] if column < len(row.facts) else ()))
    flows = Counter({period: count for period, count in counts.items() if period.start is not None})
    best = (flows or counts).most_common(1)
    return best[0][0] if best and best[0][0].last_day else None


def _spanned(rows: Sequence[Sequence[str]]) -> Iterator[list[tuple[str, int]]]:
    """Head cells with their widths: the same text side by side is one cell."""
    for row in rows:
        cells: list[tuple[str, int]] = []
        for text in row:
            if cells and cells[-1][0] == text:
                cells[-1] = (text, cells[-1][1] + 1)
            else:
                cells.append((text, 1))
        yield cells


def _in_order(rows: Sequence[Row]) -> Iterator[Row]:
    """Parts of an amount, which the networks give below it, stand above it in print."""
    held: Row | None = None
    parts: list[Row] = []
    for row in rows:
        if held is not None and row.concept == held.concept and row.depth > held.depth and row.cells:
            parts.append(row)
            continue
        yield from _with_parts(held, parts)
        held, parts = row, []
    yield from _with_parts(held, parts)


def _with_parts(row: Row | None, parts: list[Row]) -> Iterator[Row]:
    if row is None:
        return
    if parts and row.cells:
        yield Row(f"{row.label.removeprefix('Total ')}:", row.depth, head=True)
    yield from parts
    yield row


def _of_share(text: str, facts: Iterable[Fact]) -> str:
    """An amount a share with its cents, even where they are none."""
    if not any(f.unit is not None and "/" in f.unit.name for f in facts):
        return text
    text = "0" if text == "—" else text
    return re.sub(r"^(\(?[0-9,]+)(\)?)$", r"\1.00\2", text)


def _dated(row: Row, facts: Sequence[Sequence[Fact]]) -> str:
    """A balance of the statement of equity with its day; an opening balance is of the day before the period begins."""
    days = {fact.period.instant for some in facts for fact in some if fact.period.instant}
    if len(days) == 1 and (day := next(iter(days))) and (_BALANCE.search(row.label) or row.total):
        words = "Balance" if _BALANCE.search(row.label) else row.label
        return f"{words} at {_day(date.fromisoformat(day[:10]))}"
    return row.label


def _scale_line(statement: Statement) -> str:
    found = _MONEY_IN.match(statement.note)
    if found is None:
        return ""
    word = found[1]
    per_share = any("/" in f.unit.name for row in statement.rows for some in row.facts for f in some if f.unit is not None)
    except_ = ", except share and per share amounts" if "shares in" not in statement.note else ", except per share amounts"
    return f"(In {word}{except_ if per_share else ''})"
