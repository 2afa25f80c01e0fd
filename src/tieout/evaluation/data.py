"""Files of a benchmark's official layout: found below the folder that the user names, and never outside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from tieout.report.errors import InputError

__all__ = ["data_file", "data_folder", "data_hash"]

_CHUNK = 1 << 20


def data_folder(data: Path) -> Path:
    """The folder itself, with links resolved; raises InputError when it is none."""
    folder = data.expanduser()
    if not folder.is_dir():
        raise InputError(f"{data}: no such folder; --data names the folder of the benchmark's official files")
    return folder.resolve()


def data_file(data: Path, *parts: str) -> Path:
    """The file at ``parts`` below ``data``.

    Links that stay inside the folder are followed. Raises InputError where the file is missing, or a link or a ``..`` leads
    out of the folder: a dataset has no business with other files of the machine.
    """
    folder = data_folder(data)
    path = folder.joinpath(*parts)
    name = "/".join(parts)
    try:
        resolved = path.resolve(strict=True)
    except (OSError, RuntimeError):
        raise InputError(f"{data}: {name} is missing") from None
    if not resolved.is_relative_to(folder):
        raise InputError(f"{data}: {name} leads out of the data folder; copy the file into it")
    if not resolved.is_file():
        raise InputError(f"{data}: {name} is not a file")
    return resolved


def data_hash(data: Path, files: Iterable[Path]) -> str:
    """SHA-256 over the names (below ``data``) and the bytes of the files: the same data give the same hash anywhere."""
    folder = data_folder(data)
    total = hashlib.sha256()
    for path in sorted(files):
        of_file = hashlib.sha256()
        with path.open("rb") as handle:
            while chunk := handle.read(_CHUNK):
                of_file.update(chunk)
        name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
        total.update(f"{of_file.hexdigest()}  {name}\n".encode())
    return total.hexdigest()
