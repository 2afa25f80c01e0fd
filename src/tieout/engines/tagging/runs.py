"""Numbers of prose that are said in one breath: ``$5 million, $4 million and $3 million in 2025, 2024 and 2023, respectively``.

They are about one thing, which stands before the first or behind the last of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tieout.engines.tagging.numbers import Candidate

__all__ = ["Run", "runs"]

_BETWEEN = re.compile(
    r"(?>(?:[\s,;$€£%()–—-]|\d++|(?:and|or|million|billion|thousand|approximately|percent|shares|per|share|for|in|at|of|as|the|a|an|fiscal|"
    r"years?|ended|months?|quarters?|periods?|three|six|nine|twelve|respectively|during|both|compared|with|"
    r"january|february|march|april|may|june|july|august|september|october|november|december)\b)*)",
    re.IGNORECASE,
)
_LONGEST = 100
_LONGEST_SIDE = 120


@dataclass(frozen=True, slots=True)
class Run:
    """The run that a number belongs to: the index of its first number, and the text around all of it ("" for one alone)."""

    first: int = 0
    before: str = ""
    after: str = ""


def runs(text: str, numbers: Sequence[Candidate]) -> list[Run]:
    """For each number of the text, in order, its run."""
    firsts: list[int] = []
    for i, number in enumerate(numbers):
        between = text[numbers[i - 1].end : number.start] if i else ""
        joined = i > 0 and len(between) <= _LONGEST and _BETWEEN.fullmatch(between) is not None
        firsts.append(firsts[-1] if joined else i)
    lasts = {first: i for i, first in enumerate(firsts)}
    found = {first: _run(text, numbers, first, last) for first, last in lasts.items()}
    return [found[first] for first in firsts]


def _run(text: str, numbers: Sequence[Candidate], first: int, last: int) -> Run:
    if first == last:
        return Run(first)
    begin, end = numbers[first].start, numbers[last].end
    return Run(first, text[max(0, begin - _LONGEST_SIDE) : begin], text[end : end + _LONGEST_SIDE])
