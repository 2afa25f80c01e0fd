"""Folders of models are checked before anything in them is parsed."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import tracemalloc
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.engines.artefacts import MANIFEST, ModelFiles, ModelKind, read_files, write_files
from tieout.report.errors import InputError, TieoutError

KIND = ModelKind("tests", "tieout-tests-1", largest=10_000)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_files(KIND, tmp_path / "a", {"licence": "x"}, {"n.npy": np.arange(3), "w.txt": "é\nb", "j.json": {"a": 1}})
    return tmp_path / "a"


def announced(folder: Path, file: str, data: bytes, **other: Any) -> None:
    """Puts ``data`` into the folder as a file that the manifest names rightly, but for ``other``."""
    (folder / file).write_bytes(data)
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    manifest["files"][file] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), **other}
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def npy(array: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=True)
    return buffer.getvalue()


def files(**contents: bytes) -> ModelFiles:
    return ModelFiles("here", {}, {name.replace("_", "."): data for name, data in contents.items()}, KIND.largest)


def test_what_was_written_is_read(folder: Path) -> None:
    read = read_files(KIND, folder)
    assert read.facts == {"licence": "x"}
    assert read.array("n.npy", "int64", 1).tolist() == [0, 1, 2]
    assert {name: array.tolist() for name, array in read.arrays().items()} == {"n": [0, 1, 2]}
    assert read.text("w.txt") == "é\nb"
    assert read.json("j.json") == {"a": 1}


def test_a_large_file_is_kept_packed_where_that_saves_much(tmp_path: Path) -> None:
    kind = ModelKind("tests", "tieout-tests-1", largest=1_000_000)
    even, random = np.zeros(40_000, dtype=np.int32), np.random.default_rng(1).integers(0, 255, 160_000).astype(np.uint8)
    trees, names = "split_gain\n" * 20_000, ["Goodwill"] * 20_000
    write_files(kind, tmp_path / "a", {}, {"even.npy": even, "random.npy": random, "trees.txt": trees, "names.json": names})
    files = {"even.npy.gz", "random.npy", "trees.txt.gz", "names.json.gz", MANIFEST}
    assert {path.name for path in (tmp_path / "a").iterdir()} == files
    read = read_files(kind, tmp_path / "a")
    assert (read.array("even.npy", "int32", 1) == even).all()
    assert sorted(read.arrays()) == ["even", "random"]
    assert read.text("trees.txt") == trees
    assert read.json("names.json") == names


@pytest.mark.parametrize("kept", [200, -9, -1])
def test_a_packed_array_that_was_cut_is_refused(kept: int) -> None:
    data = gzip.compress(npy(np.arange(1_000)))
    with pytest.raises(InputError, match=r"n\.npy\.gz is not what a model's file has to be"):
        files(n_npy_gz=data[:kept]).array("n.npy")


def test_no_more_is_unpacked_than_a_model_may_have() -> None:
    bomb = gzip.compress(npy(np.zeros(50_000_000, dtype=np.uint8)))
    assert len(bomb) < 100_000
    tracemalloc.start()
    with pytest.raises(InputError, match="more than such a model's files may have"):
        files(n_npy_gz=bomb).array("n.npy")
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_a_changed_byte_is_refused(folder: Path) -> None:
    data = bytearray((folder / "n.npy").read_bytes())
    data[-1] ^= 1
    (folder / "n.npy").write_bytes(data)
    with pytest.raises(InputError, match=r"n\.npy is not the file that manifest\.json names \(its size or SHA-256 differs\)"):
        read_files(KIND, folder)


@pytest.mark.parametrize("data", [b"", b"b", "é\nb and more".encode()])
def test_a_file_that_is_shorter_or_longer_is_refused(folder: Path, data: bytes) -> None:
    (folder / "w.txt").write_bytes(data)
    with pytest.raises(InputError, match=r"w\.txt is not the file that manifest\.json names"):
        read_files(KIND, folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "w.txt").unlink()
    with pytest.raises(InputError, match=r"w\.txt is missing"):
        read_files(KIND, folder)


def test_no_more_is_read_than_such_a_model_may_have(folder: Path) -> None:
    announced(folder, "x.txt", b"x" * 10_001)
    with pytest.raises(InputError, match=r"x\.txt and those before it have more bytes"):
        read_files(KIND, folder)


def test_many_files_may_not_have_more_bytes_together_either(folder: Path) -> None:
    for number in range(4):
        announced(folder, f"x{number}.txt", b"x" * 3_000)
    with pytest.raises(InputError, match=r"x3\.txt and those before it have more bytes"):
        read_files(KIND, folder)


@pytest.mark.parametrize("size", [-1, 10**30, None, "many", 1e400])
def test_sizes_that_are_none_are_refused(folder: Path, size: object) -> None:
    announced(folder, "x.txt", b"x", bytes=size)
    with pytest.raises(InputError, match=r"x\.txt"):
        read_files(KIND, folder)


@pytest.mark.parametrize("name", ["../x", "sub/x", "..", ".", "", ".hidden", "/etc/hostname", "..\\x", "C:x", "x\0"])
def test_a_name_outside_the_folder_is_refused(folder: Path, name: str) -> None:
    (folder.parent / "x").write_bytes(b"x")
    said = {"form": KIND.form, "files": {name: {"bytes": 1, "sha256": hashlib.sha256(b"x").hexdigest()}}}
    (folder / MANIFEST).write_text(json.dumps(said), encoding="utf-8")
    with pytest.raises(InputError, match="outside the folder"):
        read_files(KIND, folder)


def test_a_link_that_leads_out_of_the_folder_is_refused(folder: Path) -> None:
    announced(folder, "x.txt", b"x")
    (folder / "x.txt").rename(folder.parent / "x.txt")
    (folder / "x.txt").symlink_to("../x.txt")
    with pytest.raises(InputError, match="outside the folder"):
        read_files(KIND, folder)


def test_the_folder_itself_may_be_a_link_and_links_within_it_are_followed(folder: Path) -> None:
    (folder / "w.txt").rename(folder / "w.kept")
    (folder / "w.txt").symlink_to("w.kept")
    (folder.parent / "link").symlink_to(folder)
    assert read_files(KIND, folder.parent / "link").text("w.txt") == "é\nb"


def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    (folder / "w.txt").unlink()
    os.mkfifo(folder / "w.txt")
    with pytest.raises(InputError, match=r"w\.txt is missing"):
        read_files(KIND, folder)


def test_a_model_of_another_kind_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="not a model for tests of the form tieout-tests-2"):
        read_files(ModelKind("tests", "tieout-tests-2", 10_000), folder)


def test_a_file_that_the_manifest_does_not_name_is_not_there(folder: Path) -> None:
    (folder / "more.txt").write_text("more")
    with pytest.raises(InputError, match=r"names no more\.txt"):
        read_files(KIND, folder).text("more.txt")


@pytest.mark.parametrize("said", ["", "{", "[]", "{}", "[" * 100_000, '{"form": "tieout-tests-1"}', '{"files": {}}', "\udcff"])
def test_a_broken_manifest_is_refused(folder: Path, said: str) -> None:
    (folder / MANIFEST).write_bytes(said.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError):
        read_files(KIND, folder)


def test_a_manifest_without_end_is_not_read_to_its_end(folder: Path) -> None:
    with (folder / MANIFEST).open("a", encoding="utf-8") as manifest:
        manifest.write(" " * 1_000_001)
    with pytest.raises(InputError, match="more than 1,000,000 bytes"):
        read_files(KIND, folder)


def test_a_folder_that_is_none_and_one_without_a_model_say_what_makes_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder; `tieout train tests` makes a model"):
        read_files(KIND, tmp_path / "none")
    with pytest.raises(InputError, match=r"manifest\.json is missing; `tieout train tests` makes one"):
        read_files(KIND, tmp_path)


def test_arrays_of_another_type_or_shape_are_refused() -> None:
    read = files(n_npy=npy(np.arange(3)))
    with pytest.raises(InputError, match="int64 of 1 dimensions where float32 of 1 is due"):
        read.array("n.npy", "float32", 1)
    with pytest.raises(InputError, match="where int64 of 2 is due"):
        read.array("n.npy", "int64", 2)


@pytest.mark.parametrize("cut", [1, 8, 30, 130, 151])
def test_an_array_that_is_cut_short_is_refused(cut: int) -> None:
    whole = npy(np.arange(3))
    assert len(whole) == 152
    with pytest.raises(InputError, match=r"n\.npy is not what a model's file has to be"):
        files(n_npy=whole[:cut]).array("n.npy")


def test_no_room_is_made_for_an_array_that_is_not_there() -> None:
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (100000000000,), }"
    raw = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(24)
    with pytest.raises(InputError, match="where its header announces 800,000,000,"):
        files(n_npy=raw).array("n.npy")


@pytest.mark.parametrize("header", ["", "{", "{'descr': '<i8', 'fortran_order': False, 'shape': (3,", "[]", "1e999", "\0\0"])
def test_an_array_with_a_broken_header_is_refused(header: str) -> None:
    raw = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + bytes(24)
    with pytest.raises(InputError, match="not what a model's file has to be"):
        files(n_npy=raw).array("n.npy", "int64", 1)


@settings(max_examples=150, deadline=None)
@given(at=st.integers(0, 127), byte=st.integers(0, 255))
def test_one_wrong_byte_in_a_header_gives_an_array_or_a_refusal(at: int, byte: int) -> None:
    data = bytearray(npy(np.arange(3)))
    data[at] = byte
    with suppress(InputError):
        assert files(n_npy=bytes(data)).array("n.npy").size <= 24


def test_pickles_are_never_loaded(folder: Path) -> None:
    announced(folder, "p.npy", npy(np.array([{"a": 1}], dtype=object)))
    with pytest.raises(InputError, match="an array of objects"):
        read_files(KIND, folder).array("p.npy")


@pytest.mark.parametrize("data", [b"{", b"\xff", b"[" * 100_000])
def test_json_and_text_that_are_none_are_refused(data: bytes) -> None:
    with pytest.raises(InputError, match=r"x\.json is not what"):
        files(x_json=data).json("x.json")
    with pytest.raises(InputError, match=r"x\.txt is not what"):
        files(x_txt=data + b"\xff").text("x.txt")


def test_files_that_do_not_fit_together_are_refused_in_one_line() -> None:
    with pytest.raises(InputError, match=r"here: its files don't fit together \(KeyError\('keys'\)\)"), files().fitting():
        {}["keys"]


def test_writing_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        write_files(KIND, tmp_path / "deep" / "a", {}, {"j.json": {"a": object()}, "n.npy": np.arange(3)})
    assert list((tmp_path / "deep").iterdir()) == []


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TieoutError, match="can't write the model"):
        write_files(KIND, tmp_path / "file" / "a", {}, {"n.npy": np.arange(3)})


def test_writing_again_replaces_what_was_there(folder: Path) -> None:
    write_files(KIND, folder, {}, {"n.npy": np.arange(4)})
    assert len(read_files(KIND, folder).array("n.npy", "int64", 1)) == 4
