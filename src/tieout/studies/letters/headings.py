"""Headings and salutations with which a letter to shareholders begins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from tieout.studies.letters.phrases import any_of, phrases, plain

__all__ = ["Heading", "read_heading"]

_LONGEST = 160  # characters of a heading with a name and a motto after it
_YEAR = re.compile(r"(?:19|20)\d\d ")  # "2023 letter to shareholders"
_MOTTO = 10  # words after what makes it a letter's heading


@dataclass(frozen=True, slots=True)
class Heading:
    """``authors`` are the roles that it names (``chair``, ``ceo``…), often none; a salutation addresses readers."""

    text: str
    authors: frozenset[str]
    salutation: bool = False


def read_heading(text: str) -> Heading | None:
    """The heading that a line is; None for any other line, a mention in a sentence, and an entry of a table of contents."""
    if not text or len(text) > _LONGEST:
        return None
    words = plain(text)
    words = words[5:] if _YEAR.match(words) else words
    rest, salutation = _matched(words)
    if rest is None or len(rest.split()) > _MOTTO:
        return None
    if _never().search(words) or _is_entry(rest):
        return None
    return Heading(" ".join(text.split()), _authors(words), salutation)


def _matched(words: str) -> tuple[str | None, bool]:
    """What follows the part that makes the line a heading, None where there is no such part; whether it is a salutation."""
    for pattern, salutation in _patterns():
        match = pattern.match(words)
        if match is not None:
            if salutation and not _owners().search(match[0]):
                continue
            return words[match.end() :], salutation
    return None, False


def _is_entry(rest: str) -> bool:
    """A heading that ends in a page number stands in a table of contents; one that ends in a year doesn't."""
    last = rest.split()[-1] if rest.split() else ""
    return last.isdigit() and not (len(last) == 4 and last.startswith(("19", "20")))


def _authors(words: str) -> frozenset[str]:
    roles: dict[str, list[str]] = phrases()["heading"]["roles"]
    return frozenset(name for name, said in roles.items() if re.search(rf"\b{any_of(said)}s?\b", words))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], bool], ...]:
    table = phrases()["heading"]
    letter = any_of(table["letters"])
    adjective = f"(?:{any_of(table['adjectives'])} )"
    role = f"{any_of(word for said in table['roles'].values() for word in said)}(?: ?s)?"
    author = rf"{adjective}{{0,4}}{role}(?: (?:and |& |of (?:the )?board )?{adjective}{{0,3}}{role}){{0,3}}"
    reader = any_of(table["readers"]["words"])
    fellow = f"(?:{any_of(table['readers']['fellow'])} )"
    readers = rf"{fellow}{{0,3}}{reader}(?: (?:and |& )?{fellow}{{0,2}}{reader}){{0,4}}"
    qualifier = r"(?:(?:our|the|a|an|annual|joint|chairmans|chairs|ceos?|presidents?) ){0,2}"
    return tuple(
        (re.compile(pattern + r"\b"), salutation)
        for pattern, salutation in (
            (rf"{qualifier}{letter} (?:from|by|of) {author}", False),
            (rf"{author} {letter}(?: to {readers})?", False),
            (rf"{qualifier}{letter} to {readers}", False),
            (rf"{qualifier}{reader} (?:letter|message)", False),
            (rf"from (?:the (?:desk|office) of )?{author}", False),
            (rf"(?:ladies and gentlemen )?(?:dear|to|my fellow|fellow) {readers}", True),
        )
    )


@cache
def _owners() -> re.Pattern[str]:
    return re.compile(rf"\b{any_of(phrases()['heading']['readers']['owners'])}\b")


@cache
def _never() -> re.Pattern[str]:
    return re.compile(rf"\b{any_of(phrases()['heading']['never']['words'])}\b")
