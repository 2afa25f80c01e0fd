"""Run the program that unpacks the development data, also on a Python whose `tarfile` has no filters yet.

    python tests/unpacking.py UNPACK ARGUMENT…

The program asks for the filters of PEP 706, which came with 3.11.4. A Python before that, such as Debian 12's, gets a stand-in
here that is no laxer: nothing leaves the folder, owners are whoever unpacks, and only files, folders and links come out.
"""

from __future__ import annotations

import copy
import os
import runpy
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["add_filters"]

Filter = Callable[[tarfile.TarInfo, str], tarfile.TarInfo]


def add_filters() -> None:
    """Give `tarfile` what the program uses of PEP 706: `data_filter`, `TarInfo.replace` and `extractall` with a filter."""

    def extractall(archive: tarfile.TarFile, path: str | Path = ".", *, filter: Filter) -> None:
        for member in archive:
            archive.extract(filter(member, str(path)), path)

    for holder, name, part in (
        (tarfile, "data_filter", _data_filter),
        (tarfile.TarInfo, "replace", _replace),
        (tarfile.TarFile, "extractall", extractall),
    ):
        setattr(holder, name, part)


def _replace(member: tarfile.TarInfo, **changes: Any) -> tarfile.TarInfo:
    changed = copy.copy(member)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


def _data_filter(member: tarfile.TarInfo, folder: str) -> tarfile.TarInfo:
    if not (member.isreg() or member.isdir() or member.issym() or member.islnk()):
        raise tarfile.ExtractError(f"{member.name}: neither a file, a folder nor a link")
    top = Path(folder).resolve()
    at = top / member.name
    places = [at, *([at.parent / member.linkname] if member.issym() else [top / member.linkname] if member.islnk() else [])]
    if not all(place.resolve().is_relative_to(top) for place in places):
        raise tarfile.ExtractError(f"{member.name}: leaves the folder")
    mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return _replace(member, uid=os.getuid(), gid=os.getgid(), uname="", gname="", mode=mode)


if __name__ == "__main__":
    if not hasattr(tarfile, "data_filter"):
        add_filters()
    sys.argv[:] = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
