"""Folders of trained models: arrays, JSON and text beside a manifest of sizes and SHA-256 that is checked before all else.

A folder may be anybody's. Nothing in it is executed or unpickled, no file outside of it is opened, and no more is read than the
manifest announces and the model's kind allows. Trees of LightGBM are text here; `tieout.engines.trees` looks through them.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import math
import os
import shutil
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.report.errors import InputError, TieoutError

__all__ = ["MANIFEST", "ModelFiles", "ModelKind", "read_files", "shipped_files", "write_files"]

MANIFEST = "manifest.json"
_PACKED = ".gz"
_LEAST_PACKED = 100_000
"""Bytes of a file from which on it is kept compressed, if that saves a fifth."""
_LARGEST_MANIFEST = 1_000_000
# What parsing a header of numpy's that isn't one ends in.
_NO_ARRAY = (ValueError, EOFError, MemoryError, OverflowError, TypeError, SyntaxError, TokenError)
# What putting parts together that don't fit ends in.
_NO_FIT = (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError)


@dataclass(frozen=True, slots=True)
class ModelKind:
    """One kind of model: ``form`` is the name and version of what its files hold, which the manifest has to give.

    ``purpose`` is what `tieout train` calls it, and its folder below ``tieout/models``; ``largest`` is how many bytes all files
    may have together.
    """

    purpose: str
    form: str
    largest: int


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """The checked files by name, and ``facts``: what the manifest says besides. ``name`` is the model's in errors.

    Any file may be packed, which its name then says (``trees.txt.gz``); it is asked for without. None is unpacked that has more
    than ``largest`` bytes.
    """

    name: str
    facts: Mapping[str, Any]
    contents: Mapping[str, bytes]
    largest: int

    def json(self, file: str) -> Any:
        """The content of a JSON file; raises InputError where it is missing or isn't one."""
        try:
            return json.loads(self._bytes(file))
        except (ValueError, RecursionError) as fault:
            raise self._wrong(file, fault) from None

    def text(self, file: str) -> str:
        """The content of a file in UTF-8; raises InputError where it is missing or isn't one."""
        try:
            return self._bytes(file).decode("utf-8")
        except UnicodeDecodeError as fault:
            raise self._wrong(file, fault) from None

    def array(self, file: str, dtype: str | None = None, dimensions: int | None = None) -> NDArray[Any]:
        """The array in an ``.npy`` file; raises InputError where it is missing, cut short, of objects, or of another shape.

        Without ``dtype`` and ``dimensions`` any will do.
        """
        data = self._bytes(file)
        try:
            announced = _announced_size(data)
            if announced != len(data):
                raise ValueError(f"{len(data):,} bytes where its header announces {announced:,}")
            found: NDArray[Any] = np.load(io.BytesIO(data), allow_pickle=False)
        except _NO_ARRAY as fault:
            raise self._wrong(file, fault) from None
        if found.dtype != np.dtype(dtype or found.dtype) or dimensions not in (None, found.ndim):
            raise self._wrong(file, f"{found.dtype} of {found.ndim} dimensions where {dtype} of {dimensions} is due")
        return found

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays, by file name without ending."""
        files = (file.removesuffix(_PACKED) for file in self.contents)
        return {file.removesuffix(".npy"): self.array(file) for file in files if file.endswith(".npy")}

    @contextmanager
    def fitting(self) -> Iterator[None]:
        """Within it the files are put together; raises InputError where one lacks a part or has others than the rest."""
        try:
            yield
        except _NO_FIT as fault:
            raise InputError(f"{self.name}: its files don't fit together ({fault!r}); train or install it again") from fault

    def _bytes(self, file: str) -> bytes:
        if file in self.contents:
            return self.contents[file]
        packed = file + _PACKED
        if packed not in self.contents:
            raise InputError(f"{self.name}: {MANIFEST} names no {file}; train or install it again")
        try:
            return _unpacked(self.contents[packed], self.largest)
        except (ValueError, zlib.error) as fault:
            raise self._wrong(packed, fault) from None

    def _wrong(self, file: str, why: object) -> InputError:
        return InputError(f"{self.name}: {file} is not what a model's file has to be ({why}); train or install it again")


def shipped_files(kind: ModelKind, part: str = "") -> ModelFiles:
    """Those that come with the package, of a ``part`` where the model has several; raises InputError where they are missing."""
    folder = resources.files("tieout") / "models" / kind.purpose
    if part:
        folder /= part
    if not (folder / MANIFEST).is_file():
        raise InputError(
            f"no trained model for {kind.purpose} ships with this version: "
            f"name one with --model, from `tieout train {kind.purpose}`"
        )
    return _read(kind, folder, f"the shipped model for {kind.purpose}")


def read_files(kind: ModelKind, folder: Path) -> ModelFiles:
    """Those that `write_files` wrote, each byte checked. Raises InputError where one is missing or isn't what was written."""
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; `tieout train {kind.purpose}` makes a model")
    if not (folder / MANIFEST).is_file():
        raise InputError(
            f"{folder}: no model for {kind.purpose}: {MANIFEST} is missing; `tieout train {kind.purpose}` makes one"
        )
    return _read(kind, folder, str(folder))


def write_files(kind: ModelKind, folder: Path, facts: Mapping[str, Any], contents: Mapping[str, object]) -> None:
    """Writes arrays as ``.npy``, strings as text, everything else as JSON (large ones packed: ``….gz``), then the manifest.

    ``facts`` go into the manifest. All is written beside ``folder`` first: a full disk or a killed process leaves nothing that
    looks like a model. Raises TieoutError where it can't be written.
    """
    folder = folder.absolute()
    beside = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        beside.mkdir(parents=True)
        files = {}
        for file, content in sorted(contents.items()):
            file, data = _packed(file, _encoded(content))
            (beside / file).write_bytes(data)
            files[file] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        manifest = {"form": kind.form, **facts, "files": files}
        (beside / MANIFEST).write_bytes(_encoded(manifest))
        folder.mkdir(exist_ok=True)
        for file in (*files, MANIFEST):
            (beside / file).replace(folder / file)
    except OSError as fault:
        raise TieoutError(f"{folder}: can't write the model: {(fault.strerror or str(fault)).lower()}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _read(kind: ModelKind, folder: Traversable, name: str) -> ModelFiles:
    manifest = _manifest(kind, folder, name)
    left = kind.largest
    contents: dict[str, bytes] = {}
    for file, said in manifest.pop("files").items():
        contents[file] = _checked(folder, file, said, name, left)
        left -= len(contents[file])
    del manifest["form"]
    return ModelFiles(name, manifest, contents, kind.largest)


def _manifest(kind: ModelKind, folder: Traversable, name: str) -> dict[str, Any]:
    try:
        with (folder / MANIFEST).open("rb") as handle:
            data = handle.read(_LARGEST_MANIFEST + 1)
        if len(data) > _LARGEST_MANIFEST:
            raise ValueError(f"more than {_LARGEST_MANIFEST:,} bytes")
        manifest = json.loads(data)
    except (OSError, ValueError, RecursionError) as fault:
        raise InputError(f"{name}: {MANIFEST} can't be read: {fault}") from fault
    if not isinstance(manifest, dict) or manifest.get("form") != kind.form or not isinstance(manifest.get("files"), dict):
        raise InputError(f"{name}: not a model for {kind.purpose} of the form {kind.form}; train it again with this version")
    return manifest


def _checked(folder: Traversable, file: str, said: Any, name: str, most: int) -> bytes:
    """The bytes of a file that the manifest names; no more than ``most`` are read."""
    if _leads_out(folder, file):
        raise InputError(f"{name}: {MANIFEST} names a file {file!r} outside the folder")
    try:
        size, digest = int(said["bytes"]), str(said["sha256"])
    except (KeyError, TypeError, ValueError, OverflowError):
        raise InputError(f"{name}: {MANIFEST} gives no size and SHA-256 for {file}; install or train it again") from None
    if not (folder / file).is_file():
        raise InputError(f"{name}: {file} is missing; install or train it again")
    if not 0 <= size <= most:
        raise InputError(f"{name}: {file} and those before it have more bytes than such a model's files may have")
    try:
        with (folder / file).open("rb") as handle:
            data = handle.read(size + 1)
    except OSError as fault:
        raise InputError(f"{name}: {file} can't be read: {fault}") from fault
    if len(data) != size or hashlib.sha256(data).hexdigest() != digest:
        raise InputError(
            f"{name}: {file} is not the file that {MANIFEST} names (its size or SHA-256 differs); install or train it again"
        )
    return data


def _leads_out(folder: Traversable, file: str) -> bool:
    """Whether it is no plain name in the folder, or a link from there to elsewhere."""
    if not file or file.startswith(".") or any(mark in file for mark in "/\\:\0"):
        return True
    return isinstance(folder, Path) and not (folder / file).resolve().is_relative_to(folder.resolve())


def _packed(file: str, data: bytes) -> tuple[str, bytes]:
    """Name and bytes of a file as it is kept."""
    if len(data) >= _LEAST_PACKED:
        packed = gzip.compress(data, mtime=0)
        if len(packed) < 0.8 * len(data):
            return file + _PACKED, packed
    return file, data


def _unpacked(data: bytes, most: int) -> bytes:
    """What is packed, which may have no more than ``most`` bytes."""
    unpacking = zlib.decompressobj(wbits=31)
    found = unpacking.decompress(data, most + 1)
    if len(found) > most or not unpacking.eof or unpacking.unused_data:
        raise ValueError("packed bytes that don't end, or are more than such a model's files may have")
    return found


def _announced_size(data: bytes) -> int:
    """How many bytes an ``.npy`` file has to have by its header, so that none is made room for that isn't there."""
    handle = io.BytesIO(data)
    first, _ = np.lib.format.read_magic(handle)
    read_header = np.lib.format.read_array_header_1_0 if first == 1 else np.lib.format.read_array_header_2_0
    shape, _, dtype = read_header(handle)
    if dtype.hasobject:
        raise ValueError("an array of objects")
    return handle.tell() + math.prod(shape) * dtype.itemsize


def _encoded(content: object) -> bytes:
    if isinstance(content, np.ndarray):
        buffer = io.BytesIO()
        np.save(buffer, content, allow_pickle=False)
        return buffer.getvalue()
    if isinstance(content, str):
        return content.encode("utf-8")
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode("utf-8")
