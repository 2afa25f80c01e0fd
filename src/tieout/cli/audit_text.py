"""Findings for reading: on a terminal, and as a Markdown report."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TextIO

from tieout.cli.reading_rows import page_words
from tieout.cli.terminal import console, plain

if TYPE_CHECKING:
    from tieout.engines.auditing import AuditResult, Finding

__all__ = ["Markdown", "Table", "place"]

_STYLES = {"error": "bold red", "warning": "yellow", "info": "cyan"}
_MOST_PLACES = 3
_INDENT = 8
# What Markdown would take for markup in a filing's own words.
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~!])")


def place(evidence: Mapping[str, Any]) -> str:
    """``file p. 10 t9-r12c5 "112,567"`` for an Evidence in its JSON form."""
    parts = [str(evidence["file"])]
    if evidence["page"] is not None:
        parts.append(f"p. {page_words(evidence['page'], evidence.get('printed_page'))}")
    spot = evidence["cell"] or evidence["block"]
    if spot is not None:
        parts.append(str(spot))
    elif evidence["element_id"] is not None:
        parts.append(f"#{evidence['element_id']}")
    elif evidence["element"] is not None:
        parts.append(f"element {evidence['element']}")
    quote = " ".join(str(evidence["quote"]).split())
    if quote:
        parts.append(f'"{quote[:40]}{"…" if len(quote) > 40 else ""}"')
    return " ".join(parts) + ("" if evidence["printed"] else " (hidden)")


def _places(finding: Finding, located: bool) -> list[str]:
    found = [place(e.to_dict()) for e in (finding.evidence if located else finding.pointers)[:_MOST_PLACES]]
    more = len(finding.facts) - len(found)
    return [*found, f"and {more} more"] if more > 0 else found


def _did_not_run(result: AuditResult) -> list[str]:
    """The rules that lacked something, by reason; those that the user left out aren't told."""
    reasons: dict[str, list[str]] = {}
    for s in result.skipped:
        if not s.by_choice:
            reasons.setdefault(s.reason, []).append(s.rule)
    return [f"{', '.join(rules)}: {reason}" for reason, rules in reasons.items()]


class Table:
    """Findings as a person reads them: severity, rule, message, and where to look."""

    def __init__(self, stream: TextIO, many: bool, located: bool) -> None:
        self._console = console(stream)
        self._many = many
        self._located = located

    def write(self, label: str, result: AuditResult) -> None:
        from rich.text import Text

        out = self._console
        if self._many:
            out.print(Text(plain(label), style="bold"))
        for f in sorted(result, key=lambda f: -f.severity):
            head = Text(f"{f.severity.name:<8}", style=_STYLES[f.severity.name])
            head.append(f"{f.rule}{f' ({f.dqc})' if f.dqc else ''}", style="bold")
            out.print(head)
            self._indented(f.message, "")
            for spot in _places(f, self._located):
                self._indented(spot, "dim")
        if not result.findings:
            out.print(f"no findings by {len(result.rules)} rules")
        if not self._many:
            for line in _did_not_run(result):
                out.print(Text(f"not run: {line}", style="dim"))
            for s in result.sharpened:
                out.print(Text(f"sharper: {s.rule}: {s.source}", style="dim"))

    def _indented(self, text: str, style: str) -> None:
        from rich.text import Text

        width = max(self._console.width - _INDENT, 20)
        for line in textwrap.wrap(plain(text), width, break_on_hyphens=False):
            self._console.print(Text(" " * _INDENT + line, style=style), no_wrap=True, overflow="ignore", crop=False)


class Markdown:
    """A report to hand on: summary, findings by severity with their arithmetic, what was accepted, what did not run."""

    def __init__(self, stream: TextIO, located: bool) -> None:
        self._stream = stream
        self._located = located

    def write(self, label: str, result: AuditResult) -> None:
        from tieout.engines.auditing import Severity

        say = self._say
        say(f"# Audit of {_escaped(label)}\n")
        say("| severity | findings |\n|---|---:|")
        for severity in sorted(Severity, reverse=True):
            say(f"| {severity.name} | {sum(f.severity == severity for f in result)} |")
        say(f"| accepted | {len(result.accepted)} |\n")
        for severity in sorted(Severity, reverse=True):
            found = [f for f in result if f.severity == severity]
            if found:
                say(f"## {severity.name.capitalize()}s\n" if severity.name != "info" else "## Notes\n")
            for f in found:
                self._finding(f)
        if result.accepted:
            say("## Accepted\n")
            for a in result.accepted:
                say(f"- **{a.finding.rule}**: {_escaped(a.finding.message)} *{_escaped(a.reason)}*")
            say("")
        if result.sharpened or _did_not_run(result):
            say("## Rules\n")
            for s in result.sharpened:
                say(f"- sharper: {s.rule}: {_escaped(s.source)}")
            for line in _did_not_run(result):
                say(f"- not run: {_escaped(line)}")
            say("")

    def _finding(self, f: Finding) -> None:
        from tieout.engines.auditing.sums import show

        say = self._say
        say(f"### {f.rule}{f' ({f.dqc})' if f.dqc else ''}\n\n{_escaped(f.message)}\n")
        if f.arithmetic:
            say("| concept | weight | value |\n|---|---:|---:|")
            for t in f.arithmetic:
                say(f"| {_escaped(t.concept)} | {show(t.weight)} | {show(t.value)} |")
            for name, value in (("sum", f.expected), ("reported", f.reported)):
                say(f"| **{name}** | | {show(value) if value is not None and not isinstance(value, str) else value} |")
            say("")
        for spot in _places(f, self._located):
            say(f"- {_escaped(spot)}")
        say(f"- fingerprint `{f.fingerprint}`\n")

    def _say(self, line: str) -> None:
        self._stream.write(line + "\n")


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", plain(text))
