"""Documents to spoil: files as they are, and folders that are one filing as the zip of their files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tieout.cli.sources import find_sources
from tieout.reading.detect import detect

__all__ = ["Original", "originals"]


@dataclass(frozen=True, slots=True)
class Original:
    """A whole document; ``kind`` is what it is by its content, ``zip (EDINET)`` and ``zip (folder)`` apart."""

    path: Path
    kind: str

    @property
    def name(self) -> str:
        return f"{self.path.name}.zip" if self.path.is_dir() else self.path.name

    def read(self) -> bytes:
        return _packed(self.path) if self.path.is_dir() else self.path.read_bytes()


def originals(paths: Iterable[Path], max_bytes: int) -> dict[str, list[Original]]:
    """The documents at or below ``paths``, by kind, without empty ones and those of more than ``max_bytes`` (unpacked)."""
    found: dict[str, list[Original]] = {}
    for path in paths:
        for source in find_sources([str(path)]):
            files = [f for f in source.path.rglob("*") if f.is_file()] if source.path.is_dir() else [source.path]
            if 0 < sum(f.stat().st_size for f in files) <= max_bytes:
                original = Original(source.path, _kind(source.path, files))
                found.setdefault(original.kind, []).append(original)
    return dict(sorted(found.items()))


def _kind(path: Path, files: list[Path]) -> str:
    if path.is_dir():
        return "zip (EDINET)" if any(f.parent.name in ("PublicDoc", "AuditDoc") for f in files) else "zip (folder)"
    return detect(path.read_bytes(), path.name)


def _packed(folder: Path) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                packed.write(file, file.relative_to(folder).as_posix())
    return out.getvalue()
