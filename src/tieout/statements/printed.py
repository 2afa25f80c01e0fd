"""Labels as printed: what stands to the left of a concept's figures, above them, and over their columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tieout.report import Fact, Layout, Network, Report
from tieout.report.showing import plain
from tieout.statements.kinds import kind_of_title
from tieout.statements.model import Kind

__all__ = ["Printed", "printed_heads", "printed_labels", "printed_title"]

# Kinds of report that print what they tag; an instance alone has no pages.
_WITH_PAGES = ("inline-xbrl", "edinet")
# A longer text beside a figure is a sentence.
_LONGEST = 80
# ``①【連結貸借対照表】``: what stands in the brackets is the title.
_BRACKETED = re.compile(r"【([^【】]+)】")
# EDINET's facts of the parent company alone: its own statements, and so no column of them.
_PARENT_ALONE = "NonConsolidatedMember"


@dataclass(frozen=True, slots=True)
class Printed:
    """By concept its row label and the sections that its row is in, from the outermost; by member its column header.

    ``opening`` and ``closing`` are the row labels of a concept's first and last day: balances before and after movements.
    """

    rows: Mapping[str, str] = field(default_factory=dict)
    opening: Mapping[str, str] = field(default_factory=dict)
    closing: Mapping[str, str] = field(default_factory=dict)
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    members: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Found:
    """What is printed beside the facts of one concept that have the fewest slices."""

    slices: int
    rows: Counter[str] = field(default_factory=Counter)
    by_day: dict[str, Counter[str]] = field(default_factory=dict)

    def of_day(self, day: str) -> str:
        return self.by_day[day].most_common(1)[0][0]

    sections: Counter[tuple[str, ...]] = field(default_factory=Counter)


def printed_labels(report: Report) -> Printed:
    """What most of a concept's least sliced facts, and most of a member's facts, have beside and over their figures."""
    if report.kind not in _WITH_PAGES:
        return Printed()
    layout = report.layout
    concepts: dict[str, _Found] = {}
    members: dict[str, Counter[str]] = {}
    for fact in report.facts:
        if not fact.is_numeric or fact.hidden:
            continue
        _look_beside(fact, layout, concepts)
        _look_above(fact, layout, members)
    return Printed(
        {concept: found.rows.most_common(1)[0][0] for concept, found in concepts.items() if found.rows},
        {concept: found.of_day(min(found.by_day)) for concept, found in concepts.items() if found.rows},
        {concept: found.of_day(max(found.by_day)) for concept, found in concepts.items() if found.rows},
        {concept: found.sections.most_common(1)[0][0] for concept, found in concepts.items() if found.sections},
        {member: heads.most_common(1)[0][0] for member, heads in members.items()},
    )


def _look_beside(fact: Fact, layout: Layout, concepts: dict[str, _Found]) -> None:
    slices = len(fact.dimensions)
    known = concepts.get(fact.concept)
    if known is not None and known.slices < slices:
        return
    cell = layout.cell_by_id(fact.evidence.cell or "")
    label = cell.row_label if cell is not None else ""
    if cell is None or not _is_label(label):
        return
    if known is None or known.slices > slices:
        known = concepts[fact.concept] = _Found(slices)
    known.rows[label] += 1
    known.by_day.setdefault(fact.period.last_day or "", Counter())[label] += 1
    if known.rows.total() == 1:  # finding sections walks up the table: once a concept is enough
        known.sections[cell.table.sections(cell.row)] += 1


def _look_above(fact: Fact, layout: Layout, members: dict[str, Counter[str]]) -> None:
    told = [m for m in fact.dimensions.values() if isinstance(m, str) and not m.endswith(":" + _PARENT_ALONE)]
    if len(told) != 1:
        return
    cell = layout.cell_by_id(fact.evidence.cell or "")
    heads = cell.column_headers if cell is not None else ()
    if heads and _is_label(heads[-1]):
        members.setdefault(told[0], Counter())[heads[-1]] += 1


def _is_label(text: str) -> bool:
    return bool(text) and len(text) <= _LONGEST and not text.startswith("-")


def printed_heads(network: Network, sections: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    """Labels for the headings of a network: what stands over the figures below them, the nearest over the nearest.

    A total may be printed below the section that it closes, so a heading takes what more than half of its lines say.
    """
    votes: dict[str, Counter[str]] = {}
    above: list[str] = []
    for depth, concept, _ in network.walk():
        del above[depth:]
        for head, section in zip(reversed(above), reversed(sections.get(concept, ())), strict=False):
            votes.setdefault(head, Counter())[section] += 1
        above.append(concept)
    won = {head: counts.most_common(1)[0] for head, counts in votes.items()}
    return {head: section for head, (section, n) in won.items() if n * 2 > votes[head].total() and _is_label(section)}


def printed_title(report: Report, facts: Iterable[Fact], kind: Kind) -> str | None:
    """The nearest heading over the tables that hold most of ``facts``, if it names that kind of statement."""
    if report.kind not in _WITH_PAGES:
        return None
    found: Counter[str] = Counter()
    for fact in facts:
        table = report.layout.table_by_id(fact.evidence.table or "") if not fact.hidden else None
        if table is not None and table.headings:
            found[table.headings[-1]] += 1
    for heading, n in found.most_common(1):
        bracketed = _BRACKETED.search(heading)
        title = " ".join(plain(bracketed[1] if bracketed else heading).split())
        if n * 2 > found.total() and _is_label(title) and kind_of_title(title) == kind:
            return title
    return None
