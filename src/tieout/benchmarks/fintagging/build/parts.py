"""What is known of a filing, kept on disk as soon as it is known: a build that was stopped goes on from there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tieout.benchmarks.fintagging.build.filing import Filing, Gold, Instance

__all__ = ["instances_in", "meta_in", "write_part", "write_skipped"]


def write_part(path: Path, filing: Filing, label: str) -> None:
    """One line on the filing, then one an instance; the file appears only when it is whole."""
    meta = {
        "label": label,
        **{k: getattr(filing, k) for k in ("issuer", "name", "ticker", "form", "period", "texts", "characters", "tables")},
        "standard": filing.standard, "custom": filing.custom, "types": dict(filing.types), "concepts": filing.concepts,
        "positive": sum(1 for instance in filing.instances if instance.facts), "instances": len(filing.instances),
    }  # fmt: skip
    lines = [meta, *(asdict(instance) for instance in filing.instances)]
    _write(path, lines)


def write_skipped(path: Path, label: str, reason: str) -> None:
    """A document that gives nothing, and why."""
    _write(path, [{"label": label, "skipped": reason}])


def meta_in(path: Path) -> dict[str, Any]:
    """The line on the filing; ``skipped`` holds the reason where there is nothing else."""
    with path.open(encoding="utf-8") as handle:
        meta: dict[str, Any] = json.loads(handle.readline())
    return meta


def instances_in(path: Path) -> Iterator[Instance]:
    with path.open(encoding="utf-8") as handle:
        handle.readline()
        for line in handle:
            yield _instance(json.loads(line))


def _instance(row: Mapping[str, Any]) -> Instance:
    spans = tuple((start, end, tag) for start, end, tag in row["spans"])
    return Instance(row["kind"], row["context"], tuple(Gold(**gold) for gold in row["facts"]), spans)


def _write(path: Path, lines: list[dict[str, Any]]) -> None:
    begun = path.with_suffix(".begun")
    with begun.open("w", encoding="utf-8") as handle:
        for line in lines:
            handle.write(json.dumps(line, ensure_ascii=False) + "\n")
    begun.replace(path)
