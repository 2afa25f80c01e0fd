"""What may stand beside a printed number, compiled from data/amounts.toml when first needed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from tieout.report.number_words import DASHES, ONES, SCALES, TENS
from tieout.report.numerals import NUMERAL

__all__ = ["SPACE", "Lexicon", "lexicon"]

SPACE = "[ \xa0]"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Tables and patterns; all patterns are for levelled text (see `numerals.level`)."""

    currencies: dict[str, str]
    units: dict[str, str]
    scales: dict[str, int]
    japanese_scales: dict[str, int]
    per: dict[str, str]
    references: frozenset[str]
    months: frozenset[str]
    kanji: tuple[str, dict[str, int], dict[str, int]]
    numeral: re.Pattern[str]
    after: re.Pattern[str]
    not_an_amount: re.Pattern[str]
    japanese_scale: re.Pattern[str]
    dash: re.Pattern[str]
    dash_cell: re.Pattern[str]
    word_start: re.Pattern[str]
    words: re.Pattern[str]
    kanji_number: re.Pattern[str]


@cache
def lexicon() -> Lexicon:
    """The one lexicon; reading and compiling it takes some 20 ms."""
    data = tomllib.loads(resources.files(__package__).joinpath("data", "amounts.toml").read_text(encoding="utf-8"))
    currencies = {sign: f"iso4217:{code}" for sign, code in data["currency_signs"].items()}
    codes = data["currency_codes"]["codes"].split()
    currencies |= {code: f"iso4217:{code}" for code in codes}
    units: dict[str, str] = data["units"] | {code: f"iso4217:{code}" for code in codes} | {"x": "xbrli:pure", "×": "xbrli:pure"}
    kanji = data["kanji"]
    months = data["months"]["words"].split()
    return Lexicon(
        currencies=currencies,
        units=units,
        scales=data["scales"] | data["money_scales"],
        japanese_scales=data["japanese_scales"],
        per=data["per"],
        references=frozenset(data["references"]["words"].split()),
        months=frozenset(months),
        kanji=(kanji["digits"], kanji["tens"], kanji["myriads"]),
        numeral=re.compile(NUMERAL),
        after=re.compile(_after(data, codes)),
        not_an_amount=re.compile(_not_an_amount(months)),
        japanese_scale=re.compile(_any(data["japanese_scales"])),
        dash=re.compile(
            rf"(?P<before>[$€£¥]{SPACE}{{0,3}})(?P<dash>[-–—]{{1,2}})(?![-–—0-9A-Za-z($€£¥.])|(?P<dash2>[–—]){SPACE}?%"
        ),
        dash_cell=re.compile(
            r"\(?\s*(?P<before>[^\W\d]{0,3}[$€£¥]?)\s*(?P<dash>[-–—ー]{1,3})\s*(?P<after>%|[^\W\d]{0,3})\s*\)?"
        ),
        word_start=re.compile(_word_start()),
        words=re.compile(_words()),
        kanji_number=re.compile(rf"[{kanji['digits']}{''.join(kanji['tens'])}{''.join(kanji['myriads'])}]{{1,20}}"),
    )


def _any(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(re.escape(word).replace(r"\ ", "[ \xa0]") for word in sorted(words, key=len, reverse=True))


def _latin(words: Iterable[str]) -> list[str]:
    return [word for word in words if word[-1].isascii() and word[-1].isalpha()]


def _after(data: dict[str, dict[str, str]], codes: list[str]) -> str:
    """What belongs to a number and follows it: parentheses, a scale word, a unit, what it is per, a minus."""
    latin = _any([*_latin(data["units"]), *codes])
    signs = _any(set(data["units"]) - set(_latin(data["units"])) - {"$", "€", "£"})
    qualifiers = "diluted|basic|common|ordinary|preferred|weighted|average"
    per = _any(_latin(data["per"]))
    return rf"""(?x)
        (?P<close>{SPACE}{{0,3}}\))?
        (?P<body>
        (?: [ \xa0-]{{0,2}} (?P<scale>{_any(data["scales"])}) (?![A-Za-z])
          | [ \xa0]? (?P<money>{_any(data["money_scales"])}) (?![A-Za-z0-9&]) )?
        (?: {SPACE}?(?P<sign>{signs}) | {SPACE}?(?P<symbol>[$€£]) (?!{SPACE}{{0,2}}[0-9(—–-]) | (?P<times>[x×])(?![A-Za-z0-9])
          | [ \xa0-]{{1,2}} (?P<unit>{latin}) (?![A-Za-z]) | (?P<code>{"|".join(codes)}) (?![A-Za-z]) )?
        (?: {SPACE}{{1,2}} per {SPACE} (?: (?:{qualifiers}) {SPACE} ){{0,3}} (?P<per>{per}) (?![A-Za-z])
          | {SPACE}? / {SPACE}? (?P<slash>株|口|share|unit|ADS) | {SPACE} (?:a|each) {SPACE} (?P<each>share) (?![A-Za-z]) )?
        )
        (?P<close2>{SPACE}{{0,3}}\))?
        (?P<percent>{SPACE}?%)?
        (?P<minus>-(?![A-Za-z0-9]))?
    """.replace("[ \xa0", "[\\ \xa0")


def _not_an_amount(months: list[str]) -> str:
    """What follows the first digits of a date, a time, a telephone number, an identifier or a section number."""
    month = "|".join(sorted({name.capitalize() for name in months}, key=len, reverse=True))
    return (
        r"(?P<date>(?:-[0-9]+){2,8}|(?:/[0-9]+){1,2}|:[0-9]+|\)[ \xa0]?[0-9]{3}-[0-9]{4}|-[0-9]{5,}"
        rf"|(?:st|nd|rd|th)?(?:[ \xa0]of)?[ \xa0,]{{1,2}}(?:{month})(?![a-z])(?:\.?,?[ \xa0][0-9]{{4}}(?![0-9]))?"
        r"|年(?:度|[ \xa0]?[0-9]{1,2}[ \xa0]?月(?:[ \xa0]?[0-9]{1,2}[ \xa0]?日)?)"
        r"|月(?!間|分)(?:期|[ \xa0]?[0-9]{1,2}[ \xa0]?日)?"
        r"|日(?!間|分|数)|時(?!間)|(?:四半)?期(?!間)|[号項条章])"
        r"|(?P<per>[株口](?:当たり|あたり|につき|当り))"
    )


def _word_start() -> str:
    """Finds where a number word begins; the leading set of characters lets the search run over text quickly."""
    by_letter: dict[str, list[str]] = {}
    for word in (*ONES, *TENS):
        by_letter.setdefault(word[0], []).append(word[1:])
    rest = "|".join(f"(?<=[{letter}{letter.upper()}])(?:{_any(words)})" for letter, words in by_letter.items())
    letters = "".join(by_letter)
    return f"[{letters}{letters.upper()}](?<![A-Za-z0-9-].)(?:{rest})(?![a-z])"


def _words() -> str:
    """The grammar of English number words up to quintillions."""
    ones = "|".join(word for word, number in ONES.items() if 0 < number < 10)
    small = "|".join(sorted((word for word, number in ONES.items() if number), key=len, reverse=True))
    gap, end, then = rf"(?:[{DASHES}]|[ \xa0]{{1,2}})", "(?![a-z])", r",?[ \xa0](?:and[ \xa0])?"
    below_hundred = rf"(?:(?:{'|'.join(TENS)})(?:{gap}(?:{ones}){end})?|(?:{small})){end}"
    hundreds = rf"{below_hundred}{gap}hundred{end}(?:[ \xa0](?:and[ \xa0])?{below_hundred}(?!{gap}hundred))?"
    group = rf"(?:{hundreds}|{below_hundred})"
    scale = rf"{gap}(?:{'|'.join(SCALES)}){end}"
    after_scale = "|".join(f"(?<={word})" for word in SCALES)
    # What follows a comma is the rest of the number only if it counts hundreds: "five million, two of which" is two numbers.
    rest = rf"(?:{after_scale})(?:{then}{hundreds}|[ \xa0]and[ \xa0]{below_hundred}|(?<=thousand)[ \xa0]{below_hundred})"
    return rf"(?i:zero{end}|{group}(?:{scale}(?:{then}{group}(?={scale}))?){{0,6}}(?:{rest})?)"
