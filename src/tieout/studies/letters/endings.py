"""Where a letter ends, by rules: its signature, the next letter, or the heading of another section."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from tieout.studies.letters.headings import Heading
from tieout.studies.letters.phrases import any_of, phrases, plain
from tieout.studies.letters.reading_order import Item

__all__ = ["LEAST_WORDS", "MOST_PAGES", "Ending", "find_end"]

MOST_PAGES = 15
LEAST_WORDS = 80
"""Words that a letter has before its signature: a name and title above that are a caption under a picture."""

_SIGNATURE_LINES = 10
_SALUTATION_WITHIN = 150  # words after a heading in which "Dear shareholders" still belongs to it


@dataclass(frozen=True, slots=True)
class Ending:
    """``last`` is the place of the letter's last item; ``why`` is signature, section, letter, length or report."""

    last: int
    why: str


def find_end(items: Sequence[Item], start: int, heading: Heading, heading_at: Callable[[int], Heading | None]) -> Ending:
    """Walks on from a letter's heading until something ends it.

    ``heading_at`` tells a letter's heading at a place. A running head that repeats the letter's own, and a salutation soon
    after its heading, end nothing.
    """
    words = 0
    for place in range(start + 1, len(items)):
        item = items[place]
        if item.page - items[start].page >= MOST_PAGES:
            return Ending(place - 1, "length")
        other = heading_at(place)
        if other is not None and not _belongs(other, heading, words):
            return Ending(place - 1, "letter")
        if other is None and _is_section(item) and not (words == 0 and item.page == items[start].page):
            return Ending(place - 1, "section")
        signed = _signature(items, place) if words >= LEAST_WORDS else None
        if signed is not None:
            return Ending(signed, "signature")
        words += item.words if item.block is not None else 0
    return Ending(len(items) - 1, "report")


def _belongs(other: Heading, heading: Heading, words: int) -> bool:
    if plain(other.text) == plain(heading.text) or (other.authors and other.authors == heading.authors):
        return True
    return other.salutation and words < _SALUTATION_WITHIN


def _is_section(item: Item) -> bool:
    if not item.is_heading:
        return False
    return bool(_anywhere().match(item.plain) or (item.top and _page_top().match(item.plain)))


def _signature(items: Sequence[Item], place: int) -> int | None:
    """The place of the signature's last line where one begins here; else None.

    After a valediction come up to ten lines of names, titles and dates on the same page. Without one, a name and a title under
    it are a signature only where no prose follows before the next heading or page: else they are a caption.
    """
    item = items[place]
    if _valediction().fullmatch(item.plain) or (item.words <= 25 and _begins_with_valediction(item)):
        return _lines_after(items, place)
    if not (item.is_line and _is_name(item)):
        return None
    after = items[place + 1] if place + 1 < len(items) else None
    if not (_holds_title(item) or (after is not None and after.page == item.page and after.is_line and _holds_title(after))):
        return None
    last = _lines_after(items, place)
    following = next((item for item in items[last + 1 : last + 3] if not item.plain.isdigit()), None)  # past a page number
    if following is None or following.page != item.page:
        return last if following is None or not following.is_prose else None
    return last if following.is_heading or following.block is None else None


def _lines_after(items: Sequence[Item], place: int) -> int:
    """The last of the short lines that follow on the page: names, titles, a date; a heading that is none of them ends them."""
    last = place
    for at in range(place + 1, min(place + 1 + _SIGNATURE_LINES, len(items))):
        item = items[at]
        if item.page != items[place].page or not item.is_line or _is_section(item) or item.plain.isdigit():
            break
        if item.block is not None and item.block.kind == "heading" and not (_is_name(item) or _holds_title(item)):
            break
        last = at
    return last


def _is_name(item: Item) -> bool:
    """Two to six words that begin with capitals, before any comma or line break: a name, perhaps with the title after it."""
    lines = item.block.text.strip("*_ \t").splitlines() if item.block is not None else []
    if not lines or any(c.isdigit() for c in item.text):
        return False
    name = re.split(r",| [-–—] ", lines[0].strip("*_ \t"), maxsplit=1)[0].split()
    return 2 <= len(name) <= 6 and all(word[:1].isupper() for word in name)


def _holds_title(item: Item) -> bool:
    return bool(_title().search(item.plain))


def _begins_with_valediction(item: Item) -> bool:
    """A short block of which the first line, or what stands before the first comma, is one: OCR and PDFs join such lines.

    A name has to follow: "Thank you, dear shareholders, for your trust" is a sentence.
    """
    if item.block is None:
        return False
    first, *rest = re.split(r"[\n,]", item.block.text.strip("*_ \t"), maxsplit=1)
    named = [word for word in " ".join(rest).split()[:2] if word[:1].isupper()]
    return len(named) == 2 and bool(_valediction().fullmatch(plain(first)))


@cache
def _valediction() -> re.Pattern[str]:
    return re.compile(any_of(phrases()["end"]["valedictions"]))


@cache
def _title() -> re.Pattern[str]:
    roles = [word for said in phrases()["heading"]["roles"].values() for word in said]
    return re.compile(rf"\b{any_of([*roles, *phrases()['end']['titles']])}\b")


@cache
def _anywhere() -> re.Pattern[str]:
    return re.compile(rf"(?:our |the )?{any_of(phrases()['end']['anywhere'])}\b")


@cache
def _page_top() -> re.Pattern[str]:
    return re.compile(rf"(?:our |the )?{any_of(phrases()['end']['page_top'])}\b")
