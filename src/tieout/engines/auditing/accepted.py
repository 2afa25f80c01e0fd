"""Accepted findings: what somebody has looked at and means to leave as it is, with the reason."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from tieout.engines.auditing.findings import Accepted, AuditResult, Finding
from tieout.engines.auditing.rules import all_rules
from tieout.report import InputError
from tieout.report.review import Entry, entry_of, is_review_line, is_unfinished, standing

__all__ = ["Acceptance", "Acceptances", "read_accepted"]

_FIELDS = ("report", "rule", "fingerprint", "role", "concept", "period")
_MORE = ("reason", "by", "date")


@dataclass(frozen=True, slots=True)
class Acceptance:
    """One entry: the finding that it means, by whatever fields are given, and why it is accepted."""

    wants: Mapping[str, str]
    reason: str
    where: str

    def covers(self, finding: Finding, report: str) -> bool:
        """Whether every field given is the finding's; ``rule`` also by DQC id, ``role`` also by its end."""
        return all(_matches(name, value, finding, report) for name, value in self.wants.items())


def _matches(name: str, value: str, finding: Finding, report: str) -> bool:
    match name:
        case "report":
            return report == value or report.endswith("/" + value)
        case "rule":
            dqc = (finding.dqc or "").lower()
            return value == finding.rule or (bool(dqc) and value.lower() in (dqc, dqc.removeprefix("dqc_")))
        case "fingerprint":
            return value == finding.fingerprint
        case "role":
            return finding.role is not None and finding.role.endswith(value)
        case "concept":
            return bool(finding.concepts) and finding.concepts[0] == value
        case _:
            return str(finding.period) == value


class Acceptances:
    """The entries of a file, and which of them were of use."""

    def __init__(self, entries: Iterable[Acceptance]) -> None:
        self.entries = tuple(entries)
        self._used: set[int] = set()

    def set_aside(self, result: AuditResult, report: str | None = None) -> None:
        """Moves the findings that an entry covers to ``result.accepted``."""
        name = report or result.report
        kept = []
        for finding in result.findings:
            at = next((i for i, e in enumerate(self.entries) if e.covers(finding, name)), None)
            if at is None:
                kept.append(finding)
            else:
                self._used.add(at)
                result.accepted.append(Accepted(finding, self.entries[at].reason))
        result.findings[:] = kept

    @property
    def unused(self) -> tuple[Acceptance, ...]:
        """Entries that covered no finding so far: what they accepted may be gone."""
        return tuple(e for i, e in enumerate(self.entries) if i not in self._used)


def read_accepted(path: str | PathLike[str]) -> Acceptances:
    """The entries of a TOML file (``[[accepted]]`` tables) or of JSON lines (docs/audit.md), which may be a review's.

    Of a review (`tieout.report.review`) the findings count that somebody accepted, as far as nobody took it back.

    Raises `InputError` for a file that can't be read, and for an entry without a reason, without a field that says what it
    accepts, or with a key that means nothing.
    """
    try:
        text = Path(path).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as e:
        reason = e.strerror if isinstance(e, OSError) and e.strerror else str(e)
        raise InputError(f"{path}: can't be read: {reason}") from e
    rows = _entries(text, str(path))
    reviewed = standing(entry_of(row, where) for row, where in rows if is_review_line(row))
    return Acceptances(
        [
            *(_acceptance(row, where) for row, where in rows if not is_review_line(row)),
            *(_of_review(e, str(path)) for e in reviewed.values() if e.kind == "finding" and e.action == "accept"),
        ]
    )


def _of_review(entry: Entry, path: str) -> Acceptance:
    wants = {k: v for k, v in entry.more.items() if k == "fingerprint" and isinstance(v, str)}
    if not wants:
        raise InputError(f"{path}, entry {entry.id}: accepts a finding without its fingerprint")
    return Acceptance(wants, entry.reason or f"accepted by {entry.by} on {entry.at[:10]}", f"{path}, entry {entry.id}")


def _entries(text: str, path: str) -> list[tuple[Any, str]]:
    if text.lstrip().startswith("{"):
        found: list[tuple[Any, str]] = []
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                if is_unfinished(line) and any(is_review_line(row) for row, _ in found):
                    continue
                try:
                    found.append((json.loads(line), f"{path}, line {number}"))
                except (ValueError, RecursionError) as e:
                    raise InputError(f"{path}, line {number}: is no JSON: {e}") from e
        return found
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as e:
        raise InputError(f"{path}: is neither TOML nor JSON lines: {e}") from e
    entries = table.get("accepted", [])
    if not isinstance(entries, list) or set(table) - {"accepted"}:
        raise InputError(f"{path}: accepted findings stand in [[accepted]] tables, and nothing else does")
    return [(e, f"{path}, entry {n}") for n, e in enumerate(entries, start=1)]


def _acceptance(entry: Any, where: str) -> Acceptance:
    if not isinstance(entry, dict) or not all(isinstance(v, str) for v in entry.values()):
        raise InputError(f"{where}: every entry is a table of texts")
    unknown = set(entry) - set(_FIELDS) - set(_MORE)
    if unknown:
        raise InputError(f"{where}: {sorted(unknown)[0]!r} means nothing here; use {', '.join((*_FIELDS, *_MORE))}")
    if not entry.get("reason", "").strip():
        raise InputError(f"{where}: says no reason; an accepted finding needs one")
    wants = {k: v for k, v in entry.items() if k in _FIELDS}
    if not {"rule", "fingerprint"} & set(wants):
        raise InputError(f"{where}: says neither rule nor fingerprint, so it would accept anything")
    if "rule" in wants and not any(rule.answers_to(wants["rule"]) for rule in all_rules()):
        raise InputError(f"{where}: no audit rule is called {wants['rule']!r}; tieout audit --list shows them")
    return Acceptance(wants, entry["reason"].strip(), where)
