"""A folder of arrays and JSON, with a manifest of sizes and SHA-256 that is checked before anything is parsed.

Nothing in it is executed: arrays are ``.npy`` files read without pickle, everything else is JSON or plain text.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.report.errors import InputError, TieoutError

__all__ = ["Artefact", "read_artefact", "write_artefact"]

MANIFEST = "manifest.json"
_LARGEST = 1_000_000_000
_LARGEST_MANIFEST = 100_000
# What numpy lets through from parsing a header that isn't one.
_NO_ARRAY = (ValueError, EOFError, MemoryError, OverflowError, TypeError, SyntaxError, TokenError)


@dataclass(frozen=True, slots=True)
class Artefact:
    """What an artefact says of itself (``card``), and its checked files."""

    where: str
    card: Mapping[str, Any]
    contents: Mapping[str, bytes]

    def json(self, name: str) -> Any:
        try:
            return json.loads(self._bytes(name))
        except (ValueError, RecursionError) as error:
            raise self._wrong(name, str(error)) from None

    def text(self, name: str) -> str:
        try:
            return self._bytes(name).decode("utf-8")
        except UnicodeDecodeError as error:
            raise self._wrong(name, str(error)) from None

    def array(self, name: str, dtype: str, dimensions: int) -> NDArray[Any]:
        """The array in ``name``; raises InputError where it isn't of this type and number of dimensions."""
        try:
            found: NDArray[Any] = np.load(io.BytesIO(self._bytes(name)), allow_pickle=False)
        except _NO_ARRAY as error:
            raise self._wrong(name, str(error)) from None
        if found.dtype != np.dtype(dtype) or found.ndim != dimensions:
            raise self._wrong(name, f"{found.dtype} of {found.ndim} dimensions where {dtype} of {dimensions} is due")
        return found

    def _bytes(self, name: str) -> bytes:
        if name not in self.contents:
            raise InputError(f"{self.where}: this artefact has no file {name}: train it again")
        return self.contents[name]

    def _wrong(self, name: str, reason: str) -> InputError:
        return InputError(f"{self.where}/{name}: not what a model's file has to be ({reason}): train it again")


def read_artefact(folder: Path, kind: str) -> Artefact:
    """The artefact in ``folder``, all bytes checked; raises InputError where it isn't one of this ``kind`` or was changed."""
    manifest = folder / MANIFEST
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; `tieout train entities` makes a model")
    if not manifest.is_file():
        raise InputError(f"{folder}: no {MANIFEST} in it, so no trained model; `tieout train entities` makes one")
    try:
        if manifest.stat().st_size > _LARGEST_MANIFEST:
            raise ValueError("too large")
        said = json.loads(manifest.read_bytes())
        if said["kind"] != kind or said["format"] != 1:
            raise InputError(f"{manifest}: a model of kind {said['kind']!r}, format {said['format']!r}, not {kind!r}, format 1")
        files = {str(name): (int(entry["size"]), str(entry["sha256"])) for name, entry in said["files"].items()}
        card = dict(said.get("card", {}))
    except (ValueError, OverflowError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError(f"{manifest}: not the manifest of a model") from None
    return Artefact(str(folder), card, {name: _checked(folder, name, *entry) for name, entry in files.items()})


def _checked(folder: Path, name: str, size: int, digest: str) -> bytes:
    path = folder / name
    if Path(name).name != name or not path.is_file():
        raise InputError(f"{path}: named in the manifest and not in the model's folder")
    if path.stat().st_size != size or size > _LARGEST:
        raise InputError(f"{path}: {path.stat().st_size:,} bytes where the manifest says {size:,}: it was changed or cut off")
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != digest:
        raise InputError(f"{path}: its SHA-256 isn't the manifest's: it was changed since it was made")
    return content


def write_artefact(folder: Path, kind: str, card: Mapping[str, Any], contents: Mapping[str, object]) -> None:
    """Writes arrays as ``.npy``, strings as text and everything else as JSON, then the manifest.

    All is written beside ``folder`` first: a full disk or a killed process leaves nothing that looks like a model. Raises
    TieoutError where it can't be written.
    """
    folder = folder.absolute()
    beside = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        beside.mkdir(parents=True)
        files = {}
        for name, content in contents.items():
            data = _encoded(content)
            (beside / name).write_bytes(data)
            files[name] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        said = {"kind": kind, "format": 1, "card": dict(card), "files": files}
        (beside / MANIFEST).write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        folder.mkdir(exist_ok=True)
        for name in (*files, MANIFEST):
            (beside / name).replace(folder / name)
    except OSError as error:
        raise TieoutError(f"{folder}: can't write the model: {(error.strerror or str(error)).lower()}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _encoded(content: object) -> bytes:
    if isinstance(content, np.ndarray):
        buffer = io.BytesIO()
        np.save(buffer, content, allow_pickle=False)
        return buffer.getvalue()
    if isinstance(content, str):
        return content.encode("utf-8")
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode("utf-8")
