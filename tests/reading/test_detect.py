"""The source is told by looking into it, never by the extension alone."""

from __future__ import annotations

import pytest

from tests.reading.inline import document
from tieout.reading.detect import detect


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "empty"),
        (b" \r\n", "empty"),
        (b"PK\x03\x04....", "zip"),
        (b"junk %PDF-1.4", "pdf"),
        (document("<p/>"), "inline"),
        (b'<?xml version="1.0"?><!-- a <b> --><xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance"/>', "instance"),
        (b'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>', "schema"),
        (b'\xef\xbb\xbf<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase"/>', "linkbase"),
        (b"<!DOCTYPE html><html><body>Annual report</body></html>", "html"),
        (b"<div>Annual report</div>", "html"),
        (b"<other/>", "other-xml"),
        (b"# Annual report\n\n<--- Page Split --->\n\nText", "markdown"),
        (b"Cover\n<!--- Page Split --->\nText", "markdown"),
        (b"<--- Page Split --->\n# First", "markdown"),
        (b"# Heading\n\ntext", "markdown"),
        (b"\x7fELF\x00\x00\x00", "binary"),
        (bytes(range(1, 256)), "binary"),
        (b"just words", "text"),
        ("<html><body>株式会社</body></html>".encode("utf-16"), "html"),
        ("<html><body>株式会社</body></html>".encode("cp932"), "html"),
    ],
)
def test_detects(data: bytes, kind: str) -> None:
    assert detect(data) == kind


def test_the_name_decides_only_what_looks_the_same() -> None:
    text = b"Revenue was <b>5</b>.\n<table><tr><td>1</td></tr></table>"
    assert detect(text, "report.md") == "markdown"
    assert detect(text, "report.htm") == "html"
    assert detect(b"%PDF-1.4", "report.htm") == "pdf"
