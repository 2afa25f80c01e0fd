"""The interface of all sources of files."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tieout.reading.limits import Limits, over
from tieout.report.errors import LimitError

__all__ = ["JUNK", "FileSource"]

JUNK = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")
"""What systems leave in folders and zips of their own accord."""


class FileSource(ABC):
    """A set of files, by relative path with ``/``; ``name`` is what messages call the whole."""

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.limits = limits

    @property
    @abstractmethod
    def members(self) -> tuple[str, ...]:
        """Paths of all regular files, sorted."""

    @abstractmethod
    def __contains__(self, member: object) -> bool: ...

    @abstractmethod
    def read(self, member: str) -> bytes:
        """Content of a member. InputError where there is none or it can't be read, LimitError where it is too large."""

    @abstractmethod
    def head(self, member: str, size: int = 4096) -> bytes:
        """The first bytes of a member, to look into it without reading the whole."""

    def where(self, member: str) -> str:
        """How messages name a member."""
        return f"{self.name}:{member}"

    def close(self) -> None:  # noqa: B027  (most sources hold nothing open)
        """Let go of open files; reading afterwards is an error."""

    def __enter__(self) -> FileSource:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _too_large(self, member: str, size: int | None = None) -> LimitError:
        found = f"has {size:,} bytes, more" if size is not None else "is larger"
        return over(self.limits, "file_size", f"{self.where(member)}: {found}")
