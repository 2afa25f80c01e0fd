"""`tieout read`: any report as page-split Markdown."""

from __future__ import annotations

from pathlib import Path

import tieout as library
from tests.cli.conftest import Run
from tests.reading.pdf_writer import Sheet, pdf
from tieout.samples import path as sample


def test_a_filing_becomes_markdown_with_the_same_pages_and_tables(tieout: Run, tmp_path: Path) -> None:
    done = tieout("read", sample("us_10k"), "--out", tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    (written,) = tmp_path.glob("*.mmd")
    before, after = library.read(sample("us_10k")), library.read(written)
    assert len(after.pages) == len(before.pages)
    assert [table.page for table in after.tables] == [table.page for table in before.tables if not table.hidden]
    assert b"ix:" not in written.read_bytes()


def test_a_pdf_from_standard_input_goes_to_standard_output(tieout: Run) -> None:
    done = tieout("read", "-", input=pdf(Sheet().text(72, 100, "First page"), Sheet().text(72, 100, "Second page")))
    assert done.stdout.decode().split("\n<--- Page Split --->\n") == ["First page", "Second page\n"]


def test_wrong_uses_are_one_line(tieout: Run, tmp_path: Path) -> None:
    for arguments, complaint in (
        (("read", sample("us_10k").parent), b"reports; name one"),
        (("read", tmp_path / "none.pdf"), b"no such file"),
        (("read", "a.pdf", "--ocr", "llm:x@http://127.0.0.1:9"), b"name a folder with --out"),
        (("read", tmp_path / "none.pdf", "--ocr", "llm:x@http://127.0.0.1:9", "--out", tmp_path), b"can't be read"),
    ):
        done = tieout(*arguments)
        assert done.returncode == 2
        assert complaint in done.stderr
        assert done.stderr.count(b"\n") == 1
