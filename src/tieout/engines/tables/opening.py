"""From a report's files to its `ReportView`, kept on disk: reading a report takes a hundred times as long as answering from it.

What is kept is named after a hash of the files' names and bytes, so a changed file is a new report. Kept views are checked when
they are read back; one that is damaged is made again. ``TIEOUT_CACHE`` names the folder (empty: keep nothing).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from tieout.engines.tables.view import ReportView, view_of
from tieout.report.errors import InputError

__all__ = ["open_files"]

_FORM = "tables-view-1"  # changes with what a view holds
_MOST_BYTES = 200_000_000  # of a kept view, unpacked


def open_files(files: Iterable[Path], name: str) -> ReportView:
    """The view of the report that HTML ``files`` make up, in the order of their names. Raises InputError for no files.

    The last few reports stay in memory; they are known by their files' paths, sizes and times of change.
    """
    paths = tuple(sorted(files))
    if not paths:
        return ReportView(name, None, "", [])
    try:
        stats = [path.stat() for path in paths]
    except OSError as fault:
        raise InputError(f"{fault.filename}: can't be read: {fault.strerror}") from fault
    return _opened(paths, tuple((stat.st_size, stat.st_mtime_ns) for stat in stats), name)


@lru_cache(maxsize=4)
def _opened(paths: tuple[Path, ...], state: tuple[tuple[int, int], ...], name: str) -> ReportView:
    from tieout.reading.html import read_html

    contents = [(path.name, path.read_bytes()) for path in paths]
    kept = _kept_file(contents, name)
    view = _load(kept) if kept is not None else None
    if view is None:
        view = view_of(read_html(contents, name))
        if kept is not None:
            _save(kept, view)
    return view


def _kept_file(contents: Sequence[tuple[str, bytes]], name: str) -> Path | None:
    where = os.environ.get("TIEOUT_CACHE", "~/.cache/tieout")
    if not where:
        return None
    total = hashlib.blake2b(f"{_FORM}\0{name}".encode(), digest_size=16)
    for file, data in contents:
        total.update(f"\0{file}\0{len(data)}\0".encode())
        total.update(data)
    return Path(where).expanduser() / "tables" / f"{total.hexdigest()}.json.z"


def _load(path: Path) -> ReportView | None:
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(path.read_bytes(), _MOST_BYTES)
        if not unpacking.eof:
            return None
        return ReportView.from_json(json.loads(text))
    except (OSError, ValueError, KeyError, TypeError, zlib.error):
        return None


def _save(path: Path, view: ReportView) -> None:
    """Writes beside and renames, so that nobody ever reads half a file; a full disk only means that nothing is kept."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(zlib.compress(json.dumps(view.to_json(), ensure_ascii=False).encode("utf-8", "replace"), 1))
            Path(beside).replace(path)
        except OSError:
            Path(beside).unlink(missing_ok=True)
