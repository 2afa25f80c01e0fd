"""The plan of a study, kept in its folder: which tables there are, and who grades which. It never changes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tieout.report.errors import InputError
from tieout.studies.grading.assignment import assign

__all__ = ["Plan", "make_plan"]


@dataclass(frozen=True, slots=True)
class Plan:
    """``lists`` are item ids by annotator."""

    items: Sequence[str]
    lists: Mapping[str, Sequence[str]]


def make_plan(folder: Path, items: Sequence[str], annotators: Sequence[str], overlap: float, coders: int, seed: int) -> Plan:
    """The plan in ``folder``, made where there is none.

    Raises InputError where the folder's plan is for other tables or annotators: half of a study would be lost in the other.
    """
    path = folder / "plan.json"
    asked = {"overlap": overlap, "coders": coders, "seed": seed, "annotators": list(annotators), "items": list(items)}
    if not path.exists():
        lists = assign(items, annotators, overlap, coders, seed)
        folder.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(".part")
        half.write_text(json.dumps({**asked, "lists": lists}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        half.replace(path)
        return Plan(items, lists)
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        differing = [name for name, value in asked.items() if kept[name] != value]
        plan = Plan(kept["items"], kept["lists"])
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(f"{path}: is no plan of a study; move it away to begin a new one") from None
    if differing:
        raise InputError(f"{path}: the study was begun with other {differing[0]}; use another --out for a new one")
    return plan
