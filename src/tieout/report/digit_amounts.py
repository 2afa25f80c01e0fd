"""Amounts in digits: around each number, what stands before it and after it decides what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from tieout.report.after_number import KANJI_UNIT, Reading, beside, end_of_identifier, is_duration, stands_free
from tieout.report.amounts import MOST_AMOUNTS, Amount
from tieout.report.before_number import Before, before_number, belongs_to_word, is_reference, is_year_or_code
from tieout.report.lexicon import Lexicon, lexicon
from tieout.report.numerals import add, end_of_numeral, read_numeral, scaled

__all__ = ["in_digits"]

_SEN = re.compile(r"([0-9]{1,2})(\.[0-9]+)?銭")
_PER_REACH = 30


def in_digits(text: str, plain: str, cell: bool) -> Iterator[Amount]:
    """The amounts, from left to right; ``plain`` is the text levelled, ``cell`` whether it is all of a table's cell."""
    words = lexicon()
    done, reference, per_until, looked_at = 0, -1, -1, 0
    search = words.numeral.search
    while (run := search(plain, done)) is not None:
        start = run.start()
        end = start + end_of_numeral(run[0])
        if looked_at == MOST_AMOUNTS:
            return
        looked_at += 1
        if start > done and plain[start - 1] == "." and plain[start:end].isdigit() and not plain[max(0, start - 2)].isalnum():
            start -= 1  # .5
        before = before_number(plain, start, done, cell, words)
        bare = before.currency is None and "," not in run[0]
        if bare:
            other = words.not_an_amount.match(plain, end)
            if other is not None and not is_duration(plain, start, other):
                done = end if other["per"] else other.end()
                per_until = done + _PER_REACH if other["per"] else per_until
                continue
        in_word = before.begin == start and belongs_to_word(plain, start)
        amount = None if in_word else _amount(text, plain, (start, end), before, cell, words)
        if amount is None:
            done = end_of_identifier(plain, end)
            if not in_word and is_reference(plain, start, reference, words):
                reference = done
            continue
        if amount.unit is None and amount.scale == 0 and bare:
            if is_reference(plain, start, reference, words):
                done = reference = end
                continue
            if is_year_or_code(plain, start, end):
                done = end
                continue
        if amount.unit == "iso4217:JPY" and start < per_until:
            amount = replace(amount, per="xbrli:shares")
        done = amount.span[1]
        yield amount


def _amount(text: str, plain: str, run: tuple[int, int], before: Before, cell: bool, words: Lexicon) -> Amount | None:
    start, end = run
    after = words.after.match(plain, end)
    reading = beside(before.currency, after, words)
    number = read_numeral(plain[start:end], decimal_comma=reading.unit in ("percent", "iso4217:EUR"))
    if number is None:
        return None
    reading.value, reading.decimals, reading.digits = Decimal(number[0]), number[1], (start, end)
    if end < len(plain) and plain[end] in "百千万十億兆" and (combined := _japanese(plain, end, reading.value, words)):
        value, scale, digits_end, stop = combined
        after = words.after.match(plain, stop)
        decimals, reading = reading.decimals, beside(before.currency, after, words)
        reading.value, reading.scale, reading.decimals, reading.digits = value, scale, decimals, (start, digits_end)
    else:
        reading.value = scaled(reading.value, reading.scale)
    if reading.unit == "iso4217:JPY" and (sen := _SEN.match(plain, reading.stop)):
        reading.value = add(reading.value, scaled(Decimal(sen[1] + (sen[2] or "")), -2))
        reading.decimals, reading.digits, reading.stop = 2, (start, sen.end() - 1), sen.end()
    elif reading.stop == reading.digits[1] and not stands_free(plain, start, reading.stop, before, cell):
        return None
    return _signed(text, plain, before, after, cell, reading)


def _japanese(plain: str, end: int, value: Decimal, words: Lexicon) -> tuple[Decimal, int, int, int] | None:
    """A number with 万, 億, 百万 …, perhaps of several parts (3億2,500万): value, last scale, ends of the digits and of all."""
    total, part, at, stop, digits_end, last = Decimal(0), value, end, end, end, 99
    while (found := words.japanese_scale.match(plain, at)) is not None:
        power = words.japanese_scales[found[0]]
        if power >= last:
            break
        total, last, at = add(total, scaled(part, power)), power, found.end()
        stop, digits_end = at, at - len(found[0])
        following = words.numeral.match(plain, at)
        number = read_numeral(following[0]) if following else None
        if following is None or number is None:
            break
        part, at = Decimal(number[0]), following.end()
        if words.japanese_scale.match(plain, at) is None:
            if KANJI_UNIT.match(plain, at) and part < 10**last:
                return add(total, part), 0, at, at
            break
    return (total, last, digits_end, stop) if last < 99 else None


def _signed(text: str, plain: str, before: Before, after: re.Match[str] | None, cell: bool, reading: Reading) -> Amount:
    """The amount with its sign and its spans, once it is clear whether parentheses belong to it."""
    assert after is not None  # noqa: S101
    begin, stop, minus = before.begin, reading.stop, before.minus
    closed_at = max(after.end("close"), after.end("close2"))
    if before.opened:
        money_outside = before.currency is not None and before.inner_currency is None
        plain_figure = reading.scale == 0 and (
            after["close"] is not None or (reading.unit or "iso4217:").startswith("iso4217:")
        )
        if cell or (closed_at >= 0 and (money_outside or plain_figure)):
            minus, stop = True, max(stop, closed_at)
        else:  # an aside, ($5 million): the parentheses are the sentence's
            begin = before.inner
            reading.unit = before.inner_currency if reading.unit == before.currency else reading.unit
    elif closed_at >= 0 and cell:
        minus, stop = True, max(stop, closed_at)
    elif after["close"] is not None:  # what follows the end of an aside belongs to something else
        reading.value, reading.scale = scaled(reading.value, -reading.scale), 0
        reading.unit, reading.per, stop = before.currency, None, reading.digits[1]
    if after["minus"] and (cell or "," in plain[slice(*reading.digits)] or "." in plain[slice(*reading.digits)]):
        minus, stop = True, max(stop, after.end("minus"))
    value = reading.value.copy_negate() if minus else reading.value
    return Amount(
        value,
        text[begin:stop],
        (begin, stop),
        reading.digits,
        reading.unit,
        reading.scale,
        reading.decimals,
        minus,
        reading.per,
    )
