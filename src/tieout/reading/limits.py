"""What a hostile or broken input may cost, and how far the user may raise it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from tieout.report.errors import LimitError

__all__ = ["DEFAULT_LIMITS", "Limits", "Meter", "check_markup", "check_size", "over"]

MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds while reading; the user can raise every one of them by its name (``--max NAME=VALUE`` on the command line).

    ``file_size`` and ``total_size`` are bytes: of one file, and of all that a zip would unpack to. ``members`` counts the files
    of a zip or folder; ``ratio`` is how much larger than packed a zip or one file in it may be. ``markup`` counts the tags and
    attributes of one document, ``depth`` its nested elements (libxml2 itself stops at 2,048). ``span`` bounds colspan and
    rowspan, ``cells`` the grid positions of one table. ``relations`` counts the arcs of all linkbases of one report, and the
    pairs of facts and footnotes. ``text`` counts the characters in the facts of a report, as far as facts stand in one another
    or share a continuation or a footnote; ``context`` those of one context or unit. ``words`` counts the words and drawn lines
    of a PDF, and ``items`` its blocks and cells, as far as they are more than its bytes explain (see `reading.pdf.budget`).
    """

    file_size: int = 200 * MB
    total_size: int = 1_000 * MB
    members: int = 20_000
    ratio: int = 100
    markup: int = 10_000_000
    depth: int = 1_000
    span: int = 1_000
    cells: int = 500_000
    pages: int = 10_000
    relations: int = 1_000_000
    text: int = 100_000_000
    context: int = 20_000
    words: int = 200_000
    items: int = 100_000


DEFAULT_LIMITS = Limits()


def over(limits: Limits, name: str, what: str) -> LimitError:
    """The error for a limit that is exceeded: ``what`` is larger than the limit called ``name``, and how to raise it.

    >>> print(over(DEFAULT_LIMITS, "pages", "a.pdf: has more pages"))
    a.pdf: has more pages than the limit of 10,000; raise it with --max pages=NUMBER (in Python: Limits(pages=…))
    """
    value = "SIZE" if name.endswith("_size") else "NUMBER"
    unit = " bytes" if name.endswith("_size") else ""
    allowed = f"{getattr(limits, name):,}{unit}"
    return LimitError(f"{what} than the limit of {allowed}; raise it with --max {name}={value} (in Python: Limits({name}=…))")


def check_size(data: bytes, name: str, limits: Limits) -> None:
    """Raises LimitError for data larger than one file may be."""
    if len(data) > limits.file_size:
        raise over(limits, "file_size", f"{name}: has {len(data):,} bytes, more")


def check_markup(data: bytes, name: str, limits: Limits) -> None:
    """Raises LimitError for markup that would make too large a tree: a tag of four bytes takes hundreds in memory.

    What counts as a tag or an attribute here is every ``<`` and ``=``, so that nothing has to be parsed to know.
    """
    if len(data) > limits.markup and data.count(b"<") + data.count(b"=") > limits.markup:
        raise over(limits, "markup", f"{name}: has more tags and attributes")


class Meter:
    """Adds up what the facts of one report take, each once however often it is asked for."""

    __slots__ = ("_limits", "_name", "_seen", "_sum")

    def __init__(self, name: str, limits: Limits) -> None:
        self._name = name
        self._limits = limits
        self._seen: set[Hashable] = set()
        self._sum = 0

    def charge(self, what: Hashable, weight: int) -> None:
        """Counts ``what`` with that many characters, unless it was counted before. Raises LimitError when it is too much."""
        if what in self._seen:
            return
        if self._sum + weight > self._limits.text:
            raise over(self._limits, "text", f"{self._name}: its facts stand in one another so that they hold more text")
        self._seen.add(what)
        self._sum += weight
