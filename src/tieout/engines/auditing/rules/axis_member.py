"""A member stands on an axis that it doesn't belong on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from tieout.engines.auditing.findings import Finding, Severity
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
    judge = _judge(view.standard) if view.standard is not None else None
    if judge is not None and view.standard is not None:
        view.sharpened[rule.id] = f"lists of rule 0001 and tables of {view.standard.name}"
    used: dict[tuple[str, str], list[Fact]] = {}
    for f in view.facts:
        for axis, member in f.dimensions.items():
            if not isinstance(member, TypedMember):
                used.setdefault((axis, member), []).append(f)
    placed = {(axis, member): networks for axis, members in view.members.items() for member, networks in members.items()}
    for axis, member in dict.fromkeys((*used, *placed)):
        reason = _own_judgement(view, axis, member) or (judge(view, axis, member) if judge is not None else None)
        if reason is not None:
            yield _finding(view, rule, axis, member, reason, used.get((axis, member), []), placed.get((axis, member), []))


def _own_judgement(view: View, axis: str, member: str) -> str | None:
    """Why the member is wrong there by our own lists; None if it isn't, or if they don't tell."""
    a, m = local(axis), local(member)
    if view.is_extension(axis):
        return None
    is_own = view.is_extension(member)
    for closed in _closed():
        if closed["axis"] == a:
            if is_own:
                return None if closed["extensions"] else "only the taxonomy's own members may stand there"
            return None if m in closed["standard"] or m.endswith(_DOMAINS) else "its members are a short list without it"
    if is_own or m.endswith(_DOMAINS) or not member.startswith(("us-gaap:", "srt:")):
        return None
    homes = known_members().get(m, {})
    if a in homes:
        return None
    home = next((c["axis"] for c in _closed() if m in c["standard"]), None)
    if home is not None and a in table("axes")["open"]["axes"]:
        return f"it belongs on {home}"
    if a in table("axes")["open"]["axes"] and sum(homes.values()) >= table("axes")["open"]["known_from"]:
        return f"filings use it on {max(homes, key=lambda h: homes[h])}"
    return None


def _closed() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table("axes")["closed"]
    return found


@cache
def _judge(standard: Standard) -> Callable[[View, str, str], str | None] | None:
    """A judgement by the lists of the DQC rules taxonomy and the standard tables; None where the package lacks them."""
    lists = standard.rule_list("0001")
    groups = {kind: lists.get(f"Dqc_0001_Axis{kind}Abstract", frozenset()) for kind in _KINDS}
    if not any(groups.values()):
        return None

    def judge(view: View, axis: str, member: str) -> str | None:
        a, m = local(axis), local(member)
        kind = next((k for k, axes in groups.items() if a in axes), None)
        if kind is None or view.is_extension(axis):
            return None
        if view.is_extension(member):
            return "rule 0001 allows no extension members there" if kind == "RestrictExtensions" else None
        allowed = standard.members.get(a, frozenset()) | lists.get(a, frozenset())
        if m in allowed or m.endswith(_DOMAINS) or not member.startswith(("us-gaap:", "srt:")):
            return None
        return "neither the standard tables nor the list of rule 0001 has it there"

    return judge


_KINDS = ("AllowExtensionsOnly", "RestrictExtensions", "AllowListedBaseMembersAndExtensions")


def _finding(
    view: View, rule: Rule, axis: str, member: str, reason: str, facts: list[Fact], networks: list[Network]
) -> Finding:
    usual = known_members().get(local(member), {})
    hint = f" Usual: {', '.join(sorted(usual, key=lambda h: -usual[h])[:2])}." if usual else ""
    where = f"{len(facts)} facts" if len(facts) > 1 else "one fact" if facts else "no fact, but the networks"
    return rule.finding(
        f"{view.label(member)} stands on {axis}, in {where}, and doesn't belong there: {reason}.{hint}",
        *facts,
        concepts=(axis, member),
        network=networks[0] if networks else None,
        reported=member,
        dimensions={axis: member},
    )
