"""Values as a statement prints them: one scale for all amounts, negatives in parentheses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from tieout.report import Fact
from tieout.report.showing import plain, words

__all__ = ["Scale", "scale_of"]

_WORDS = {3: "thousands", 6: "millions", 9: "billions"}
_TEXT = 40
# Beyond what Decimal's default context keeps, a number is shown as it is.
_DIGITS = 26


@dataclass(frozen=True, slots=True)
class Scale:
    """The power of ten by which amounts of money, and numbers of shares, are divided for showing."""

    money: int = 0
    shares: int = 0
    currency: str | None = None

    @property
    def note(self) -> str:
        """What stands under a statement's title: ``USD in millions, shares in thousands``."""
        parts = []
        if self.currency:
            parts.append(f"{self.currency} in {_WORDS[self.money]}" if self.money in _WORDS else self.currency)
        if self.shares in _WORDS and (self.shares != self.money or not self.currency):
            parts.append(f"shares in {_WORDS[self.shares]}")
        return ", ".join(parts)

    def show(self, fact: Fact, negate: bool = False) -> str:
        """The fact's value as text; a dash for zero, nothing for nil."""
        if fact.error:
            return "?"
        value = fact.value
        if value is None:
            return ""
        if not isinstance(value, Decimal):
            text = " ".join(plain(words(value)).split())
            return text if len(text) <= _TEXT else text[: _TEXT - 1] + "…"
        if abs(value.adjusted()) > _DIGITS or len(value.as_tuple().digits) > _DIGITS:
            return str(value)
        return _number(value.copy_negate() if negate else value, self._power(fact), fact.unit.name if fact.unit else "")

    def _power(self, fact: Fact) -> int:
        name = fact.unit.name if fact.unit else ""
        if name.startswith("iso4217:") and "/" not in name:
            return self.money
        return self.shares if name == "xbrli:shares" else 0


def _number(value: Decimal, power: int, unit: str) -> str:
    if not value:
        return "—"
    if unit.endswith("pure") and abs(value) < 10:  # a rate
        return f"{_grouped(value.scaleb(2))}%"
    return _grouped(value.scaleb(-power))


def _grouped(value: Decimal) -> str:
    """With thousands separators and every digit that counts; one decimal becomes two (``1.50``)."""
    text = format(abs(value), ",f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
        if text[-2:-1] == ".":
            text += "0"
    return f"({text})" if value < 0 else text


def scale_of(facts: Iterable[Fact]) -> Scale:
    """The scale that most facts were rounded to, as their ``decimals`` tell."""
    money: Counter[int] = Counter()
    shares: Counter[int] = Counter()
    currencies: Counter[str] = Counter()
    for fact in facts:
        if fact.unit is None or not fact.number:
            continue
        name = fact.unit.name
        power = -fact.decimals if isinstance(fact.decimals, int) else 0
        power = max(0, min(9, power // 3 * 3))
        if name.startswith("iso4217:") and "/" not in name:
            money[power] += 1
            currencies[name.removeprefix("iso4217:")] += 1
        elif name == "xbrli:shares":
            shares[power] += 1
    return Scale(_most(money), _most(shares), currencies.most_common(1)[0][0] if currencies else None)


def _most(powers: Counter[int]) -> int:
    return powers.most_common(1)[0][0] if powers else 0
