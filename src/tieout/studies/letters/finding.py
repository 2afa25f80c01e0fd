"""Letters of chairs and chief executives in a report, in the report's own order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from tieout.report import Report
from tieout.studies.letters.classifier import Marker, find_marker
from tieout.studies.letters.contents import contents_pages
from tieout.studies.letters.endings import LEAST_WORDS, find_end
from tieout.studies.letters.headings import Heading, read_heading
from tieout.studies.letters.letter import Letter, make_letter
from tieout.studies.letters.phrases import any_of, phrases, plain
from tieout.studies.letters.reading_order import Item, items_of

__all__ = ["Found", "Place", "find_letters", "letters_at", "places_of"]

_PROSE_ON_CONTENTS = 100  # words of prose that make a letter of a heading on a page with a list of contents


@dataclass(frozen=True, slots=True)
class Place:
    """A letter among a report's items, from ``first`` to ``last``; ``until`` is the last place that it could end at."""

    first: int
    last: int
    until: int
    heading: Heading
    ended_by: str


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a report: its letters, or why there are none. ``marker`` is what tells a 10-K."""

    letters: tuple[Letter, ...]
    marker: Marker | None = None
    reason: str = ""


def find_letters(report: Report, *, also_10k: bool = False, least_words: int = LEAST_WORDS) -> Found:
    """Letters by heading, each once, none inside another; headings on pages of contents are passed over.

    A 10-K is not searched, unless ``also_10k``. What is shorter than ``least_words`` is no letter.
    """
    marker = find_marker(report)
    if marker is not None and not also_10k:
        return Found((), marker, f"is a 10-K: {marker.name} on page {marker.evidence.page}")
    items = items_of(report)
    places = places_of(items)
    return Found(letters_at(report, items, places, least_words), marker, "" if places else "no heading of a letter")


def letters_at(
    report: Report, items: Sequence[Item], places: Sequence[Place], least_words: int = LEAST_WORDS
) -> tuple[Letter, ...]:
    """The letters at the places, those that are long enough."""
    made = (make_letter(report, items[p.first : p.last + 1], p.heading, p.ended_by) for p in places)
    return tuple(letter for letter in made if letter.words >= least_words)


def places_of(items: Sequence[Item]) -> list[Place]:
    """Where letters begin and end, by rules, in order and without overlap."""
    headings = _headings(items)
    places: list[Place] = []
    for first, heading in headings.items():
        if places and first <= places[-1].last:
            continue  # a running head, or a salutation
        ending = find_end(items, first, heading, headings.get)
        place = Place(first, ending.last, ending.last, heading, ending.why)
        if places and _goes_on(items, places[-1], place):
            places[-1] = replace(places[-1], last=place.last, ended_by=place.ended_by)
        else:
            places.append(place)
    following = [*(p.first for p in places), len(items)][1:]
    return [replace(p, until=end - 1) for p, end in zip(places, following, strict=True)]


def _goes_on(items: Sequence[Item], before: Place, place: Place) -> bool:
    """The same heading at the top of the next page, after what only looked like an end."""
    same = plain(before.heading.text) == plain(place.heading.text)
    return same and items[place.first].top and items[place.first].page <= items[before.last].page + 1


def _headings(items: Sequence[Item]) -> Mapping[int, Heading]:
    """Headings of letters by place; a heading on two lines stands at the first."""
    contents = contents_pages(items)
    found: dict[int, Heading] = {}
    for place, item in enumerate(items):
        if not item.is_line or (
            place - 1 in found and items[place - 1].page == item.page and item.text in found[place - 1].text
        ):
            continue
        heading = read_heading(item.text) or _on_two_lines(items, place)
        if heading is None or (heading.salutation and _is_auditors(items, place)):
            continue
        if item.page in contents and not _prose_follows(items, place):
            continue
        found[place] = heading
    return found


def _on_two_lines(items: Sequence[Item], place: int) -> Heading | None:
    following = items[place + 1] if place + 1 < len(items) else None
    if following is None or following.page != items[place].page or not following.is_line:
        return None
    if read_heading(following.text) is not None:
        return None
    return read_heading(f"{items[place].text} {following.text}")


def _prose_follows(items: Sequence[Item], place: int) -> bool:
    words = 0
    for item in items[place + 1 :]:
        if item.page != items[place].page or words >= _PROSE_ON_CONTENTS or read_heading(item.text) is not None:
            break
        words += item.words if item.is_prose else 0
    return words >= _PROSE_ON_CONTENTS


def _is_auditors(items: Sequence[Item], place: int) -> bool:
    """ "To the Shareholders" under the heading of an auditors' report."""
    return any(_auditors().search(item.plain) for item in items[max(place - 3, 0) : place] if item.is_line)


@cache
def _auditors() -> re.Pattern[str]:
    return re.compile(rf"\b{any_of(phrases()['heading']['never']['before'])}\b")
