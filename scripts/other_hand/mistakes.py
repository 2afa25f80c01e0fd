"""Mistakes in a filing, one at a time, and pairs and numbers without one. Each is live until the next is asked for."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from random import Random
from typing import Any, TypeVar

from lxml import etree

from other_hand.filing import EXPLICIT, XI, Arc, Context, Filing, Key, L, X, local, located

STANDARD = ("us-gaap", "srt", "dei", "country", "currency", "exch", "stpr", "naics", "ecd", "cyd")
SECTIONS = ("Operating", "Investing", "Financing")
NO_LINES = ("NetCash", "Cash", "ProfitLoss", "NetIncomeLoss", "EffectOf", "RestrictedCash")
SIGNED = (
    *("Payments", "Proceeds", "Repayments", "Receivable", "Payable", "Assets", "Liabilit", "Shares", "Inventory", "Goodwill"),
    *("Revenue", "Number", "Depreciation", "Cost", "Expense", "Lease", "Prepaid"),
)
UNSIGNED = ("IncreaseDecrease", "GainLoss", "IncomeLoss", "BenefitExpense", "ExpenseBenefit")
KINDS = (
    "reversals",
    "sections",
    "unrelated",
    "members",
    "totals",
    "signs",
    "member_sums",
    "tags",
    "concentrations",
    "locations",
)
CONCENTRATIONS = ("us-gaap:ConcentrationRiskPercentage", "us-gaap:ConcentrationRiskPercentage1")
CONCENTRATION = ("ConcentrationRiskByTypeAxis", "ConcentrationRiskByBenchmarkAxis")
LOCATED = (
    "us-gaap:OperatingLeaseLiability",
    "us-gaap:OperatingLeaseLiabilityCurrent",
    "us-gaap:OperatingLeaseRightOfUseAsset",
    "us-gaap:FinanceLeaseLiability",
)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Mistake:
    """``rule`` should find ``concepts`` in the audit; where ``concepts`` is None nothing is wrong, and nothing should.

    Not ``is_edited``: a pair or number as the filing has it. A mistake without ``task`` is for the audit alone.
    """

    kind: str
    task: str
    question: Mapping[str, str]
    gold: Any
    role: str
    rule: str | None
    concepts: frozenset[str] | None
    is_edited: bool = True


@dataclass
class World:
    """What the standard taxonomy and all filings have, so that what is called wrong is wrong for sure."""

    allowed: Mapping[str, frozenset[str]]
    lists: Mapping[str, frozenset[str]]
    sections: Mapping[str, frozenset[str]]
    below: Mapping[str, frozenset[str]]
    children: Mapping[str, frozenset[str]]
    seen: set[tuple[str, str]] = field(default_factory=set)
    us_gaap: set[str] = field(default_factory=set)
    positive: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    negative: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def group(self, kind: str) -> frozenset[str]:
        return self.lists.get(f"Dqc_0001_Axis{kind}Abstract", frozenset())

    @property
    def watched(self) -> frozenset[str]:
        return (
            self.group("RestrictExtensions")
            | self.group("AllowExtensionsOnly")
            | self.group("AllowListedBaseMembersAndExtensions")
        )

    def contains(self, total: str, part: str) -> bool:
        """Whether the standard trees have the part below the total, and never the total below the part."""
        t, p = _us_gaap(total), _us_gaap(part)
        return p in self.below.get(t, ()) and t not in self.below.get(p, ())

    def are_beside(self, one: str, other: str) -> bool:
        """Whether a standard tree has both as parts of one total, or the other below such a part, and never below the one."""
        a, b = _us_gaap(one), _us_gaap(other)
        if b in self.below.get(a, ()):
            return False
        return any(
            a in parts and any(p != a and (p == b or b in self.below.get(p, ())) for p in parts)
            for parts in self.children.values()
        )

    def allows(self, axis: str, member: str) -> bool:
        """Whether the standard has the member there, or the filer may put one of its own there."""
        if not is_standard(member):
            return local(axis) not in self.group("RestrictExtensions")
        return local(member) in self.allowed.get(local(axis), frozenset()) | self.lists.get(local(axis), frozenset())

    def is_wrong(self, axis: str, member: str) -> bool:
        pair = local(axis), local(member)
        return (
            pair[1] not in self.allowed.get(pair[0], frozenset()) | self.lists.get(pair[0], frozenset())
            and pair not in self.seen
        )


def is_standard(concept: str) -> bool:
    return concept.partition(":")[0] in STANDARD


def _us_gaap(concept: str) -> str:
    return local(concept) if concept.startswith("us-gaap:") else concept


def opens(concept: str) -> str | None:
    """The section that an abstract opens."""
    name = local(concept)
    if not name.endswith("Abstract") or not name.startswith(("NetCash", "CashProvided", "CashFlows")):
        return None
    return next((section for section in SECTIONS if f"{section}Activities" in name), None)


def totals(concept: str) -> str | None:
    """The section that a concept is the total of."""
    stems = {f"NetCashProvidedByUsedIn{section}Activities": section for section in SECTIONS}
    return stems.get(local(concept).removesuffix("ContinuingOperations"))


class Maker:
    """Mistakes of all kinds in one filing, at most ``most`` of each (some twice as many)."""

    def __init__(self, filing: Filing, world: World, seed: str, most: int) -> None:
        self.filing, self.world, self.seed, self.most = filing, world, seed, most
        self.rng = Random(seed)  # noqa: S311  (draws, hides nothing)

    def all(self, kinds: Sequence[str] = KINDS) -> Iterator[Mistake]:
        for kind in kinds:
            # Each kind draws by itself, so that it is the same whichever others are asked for.
            self.rng = Random(f"{self.seed}/{kind}")  # noqa: S311
            for mistake in getattr(self, kind)():
                yield mistake
                self.filing.restore()
            self.filing.restore()

    def some(self, items: Sequence[T], times: int = 1) -> list[T]:
        return self.rng.sample(items, min(self.most * times, len(items)))

    def pair(self, one: str, other: str, straight: float = 0.5) -> dict[str, str]:
        head, tail = (one, other) if self.rng.random() < straight else (other, one)
        return {"head": head, "tail": tail}

    def together(self, one: str, other: str) -> bool:
        """Whether both have a number that isn't zero in some context."""
        keys = ({self.filing.key(e) for e in self.filing.facts.get(c, ()) if self.filing.value(e)} for c in (one, other))
        return not set.isdisjoint(*keys)

    # Relations ------------------------------------------------------------------------------------------------------

    def reversals(self) -> Iterator[Mistake]:
        filing, world = self.filing, self.world
        arcs = [a for a in filing.of("calculation") if a.parent != a.child and filing.of("presentation", a.role)]
        below: dict[tuple[str, str], list[Arc]] = defaultdict(list)
        for arc in arcs:
            below[arc.role, arc.parent].append(arc)
        good = [a for a in arcs if self.together(a.parent, a.child)]
        for arc in self.some(good):
            source, target = arc.element.get(f"{X}from"), arc.element.get(f"{X}to")
            filing.set(arc.element, f"{X}from", target)
            filing.set(arc.element, f"{X}to", source)
            yield self._reversal("arc turned", arc.parent, arc.child, arc.role, world.contains)
        for arc in self.some(good):
            locs = list(arc.link.iter(f"{L}loc"))
            ones, others = ([loc for loc in locs if located(loc) == c] for c in (arc.parent, arc.child))
            hrefs = ones[0].get(f"{X}href"), others[0].get(f"{X}href")
            for loc in ones:
                filing.set(loc, f"{X}href", hrefs[1])
            for loc in others:
                filing.set(loc, f"{X}href", hrefs[0])
            yield self._reversal("names exchanged", arc.parent, arc.child, arc.role, world.contains)
        beside = [
            (a, b)
            for a in good
            for b in below[a.role, a.parent]
            if b.child != a.child
            and b.link is a.link
            and self.together(a.child, b.child)
            and local(b.child) not in world.below.get(local(a.child), ())
        ]
        for a, b in self.some(beside):
            filing.set(b.element, f"{X}from", a.element.get(f"{X}to"))
            filing.set(b.element, "weight", str(b.weight * a.weight))
            yield self._reversal("put below its neighbour", a.child, b.child, a.role, world.are_beside)
        deeper = [(a, b) for a in good for b in below[a.role, a.child] if b.link is a.link and self.together(b.parent, b.child)]
        for a, b in self.some(deeper):
            filing.set(b.element, f"{X}from", a.element.get(f"{X}from"))
            filing.set(b.element, "weight", str(b.weight * a.weight))
            yield self._reversal("put beside its total", a.child, b.child, a.role, world.contains)
        for arc in self.some(good):
            yield self._sound("total and part", self.pair(arc.parent, arc.child, 0.75), arc.role, "DQC_0081")
        for a, b in self.some(beside):
            yield self._sound("two parts of a total", self.pair(a.child, b.child), a.role, "DQC_0081")

    def _reversal(self, how: str, one: str, other: str, role: str, known: Callable[[str, str], bool]) -> Mistake:
        """DQC_0081 is about what contradicts the standard trees; pairs that these don't know are counted apart."""
        kind = f"reversal: {how}{'' if known(one, other) else ', pair of no tree'}"
        return Mistake(kind, "finre", self.pair(one, other), "Reversal", role, "DQC_0081", frozenset((one, other)))

    def _sound(self, what: str, question: Mapping[str, str], role: str, rule: str, is_edited: bool = False) -> Mistake:
        return Mistake(f"sound: {what}", "finre", question, "None", role, rule, None, is_edited)

    def sections(self) -> Iterator[Mistake]:
        filing, lines = self.filing, self._lines()
        for role, _, arc, others in self.some(lines, 2):
            to = self.rng.choice(others)
            filing.set(arc.element, f"{X}from", filing.locator(arc.link, to))
            how = "presented there"
            if self.rng.random() < 0.5:
                ends = {end for a in filing.of("calculation", role) for end in (a.parent, a.child)}
                total = next((c for c in sorted(ends) if totals(c) == opens(to)), None)
                for one in filing.of("calculation", role):
                    if one.child == arc.child and total is not None:
                        filing.set(one.element, f"{X}from", filing.locator(one.link, total))
                        how = "presented and summed there"
            head = to
            if self.rng.random() < 0.25:
                head = next((c for c in sorted(filing.presented(role)) if totals(c) == opens(to)), to)
            own = "" if is_standard(arc.child) else ", the filer's own"
            if str(opens(to)).lower() not in self.world.sections.get(local(arc.child), ()):
                question = self.pair(head, arc.child, 0.8)
                known = own or local(arc.child) in self.world.sections
                kind = f"section: {how}{own}{'' if known else ', line of no tree'}"
                yield Mistake(kind, "finre", question, "Inappropriateness", role, "DQC_0145", frozenset((arc.child,)))
            filing.restore()
        for role, top, arc, _ in self.some(lines):
            known = self.world.sections.get(local(arc.child), ())
            if not known or str(opens(top)).lower() in known:
                yield self._sound("line and section", self.pair(top, arc.child, 0.7), role, "DQC_0145")
                total = next((c for c in sorted(filing.presented(role)) if totals(c) == opens(top)), None)
                if total is not None:
                    yield self._sound("line and total", self.pair(total, arc.child), role, "DQC_0145")

    def _lines(self) -> list[tuple[str, str, Arc, list[str]]]:
        """(role, opener, arc, other openers) of the cash flow lines that have a number, at any depth."""
        found = []
        for role in self.filing.statements():
            below: dict[str, list[Arc]] = defaultdict(list)
            for arc in self.filing.of("presentation", role):
                below[arc.parent].append(arc)
            tops = sorted({c for c in self.filing.presented(role) if opens(c)})
            for top in tops:
                pending, seen = [top], {top}
                others = [c for c in tops if opens(c) != opens(top)]
                while pending:
                    for arc in below[pending.pop()]:
                        if arc.child in seen or opens(arc.child):
                            continue
                        seen.add(arc.child)
                        pending.append(arc.child)
                        is_line = not local(arc.child).endswith("Abstract") and not local(arc.child).startswith(NO_LINES)
                        if is_line and others and any(map(self.filing.value, self.filing.facts.get(arc.child, ()))):
                            found.append((role, top, arc, others))
        return found

    def unrelated(self) -> Iterator[Mistake]:
        """Two lines of one statement."""
        structure = ("Abstract", "Axis", "Member", "Domain", "Table", "LineItems")
        for role in self.some(self.filing.statements()):
            lines = [c for c in sorted(self.filing.presented(role)) if not c.endswith(structure) and self.filing.facts.get(c)]
            if len(lines) > 6:
                one, other = self.rng.sample(lines, 2)
                below = self.world.below
                if local(other) not in below.get(local(one), ()) and local(one) not in below.get(local(other), ()):
                    yield self._sound("two lines", self.pair(one, other), role, "DQC_0081")

    # Members --------------------------------------------------------------------------------------------------------

    def members(self) -> Iterator[Mistake]:
        world, rng = self.world, self.rng
        placed = [one for one in self._placed() if is_standard(one[1])]
        used = {(a, m) for context in self.filing.contexts.values() for a, m in context.members.items()}
        in_use = [one for one in placed if one[1:] in used]
        here = sorted({m for _, _, m in placed if is_standard(m)})
        seen = sorted({m for _, m in world.seen if m.endswith("Member") and m in world.us_gaap})
        standard = sorted({m for ms in world.allowed.values() for m in ms if m in world.us_gaap})
        for role, axis, member in self.some(in_use, 3):
            draw = rng.random()
            new = rng.choice(here or seen) if draw < 0.35 else f"us-gaap:{rng.choice(seen if draw < 0.75 else standard)}"
            on_axis = {local(m) for _, a, m in placed if a == axis}
            if not world.is_wrong(axis, new) or local(new) in on_axis:
                continue
            how = rng.choice(("used", "placed", "used and placed", "used and placed"))
            self._put(role, axis, member, new, how)
            watched = local(axis) in world.watched
            kind = f"member: {how}{'' if watched else ', axis of no rule'}"
            rule = "DQC_0001" if watched else None
            yield Mistake(kind, "finre", self.pair(axis, new, 0.7), "CombinationErr", role, rule, frozenset((axis, new)))
            self.filing.restore()
        for role, axis, member in self.some([one for one in in_use if local(one[1]) in world.group("RestrictExtensions")]):
            new = self._own_member()
            self._put(role, axis, member, new, "used and placed")
            yield Mistake(
                "member: the filer's own where none may be", "finre", self.pair(axis, new), "CombinationErr", role, "DQC_0001",
                frozenset((axis, new)),
            )  # fmt: skip
            self.filing.restore()
        free = world.watched - world.group("RestrictExtensions")
        for role, axis, member in self.some([one for one in in_use if local(one[1]) in free]):
            new = self._own_member()
            self._put(role, axis, member, new, "used and placed")
            yield self._sound("the filer's own member", self.pair(axis, new), role, "DQC_0001", is_edited=True)
            self.filing.restore()
        for role, axis, member in self.some(in_use):
            others = sorted(m for m in world.allowed.get(local(axis), ()) if m.endswith("Member") and m != local(member))
            if others:
                new = f"us-gaap:{rng.choice(others)}"
                self._put(role, axis, member, new, "used and placed")
                yield self._sound("another member of the domain", self.pair(axis, new), role, "DQC_0001", is_edited=True)
            self.filing.restore()
        for role, axis, member in self.some([one for one in placed if world.allows(*one[1:])]):
            yield self._sound("axis and member", self.pair(axis, member, 0.7), role, "DQC_0001")

    def _own_member(self) -> str:
        prefix = self.filing.name.partition("_")[0].lower()
        return f"{prefix}:{self.rng.choice(('Tranche', 'Special', 'NewRegion'))}{self.rng.choice(('One', 'Item', 'Portfolio'))}Member"

    def _placed(self) -> list[tuple[str, str, str]]:
        below: dict[tuple[str, str], list[Arc]] = defaultdict(list)
        for arc in self.filing.of("definition"):
            below[arc.role, arc.parent].append(arc)
        axes = [(a.role, a.child) for a in self.filing.of("definition") if a.arcrole.endswith("hypercube-dimension")]
        found: dict[tuple[str, str, str], None] = {}
        for role, axis in dict.fromkeys(axes):
            pending, seen = [axis], {axis}
            while pending and self.filing.of("presentation", role):
                for arc in below[role, pending.pop()]:
                    if arc.child not in seen:
                        seen.add(arc.child)
                        pending.append(arc.child)
                        if arc.child.endswith("Member"):
                            found[role, axis, arc.child] = None
        return list(found)

    def _put(self, role: str, axis: str, old: str, new: str, how: str) -> None:
        filing = self.filing
        links = [link for kind, r, link in filing.links if r == role and kind != "calculation"]
        if "placed" in how:
            for link in links:
                for loc in link.iter(f"{L}loc"):
                    if located(loc) == old:
                        filing.set(loc, f"{X}href", filing.href(new))
        else:
            filing.locator(links[0], new)  # else the segment would leave out the facts
        if "used" in how:
            for id_, context in list(filing.contexts.items()):
                if context.members.get(axis) == old:
                    for element in context.element.iter(EXPLICIT):
                        if element.get("dimension") == axis:
                            filing.text(element, new)
                    filing.put_context(id_, {**context.members, axis: new})
        filing.index()

    # Numbers --------------------------------------------------------------------------------------------------------

    def totals(self) -> Iterator[Mistake]:
        filing, rng = self.filing, self.rng
        sums = list(self._exact_sums())
        for role, total, key, value, parts, has_table in self.some(sums, 2):
            elements = filing.at(total, key)
            unit = Decimal(10) ** -min((_decimals(e) or 0 for e in elements), default=0)
            how, new = _slip(value, unit, rng)
            if abs(new - value) <= 2 * unit * (len(parts) + 1) or not new:
                continue
            for element in elements:
                filing.text(element, format(new, "f"))
            yield self._number(f"total: {how}", total, key, new, value, role, "calculation" if has_table else "DQC_0126")
            filing.restore()
        for role, total, key, value, parts, has_table in self.some(sums):
            weight, before, part = rng.choice(parts)
            unit = Decimal(10) ** -min((_decimals(e) or 0 for e in filing.at(total, key)), default=0)
            after = before + unit * rng.choice((-5000, -500, -50, 50, 500, 5000))
            if after:
                for element in filing.at(part, key):
                    filing.text(element, format(after, "f"))
                right = value + weight * (after - before)
                yield self._number(
                    "total: a part altered", total, key, value, right, role, "calculation" if has_table else "DQC_0126"
                )
            filing.restore()
        for role, total, key, value, parts, _ in self.some(sums):
            exact = [_decimals(e) for c in (total, *(part for _, _, part in parts)) for e in filing.at(c, key)]
            if None in exact or max(d for d in exact if d is not None) > min(d for d in exact if d is not None):
                continue
            new = value + rng.choice((-1, 1)) * Decimal(10) ** -min(d for d in exact if d is not None)
            for element in filing.at(total, key):
                filing.text(element, format(new, "f"))
            if new:
                yield self._number("sound: total within rounding", total, key, new, value, role, "DQC_0126", wrong=False)
            filing.restore()

    def _exact_sums(self) -> Iterator[tuple[str, str, Key, Decimal, list[tuple[Decimal, Decimal, str]], bool]]:
        filing = self.filing
        for role in filing.statements():
            below: dict[str, dict[str, Arc]] = defaultdict(dict)
            for arc in filing.of("calculation", role):
                below[arc.parent].setdefault(arc.child, arc)
            has_table = any(c.endswith("Table") for c in filing.presented(role))
            for total, arcs in below.items():
                for key in sorted({filing.key(e) for e in filing.facts.get(total, ())}, key=str):
                    values = {filing.value(e) for e in filing.at(total, key)}
                    parts = [(a.weight, {filing.value(e) for e in filing.at(c, key)} - {None}, c) for c, a in arcs.items()]
                    if key[2] or len(values) != 1 or any(len(found) > 1 for _, found, _ in parts):
                        continue
                    value = values.pop()
                    terms = [(weight, next(iter(found)), c) for weight, found, c in parts if found]
                    if value and len(terms) >= 2 and sum(weight * v for weight, v, _ in terms) == value:
                        yield role, total, key, value, terms, has_table

    def signs(self) -> Iterator[Mistake]:
        filing, world = self.filing, self.world
        roles = [role for role in filing.titles if filing.of("presentation", role)]
        parents = {arc.parent for arc in filing.of("calculation")}
        turned, negative, positive = [], [], []
        for concept, elements in filing.facts.items():
            is_signed = any(word in concept for word in SIGNED) and not any(word in concept for word in UNSIGNED)
            for element in elements:
                key, value = filing.key(element), filing.value(element)
                if not value or key[2] or len({filing.value(e) for e in filing.at(concept, key)}) > 1:
                    continue
                never_negative = len(world.positive[concept]) >= 6 and not world.negative[concept]
                if value > 0 and is_signed and concept.startswith("us-gaap:") and never_negative:
                    turned.append((concept, key, value))
                if value > 0 and any(word in concept for word in UNSIGNED):
                    positive.append((concept, key, value))
                if value < 0 and any(word in concept for word in UNSIGNED) and concept not in parents:
                    negative.append((concept, key, value))
        for concept, key, value in self.some(turned, 2):
            homes = [r for r in roles if concept in filing.presented(r)]
            if homes:
                for element in filing.at(concept, key):
                    filing.text(element, format(-value, "f"))
                yield self._number("sign turned", concept, key, -value, value, self.rng.choice(homes), "DQC_0015")
            filing.restore()
        for concept, key, value in self.some(negative):
            homes = [r for r in roles if concept in filing.presented(r)]
            if homes:
                home = self.rng.choice(homes)
                same = self._number("sound: legitimate negative", concept, key, value, value, home, "DQC_0015", wrong=False)
                yield replace(same, is_edited=False)
        for concept, key, value in self.some(positive):
            for element in filing.at(concept, key):
                filing.text(element, format(-value, "f"))
            other = self._number(
                "sound: sign of a number of two signs", concept, key, -value, -value, "", "DQC_0015", wrong=False
            )
            yield replace(other, task="")
            filing.restore()

    def member_sums(self) -> Iterator[Mistake]:
        filing = self.filing
        found: dict[tuple[str, str, Key, Decimal], None] = {}
        for role in filing.statements():
            if any(word in role.lower() for word in ("equity", "deficit", "stockholders")):
                continue
            definition = filing.of("definition", role)
            for axis, domain in {a.parent: a.child for a in definition if a.arcrole.endswith("dimension-domain")}.items():
                members = {a.child for a in definition if a.parent == domain}
                for concept in sorted(filing.presented(role)):
                    for element in filing.facts.get(concept, ()):
                        key, value = filing.key(element), filing.value(element)
                        keys = ((*key[:2], frozenset(((axis, m),)), key[3]) for m in members)
                        parts = [v for k in keys for e in filing.at(concept, k)[:1] if (v := filing.value(e)) is not None]
                        if value and not key[2] and len(parts) >= 2 and sum(parts) == value:
                            found[role, concept, key, value] = None
        for role, concept, key, value in self.some(list(found)):
            new = value + (abs(value) * Decimal(self.rng.choice((12, 30, 60))) / 100).to_integral_value()
            for element in filing.at(concept, key):
                filing.text(element, format(new, "f"))
            if new != value:
                yield self._number("total of members altered", concept, key, new, value, role, "DQC_0117")
            filing.restore()

    def _number(
        self, kind: str, concept: str, key: Key, told: Decimal, right: Decimal, role: str, rule: str, wrong: bool = True
    ) -> Mistake:
        period = key[1] if not key[0] else f"{key[0]} to {key[1]}"
        gold = {"extracted_value": format(told, "f"), "calculated_value": format(right, "f")}
        question = {"concept": concept, "period": str(period)}
        return Mistake(kind, "finmr", question, gold, role, rule, frozenset((concept,)) if wrong else None)

    # Tags -----------------------------------------------------------------------------------------------------------

    def tags(self) -> Iterator[Mistake]:
        filing = self.filing
        for role in self.some(filing.statements(), 2):
            if any(word in role.lower() for word in ("equity", "stockholders", "deficit", "comprehensiveincome")):
                continue
            arcs = filing.of("calculation", role)
            parents, presented = {a.parent for a in arcs}, filing.presented(role)
            below: dict[str, set[str]] = defaultdict(set)
            for arc in arcs:
                below[arc.parent].add(arc.child)
            leaves = sorted(
                {
                    a.child
                    for a in arcs
                    if a.child not in parents and a.child in presented and len(below[a.parent]) > 2
                    and any(filing.value(e) is not None and not filing.key(e)[2] for e in filing.facts.get(a.child, ()))
                }
            )  # fmt: skip
            if len(leaves) < 4:
                continue
            gold = set(self.rng.sample(leaves, min(self.rng.randint(1, 6), len(leaves) // 2)))
            for arc in arcs:
                if arc.child in gold:
                    filing.remove(arc.element)
            yield Mistake("line dropped", "finsm", {"what": "currency"}, sorted(gold), role, "DQC_0099", frozenset(gold))
            filing.restore()

    def concentrations(self) -> Iterator[Mistake]:
        """An axis taken out of a concentration that has what, by which measure, and in whom (DQC_0109)."""
        filing = self.filing
        concept = next((c for c in CONCENTRATIONS if filing.facts.get(c)), CONCENTRATIONS[0])
        whole = [
            element
            for element in filing.facts.get(concept, ())
            if len(filing.key(element)[2]) == 3 and {local(a) for a, _ in filing.key(element)[2]} >= set(CONCENTRATION)
        ]
        homes = [r for r in filing.titles if concept in filing.presented(r)]
        for element in self.some(whole) if homes else ():
            id_ = element.get("contextRef")
            context = filing.contexts[id_]
            gone = self.rng.choice(sorted(context.members))
            for one in list(context.element.iter(EXPLICIT)):
                if one.get("dimension") == gone:
                    filing.remove(one)
            filing.put_context(id_, {a: m for a, m in context.members.items() if a != gone})
            home = self.rng.choice(homes)
            what = self.rng.choice(("concentration of credit risk", "share of one customer", "concentration risk, percentage"))
            yield Mistake(
                "axis of a concentration", "finsm", {"what": what}, [concept], home, "DQC_0109", frozenset((concept,))
            )
            filing.restore()

    def locations(self) -> Iterator[Mistake]:
        """A liability put on an axis that says where in the balance sheet it is, with one member (DQC_0137)."""
        filing = self.filing
        axis, member = "us-gaap:BalanceSheetLocationAxis", "us-gaap:OtherLiabilitiesMember"
        plain = [
            (concept, element)
            for concept in LOCATED
            for element in filing.facts.get(concept, ())
            if not filing.key(element)[2] and not any(a == axis for f in filing.facts[concept] for a, _ in filing.key(f)[2])
        ]
        for concept, element in self.some(plain):
            homes = [r for r in filing.titles if concept in filing.presented(r)]
            if not homes:
                continue
            home, old = self.rng.choice(homes), filing.contexts[element.get("contextRef")]
            made = copy.deepcopy(old.element)
            made.set("id", "located")
            segment = etree.SubElement(made.find(f"{XI}entity"), f"{XI}segment")
            etree.SubElement(segment, EXPLICIT, dimension=axis).text = member
            filing.add_context(made, Context(old.start, old.end, {axis: member}, made))
            filing.set(element, "contextRef", "located")
            for kind, role, link in filing.links:
                if role == home and kind != "calculation":
                    filing.locator(link, axis)
                    filing.locator(link, member)
            what = self.rng.choice(("location in the balance sheet", "where the amount is included in the statement"))
            yield Mistake("axis of one location", "finsm", {"what": what}, [concept], home, "DQC_0137", frozenset((concept,)))
            filing.restore()


def _decimals(element: Any) -> int | None:
    text = element.get("decimals")
    return None if text in (None, "INF") else int(text)


def _slip(value: Decimal, unit: Decimal, rng: Random) -> tuple[str, Decimal]:
    """A total as people get it wrong: a digit, some percent, two digits exchanged, a factor of ten."""
    slips: dict[str, Callable[[], Decimal]] = {
        "a digit": lambda: value + rng.choice((-1, 1)) * unit * rng.choice((9, 10, 90, 100, 1000)),
        "some percent": lambda: value + (value * rng.choice((-25, -8, -3, 3, 8, 25, 60)) / 100) // unit * unit,
        "ten times": lambda: value * 10,
        "digits exchanged": lambda: _exchanged(value, rng),
    }
    how = rng.choice(sorted(slips))
    return how, slips[how]()


def _exchanged(value: Decimal, rng: Random) -> Decimal:
    digits = list(format(abs(value), "f"))
    places = [i for i in range(len(digits) - 1) if "." not in digits[i : i + 2]]
    if places:
        place = rng.choice(places)
        digits[place], digits[place + 1] = digits[place + 1], digits[place]
    return Decimal("".join(digits)) * (1 if value > 0 else -1)
