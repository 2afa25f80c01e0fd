"""Question templates: our own wordings, or those of a user's file, filled in with a company and a year."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from random import Random

from tieout.engines.kpis.catalogue import Kpi, catalogue
from tieout.report.errors import InputError

__all__ = ["Templates", "fill", "own_templates", "read_templates"]

Templates = Mapping[str, Sequence[str]]
"""KPI name to templates; ``ABC`` stands for the company and ``X`` for the year."""

_PLACES = re.compile(r"\bABC\b|\bX\b")
_LONGEST = 2_000


def own_templates() -> dict[str, list[str]]:
    """Every frame of questions.toml with every phrase of the KPI."""
    data = tomllib.loads(resources.files(__package__).joinpath("questions.toml").read_text(encoding="utf-8"))
    frames, phrases = data["frames"], data["phrases"]
    return {
        kpi.name: [
            frame.format(company="ABC", year="X", kpi=phrase)
            for frame in [*frames["any"], *frames[kpi.period]]
            for phrase in phrases[kpi.name]
        ]
        for kpi in catalogue().values()
    }


def read_templates(path: Path | None) -> Templates:
    """A user's JSON file (KPI title or name to a list of wordings); KPIs that it leaves out get our own.

    Raises InputError where the file is none of this kind, or a wording has no place for the company or the year.
    """
    templates: dict[str, list[str]] = own_templates()
    if path is None:
        return templates
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: no file of question templates: {error}") from error
    if not isinstance(found, dict):
        raise InputError(f"{path}: question templates are a JSON object of lists of wordings, by the KPI's title or name")
    names = {kpi.title: kpi.name for kpi in catalogue().values()} | {name: name for name in catalogue()}
    for title, wordings in found.items():
        if title not in names:
            raise InputError(f"{path}: {title!r} is no KPI; there are {', '.join(names)}")
        templates[names[title]] = _checked(wordings, f"{path}: {title}")
    return templates


def _checked(wordings: object, where: str) -> list[str]:
    if not isinstance(wordings, list) or not wordings or not all(isinstance(w, str) for w in wordings):
        raise InputError(f"{where}: not a list of wordings")
    for wording in wordings:
        if set(_PLACES.findall(wording)) != {"ABC", "X"} or len(wording) > _LONGEST:
            raise InputError(f"{where}: {wording[:80]!r} needs both placeholders, ABC for the company and X for the year")
    return wordings


def fill(templates: Templates, kpi: Kpi, company: str, year: int, rng: Random) -> str:
    """One of the KPI's templates, drawn uniformly, with company and year put in."""
    wording = rng.choice(templates[kpi.name])
    return _PLACES.sub(lambda place: company if place[0] == "ABC" else str(year), wording)
