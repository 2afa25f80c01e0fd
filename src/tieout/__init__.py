"""Tieout: tie every number of a financial report to its printed figure.

>>> import tieout
>>> report = tieout.read("filing.htm")
>>> report.facts.where(concept="us-gaap:Assets", period="2023-12-31")
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from tieout._version import __version__

if TYPE_CHECKING:
    from tieout.engines.asking import ask
    from tieout.engines.auditing import AuditResult, Finding, audit
    from tieout.engines.entities import Mention, entities
    from tieout.engines.kpis import KpiAnswer, kpis
    from tieout.engines.tables.asking import TableAnswer
    from tieout.engines.tagging.tagging import TaggedNumber, tag
    from tieout.reading import Limits, read
    from tieout.report import Evidence, Fact, Facts, InputError, LimitError, Report, TieoutError

__all__ = [
    "AuditResult",
    "Evidence",
    "Fact",
    "Facts",
    "Finding",
    "InputError",
    "KpiAnswer",
    "LimitError",
    "Limits",
    "Mention",
    "Report",
    "TableAnswer",
    "TaggedNumber",
    "TieoutError",
    "__version__",
    "ask",
    "audit",
    "entities",
    "kpis",
    "read",
    "tag",
]

# Where each public name lives; nothing is loaded before it is asked for, so that `import tieout` stays cheap.
_HOMES = {
    **dict.fromkeys(("audit", "AuditResult", "Finding"), "tieout.engines.auditing"),
    "ask": "tieout.engines.asking",
    "TableAnswer": "tieout.engines.tables.asking",
    **dict.fromkeys(("entities", "Mention"), "tieout.engines.entities"),
    **dict.fromkeys(("tag", "TaggedNumber"), "tieout.engines.tagging.tagging"),
    **dict.fromkeys(("kpis", "KpiAnswer"), "tieout.engines.kpis"),
    "read": "tieout.reading",
    "Limits": "tieout.reading",
    **dict.fromkeys(("Evidence", "Fact", "Facts", "InputError", "LimitError", "Report", "TieoutError"), "tieout.report"),
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'tieout' has no attribute {name!r}")
    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
