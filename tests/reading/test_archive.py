"""Files come from folders, zips and single files, and a hostile one can't reach out or swell up."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tieout.reading.archive import FolderSource, SingleFileSource, ZipSource, open_source
from tieout.reading.limits import DEFAULT_LIMITS
from tieout.report import InputError, LimitError


def packed(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as z:
        for name, data in files.items():
            z.writestr(name, data)
    return out.getvalue()


def test_a_folder_a_zip_and_a_file_give_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.xml").write_bytes(b"<a/>")
    archive = tmp_path.parent / f"{tmp_path.name}.data"
    archive.write_bytes(packed({"in/a.xml": b"<a/>"}))
    for path, member in ((tmp_path, "in/a.xml"), (archive, "in/a.xml"), (tmp_path / "in" / "a.xml", "a.xml")):
        with open_source(path) as source:
            assert source.members == (member,)
            assert member in source
            assert source.read(member) == b"<a/>"
            assert source.head(member, 2) == b"<a"


def test_a_single_file_lists_itself_and_finds_its_companions(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(b"a")
    (tmp_path / "a.xsd").write_bytes(b"b")
    source = SingleFileSource(tmp_path / "a.xml")
    assert source.members == ("a.xml",)
    assert source.read("a.xsd") == b"b"
    assert source.beside == ("a.xml", "a.xsd")


def test_nothing_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        open_source(tmp_path / "nothing")
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(InputError, match="neither a regular file nor a folder"):
        open_source(fifo)


def test_links_are_followed_inside_a_folder_and_never_out_of_it(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    inside = tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "secret.xml").write_bytes(b"secret")
    (inside / "real.xml").write_bytes(b"real")
    (inside / "alias.xml").symlink_to(inside / "real.xml")
    (inside / "leak.xml").symlink_to(outside / "secret.xml")
    (inside / "leaking").symlink_to(outside)
    (inside / "loop").symlink_to(inside / "loop")
    source = FolderSource(inside)
    for member in ("leak.xml", "leaking/secret.xml", "../outside/secret.xml", str(outside / "secret.xml"), "loop", "a\0b"):
        assert member not in source
        with pytest.raises(InputError):
            source.read(member)
    assert source.members == ("alias.xml", "real.xml")
    assert source.read("alias.xml") == b"real"


@pytest.mark.parametrize("name", ["../evil.xml", "a/../../evil.xml", "/etc/evil.xml", "C:/evil.xml", "..\\evil.xml"])
def test_a_zip_whose_member_leads_out_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="leads out of the archive"):
        ZipSource(packed({name: b"x"}))


def test_links_and_folders_in_a_zip_are_no_members() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        link = zipfile.ZipInfo("passwd.xml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        z.writestr(link, "/etc/passwd")
        z.writestr("folder/", b"")
        z.writestr("__MACOSX/._a.xml", b"")
        z.writestr("./folder/a.xml", b"<a/>")
    assert ZipSource(out.getvalue()).members == ("folder/a.xml",)


def test_bombs_are_refused_by_ratio_by_size_and_by_count() -> None:
    bomb = packed({"a.xml": b"0" * 10_000_000})
    with pytest.raises(LimitError, match=r"times its (packed )?size"):
        ZipSource(bomb).read("a.xml")
    with pytest.raises(LimitError, match="more than the limit"):
        ZipSource(bomb, replace(DEFAULT_LIMITS, file_size=1_000)).read("a.xml")
    with pytest.raises(LimitError, match="would unpack to"):
        ZipSource(bomb, replace(DEFAULT_LIMITS, total_size=1_000))
    with pytest.raises(LimitError, match="more files than the limit of 5;"):
        ZipSource(packed({f"{n}.xml": b"" for n in range(6)}), replace(DEFAULT_LIMITS, members=5))


def test_many_small_bombs_in_one_archive_are_refused() -> None:
    # Each is small enough to pass for a blank page; together they unpack to a thousand times the archive.
    with pytest.raises(LimitError, match="would unpack to more times its size"):
        ZipSource(packed({f"{n}.htm": b" " * 999_999 for n in range(30)}))


def test_a_bomb_that_lies_about_its_packed_size_is_refused() -> None:
    lying = bytearray(packed({"a.xml": b"0" * 10_000_000}))
    entry = lying.rfind(b"PK\x01\x02")
    lying[entry + 20 : entry + 24] = (9_000_000).to_bytes(4, "little")
    with pytest.raises(LimitError, match="times its packed size"):
        ZipSource(bytes(lying)).read("a.xml")


def test_a_directory_of_very_many_entries_is_refused_before_it_is_built() -> None:
    many = packed({f"{n:06}" + "x" * 200: b"" for n in range(6_000)}, zipfile.ZIP_STORED)
    with pytest.raises(LimitError, match="files"):
        ZipSource(many, replace(DEFAULT_LIMITS, members=1_000))


def test_a_zip_in_a_zip_stays_closed() -> None:
    inner = packed({"a.xml": b"<a/>"})
    source = ZipSource(packed({"inner.zip": inner}))
    assert source.members == ("inner.zip",)
    assert source.read("inner.zip") == inner


def test_a_lie_about_the_size_is_damage() -> None:
    data = bytearray(packed({"a.xml": b"<a>" + bytes(range(256)) * 20 + b"</a>"}))
    central = data.rfind(b"PK\x01\x02")
    data[central + 24 : central + 28] = (10).to_bytes(4, "little")
    with pytest.raises(InputError, match="damaged"):
        ZipSource(bytes(data)).read("a.xml")


def test_encrypted_unusual_and_damaged_members_say_so() -> None:
    data = bytearray(packed({"a.xml": b"<a/>"}))
    for signature, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.find(signature) + at] |= 1
    with pytest.raises(InputError, match="encrypted"):
        ZipSource(bytes(data)).read("a.xml")
    with pytest.raises(InputError, match="unusual method"):
        ZipSource(packed({"a.xml": b"<a/>"}, zipfile.ZIP_BZIP2)).read("a.xml")
    with pytest.raises(InputError, match="not a readable zip"):
        ZipSource(packed({"a.xml": b"<a/>"})[:-30])
    with pytest.raises(InputError, match="not in the archive"):
        ZipSource(packed({"a.xml": b"<a/>"})).read("b.xml")


@pytest.mark.parametrize("encoding", ["utf-8", "cp932"])
def test_japanese_names_are_read_whatever_the_zip_calls_their_encoding(encoding: str) -> None:
    name = "提出データ/有価証券.xml"
    raw = name.encode(encoding)
    data = packed({"X" * len(raw): b"<a/>"}, zipfile.ZIP_STORED).replace(b"X" * len(raw), raw)
    assert ZipSource(data).members == (name,)


def test_a_western_name_keeps_its_letters() -> None:
    raw = "Résumé.xml".encode("cp437")
    data = packed({"X" * len(raw): b"<a/>"}, zipfile.ZIP_STORED).replace(b"X" * len(raw), raw)
    assert ZipSource(data).members == ("Résumé.xml",)


def test_a_folder_with_too_many_files_or_folders_is_refused(tmp_path: Path) -> None:
    for n in range(4):
        (tmp_path / f"d{n}").mkdir()
    with pytest.raises(LimitError, match="more files and folders than the limit of 3;"):
        _ = FolderSource(tmp_path, replace(DEFAULT_LIMITS, members=3)).members


@settings(deadline=None, max_examples=400)
@example(noise=b"", at=180, patch=b"\x00")  # a member without a name
@given(st.binary(max_size=300), st.integers(0, 400), st.binary(min_size=1, max_size=6))
def test_no_mutation_of_a_zip_gets_past_input_errors(noise: bytes, at: int, patch: bytes) -> None:
    data = bytearray(packed({"a.xml": b"<a/>" * 20, "b/c.xml": noise}))
    at %= len(data)
    data[at : at + len(patch)] = patch
    try:
        source = ZipSource(bytes(data))
        for member in source.members:
            source.read(member)
    except InputError:
        pass
