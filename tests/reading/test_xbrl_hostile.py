"""Packages made to do harm: they end in facts or in one clear error, soon, and reach nothing outside."""

from __future__ import annotations

import io
import socket
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tieout
from tests.reading.filings import FACTS, FILES, US_GAAP, arc, element, instance, link, linkbase, loc, schema, write
from tests.reading.test_taxonomy import package
from tieout.reading import read_bytes
from tieout.report import InputError, Report


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("reading tried to open a network connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    yield


def everything(report: Report) -> Report:
    for fact in report.facts:
        _ = (fact.value, fact.footnotes, fact.pointer)
    _ = (report.concepts, [n.arcs for n in report.networks])
    return report


@pytest.mark.parametrize(
    "href",
    [
        "/etc/passwd",
        "file:///etc/passwd",
        "../secret.xsd",
        "..%2Fsecret.xsd",
        "http://127.0.0.1:9/x.xsd",
        "\\\\host\\x.xsd",
        "//host/x",
        "#",
        " ",
    ],
)
def test_a_schema_ref_out_of_the_package_leads_nowhere(tmp_path: Path, href: str) -> None:
    write(tmp_path, {"secret.xsd": schema(element("Secret"))})
    report = everything(tieout.read(write(tmp_path / "in", {"nvt.xml": instance(FACTS, href)})))
    assert len(report.facts) == 4
    assert "nvt:Secret" not in report.concepts
    assert len(report.networks) == 0


@pytest.mark.parametrize("name", list(FILES))
def test_an_entity_bomb_in_any_file_is_refused(tmp_path: Path, name: str) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY p SYSTEM "file:///etc/passwd">]>'
    folder = write(tmp_path, {**FILES, name: bomb + FILES[name].replace("Assets<", "&b;&p;<")})
    if name == "nvt.xml":
        with pytest.raises(InputError, match="entities"):
            tieout.read(folder)
    else:
        report = everything(tieout.read(folder))
        assert len(report.facts) == 4
        assert {n.code for n in report.notices} & {"schema-unreadable", "linkbase-unreadable"}


def test_arcs_in_a_circle_end(tmp_path: Path) -> None:
    ends = loc("r", "#nvt_R") + loc("a", "#nvt_A") + loc("b", "#nvt_B")
    circle = linkbase(link(ends + arc("r", "a") + arc("a", "b") + arc("b", "a") + arc("a", "a")))
    files = {"nvt.xml": instance(""), "nvt.xsd": schema(element("R") + element("A") + element("B"), circle)}
    (network,) = everything(tieout.read(write(tmp_path, files))).networks
    assert network.roots == ("nvt:R",)
    assert 3 <= len(list(network.walk())) < 20


def test_megabytes_of_arcs_take_seconds(tmp_path: Path) -> None:
    ends = "".join(loc(f"c{n}", f"{US_GAAP}#us-gaap_C{n}") for n in range(10_000))
    arcs = "".join(arc(f"c{n}", f"c{(n * 7 + k) % 10_000}", more=f'order="x{n}"') for n in range(10_000) for k in range(1, 5))
    files = {**FILES, "nvt_pre.xml": linkbase(link(ends + arcs))}
    start = time.process_time()
    report = everything(tieout.read(write(tmp_path, files)))
    assert len(report.networks[0]) == 40_000
    assert [n.code for n in report.notices].count("arc-number") == 1
    assert time.process_time() - start < 30


def test_a_product_of_locators_is_refused(tmp_path: Path) -> None:
    ends = "".join(loc("a", f"{US_GAAP}#us-gaap_A{n}") + loc("b", f"{US_GAAP}#us-gaap_B{n}") for n in range(2_000))
    report = tieout.read(write(tmp_path, {**FILES, "nvt_pre.xml": linkbase(link(ends + arc("a", "b")))}))
    assert len(report.facts) == 4
    with pytest.raises(InputError, match="relations"):
        _ = report.networks


def test_thousands_of_references_to_nothing_take_seconds(tmp_path: Path) -> None:
    ends = "".join(
        loc(f"c{n}", f"{n}/../x{n}.xsd#a_B{n}") + loc(f"d{n}", f"http://x{n}.example/y.xsd#a_C{n}") for n in range(20_000)
    )
    start = time.process_time()
    report = everything(tieout.read(write(tmp_path, {**FILES, "nvt_pre.xml": linkbase(link(ends))})))
    assert len(report.notices) < 100
    assert time.process_time() - start < 30


def test_a_chain_of_schemas_is_followed_without_recursion(tmp_path: Path) -> None:
    files = {f"{n}.xsd": schema("", "", f'<xs:include schemaLocation="{n + 1}.xsd"/>') for n in range(3_000)}
    files["3000.xsd"] = schema(element("Last"))
    files["nvt.xml"] = instance("", "0.xsd")
    assert "nvt:Last" in everything(tieout.read(write(tmp_path, files))).concepts


def test_tuples_nested_deeply_are_walked_without_recursion(tmp_path: Path) -> None:
    deep = "<nvt:T>" * 900 + '<nvt:A contextRef="d">1</nvt:A>' + "</nvt:T>" * 900
    assert len(everything(tieout.read(write(tmp_path, {"nvt.xml": instance(deep)}))).facts) == 1


def packed(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        for name, data in files.items():
            z.writestr(name, data)
    return out.getvalue()


SOURCES = {name: text.encode() for name, text in FILES.items()}
BASE = {name: text.encode() for name, text in package().items()}
PIECES = st.sampled_from(
    [
        b"",
        b"<",
        b">",
        b'"',
        b"&#0;",
        b"\xff",
        b"\x00",
        b"<!--",
        b"-->",
        b"#",
        b"..",
        b"xlink:type",
        b":",
        b"9" * 30,
        b"<x/>",
        b"xmlns=''",
    ]
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from([SOURCES, BASE]),
    st.lists(st.tuples(st.integers(0, 5), st.floats(0, 1), st.integers(0, 30), PIECES), min_size=1, max_size=4),
)
def test_mutated_packages_end_in_a_report_or_one_clear_error(
    files: dict[str, bytes], edits: list[tuple[int, float, int, bytes]]
) -> None:
    changed = dict(files)
    names = sorted(changed)
    for which, where, cut, piece in edits:
        name = names[which % len(names)]
        at = int(where * len(changed[name]))
        changed[name] = changed[name][:at] + piece + changed[name][at + cut :]
    try:
        everything(read_bytes(packed(changed), "mutated.zip"))
    except InputError as error:
        assert "\n" not in str(error)
