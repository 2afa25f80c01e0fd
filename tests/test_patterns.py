"""Patterns mean the same on every Python that we support.

Before 3.11.5 a possessive repeat of a group, such as ``(?:,\\d+)*+``, keeps what a part of the group took before it failed
(python/cpython#106052). Debian 12 has such a Python. The same in an atomic group, ``(?>(?:,\\d+)*)``, is right everywhere.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from tieout.llm import bounded_json
from tieout.report import review

SRC = Path(__file__).resolve().parents[1] / "src"
# Behind a group, or behind what may be one that is put into an f-string. A repeat of one character is right everywhere.
POSSESSIVE_GROUP = re.compile(r"[^\\\]][)}](?:[*+?]|\{\d*,?\d*\})\+")
# In an atomic group these would hold memory for each character of a long string. No part of theirs fails after a repeat.
ALLOWED = "_STRING_OR_BRACKET = "


def possessive_groups(source: str) -> list[str]:
    return [line for line in source.splitlines() if POSSESSIVE_GROUP.search(line) and not line.startswith(ALLOWED)]


@pytest.mark.parametrize("line", [r'"(?:\.\d++)?+"', r'rf"{_MARK}++\s"', r'"(?:-\s*+){3,}+$"', r'"(?:a|b)*+"'])
def test_a_possessive_group_is_seen(line: str) -> None:
    assert possessive_groups(line) == [line]


@pytest.mark.parametrize("line", [r'"\s*+[)）]?+a++"', r'"(?>(?:\.\d++)?)"', r'"\(*+\)?+"', r'rf"[{a}]*+"'])
def test_a_possessive_repeat_of_a_character_is_none(line: str) -> None:
    assert possessive_groups(line) == []


def test_there_is_none_in_the_package() -> None:
    found = {str(path.relative_to(SRC)): possessive_groups(path.read_text(encoding="utf-8")) for path in SRC.rglob("*.py")}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_those_that_are_allowed_match_as_in_atomic_groups() -> None:
    texts = ["".join(made) for length in range(6) for made in itertools.product('"\\a[', repeat=length)]
    for pattern in (review._STRING_OR_BRACKET, re.compile(bounded_json._STRING_OR_BRACKET.pattern.decode(), re.DOTALL)):
        safe = re.compile(re.sub(r"(\(\?:[^)]*\)\*)\+", r"(?>\1)", pattern.pattern), pattern.flags)
        assert safe.pattern != pattern.pattern
        for text in texts:
            assert [m.span() for m in pattern.finditer(text)] == [m.span() for m in safe.finditer(text)], text
