"""Amounts that a report tells in sentences or within a label: shares outstanding, and expenses that no statement shows.

``kind`` of what is told: 1 the balance sheet's label of common stock, 2 the cover page, 3 a sentence of the notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tieout.engines.kpis.catalogue import Kpi
from tieout.engines.kpis.periods import Span, dates_in, years_in
from tieout.engines.kpis.statements import locate
from tieout.engines.kpis.view import ReportView, TableView
from tieout.report.amounts import Amount, find_amounts
from tieout.report.layout import Block, Cell, Page, Table
from tieout.report.numerals import scaled

__all__ = ["Told", "label_scale", "shares_on_cover", "told_amounts"]

_NUMBER = r"([0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?)"
_PAIR = rf"{_NUMBER}(?:\s*(?:million|billion|thousand)?\s*(?:shares)?\s*(?:and|;|,|/)?\s*(?:and)?\s*{_NUMBER})?"
_OUTSTANDING = re.compile(
    rf"outstanding(?: shares)?\s*(?:[–—:-]|of|were|was|,)?\s*{_PAIR}|"
    rf"{_PAIR}\s*(?:million|billion|thousand)?\s*(?:shares\s*)?(?:issued\s*(?:and|,|/)\s*)?(?:were\s*)?outstanding",
    re.I,
)
_DATED_SHARES = re.compile(
    r"shares\s+outstanding\s*[-–—,]*\s*(?:at\s+|as\s+of\s+)?[A-Z][a-z]+\s+[0-9]{1,2},\s+(20[0-9]{2})\s*[:–—-]\s*([0-9][0-9,]+)",
    re.I,
)
_EACH_DATED = re.compile(
    rf"{_NUMBER}\s*(?:million|thousand)?\s*(?:shares\s*)?(?:issued\s*(?:and|,|/)\s*)?outstanding,?\s*(?:at|as\s+of)\s+"
    r"([A-Z][a-z]+\.?\s+[0-9]{1,2},\s+20[0-9]{2})",
    re.I,
)
_BRACKETS = re.compile(r"\([^()]*[0-9][^()]*\)")
_COMMON = re.compile(r"common|ordinary|capital stock|class a|shares", re.I)
_NOT_COMMON = re.compile(r"preferred|preference|treasury|units|warrants", re.I)
_COVER = re.compile(r"outstanding", re.I)
_COVER_NUMBER = re.compile(
    r"\b[0-9]{1,3}(?:,[0-9]{3})*(?:\.[0-9]+)?\s+(?:million|billion)\b|\b[0-9]{1,3}(?:,[0-9]{3}){1,4}\b|\b[0-9]{6,13}\b|\b[0-9]+(?:\.[0-9]+)?\s+(?:million|billion)\b",
    re.I,
)
_MONEY_BEFORE = re.compile(r"[$€£]\s*$")
_LEAST_SHARES = 100_000
_SMALL_IN_PROSE = 100_000
_MOST_PAGES, _LONGEST = 6, 3_000
_WORDS = {"thousand": 3, "million": 6, "billion": 9}

_SAYS = r"(?:\bwere|\bwas|total(?:ed|led)|amounted|of)\b"
_SENTENCES: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern.replace("<says>", _SAYS), re.I)
    for name, pattern in {
        "rd_expense": r"research and development (?:costs?|expenses?|expenditures?|spending|activities)[^.;]{0,120}?<says>"
        r"|\b(?:spent|incurred)\b[^.]{0,60}research and development",
        "interest_expense": r"(?<!net )\binterest expense[^.;]{0,80}?<says>",
        "depreciation_amortization": r"\bdepreciation (?:and amortization )?(?:expense|costs?)?[^.;]{0,100}?<says>",
        "dividends_paid": r"\b(?:paid|declared and paid)\b[^.;]{0,60}\bdividends\b"
        r"|\bdividends\b[^.;]{0,40}\bpaid\b[^.;]{0,60}<says>",
        "capex": r"\bcapital expenditures?[^.;]{0,80}?<says>",
        "short_term_borrowings": r"\b(?:short-term borrowings?|commercial paper)[^.;]{0,80}?outstanding",
    }.items()
}
_SAME = re.compile(r"\bin (?:fiscal )?(?:20[0-9]{2}, )+(?:and )?20[0-9]{2}|\bin (?:fiscal )?20[0-9]{2} and 20[0-9]{2}")
_STOP = re.compile(r"(?<=[a-z0-9)])[.;]\s+(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Told:
    """An amount told; ``sure`` is how surely it is meant, ``amounts`` how many stand in the sentence."""

    value: Decimal
    unit: str | None
    page: int
    source: Cell | Block
    span: tuple[int, int]
    kind: float
    sure: float
    amounts: int


def told_amounts(view: ReportView, kpi: Kpi, year: int) -> Iterator[Told]:
    """What the report tells of the KPI for the year, nothing if it is told in tables only."""
    if kpi.name == "long_term_debt_current":
        yield from _current_debt_in_labels(view, year)
    elif kpi.name == "shares_outstanding":
        yield from _in_labels(view, year)
        yield from _on_cover(view, year)
    elif kpi.name in _SENTENCES:
        yield from _in_sentences(view, kpi, year)


def _in_labels(view: ReportView, year: int) -> Iterator[Told]:
    """``Common stock, 5,000 shares authorized; 2,464 and 2,466 issued and outstanding``: the latest year's number is first."""
    balance = locate(view).get("balance")
    if balance is None:
        return
    for table in balance.tables:
        years = table.years()
        if year not in years[:2]:
            continue
        # Columns may run from the earlier year to the later.
        order = [c.year for c in table.columns if c.year is not None]
        for cell in table.table.cells:
            text = cell.text
            if not 12 < len(text) < 900 or not _COMMON.search(text) or _NOT_COMMON.search(text):
                continue
            # ``12,849 (Class A 5,964, Class B 883) and 12,460 (…) shares``: what is in brackets is not the sum.
            masked = _BRACKETS.sub(lambda inner: " " * len(inner[0]), text)
            dated = _DATED_SHARES.search(text)
            if dated is not None and int(dated[1]) == year and (value := _cover_value(dated[2])) >= _LEAST_SHARES:
                yield Told(value, None, table.page, cell, dated.span(2), 1.0, 1.0, 1)
            each = {
                view.calendar.year_of(Span(days[0], None, False, False)): m
                for m in _EACH_DATED.finditer(text)
                if (days := dates_in(m[2]))
            }
            if len(each) > 1 and None not in each:
                if year in each:
                    yield _shares_at(view, table, cell, each[year].span(1))
                continue
            found = None if dated is not None else _OUTSTANDING.search(masked) or _OUTSTANDING.search(text)
            if found is None:
                continue
            numbers = [(found.start(g), found.end(g)) for g in range(1, 5) if found[g]]
            place = order[:2].index(year) if year in order[:2] else 0
            classes = _of_classes(masked, place)
            if classes:
                scale = label_scale(classes[0], table.shares, table.scale, shares_on_cover(view))
                value = scaled(sum(classes, Decimal(0)), scale)
                if value >= _LEAST_SHARES:
                    yield Told(value, None, table.page, cell, numbers[min(place, len(numbers) - 1)], 1.0, 1.0, len(classes))
                continue
            if len(numbers) < 2 and place != (order.index(max(order)) if order else 0):
                continue
            if place >= len(numbers):
                place = 0
            start, end = numbers[place]
            value = Decimal(text[start:end].replace(",", ""))
            word = re.match(r"\s*(thousand|million|billion)", text[end:], re.I)
            first = Decimal(text[slice(*numbers[0])].replace(",", "")) or value
            scale = _WORDS[word[1].lower()] if word else label_scale(first, table.shares, table.scale, shares_on_cover(view))
            value = scaled(value, scale)
            if value >= _LEAST_SHARES:
                yield Told(value, None, table.page, cell, (start, end), 1.0, 1.0, len(numbers))


def _shares_at(view: ReportView, table: TableView, cell: Cell, span: tuple[int, int]) -> Told:
    value = Decimal(cell.text[slice(*span)].replace(",", ""))
    scale = label_scale(value, table.shares, table.scale, shares_on_cover(view))
    return Told(scaled(value, scale), None, table.page, cell, span, 1.0, 1.0, 1)


_CLASS = re.compile(r"\bclass ([a-z])\b", re.I)
_MOST_CLASSES = 6
_SAME_IN_BOTH = re.compile(
    rf"{_NUMBER}\s+(?:shares of )?class [a-z](?: common| ordinary)?(?: stock)?(?: shares)? "
    r"(?:authorized,? )?issued,? and outstanding",
    re.I,
)


def _of_classes(text: str, place: int) -> list[Decimal]:
    """``Class A: 2,096 and 1,995 shares issued and outstanding; Class B: 102 and 103 …``: a number a class.

    Empty where the label is of one class, or doesn't give every class its pair of numbers.
    """
    classes = {letter.lower() for letter in _CLASS.findall(text)}
    if not 1 < len(classes) <= _MOST_CLASSES:
        return []
    pairs = [[number for number in found.groups() if number] for found in _OUTSTANDING.finditer(text)]
    pairs += [[found[1], found[1]] for found in _SAME_IN_BOTH.finditer(text)]
    if len(pairs) != len(classes) or any(len(pair) != 2 for pair in pairs):
        return []
    return [Decimal(pair[place].replace(",", "")) for pair in pairs]


_CURRENT_DEBT = re.compile(
    rf"current (?:portion|maturities|installments) of long-term debt(?: of)?[ :(—–-]*(?:20[0-9][0-9])?[ :—–-]*\$ ?{_NUMBER}"
    rf"(?:(?: in| at)?[^$]{{1,20}}?)\$ ?{_NUMBER}",
    re.I,
)


def _current_debt_in_labels(view: ReportView, year: int) -> Iterator[Told]:
    """``Short-term borrowings, including current portion of long-term debt of $25 and $30``, in the order of the columns."""
    balance = locate(view).get("balance")
    for table in balance.tables if balance is not None else ():
        order = [column.year for column in table.columns if column.span.dated][:2]
        for cell in table.table.cells:
            found = _CURRENT_DEBT.search(cell.text) if 30 < len(cell.text) < 400 else None
            if found is None or year not in order:
                continue
            start, end = found.span(1 + order.index(year))
            value = scaled(Decimal(cell.text[start:end].replace(",", "")), table.scale or 0)
            yield Told(value, None, table.page, cell, (start, end), 1.0, 1.0, 2)


def label_scale(value: Decimal, shares: int | None, money: int | None, on_cover: Decimal | None = None) -> int:
    """The power of ten that a number of shares is printed in.

    It leads to about as many as the cover states in full, where that is known. Else numbers in full have seven digits or more,
    and others follow the statement's scale.
    """
    if on_cover and value:
        near = min((0, 3, 6), key=lambda power: abs((scaled(value, power) / on_cover).ln()))
        if Decimal("0.4") < scaled(value, near) / on_cover < Decimal("2.5"):
            return near
    if value >= 10_000_000 and (shares is None or value >= 100_000_000):
        return 0
    if shares is not None:
        return shares
    return money or 0


def shares_on_cover(view: ReportView) -> Decimal | None:
    """The number of shares that the cover states for one class of stock; None for several classes, and where it has none."""
    if "cover" not in view.kept:
        found = next((some for page in view.pages[:_MOST_PAGES] if (some := _told_on(page))), [])
        view.kept["cover"] = found[0].value if len(found) == 1 else None
    kept = view.kept["cover"]
    return kept if isinstance(kept, Decimal) else None


def _told_on(page: Page) -> list[Told]:
    return list(_below_heads(page.number, page.tables)) or list(_in_cover_texts(page.number, list(_texts(page.items))))


def _on_cover(view: ReportView, year: int) -> Iterator[Told]:
    """Shares outstanding at a date after the year's end, as the cover page states them; two classes make it unsure."""
    if year != view.calendar.year:
        return
    found: list[Told] = []
    for page in view.pages[:_MOST_PAGES]:
        found = _told_on(page)
        if found:
            break
    for one in found[:4]:
        yield Told(one.value, None, one.page, one.source, one.span, 2.0, 1.0 if len(found) == 1 else 0.5, len(found))


_HEAD = re.compile(
    r"(?:shares|number)[^.]{0,80}outstanding|outstanding[^.]{0,40}(?:shares|\b(?:at|as of|on)\b|20[0-9]{2})", re.I
)
_TREASURY = re.compile(r"\s*(?:shares\s*)?(?:\w+\s+){0,2}(?:held\s+)?(?:in|as)\s+(?:the\s+|its\s+)?treasury", re.I)


def _below_heads(page: int, tables: Sequence[Table]) -> Iterator[Told]:
    """A table whose column is headed ``Shares outstanding as of …``: the numbers below."""
    for table in tables:
        heads = [cell for cell in table.cells if len(cell.text) < 200 and _HEAD.search(cell.text)]
        for cell in table.cells if heads else ():
            if cell.column != heads[0].column or cell.row <= heads[0].row:
                continue
            number = _COVER_NUMBER.fullmatch(cell.text.strip().removesuffix(" shares"))
            if number is not None and (value := _cover_value(number[0])) >= _LEAST_SHARES:
                start = cell.text.index(number[0])
                yield Told(value, None, page, cell, (start, start + len(number[0])), 2.0, 1.0, 0)


def _in_cover_texts(page: int, sources: Sequence[Cell | Block]) -> Iterator[Told]:
    for place, source in enumerate(sources):
        text = source.text[:_LONGEST]
        before, after = "", ""
        if _COVER_NUMBER.fullmatch(text.strip()):
            # A number alone: on its line, with ``(Number of shares of common stock outstanding …)`` on the lines below it, or
            # in its cell, with that in the one to its left.
            after = "\n".join(["", *(other.text[:200] for other in sources[place + 1 : place + 4])])
            before = _to_the_left(sources[place - 1], source) if place else ""
        said = before + text + after
        if not (_COVER.search(said) and _COMMON.search(said)):
            continue
        for number in _COVER_NUMBER.finditer(text):
            if _MONEY_BEFORE.search(text[: number.start()]) or _TREASURY.match(text, number.end()):
                continue
            start, end = number.start() + len(before), number.end() + len(before)
            near = said[max(0, start - 220) : end + 160].casefold()
            value = _cover_value(number[0])
            if value >= _LEAST_SHARES and "outstanding" in near and "aggregate" not in near[180:240]:
                yield Told(value, None, page, source, number.span(), 2.0, 1.0, 0)


def _to_the_left(before: Cell | Block, source: Cell | Block) -> str:
    """The text of the cell before, where both are cells of one row."""
    if isinstance(before, Cell) and isinstance(source, Cell) and before.row == source.row and before.column < source.column:
        return before.text[-200:] + " "
    return ""


def _cover_value(text: str) -> Decimal:
    number, _, word = text.partition(" ")
    value = Decimal(number.replace(",", ""))
    return scaled(value, _WORDS.get(word.strip().lower(), 0))


def _texts(items: list[Block | Table]) -> Iterator[Cell | Block]:
    for item in items:
        if isinstance(item, Table):
            yield from item.cells
        else:
            yield item


def _in_sentences(view: ReportView, kpi: Kpi, year: int) -> Iterator[Told]:
    pattern = _SENTENCES[kpi.name]
    count = 0
    for block in _mentioning(view, kpi.name, pattern):
        for start, end in _sentences(block.text):
            sentence = block.text[start:end]
            if not pattern.search(sentence):
                continue
            amounts = [a for a in find_amounts(sentence) if (a.unit or "").startswith("iso4217:")]
            chosen = _of_year(sentence, amounts, year, view.calendar.year)
            if chosen is None or abs(chosen.value) < 1_000:
                continue
            # ``$9,334`` in a report in thousands, of a KPI that is never so small there: its prose is in thousands too.
            scale = view.scale if view.scale >= 3 and not chosen.scale and abs(chosen.value) < _SMALL_IN_PROSE else 0
            span = (start + chosen.span[0], start + chosen.span[1])
            unit = (chosen.unit or "").removeprefix("iso4217:") or None
            yield Told(
                scaled(abs(chosen.value), scale),
                unit,
                block.page,
                block,
                span,
                3.0,
                1.0 if len(amounts) > 1 else 0.8,
                len(amounts),
            )
            count += 1
            if count >= 8:
                return


def _mentioning(view: ReportView, name: str, pattern: re.Pattern[str]) -> list[Block]:
    kept = view.kept.get(f"told/{name}")
    if not isinstance(kept, list):
        kept = [
            item
            for page in view.pages
            for item in page.items
            if isinstance(item, Block) and not item.hidden and len(item.text) < 20_000 and pattern.search(item.text)
        ]
        view.kept[f"told/{name}"] = kept
    return kept


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _STOP.finditer(text):
        yield start, stop.start() + 1
        start = stop.end()
    yield start, len(text)


def _of_year(sentence: str, amounts: list[Amount], year: int, focus: int | None) -> Amount | None:
    """Of ``$3, $2 and $1 in 2024, 2023 and 2022`` the one that belongs to the year, by order."""
    years = list(dict.fromkeys(years_in(sentence)))
    if not amounts or not years:
        return None
    if year in years and len(years) <= len(amounts):
        if len(years) == len(amounts):
            return amounts[years.index(year)]
        return amounts[years.index(year)] if len(years) > 1 else amounts[0]
    # One amount for all of the years: ``$2.0 billion in 2024, 2023 and 2022``.
    return amounts[0] if year in years and len(amounts) == 1 and _SAME.search(sentence) else None
