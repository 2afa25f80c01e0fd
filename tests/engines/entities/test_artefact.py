"""Artefacts are checked before anything in them is parsed."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tieout.engines.entities.artefact import Artefact, read_artefact, write_artefact
from tieout.report.errors import InputError, TieoutError


@pytest.fixture
def folder(tmp_path):
    write_artefact(tmp_path / "a", "kind", {"licence": "x"}, {"n.npy": np.arange(3), "w.txt": "é\nb", "j.json": {"a": 1}})
    return tmp_path / "a"


def test_what_was_written_is_read(folder):
    read = read_artefact(folder, "kind")
    assert read.card == {"licence": "x"}
    assert read.array("n.npy", "int64", 1).tolist() == [0, 1, 2]
    assert read.text("w.txt") == "é\nb"
    assert read.json("j.json") == {"a": 1}


def test_a_changed_byte_is_refused(folder):
    data = bytearray((folder / "n.npy").read_bytes())
    data[-1] ^= 1
    (folder / "n.npy").write_bytes(data)
    with pytest.raises(InputError, match="SHA-256"):
        read_artefact(folder, "kind")


def test_a_shorter_file_is_refused(folder):
    (folder / "w.txt").write_bytes(b"b")
    with pytest.raises(InputError, match="cut off"):
        read_artefact(folder, "kind")


def test_another_kind_or_type_is_refused(folder):
    with pytest.raises(InputError, match="not 'other'"):
        read_artefact(folder, "other")
    with pytest.raises(InputError, match="float32"):
        read_artefact(folder, "kind").array("n.npy", "float32", 1)
    with pytest.raises(InputError, match="no file"):
        read_artefact(folder, "kind").text("none.txt")


@pytest.mark.parametrize(
    "said", ["", "[]", "{}", '{"kind": "kind", "format": 1, "files": {"../x": {"size": 1, "sha256": "0"}}}']
)
def test_a_broken_manifest_is_refused(folder, said):
    (folder.parent / "x").write_bytes(b"x")
    (folder / "manifest.json").write_text(said)
    with pytest.raises(InputError):
        read_artefact(folder, "kind")


def test_a_folder_that_is_none_is_named(tmp_path):
    with pytest.raises(InputError, match="no such folder"):
        read_artefact(tmp_path / "none", "kind")


def test_writing_that_fails_leaves_nothing_behind(tmp_path):
    with pytest.raises(TypeError):
        write_artefact(tmp_path / "deep" / "a", "kind", {}, {"n.npy": np.arange(3), "j.json": {"a": object()}})
    assert list((tmp_path / "deep").iterdir()) == []


def test_where_nothing_can_be_written_it_says_so(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(TieoutError, match="can't write the model"):
        write_artefact(tmp_path / "file" / "a", "kind", {}, {"n.npy": np.arange(3)})


def test_writing_again_replaces_what_was_there(folder):
    write_artefact(folder, "kind", {}, {"n.npy": np.arange(4)})
    assert len(read_artefact(folder, "kind").array("n.npy", "int64", 1)) == 4


@pytest.mark.parametrize("header", ["", "{", "{'descr': '<i8', 'fortran_order': False, 'shape': (3,", "[]", "1e999", "\0\0"])
def test_an_array_with_a_broken_header_is_refused(folder, header):
    raw = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + bytes(24)
    artefact = Artefact("here", {}, {"n.npy": raw})
    with pytest.raises(InputError, match="not what a model's file has to be"):
        artefact.array("n.npy", "int64", 1)


def test_pickles_are_never_loaded(tmp_path):
    harmful = np.array([{"a": 1}], dtype=object)
    np.save(tmp_path / "p.npy", harmful, allow_pickle=True)
    data = (tmp_path / "p.npy").read_bytes()
    write_artefact(tmp_path / "a", "kind", {}, {"p.npy": ""})
    (tmp_path / "a" / "p.npy").write_bytes(data)
    manifest = json.loads((tmp_path / "a" / "manifest.json").read_text())
    import hashlib

    manifest["files"]["p.npy"] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    (tmp_path / "a" / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError):
        read_artefact(tmp_path / "a", "kind").array("p.npy", "object", 1)
    assert np.load(tmp_path / "p.npy", allow_pickle=True)[0] == {"a": 1}
