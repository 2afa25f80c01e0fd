"""Members of a zip, decoded in memory and never trusted."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO

from tieout.reading.archive.source import JUNK, FileSource
from tieout.reading.limits import DEFAULT_LIMITS, Limits, over
from tieout.report.errors import InputError, LimitError

__all__ = ["ZipSource", "is_zip"]

# Below this size a high ratio is no danger: blank pages and runs of equal rows pack well.
_RATIO_MATTERS_FROM, _TOTAL_RATIO_MATTERS_FROM = 1_000_000, 20_000_000


def is_zip(start: bytes) -> bool:
    """Whether a file that begins with ``start`` is a zip, an empty one included."""
    return start[:4] in (b"PK\x03\x04", b"PK\x05\x06")


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
            if parts and parts[-1] not in JUNK and parts[0] != "__MACOSX":
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
