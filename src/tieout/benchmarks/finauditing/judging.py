"""The exact judge of FinMR: what two written numbers mean, and which of the paper's four labels an answer gets."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Literal

from tieout.benchmarks.finauditing.parsing import Values

__all__ = ["Verdict", "judge", "meaning"]

Verdict = Literal["A", "S", "E", "C"]

_DROPPED = re.compile(r"[\s,_'’]|US\$|USD|EUR|GBP|JPY|[$€£¥]")
_LONGEST = 200


def meaning(text: str) -> Decimal | None:
    """The number that ``text`` writes: thousands separators and currency signs dropped, parentheses negative. Else None."""
    cleaned = _DROPPED.sub("", text.strip().replace("−", "-")) if len(text) <= _LONGEST else ""
    negative = cleaned.startswith("(") and cleaned.endswith(")")
    if negative:
        cleaned = cleaned[1:-1]
    try:
        value = Decimal(cleaned)
    except InvalidOperation:
        return None
    if not value.is_finite():
        return None
    return -value if negative else value


def judge(gold: Values, answer: Values | None) -> Verdict:
    """A all agree, S not that structure (no prediction), E extracted value differs, C calculated value differs (Appendix C.3).

    Zero tolerance: numbers agree when they are equal; texts that are no numbers when they are the same.
    """
    if answer is None:
        return "S"
    if not _agree(gold["extracted_value"], answer["extracted_value"]):
        return "E"
    return "A" if _agree(gold["calculated_value"], answer["calculated_value"]) else "C"


def _agree(gold: str, answer: str) -> bool:
    wanted, found = meaning(gold), meaning(answer)
    if wanted is None:
        return gold.strip() == answer.strip()
    return wanted == found
