"""Where the files of a split are: the official names, without a split, are ``test``; what we build is in ``TASK/SPLIT.csv``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from tieout.benchmarks.fintagging.concepts import concept_file
from tieout.benchmarks.fintagging.rows import SUFFIXES
from tieout.evaluation.data import data_file, data_folder
from tieout.report.errors import InputError

__all__ = ["OFFICIAL", "SPLITS", "bio_file", "candidate_file", "files_of", "row_files"]

OFFICIAL = "test-official"
"""The split ``test`` with the white space of the official strings, which tells tagged numbers from others."""

SPLITS = ("train", "val", "test", OFFICIAL)

_TASKS = ("finni", "fincl", "full")
_WORDS = {"train": ("train",), "val": ("val", "valid", "validation", "dev"), "test": ("test",)}
_ALL_WORDS = frozenset(word for words in _WORDS.values() for word in words)
_BIO_SUFFIXES = (".txt", ".bio", ".conll")


def files_of(task: str) -> Callable[[Path, str], list[Path]]:
    """The finder of a task's files for a split: its rows (``full``: else BIO), then the concept list and candidates, if any."""

    def files(data: Path, split: str) -> list[Path]:
        found = row_files(data, task, split)
        if not found and task == "full" and (bio := bio_file(data, split)) is not None:
            found = [bio]
        if not found:
            also = " (or bio/test.txt)" if task == "full" else f" (or an official file such as Fin{task[3:].upper()}-eval.csv)"
            raise InputError(f"{data}: {task}/{_plain(split)}.csv{also if split.startswith('test') else ''} is missing")
        beside = (concept_file(data_folder(data)), candidate_file(data, split) if task == "fincl" else None)
        return [*found, *(data_file(data, path.name) for path in beside if path is not None)]

    return files


def row_files(data: Path, task: str, split: str) -> list[Path]:
    """The files with a task's rows, none where there are none. Raises InputError where it isn't clear which they are."""
    folder = data_folder(data)
    for place in _places(folder, task):
        names = sorted(p.name for p in place.iterdir() if _is_of(p, task, _plain(split), place != folder))
        if not names:
            continue
        whole = [name for name in names if "subset" not in name.lower()]
        names = whole or names
        if len({re.sub(r"-\d{5}-of-\d{5}", "", name) for name in names}) > 1:
            raise InputError(f"{place}: several files of {task} for {_plain(split)} ({', '.join(names)}); leave one")
        return [data_file(data, *place.relative_to(folder).parts, name) for name in names]
    return []


def bio_file(data: Path, split: str) -> Path | None:
    """The BIO file of a split: ``bio/SPLIT.txt`` (or .bio, .conll), or one beside the rows with "bio" in its name."""
    folder = data_folder(data)
    for place, named in ((folder / "bio", False), (folder, True)):
        if not place.is_dir():
            continue
        found = sorted(
            p.name
            for p in place.iterdir()
            if p.suffix.lower() in _BIO_SUFFIXES and p.is_file() and (not named or "bio" in p.name.lower())
            if _split_of(p.name) == _plain(split)
        )
        if len(found) > 1:
            raise InputError(f"{place}: several BIO files for {_plain(split)} ({', '.join(found)}); leave one")
        if found:
            return data_file(data, *place.relative_to(folder).parts, found[0])
    return None


def candidate_file(data: Path, split: str) -> Path | None:
    """``candidates-SPLIT.jsonl``, written by `tieout fintagging candidates`: what a reranker chooses from."""
    path = data_folder(data) / f"candidates-{_plain(split)}.jsonl"
    return data_file(data, path.name) if path.exists() else None


def _plain(split: str) -> str:
    return "test" if split == OFFICIAL else split


def _places(folder: Path, task: str) -> Iterator[Path]:
    """The task's own folders first, then the folder itself; in each, also below ``data/`` as on the hub."""
    own = sorted(p for p in folder.iterdir() if p.is_dir() and re.sub(r"[^a-z]", "", p.name.lower()) in (task, f"{task}eval"))
    for base in (*own, folder):
        for place in (base, base / "data"):
            if place.is_dir():
                yield place


def _is_of(path: Path, task: str, split: str, below_own: bool) -> bool:
    name = path.name.lower()
    if path.suffix.lower() not in SUFFIXES or not path.is_file() or "concept" in name or name.startswith("candidates-"):
        return False
    words = _words(name)
    named = next((t for t in _TASKS if any(word.startswith(t) for word in words)), None)
    return (named == task or (named is None and below_own)) and _split_of(name) == split


def _words(name: str) -> list[str]:
    return re.split(r"[^a-z]+", name.lower().rpartition(".")[0])


def _split_of(name: str) -> str:
    """The split that a file's name says; ``test`` where it says none, as the official files don't."""
    words = [word for word in _words(name) if word in _ALL_WORDS]
    return next((split for split, known in _WORDS.items() if words and words[-1] in known), "test")
