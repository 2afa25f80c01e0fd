"""Statements from presentation networks: the filer's own order, labels and indentation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tieout.report import Arc, Fact, Member, Network, Period, Report
from tieout.report.showing import plain
from tieout.statements.kinds import anchors, kind_of_title
from tieout.statements.model import Kind, Row, Statement
from tieout.statements.printed import Printed, printed_heads, printed_labels, printed_title
from tieout.statements.values import Scale, scale_of

__all__ = ["statements_from_networks", "words_of"]

Slice = tuple[tuple[str, Member], ...]

# Axes whose members are a statement's columns: the components of equity.
_COLUMN_AXES = ("StatementEquityComponentsAxis", "ComponentsOfEquityAxis", "PartnerCapitalComponentsAxis")
# EDINET: facts of the parent company alone carry this member; those of the group carry none.
_PARENT_ALONE = "NonConsolidatedMember"
_SEC_DEFINITION = re.compile(r"^\s*\S+\s+-\s+(\w+)\s+-\s+(.+?)\s*$", re.DOTALL)
_DESCRIPTION = re.compile(r"(?:dei|jpdei_cor):(?:DocumentType|DocumentTypeDEI|EntityRegistrantName|TypeOfCurrentPeriodDEI)$")
_NAMED = re.compile(r" (?:Abstract|Heading|Member)$")
# A column that holds less than this share of the fullest column's values is left out: comparative figures of one line.
_LEAST_SHARE = 0.35
_MOST_COLUMNS = 6
# Fiscal years of 52 weeks end a day or two from the month's end.
_NEAR_DAYS = 3
_WHOLE_INCOME_STATEMENT = 4


def statements_from_networks(report: Report, language: str | None = None) -> list[Statement]:
    """A statement for each presentation network that has facts, in the filing's order; empty where there is none."""
    networks = [n for n in report.networks if n.kind == "presentation"]
    if not networks:
        return []
    by_concept: dict[str, list[Fact]] = {}
    for fact in report.facts:
        by_concept.setdefault(fact.concept, []).append(fact)
    names = _Names(report, language)
    made = (_Builder(n, by_concept, names, is_annual(report)).build() for n in networks)
    return [s for s in made if s is not None]


def is_annual(report: Report) -> bool:
    """Whether the report is about a year, as the period of its own description (``dei:DocumentType``…) tells."""
    described = Counter(f.period for f in report.facts if _DESCRIPTION.match(f.concept))
    return bool(described) and (_months(described.most_common(1)[0][0]) or 0) in (12, 13)


def words_of(name: str) -> str:
    """``us-gaap:AccountsPayableCurrent`` as words, for a concept without any label."""
    local = name.partition(":")[2] or name
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", local.replace("_", " "))


class _Names:
    """Labels of concepts: of the role that the arc prefers, else the standard one, else what is printed beside the figures.

    The last helps where a standard taxonomy, which no filing carries, is not loaded: every label of EDINET's, say.
    """

    def __init__(self, report: Report, language: str | None) -> None:
        self.report = report
        self._concepts = report.concepts
        self._language = language
        self._printed: Printed | None = None

    @property
    def printed(self) -> Printed:
        if self._printed is None:
            self._printed = printed_labels(self.report)
        return self._printed

    def heads(self, network: Network) -> Mapping[str, str]:
        """Printed labels for headings of the network that have none of their own."""
        unlabelled = any(not self._own(arc.child) for arc in network.arcs)
        return printed_heads(network, self.printed.sections) if unlabelled else {}

    def member(self, name: str) -> str:
        """Label of a member whose figures fill a column."""
        head = None if self._own(name) else self.printed.members.get(name)
        return " ".join(plain(head).split()) if head else self.label(name)

    def _balance(self, name: str, role: str | None) -> str | None:
        """What is printed beside an opening or a closing balance."""
        if role and "periodStart" in role:
            return self.printed.opening.get(name)
        return self.printed.closing.get(name) if role and "periodEnd" in role else None

    def _own(self, name: str) -> str | None:
        concept = self._concepts.get(name)
        return concept.label() if concept is not None else None

    def label(self, name: str, role: str | None = None, heads: Mapping[str, str] | None = None) -> str:
        concept = self._concepts.get(name)
        text = None
        if concept is not None:
            text = (role and concept.label(role, self._language)) or concept.label(language=self._language) or concept.label()
        if not text:
            text = (
                self._balance(name, role)
                or self.printed.rows.get(name)
                or (heads or {}).get(name)
                or _NAMED.sub("", words_of(name))
            )
        return " ".join(plain(_without_marker(text)).split())


def _without_marker(label: str) -> str:
    return re.sub(r"\s*\[(?:Abstract|Line Items|Roll Forward|Member|Axis|Table|Domain)\]$", "", label)


@dataclass(slots=True)
class _Line:
    """A place in the network: one concept may stand in several, with other labels."""

    depth: int
    concept: str
    label: str
    role: str


class _Builder:
    """Builds the statement of one network."""

    def __init__(self, network: Network, by_concept: Mapping[str, list[Fact]], names: _Names, annual: bool) -> None:
        self.network = network
        self.annual = annual
        self.names = names
        self.members = _members_in_order(network)
        heads = names.heads(network)
        self.lines = [_line(depth, concept, arc, names, heads) for depth, concept, arc in network.walk()]
        found = self._facts(by_concept)
        self.base: Slice = self._base(found)
        # The group's facts carry no member that says so: beside those of the parent company alone they are another matter.
        self.facts = {key: fact for key, fact in found.items() if set(self.base) <= set(key[2])}

    def _facts(self, by_concept: Mapping[str, list[Fact]]) -> dict[tuple[str, Period, Slice], Fact]:
        """The facts of this network's concepts that have no axis or member that it doesn't know."""
        found: dict[tuple[str, Period, Slice], Fact] = {}
        for concept in dict.fromkeys(line.concept for line in self.lines):
            for fact in by_concept.get(concept, ()):
                cut = tuple(sorted(fact.dimensions.items(), key=lambda x: x[0]))
                if all(axis in self.members and (not isinstance(m, str) or m in self.members) for axis, m in cut):
                    key = (concept, fact.period, cut)
                    known = found.get(key)
                    if known is None or (known.hidden and not fact.hidden):
                        found[key] = fact
        return found

    def _base(self, facts: Iterable[tuple[str, Period, Slice]]) -> Slice:
        """The slice that needs no saying: none, or the parent company alone where the network is only about that."""
        local = {m.partition(":")[2] for m in self.members}
        if _PARENT_ALONE in local and "ConsolidatedMember" not in local:
            for _, _, cut in facts:
                for axis, member in cut:
                    if isinstance(member, str) and member.partition(":")[2] == _PARENT_ALONE:
                        return ((axis, member),)
        return ()

    def build(self) -> Statement | None:
        if not self.facts:
            return None
        title, kind = _title(self.network, [f.concept for f in self.facts.values() if f.is_numeric])
        if not self.network.definition and kind != "other":
            title = printed_title(self.names.report, self.facts.values(), kind) or title
        axis = self._column_axis()
        scale = scale_of(self.facts.values())
        columns, rows = self._by_member(axis, scale) if axis else self._by_period(scale)
        if not any(r.cells and any(r.cells) for r in rows):
            return None
        return Statement(title, kind, columns, rows, scale.note, facts=len(self.facts))

    # --- columns are periods -------------------------------------------------------------------------------------------

    def _by_period(self, scale: Scale) -> tuple[list[tuple[str, ...]], list[Row]]:
        periods = _periods(self.facts, self.base, self.annual)
        cuts = self._cuts()
        rows: list[Row] = []
        for line in self.lines:
            if line.concept in self.members:
                continue
            facts = [self._fact(line, p, self.base) for p in periods]
            cells = _cells(line, facts, scale)
            below = []
            for cut in cuts:
                of_cut = [self._fact(line, p, cut) for p in periods]
                values = _cells(line, of_cut, scale)
                if any(values):
                    below.append(Row(self._cut_label(cut), line.depth + 1, values, line.concept, facts=_each(of_cut)))
            if any(cells) or below:
                row = Row(line.label, line.depth, [], line.concept, total="total" in line.role.lower())
                if any(cells):
                    row.cells, row.facts = cells, _each(facts)
                rows.append(row)
                rows.extend(below)
            else:
                rows.append(Row(line.label, line.depth, [], line.concept, head=True))
        return [_heading(p) for p in periods], _without_idle_heads(rows)

    def _cuts(self) -> list[Slice]:
        """Slices that have facts, beside the base, in the order in which the network lists their members."""
        order = {m: i for i, m in enumerate(self.members)}
        found = dict.fromkeys(cut for _, _, cut in self.facts if cut != self.base and set(self.base) <= set(cut))
        return sorted(found, key=lambda cut: (len(cut), [order.get(m, -1) if isinstance(m, str) else -1 for _, m in cut]))

    def _cut_label(self, cut: Slice) -> str:
        rest = [m for m in cut if m not in self.base]
        return " · ".join(self.names.label(m) if isinstance(m, str) else plain(m.text) for _, m in rest)

    def _fact(self, line: _Line, period: Period, cut: Slice) -> Fact | None:
        fact = self.facts.get((line.concept, period, cut))
        if fact is None and period.start is not None:
            # An amount at a moment, in a statement of durations: opening balance or closing balance.
            opening = "periodStart" in line.role
            fact = self.facts.get((line.concept, Period(instant=_day_before(period.start) if opening else period.end), cut))
        return fact

    # --- columns are members: the statement of changes in equity -------------------------------------------------------

    def _column_axis(self) -> str | None:
        for axis in self.members:
            if axis.partition(":")[2] in _COLUMN_AXES:
                with_axis = sum(1 for _, _, cut in self.facts if any(a == axis for a, _ in cut))
                if with_axis * 2 > len(self.facts):
                    return axis
        return None

    def _by_member(self, axis: str, scale: Scale) -> tuple[list[tuple[str, ...]], list[Row]]:
        order = {m: i for i, m in enumerate(self.members)}
        beyond = [[x for x in cut if x not in self.base] for _, _, cut in self.facts]
        used = {cut[0][1] for cut in beyond if len(cut) == 1 and cut[0][0] == axis}
        members = sorted((m for m in used if isinstance(m, str)), key=lambda m: order.get(m, -1))
        cuts: list[Slice] = [*(tuple(sorted((*self.base, (axis, m)), key=lambda x: x[0])) for m in members), self.base]
        durations = Counter(p for _, p, _ in self.facts if p.start is not None)
        most = max(durations.values(), default=0)
        periods = sorted(
            (p for p, n in durations.items() if n >= most * _LEAST_SHARE), key=lambda p: (p.end or "", p.days or 0)
        )
        rows: list[Row] = []
        for period in periods:
            rows.append(Row(" ".join(_heading(period)), 0, head=True, total=True))
            for line in self.lines:
                if line.concept in self.members:
                    continue
                facts = [self._fact(line, period, cut) for cut in cuts]
                cells = _cells(line, facts, scale)
                if any(cells):
                    row = Row(line.label, line.depth, cells, line.concept, total="period" in line.role, facts=_each(facts))
                    rows.append(row)
        edge = min((r.depth for r in rows if not r.head), default=0)
        for row in rows:
            row.depth = max(0, row.depth - edge)
        return [*((self.names.member(m),) for m in members), ("Total",)], rows


def _cells(line: _Line, facts: Iterable[Fact | None], scale: Scale) -> list[str]:
    negated = "negated" in line.role.lower()
    return [scale.show(fact, negated) if fact is not None else "" for fact in facts]


def _each(facts: Iterable[Fact | None]) -> list[tuple[Fact, ...]]:
    return [() if fact is None else (fact,) for fact in facts]


def _line(depth: int, concept: str, arc: Arc | None, names: _Names, heads: Mapping[str, str]) -> _Line:
    role = (arc.preferred_label if arc is not None else None) or ""
    return _Line(depth, concept, names.label(concept, role or None, heads), role.rpartition("/")[2])


def _members_in_order(network: Network) -> dict[str, None]:
    """Axes of the network and everything below them, in presentation order."""
    inside: dict[str, None] = {}
    axis_depth: int | None = None
    for depth, concept, _ in network.walk():
        if axis_depth is not None and depth <= axis_depth:
            axis_depth = None
        if axis_depth is None and concept.endswith("Axis"):
            axis_depth = depth
        if axis_depth is not None:
            inside[concept] = None
    return inside


def _title(network: Network, concepts: Iterable[str]) -> tuple[str, Kind]:
    """Title and kind, from the role's definition or else its URI, checked against the concepts that have facts."""
    found = anchors(concepts)
    definition = network.definition or ""
    match = _SEC_DEFINITION.match(definition)
    if match is not None:
        title = " ".join(plain(match[2]).split())
        kind = kind_of_title(title) if match[1].lower() == "statement" else "other"
    else:
        last = network.role.rstrip("/").rpartition("/")[2]
        title = " ".join(plain(definition).split()) or words_of(last.removeprefix("rol_"))
        kind = kind_of_title(f"{title} {last}")
        # Without the SEC's category, a title needs a concept that only that statement has.
        if kind not in found and kind != "equity":
            kind = "other"
    # A single statement of comprehensive income starts with revenue.
    if kind == "comprehensive" and found.get("income", 0) >= _WHOLE_INCOME_STATEMENT:
        kind = "income"
    return title, kind


def _periods(facts: Mapping[tuple[str, Period, Slice], Fact], base: Slice, annual: bool) -> list[Period]:
    """The periods to show, the latest first: durations where the network mostly has such, else instants.

    An annual report's quarters are shown only where a statement has no full year.
    """
    counts: Counter[Period] = Counter()
    for (_, period, cut), fact in facts.items():
        weight = 10 if cut == base else 1
        counts[period] += weight * (2 if fact.is_numeric else 1)
    durations = {p: n for p, n in counts.items() if p.start is not None}
    instants = {p: n for p, n in counts.items() if p.instant is not None}
    chosen = durations if sum(durations.values()) * 2 > sum(instants.values()) else instants
    if annual and any(_is_year(p) for p in chosen):
        chosen = {p: n for p, n in chosen.items() if _is_year(p)}
    most = max(chosen.values(), default=0)
    kept = [p for p, n in chosen.items() if n >= most * _LEAST_SHARE]
    kept.sort(key=lambda p: p.last_day or "", reverse=True)
    kept.sort(key=lambda p: _months(p) or 0)
    return kept[:_MOST_COLUMNS]


def _is_year(period: Period) -> bool:
    return _months(period) in (12, 13)


def _months(period: Period) -> int | None:
    return round(period.days / 30.44) if period.days else None


def _heading(period: Period) -> tuple[str, ...]:
    if period.instant is not None:
        return ("", period.instant)
    if period.end is None:
        return ("", "forever")
    months = _whole_months(period)
    return (f"{months} months to" if months and months > 1 else f"{period.start} to", period.end)


def _whole_months(period: Period) -> int | None:
    """How many months a duration lasts; None where it ends more than `_NEAR_DAYS` from so many months after its start."""
    months = _months(period)
    if not months or period.start is None or period.days is None:
        return None
    try:
        start = date.fromisoformat(period.start[:10])
        first = date(start.year + (start.month + months - 1) // 12, (start.month + months - 1) % 12 + 1, 1)
        expected = (first - date(start.year, start.month, 1)).days
    except ValueError:
        return None
    return months if abs(period.days - expected) <= _NEAR_DAYS else None


def _day_before(day: str) -> str:
    try:
        return (date.fromisoformat(day[:10]) - timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return day


def _without_idle_heads(rows: Sequence[Row]) -> list[Row]:
    """The rows without headings under which no value stands, and moved left so that the first level starts at the edge."""
    kept: list[Row] = []
    for row in reversed(rows):
        # In a tree written depth first, what a heading heads comes right after it, and deeper.
        if not row.head or (kept and kept[-1].depth > row.depth):
            kept.append(row)
    kept.reverse()
    # A single root heading (the abstract of the whole statement) repeats the title.
    while kept and kept[0].head and all(r.depth > kept[0].depth for r in kept[1:]):
        kept.pop(0)
    edge = min((r.depth for r in kept), default=0)
    for row in kept:
        row.depth -= edge
    return kept
