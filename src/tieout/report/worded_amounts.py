"""Amounts in number words and kanji, and dashes that stand for zero."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from tieout.report.after_number import KANJI_UNIT, Reading, beside, stands_free
from tieout.report.amounts import MOST_AMOUNTS, Amount
from tieout.report.before_number import SPACES, Before
from tieout.report.lexicon import lexicon
from tieout.report.number_words import read_number_words
from tieout.report.numerals import read_kanji, scaled

__all__ = ["dashes", "in_kanji", "in_words"]

_PRONOUN = re.compile(
    r"(?:[ \xa0](?:of|another|or|and|such|that|which|who|is|was|has|can|may|to|in|for|time|day|by|as)(?![a-z])|[^ \xa0-]|$)"
)


def in_words(text: str, plain: str, cell: bool) -> Iterator[Amount]:
    """Numbers in English words (twelve million), but for ``one`` where it is a pronoun."""
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
        reading = Reading(stop=done) if after and after["close"] else beside(None, after, words)
        if reading.stop == done and not stands_free(plain, first.start(), done, Before(0, 0), cell=True):
            continue
        done = max(done, reading.stop)
        span = (first.start(), reading.stop)
        value = scaled(Decimal(number), reading.scale)
        yield Amount(value, text[slice(*span)], span, found.span(), reading.unit, reading.scale, per=reading.per)


def in_kanji(text: str, plain: str, cell: bool) -> Iterator[Amount]:
    """Kanji numerals before a unit, or alone in a cell; elsewhere they are mostly parts of words, and 千円 alone is a unit."""
    words = lexicon()
    whole = plain.strip()
    for looked_at, found in enumerate(words.kanji_number.finditer(plain)):
        if looked_at == MOST_AMOUNTS:
            return
        unit = KANJI_UNIT.match(plain, found.end())
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


def dashes(text: str, plain: str) -> Iterator[Amount]:
    """Dashes that stand for zero in running text: those with a currency sign or a percent sign."""
    words = lexicon()
    for looked_at, found in enumerate(words.dash.finditer(plain)):
        if looked_at == MOST_AMOUNTS:
            return
        sign = (found["before"] or "").strip(SPACES)
        name = "dash" if found["before"] else "dash2"
        unit = words.currencies[sign] if sign else "percent"
        yield Amount(Decimal(0), text[found.start() : found.end()], found.span(), found.span(name), unit, dash=True)
