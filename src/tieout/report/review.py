"""A review: what people decided about the numbers and findings of a report, as lines of JSON that are only ever added to.

One line is one entry (docs/view.md, "The review file"). `tieout view` writes them; `tieout audit --accepted` and
`tieout tag --against` read them. A process that is killed can leave one unfinished line, which was never acknowledged; it
is passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from tieout.report.errors import InputError

__all__ = ["ACTIONS", "KINDS", "Entry", "entry_of", "is_review", "is_review_line", "is_unfinished", "read_review", "standing"]

ACTIONS = ("accept", "reject", "retag", "note", "undo")
"""``accept``: the report is right as it stands here. ``reject``: it is wrong. ``retag``: the right concept is ``concept``.
``note``: a remark. ``undo``: the entry ``undoes`` no longer stands."""
KINDS = ("fact", "number", "tag", "finding", "kpi", "answer", "entity")
_TEXTS = ("id", "action", "kind", "by", "at", "report", "reason", "concept", "undoes", "rule", "fingerprint", "role", "period")

_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.?)*+"?|[{}\[\]]', re.S)
_DEPTH = {"{": 1, "[": 1, "}": -1, "]": -1}


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision. ``reason`` is the reviewer's note, ``at`` UTC in ISO 8601.

    Of a finding ``more`` has ``rule``, ``fingerprint``, ``role``, ``period`` and its first ``concept``; of everything printed
    ``evidence``, ``text`` and ``filed``, the concept with which it was tagged.
    """

    id: str
    action: str
    kind: str
    by: str
    at: str
    report: str = ""
    reason: str = ""
    concept: str | None = None
    undoes: str | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: one object, without keys that say nothing."""
        own = {
            "id": self.id,
            "action": self.action,
            "kind": self.kind,
            "by": self.by,
            "at": self.at,
            "report": self.report,
            "reason": self.reason,
            "concept": self.concept,
            "undoes": self.undoes,
        }
        return {k: v for k, v in own.items() if v} | dict(self.more)

    @property
    def target(self) -> str:
        """What the decision is about, the same for every decision about it."""
        return target_of(self.kind, self.more)


def target_of(kind: str, more: Mapping[str, Any]) -> str:
    """A text that names what an entry is about: by its fingerprint, its name, or the place where it stands."""
    match kind:
        case "finding":
            return f"finding {more.get('fingerprint')}"
        case "kpi":
            return f"kpi {more.get('kpi')} {more.get('fiscal_year')}"
        case "answer":
            return f"answer {more.get('question')}"
        case _:
            evidence = more.get("evidence")
            where = evidence if isinstance(evidence, Mapping) else {}
            places: tuple[Any, ...] = (where.get("file"), where.get("element"))
            if kind != "fact":
                places = (where.get("file"), where.get("cell") or where.get("block"), where.get("span"))
            return " ".join((kind, *(json.dumps(p) for p in places)))


def is_review_line(row: Any) -> bool:
    """Whether a parsed line of JSON is an entry of a review."""
    return isinstance(row, dict) and "action" in row


def is_review(path: str | PathLike[str]) -> bool:
    """Whether a file begins as a review does."""
    try:
        with Path(path).open("rb") as handle:
            return is_review_line(json.loads(handle.readline(1_000_000)))
    except (OSError, ValueError, RecursionError):
        return False


def read_review(path: str | PathLike[str]) -> list[Entry]:
    """The entries of a review file, in order; an unfinished line is passed over.

    Raises `InputError` for a file that can't be read, and with the line's number for a line that is no entry.
    """
    try:
        lines = Path(path).read_bytes().split(b"\n")
    except OSError as e:
        raise InputError(f"{path}: can't be read: {e.strerror or e}") from e
    entries = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as e:
            if is_unfinished(line.decode("utf-8", "replace")):
                continue
            raise InputError(f"{path}, line {number}: is no JSON: {e}") from e
        entries.append(entry_of(row, f"{path}, line {number}"))
    return entries


def is_unfinished(line: str) -> bool:
    """Whether a line is one that a process that was killed did not write to its end; nobody was told that it is kept.

    That is an object which nothing closes: what it holds may end with a brace too.
    """
    if not line.startswith("{"):
        return False
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(line):
        depth += _DEPTH.get(found[0], 0)
        if depth == 0:
            return False
    return True


def entry_of(row: Any, where: str) -> Entry:
    """The entry that a JSON object is. Raises `InputError`, with ``where``, if it is none."""
    if not isinstance(row, dict):
        raise InputError(f"{where}: is no entry of a review: one JSON object a line")
    for name in _TEXTS:
        if not isinstance(row.get(name, ""), str | None):
            raise InputError(f"{where}: {name!r} has to be a text")
    action, kind = row.get("action"), row.get("kind", "")
    if action not in ACTIONS:
        raise InputError(f"{where}: {action!r} is no action; there are {', '.join(ACTIONS)}")
    if action == "undo":
        if not row.get("undoes"):
            raise InputError(f"{where}: undoes nothing: 'undoes' has the id of an entry")
    elif kind not in KINDS:
        raise InputError(f"{where}: {kind!r} is no kind; there are {', '.join(KINDS)}")
    if action == "retag" and not row.get("concept"):
        raise InputError(f"{where}: says no concept to tag with")
    own = ("id", "action", "kind", "by", "at", "report", "reason", "undoes")
    concept = row.get("concept") if kind != "finding" else None
    more = {k: v for k, v in row.items() if k not in own and not (k == "concept" and kind != "finding")}
    values = {name: row.get(name) or "" for name in own if name != "undoes"}
    return Entry(**values, concept=concept, undoes=row.get("undoes"), more=more)


def standing(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The decision that stands for each target: the last one that nobody took back. Notes are no decisions, unless alone."""
    listed = list(entries)
    undone = {e.undoes for e in listed if e.action == "undo"}
    found: dict[str, Entry] = {}
    for entry in listed:
        if entry.action == "undo" or entry.id in undone:
            continue
        if entry.action == "note" and entry.target in found and found[entry.target].action != "note":
            continue
        found[entry.target] = entry
    return found
