"""`build`: EDINET filings in, the official layout out."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from tieout.benchmarks.securities_tables.build.annotate import Annotated, annotate
from tieout.benchmarks.securities_tables.build.csvs import CsvFile, csv_files
from tieout.benchmarks.securities_tables.build.entries import (
    Entry,
    company_of,
    entries_from_csv,
    entries_from_tags,
    issuer_of,
)
from tieout.benchmarks.securities_tables.build.official import Asked, write_report, write_split
from tieout.benchmarks.securities_tables.build.sampling import drawn, industries, parted
from tieout.reading.archive import FileSource, open_source
from tieout.report.errors import InputError, TieoutError

__all__ = ["BuildOptions", "build"]

_NAME = re.compile(r"S1[0-9A-Z]{6}")
_PUBLIC = re.compile(r"(?:^|/)PublicDoc/[^/]+\.x?html?$", re.I)
_ID = re.compile(r"[A-Z0-9]{4,16}")


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """``share`` of each report's item names is asked (1: every entry, as U4 does; a tenth, as UFO does).

    ``csv`` is a folder with annual report CSVs, loose or in zips; a filing without one is asked by its labels. ``codes`` is
    EDINET's code list, for splits that keep the industries' proportions. ``taxonomy`` are packages with labels of standard
    concepts. Everything goes to the split ``test``, or with ``splits``, parts of train, valid and test, is parted by issuer.
    """

    seed: int = 0
    share: float = 0.1
    csv: Path | None = None
    codes: Path | None = None
    taxonomy: tuple[Path, ...] = ()
    splits: tuple[int, int, int] | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class _Made:
    report: str
    issuer: str
    company: str
    entries: list[Entry]
    path: Path


def build(
    source: Path, out: Path, options: BuildOptions, progress: Callable[[str], None] = lambda line: None
) -> dict[str, Any]:
    """Writes both tasks' folders and `datasheet.json`, whose content is returned: what was asked, what was left out and why.

    Raises InputError where ``source`` holds no EDINET filing with tags, or ``out`` is no empty folder. A filing that can't be
    read is told in the datasheet.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: not empty; --out names a new folder")
    groups = industries(options.codes) if options.codes is not None else {}
    tables = _tables(options.csv)
    left_out: Counter[str] = Counter()
    skipped: dict[str, str] = {}
    made: dict[str, _Made] = {}
    filings = _filings(source)
    if not filings:
        raise InputError(f"{source}: no EDINET filing here: folders with XBRL/PublicDoc, or zips of them")
    for path in filings[: options.limit]:
        try:
            one = _make(path, _free_name(_name(path), made), tables, options, left_out)
        except TieoutError as fault:
            skipped[str(path)] = str(fault)
            continue
        made[one.report] = one
        progress(f"{one.report}: {len(one.entries):,} entries in cells")
    made = {name: one for name, one in made.items() if one.entries}
    if not made:
        why = "; ".join(skipped.values()) or "no tagged cell has an item name (give --csv, or --taxonomy with labels)"
        raise InputError(f"{source}: nothing to ask here: {why[:400]}")
    splits = _splits(made.values(), groups, options)
    counts = _write(out, made.values(), splits, options)
    sheet = _datasheet(made.values(), splits, groups, counts, left_out, skipped, options)
    (out / "datasheet.json").write_text(json.dumps(sheet, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return sheet


def _filings(source: Path) -> list[Path]:
    """Zips and folders that hold a PublicDoc."""
    if not source.exists():
        raise InputError(f"{source}: no such folder; --from names a folder of EDINET filings")
    if source.is_file():
        return [source]
    folders = {
        path.parent.parent if path.parent.name == "XBRL" else path.parent for path in source.rglob("PublicDoc") if path.is_dir()
    }
    zips = [path for path in source.rglob("*.zip") if not any(folder in path.parents for folder in folders)]
    return sorted([*folders, *zips])


def _tables(folder: Path | None) -> dict[str, CsvFile]:
    """CSVs by the name of the instance that they were made of."""
    if folder is None:
        return {}
    if not folder.exists():
        raise InputError(f"{folder}: no such folder; --csv names a folder of EDINET's annual report CSVs")
    return csv_files(folder)


def _free_name(name: str, taken: Container[str]) -> str:
    """The name, or with the first number behind it with which no other filing is called."""
    numbered = (f"{name[:12]}{number}" for number in count(2))
    return name if name not in taken else next(one for one in numbered if one not in taken)


def _make(path: Path, name: str, tables: dict[str, CsvFile], options: BuildOptions, left_out: Counter[str]) -> _Made:
    import tieout

    report = tieout.read(path, taxonomy=options.taxonomy)
    annotated, stems = _annotated(path, name)
    lines = [line for stem in stems if stem in tables for line in tables[stem].read()]
    if lines:
        entries = entries_from_csv(report, annotated.tags, lines, left_out)
    else:
        entries = entries_from_tags(report, annotated.tags, left_out)
    company = company_of(report)
    if not company:
        raise InputError(f"{path}: its cover doesn't say the filer's name")
    return _Made(name, issuer_of(report), company, _unambiguous(entries, left_out), path)


def _annotated(path: Path, name: str) -> tuple[Annotated, list[str]]:
    """The filing's annotated files, and the names of its instances."""
    with open_source(path) as source:
        files = sorted(member for member in source.members if _PUBLIC.search(member))
        if not files:
            raise InputError(f"{path}: no EDINET filing: it has no PublicDoc with HTML files")
        annotated = annotate([(member, source.read(member)) for member in files], name)
        return annotated, _stems(source)


def _stems(source: FileSource) -> list[str]:
    return [member.rpartition("/")[2][:-4] for member in source.members if "PublicDoc/" in member and member.endswith(".xsd")]


def _name(path: Path) -> str:
    """The document's id where a name holds it, else a name made of the folder's: ids are capitals and digits only."""
    found = _NAME.search(path.name) or _NAME.search(path.parent.name)
    if found is not None:
        return found[0]
    plain = re.sub(r"[^A-Z0-9]", "", path.stem.upper())[:16]
    if not _ID.fullmatch(plain):
        raise InputError(f"{path}: name the folder or zip by the document's id (as S100ABCD): letters and digits")
    return plain


def _splits(made: Iterable[_Made], groups: dict[str, str], options: BuildOptions) -> dict[str, str]:
    issuers = sorted({one.issuer for one in made})
    if options.splits is None:
        return dict.fromkeys(issuers, "test")
    return parted(issuers, options.splits, groups, Random(f"{options.seed}/splits"))  # noqa: S311  (a draw, no secret)


def _write(out: Path, made: Iterable[_Made], splits: dict[str, str], options: BuildOptions) -> dict[str, dict[str, int]]:
    asked: dict[str, list[Asked]] = {}
    for one in made:
        random = Random(f"{options.seed}/{one.report}")  # noqa: S311
        chosen = drawn(one.entries, options.share, random)
        asked.setdefault(splits[one.issuer], []).extend(Asked(one.report, one.company, entry) for entry in chosen)
        write_report(out, splits[one.issuer], one.report, _annotated(one.path, one.report)[0].files)
    return {
        split: write_split(out, split, ones, Random(f"{options.seed}/{split}"))  # noqa: S311
        for split, ones in asked.items()
    }


def _unambiguous(entries: Sequence[Entry], left_out: Counter[str]) -> list[Entry]:
    """Without entries whose questions have two answers: they differ in something that the grammar doesn't say."""
    cells: dict[str, set[str]] = {}
    for entry in entries:
        cells.setdefault(entry.question(""), set()).add(entry.cell)
    kept: dict[str, Entry] = {}
    for entry in entries:
        question = entry.question("")
        if len(cells[question]) > 1:
            left_out["several answers"] += 1
        else:
            kept.setdefault(question, entry)
    return list(kept.values())


def _datasheet(
    made: Iterable[_Made],
    splits: dict[str, str],
    groups: dict[str, str],
    counts: dict[str, dict[str, int]],
    left_out: Counter[str],
    skipped: dict[str, str],
    options: BuildOptions,
) -> dict[str, Any]:
    reports = list(made)
    by_split = {split: [one for one in reports if splits[one.issuer] == split] for split in counts}
    return {
        "reports": len(reports),
        "questions": sum(sum(tasks.values()) for tasks in counts.values()),
        "splits": {
            split: {
                "reports": len(by_split[split]),
                "industries": dict(Counter(groups.get(one.issuer, "") for one in by_split[split])) if groups else {},
                **tasks,
            }
            for split, tasks in counts.items()
        },
        "left_out": dict(left_out),
        "skipped": skipped,
        "share": options.share,
        "seed": options.seed,
    }
