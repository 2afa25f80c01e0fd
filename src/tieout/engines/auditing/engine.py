"""`audit`: all rules over one report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING

from tieout.engines.auditing.findings import AuditResult, Finding, Sharpened, Skipped
from tieout.engines.auditing.needs import missing
from tieout.engines.auditing.rule import Rule
from tieout.engines.auditing.rules import all_rules
from tieout.engines.auditing.view import View
from tieout.report import Report, TieoutError

if TYPE_CHECKING:
    from tieout.engines.auditing.accepted import Acceptances

__all__ = ["audit", "choose"]


def audit(
    report: Report,
    *,
    rules: Sequence[str] = (),
    exclude: Sequence[str] = (),
    taxonomy: Sequence[str | PathLike[str]] = (),
    accepted: Acceptances | None = None,
) -> AuditResult:
    """What the rules find in a report, with the rules that could not run and why.

    ``rules`` and ``exclude`` name rules by id, category or DQC id (``0126``); without ``rules`` all run but the optional ones.
    ``taxonomy`` names packages of the standard taxonomy, whose trees and lists make some rules sharper; give the same to
    `tieout.read`. Findings that ``accepted`` covers are set aside, with their reasons.

    Raises `TieoutError` for a name that no rule answers to and where no rule is left, and `InputError` for a package that
    can't be read.
    """
    from tieout.engines.auditing.standard import open_standard

    result = AuditResult(report.name)
    view = View(report, open_standard(tuple(taxonomy)) if taxonomy else None)
    ran: list[str] = []
    for rule, why_not in choose(rules, exclude):
        reason = why_not or missing(view, rule.needs)
        if reason is not None:
            result.skipped.append(Skipped(rule.id, reason, why_not is not None))
            continue
        ran.append(rule.id)
        result.findings.extend(_distinct(rule.check(view, rule)))
    result.rules = tuple(ran)
    result.sharpened = [Sharpened(r, source) for r, source in view.sharpened.items()]
    if accepted is not None:
        accepted.set_aside(result)
    return result


def choose(rules: Sequence[str] = (), exclude: Sequence[str] = ()) -> list[tuple[Rule, str | None]]:
    """(rule, why it isn't to run or None) of all rules."""
    known = all_rules()
    for name in (*rules, *exclude):
        if not any(r.answers_to(name) for r in known):
            raise TieoutError(f"no audit rule is called {name!r}: name rules by id, category or DQC id; --list shows them")
    chosen: list[tuple[Rule, str | None]] = []
    for rule in known:
        why_not = None
        if any(rule.answers_to(n) for n in exclude):
            why_not = "excluded by the user"
        elif rules and not any(rule.answers_to(n) for n in rules):
            why_not = "not among the rules asked for"
        elif rule.optional and not any(n.strip().lower() in (rule.id, (rule.dqc or "").lower()) for n in rules):
            why_not = f"runs only when asked for: --rules {rule.id}"
        chosen.append((rule, why_not))
    if all(why_not is not None for _, why_not in chosen):
        raise TieoutError("no audit rule is left to run: what is asked for is left out as well")
    return chosen


def _distinct(findings: Iterable[Finding]) -> list[Finding]:
    """Each finding once: two rows of a network may lead to the same."""
    seen: set[tuple[object, ...]] = set()
    kept = []
    for f in findings:
        key = (f.rule, f.role, f.concepts, f.contexts, f.reported, f.message)
        if key not in seen:
            seen.add(key)
            kept.append(f)
    return kept
