"""The public datasets of the benchmarks, each into the layout that `tieout eval --data` takes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from tieout.fetching.manifest import Manifest
from tieout.fetching.places import place
from tieout.fetching.transfer import Fetcher, FetchError
from tieout.report.errors import InputError

__all__ = ["Dataset", "dataset", "datasets", "fetch_dataset"]


@dataclass(frozen=True, slots=True)
class Dataset:
    """``layout``: pairs of patterns, of a path in the repository and of the path in the folder. ``notice``: to be agreed to."""

    name: str
    host: str
    repository: str
    revision: str
    licence: str
    layout: tuple[tuple[str, str], ...]
    notice: str = ""

    def target(self, path: str) -> str | None:
        """Where a file of the repository goes; None for one that isn't taken."""
        for pattern, target in self.layout:
            found = re.fullmatch(re.escape(pattern).replace(r"\*", "(.*)"), path)
            if found:
                return target.replace("*", found[1]) if found.groups() else target
        return None


@cache
def datasets() -> dict[str, Dataset]:
    """All by name."""
    content = tomllib.loads(resources.files(__package__).joinpath("datasets.toml").read_text(encoding="utf-8"))
    return {
        name: Dataset(name=name, **{**entry, "layout": tuple((a, b) for a, b in entry["layout"])})
        for name, entry in content.items()
    }


def dataset(name: str) -> Dataset:
    """The dataset of that name. Raises InputError, with the names there are, for another."""
    if name not in datasets():
        raise InputError(f"{name}: no dataset; there are {', '.join(datasets())}")
    return datasets()[name]


def fetch_dataset(fetcher: Fetcher, one: Dataset, out: Path, repository: str | None = None, revision: str | None = None) -> int:
    """All files that the layout takes, below ``out``; gives how many there are. Those that are there already stay.

    Raises FetchError where the repository has none of them.
    """
    values = {"repository": repository or one.repository, "revision": revision or one.revision}
    manifest = Manifest(out)
    count = 0
    for path, sha256, size in _files(fetcher, one.host, values):
        wanted = one.target(path)
        if wanted is None:
            continue
        target = out / _inside(wanted)
        if not manifest.has(target, sha256):
            received = fetcher.download(place(one.host, "file", path=quote(path), **values), target, sha256=sha256, size=size)
            manifest.add(received, one.licence, dataset=one.name, **values)
        count += 1
    if not count:
        raise FetchError(f"{values['repository']} has no file of {one.name}'s layout; --repository names another place")
    return count


def _files(fetcher: Fetcher, host: str, values: dict[str, str]) -> Iterator[tuple[str, str | None, int | None]]:
    """Path, SHA-256 (where the host tells) and size of each file."""
    for content in fetcher.pages(place(host, "tree", **values), {"recursive": "true"}):
        listed: Any = content.get("tree") if isinstance(content, dict) else content
        if not isinstance(listed, list) or (isinstance(content, dict) and content.get("truncated")):
            raise FetchError(f"{values['repository']}: the list of its files can't be read")
        for entry in listed:
            if isinstance(entry, dict) and entry.get("type") in ("file", "blob"):
                lfs = entry.get("lfs")
                large: dict[str, Any] = lfs if isinstance(lfs, dict) else {}
                size = (large or entry).get("size")
                yield str(entry.get("path")), large.get("oid"), size if isinstance(size, int) else None


def _inside(path: str) -> Path:
    """Raises FetchError for a path that leads out of the folder."""
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or not pure.parts or "\\" in path or "\0" in path:
        raise FetchError(f"the repository names a file {path[:80]!r}, which leads out of the folder")
    return Path(*pure.parts)
