"""Findings as SARIF 2.1.0, which code review tools and pipelines show."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import quote

from tieout._version import __version__
from tieout.cli.audit_text import place

if TYPE_CHECKING:
    from tieout.engines.auditing import AuditResult, Finding

__all__ = ["Sarif"]

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


class Sarif:
    """One run over all reports; written at the end, as SARIF is one object."""

    def __init__(self, located: bool) -> None:
        self._located = located
        self._results: list[dict[str, Any]] = []
        self._notifications: list[dict[str, Any]] = []

    def add(self, label: str, result: AuditResult) -> None:
        """Takes the findings of one report; accepted ones are there as suppressed results."""
        for finding in result:
            self._results.append(self._result(label, finding))
        for accepted in result.accepted:
            suppression = {"kind": "external", "status": "accepted", "justification": accepted.reason}
            self._results.append({**self._result(label, accepted.finding), "suppressions": [suppression]})
        for s in (s for s in result.skipped if not s.by_choice):
            self._notifications.append(
                {
                    "level": "note",
                    "message": {"text": f"{label}: {s.rule} did not run: {s.reason}"},
                    "associatedRule": {"id": s.rule},
                }
            )

    def _result(self, label: str, f: Finding) -> dict[str, Any]:
        row = f.to_dict(self._located)
        return {
            "ruleId": f.rule,
            "level": _LEVELS[f.severity.name],
            "message": {"text": f.message},
            "locations": [self._location(label, e) for e in row["evidence"][:1]],
            "relatedLocations": [{"id": n, **self._location(label, e)} for n, e in enumerate(row["evidence"][1:], start=1)],
            "partialFingerprints": {"tieout/v1": f.fingerprint},
            "properties": {k: row[k] for k in _PROPERTIES},
        }

    def _location(self, label: str, evidence: dict[str, Any]) -> dict[str, Any]:
        file = evidence["file"]
        uri = label if label == file or label.endswith("/" + file) else f"{label}/{file}"
        name = evidence["element_id"] or f"element {evidence['element']}"
        return {
            "physicalLocation": {"artifactLocation": {"uri": quote(uri)}},
            "logicalLocations": [{"name": name, "kind": "element", "fullyQualifiedName": place(evidence)}],
        }

    def write(self, stream: TextIO) -> None:
        """The whole log."""
        log = {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                {
                    "tool": {"driver": {"name": "tieout", "version": __version__, "rules": _rules()}},
                    "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": self._notifications}],
                    "columnKind": "unicodeCodePoints",
                    "results": self._results,
                }
            ],
        }
        json.dump(log, stream, ensure_ascii=False, indent=1, default=_decimal)
        stream.write("\n")


_PROPERTIES = ("dqc", "role", "concepts", "contexts", "period", "dimensions", "reported", "expected", "arithmetic")


def _rules() -> list[dict[str, Any]]:
    from tieout.engines.auditing import all_rules

    return [
        {
            "id": r.id,
            "name": r.dqc or r.id,
            "shortDescription": {"text": r.title},
            "help": {"text": r.source},
            "defaultConfiguration": {"level": _LEVELS[r.severity.name]},
            "properties": {"category": r.category},
        }
        for r in all_rules()
    ]


def _decimal(value: Any) -> str:
    if isinstance(value, Decimal):
        return format(value, "f")
    raise TypeError(f"{type(value).__name__} is not JSON")
