"""From a path to the source that it is."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from tieout.reading.archive.folders import FolderSource, SingleFileSource
from tieout.reading.archive.source import FileSource
from tieout.reading.archive.zips import ZipSource, is_zip
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.report.errors import InputError

__all__ = ["open_source"]


def open_source(path: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS) -> FileSource:
    """The files of a folder, of a zip (told by its content, not by its name), or a single file with what lies beside it.

    Raises InputError where there is nothing at ``path``, or where it is neither a regular file nor a folder.
    """
    where = Path(path)
    try:
        mode = where.stat().st_mode
    except OSError as e:
        raise InputError(f"{where}: {e.strerror or e}; give the path of a file, a folder or a zip") from e
    except ValueError as e:
        raise InputError(f"{str(where)!r}: is no path; give the path of a file, a folder or a zip") from e
    if stat.S_ISDIR(mode):
        return FolderSource(where, limits)
    if not stat.S_ISREG(mode):
        raise InputError(f"{where}: is neither a regular file nor a folder; give the path of a file, a folder or a zip")
    try:
        with where.open("rb") as f:
            start = f.read(4)
    except OSError as e:
        raise InputError(f"{where}: {e.strerror or e}") from e
    return ZipSource(where, limits) if is_zip(start) else SingleFileSource(where, limits)
