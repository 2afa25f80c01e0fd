"""The seven labels, in the forms in which data, prompts and answers write them."""

from __future__ import annotations

from typing import TypedDict

__all__ = ["OFFICIAL", "TYPES", "Labelling", "prompt_label", "read_label"]

TYPES = ("PER", "LOC", "ORG")

OFFICIAL = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG")
"""By the number that stands in the official files."""

_NAMES = {"PER": "Person", "LOC": "Location", "ORG": "Organisation"}
_SPELLINGS = {
    "person": "PER",
    "per": "PER",
    "location": "LOC",
    "loc": "LOC",
    "organisation": "ORG",
    "organization": "ORG",
    "org": "ORG",
}


class Labelling(TypedDict):
    """A prediction: a label for each token by our aligner and by the paper's; None where a token got none."""

    labels: list[str | None]
    compat: list[str | None]


def prompt_label(label: str) -> str:
    """The label as the prompt asks for it: ``Person_B``, …, ``Other`` (the paper's Appendix I)."""
    prefix, _, kind = label.partition("-")
    return f"{_NAMES[kind]}_{prefix}" if kind else "Other"


def read_label(text: str) -> str | None:
    """One of the official labels, or ``X`` alone (PER, LOC, ORG) where the text doesn't say B or I; None for anything else.

    Understands ``Person_B``, ``PER_B``, ``B-PER``, ``Organization_I``, ``Other``, ``O``, in any case.
    """
    cleaned = text.strip(" \t\r.,;*`'\"()[]").lower().replace("-", "_").replace(" ", "_")
    if cleaned in ("other", "o"):
        return "O"
    head, _, tail = cleaned.partition("_")
    if head in ("b", "i") and tail in _SPELLINGS:
        return f"{head.upper()}-{_SPELLINGS[tail]}"
    if head in _SPELLINGS and tail in ("b", "i"):
        return f"{tail.upper()}-{_SPELLINGS[head]}"
    return _SPELLINGS.get(cleaned)
