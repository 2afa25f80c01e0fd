"""Examples from the notes that an XBRL instance carries as text: a package without a printed document still holds its notes.

Facts of text blocks are the notes' HTML, with the very tables and sentences that other facts of the instance report, but
nothing says which number is which fact. That is told by value: of the roles that present facts ("… (Details)"), those that most
of a table's numbers belong to are taken, and a number is an example where all facts of one such role with its value are of one
concept. Numbers of a digit or two, and ambiguous ones, are left out: examples made so are fewer than there are facts, and sure.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from tieout.engines.tagging.examples import PREFIX, Example, ExampleContext, issuer_of, type_of_fact
from tieout.engines.tagging.mention import Mention, contexts
from tieout.report import TieoutError

if TYPE_CHECKING:
    from tieout.report import Report

__all__ = ["examples_of_notes"]

_SCALES = (Decimal(1), Decimal(1_000), Decimal(1_000_000))
_PERCENT = Decimal("0.01")
_WORDS = {"thousand": Decimal(1_000), "million": Decimal(1_000_000), "billion": Decimal(1_000_000_000)}
_SCALE_AFTER = re.compile(r"\s*(thousand|million|billion)s?\b", re.IGNORECASE)
_TELLING = 3
"""A number of so many digits, zeros at its ends not counted, is hardly there by chance."""
_ENOUGH = 2
"""As many are enough where the role is known to be what the table or the note is about."""
_SHARE_OF_ROLE, _SHARE_OF_TABLE = 0.5, 0.5
_LONGEST_NOTE = 3_000_000
_MOST_NOTES = 200
_MOST_NUMBERS = 2_000

What = tuple[str, str, bool]
"""Concept (its name, ``us-gaap:`` left out), item type ("": none of the five), and whether it is about a day."""


@dataclass(frozen=True, slots=True)
class _Role:
    """What a role presents, by absolute value; ``telling`` are the values that are hardly there by chance."""

    values: Mapping[Decimal, frozenset[What]]
    telling: frozenset[Decimal]

    def only(self, amounts: Sequence[Decimal]) -> frozenset[What]:
        """What may be meant by a number that stands for one of ``amounts``."""
        return frozenset().union(*(self.values[a] for a in amounts if a in self.values))


def examples_of_notes(report: Report, types: Mapping[str, str] | None = None) -> Iterator[ExampleContext]:
    """One context for each table or block of the instance's notes in which numbers are told; mentions have no evidence."""
    roles = _roles(report, types or {})
    if not roles:
        return
    issuer = issuer_of(report)
    seen: set[tuple[tuple[str, str], ...]] = set()
    texts = {str(f.value) for f in report.facts if f.unit is None and len(str(f.value or "")) > 500}
    for note in sorted(texts, key=lambda text: (-len(text), text))[:_MOST_NOTES]:
        if len(note) > _LONGEST_NOTE or "<" not in note:
            continue
        found = _contexts_of(note)
        own = _roles_of_note(found, roles)
        for context in found if own else ():
            looks = tuple((m.text, m.row_label or m.before[-40:]) for m in context[:60])
            if looks in seen:
                continue  # a table's own text block repeats what the note holds
            seen.add(looks)
            told = _told_of_table(context, own) if context[0].kind == "table" else _told_of_prose(context, own)
            if any(what is not None for what in told):
                yield ExampleContext(issuer, tuple(map(_example, context, told)))


def _contexts_of(note: str) -> list[list[Mention]]:
    from tieout.reading.read import read_bytes

    try:
        report = read_bytes(f"<html><body>{note}</body></html>".encode(), "note.html")
    except TieoutError:
        return []
    return [context for context in contexts(report, flat=True) if len(context) <= _MOST_NUMBERS]


def _roles(report: Report, types: Mapping[str, str]) -> list[_Role]:
    facts: dict[str, dict[Decimal, set[What]]] = defaultdict(lambda: defaultdict(set))
    for fact in report.facts:
        number = fact.number
        if fact.unit is None or not number or not number.is_finite():
            continue
        what = (fact.concept.removeprefix(PREFIX), type_of_fact(fact, types) or "", fact.context.period.instant is not None)
        facts[fact.concept][_plain(number)].add(what)
    found = []
    for network in report.networks:
        if network.kind != "presentation":
            continue
        values: dict[Decimal, set[What]] = defaultdict(set)
        for concept in network.concepts & facts.keys():
            for value, what_ in facts[concept].items():
                values[value] |= what_
        telling = frozenset(v for v in values if len(v.as_tuple().digits) >= _TELLING)
        if telling:
            found.append(_Role({v: frozenset(w) for v, w in values.items()}, telling))
    return found


def _roles_of_note(found: Sequence[Sequence[Mention]], roles: Sequence[_Role]) -> list[_Role]:
    """Roles of which most telling values are printed in the note."""
    printed = {a for context in found for m in context for scale in _SCALES for a in _amounts(m, scale)}
    return [role for role in roles if len(role.telling & printed) >= _SHARE_OF_ROLE * len(role.telling)]


def _told_of_table(context: Sequence[Mention], roles: Sequence[_Role]) -> list[What | None]:
    """Roles by how many of the table's telling numbers they hold, the best first; each tells what the others left."""
    told: list[What | None] = [None] * len(context)
    telling = [i for i, m in enumerate(context) if _digits(m) >= _TELLING]
    if not telling:
        return told
    scale = max(_SCALES, key=lambda s: sum(any(r.only(_amounts(context[i], s)) for r in roles) for i in telling))
    amounts = [_amounts(m, scale) for m in context]
    left = set(telling)
    for _ in range(len(roles)):
        role = max(roles, key=lambda r: sum(bool(r.only(amounts[i])) for i in left))
        hits = [i for i in left if role.only(amounts[i])]
        if len(hits) < 2 and len(hits) < _SHARE_OF_TABLE * len(telling):
            break
        least = _ENOUGH if len(hits) >= _SHARE_OF_TABLE * len(telling) else _TELLING
        for i, own in enumerate(amounts):
            if told[i] is None and _digits(context[i]) >= least:
                told[i] = _single(role.only(own))
        left.difference_update(hits)
        if not left:
            break
    return told


def _told_of_prose(context: Sequence[Mention], roles: Sequence[_Role]) -> list[What | None]:
    told: list[What | None] = []
    for mention in context:
        own = _amounts(mention, Decimal(1))
        what = frozenset().union(*(role.only(own) for role in roles))
        told.append(_single(what) if _digits(mention) >= _ENOUGH else None)
    return told


def _single(what: frozenset[What]) -> What | None:
    """The one that it must be; also where it is a day's in one fact and a span's in another."""
    return min(what) if len({concept for concept, _, _ in what}) == 1 else None


def _amounts(mention: Mention, scale: Decimal) -> tuple[Decimal, ...]:
    """Absolute values that the printed number may stand for, where amounts of its table are in units of ``scale``."""
    if mention.form != "number":
        return ()
    try:
        value = abs(Decimal(mention.value))
    except InvalidOperation:
        return ()
    if not value:
        return ()
    if mention.percent or mention.column_percent:
        return (_plain(value * _PERCENT),)
    word = _SCALE_AFTER.match(mention.after)
    if word is not None:
        return (_plain(value * _WORDS[word[1].lower()]),)
    return (_plain(value),) if scale == 1 else (_plain(value * scale), _plain(value))


def _plain(value: Decimal) -> Decimal:
    return abs(value).normalize()


def _digits(mention: Mention) -> int:
    return len(mention.value.replace(".", "").strip("0"))


def _example(mention: Mention, what: What | None) -> Example:
    mention = replace(mention, evidence=None, flat=mention.flat and replace(mention.flat, evidence=None))
    if what is None or not what[1] or ":" in what[0]:
        return Example(replace(mention, flat=None))
    concept, type_, instant = what
    if (type_ == "percentItemType") != (mention.percent or mention.column_percent) and type_ != "integerItemType":
        return Example(replace(mention, flat=None))
    return Example(mention, concept, type_, instant)
