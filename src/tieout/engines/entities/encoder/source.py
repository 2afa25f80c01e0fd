"""Finding an encoder: in a folder, or in an installed package that brings one."""

from __future__ import annotations

import importlib.metadata
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from tieout.engines.entities.encoder.network import Encoder, Floats, Shape
from tieout.engines.entities.encoder.safetensors import read_safetensors
from tieout.engines.entities.encoder.wordpiece import WordPiece
from tieout.report.errors import InputError

__all__ = ["encoder_folder", "find_encoder"]

_WEIGHTS, _CONFIG = "model.safetensors", "config.json"
_LARGEST = 2_000_000_000

# From the names of published checkpoints to ours.
_LAYER = re.compile(r"^(?:bert\.|mpnet\.)?encoder\.layer\.(\d+)\.(.+)\.(weight|bias)$")
_PARTS = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "output",
    "attention.output.LayerNorm": "norm1",
    "attention.attn.q": "query",
    "attention.attn.k": "key",
    "attention.attn.v": "value",
    "attention.attn.o": "output",
    "attention.LayerNorm": "norm1",
    "intermediate.dense": "inner",
    "output.dense": "outer",
    "output.LayerNorm": "norm2",
}


def find_encoder(named: str, layers: int) -> Encoder:
    """The encoder in the folder or installed package ``named``, with its first ``layers`` layers at most.

    Raises InputError where there is none, or one of a family that isn't read.
    """
    with encoder_folder(named) as folder:
        return _read(folder, layers)


@contextmanager
def encoder_folder(named: str) -> Iterator[Path]:
    """The folder with ``config.json`` and ``model.safetensors``; weights in a package's zip are unpacked for a while."""
    if Path(named).is_dir():
        found = [path.parent for path in sorted(Path(named).rglob(_CONFIG)) if (path.parent / _WEIGHTS).is_file()]
        if not found:
            raise InputError(f"{named}: no encoder in this folder: {_CONFIG} and {_WEIGHTS} have to lie beside each other")
        yield found[0]
        return
    files = _package_files(named)
    beside = next((path.parent for path in files if path.name == _CONFIG and (path.parent / _WEIGHTS).is_file()), None)
    if beside is not None:
        yield beside
        return
    for path in files:
        if path.suffix == ".zip":
            with tempfile.TemporaryDirectory() as folder:
                if _unpack(path, Path(folder)):
                    yield Path(folder)
                    return
    raise InputError(f"{named}: neither a folder nor an installed package with an encoder ({_CONFIG} beside {_WEIGHTS})")


def _package_files(named: str) -> list[Path]:
    try:
        return [Path(str(file.locate())) for file in importlib.metadata.files(named) or ()]
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return []


def _unpack(archive: Path, into: Path) -> bool:
    """Whether the zip holds an encoder; its few files are then in ``into``."""
    with zipfile.ZipFile(archive) as opened:
        wanted = [name for name in opened.namelist() if name.rpartition("/")[2] == _WEIGHTS]
        if not wanted:
            return False
        inside = wanted[0].rpartition("/")[0]
        for name in (_WEIGHTS, _CONFIG, "tokenizer.json", "vocab.txt"):
            try:
                entry = opened.getinfo(f"{inside}/{name}" if inside else name)
            except KeyError:
                continue
            if entry.file_size > _LARGEST:
                raise InputError(f"{archive}: {entry.filename} would be {entry.file_size:,} bytes")
            with opened.open(entry) as source, (into / name).open("wb") as target:
                shutil.copyfileobj(source, target)
    return True


def _read(folder: Path, layers: int) -> Encoder:
    config = _json(folder / _CONFIG)
    family = config.get("model_type")
    if family not in ("bert", "mpnet"):
        raise InputError(f"{folder}: an encoder of the family {family!r}; bert (also MiniLM) and mpnet are read")
    try:
        count = min(layers, int(config["num_hidden_layers"]))
        shape = Shape(family, int(config["num_attention_heads"]), count, float(config["layer_norm_eps"]))
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{folder / _CONFIG}: doesn't say how many layers and heads there are") from None
    read = read_safetensors(folder / _WEIGHTS, lambda name: _wanted(name, count))
    weights, pieces = _named(read, family, folder), _pieces(folder)
    if len(pieces.pieces) > len(weights["words"]):
        raise InputError(f"{folder}: its vocabulary has more pieces than there are vectors")
    try:
        return Encoder(shape, weights, pieces)
    except ValueError as error:
        raise InputError(f"{folder / _WEIGHTS}: not what {_CONFIG} says: {error}") from None


def _wanted(name: str, layers: int) -> bool:
    match = _LAYER.match(name)
    return (
        int(match[1]) < layers
        if match
        else name.endswith((".weight", ".bias")) and ("embeddings" in name or "relative" in name)
    )


def _named(read: Mapping[str, Floats], family: str, folder: Path) -> dict[str, Floats]:
    weights: dict[str, Floats] = {}
    for name, array in read.items():
        match = _LAYER.match(name)
        if match and match[2] in _PARTS:
            weights[f"{match[1]}.{_PARTS[match[2]]}.{match[3]}"] = array
        elif match is None:
            weights[re.sub(r"^.*?(?=embeddings|relative)", "", name, count=1)] = array
    try:
        words = weights.pop("embeddings.word_embeddings.weight")
        if "embeddings.token_type_embeddings.weight" in weights:  # every word is of the first type
            words = words + weights.pop("embeddings.token_type_embeddings.weight")[0]
        weights["words"] = np.ascontiguousarray(words)
        weights["positions"] = weights.pop("embeddings.position_embeddings.weight")
        weights["embedding.norm.weight"] = weights.pop("embeddings.LayerNorm.weight")
        weights["embedding.norm.bias"] = weights.pop("embeddings.LayerNorm.bias")
        if family == "mpnet":
            weights["distances"] = weights.pop("relative_attention_bias.weight")
    except KeyError as error:
        raise InputError(f"{folder / _WEIGHTS}: has no {error.args[0]}") from None
    return {name: array for name, array in weights.items() if not name.startswith("embeddings.")}


def _pieces(folder: Path) -> WordPiece:
    """From ``tokenizer.json`` where there is one, else from ``vocab.txt``."""
    if (folder / "tokenizer.json").is_file():
        said = _json(folder / "tokenizer.json")
        try:
            if said["model"].get("type") not in (None, "WordPiece"):
                raise InputError(f"{folder}: its vocabulary is {said['model']['type']}; WordPiece is read")
            numbers = {str(piece): int(number) for piece, number in said["model"]["vocab"].items()}
            lower = bool((said.get("normalizer") or {}).get("lowercase", True))
        except (KeyError, TypeError, AttributeError, ValueError):
            raise InputError(f"{folder / 'tokenizer.json'}: not a WordPiece vocabulary") from None
        return WordPiece(sorted(numbers, key=numbers.__getitem__), lower)
    if (folder / "vocab.txt").is_file():
        return WordPiece((folder / "vocab.txt").read_text(encoding="utf-8").rstrip("\n").split("\n"), lower=True)
    raise InputError(f"{folder}: no tokenizer.json and no vocab.txt")


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: can't be read as JSON: {error}") from None
