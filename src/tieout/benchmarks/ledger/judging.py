"""Judgments for questions that have none: mined pages, graded by rule or by a model, and how far two graders agree."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Any

from tieout.benchmarks.ledger.build.official import write_split
from tieout.benchmarks.ledger.build.relevance import DOCUMENT_ID
from tieout.benchmarks.ledger.mining import Candidate, Mined, candidates, rule_grade
from tieout.benchmarks.ledger.noisy import plain_row
from tieout.benchmarks.ledger.rows import Question, question_rows, report_rows
from tieout.engines.kpis.catalogue import catalogue
from tieout.evaluation import LLMSettings
from tieout.evaluation.solvers import model_named
from tieout.llm.fence import FENCE_RULE, fence
from tieout.report.errors import InputError

__all__ = ["Agreement", "agreement", "mine", "read_qrels"]

_GRADE = re.compile(r"(?<!\d)[012](?!\d)")
_LONGEST_PAGE = 30_000
_QREL = re.compile(r"(?P<query>\S+)\s+\S+\s+(?P<document>\S+)\s+(?P<grade>-?\d+)")

Case = tuple[Question, Candidate]


def mine(
    data: Path, out: Path, split: str, judge: str | None = None, settings: LLMSettings | None = None, again: bool = False
) -> dict[str, Any]:
    """``data`` with judgments for the questions that have a value and none (``again``: for all), in ``out``.

    ``judge`` is ``llm:MODEL@BASE_URL``; its answers are kept in ``out``, so that a stopped run asks for the rest only.
    Beside the official files ``candidates.jsonl`` lists every candidate. Pages graded 0 are left out of the judgments.
    Raises InputError for a judge that is none, LLMError where the endpoint can't be used.
    """
    if out.exists() and any(out.iterdir()) and not (out / "candidates.jsonl").exists():
        raise InputError(f"{out}: not empty; --out names a new folder, or the one of a run that was stopped")
    (out / "mmd").mkdir(parents=True, exist_ok=True)
    cases = list(_cases(data, split, again))
    (out / "candidates.jsonl").touch()
    grades = [rule_grade(candidate, str(one.row["kpi"])) for one, candidate in cases]
    failed = 0
    if judge is not None and cases:
        grades, failed = _judged(cases, judge, settings or LLMSettings(), out / "judge.sqlite")
    _write(data, out, split, cases, grades)
    return {"candidates": len(cases), "grades": dict(sorted(Counter(grades).items())), "failed": failed, "out": str(out)}


def _cases(data: Path, split: str, again: bool) -> Iterator[Case]:
    for _, questions in groupby(question_rows(data, split), key=lambda one: one.document):
        todo = [one for one in questions if one.row["value"] is not None and (again or not one.grades)]
        if not todo:
            continue
        mined = Mined(todo[0].text.pages())
        for one in todo:
            kpi = catalogue().get(str(one.row["kpi"]))
            scaled = kpi is None or kpi.kind != "per_share"
            for candidate in candidates(mined, Decimal(one.row["value"]), scaled):
                yield one, candidate


def _judged(cases: Sequence[Case], judge: str, settings: LLMSettings, cache: Path) -> tuple[list[int], int]:
    """A grade for each case; one that the model gave none for is 0. The answers so far are in ``cache``."""
    from tieout.llm import ChatRequest, ChatResult, strip_reasoning
    from tieout.llm.many import chat_all

    model, base_url = model_named("--judge", judge)
    client = replace(settings, cache=settings.cache or cache).client(model, base_url)
    grades = [0] * len(cases)

    def take(place: int, result: ChatResult) -> None:
        said = _GRADE.findall(strip_reasoning(result.text))
        grades[place] = int(said[-1]) if said else 0

    requests = [
        (place, ChatRequest(messages=_messages(*case), temperature=settings.temperature, max_tokens=settings.max_tokens or 400))
        for place, case in enumerate(cases)
    ]
    failures = asyncio.run(chat_all(client, requests, take, settings.max_connections))
    return grades, len(failures)


def _messages(one: Question, candidate: Candidate) -> list[dict[str, str]]:
    template = resources.files(__package__).joinpath("prompt_judge.txt").read_text(encoding="utf-8")
    page = one.text.pages()[candidate.page - 1][:_LONGEST_PAGE]
    text = template.format(
        page=fence(page.strip()), question=one.row["query_text"], value=one.row["value"], line=candidate.line
    )
    return [{"role": "system", "content": FENCE_RULE}, {"role": "user", "content": text}]


def _write(data: Path, out: Path, split: str, cases: Sequence[Case], grades: Sequence[int]) -> None:
    found: dict[str, dict[int, int]] = {}
    with (out / "candidates.jsonl").open("w", encoding="utf-8") as handle:
        for (one, candidate), grade in zip(cases, grades, strict=True):
            found.setdefault(one.id, {})[candidate.page] = grade
            shown = {"id": one.id, "page": candidate.page, "grade": grade, "exact": candidate.exact, "line": candidate.line}
            handle.write(json.dumps(shown, ensure_ascii=False) + "\n")
    reports = []
    for report in report_rows(data, split):
        (out / "mmd" / f"{report.document}.mmd").write_text(report.text.read(), encoding="utf-8")
        reports.append(plain_row({**report.row, **report.values, "report": report.document}))
    known = {row["report"] for row in reports}
    queries = []
    for one in question_rows(data, split):
        if one.document in known:
            judged = found.get(one.id, one.grades)
            qrels = [
                {"doc_id": DOCUMENT_ID.format(report=one.document, page=page - 1), "relevance": grade}
                for page, grade in sorted(judged.items())
                if grade > 0
            ]
            queries.append(plain_row({**one.row, "report": one.document, "qrels": qrels}))
    write_split(out, split, queries, reports)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of the pages that both graded: how many, the share graded alike, Cohen's kappa, plain and weighted by squares."""

    pages: int
    alike: float
    kappa: float
    weighted_kappa: float
    confusion: Mapping[str, int]


def read_qrels(path: Path) -> dict[tuple[str, str], int]:
    """Grades by (query, page) of a TREC qrels file. Raises InputError for a line that is none."""
    found: dict[tuple[str, str], int] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        match = _QREL.fullmatch(line.strip())
        if match is None:
            raise InputError(f"{path}, line {number}: a line of qrels is 'query 0 page grade'")
        found[match["query"], match["document"]] = int(match["grade"])
    return found


def agreement(first: Mapping[tuple[str, str], int], second: Mapping[tuple[str, str], int]) -> Agreement:
    """How far two graders agree on the pages that both graded. Raises InputError where there is none.

    Where both use one grade only, agreement by chance is certain, and kappa is 1 for the same grade.
    """
    pairs = [(grade, second[key]) for key, grade in first.items() if key in second]
    if not pairs:
        raise InputError("the two files have no graded page in common")
    confusion = Counter(pairs)
    return Agreement(
        pages=len(pairs),
        alike=sum(one == other for one, other in pairs) / len(pairs),
        kappa=_kappa(pairs, lambda one, other: float(one != other)),
        weighted_kappa=_kappa(pairs, lambda one, other: float(one - other) ** 2),
        confusion={f"{one}/{other}": count for (one, other), count in sorted(confusion.items())},
    )


def _kappa(pairs: Sequence[tuple[int, int]], weight: Any) -> float:
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    seen = sum(weight(one, other) for one, other in pairs) / len(pairs)
    chance = sum(weight(a, b) * first[a] * second[b] for a in first for b in second) / len(pairs) ** 2
    return 1 - seen / chance if chance else 1.0
