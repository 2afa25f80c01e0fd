"""FinRE instances: turned arcs, lines in the wrong section, members on the wrong axis, and pairs without error."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tieout.benchmarks.finauditing.build.cases import Candidate, Log, Work
from tieout.benchmarks.finauditing.build.filing import XLINK, Filing, locators
from tieout.engines.auditing import Finding
from tieout.engines.auditing.lists import table
from tieout.engines.auditing.standard import known_children, known_members, known_sections
from tieout.engines.auditing.view import local
from tieout.report import TypedMember

__all__ = ["candidates"]

_KNOWN_FROM = 3


def candidates(work: Work) -> Iterator[Candidate]:
    """All kinds, each in an order that the seed decides."""
    yield from _reversals(work)
    yield from _sections(work)
    yield from _members(work)
    yield from _sound_pairs(work)


def _pair(head: str, tail: str) -> dict[str, str]:
    return {"head": head, "tail": tail}


# Reversal ---------------------------------------------------------------------------------------------------------------


def _reversals(work: Work) -> Iterator[Candidate]:
    """An arc between a total and its part, turned around in the calculation."""
    pairs = [
        (n.role, arc.parent, arc.child)
        for n in work.view.calculations
        for arc in n.arcs
        if known_children().get(local(arc.parent), {}).get(local(arc.child), 0) >= _KNOWN_FROM
        and work.view.numbers.keys() >= {arc.parent, arc.child}
        and n.role in work.view.presentations
    ]
    for role, parent, child in work.shuffled(pairs):

        def is_it(finding: Finding, ends: frozenset[str] = frozenset((parent, child))) -> bool:
            return frozenset(finding.concepts) == ends

        question = _pair(*work.shuffled([parent, child]))
        apply = _turn(role, local(parent), local(child))
        yield Candidate("finre", "reversal", "DQC_0081", role, question, "Reversal", apply, is_it)


def _turn(role: str, parent: str, child: str) -> Callable[[Filing], Log]:
    def apply(filing: Filing) -> Log:
        log: Log = []
        for name, link in filing.links("calculation", role):
            names = locators(link)
            for arc in link.iterchildren("{*}calculationArc"):
                source, target = arc.get(f"{XLINK}from", ""), arc.get(f"{XLINK}to", "")
                if (names.get(source), names.get(target)) == (parent, child):
                    arc.set(f"{XLINK}from", target)
                    arc.set(f"{XLINK}to", source)
                    filing.touch(name)
                    log.append({"file": name, "role": role, "turned": [parent, child]})
        return log

    return apply


# Inappropriateness ------------------------------------------------------------------------------------------------------


def _sections(work: Work) -> Iterator[Candidate]:
    """A line of the cash flow statement, presented in another section."""
    found: list[tuple[str, str, str, str]] = []
    for statement in work.view.statements:
        if statement.kind != "cash":
            continue
        openers = {
            c: section
            for c in statement.concepts
            for section in ("Operating", "Investing", "Financing")
            if local(c).startswith(f"NetCashProvidedByUsedIn{section}Activities") and local(c).endswith("Abstract")
        }
        for arc in statement.presentation.arcs:
            own, issuers = known_sections().get(local(arc.child), ("", 0))
            if local(arc.child).startswith("Cash"):  # the balance, and its change, are of no section
                continue
            if issuers >= _KNOWN_FROM and openers.get(arc.parent, "").lower() == own:
                found.extend((statement.role, arc.parent, arc.child, to) for to, s in openers.items() if s.lower() != own)
    for role, parent, line, to in work.shuffled(found):

        def is_it(finding: Finding, line: str = line) -> bool:
            return finding.concepts[0] == line

        apply = _move(role, local(parent), local(line), local(to))
        yield Candidate("finre", "section", "DQC_0145", role, _pair(to, line), "Inappropriateness", apply, is_it)


def _move(role: str, parent: str, line: str, to: str) -> Callable[[Filing], Log]:
    def apply(filing: Filing) -> Log:
        log: Log = []
        for name, link in filing.links("presentation", role):
            names = locators(link)
            target = next((label for label, concept in names.items() if concept == to), None)
            for arc in link.iterchildren("{*}presentationArc"):
                ends = (names.get(arc.get(f"{XLINK}from", "")), names.get(arc.get(f"{XLINK}to", "")))
                if target is not None and ends == (parent, line):
                    arc.set(f"{XLINK}from", target)
                    filing.touch(name)
                    log.append({"file": name, "role": role, "moved": line, "before": parent, "after": to})
        return log

    return apply


# CombinationErr ---------------------------------------------------------------------------------------------------------


def _members(work: Work) -> Iterator[Candidate]:
    """A standard member that belongs on other axes, put in the place of one on an axis."""
    strangers = [m for m, axes in known_members().items() if sum(axes.values()) >= _KNOWN_FROM and m.endswith("Member")]
    watched = {*table("axes")["open"]["axes"], *(c["axis"] for c in table("axes")["closed"])}
    places = _placed_members(work)
    used = {(a, m) for f in work.view.facts for a, m in f.dimensions.items() if not isinstance(m, TypedMember)}
    for role, axis, member in work.shuffled(sorted(p for p in places if (p[1], p[2]) in used and local(p[1]) in watched)):
        stranger = work.rng.choice(strangers)
        if local(axis) in known_members()[stranger]:
            continue

        def is_it(finding: Finding, axis: str = axis, stranger: str = stranger) -> bool:
            return finding.concepts[0] == axis and local(finding.concepts[1]) == stranger

        apply = _replace_member(role, local(axis), local(member), stranger)
        question = _pair(axis, f"us-gaap:{stranger}")
        yield Candidate("finre", "member", "DQC_0001", role, question, "CombinationErr", apply, is_it)


def _placed_members(work: Work) -> set[tuple[str, str, str]]:
    """(role, axis, member) of the networks, domains left out."""
    return {
        (network.role, axis, member)
        for axis, members in work.view.members.items()
        for member, networks in members.items()
        for network in networks
        if member.endswith("Member") and network.role in work.view.presentations
    }


def _replace_member(role: str, axis: str, member: str, stranger: str) -> Callable[[Filing], Log]:
    """In the role's presentation and definition locators, and in the contexts that have the member on the axis."""

    def apply(filing: Filing) -> Log:
        log: Log = []
        for kind in ("presentation", "definition"):
            for name, link in filing.links(kind, role):
                for loc in link.iterchildren("{*}loc"):
                    href = loc.get(f"{XLINK}href", "")
                    if href.rpartition("#")[2].partition("_")[2] == member:
                        standard = _standard_schema(filing)
                        if standard is None:
                            return []
                        loc.set(f"{XLINK}href", f"{standard}#us-gaap_{stranger}")
                        filing.touch(name)
                        log.append({"file": name, "role": role, "network": kind, "before": member, "after": stranger})
        for name, root in filing.instances():
            prefix = next((p for p, uri in root.nsmap.items() if p and "/us-gaap/" in uri), None)
            if prefix is None:
                return []
            for element in root.iter("{*}explicitMember"):
                if _local(element.get("dimension")) == axis and _local(element.text) == member:
                    element.text = f"{prefix}:{stranger}"
                    filing.touch(name)
                    log.append({"file": name, "axis": axis, "before": member, "after": stranger})
        return log

    return apply


def _standard_schema(filing: Filing) -> str | None:
    """The address of the us-gaap schema that the filing's locators use."""
    for _, root in filing.roots():
        for loc in root.iter("{*}loc"):
            address, _, fragment = loc.get(f"{XLINK}href", "").partition("#")
            if fragment.startswith("us-gaap_"):
                return address
    return None


def _local(name: str | None) -> str:
    return (name or "").strip().rpartition(":")[2]


# None -------------------------------------------------------------------------------------------------------------------


def _sound_pairs(work: Work) -> Iterator[Candidate]:
    """Pairs in the right order, lines in their section, members on their axis: nothing the rules find anything in."""
    view = work.view
    sums = [
        (n.role, a.parent, a.child) for n in view.calculations for a in n.arcs if _is_sound(work, "DQC_0081", a.parent, a.child)
    ]
    places = [p for p in sorted(_placed_members(work)) if _is_sound(work, "DQC_0001", p[1], p[2])]
    lines = [
        (s.role, a.parent, a.child)
        for s in view.statements
        if s.kind == "cash"
        for a in s.presentation.arcs
        if local(a.parent).endswith("Abstract")
        and not local(a.child).endswith("Abstract")
        and _is_sound(work, "DQC_0145", a.child)
    ]
    for kind, rule, pairs in (("sum", "DQC_0081", sums), ("place", "DQC_0001", places), ("line", "DQC_0145", lines)):
        for role, head, tail in work.shuffled([p for p in pairs if p[0] in view.presentations]):
            yield Candidate("finre", f"none-{kind}", rule, role, _pair(head, tail), "None", tier="I")


def _is_sound(work: Work, rule: str, *concepts: str) -> bool:
    return not any(set(concepts) <= set(f.concepts) for f in work.findings(rule))
