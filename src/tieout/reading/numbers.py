"""Numbers of facts, exactly: XBRL's lexical forms, scale and sign, decimals and precision."""

from __future__ import annotations

from decimal import Context, Decimal, DecimalException, DivisionByZero, Inexact, InvalidOperation
from typing import Literal

__all__ = ["MAX_DIGITS", "decimals_of", "parse_decimals", "parse_number", "quotient", "scaled"]

MAX_DIGITS = 400
"""More digits than any amount has; beyond it a number is an attack, not a figure."""

_EXACT = Context(prec=MAX_DIGITS, Emax=999_999, Emin=-999_999)
_EXACT.traps[InvalidOperation] = True
_WHOLE = Context(prec=MAX_DIGITS, Emax=999_999, Emin=-999_999, traps=[Inexact, DivisionByZero, InvalidOperation])
_ONE = Decimal(1)
_POWERS = {n: Decimal(10) ** n if n >= 0 else Decimal((0, (1,), n)) for n in range(-24, 25)}


def parse_number(text: str) -> Decimal | None:
    """Value of an xs:decimal or xs:double in plain or exponent form; None if it is neither, infinite or too long."""
    if text.isdecimal() and text.isascii() and len(text) < MAX_DIGITS:
        return Decimal(text)
    if len(text) > MAX_DIGITS or not text.isascii() or "_" in text:
        return None
    try:
        value = Decimal(text)
    except DecimalException:
        return None
    return value if value.is_finite() and abs(value.adjusted()) < MAX_DIGITS else None


def scaled(value: Decimal, scale: int, negative: bool) -> Decimal:
    """``value`` times ten to the ``scale``, with the sign turned if ``negative``; exact, never in exponent form.

    Raises ValueError when the result has more than `MAX_DIGITS` digits.
    """
    if scale:
        power = _POWERS.get(scale)
        if power is None:
            if abs(scale) > MAX_DIGITS:
                raise ValueError(f"scale {scale} is out of range")
            power = Decimal((0, (1,), scale)) if scale < 0 else Decimal(10**scale)
        if scale > 0 and not value.same_quantum(_ONE):
            # 3.3 in billions is 3300000000, without the zero that a plain product would keep behind the point.
            value = _EXACT.scaleb(value, scale)
            value = _EXACT.quantize(value, _ONE) if value == value.to_integral_value() else value
        else:
            value = _EXACT.multiply(value, power)
        if abs(value.adjusted()) >= MAX_DIGITS:
            raise ValueError(f"scale {scale} makes more than {MAX_DIGITS} digits")
    return value.copy_negate() if negative and value else value


def quotient(top: Decimal, bottom: Decimal) -> Decimal | None:
    """``top / bottom`` exactly; None where it has no finite decimal form."""
    try:
        return _WHOLE.divide(top, bottom)
    except (Inexact, DivisionByZero, InvalidOperation):
        return None


def parse_decimals(text: str | None) -> int | Literal["INF"] | None:
    """The decimals attribute (XBRL 2.1, 4.6.5); None where it is absent or no number. Raises ValueError on nonsense."""
    if text is None:
        return None
    text = text.strip()
    if text == "INF":
        return "INF"
    number = int(text)
    if abs(number) > 10_000:
        raise ValueError(f"decimals {number} is out of range")
    return number


def decimals_of(value: Decimal, precision: str) -> int | Literal["INF"] | None:
    """The decimals that a precision attribute stands for with this value (XBRL 2.1, 4.6.6).

    Precision 0 says that nothing is known about the accuracy: None.
    """
    if precision.strip() == "INF":
        return "INF"
    digits = int(precision)
    if digits <= 0:
        return None
    if value == 0:
        return "INF"
    return digits - value.adjusted() - 1
