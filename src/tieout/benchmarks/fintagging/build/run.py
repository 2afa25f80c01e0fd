"""`build`: filings in, official rows out; filing by filing, so that memory is bounded and a stopped build goes on."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tieout._version import __version__
from tieout.benchmarks.fintagging.build.filing import filing_of
from tieout.benchmarks.fintagging.build.parts import instances_in, meta_in, write_part, write_skipped
from tieout.benchmarks.fintagging.build.sources import Found, documents_in
from tieout.benchmarks.fintagging.build.statistics import Collected, Drawn, compare_contexts
from tieout.benchmarks.fintagging.build.types import listed_concepts
from tieout.benchmarks.fintagging.build.writing import Writers, write_companies
from tieout.benchmarks.fintagging.concepts import ListedConcept, words_of, write_concepts
from tieout.benchmarks.splits import assign
from tieout.reading import read_bytes
from tieout.reading.detect import is_inline
from tieout.report.errors import InputError, TieoutError

__all__ = ["BuildOptions", "build"]

_PARTS = ".parts"
_COMPARED = 2000  # entities whose contexts are compared

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """``splits`` are parts of train, val and test, by issuer. ``taxonomy`` names packages or concept lists that tell types.

    ``compat`` writes the strings of the public data, with the white space that shows tags and with rows that are not found.
    """

    seed: int = 0
    splits: tuple[int, int, int] = (0, 0, 1)
    taxonomy: tuple[Path, ...] = ()
    compat: bool = False
    limit: int | None = None


def build(source: Path, out: Path, options: BuildOptions, progress: Progress = lambda line: None) -> dict[str, Any]:
    """Writes ``finni/``, ``fincl/``, ``full/`` (CSV), ``bio/``, ``concepts.jsonl``, ``companies.csv`` and ``statistics.json``.

    Called again with the same arguments after it was stopped, it goes on. Returns the statistics. Raises InputError where
    ``source`` holds no inline document with us-gaap facts, or ``out`` holds something else; a document that can't be read is
    told in the statistics, and the others are built.
    """
    documents = list(documents_in(source))
    listed = listed_concepts(options.taxonomy)
    _begin(out, options)
    parts = _read_all(documents, out / _PARTS, options, listed, progress)
    metas = [(part, meta) for part in parts if "skipped" not in (meta := meta_in(part))]
    skipped = {meta["label"]: meta["skipped"] for part in parts if "skipped" in (meta := meta_in(part))}
    if not metas:
        shutil.rmtree(out)
        raise InputError(
            f"{source}: no inline document with us-gaap facts; {'; '.join(list(skipped.values())[:3]) or 'it is empty'}"
        )
    kept, twins = _distinct(metas)
    statistics = _assemble(out, kept, options, listed)
    statistics |= {"skipped": skipped, "filed_twice": twins}
    _write_json(out / "statistics.json", statistics)
    shutil.rmtree(out / _PARTS)
    return statistics


def _begin(out: Path, options: BuildOptions) -> None:
    """Makes the folder, or finds the one of a build that was stopped."""
    said = {
        "tieout": __version__, "seed": options.seed, "splits": list(options.splits), "compat": options.compat,
        "limit": options.limit, "taxonomy": [_digest(path) for path in options.taxonomy],
    }  # fmt: skip
    marker = out / "build.json"
    if out.exists() and not out.is_dir():
        raise InputError(f"{out}: is a file; --out names a new folder")
    if out.is_dir() and any(out.iterdir()):
        if not marker.is_file():
            raise InputError(f"{out}: not empty; --out names a new folder")
        if (out / "statistics.json").exists():
            raise InputError(f"{out}: is built already; --out names a new folder")
        try:
            before = json.loads(marker.read_text(encoding="utf-8"))
        except ValueError:
            before = None
        if before != said:
            raise InputError(f"{out}: holds a build with other options that was stopped; name another folder, or remove it")
    (out / _PARTS).mkdir(parents=True, exist_ok=True)
    _write_json(marker, said)


def _digest(path: Path) -> str:
    """A taxonomy by name, and by its bytes where it is a file."""
    if not path.is_file():
        return path.name
    with path.open("rb") as handle:
        return f"{path.name} {hashlib.file_digest(handle, 'sha256').hexdigest()[:16]}"


def _read_all(
    documents: Sequence[Found], folder: Path, options: BuildOptions, listed: Mapping[str, ListedConcept], progress: Progress
) -> list[Path]:
    """The part of each inline document, in order; a document of the same bytes is taken once."""
    parts: dict[Path, None] = {}
    for found in documents:
        if options.limit is not None and len(parts) >= options.limit:
            break
        try:
            data = found.read()
        except TieoutError as error:
            part = folder / f"{hashlib.sha256(found.label.encode()).hexdigest()[:24]}.jsonl"
            write_skipped(part, found.label, str(error))
            parts[part] = None
            continue
        if not is_inline(data):
            continue
        part = folder / f"{hashlib.sha256(data).hexdigest()[:24]}.jsonl"
        if not part.exists():
            progress(f"{found.label}: {_read_one(found, data, part, options, listed)}")
        parts[part] = None
    return list(parts)


def _read_one(found: Found, data: bytes, part: Path, options: BuildOptions, listed: Mapping[str, ListedConcept]) -> str:
    try:
        report = read_bytes(data, found.label)
        filing = filing_of(report, listed, options.compat, f"{options.seed}/{found.label}")
    except TieoutError as error:
        write_skipped(part, found.label, str(error))
        return f"left out: {error}"
    write_part(part, filing, found.label)
    return f"{len(filing.instances)} instances"


def _distinct(metas: list[tuple[Path, dict[str, Any]]]) -> tuple[list[tuple[Path, dict[str, Any]]], dict[str, str]]:
    """One document a report (issuer, form, period), and which others were left out for which."""
    first: dict[tuple[str, str, str], str] = {}
    kept: list[tuple[Path, dict[str, Any]]] = []
    twins: dict[str, str] = {}
    for part, meta in metas:
        key = meta["issuer"], meta["form"], meta["period"]
        if all(key) and key in first:
            twins[meta["label"]] = first[key]
        else:
            first[key] = meta["label"]
            kept.append((part, meta))
    return kept, twins


def _assemble(
    out: Path, kept: list[tuple[Path, dict[str, Any]]], options: BuildOptions, listed: Mapping[str, ListedConcept]
) -> dict[str, Any]:
    split_of = assign({meta["issuer"] for _, meta in kept}, options.splits, options.seed)
    collected = Collected()
    drawn = Drawn(_COMPARED, Random(f"{options.seed}/contexts"))  # noqa: S311  (a draw, no secret)
    seen: dict[str, str] = {}
    with Writers(out, collected, drawn) as writers:
        for part, meta in kept:
            collected.add_filing(meta)
            for name, type_ in meta["concepts"].items():
                if type_ or name not in seen:
                    seen[name] = type_
            for instance in instances_in(part):
                writers.write(split_of[meta["issuer"]], meta["label"], instance)
    concepts = [*listed.values(), *(ListedConcept(n, t, words_of(n)) for n, t in sorted(seen.items()) if n not in listed)]
    write_concepts(out / "concepts.jsonl", concepts)
    write_companies(out / "companies.csv", [meta for _, meta in kept], split_of)
    return {
        **collected.to_json(),
        "table_13": compare_contexts(drawn.items, concepts),
        "splits": writers.counts,
        "concepts": {"listed": len(listed), "only_in_filings": len(concepts) - len(listed)},
        "tokenizer": writers.tokenizer, "seed": options.seed, "compat": options.compat,
    }  # fmt: skip


def _write_json(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
