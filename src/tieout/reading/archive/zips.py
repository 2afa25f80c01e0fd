"""Where files come from: a folder, a zip or one file, behind one interface that a hostile input can't break out of.

Nothing is ever unpacked to disk, so a member's name can't write anywhere; a name that tries to leave the archive is refused
all the same, because whoever made it meant no good. A zip inside a zip stays a member like any other and is not opened.
"""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
import zlib
from abc import ABC, abstractmethod
from pathlib import Path
from typing import BinaryIO

from tieout.reading.limits import DEFAULT_LIMITS, Limits, over
from tieout.report.errors import InputError, LimitError

__all__ = ["FileSource", "FolderSource", "SingleFileSource", "ZipSource", "is_zip", "open_source"]

# Below this size a high ratio is no danger: blank pages and runs of equal rows pack well.
_RATIO_MATTERS_FROM, _TOTAL_RATIO_MATTERS_FROM = 1_000_000, 20_000_000
_JUNK = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")


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


def is_zip(start: bytes) -> bool:
    """Whether a file that begins with ``start`` is a zip, an empty one included."""
    return start[:4] in (b"PK\x03\x04", b"PK\x05\x06")


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
                if file not in _JUNK and not file.startswith(".") and member in self:
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


class ZipSource(FileSource):
    """The members of a zip, decoded in memory. Encrypted, damaged and bomb-like archives are refused when opened or read."""

    def __init__(self, file: str | os.PathLike[str] | bytes, limits: Limits = DEFAULT_LIMITS, name: str | None = None) -> None:
        super().__init__(name or ("archive" if isinstance(file, bytes) else Path(file).name), limits)
        stream: BinaryIO
        if isinstance(file, bytes):
            stream = io.BytesIO(file)
        else:
            try:
                stream = Path(file).open("rb")  # noqa: SIM115  (lives as long as the source)
            except OSError as e:
                raise InputError(f"{self.name}: {e.strerror or e}") from e
        try:
            self._check_directory_size(stream)
            self._zip = zipfile.ZipFile(stream)
            self._infos = self._take_in()
        except (zipfile.BadZipFile, struct.error, EOFError, NotImplementedError, UnicodeError, ValueError, OSError) as e:
            stream.close()
            raise InputError(f"{self.name}: is not a readable zip ({_plain(e)}); unpack it and give the folder") from e
        except InputError:
            stream.close()
            raise
        self._stream = stream

    def _check_directory_size(self, stream: BinaryIO) -> None:
        """Refuse a directory of millions of entries before the standard library builds an object for each.

        The count that a zip declares can lie; the directory's size, by which the library reads, can't.
        """
        stream.seek(0, os.SEEK_END)
        end = self._size = stream.tell()
        stream.seek(max(0, end - 65_557 - 76))
        tail = stream.read()
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or len(tail) < at + 22:
            raise zipfile.BadZipFile("it has no end-of-directory record: truncated, or no zip")
        size = int.from_bytes(tail[at + 12 : at + 16], "little")
        if at >= 76 and tail[at - 20 : at - 16] == b"PK\x06\x07" and tail[at - 76 : at - 72] == b"PK\x06\x06":
            size = int.from_bytes(tail[at - 76 + 40 : at - 76 + 48], "little")
        if size > max(1_000_000, 250 * self.limits.members):
            raise self._too_many()
        stream.seek(0)

    def _too_many(self) -> LimitError:
        return over(self.limits, "members", f"{self.name}: holds more files")

    def _take_in(self) -> dict[str, zipfile.ZipInfo]:
        infos = self._zip.infolist()
        if len(infos) > self.limits.members:
            raise self._too_many()
        total = sum(i.file_size for i in infos)
        if total > self.limits.total_size:
            raise over(self.limits, "total_size", f"{self.name}: would unpack to {total:,} bytes, more")
        if total > max(_TOTAL_RATIO_MATTERS_FROM, self._size * self.limits.ratio):
            raise over(self.limits, "ratio", f"{self.name}: would unpack to more times its size, as bombs do,")
        found: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            name = _member_name(info)
            kind = info.external_attr >> 16
            if not name or name.endswith("/") or (stat.S_IFMT(kind) and not stat.S_ISREG(kind)):
                continue  # nameless entries, folders, symbolic links and devices carry nothing to read
            parts = [p for p in name.split("/") if p not in ("", ".")]
            if name.startswith("/") or ".." in parts or "\0" in name or (parts and parts[0][1:2] == ":"):
                raise InputError(f"{self.name}: refused, because its member {name[:200]!r} leads out of the archive")
            if parts and parts[-1] not in _JUNK and parts[0] != "__MACOSX":
                found["/".join(parts)] = info
        return found

    @property
    def members(self) -> tuple[str, ...]:
        return tuple(sorted(self._infos))

    def __contains__(self, member: object) -> bool:
        return member in self._infos

    def read(self, member: str) -> bytes:
        info = self._infos.get(member)
        if info is not None and info.file_size > self.limits.file_size:
            raise self._too_large(member, info.file_size)
        # The packed size that the directory declares can lie; the archive's own can't.
        if info is not None and info.file_size > max(
            _RATIO_MATTERS_FROM, min(info.compress_size, self._size) * self.limits.ratio
        ):
            raise over(self.limits, "ratio", f"{self.where(member)}: unpacks to more times its packed size, as bombs do,")
        data = self._take(member, self.limits.file_size + 1)
        if len(data) > self.limits.file_size:
            raise self._too_large(member)
        return data

    def head(self, member: str, size: int = 4096) -> bytes:
        return self._take(member, size)

    def _take(self, member: str, size: int) -> bytes:
        info = self._infos.get(member)
        if info is None:
            raise InputError(f"{self.where(member)}: is not in the archive")
        if info.flag_bits & 0x1:
            raise InputError(f"{self.where(member)}: is encrypted; unpack the archive with its password and give the folder")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            # The standard library unpacks other methods without a bound on what one read may yield.
            raise InputError(f"{self.where(member)}: is packed by an unusual method; unpack the archive and give the folder")
        try:
            with self._zip.open(info) as f:
                return f.read(size)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, struct.error) as e:
            raise InputError(f"{self.where(member)}: is damaged ({_plain(e)}); fetch the archive again") from e
        except (RuntimeError, ValueError) as e:
            raise InputError(f"{self.where(member)}: can't be read ({_plain(e)})") from e

    def close(self) -> None:
        self._zip.close()
        self._stream.close()


def _plain(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _member_name(info: zipfile.ZipInfo) -> str:
    """The member's name with ``/``, its bytes decoded as what they are rather than as what the zip says.

    Names without the UTF-8 flag are cp437 by the format's rules; in practice they are UTF-8 or, from Japan, Shift-JIS.
    """
    name = info.filename
    if not info.flag_bits & 0x800 and not name.isascii():
        try:
            raw = name.encode("cp437")
        except UnicodeEncodeError:
            raw = b""
        for encoding in ("utf-8", "cp932"):
            try:
                decoded = raw.decode(encoding)
            except UnicodeDecodeError:
                continue
            # Two Western letters can look like one Shift-JIS letter; real Japanese names have several kana or kanji.
            if raw and (encoding == "utf-8" or sum("\u3040" <= c <= "\u9fff" for c in decoded) > 1):
                name = decoded
                break
    return name.replace("\\", "/")
