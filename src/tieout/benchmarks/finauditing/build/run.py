"""`build`: filings in, official rows out, with a log that says how each instance came about."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tieout.benchmarks.finauditing.build import messages as from_messages
from tieout.benchmarks.finauditing.build import natural, pairs, tags, values
from tieout.benchmarks.finauditing.build.cases import Candidate, Log, Work
from tieout.benchmarks.finauditing.build.filing import Filing, filings_in
from tieout.benchmarks.finauditing.build.prompting import query_of
from tieout.benchmarks.finauditing.build.quality import check_segment
from tieout.benchmarks.finauditing.build.segments import compact_segment, raw_segment
from tieout.benchmarks.finauditing.build.splits import assign
from tieout.benchmarks.finauditing.build.statistics import describe, tokens
from tieout.engines.auditing import audit
from tieout.report.errors import InputError, TieoutError

__all__ = ["BuildOptions", "build"]

_MOST_TRIES = 6  # for each instance that is wanted


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """``per_kind`` instances of each kind are taken from a filing; ``splits`` are parts of train, val and test.

    ``form`` is ``raw`` or ``compact``; instances of more than ``max_tokens`` tokens are left out, as the paper's longest has
    65,030. ``tiers`` holds I (injected, with hard negatives) and N (natural). With a file of
    ``messages`` (DQC messages with sec-url) instances are made of these instead.
    """

    seed: int = 0
    per_kind: int = 2
    tiers: str = "IN"
    form: str = "raw"
    max_tokens: int = 66_000
    limit: int | None = None
    messages: Path | None = None
    splits: tuple[int, int, int] = (0, 0, 1)


def build(
    source: Path, out: Path, options: BuildOptions, progress: Callable[[str], None] = lambda line: None
) -> dict[str, Any]:
    """Writes ``finsm/``, ``finre/``, ``finmr/`` (rows), ``log.jsonl`` (where gold comes from) and ``statistics.json``.

    Raises InputError where ``source`` holds no filing, or ``out`` is no empty folder. A filing that can't be read is told in
    the statistics, which are returned, and the others are built.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: not empty; --out names a new folder")
    rows: list[dict[str, Any]] = []
    skipped: dict[str, str] = {}
    dropped: Counter[str] = Counter()
    count = tokens()
    messages = from_messages.read_messages(options.messages) if options.messages is not None else None
    for path in filings_in(source)[: options.limit]:
        try:
            made = list(_of_filing(messages, path, options, dropped, count[1]))
        except TieoutError as error:
            skipped[path.name] = str(error)
            continue
        rows.extend(made)
        progress(f"{path.name}: {len(made)} instances")
    if not rows:
        raise InputError(
            f"{source}: no instance could be built; {'; '.join(skipped.values()) or 'no filing has what they need'}"
        )
    return _write(out, rows, options, skipped, dropped, count[0])


def _of_filing(
    messages: Sequence[from_messages.Message] | None,
    path: Path,
    options: BuildOptions,
    dropped: Counter[str],
    count: Callable[[str], int],
) -> Iterator[dict[str, Any]]:
    import tieout

    rng = Random(f"{options.seed}/{path.name}")  # noqa: S311  (a draw, no secret)
    work = Work(Filing.open(path), tieout.read(path), rng)
    makers: list[Callable[[Work], Iterator[Candidate]]] = []
    if messages is not None:
        makers = [lambda work: from_messages.candidates(work, from_messages.of_filing(messages, path, work.entity))]
    elif "I" in options.tiers:
        makers += [tags.candidates, pairs.candidates, values.candidates]
    if messages is None and "N" in options.tiers:
        makers += [natural.candidates]
    for maker in makers:
        kept: Counter[str] = Counter()
        tried: Counter[str] = Counter()
        for case in maker(work):
            kind = f"{case.rule}/{case.kind}"
            if messages is None and (kept[kind] >= options.per_kind or tried[kind] >= options.per_kind * _MOST_TRIES):
                continue
            tried[kind] += 1
            made = _instance(work, case, options, dropped, count)
            if made is not None:
                made["id"] = f"{case.task}-{path.name}-{case.rule[4:]}-{case.kind}-{kept[kind]}"
                kept[kind] += 1
                yield made


def _instance(
    work: Work, case: Candidate, options: BuildOptions, dropped: Counter[str], count: Callable[[str], int]
) -> dict[str, Any] | None:
    """The row of a candidate, with its log; None where it doesn't hold what it has to."""
    edited = _edited(work, case, options.form == "compact")
    if edited is None:
        dropped[f"{case.kind}: findings differ by more, or by less, than the edit"] += 1
        return None
    filing, report, log = edited
    segment = compact_segment(report, case.role) if options.form == "compact" else raw_segment(filing, case.role)
    fault = check_segment(segment, case)
    if fault is not None:
        dropped[f"{case.kind}: {fault}"] += 1
        return None
    query = query_of(case, segment, work.rng)
    length = count(query)
    if length > options.max_tokens:
        dropped[f"{case.kind}: more than {options.max_tokens} tokens"] += 1
        return None
    answer = case.answer if isinstance(case.answer, str) else json.dumps(case.answer, ensure_ascii=False)
    return {
        "query": query, "answer": answer, "document": work.filing.name, "entity": work.entity, "task": case.task,
        "rule": case.rule, "kind": case.kind, "tier": case.tier, "role": case.role, "question": dict(case.question),
        "edits": log, "tokens": length,
    }  # fmt: skip


def _edited(work: Work, case: Candidate, with_report: bool) -> tuple[Filing, Any, Log] | None:
    """The edited filing, where the rule's findings before and after differ exactly by the edit."""
    import tieout

    if case.apply is None:
        return work.filing, work.report, []
    filing = work.filing.fork()
    log = case.apply(filing)
    if not log:
        return None
    with tempfile.TemporaryDirectory(prefix="tieout-build-") as folder:
        filing.write(Path(folder))
        report = tieout.read(folder)
        after = {f.fingerprint: f for f in audit(report, rules=[case.rule])}
        if with_report:
            _ = report.facts, report.networks  # read while the files are there
    before = {f.fingerprint for f in work.findings(case.rule)}
    new = [f for key, f in after.items() if key not in before]
    if before - after.keys():
        return None
    if case.expected is None:
        return None if new else (filing, report, log)
    return (filing, report, log) if len(new) == 1 and case.expected(new[0]) else None


def _write(
    out: Path,
    rows: Sequence[dict[str, Any]],
    options: BuildOptions,
    skipped: dict[str, str],
    dropped: Counter[str],
    tokenizer: str,
) -> dict[str, Any]:
    split_of = assign({row["entity"] for row in rows}, options.splits, options.seed)
    out.mkdir(parents=True, exist_ok=True)
    for task in ("finsm", "finre", "finmr"):
        for split in ("train", "val", "test"):
            chosen = [row for row in rows if row["task"] == task and split_of[row["entity"]] == split]
            if chosen:
                (out / task).mkdir(exist_ok=True)
                official = ({key: row[key] for key in ("id", "query", "answer", "document")} for row in chosen)
                _write_lines(out / task / f"{split}.jsonl", official)
    _write_lines(
        out / "log.jsonl", ({k: v for k, v in row.items() if k != "query"} | {"split": split_of[row["entity"]]} for row in rows)
    )
    statistics = describe(rows) | {
        "seed": options.seed, "form": options.form, "tokenizer": tokenizer, "entities": len(split_of),
        "filings": len({row["document"] for row in rows}), "skipped_filings": skipped, "dropped_candidates": dict(dropped),
    }  # fmt: skip
    (out / "statistics.json").write_text(json.dumps(statistics, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return statistics


def _write_lines(path: Path, rows: Iterator[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as handle:
        for row in rows:
            handle.write(json.dumps(row, ensure_ascii=False) + "\n")
