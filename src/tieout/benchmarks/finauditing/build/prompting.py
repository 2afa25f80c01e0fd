"""From a case and its segment to the query that a model gets."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from random import Random
from typing import Any

from tieout.benchmarks.finauditing.build.cases import Candidate

__all__ = ["query_of"]


@cache
def _wordings() -> Mapping[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("prompts.toml").read_text(encoding="utf-8"))


def query_of(case: Candidate, segment: str, rng: Random) -> str:
    """Task, question and segment; the question stands before the segment or after it."""
    wording = _wordings()[case.task]
    question = str(rng.choice(wording["questions"])).format(**case.question)
    parts = [str(wording["task"]).strip(), question, segment]
    if rng.random() < 0.5:
        parts[1:] = [segment, question]
    return "\n\n".join(parts) + "\n"
