"""How an item's values are written: learned from training cells, with plain rules for items never met.

Tags and print differ in known ways: an accumulated depreciation is printed without a sign and tagged as negative, an expense
of an IFRS statement is printed with △ and tagged as positive, a ratio is printed in percent, a birthday is an ISO date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from tieout.engines.tables.strings import key_hash
from tieout.engines.tables.values import lenient_number
from tieout.report.errors import InputError

__all__ = ["Habits", "Style"]

Style = Literal["money", "plain", "percent", "date", "text"]
STYLES: tuple[Style, ...] = ("money", "plain", "percent", "date", "text")

# Places of the counts kept for an item: the styles, then of amounts printed without and with a sign how many are, and are not,
# negative as values.
_POSITIVE_KEPT, _POSITIVE_TURNED, _NEGATIVE_KEPT, _NEGATIVE_TURNED = range(len(STYLES), len(STYLES) + 4)
_WIDTH = len(STYLES) + 4
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_DEDUCTED = re.compile(r"(?:償却|減損損失)累計額$|累計額、.*一括控除$|減価償却累計額")
_SPENT = re.compile(r"(?:費用?|負債|原価|支払利息)$")
_PERCENT = re.compile(r"割合|比率|利益率|性向|総利回り|\(%\)|取得率|賃金の差異")
_PLAIN = re.compile(r"1株当たり|株式数|株式総数|\(株\)|人員|員数|株主数|単元数|銘柄数|倍率|株価|議決権|収益率|年齢|年数")
_DATE = re.compile(r"生年月日|提出日|年月日")


class Habits:
    """Counts by item, and by the item's part after its last 、."""

    def __init__(self, counts: Mapping[int, list[int]] | None = None) -> None:
        self.counts: dict[int, list[int]] = dict(counts or {})

    def learn(self, item: str, text: str, value: str) -> None:
        """One training cell: its printed text and its gold value."""
        style, turned = _seen(text, value)
        if style is None:
            return
        for key in _keys(item):
            counts = self.counts.setdefault(key, [0] * _WIDTH)
            counts[STYLES.index(style)] += 1
            if turned is not None:
                counts[turned] += 1

    def knows(self, item: str) -> bool:
        """Whether training met the item with a value whose style it could tell."""
        counts = self.counts.get(_keys(item)[0])
        return counts is not None and any(counts[: len(STYLES)])

    def style(self, item: str) -> Style:
        """What most of the item's values were; by its wording where it was never met."""
        counts = next((self.counts[key] for key in _keys(item)[:1] if key in self.counts), None)
        if counts is not None and any(counts[: len(STYLES)]):
            return max(STYLES, key=lambda style: counts[STYLES.index(style)])
        if _DATE.search(item):
            return "date"
        if _PERCENT.search(item):
            return "percent"
        return "plain" if _PLAIN.search(item) else "money"

    def negative(self, item: str, printed: bool) -> bool:
        """Whether the value is negative, where the amount is printed with (True) or without a sign.

        Of an item never met: accumulated depreciation is, and expenses and liabilities are not, for what is printed with △ is
        what IFRS statements deduct.
        """
        kept, turned = (_NEGATIVE_KEPT, _NEGATIVE_TURNED) if printed else (_POSITIVE_KEPT, _POSITIVE_TURNED)
        for key in _keys(item):
            counts = self.counts.get(key)
            if counts is not None and counts[kept] + counts[turned] >= 2:
                return printed != (counts[turned] > counts[kept])
        if printed:
            return _SPENT.search(re.split("[、(]", item, maxsplit=1)[0]) is None
        return _DEDUCTED.search(item) is not None

    def to_json(self) -> dict[str, list[int]]:
        return {str(key): counts for key, counts in sorted(self.counts.items())}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Habits:
        """Raises InputError for anything but what `to_json` gives."""
        try:
            counts = {int(key): [int(count) for count in row] for key, row in content.items()}
        except (TypeError, ValueError, AttributeError):
            counts = {0: []}
        if any(len(row) != _WIDTH for row in counts.values()):
            raise InputError("the artefact's habits are damaged: train it again, or install it again")
        return cls(counts)

    @classmethod
    def of(cls, seen: Iterable[tuple[str, str, str]]) -> Habits:
        """From (item, printed text, gold value)."""
        habits = cls()
        for item, text, value in seen:
            habits.learn(item, text, value)
        return habits


def _keys(item: str) -> list[int]:
    last = item.rpartition("、")[2]
    return [key_hash(f"h:{item}"), *([key_hash(f"h:…{last}")] if last != item else [])]


def _seen(text: str, value: str) -> tuple[Style | None, int | None]:
    if _ISO.fullmatch(value):
        return "date", None
    printed = lenient_number(text)
    try:
        gold = Decimal(value)
    except InvalidOperation:
        gold = Decimal("NaN")
    if not gold.is_finite() or printed is None:
        flat = "".join(text.split()).strip("()（）")
        return (None, None) if len(flat) <= 1 else ("text", None)
    if not printed.number or not gold:
        return None, None
    ratio = abs(gold) / printed.number
    turned: int | None
    if printed.negative:
        turned = _NEGATIVE_TURNED if gold > 0 else _NEGATIVE_KEPT
    else:
        turned = _POSITIVE_TURNED if gold < 0 else _POSITIVE_KEPT
    if ratio == Decimal("0.01"):
        return "percent", turned
    if ratio == 1:
        return "plain", turned
    return ("money", turned) if ratio > 1 and ratio.log10() % 1 == 0 else (None, None)
