"""The rules, one file each. `all_rules` has them in the order in which they run and are listed."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from tieout.engines.auditing.rule import Rule

__all__ = ["all_rules"]


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, those with a DQC id first, in its order."""
    found: list[Rule] = []
    for module in pkgutil.iter_modules(__path__):
        declared = importlib.import_module(f"{__name__}.{module.name}")
        found.extend(r for r in vars(declared).values() if isinstance(r, Rule))
    return tuple(sorted(found, key=lambda r: (r.dqc is None, r.dqc or "", r.id)))
