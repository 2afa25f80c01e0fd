"""What a gold fact is: its string, its type, its concept, and when two strings name the same number."""

from __future__ import annotations

import re
from typing import NotRequired, TypedDict

__all__ = ["TYPES", "Fact", "bare", "fact_string", "same_number"]

TYPES = ("monetaryItemType", "percentItemType", "sharesItemType", "perShareItemType", "integerItemType")
"""The five item types that the benchmark asks for (the paper's 3.3.1)."""

_MARKS = re.compile(r"[\s,$€£¥%()\u200b]+")


class Fact(TypedDict):
    """One (Fact, Type) pair; with ``Tag`` a triplet. Keys as in the official answers."""

    Fact: str
    Type: str
    Tag: NotRequired[str]


def fact_string(printed: str) -> str:
    """The official string of a printed number: no commas, currency signs, percent signs, brackets or white space around it.

    Magnitude words stay out (they are no part of the tag) and are never expanded; a tagged dash is ``—`` as printed.
    """
    return re.sub(r"[,$€£¥%()]", "", printed).strip(" \t\r\n\xa0\u200b")


def same_number(text: str) -> str:
    """The form in which two Fact strings are compared: white space and marks that carry no value are left out."""
    return _MARKS.sub("", text)


def bare(tag: str) -> str:
    """A concept's local name: ``us-gaap:Assets``, ``us-gaap_Assets`` and ``Assets`` are the same answer."""
    return tag.strip().removeprefix("us-gaap:").removeprefix("us-gaap_")
