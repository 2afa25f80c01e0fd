"""Where output goes: standard output, or a file that is there whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from tieout.cli.terminal import Shown, is_terminal
from tieout.report.errors import TieoutError

__all__ = ["Destination", "destination", "write_page"]


@dataclass(frozen=True, slots=True)
class Destination:
    """A place that takes output: ``path`` is a file to write (already there, empty), None stands for standard output."""

    path: Path | None

    @contextmanager
    def data(self) -> Iterator[TextIO]:
        """The same for data, which keeps every character but on a terminal: there, those that would steer it are shown."""
        with self.text() as stream:
            yield cast("TextIO", Shown(stream)) if is_terminal(stream) else stream

    @contextmanager
    def text(self) -> Iterator[TextIO]:
        """The place as a UTF-8 text stream with bare line feeds."""
        if self.path is None:
            yield sys.stdout
            sys.stdout.flush()
        else:
            with self.path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as f:
                yield f

    @contextmanager
    def file(self) -> Iterator[Path]:
        """The place as a file that a library fills by its name; for others a temporary one, copied at the end."""
        if self.path is not None and self.path.is_file():
            yield self.path
            return
        with tempfile.TemporaryDirectory(prefix="tieout-") as folder:
            temporary = Path(folder) / "output"
            temporary.touch()
            yield temporary
            with temporary.open("rb") as f, self._bytes() as taken:
                shutil.copyfileobj(f, taken)

    @contextmanager
    def _bytes(self) -> Iterator[BinaryIO]:
        if self.path is None:
            sys.stdout.flush()
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        else:
            with self.path.open("wb") as f:
                yield f


@contextmanager
def destination(out: Path | None) -> Iterator[Destination]:
    """The destination ``out``; a regular file is written beside itself and takes its name when all went well.

    Whatever goes wrong, an older file of that name stays as it was, and no half-written one is left. Pipes and devices
    (``/dev/stdout``) are written directly.
    """
    if out is None or str(out) == "-":
        yield Destination(None)
        return
    target = Path(os.path.realpath(out))
    if target.is_dir():
        raise TieoutError(f"--out {out}: is a folder; name a file in it")
    if target.exists() and not stat.S_ISREG(target.stat().st_mode):
        yield Destination(target)
        return
    temporary = _beside(target, out)
    try:
        yield Destination(temporary)
        temporary.replace(target)
    except OSError as e:
        if e.filename is None or str(e.filename) == str(temporary):
            raise OSError(e.errno, f"cannot write: {e.strerror or e}", str(out)) from e
        raise
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def write_page(folder: Path, name: str, text: str) -> None:
    """Writes ``text`` as file ``name`` of a folder of many, whole or not at all.

    A link of that name is replaced, not followed: where names come from what was read, nobody has chosen what it leads to.
    """
    target = folder / name
    temporary = _beside(target, target)
    try:
        temporary.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
        temporary.replace(target)
    except OSError as e:
        raise OSError(e.errno, f"cannot write: {e.strerror or e}", str(target)) from e
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _beside(target: Path, out: Path) -> Path:
    """A new empty file in the target's folder, with the permissions that the target would get."""
    for attempt in range(100):
        temporary = target.with_name(f".{target.name[:100]}.{os.getpid()}-{attempt}.tmp")
        try:
            descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        except FileExistsError:
            continue
        except OSError as e:
            raise TieoutError(f"--out {out}: cannot write there: {(e.strerror or str(e)).lower()}") from e
        if target.exists():
            with contextlib.suppress(OSError):
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        os.close(descriptor)
        return temporary
    raise TieoutError(f"--out {out}: cannot make a temporary file beside it")
