"""Finds printed amounts: around each number, what stands before it and after it decides what it is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from tieout.report.amounts import MOST_AMOUNTS, Amount, in_range
from tieout.report.lexicon import Lexicon, lexicon
from tieout.report.number_words import read_number_words
from tieout.report.numerals import add, end_of_numeral, level, read_kanji, read_numeral, scaled

__all__ = ["scan_cell", "scan_text"]

_SPACES = " \xa0"
_MARKS = "※*注第#@/\\&_'"
_ERAS = ("明治", "大正", "昭和", "平成", "令和")
_SYMBOLS = "$€£¥₩₹₽₺₪฿₫₱"
_BETWEEN_REFERENCES = re.compile(r"\)?(?:,|、|,?[ \xa0](?:and|or|through|to|&)|-|–|及び|から)[ \xa0]?")
_BETWEEN_RANGE = re.compile(r"[ \xa0]?[-–—~][ \xa0]?|[ \xa0]to[ \xa0]|から")
_IDENTIFIER = re.compile(r"(?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9])){0,40}|")
_PRONOUN = re.compile(
    r"(?:[ \xa0](?:of|another|or|and|such|that|which|who|is|was|has|can|may|to|in|for|time|day|by|as)(?![a-z])|[^ \xa0-]|$)"
)
_KANJI_UNIT = re.compile("[円株人名社件%]|米?ドル|ユーロ")
_SEN = re.compile(r"([0-9]{1,2})(\.[0-9]+)?銭")
_PER_REACH = 30
_ZERO = Decimal(0)
# Two groups after a plain space are one number in a cell; "12 345" may well be two.
_SPACED_GROUPS = re.compile(r"(?<![0-9.,'])[0-9]{1,3}(?: [0-9]{3}){2,}(?![0-9])")


@dataclass(slots=True)
class _Before:
    """What belongs to a number and stands before it; ``inner`` is the beginning without the parenthesis."""

    begin: int
    inner: int
    minus: bool = False
    opened: bool = False
    currency: str | None = None
    inner_currency: str | None = None


@dataclass(slots=True)
class _Reading:
    """What is known of an amount so far; ``stop`` is where it ends, a closing parenthesis and a trailing minus left out."""

    stop: int
    value: Decimal = _ZERO
    decimals: int = 0
    digits: tuple[int, int] = (0, 0)
    unit: str | None = None
    per: str | None = None
    scale: int = 0


def scan_text(text: str) -> list[Amount]:
    """The amounts of running text."""
    plain = level(text)
    return _in_ranges(plain, _all_amounts(text, plain, cell=False))


def scan_cell(text: str) -> Amount | None:
    """The one amount of a cell; see `tieout.report.amounts.read_amount`."""
    plain = _SPACED_GROUPS.sub(lambda number: number[0].replace(" ", "\xa0"), level(text))
    words = lexicon()
    dash = words.dash_cell.fullmatch(plain.strip())
    if dash is not None and (not dash["before"] or dash["before"] in words.currencies):
        return _cell_dash(text, len(plain) - len(plain.lstrip()), dash, words)
    if plain.strip() in ("nil", "Nil"):
        begin = plain.lower().index("nil")
        return Amount(Decimal(0), text[begin : begin + 3], (begin, begin + 3), (begin, begin + 3))
    found = _all_amounts(text, plain, cell=True)
    if len(found) > 1:
        found = [amount for amount in found if not _is_mark(plain, amount)]
    if len(found) != 1:
        return None
    amount = found[0]
    begin, end = amount.span
    beside = sum(character.isalnum() for character in plain[:begin] + plain[end:])
    return amount if 2 * beside <= end - begin else None


def _is_mark(plain: str, amount: Amount) -> bool:
    """Whether it is a number of one or two digits in parentheses: beside another number, a footnote mark."""
    begin, end = amount.span
    return plain[begin] == "(" and plain[end - 1] == ")" and plain[begin + 1 : end - 1].isdigit() and end - begin <= 4


def _cell_dash(text: str, offset: int, dash: re.Match[str], words: Lexicon) -> Amount:
    begin, end = offset + dash.start(), offset + dash.end()
    unit = words.currencies.get(dash["before"]) or words.units.get(dash["after"])
    span = (offset + dash.start("dash"), offset + dash.end("dash"))
    return Amount(Decimal(0), text[begin:end], (begin, end), span, unit, dash=True)


def _all_amounts(text: str, plain: str, cell: bool) -> list[Amount]:
    found = list(_in_digits(text, plain, cell))
    if not plain.isascii():
        found = _merged(found, _in_kanji(text, plain, cell))
        found = _merged(found, _dashes(text, plain))
    elif "-" in plain and "$" in plain:
        found = _merged(found, _dashes(text, plain))
    return _merged(found, _in_words(text, plain, cell))


def _merged(found: list[Amount], others: Iterator[Amount]) -> list[Amount]:
    """Both, in order, without those of ``others`` that overlap an amount already found."""
    starts = [amount.span[0] for amount in found]
    added = []
    for amount in others:
        after = bisect_left(starts, amount.span[1])
        if after == 0 or found[after - 1].span[1] <= amount.span[0]:
            added.append(amount)
    return sorted(found + added, key=lambda amount: amount.span) if added else found


def _in_ranges(plain: str, found: list[Amount]) -> list[Amount]:
    for index in range(len(found) - 1):
        first, second = found[index], found[index + 1]
        gap = second.span[0] - first.span[1]
        if 0 < gap <= 4 and _BETWEEN_RANGE.fullmatch(plain, first.span[1], second.span[0]):
            found[index], found[index + 1] = in_range(first, second)
    return found


# ---------------------------------------------------------------------------------------------------------------- digits


def _in_digits(text: str, plain: str, cell: bool) -> Iterator[Amount]:
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
        before = _before(plain, start, done, cell, words)
        bare = before.currency is None and "," not in run[0]
        if bare:
            other = words.not_an_amount.match(plain, end)
            if other is not None and not _is_duration(plain, start, other):
                done = end if other["per"] else other.end()
                per_until = done + _PER_REACH if other["per"] else per_until
                continue
        in_word = before.begin == start and _belongs_to_word(plain, start)
        amount = None if in_word else _amount(text, plain, (start, end), before, cell, words)
        if amount is None:
            done = _end_of_identifier(plain, end)
            if not in_word and _is_reference(plain, start, reference, words):
                reference = done
            continue
        if amount.unit is None and amount.scale == 0 and bare:
            if _is_reference(plain, start, reference, words):
                done = reference = end
                continue
            if _is_year_or_code(plain, start, end):
                done = end
                continue
        if amount.unit == "iso4217:JPY" and start < per_until:
            amount = replace(amount, per="xbrli:shares")
        done = amount.span[1]
        yield amount


def _end_of_identifier(plain: str, end: int) -> int:
    found = _IDENTIFIER.match(plain, end)
    return found.end() if found else end


def _is_duration(plain: str, start: int, other: re.Match[str]) -> bool:
    """Whether 年 after these digits ends a number of years and not a date: no era before it, fewer than four digits."""
    return other[0] == "年" and other.start() - start < 4 and plain[max(0, start - 2) : start] not in _ERAS


def _before(plain: str, start: int, floor: int, cell: bool, words: Lexicon) -> _Before:
    """Walks from a number to the left over at most one sign, one currency and one opening parenthesis, in any order."""
    before = _Before(start, start)
    while True:
        at = before.begin
        while at > floor and before.begin - at < 3 and plain[at - 1] in _SPACES:
            at -= 1
        if at == floor:
            return before
        character = plain[at - 1]
        if character == "(" and not before.opened:
            before.inner, before.inner_currency, before.opened = before.begin, before.currency, True
            before.begin = at - 1
        elif character in "-–△+" and not before.minus:
            touching = at == before.begin or character == "△"
            if not (touching or cell) or not _is_sign(plain, at - 1, floor):
                return before
            before.begin = at - 1
            if character == "+":
                return before
            before.minus = True
        elif before.currency is None and (length := _currency(plain, at, floor, words)):
            before.begin = at - length
            before.currency = words.currencies[plain[at - length : at]]
        else:
            return before
        if not before.opened:
            before.inner, before.inner_currency = before.begin, before.currency


def _is_sign(plain: str, at: int, floor: int) -> bool:
    """Whether the dash at ``at`` may be a sign: what joins two numbers or two words is none."""
    if at == floor or plain[at] == "△":
        return at == 0 or floor == 0 or plain[at] == "△" or plain[at - 1] in _SPACES
    return plain[at - 1] in " \xa0([{$€£¥\"':;,|~/=" or (not plain[at - 1].isascii() and plain[at - 1] not in "–—")


def _currency(plain: str, end: int, floor: int, words: Lexicon) -> int:
    """Length of the currency sign or code that ends at ``end``; 0 where there is none."""
    last = plain[end - 1]
    if last not in _SYMBOLS and not (last.isascii() and (last.isalpha() or last == ".")):
        return 0
    for length in (6, 5, 4, 3, 2, 1):
        begin = end - length
        if begin < floor or plain[begin:end] not in words.currencies:
            continue
        if plain[begin].isalpha() and begin > 0 and plain[begin - 1].isalnum() and plain[begin - 1].isascii():
            continue
        return length
    return 0


def _belongs_to_word(plain: str, start: int) -> bool:
    """Whether the digits are part of a word, a mark or an identifier: Q3, COVID-19, ※1, 第3, (注)1, ’23."""
    if start == 0:
        return False
    last = plain[start - 1]
    if last in _MARKS or (last.isascii() and (last.isalpha() or last == ".")):
        return True
    if last == "-":
        return start > 1 and plain[start - 2].isascii() and plain[start - 2].isalpha()
    return last == ")" and plain[start - 3 : start - 1] == "(注"


def _is_reference(plain: str, start: int, previous: int, words: Lexicon) -> bool:
    """Whether a word before it makes the number a reference (Note 5, Notes 5 and 6) or part of a date (March 31)."""
    if 0 <= previous < start and start - previous <= 10 and _BETWEEN_REFERENCES.fullmatch(plain, previous, start):
        return True
    end = start
    while end > 0 and start - end < 3 and plain[end - 1] in " \xa0.(":
        end -= 1
    begin = end
    while (
        begin > 0
        and end - begin < 12
        and (plain[begin - 1].isalpha() or plain[begin - 1] in "&.")
        and plain[begin - 1].isascii()
    ):
        begin -= 1
    word = plain[begin:end]
    if not word or end == start:
        return False
    small = word.lower()
    if small in ("no", "nos"):
        return word[0] == "N" or plain[end] == "."
    return small in words.references or (small in words.months and word[0].isupper())


def _is_year_or_code(plain: str, start: int, end: int) -> bool:
    """Whether a bare number is a year (1900 to 2099) or the ZIP code after an American state's two letters."""
    length = end - start
    if length == 4:
        return plain[start:end].isdigit() and plain[start : start + 2] in ("19", "20")
    return (
        length == 5
        and start > 3
        and plain[start - 1] == " "
        and plain[start - 3 : start - 1].isupper()
        and plain[start - 4] in " ,"
    )


def _amount(text: str, plain: str, run: tuple[int, int], before: _Before, cell: bool, words: Lexicon) -> Amount | None:
    start, end = run
    after = words.after.match(plain, end)
    reading = _beside(before.currency, after, words)
    number = read_numeral(plain[start:end], decimal_comma=reading.unit in ("percent", "iso4217:EUR"))
    if number is None:
        return None
    reading.value, reading.decimals, reading.digits = Decimal(number[0]), number[1], (start, end)
    if end < len(plain) and plain[end] in "百千万十億兆" and (combined := _japanese(plain, end, reading.value, words)):
        value, scale, digits_end, stop = combined
        after = words.after.match(plain, stop)
        decimals, reading = reading.decimals, _beside(before.currency, after, words)
        reading.value, reading.scale, reading.decimals, reading.digits = value, scale, decimals, (start, digits_end)
    else:
        reading.value = scaled(reading.value, reading.scale)
    if reading.unit == "iso4217:JPY" and (sen := _SEN.match(plain, reading.stop)):
        reading.value = add(reading.value, scaled(Decimal(sen[1] + (sen[2] or "")), -2))
        reading.decimals, reading.digits, reading.stop = 2, (start, sen.end() - 1), sen.end()
    elif reading.stop == reading.digits[1] and not _stands_free(plain, start, reading.stop, before, cell):
        return None
    return _signed(text, plain, before, after, cell, reading)


def _beside(currency: str | None, after: re.Match[str] | None, words: Lexicon) -> _Reading:
    """What the text after a number says of it; ``currency`` stands before the number and goes before a unit."""
    assert after is not None  # noqa: S101 - every part of the pattern is optional
    reading = _Reading(stop=after.end("body") if after.end("body") > after.start("body") else after.start(), unit=currency)
    if after["money"] and currency is None and not after["code"] and not (after["unit"] or "").isupper():
        reading.stop = after.start()
        return reading
    scale, printed = (
        after["scale"] or after["money"],
        after["sign"] or after["symbol"] or after["times"] or after["unit"] or after["code"],
    )
    if scale:
        reading.scale = words.scales[scale]
    if printed and currency is None:
        reading.unit = words.units[printed.replace("\xa0", " ")]
    elif after["percent"]:
        reading.unit, reading.stop = currency or "percent", after.end("percent")
    per = after["per"] or after["slash"] or after["each"]
    reading.per = words.per[per] if per else None
    return reading


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
            if _KANJI_UNIT.match(plain, at) and part < 10**last:
                return add(total, part), 0, at, at
            break
    return (total, last, digits_end, stop) if last < 99 else None


def _stands_free(plain: str, start: int, end: int, before: _Before, cell: bool) -> bool:
    """Whether a number without a unit isn't the beginning of a word, a reference or an item: 10-K, 1st, 401(k), [1], 1)."""
    if end == len(plain):
        return True
    following = plain[end : end + 3]
    if following[0].isascii() and (following[0].isalpha() or following[0] == "_"):
        return False
    if following[0] in "-." and following[1:2].isascii() and following[1:2].isalpha():
        return False
    if before.currency is not None or not plain[start:end].isdigit():
        return True
    if following[0] == "(" and following[1:2].isascii() and following[1:2].islower() and following[2:3] == ")":
        return False
    if following[0] == "]" and start > 0 and plain[start - 1] == "[":
        return False
    return not (end - start <= 2 and (following == "." if cell else following[0] == ")"))


def _signed(text: str, plain: str, before: _Before, after: re.Match[str] | None, cell: bool, reading: _Reading) -> Amount:
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


# ------------------------------------------------------------------------------------------------- words, kanji and dashes


def _in_words(text: str, plain: str, cell: bool) -> Iterator[Amount]:
    words = lexicon()
    done, looked_at = 0, 0
    for first in words.word_start.finditer(plain):
        if first.start() < done:
            continue
        looked_at += 1
        if looked_at > MOST_AMOUNTS:
            return
        found = words.words.match(plain, first.start())
        number = read_number_words(found[0].lower()) if found else None
        done = found.end() if found else first.end()
        if found is None or number is None:
            continue
        if number == 1 and not cell and _PRONOUN.match(plain, done):
            continue
        after = words.after.match(plain, done)
        reading = _Reading(stop=done) if after and after["close"] else _beside(None, after, words)
        if reading.stop == done and not _stands_free(plain, first.start(), done, _Before(0, 0), cell=True):
            continue
        done = max(done, reading.stop)
        span = (first.start(), reading.stop)
        value = scaled(Decimal(number), reading.scale)
        yield Amount(value, text[slice(*span)], span, found.span(), reading.unit, reading.scale, per=reading.per)


def _in_kanji(text: str, plain: str, cell: bool) -> Iterator[Amount]:
    """Kanji numerals before a unit, or alone in a cell; elsewhere they are mostly parts of words, and 千円 alone is a unit."""
    words = lexicon()
    whole = plain.strip()
    for looked_at, found in enumerate(words.kanji_number.finditer(plain)):
        if looked_at == MOST_AMOUNTS:
            return
        unit = _KANJI_UNIT.match(plain, found.end())
        if unit is None and not (cell and found[0] == whole and len(whole) > 1):
            continue
        if found.start() and (plain[found.start() - 1].isdigit() or plain[found.start() - 1] == "第"):
            continue
        number = read_kanji(found[0], *words.kanji) if any(digit in found[0] for digit in words.kanji[0]) else None
        if number is not None:
            stop = unit.end() if unit and unit[0] in words.units else found.end()
            span = (found.start(), stop)
            name = words.units.get(unit[0]) if unit else None
            yield Amount(Decimal(number), text[span[0] : stop], span, found.span(), name)


def _dashes(text: str, plain: str) -> Iterator[Amount]:
    """Dashes that stand for zero in running text: those with a currency sign or a percent sign."""
    words = lexicon()
    for looked_at, found in enumerate(words.dash.finditer(plain)):
        if looked_at == MOST_AMOUNTS:
            return
        sign = (found["before"] or "").strip(_SPACES)
        name = "dash" if found["before"] else "dash2"
        unit = words.currencies[sign] if sign else "percent"
        yield Amount(Decimal(0), text[found.start() : found.end()], found.span(), found.span(name), unit, dash=True)
