"""Likeness: how well a member suits an axis, or a line a section of the cash flow statement, by the words in their names.

Where no list has a pair, the pairs that lists do have still tell: the words of a member's name are compared with those of
the members that filings use on the axis, and with the words of the axis itself (a naive Bayes estimate, smoothed by how
common a word is in all members).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise

from tieout.engines.auditing.lists import table
from tieout.engines.auditing.standard import known_members, known_sections

__all__ = [
    "MEMBER_SUITS_FROM",
    "SECTION_TOLD_FROM",
    "home_apart",
    "is_listed",
    "kinship",
    "member_likeness",
    "only_home",
    "section_by_words",
    "suits",
    "takes_own",
    "words_of",
]

_WORD = re.compile(r"[A-Z][a-z]+|[A-Z]+(?![a-z])|\d+")
_EMPTY = frozenset(
    ("Member", "Domain", "Axis", "By", "And", "Of", "The", "In", "Or", "For", "Type", "Other", "Name", "Excluding", "Including")
)
_PRIOR = 8.0
_AXIS_WORD = 3.0
_RARE = 0.3
_KIN_WEIGHT = 4.0
_NAME_OVERLAP = 0.5

MEMBER_SUITS_FROM = -1.6
"""The likeness from which a member that no list knows may stand on an axis; set on a part of the issuers, tried on the rest."""

_SUITS_FROM_WITH_KIN = -0.75
SECTION_TOLD_FROM = 1.5
"""How much likelier, as a logarithm, the best section has to be than the next for the words of a line to tell."""


def words_of(name: str) -> frozenset[str]:
    """The words of a name that mean something, without the plural: ``DebtSecuritiesMember`` gives Debt and Securitie."""
    return frozenset(word.rstrip("s") for word in _WORD.findall(name)) - _EMPTY


@cache
def _axes() -> Mapping[str, Mapping[str, int]]:
    """Axis to its known members, each with its number of issuers."""
    found: dict[str, dict[str, int]] = {}
    for member, axes in known_members().items():
        for axis, issuers in axes.items():
            found.setdefault(axis, {})[member] = issuers
    return found


@cache
def _words_on(axis: str) -> Counter[str]:
    counts = Counter(word for member in _axes().get(axis, ()) for word in words_of(member))
    known = table("axis_words")
    counts.update({word.rstrip("s"): known["weight"] for word in known["words"].get(axis, ())})
    return counts


@cache
def _all_words() -> tuple[Counter[str], float]:
    counts: Counter[str] = Counter()
    for axis in _axes():
        counts.update(word for member in _axes()[axis] for word in words_of(member))
    return counts, float(counts.total() + 100)


def member_likeness(axis: str, member: str, beside: Iterable[str] = ()) -> float:
    """A log-odds: above 0 where the member's words are commoner on the axis than elsewhere (local names).

    ``beside`` are other members that are there, such as those of the same filing.
    """
    on_axis = _words_on(axis)
    near = Counter(word for one in beside if one != member for word in words_of(one))
    everywhere, total = _all_words()
    axis_words = words_of(axis)
    size = on_axis.total() + near.total() + _AXIS_WORD * len(axis_words) + _PRIOR
    words = words_of(member)
    score = 0.0
    for word in words:
        base = (everywhere[word] + _RARE) / total
        here = (on_axis[word] + near[word] + _AXIS_WORD * (word in axis_words) + _PRIOR * base) / size
        score += math.log(here / base)
    return score / math.sqrt(max(1, len(words)))


def kinship(axis: str, other: str) -> float:
    """How many members two axes share, and how many words their names do; 1 for the same axis."""
    if axis == other:
        return 1.0
    here, there = _axes().get(axis, {}), _axes().get(other, {})
    shared = len(here.keys() & there.keys()) / math.sqrt(max(1, len(here)) * max(1, len(there)))
    a, b = words_of(axis), words_of(other)
    return shared + _NAME_OVERLAP * len(a & b) / max(1, len(a | b))


def home_apart(axis: str, member: str) -> str | None:
    """The other axis that members named so have, though their words are those of this one; None for all others."""
    for apart in table("axes")["elsewhere"]:
        if apart["axis"] == axis and member.startswith(tuple(apart["begins"])):
            home: str = apart["home"]
            return home
    return None


def is_listed(axis: str, member: str) -> bool | None:
    """Whether an axis whose standard members are a short list has the member; None for all other axes."""
    for closed in table("axes")["closed"]:
        if closed["axis"] == axis:
            known = member in closed["standard"] or member.startswith(tuple(closed.get("begins", ())))
            # Countries and currencies have taxonomies of their own, whose members are codes.
            return known or not member.endswith("Member")
    return None


def takes_own(axis: str) -> bool:
    """Whether an axis whose standard members are a short list takes members of the filer's own."""
    return any(closed["extensions"] for closed in table("axes")["closed"] if closed["axis"] == axis)


def only_home(member: str) -> str | None:
    """The axis with a short list that alone has the member."""
    for closed in table("axes")["closed"]:
        if member in closed["standard"] and not closed.get("shared"):
            home: str = closed["axis"]
            return home
    return None


def suits(axis: str, member: str, beside: Iterable[str] = ()) -> bool:
    """Whether a standard member that no list has on the axis may stand there, by its words and by the axes it is known on."""
    known = table("axis_words")
    if member.startswith(tuple(known["begins"].get(axis, ()))):
        return True
    if member.removesuffix("Member").endswith(tuple(known["heads"].get(axis, ()))):
        return True
    if home_apart(axis, member) is not None:
        return False
    likeness = member_likeness(axis, member, beside)
    homes = {home: issuers for home, issuers in known_members().get(member, {}).items() if home != axis}
    if not homes:
        return likeness > MEMBER_SUITS_FROM
    kin = sum(issuers * kinship(axis, home) for home, issuers in homes.items()) / sum(homes.values())
    return likeness + _KIN_WEIGHT * kin > _SUITS_FROM_WITH_KIN


# Sections of the cash flow statement ------------------------------------------------------------------------------------


@cache
def _section_words() -> tuple[Mapping[str, Counter[str]], Mapping[str, int]]:
    words: dict[str, Counter[str]] = {}
    lines: Counter[str] = Counter()
    for concept, (section, _) in known_sections().items():
        lines[section] += 1
        words.setdefault(section, Counter()).update(_pieces(concept))
    return words, lines


def _pieces(concept: str) -> frozenset[str]:
    """The words of a line, and which comes first: payments to acquire and payments of debt are told apart by what follows."""
    found = [word.rstrip("s") for word in _WORD.findall(concept)]
    pairs = {f"{a}{b}" for a, b in pairwise(found)}
    return frozenset({*found, *pairs, f"^{found[0]}"} - _EMPTY if found else ())


@cache
def section_by_words(concept: str) -> tuple[str, float] | None:
    """The likeliest section of a line by the words of its name, and how much likelier than the next; None without lists."""
    words, lines = _section_words()
    if len(lines) < 2:
        return None
    vocabulary = len({word for counts in words.values() for word in counts})
    scores = []
    for section, counts in words.items():
        size = counts.total() + 0.2 * vocabulary
        score = math.log(lines[section] / sum(lines.values()))
        known = [piece for piece in _pieces(concept) if any(piece in other for other in words.values())]
        score += sum(math.log((counts[piece] + 0.2) / size) for piece in known)
        scores.append((score, section))
    scores.sort(reverse=True)
    return scores[0][1], scores[0][0] - scores[1][0]
