"""Files of a folder, and one file with what lies beside it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from tieout.reading.archive.source import JUNK, FileSource
from tieout.reading.limits import DEFAULT_LIMITS, Limits, over
from tieout.report.errors import InputError

__all__ = ["FolderSource", "SingleFileSource"]


class FolderSource(FileSource):
    """The regular files below a folder. Symbolic links are followed inside the folder, and never out of it."""

    def __init__(self, root: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS) -> None:
        super().__init__(Path(root).name or str(root), limits)
        self._root = Path(root).resolve()
        self._members: tuple[str, ...] | None = None
        self._known: frozenset[str] | None = None

    @property
    def members(self) -> tuple[str, ...]:
        if self._members is None:
            self._members = tuple(sorted(self._list()))
            self._known = frozenset(self._members)
        return self._members

    def _list(self) -> list[str]:
        found: list[str] = []
        entries = 0
        for folder, folders, files in os.walk(self._root, followlinks=False, onerror=self._unreadable):
            folders[:] = sorted(d for d in folders if not d.startswith(".") and d != "__MACOSX")
            # Folders count as well: a tree of empty ones must end somewhere too.
            entries += len(folders) + len(files)
            if entries > self.limits.members:
                raise over(self.limits, "members", f"{self.name}: holds more files and folders")
            for file in files:
                member = (Path(folder) / file).relative_to(self._root).as_posix()
                if file not in JUNK and not file.startswith(".") and member in self:
                    found.append(member)
        return found

    def _unreadable(self, fault: OSError) -> None:
        """A folder that can't be looked into: a filing without some of its files would be another filing."""
        raise InputError(f"{fault.filename}: {fault.strerror or fault}; make it readable, or name another folder") from fault

    def _path(self, member: str) -> Path | None:
        """The real path of a member, None where there is none or it lies outside."""
        if not member or "\0" in member or member.startswith("/"):
            return None
        try:
            real = (self._root / member).resolve()
            inside = real.is_relative_to(self._root) and ".." not in member.split("/")
            return real if inside and real.is_file() else None
        except (OSError, RuntimeError, ValueError):  # names that are too long, loops of links, lone surrogates
            return None

    def __contains__(self, member: object) -> bool:
        if self._known is not None:  # spares a look at the disk for each of many references
            return member in self._known
        return isinstance(member, str) and self._path(member) is not None

    def _open(self, member: str) -> BinaryIO:
        path = self._path(member)
        if path is None:
            raise InputError(f"{self.where(member)}: is not there, or leads out of the folder")
        try:
            return path.open("rb")
        except OSError as e:
            raise InputError(f"{self.where(member)}: {e.strerror or e}") from e

    def read(self, member: str) -> bytes:
        with self._open(member) as f:
            size = os.fstat(f.fileno()).st_size
            if size > self.limits.file_size:
                raise self._too_large(member, size)
            data = f.read(self.limits.file_size + 1)
        if len(data) > self.limits.file_size:
            raise self._too_large(member)
        return data

    def head(self, member: str, size: int = 4096) -> bytes:
        with self._open(member) as f:
            return f.read(size)

    def where(self, member: str) -> str:
        return f"{self.name}/{member}"


class SingleFileSource(FolderSource):
    """One file. Only it is listed; files that it refers to are found beside it or below its folder."""

    def __init__(self, path: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS) -> None:
        # The file itself may be a link that the user gave on purpose; its companions lie where the link does.
        super().__init__(Path(path).absolute().parent, limits)
        self.name = Path(path).name
        self._given = Path(path).absolute()

    @property
    def members(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def beside(self) -> tuple[str, ...]:
        """Names of the regular files in the same folder, without those further below."""
        try:
            with os.scandir(self._root) as entries:
                names = [e.name for _, e in zip(range(self.limits.members), entries, strict=False) if e.is_file()]
        except OSError:
            return ()
        return tuple(sorted(n for n in names if n in self))

    def _path(self, member: str) -> Path | None:
        if member == self.name:
            return self._given
        return super()._path(member)

    def where(self, member: str) -> str:
        return member
