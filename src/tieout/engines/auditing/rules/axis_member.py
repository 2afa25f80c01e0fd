"""A member stands on an axis that it doesn't belong on."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.likeness import home_apart, is_listed, only_home, suits, takes_own
from tieout.engines.auditing.lists import table
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.standard import Standard, known_members
from tieout.engines.auditing.view import View, local
from tieout.report import Fact, Network, TypedMember

_DOMAINS = ("Domain", "Axis")


@rule(
    id="axis-member",
    dqc="DQC_0001",
    title="A member stands on an axis that it doesn't belong on",
    category="member",
    severity=Severity.error,
    needs=("us-gaap", "dimensions"),
    source="DQC_0001, Axis with Inappropriate Members",
)
def axis_member(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding an axis and member, from the contexts of facts and from the networks."""
    judge = _lists(view.standard) if view.standard is not None else None
    if judge is not None and view.standard is not None:
        view.sharpened[rule.id] = f"lists of rule 0001 and tables of {view.standard.name}"
    used: dict[tuple[str, str], list[Fact]] = {}
    for f in view.facts:
        for axis, member in f.dimensions.items():
            if not isinstance(member, TypedMember):
                used.setdefault((axis, member), []).append(f)
    placed = {(axis, member): networks for axis, members in view.members.items() for member, networks in members.items()}
    beside: dict[str, set[str]] = {}
    for axis, member in (*used, *placed):
        beside.setdefault(axis, set()).add(local(member))
    for axis, member in dict.fromkeys((*used, *placed)):
        by_lists = judge is not None and judge.knows(axis)
        verdict = (
            judge(view, axis, member) if judge is not None and by_lists else judged_by_names(view, axis, member, beside[axis])
        )
        if verdict is not None:
            yield _finding(view, rule, axis, member, verdict, used.get((axis, member), []), placed.get((axis, member), []))


@dataclass(frozen=True, slots=True)
class _Verdict:
    """Why a member is wrong on an axis; ``sure`` where a list says so, not just what filings usually do."""

    reason: str
    sure: bool = True


def judged_by_names(view: View, axis: str, member: str, beside: Collection[str]) -> _Verdict | None:
    """By our own lists; None if the member isn't wrong there, or if they don't tell."""
    a, m = local(axis), local(member)
    if view.is_extension(axis) or (view.standard is not None and m in view.standard.members.get(a, ())):
        return None
    is_own = view.is_extension(member)
    fits = is_listed(a, m)
    if fits is not None:
        if is_own:
            return None if takes_own(a) else _Verdict("only the taxonomy's own members may stand there")
        return (
            None if fits or not member.startswith(("us-gaap:", "srt:")) else _Verdict("its members are a short list without it")
        )
    listed = table("axes")["open"]
    if is_own or m.endswith(_DOMAINS) or a not in listed["axes"] or not member.startswith(("us-gaap:", "srt:")):
        return None
    homes = known_members().get(m, {})
    if a in homes and (sum(homes.values()) < listed["well_known_from"] or homes[a] * listed["one_in"] > sum(homes.values())):
        return None
    if (home := only_home(m)) is not None:
        return _Verdict(f"it belongs on {home}", sure=False)
    if (apart := home_apart(a, m)) is not None:
        return _Verdict(f"it belongs on {apart}", sure=False)
    if suits(a, m, beside):
        return None
    if homes:
        return _Verdict(f"filings use it on {max(homes, key=lambda h: homes[h])}", sure=False)
    return _Verdict("its name is like none of the members that filings have there", sure=False)


class _Lists:
    """The lists of rule 0001 in the DQC rules taxonomy, and the standard tables."""

    def __init__(self, standard: Standard) -> None:
        self._standard = standard
        self._lists = standard.rule_list("0001")
        self._groups = {kind: self._lists.get(f"Dqc_0001_Axis{kind}Abstract", frozenset()) for kind in _KINDS}

    @property
    def are_there(self) -> bool:
        return any(self._groups.values())

    def knows(self, axis: str) -> bool:
        return any(local(axis) in axes for axes in self._groups.values())

    def __call__(self, view: View, axis: str, member: str) -> _Verdict | None:
        a, m = local(axis), local(member)
        if view.is_extension(axis):
            return None
        if view.is_extension(member):
            closed = a in self._groups["RestrictExtensions"]
            return _Verdict("rule 0001 allows no extension members there") if closed else None
        allowed = self._standard.members.get(a, frozenset()) | self._lists.get(a, frozenset())
        if m in allowed or m.endswith(_DOMAINS) or not member.startswith(("us-gaap:", "srt:")):
            return None
        return _Verdict("neither the standard tables nor the list of rule 0001 has it there")


_KINDS = ("AllowExtensionsOnly", "RestrictExtensions", "AllowListedBaseMembersAndExtensions")


@cache
def _lists(standard: Standard) -> _Lists | None:
    lists = _Lists(standard)
    return lists if lists.are_there else None


def _finding(
    view: View, rule: Rule, axis: str, member: str, verdict: _Verdict, facts: list[Fact], networks: list[Network]
) -> Finding:
    usual = {a: n for a, n in known_members().get(local(member), {}).items() if a != local(axis)}
    hint = f" Usual: {', '.join(sorted(usual, key=lambda h: -usual[h])[:2])}." if usual else ""
    where = f"{len(facts)} facts" if len(facts) > 1 else "one fact" if facts else "no fact, but the networks"
    return rule.finding(
        f"{view.label(member)} stands on {axis}, in {where}, and doesn't belong there: {verdict.reason}.{hint}",
        *facts,
        concepts=(axis, member),
        network=networks[0] if networks else None,
        reported=member,
        dimensions={axis: member},
        severity=None if verdict.sure else Severity.warning,
    )
