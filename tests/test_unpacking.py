"""The development data can be unpacked by every Python that we support, the same way."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

UNPACKING = Path(__file__).with_name("unpacking.py")
WITHOUT_FILTERS = """
import runpy, sys, tarfile
for holder, name in ((tarfile, "data_filter"), (tarfile.TarInfo, "replace")):
    if hasattr(holder, name):
        delattr(holder, name)
sys.argv[:] = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
PROGRAM = """
import sys, tarfile
with tarfile.open(sys.argv[1]) as archive:
    archive.extractall(sys.argv[2], filter=lambda m, d: tarfile.data_filter(m.replace(mtime=1735689600), d))
"""

Edit = Callable[[tarfile.TarInfo], None]


def archive(path: Path, *members: tuple[str, bytes, str | None]) -> Path:
    """Each member: name, type, and a file's content or a link's target."""
    with tarfile.open(path, "w:xz") as made:
        for name, kind, given in members:
            member = tarfile.TarInfo(name)
            member.type, member.mode, member.uid, member.gid = kind, 0o755 if kind == tarfile.DIRTYPE else 0o664, 4321, 4321
            content = (given or "").encode() if kind == tarfile.REGTYPE else b""
            member.size, member.linkname = len(content), "" if content else given or ""
            made.addfile(member, io.BytesIO(content))
    return path


def unpacked(archive: Path, into: Path, *, filters: bool) -> subprocess.CompletedProcess[str]:
    program = archive.with_name("program.py")
    program.write_text(PROGRAM)
    into.mkdir()
    start = [str(UNPACKING)] if filters else ["-c", WITHOUT_FILTERS, str(UNPACKING)]
    command = [sys.executable, *start, str(program), str(archive), str(into)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def tree(folder: Path) -> dict[str, tuple[object, ...]]:
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        held = path.readlink() if path.is_symlink() else path.read_text() if path.is_file() else None
        mtime = int(status.st_mtime) if path.is_file() and not path.is_symlink() else None
        found[str(path.relative_to(folder))] = (held, oct(status.st_mode), status.st_uid, status.st_nlink, mtime)
    return found


needs_filters = pytest.mark.skipif(not hasattr(tarfile, "data_filter"), reason="this Python's tarfile has no filters (3.11.4)")


def test_a_python_without_filters_unpacks(tmp_path: Path) -> None:
    given = archive(
        tmp_path / "a.tar.xz",
        ("reports", tarfile.DIRTYPE, None),
        ("reports/R1.html", tarfile.REGTYPE, "<p>売上高 1,250</p>"),
        ("valid/tables", tarfile.SYMTYPE, "../reports"),
    )
    done = unpacked(given, tmp_path / "out", filters=False)
    assert done.returncode == 0, done.stderr
    found = tree(tmp_path / "out")
    assert (tmp_path / "out/valid/tables/R1.html").read_text() == "<p>売上高 1,250</p>"
    assert found["reports/R1.html"][1:] == (oct(0o100644), tmp_path.stat().st_uid, 1, 1735689600)


@needs_filters
def test_the_result_is_that_of_the_real_filter(tmp_path: Path) -> None:
    given = archive(
        tmp_path / "a.tar.xz",
        ("a", tarfile.DIRTYPE, None),
        ("a/one.txt", tarfile.REGTYPE, "1"),
        ("a/same.txt", tarfile.LNKTYPE, "a/one.txt"),
        ("b/to", tarfile.SYMTYPE, "../a/one.txt"),
    )
    for name, filters in (("with", True), ("without", False)):
        done = unpacked(given, tmp_path / name, filters=filters)
        assert done.returncode == 0, done.stderr
    assert tree(tmp_path / "with") == tree(tmp_path / "without")


@pytest.mark.parametrize(
    "member",
    [
        ("../out.txt", tarfile.REGTYPE, "x"),
        ("a/../../out.txt", tarfile.REGTYPE, "x"),
        ("link", tarfile.SYMTYPE, "../.."),
        ("link", tarfile.SYMTYPE, "/etc/hostname"),
        ("link", tarfile.LNKTYPE, "../program.py"),
        ("pipe", tarfile.FIFOTYPE, None),
    ],
    ids=["above", "above by a folder", "link above", "absolute link", "hard link above", "pipe"],
)
@pytest.mark.parametrize("filters", [pytest.param(True, marks=needs_filters), False], ids=["with filters", "without"])
def test_what_leaves_the_folder_is_refused(tmp_path: Path, member: tuple[str, bytes, str | None], filters: bool) -> None:
    done = unpacked(archive(tmp_path / "a.tar.xz", member), tmp_path / "into", filters=filters)
    assert done.returncode != 0
    assert list((tmp_path / "into").iterdir()) == []
    assert not (tmp_path / "out.txt").exists()
