"""`build`: filings in, official rows out, with a log that says how each instance came about."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, TextIO

from tieout.benchmarks.finauditing.build import messages as from_messages
from tieout.benchmarks.finauditing.build import natural, pairs, tags, values
from tieout.benchmarks.finauditing.build.cases import Candidate, Log, Work
from tieout.benchmarks.finauditing.build.filing import Filing, filings_in
from tieout.benchmarks.finauditing.build.ledger import Ledger
from tieout.benchmarks.finauditing.build.prompting import query_of
from tieout.benchmarks.finauditing.build.quality import check_segment, second_reading, summary
from tieout.benchmarks.finauditing.build.segments import compact_segment, raw_segment
from tieout.benchmarks.finauditing.build.statistics import describe, tokens
from tieout.benchmarks.splits import assign
from tieout.engines.auditing import audit
from tieout.reading import read_bytes
from tieout.report import Report
from tieout.report.errors import InputError, TieoutError

__all__ = ["BuildOptions", "build"]

_MOST_TRIES = 6  # for each instance that is wanted


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """``per_kind`` instances of each kind are taken from a filing; ``splits`` are parts of train, val and test.

    ``form`` is ``raw`` or ``compact``; instances of more than ``max_tokens`` tokens are left out, as the paper's longest has
    65,030. ``tiers`` holds I (injected, with hard negatives) and N (natural). With a file of
    ``messages`` (DQC messages with sec-url) instances are made of these instead. ``check`` is the share of instances that are
    read a second time, by other code (the paper's 4.2.4 did so with half).
    """

    seed: int = 0
    per_kind: int = 2
    tiers: str = "IN"
    form: str = "raw"
    check: float = 0.5
    max_tokens: int = 66_000
    limit: int | None = None
    messages: Path | None = None
    splits: tuple[int, int, int] = (0, 0, 1)


def build(
    source: Path, out: Path, options: BuildOptions, progress: Callable[[str], None] = lambda line: None
) -> dict[str, Any]:
    """Writes ``finsm/``, ``finre/``, ``finmr/`` (rows), ``log.jsonl`` (where gold comes from) and ``statistics.json``.

    What a filing gives is put down as soon as it is there: called again with the same arguments, a build that was stopped goes
    on, with the same result. Raises InputError where ``source`` holds no filing, or ``out`` is neither a new folder nor one of
    a build that was stopped. A filing that can't be read is told in the statistics, which are returned, and the others are
    built.
    """
    paths = filings_in(source)[: options.limit]
    messages = from_messages.read_messages(options.messages) if options.messages is not None else None
    settings = {k: v for k, v in asdict(options).items() if k not in ("limit", "messages")}
    settings |= {"splits": list(options.splits), "messages": options.messages and _digest(options.messages)}
    ledger = Ledger(out, [path.name for path in paths], settings)
    if ledger.resumed:
        progress(f"{ledger.resumed} of {len(paths)} filings were built before")
    name, count = tokens()
    for place, path in enumerate(paths, start=1):
        if ledger.has(path.name):
            continue
        rows: list[dict[str, Any]] = []
        dropped: Counter[str] = Counter()
        try:
            rows.extend(_of_filing(messages, path, options, dropped, count))
            ledger.write(path.name, {"skipped": None, "dropped": dropped}, rows)
            progress(f"{place} of {len(paths)}: {path.name}, {len(rows)} instances")
        except TieoutError as error:
            ledger.write(path.name, {"skipped": str(error), "dropped": {}}, ())
            progress(f"{place} of {len(paths)}: {error}")
    return _write(out, ledger, source, options, name)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


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
    lengths: dict[str, int] = {}  # of the segments as they are, by role
    for maker in makers:
        kept: Counter[str] = Counter()
        tried: Counter[str] = Counter()
        for case in maker(work):
            kind = f"{case.rule}/{case.kind}"
            if messages is None and (kept[kind] >= options.per_kind or tried[kind] >= options.per_kind * _MOST_TRIES):
                continue
            tried[kind] += 1
            made = _instance(work, case, options, dropped, count, lengths)
            if made is not None:
                made["id"] = f"{case.task}-{path.name}-{case.rule[4:]}-{case.kind}-{kept[kind]}"
                kept[kind] += 1
                yield made


def _instance(
    work: Work,
    case: Candidate,
    options: BuildOptions,
    dropped: Counter[str],
    count: Callable[[str], int],
    lengths: dict[str, int],
) -> dict[str, Any] | None:
    """The row of a candidate, with its log; None where it doesn't hold what it has to."""
    if case.role not in lengths:
        lengths[case.role] = count(raw_segment(work.filing, case.role)) if options.form == "raw" else 0
    if lengths[case.role] > options.max_tokens:  # before it is edited and read again for nothing
        dropped[f"{case.kind}: more than {options.max_tokens} tokens"] += 1
        return None
    edited = _edited(work, case)
    if edited is None:
        dropped[f"{case.kind}: findings differ by more, or by less, than the edit"] += 1
        return None
    filing, report, log = edited
    segment = compact_segment(report, case.role) if options.form == "compact" else raw_segment(filing, case.role)
    fault = check_segment(segment, case)
    checked = work.rng.random() < options.check
    if fault is None and checked:
        fault = second_reading(segment, report, case)
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
        "edits": log, "tokens": length, "checked": checked,
    }  # fmt: skip


def _edited(work: Work, case: Candidate) -> tuple[Filing, Any, Log] | None:
    """The edited filing, where the rule's findings before and after differ exactly by the edit."""
    if case.apply is None:
        return work.filing, work.report, []
    filing = work.filing.fork()
    log = case.apply(filing)
    if not log:
        return None
    report = _read_again(work, filing)
    after = {f.fingerprint: f for f in audit(report, rules=[case.rule])}
    before = {f.fingerprint for f in work.findings(case.rule)}
    new = [f for key, f in after.items() if key not in before]
    if before - after.keys():
        return None
    if case.expected is None:
        return None if new else (filing, report, log)
    return (filing, report, log) if len(new) == 1 and case.expected(new[0]) else None


def _read_again(work: Work, filing: Filing) -> Report:
    """The edited filing, read; what its edit can't have changed is taken from the filing as it was."""
    report = read_bytes(filing.zipped(), f"{filing.name}.zip")
    report.parts.concepts = lambda: work.report.concepts
    if filing.touched <= {name for name, _ in filing.instances()}:
        report.parts.networks = lambda: work.report.networks
    return report


def _write(out: Path, ledger: Ledger, source: Path, options: BuildOptions, tokenizer: str) -> dict[str, Any]:
    """Puts the parts together, one after the other; ``statistics.json`` comes last."""
    heads = dict(ledger.heads())
    skipped = {name: head["skipped"] for name, head in heads.items() if head["skipped"] is not None}
    dropped: Counter[str] = Counter()
    for head in heads.values():
        dropped.update(head["dropped"])
    log = [{k: v for k, v in row.items() if k != "query"} for row in ledger.rows()]
    if not log:
        ledger.close()
        raise InputError(
            f"{source}: no instance could be built; {'; '.join(skipped.values()) or 'no filing has what they need'}"
        )
    split_of = assign({row["entity"] for row in log}, options.splits, options.seed)
    with ExitStack() as stack:
        files: dict[tuple[str, str], TextIO] = {}
        for row in ledger.rows():
            place = (row["task"], split_of[row["entity"]])
            if place not in files:
                (out / place[0]).mkdir(exist_ok=True)
                files[place] = stack.enter_context((out / place[0] / f"{place[1]}.jsonl").open("w", encoding="utf-8"))
            _write_line(files[place], {key: row[key] for key in ("id", "query", "answer", "document")})
    with (out / "log.jsonl").open("w", encoding="utf-8") as handle:
        for row in log:
            _write_line(handle, row | {"split": split_of[row["entity"]]})
    statistics = describe(log) | {
        "seed": options.seed, "form": options.form, "tokenizer": tokenizer, "entities": len(split_of),
        "filings": len({row["document"] for row in log}), "skipped_filings": skipped, "dropped_candidates": dict(dropped),
        "quality": summary(log),
    }  # fmt: skip
    (out / "statistics.json").write_text(json.dumps(statistics, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    ledger.close()
    return statistics


def _write_line(handle: TextIO, row: dict[str, Any]) -> None:
    handle.write(json.dumps(row, ensure_ascii=False) + "\n")
