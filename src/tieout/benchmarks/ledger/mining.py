"""Candidate pages for a value where no fact tells its page: pages that print it, in whatever unit (section 3.3 of the paper).

A printed number is brought to single units by the nearest word of scale: one beside the number ("1.2 billion"), else a hint
near the line ("in thousands"), else the page's, else the report's. A page is a candidate when a number is
within 1 % of the value.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tieout.benchmarks.ledger.scoring import LOOSE, TIGHT, within
from tieout.engines.kpis.labels import matches, normalise

__all__ = ["Candidate", "Mined", "candidates", "rule_grade"]

_MOST_DIGITS = 30
_ROW = re.compile(r"<tr\b[^>]{0,1000}>(.*?)</tr>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,1000}>")
_NUMBER = re.compile(
    r"""
    (?<![\w.,/-])
    (?P<open>\()? [$€£¥\s]{0,3} (?P<minus>[-−])? [$€£¥\s]{0,3}
    (?P<digits> \d{1,3}(?:,\d{3})+(?:\.\d+)? | \d+(?:\.\d+)? )
    (?: \s?(?P<scale>thousand|million|billion|trillion|bn|mm)s?\b )?
    (?P<percent>\s?%)?
    (?! [\w/] | [.,]\d )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_HINT = re.compile(
    r"""
    \b(?:in|of)\s+(?:(?:U\.?S\.?|usd|euro|eur|£|\$|€)\s*)?(?P<word>thousand|million|billion)s?\b
    | [$€£]\s?(?P<short>000|million|m)s?\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_POWERS = {"thousand": 3, "million": 6, "mm": 6, "billion": 9, "bn": 9, "trillion": 12, "000": 3, "m": 6}
_NEAR = 4  # lines above


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page (from 1) that prints the value; ``line`` is the text of the line or table row, ``exact``: within 0.05 %."""

    page: int
    line: str
    exact: bool


@dataclass(frozen=True, slots=True)
class _Number:
    line: int
    value: Decimal
    own_scale: bool
    near: int | None


class Mined:
    """The numbers of a report's pages, read once for all its questions."""

    def __init__(self, pages: Sequence[str]) -> None:
        self.lines = [_lines(page) for page in pages]
        hints = [[_hint(line) for line in lines] for lines in self.lines]
        self.of_page = [_commonest(one) for one in hints]
        self.of_report = _commonest([hint for one in hints for hint in one]) or 0
        self.numbers = [list(_numbers(lines, near)) for lines, near in zip(self.lines, hints, strict=True)]

    def values(self, page: int) -> Iterator[tuple[int, Decimal, Decimal]]:
        """(line, value as printed, value in single units) of each number of a page, from 0."""
        for one in self.numbers[page]:
            power = 0 if one.own_scale else next(p for p in (one.near, self.of_page[page], self.of_report) if p is not None)
            yield one.line, one.value, one.value.scaleb(power)


def candidates(mined: Mined, value: Decimal, scaled: bool) -> Iterator[Candidate]:
    """The first line of each page that prints ``value``; signs are not compared.

    With ``scaled`` false (amounts a share) numbers are taken as they are printed.
    """
    gold = abs(value)
    for page in range(len(mined.lines)):
        found = [(number, abs(full if scaled else printed)) for number, printed, full in mined.values(page)]
        near = [(number, given) for number, given in found if within(given, gold, LOOSE)]
        if near:
            exact = [number for number, given in near if within(given, gold, TIGHT)]
            yield Candidate(page + 1, mined.lines[page][(exact or [near[0][0]])[0]], bool(exact))


def rule_grade(candidate: Candidate, kpi: str) -> int:
    """The grade without a judge: 2 where the exact value stands in a line whose label names the KPI, else 1."""
    number = _NUMBER.search(candidate.line)
    label = normalise(candidate.line[: number.start()] if number else candidate.line)
    return 2 if candidate.exact and any(name == kpi for name, _ in matches(label)) else 1


def _lines(page: str) -> list[str]:
    """Lines of prose and rows of tables, as text."""
    spread = _ROW.sub(
        lambda row: "\n" + row[1].replace("\n", " ").replace("</td>", " </td>").replace("</th>", " </th>") + "\n", page
    )
    return [text for line in spread.split("\n") if (text := " ".join(html.unescape(_TAG.sub(" ", line)).split()))]


def _numbers(lines: Sequence[str], hints: Sequence[int | None]) -> Iterator[_Number]:
    for place, line in enumerate(lines):
        above = [hint for hint in hints[max(0, place - _NEAR) : place + 1] if hint is not None]
        for found in _NUMBER.finditer(line):
            digits = found["digits"].replace(",", "")
            if (
                found["percent"]
                or len(digits) > _MOST_DIGITS
                or (len(digits) == 4 and digits[:2] in ("19", "20") and "," not in found[0])
            ):
                continue  # a percentage, or a year
            power = _POWERS[found["scale"].lower()] if found["scale"] else 0
            negative = bool(found["open"] or found["minus"])
            value = Decimal(digits).scaleb(power)
            yield _Number(place, -value if negative else value, bool(found["scale"]), above[-1] if above else None)


def _hint(line: str) -> int | None:
    found = _HINT.search(line)
    return _POWERS[(found["word"] or found["short"]).lower()] if found else None


def _commonest(hints: Sequence[int | None]) -> int | None:
    counts = Counter(hint for hint in hints if hint is not None)
    return counts.most_common(1)[0][0] if counts else None
