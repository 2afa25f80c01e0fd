"""Parsing XML of unknown origin."""

from __future__ import annotations

import pytest

from tieout.reading.limits import Limits
from tieout.reading.xml import depth_of, parse_xml
from tieout.report import InputError, LimitError, Notice

BOMB = b'<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;&x;">]><a>&y;</a>'


def test_reads_plain_xml() -> None:
    assert parse_xml(b"<a><b/></a>", "a.xml")[0].tag == "b"


def test_passes_over_white_space_before_the_declaration() -> None:
    assert parse_xml(b'\n  <?xml version="1.0"?><a/>', "a.xml").tag == "a"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_reads_unicode_encodings(encoding: str) -> None:
    data = "<a>売上高</a>".encode(encoding)
    assert parse_xml(data, "a.xml").text == "売上高"


def test_reads_shift_jis() -> None:
    data = "<?xml version='1.0' encoding='Shift_JIS'?><a>売上高</a>".encode("cp932")
    assert parse_xml(data, "a.xml").text == "売上高"


def test_reads_named_entities_of_html() -> None:
    assert parse_xml(b"<a>1&nbsp;2&mdash;&amp;</a>", "a.xml").text == "1\xa02—&"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"%PDF-1.7", "not XML"),
        (b"<a><b>cut", "cut off"),
        (b"<a>\xff\xfe</a>", "encoding"),
        (BOMB, "declares entities"),
        (b'<?xml version="1.0"?><!-- <a> --><!DOCTYPE a [ <!ENTITY z SYSTEM "file:///etc/passwd"> ]><a>&z;</a>', "entities"),
        (BOMB.decode().encode("utf-16"), "declares entities"),
        (b"<?xml version='1.0' encoding='UTF-7'?><a/>", "not supported"),
        (b"<?xml version='1.0' encoding='IBM037'?><a/>", "not supported"),
    ],
)
def test_refuses_with_one_clear_line(data: bytes, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        parse_xml(data, "bad.xml")
    assert "bad.xml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_document_type_without_entities_is_fine_and_loads_nothing() -> None:
    data = b'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://192.0.2.1/none.dtd"><html/>'
    assert parse_xml(data, "a.htm").tag == "html"


def test_mends_what_is_whole_but_not_well_formed_and_says_so() -> None:
    notices: list[Notice] = []
    root = parse_xml(b"<a><b>1 < 2 & 3</b><c/></a>", "a.htm", notices=notices)
    assert [e.tag for e in root] == ["b", "c"]
    assert [n.code for n in notices] == ["xml-recovered"]


def test_limits_size() -> None:
    with pytest.raises(LimitError, match="--max file_size"):
        parse_xml(b"<a>" + b" " * 100 + b"</a>", "a.xml", Limits(file_size=50))


def nested(depth: int) -> bytes:
    return b"<a>" * depth + b"</a>" * depth


def test_reads_deeper_than_the_library_does_by_itself() -> None:
    assert depth_of(parse_xml(nested(900), "deep.xml")) == 900


def test_limits_depth() -> None:
    with pytest.raises(LimitError, match="--max depth"):
        parse_xml(nested(1_500), "deep.xml")
    assert depth_of(parse_xml(nested(1_500), "deep.xml", Limits(depth=2_000))) == 1_500
    with pytest.raises(LimitError, match="2,048"):
        parse_xml(nested(5_000), "deep.xml", Limits(depth=10_000))


def test_reads_a_text_node_of_more_than_ten_megabytes() -> None:
    assert len(parse_xml(b"<a>" + b"x" * 11_000_000 + b"</a>", "long.xml").text or "") == 11_000_000
