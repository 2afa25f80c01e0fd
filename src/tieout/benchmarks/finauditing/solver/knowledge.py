"""What is known of US GAAP without the filing: from a loaded taxonomy, else from the audit engine's lists."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from tieout.engines.auditing.likeness import SECTION_TOLD_FROM, is_listed, only_home, section_by_words, suits, takes_own
from tieout.engines.auditing.lists import names, table
from tieout.engines.auditing.standard import known_children, known_members, known_sections, open_standard

__all__ = ["Knowledge", "by_name", "by_words", "section_named"]

_SECTION = re.compile(r"(Operating|Investing|Financing)Activities(?!.*Reconcil)")
_SECTIONS = ("operating", "investing", "financing")
_NAMED = re.compile(r"(Operating|Investing|Financing)Activities")
_SECTION_KNOWN_FROM = 3
_TOTALS = ("Adjustments", "NetCashProvided", "CashProvided")
_WELL_KNOWN_FROM = 20


def section_named(concept: str) -> str | None:
    """The cash flow section that an abstract or a total is named after; None for any other concept."""
    if not (concept.endswith("Abstract") or concept.startswith(("NetCashProvided", "CashProvided"))):
        return None
    found = _SECTION.search(concept)
    return found[1].lower() if found else None


class Knowledge:
    """``taxonomy``: paths of standard taxonomy packages; raises InputError where one is none."""

    def __init__(self, taxonomy: Sequence[str] = ()) -> None:
        self._standard = open_standard(tuple(taxonomy)) if taxonomy else None

    def contains(self, total: str, part: str, known_from: int = 1) -> bool:
        """Whether ``part`` is known as a part of ``total`` (from that many issuers), and never the other way round."""
        below = self._standard.descendants if self._standard is not None else {}
        listed = known_children()
        if total in below.get(part, ()) or total in listed.get(part, ()):
            return False
        return part in below.get(total, ()) or listed.get(total, {}).get(part, 0) >= known_from

    def is_line_beside(self, one: str, other: str) -> bool:
        """Whether filings sum both into one total, and nothing into the first."""
        listed = known_children()
        return not self.is_total(one) and any(one in parts and other in parts for parts in listed.values())

    def is_total(self, concept: str) -> bool:
        """Whether filings, or the taxonomy, sum anything into it, or its name says so."""
        if concept.startswith(_TOTALS):
            return True
        below = self._standard.descendants if self._standard is not None else {}
        return concept in known_children() or concept in below

    def sections(self, concept: str) -> set[str]:
        """The cash flow sections that a line belongs to: as known, else as its name says; empty where nothing tells."""
        return self.listed_sections(concept) or by_name(concept)

    def listed_sections(self, concept: str) -> set[str]:
        """Those that the taxonomy or other filings have the line in."""
        found = set(self._standard.sections.get(concept, ())) if self._standard is not None else set()
        section, issuers = known_sections().get(concept, (None, 0))
        if section is not None and (issuers >= 2 or not found):
            found.add(section)
            if issuers < _SECTION_KNOWN_FROM:  # one of few may have erred: what the name says may be as right
                found |= by_name(concept)
        return found

    def fits(self, axis: str, member: str, *, own: bool, beside: Collection[str] = ()) -> bool | None:
        """Whether the member may stand on the axis; None where nothing tells.

        ``own``: the filer's own member; ``beside``: the other members that the filing has on the axis.
        """
        listed = is_listed(axis, member)
        if listed is not None:
            return takes_own(axis) if own else listed
        if own or member.endswith("Domain"):
            return True
        standard = self._standard.members.get(axis, frozenset()) if self._standard is not None else frozenset()
        homes = known_members().get(member, {})
        # On an axis that many use, one issuer's use is no precedent where very many have the member elsewhere.
        is_rare = homes.get(axis) == 1 and axis in table("axes")["open"]["axes"] and sum(homes.values()) >= _WELL_KNOWN_FROM
        precedent = axis in homes and not is_rare
        if member in standard or precedent:
            return True
        if only_home(member) is not None:
            return False
        return None if suits(axis, member, beside) else False

    def never_summed(self, concept: str) -> bool:
        return concept in names("statement_lines", "never_summed")


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("sections.toml").read_text(encoding="utf-8"))


def by_name(concept: str) -> set[str]:
    """The sections that a line's name speaks of: it begins so, names the section, or is a payment for such a thing."""
    named = {section.lower() for section in _NAMED.findall(concept)}
    listed = _words()
    found = named or {section for section in _SECTIONS if concept.startswith(tuple(listed[section]["begins"]))}
    if not found and concept.startswith(("Proceeds", "Payment", "Repayment", "Purchase", "Issuance")):
        found = {section for section in _SECTIONS if any(word in concept for word in listed[section]["paid_for"])}
    return found if len(found) == 1 else set()


def by_words(line: str) -> set[str]:
    """The section that the words of a line's name are commonest in, where they tell clearly; else empty."""
    found = section_by_words(line)
    return {found[0]} if found is not None and found[1] >= SECTION_TOLD_FROM else set()
