"""Arrays out of a ``.safetensors`` file: a length, a JSON header, then the bytes of the arrays. Nothing in it is executed."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tieout.report.errors import InputError

__all__ = ["read_safetensors"]

_TYPES = {"F32": "<f4", "F16": "<f2", "F64": "<f8"}
_LARGEST_HEADER = 100_000_000


def read_safetensors(path: Path, wanted: Callable[[str], bool]) -> dict[str, NDArray[np.float32]]:
    """The arrays whose name is ``wanted``, as float32; raises InputError where the file isn't what it calls itself."""
    try:
        size = path.stat().st_size
        with path.open("rb") as handle:
            length = int.from_bytes(handle.read(8), "little")
            if not 2 <= length <= min(_LARGEST_HEADER, size - 8):
                raise ValueError("its header is longer than the file")
            header = json.loads(handle.read(length))
            found = {}
            for name, entry in header.items():
                if name == "__metadata__" or not wanted(name):
                    continue
                begin, end = entry["data_offsets"]
                shape = tuple(int(side) for side in entry["shape"])
                kind = np.dtype(_TYPES[entry["dtype"]])
                if not 0 <= begin <= end <= size - 8 - length or end - begin != math.prod(shape) * kind.itemsize:
                    raise ValueError(f"{name} reaches out of the file")
                handle.seek(8 + length + begin)
                found[name] = np.frombuffer(handle.read(end - begin), kind).reshape(shape).astype(np.float32)
            return found
    except KeyError as error:
        raise InputError(f"{path}: {error} is missing, or a type that isn't read (F16, F32, F64 are)") from None
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{path}: not a safetensors file: {error}") from None
